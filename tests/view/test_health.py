"""What scanners tell of themselves in, what the displays say is missing out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
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


class Called:
    """A table at which devices come and go."""

    def __init__(self, folder: Path) -> None:
        self.learnt: list[str] = []
        self.table = AtTable(folder, learnt=self.learnt.append)

    def take(self, *events: Message) -> list[str]:
        """What is said to be missing after these events, the oldest first."""
        for event in events:
            self.table.app.take(event)
        return list(reversed(self.table.shown.missing))

    @property
    def no_scanner(self) -> str:
        """What the displays say in place of a page, while there is nothing to scan with."""
        return self.table.app._health.no_scanner


@pytest.fixture
def called(tmp_path: Path) -> Iterator[Called]:
    called = Called(tmp_path)
    yield called
    called.table.unplugged()


UNPLUGGED = ["Scanner unplugged"]


def reading(source: str, place: str) -> Reading:
    return Reading("000000", source, 0, 1.0, 3.0, place)


def test_another_scanner_takes_over(called: Called) -> None:
    assert called.take(ScannerFound(A, True), ScannerLost(A, "unplugged")) == UNPLUGGED
    assert called.take(ScannerFound(B, True)) == []
    assert called.learnt == [A, B]


def test_another_that_was_there_all_along_takes_over_once_it_reads(called: Called) -> None:
    left, right = ScannerFound(A, place=LEFT), ScannerFound(A, place=RIGHT)
    assert called.take(left, right, ScannerLost(A, "unplugged", LEFT)) == UNPLUGGED
    assert called.take(reading(A, RIGHT)) == []


def test_one_of_two_of_a_model_is_missed_though_the_other_is_there(called: Called) -> None:
    """Each has a player: nobody can stand in."""
    red, blue = f"1a86:5723/{LEFT}", f"1a86:5723/{RIGHT}"
    called.take(ScannerFound(A, False, LEFT, red), ScannerFound(A, False, RIGHT, blue))
    assert called.take(ScannerLost(A, "unplugged", LEFT, red)) == UNPLUGGED
    called.take(reading(A, RIGHT))
    assert called.take(ScannerFound(B)) == UNPLUGGED
    assert called.take(ScannerFound(A, False, LEFT, red)) == []


def test_a_named_one_may_be_plugged_in_elsewhere(called: Called) -> None:
    """Unless it was named by its place."""
    name = "1a86:5723"
    called.take(ScannerFound(A, False, LEFT, name), ScannerLost(A, "unplugged", LEFT, name))
    assert called.take(ScannerFound(A, False, RIGHT, name)) == []


def test_a_serial_port_is_missed_whoever_else_reads(called: Called) -> None:
    port = "/dev/ttyACM0"
    assert called.take(ScannerLost(port, "not there", name=port), ScannerFound(A)) == UNPLUGGED
    assert called.take(ScannerFound(port, name=port)) == []


def test_a_thread_that_broke_off_is_no_scanner_that_was_unplugged(called: Called) -> None:
    broke = ReaderFailed("keyboard-type scanners", "a mistake of ours: KeyError()")
    assert called.take(broke) == ["Scanners not read"]
    assert called.take(ReaderBack("keyboard-type scanners")) == []
    assert called.table.log[0] == "keyboard-type scanners lost: a mistake of ours: KeyError()"


def test_a_port_that_is_gone_when_its_thread_is_back_is_missed(called: Called) -> None:
    port = "/dev/ttyACM0"
    called.take(ScannerFound(port, name=port), ReaderFailed(port, "a mistake of ours: KeyError()"))
    assert called.take(ScannerLost(port, "not there", name=port), ReaderBack(port)) == UNPLUGGED


def test_a_library_that_is_missing_is_named_with_who_knows_more(called: Called) -> None:
    """It may be installed and yet not load, after an update of the system."""
    missing = ReaderMissing("keyboard-type scanners need evdev: undefined symbol")
    assert called.take(missing) == ["evdev: okanjo doctor"]
    assert called.take(ReaderMissing("x", "pyserial"))[1] == "serial: okanjo doctor"


def test_what_is_told_of_a_twin_says_which(called: Called) -> None:
    called.take(ScannerFound(A, place=LEFT), ScannerLost(A, "unplugged", LEFT))
    assert called.table.log == [
        f"scanner found: {A} at {LEFT}",
        f"scanner lost: {A} at {LEFT}: unplugged",
    ]


def test_with_nothing_to_scan_with_that_is_said(called: Called) -> None:
    assert called.no_scanner == ""  # nobody has looked yet
    called.take(ScannersCounted(0))
    assert called.no_scanner == "Plug in a scanner"
    called.take(ScannersCounted(1))  # a new scanner, or a keyboard: nobody can say
    assert called.no_scanner == ""
    called.take(ScannerFound(A, True), ScannersCounted(0), ScannerLost(A, "unplugged"))
    assert called.no_scanner == "Scanner unplugged"
    called.take(ScannerFound("/dev/ttyACM0", name="/dev/ttyACM0"))
    assert called.no_scanner == ""


def test_whoever_sits_at_a_desk_needs_no_scanner(called: Called) -> None:
    called.take(ScannersCounted(0), DeskOpened())
    assert called.no_scanner == ""


def test_without_evdev_that_comes_first(called: Called) -> None:
    called.take(ReaderMissing("keyboard-type scanners need evdev"))
    assert called.no_scanner == "evdev: okanjo doctor"
    called.take(ScannerFound("/dev/ttyACM0", name="/dev/ttyACM0"))
    assert called.no_scanner == ""
