"""The whole program killed while people score, and started again: it goes on exactly there."""

import random
from pathlib import Path

from support.replayed import record_of
from support.table_program import ProgramTable, left
from support.wanderer import beginning, walk

from engine.codes import codebook
from engine.position import empty
from firmware.cli.replay import replay


def evening() -> list[str]:
    """What a muddled table scans, as lines of a file."""
    rng = random.Random("pulled 1")
    scans = [made for _, made, _, _ in walk(rng, empty(), beginning(rng), 150)]
    lines = [f"{made.lane}:{made.label.code}" for made in scans]
    return [line for line in lines if " " not in line]  # a photo is no line


def expected(lines: list[str]) -> dict[str, object]:
    """What `okanjo replay` makes of them."""
    record = record_of(replay(lines, "evening", empty(), codebook()))
    del record["refused"]
    return record


def test_a_pulled_plug_changes_nothing(tmp_path: Path) -> None:
    lines = evening()
    cuts = set(random.Random(3).sample(range(1, len(lines)), 3))
    program = ProgramTable(tmp_path)
    for number, line in enumerate(lines):
        if number in cuts:
            program.kill()
            program = ProgramTable(tmp_path)
        assert program.answer(line)
    assert program.leave() == (0, "")
    assert left(tmp_path) == expected(lines)
