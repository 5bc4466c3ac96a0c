"""One scan in, a line on how fast it was out: `okanjo doctor --scan`.

The program that runs holds the scanners: then it is asked. Else they are opened here for a while.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from drivers.events import ScannerSink
from drivers.scanner.hid import FASTER_THAN_HANDS_MS, HidScanners
from drivers.scanner.serial import SerialScanner
from firmware.app.device_status import DeviceStatus
from firmware.app.scanners import build_hid, build_serial
from firmware.doctor.machine import MISSING, Case, Line
from firmware.doctor.scanners import BAUD, POLLING, of_twins, scanners_of, timing, who
from firmware.ipc.client import ask
from firmware.ipc.socket_path import folders

WAIT_S = 15.0
ASK_EVERY_S = 0.5
LOOK_EVERY_S = 0.05
SILENT = (
    "does it light up and read? is it plugged in? a label of ours is needed, and one that takes"
    f" {FASTER_THAN_HANDS_MS} ms a digit or more has to be named in [[scanner]]"
)


def scan(case: Case, wait_s: float = WAIT_S) -> Iterator[Line]:
    """Wait for one scan, and say how fast it was."""
    ends = time.monotonic() + wait_s
    fact = _asked(case, ends) if case.told is not None else _heard(case, ends)
    if fact is None:
        yield Line("scan", MISSING, f"no scan came within {wait_s:g} s", SILENT)
        return
    source = str(fact["source"])
    quicker = BAUD if source.startswith("/dev/") else POLLING
    line = timing(source, fact["ms_per_digit"], fact["late_ms"], quicker)._replace(part="scan")
    yield of_twins(line, case, *who(fact))


def _asked(case: Case, ends: float) -> Mapping[str, Any] | None:
    """The scanner of which the running program has one reading more than before."""
    before = {who(one): one["codes"] for one in scanners_of(case.told or {})}
    while time.monotonic() < ends:
        time.sleep(ASK_EVERY_S)
        places = folders(case.state_folder, case.machine.environment)
        told = ask(places, "doctor", case.state_folder)[0] or {}
        for one in scanners_of(told):
            if one["codes"] > before.get(who(one), 0):
                return one
    return None


def _heard(case: Case, ends: float) -> Mapping[str, Any] | None:
    """The scanner that the first reading comes from."""
    status = DeviceStatus(case.machine.seams.clock)
    scanners = _scanners(case, status.take)
    for one in scanners:
        one.start()
    try:
        while time.monotonic() < ends:
            time.sleep(LOOK_EVERY_S)
            for told in scanners_of(status.describe()):
                if told["codes"]:
                    return told
        return None
    finally:
        for one in scanners:
            one.stop()
        _forget_typed()


def _scanners(case: Case, sink: ScannerSink) -> list[HidScanners | SerialScanner]:
    from engine.catalogue import codebook_of, games_of
    from engine.refusals import Refused

    book = codebook_of(games_of(case.settings.card_table))

    def is_ours(text: str) -> bool:
        return not isinstance(book.read(text), Refused)

    hid = build_hid(case.settings, is_ours, sink, case.machine.seams)
    return [hid, *build_serial(case.settings, sink)]


def _forget_typed() -> None:
    """A scanner that is not grabbed yet has typed its code into this terminal: away with it."""
    import termios

    with suppress(termios.error, OSError, ValueError):
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
