"""What is missing at the table, by what scanners, parts and supply report; and the log of it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from drivers.events import (
    GrabRefused,
    PartFound,
    PartLost,
    ReaderBack,
    ReaderFailed,
    ReaderMissing,
    ScannerFound,
    ScannerLost,
)

logger = logging.getLogger(__name__)
POWER = "power"
NO_EVDEV = "evdev"  # the library without which there are no keyboard-type scanners
UNPLUGGED = "Scanner unplugged"
NONE_YET = "Plug in a scanner"

ScannerHealth = ScannerFound | ScannerLost | GrabRefused
ReaderHealth = ReaderMissing | ReaderFailed | ReaderBack


class Health:
    """`missing` is shown on every display that is left; `learnt` saves a scanner's source.

    A scanner that went is missed until it is back or another stands in for it: any other, if it
    was found by itself; one of the same name, if the settings name it.
    """

    def __init__(self, missing: dict[str, str], learnt: Callable[[str], None]) -> None:
        self._missing, self._learnt = missing, learnt
        self._present: dict[str, str] = {}  # by device: what the settings call it
        self._lost: dict[str, str] = {}
        # keyboard-type devices plugged in, known or not; None: not counted yet
        self.scanners: int | None = None
        self.at_desk = False

    @property
    def no_scanner(self) -> str:
        """What to tell people who would scan: that there is nothing to scan with."""
        if self.scanners is None or self.scanners or self._present or self.at_desk:
            return ""
        return self._missing.get(NO_EVDEV) or (UNPLUGGED if self._lost else NONE_YET)

    def scanner_read(self, device: str) -> None:
        """A scanner has read something: it is not missing."""
        name = self._present.get(device, "")
        for lost, wanted in tuple(self._lost.items()):
            if lost == device or wanted in ("", name):
                del self._lost[lost]
                self._missing.pop(lost, None)

    def scanner(self, event: ScannerHealth) -> None:
        match event:
            case ScannerFound():
                self._present[event.device] = event.name
                self.scanner_read(event.device)
                logger.info(f"scanner found: {event.device}")
                if event.learnt:
                    self._learnt(event.source)
            case ScannerLost():
                self._present.pop(event.device, None)
                self._lost[event.device] = event.name
                self._missing[event.device] = UNPLUGGED
                logger.warning(f"scanner lost: {event.device}: {event.reason}")
            case GrabRefused():
                logger.warning(f"scanner not grabbed: {event.device}: {event.reason}")

    def reader(self, event: ReaderHealth) -> None:
        match event:
            case ReaderMissing(reason, library):
                self.scanners = 0 if library == NO_EVDEV else self.scanners
                self._missing[library] = f"{library.removeprefix('py')}: okanjo doctor"
                logger.warning(reason)
            case ReaderFailed(reader, reason):
                self._missing[_thread(reader)] = "Scanners not read"
                logger.error(f"{reader} lost: {reason}")
            case ReaderBack(reader):
                self._missing.pop(_thread(reader), None)
                logger.info(f"{reader} found")

    def part(self, event: PartFound | PartLost) -> None:
        match event:
            case PartFound(part):
                self._missing.pop(part, None)
                logger.info(f"{part} found")
            case PartLost(part, trouble):
                self._missing[part] = f"{part.capitalize()} missing"
                logger.warning(f"{part} lost: {trouble.found}: {trouble.do}")

    def supply(self, low: bool) -> None:
        if low:
            self._missing[POWER] = "Undervoltage"
            logger.warning("undervoltage: the Pi gets less than it needs; okanjo doctor")
        else:
            self._missing.pop(POWER, None)
            logger.info("the Pi's supply is right again")


def _thread(reader: str) -> str:
    """A reader's key among what is missing; its serial port may be missing at the same time."""
    return f"thread of {reader}"
