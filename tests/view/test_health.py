"""What scanners tell of themselves in, what the displays say is missing out."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.table_app import AppTable

from drivers.events import (
    ReaderBack,
    ReaderFailed,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
)
from firmware.common.facts.notices import Problem
from firmware.core.app.messages import DeskOpened, Message, ScannersCounted

A, B, PORT = "1a86:5723 A", "0c2e:0b61 B", "/dev/ttyACM0"
LEFT, RIGHT = "usb-1.1/input0", "usb-1.2/input0"
RED, BLUE, NAMED = f"1a86:5723/{LEFT}", f"1a86:5723/{RIGHT}", "1a86:5723"
UNPLUGGED, NONE_YET = Problem("scanner-unplugged"), Problem("no-scanner")
BUG = "a bug in Okanjo: KeyError()"


def reading(source: str, place: str) -> Reading:
    return Reading("000000", source, 0, 1.0, 3.0, place)


@pytest.mark.parametrize(
    ("events", "missed"),
    [
        # another takes over, once it is found, or, if it was there all along, once it reads
        ([ScannerFound(A, True), ScannerLost(A, "unplugged")], [UNPLUGGED]),
        ([ScannerFound(A, True), ScannerLost(A, "unplugged"), ScannerFound(B, True)], []),
        ([ScannerLost(B, "unplugged", LEFT), reading(B, LEFT)], []),
        ([ScannerFound(A, place=RIGHT), ScannerLost(A, "unplugged", LEFT)], [UNPLUGGED]),
        (
            [ScannerFound(A, place=RIGHT), ScannerLost(A, "unplugged", LEFT), reading(A, RIGHT)],
            [],
        ),
        # one of two of a model, each of which has a player: nobody can stand in
        (
            [
                ScannerFound(A, False, RIGHT, BLUE),
                ScannerLost(A, "unplugged", LEFT, RED),
                reading(A, RIGHT),
                ScannerFound(B),
            ],
            [UNPLUGGED],
        ),
        ([ScannerLost(A, "unplugged", LEFT, RED), ScannerFound(A, False, LEFT, RED)], []),
        # one that the settings name may be plugged in elsewhere, unless by its place
        ([ScannerLost(A, "unplugged", LEFT, NAMED), ScannerFound(A, False, RIGHT, NAMED)], []),
        # a serial port is missed whoever else reads
        ([ScannerLost(PORT, "not there", name=PORT), ScannerFound(A)], [UNPLUGGED]),
        ([ScannerLost(PORT, "not there", name=PORT), ScannerFound(PORT, name=PORT)], []),
        # a thread that broke off is no scanner that was unplugged
        ([ReaderFailed("keyboard-type scanners", BUG)], [Problem("scanners-not-read")]),
        (
            [
                ScannerFound(PORT, name=PORT),
                ReaderFailed(PORT, BUG),
                ScannerLost(PORT, "not there", name=PORT),
                ReaderBack(PORT),
            ],
            [UNPLUGGED],
        ),
        # a library may be installed and yet not load: the doctor knows more
        (
            [ReaderMissing("need evdev: undefined symbol"), ReaderMissing("x", "pyserial")],
            [Problem("library-missing", "evdev"), Problem("library-missing", "pyserial")],
        ),
    ],
)
def test_what_is_missing(table: AppTable, events: list[Message], missed: list[Problem]) -> None:
    for event in events:
        table.app.take(event)
    assert [*reversed(table.shown.device.problems)] == missed


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([], None),  # nobody has looked yet
        ([ScannersCounted(0)], NONE_YET),
        ([ScannersCounted(1)], None),  # a new scanner, or a keyboard: nobody can say
        ([ScannerFound(A, True), ScannersCounted(0), ScannerLost(A, "unplugged")], UNPLUGGED),
        ([ScannersCounted(0), ScannerFound(PORT, name=PORT)], None),
        ([ScannersCounted(0), DeskOpened()], None),  # whoever sits at a desk needs no scanner
        ([ReaderMissing("keyboard-type scanners need evdev")], Problem("library-missing", "evdev")),
    ],
)
def test_with_nothing_to_scan_with_that_is_said(
    table: AppTable, events: list[Message], why: Problem | None
) -> None:
    for event in events:
        table.app.take(event)
    assert table.shown.device.no_scanner == why


def test_only_a_scanner_found_by_itself_is_learnt(tmp_path: Path) -> None:
    learnt: list[str] = []
    table = AppTable(tmp_path, learnt=learnt.append)
    for event in (ScannerFound(A, True), ScannerFound(B, True), ScannerFound("another")):
        table.app.take(event)
    assert learnt == [A, B]
    table.unplugged()


def test_what_is_told_of_a_twin_says_which(table: AppTable) -> None:
    table.app.take(ScannerFound(A, place=LEFT))
    table.app.take(ScannerLost(A, "unplugged", LEFT))
    assert table.log == [
        f"scanner found: {A} at {LEFT}",
        f"scanner lost: {A} at {LEFT}: unplugged",
    ]
