"""Two scanners of one model, by where they are plugged in (protocol.md section 2): told apart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.table_app import SCANNER, code
from support.table_teaching import CARD, EAN, FACE, LOBBY, TeachingTable

from drivers.events import PartialDropped, Reading
from engine.refusals import Refused
from firmware.common.facts.notices import Notice

RED, BLUE = ("usb-1.1/input0", "red"), ("usb-1.2/input0", "blue")
BOTH = ("usb-1.2/input0", 0)


class Twins(TeachingTable):
    """A table with two of them."""

    def by(self, scanner: tuple[str, int | str], line: str, after_s: float = 0.2) -> str:
        self.now += after_s
        place, lane = scanner
        text = code(line) if " " in line else line
        self.app.take(Reading(text, SCANNER, lane, self.now, 3.0, place))
        event = self.outcome.result
        return event.reason if isinstance(event, Refused) else ""

    @property
    def trays(self) -> list[int]:
        return [len(tray) for tray in self.app.table.round.layout.trays]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Twins]:
    table = Twins(tmp_path, synchronous="OFF")
    table.scan(*LOBBY)
    table.now += 5
    yield table
    table.unplugged()


def test_the_same_face_by_both_counts_for_both(table: Twins) -> None:
    table.by(RED, FACE + "tempura")
    table.by(BLUE, FACE + "tempura")
    assert table.trays == [1, 1]
    table.by(RED, FACE + "tempura")  # held over it
    assert table.trays == [1, 1]


def test_the_same_command_by_both_is_two_scans(table: Twins) -> None:
    table.scan("badge red", CARD + "tempura/1", CARD + "tempura/2")
    table.by((RED[0], 0), "command undo", 1.0)
    table.by(BOTH, "command undo")
    assert table.trays == [0, 0]


def test_a_replug_within_a_double_read_is_the_same_scanner(table: Twins) -> None:
    table.by(RED, FACE + "tempura")
    table.app.take(PartialDropped(SCANNER, "unplugged", RED[0], "red"))
    table.by(RED, FACE + "tempura")
    assert table.trays == [1, 0]


def test_one_teaches_and_the_other_scores(table: Twins) -> None:
    assert table.by(RED, "command teach", 1.0) == ""
    assert table.by(RED, EAN, 1.0) == ""
    assert table.by(BLUE, CARD + "tempura/1", 1.0) == ""
    assert not isinstance(table.outcome.result, Notice)
    assert table.trays == [0, 1]
    assert table.by(RED, CARD + "sashimi/1", 1.0) == ""
    assert isinstance(table.outcome.result, Notice)
    assert table.trays == [0, 1]
    assert table.stickers.code(EAN) == code(CARD + "sashimi/1")
    assert table.by(BLUE, "LOCKER-1", 1.0) == "unknown-code"  # who goes on teaching is the other


@pytest.mark.parametrize(("lane", "flashes"), [("red", 0), ("blue", 1)])
def test_what_was_cut_flashes_at_whose_scanner_it_is(table: Twins, lane: str, flashes: int) -> None:
    table.by(RED, FACE + "tempura")
    table.by(BLUE, FACE + "sashimi")
    place = dict((RED[::-1], BLUE[::-1]))[lane]
    table.app.take(PartialDropped(SCANNER, "unplugged", place, lane))
    assert table.shown.panel.active == flashes
