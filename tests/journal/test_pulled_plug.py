"""The whole program killed while people score, and started again: it goes on exactly there."""

import random
from pathlib import Path

import pytest
from support.playing import AGAIN, label
from support.random_deals import RandomParty
from support.table_program import Piped, left

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
    record = as_record(replay(lines, "evening", empty(), codebook()))
    del record["refused"]
    return record


@pytest.mark.parametrize("evening", [RandomParty(8, "tally"), RandomParty(9, "live")])
def test_a_pulled_plug_changes_nothing(tmp_path: Path, evening) -> None:  # type: ignore[no-untyped-def]
    lines = written(evening)
    cuts = set(random.Random(3).sample(range(1, len(lines)), 3))
    program = Piped(tmp_path)
    for number, line in enumerate(lines):
        if number in cuts:
            program.kill()
            program = Piped(tmp_path)
        assert program.scan(line)
    assert program.leave() == (0, "")
    assert left(tmp_path) == told(lines)
