"""The whole program killed while people score, and started again: it goes on exactly there."""

import random
from pathlib import Path

import pytest
from support.playing import AGAIN, label
from support.random_deals import RandomParty, RandomSushiGo
from support.table_program import Piped, left, okanjo

from engine.codes import codebook
from engine.position import empty
from firmware.cli.replay import as_record, replay


def written(evening) -> list[str]:  # type: ignore[no-untyped-def]
    """A random evening as lines of a file, so that it never asks twice."""
    lines = []
    for lane, line in evening.script:
        if line != AGAIN:
            lines.append(f"{lane}:{label(line).code}" if lane else line)
    return lines


def told(lines: list[str]) -> dict[str, object]:
    """What `okanjo replay` makes of it."""
    record = as_record(replay(lines, "evening", empty(), codebook()), {})
    del record["refused"]
    return record


@pytest.mark.parametrize(
    "evening", [RandomParty(5, "tally"), RandomParty(6, "live"), RandomSushiGo(7, "live")]
)
def test_the_desk_and_replay_agree(tmp_path: Path, evening) -> None:  # type: ignore[no-untyped-def]
    lines = written(evening)
    done = okanjo(tmp_path, "run", given="\n".join(lines).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == len(lines)
    assert left(tmp_path) == told(lines)


@pytest.mark.parametrize("evening", [RandomParty(8, "tally"), RandomParty(9, "live")])
def test_a_pulled_plug_changes_nothing(tmp_path: Path, evening) -> None:  # type: ignore[no-untyped-def]
    lines = written(evening)
    cuts = set(random.Random(3).sample(range(1, len(lines)), 6))
    program = Piped(tmp_path)
    for number, line in enumerate(lines):
        if number in cuts:
            program.kill()
            program = Piped(tmp_path)
        assert program.scan(line)
    assert program.leave() == (0, "")
    assert left(tmp_path) == told(lines)


LIVE = ["preset sushi-go-classic", "badge red", "badge blue", "command live", "command next"]
CARD = "card sushi-go-party/"


def test_an_extra_card_is_still_awaited(tmp_path: Path) -> None:
    """Chopsticks were scanned, then the plug was pulled."""
    before = [*LIVE, f"{CARD}chopsticks-1/1", f"{CARD}tempura/1"]
    before += [f"{CARD}tempura/2", f"{CARD}tempura/3", f"{CARD}chopsticks-1/1"]
    program = Piped(tmp_path)
    assert all(program.scan(line).startswith("accepted") for line in before)
    program.kill()
    program = Piped(tmp_path)
    assert program.scan("command score").startswith("refused")
    assert program.scan(f"{CARD}tempura/4").startswith("accepted")
    assert program.leave() == (0, "")
    assert [seat["live"] for seat in left(tmp_path)["seats"]] == [5, 5]  # type: ignore[attr-defined]


def test_undo_reaches_over_a_restart_into_the_game_before(tmp_path: Path) -> None:
    rounds = ["badge red", f"{CARD}egg-nigiri/1", *["command score"] * 2]
    rounds += ["command next", *["command score"] * 2] * 2
    lines = [*LIVE[:3], "command next", *rounds]
    program = Piped(tmp_path)
    for line in lines:
        assert program.scan(line).startswith("accepted"), line
    assert program.scan("command new-game").startswith("accepted")
    program.kill()
    program = Piped(tmp_path)
    assert program.scan("command undo").startswith("accepted")
    assert program.leave() == (0, "")
    assert left(tmp_path) == told(lines)
