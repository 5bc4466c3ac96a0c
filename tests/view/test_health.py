"""What scanners tell of themselves in, what the displays say is missing out."""

from __future__ import annotations

from pathlib import Path

from support.table_app import AtTable

from drivers.events import (
    ReaderBack,
    ReaderFailed,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
)
from firmware.app.messages import DeskOpened, Message, ScannersCounted

A, B = "1a86:5723 A", "0c2e:0b61 B"
LEFT, RIGHT = "usb-1.1/input0", "usb-1.2/input0"


def missed(table: AtTable, *events: Message) -> list[str]:
    """What is said to be missing after these events, the oldest first."""
    for event in events:
        table.app.take(event)
    return list(reversed(table.shown.device.missing))


def no_scanner(table: AtTable) -> str:
    """What the displays say in place of a page, while there is nothing to scan with."""
    return table.app._health.no_scanner


UNPLUGGED = ["Scanner unplugged"]


def reading(source: str, place: str) -> Reading:
    return Reading("000000", source, 0, 1.0, 3.0, place)


def test_another_scanner_takes_over(tmp_path: Path) -> None:
    learnt: list[str] = []
    table = AtTable(tmp_path, learnt=learnt.append)
    assert missed(table, ScannerFound(A, True), ScannerLost(A, "unplugged")) == UNPLUGGED
    assert missed(table, ScannerFound(B, True)) == []
    missed(table, ScannerFound("another"))
    assert learnt == [A, B]
    table.unplugged()


def test_another_that_was_there_all_along_takes_over_once_it_reads(table: AtTable) -> None:
    lost = ScannerLost(B, "unplugged", LEFT)
    assert missed(table, ScannerFound(B, place=LEFT), lost, reading(B, LEFT)) == []
    left, right = ScannerFound(A, place=LEFT), ScannerFound(A, place=RIGHT)
    assert missed(table, left, right, ScannerLost(A, "unplugged", LEFT)) == UNPLUGGED
    assert missed(table, reading(A, RIGHT)) == []


def test_one_of_two_of_a_model_is_missed_though_the_other_is_there(table: AtTable) -> None:
    """Each has a player: nobody can stand in."""
    red, blue = f"1a86:5723/{LEFT}", f"1a86:5723/{RIGHT}"
    missed(table, ScannerFound(A, False, LEFT, red), ScannerFound(A, False, RIGHT, blue))
    assert missed(table, ScannerLost(A, "unplugged", LEFT, red)) == UNPLUGGED
    missed(table, reading(A, RIGHT))
    assert missed(table, ScannerFound(B)) == UNPLUGGED
    assert missed(table, ScannerFound(A, False, LEFT, red)) == []


def test_a_named_one_may_be_plugged_in_elsewhere(table: AtTable) -> None:
    """Unless it was named by its place."""
    name = "1a86:5723"
    missed(table, ScannerFound(A, False, LEFT, name), ScannerLost(A, "unplugged", LEFT, name))
    assert missed(table, ScannerFound(A, False, RIGHT, name)) == []


def test_a_serial_port_is_missed_whoever_else_reads(table: AtTable) -> None:
    port = "/dev/ttyACM0"
    assert missed(table, ScannerLost(port, "not there", name=port), ScannerFound(A)) == UNPLUGGED
    assert missed(table, ScannerFound(port, name=port)) == []


def test_a_thread_that_broke_off_is_no_scanner_that_was_unplugged(table: AtTable) -> None:
    broke = ReaderFailed("keyboard-type scanners", "a bug in Okanjo: KeyError()")
    assert missed(table, broke) == ["Scanners not read"]
    assert missed(table, ReaderBack("keyboard-type scanners")) == []
    assert table.log[0] == "keyboard-type scanners lost: a bug in Okanjo: KeyError()"


def test_a_port_that_is_gone_when_its_thread_is_back_is_missed(table: AtTable) -> None:
    port = "/dev/ttyACM0"
    missed(table, ScannerFound(port, name=port), ReaderFailed(port, "a bug in Okanjo: KeyError()"))
    assert missed(table, ScannerLost(port, "not there", name=port), ReaderBack(port)) == UNPLUGGED


def test_a_library_that_is_missing_is_named_with_who_knows_more(table: AtTable) -> None:
    """It may be installed and yet not load, after an update of the system."""
    missing = ReaderMissing("keyboard-type scanners need evdev: undefined symbol")
    assert missed(table, missing) == ["evdev: okanjo doctor"]
    assert missed(table, ReaderMissing("x", "pyserial"))[1] == "serial: okanjo doctor"


def test_what_is_told_of_a_twin_says_which(table: AtTable) -> None:
    missed(table, ScannerFound(A, place=LEFT), ScannerLost(A, "unplugged", LEFT))
    assert table.log == [
        f"scanner found: {A} at {LEFT}",
        f"scanner lost: {A} at {LEFT}: unplugged",
    ]


def test_with_nothing_to_scan_with_that_is_said(table: AtTable) -> None:
    assert no_scanner(table) == ""  # nobody has looked yet
    missed(table, ScannersCounted(0))
    assert no_scanner(table) == "Plug in a scanner"
    missed(table, ScannersCounted(1))  # a new scanner, or a keyboard: nobody can say
    assert no_scanner(table) == ""
    missed(table, ScannerFound(A, True), ScannersCounted(0), ScannerLost(A, "unplugged"))
    assert no_scanner(table) == "Scanner unplugged"
    missed(table, ScannerFound("/dev/ttyACM0", name="/dev/ttyACM0"))
    assert no_scanner(table) == ""


def test_whoever_sits_at_a_desk_needs_no_scanner(table: AtTable) -> None:
    missed(table, ScannersCounted(0), DeskOpened())
    assert no_scanner(table) == ""


def test_without_evdev_that_comes_first(table: AtTable) -> None:
    missed(table, ReaderMissing("keyboard-type scanners need evdev"))
    assert no_scanner(table) == "evdev: okanjo doctor"
    missed(table, ScannerFound("/dev/ttyACM0", name="/dev/ttyACM0"))
    assert no_scanner(table) == ""
