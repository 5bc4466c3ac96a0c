"""Whole evenings, checked by hand: their results as data and as a scoreboard.

`evenings/*.scans` say tray by tray what each card is worth by the rules, and in `# =>` lines what
has to come out; `.json` and `.txt` beside them are what is printed.
"""

import json
import re
from pathlib import Path

import pytest
from support.replayed import record_of

from engine.catalogue import codebook_of
from engine.position import empty
from firmware.cli.replay import as_text, lines_of, replay

EVENINGS = sorted(Path(__file__).parents[1].glob("evenings/*.scans"))
NAMES = {"red": "Chris", "orange": "Kim"}
EXPECTED = re.compile(r"# => (live|end|round (\d)): (.*)")
SEAT = re.compile(r"(\w+) (?:[-+\d]+=)?(-?\d+)$")


def played(file: Path):
    """The result of the evening, as data and as a scoreboard."""
    table = empty(names=NAMES)
    replayed = replay(lines_of(str(file)), file.name, table, codebook_of(table.games))
    return record_of(replayed), "".join(f"{line}\n" for line in as_text(replayed))


def by_hand(file: Path) -> list[tuple[str, dict[str, int]]]:
    """What has to come out: when, and each seat's points."""
    games = []
    for when, number, seats in EXPECTED.findall(file.read_text(encoding="utf-8")):
        matches = [match for seat in seats.split(", ") if (match := SEAT.match(seat))]
        points = {match[1]: match[2] for match in matches}
        assert len(points) == seats.count(",") + 1, seats
        games.append((number or when, {seat: int(total) for seat, total in points.items()}))
    return games


@pytest.mark.parametrize("file", EVENINGS, ids=lambda file: file.stem)
def test_what_the_rules_give_by_hand(file: Path) -> None:
    record, _ = played(file)
    expected = by_hand(file)
    assert expected
    for when, points in expected:
        for seat in record["seats"]:
            badge = seat["badge"] or "dummy"
            if when == "live":
                assert seat["live"] == points[badge], when
            elif when == "end":
                assert record["phase"] == "finished"
                assert seat["total"] == points[badge], when
            else:
                assert seat["rounds"][int(when) - 1]["points"] == points[badge], when


@pytest.mark.parametrize("file", EVENINGS, ids=lambda file: file.stem)
def test_the_result_is_as_it_was(file: Path) -> None:
    record, board = played(file)
    assert record == json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert board == file.with_suffix(".txt").read_text(encoding="utf-8")


def write() -> None:
    """Write them anew, by `PYTHONPATH=. python tests/rulebook/test_evenings.py`; look at the
    changes before they are kept.
    """
    for file in EVENINGS:
        record, board = played(file)
        file.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        file.with_suffix(".txt").write_text(board, encoding="utf-8")


if __name__ == "__main__":
    write()
