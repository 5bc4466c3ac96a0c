"""Two scanners of one model, by where they are plugged in (protocol.md section 2): told apart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.playing import code
from support.stickers import CARD, EAN, FACE, LOBBY
from support.table_app import SCANNER, AppTable

from drivers.events import PartialDropped
from engine.position import LaneName
from firmware.common.facts.notices import Notice

RED, BLUE = ("usb-1.1/input0", "red"), ("usb-1.2/input0", "blue")
BOTH = ("usb-1.2/input0", 0)


def by(table: AppTable, scanner: tuple[str, LaneName], line: str, after_s: float = 0.2) -> str:
    """That scanner reads a label or a sticker; why it is refused, or nothing."""
    table.now += after_s
    place, lane = scanner
    return table.read(code(line) if " " in line else line, lane, place=place)


def trays(table: AppTable) -> list[int]:
    """How many cards lie in each."""
    return [len(tray) for tray in table.table.round.layout.trays]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path, synchronous="OFF", stickers=True)
    table.scan(*LOBBY)
    table.now += 5
    yield table
    table.unplugged()


def test_the_same_face_by_both_counts_for_both(table: AppTable) -> None:
    by(table, RED, FACE + "tempura")
    by(table, BLUE, FACE + "tempura")
    assert trays(table) == [1, 1]
    by(table, RED, FACE + "tempura")  # held over it
    assert trays(table) == [1, 1]


def test_the_same_command_by_both_is_two_scans(table: AppTable) -> None:
    table.scan("badge red", CARD + "tempura/1", CARD + "tempura/2")
    by(table, (RED[0], 0), "command undo", 1.0)
    by(table, BOTH, "command undo")
    assert trays(table) == [0, 0]


def test_a_replug_within_a_double_read_is_the_same_scanner(table: AppTable) -> None:
    by(table, RED, FACE + "tempura")
    table.app.take(PartialDropped(SCANNER, "unplugged", RED[0], "red"))
    by(table, RED, FACE + "tempura")
    assert trays(table) == [1, 0]


def test_one_teaches_and_the_other_scores(table: AppTable) -> None:
    assert by(table, RED, "command teach", 1.0) == ""
    assert by(table, RED, EAN, 1.0) == ""
    assert by(table, BLUE, CARD + "tempura/1", 1.0) == ""
    assert not isinstance(table.outcome.result, Notice)
    assert trays(table) == [0, 1]
    assert by(table, RED, CARD + "sashimi/1", 1.0) == ""
    assert isinstance(table.outcome.result, Notice)
    assert trays(table) == [0, 1]
    assert table.stickers.code(EAN) == code(CARD + "sashimi/1")
    assert by(table, BLUE, "LOCKER-1", 1.0) == "unknown-code"  # who goes on teaching is the other


@pytest.mark.parametrize(("lane", "flashes"), [("red", 0), ("blue", 1)])
def test_what_was_cut_flashes_at_whose_scanner_it_is(
    table: AppTable, lane: str, flashes: int
) -> None:
    by(table, RED, FACE + "tempura")
    by(table, BLUE, FACE + "sashimi")
    place = dict((RED[::-1], BLUE[::-1]))[lane]
    table.app.take(PartialDropped(SCANNER, "unplugged", place, lane))
    assert table.shown.panel.active == flashes
