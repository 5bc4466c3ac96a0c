"""Follow what is missing at the table, as scanners, parts and supply report it; log it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from drivers.events import (
    GrabRefused,
    PartEvent,
    PartFound,
    PartLost,
    ReaderBack,
    ReaderFailed,
    ReaderMissing,
    ScannerEvent,
    ScannerFound,
    ScannerLost,
    SupplyChanged,
    device_of,
)
from firmware.common.facts.notices import Problem

logger = logging.getLogger(__name__)
POWER = "power"
NO_EVDEV = "evdev"  # the library without which there are no keyboard-type scanners
UNPLUGGED, NONE_YET = Problem("scanner-unplugged"), Problem("no-scanner")


class Health:
    """What is amiss just now; `learnt` saves a scanner's source.

    A scanner that went is missed until it is back or another stands in for it: any other, if it
    was found by itself; one of the same name, if the settings name it.
    """

    def __init__(self, learnt: Callable[[str], None]) -> None:
        self._learnt = learnt
        self._missing: dict[str, Problem] = {}  # by what is missing
        self._present: dict[str, str] = {}  # by device: what the settings call it
        self._lost: dict[str, str] = {}
        # keyboard-type devices plugged in, known or not; None: not counted yet
        self.scanners: int | None = None
        self.at_desk = False

    @property
    def problems(self) -> Iterator[Problem]:
        """All of them, the newest first, as that can still be helped."""
        return reversed(self._missing.values())

    @property
    def no_scanner(self) -> Problem | None:
        """Why nothing can be scanned; None while something can."""
        if self.scanners is None or self.scanners or self._present or self.at_desk:
            return None
        return self._missing.get(NO_EVDEV) or (UNPLUGGED if self._lost else NONE_YET)

    def lacks(self, part: str) -> bool:
        """Whether a part was found missing, and is still."""
        return part in self._missing

    def scanner_read(self, device: str) -> None:
        """Note that a scanner is there, as it has read something."""
        name = self._present.get(device, "")
        for lost, wanted in tuple(self._lost.items()):
            if lost == device or wanted in ("", name):
                del self._lost[lost]
                self._missing.pop(lost, None)

    def take(self, event: ScannerEvent | PartEvent | SupplyChanged) -> None:
        match event:
            case ScannerFound():
                self._present[device_of(event)] = event.name
                self.scanner_read(device_of(event))
                logger.info(f"scanner found: {device_of(event)}")
                if event.learnt:
                    self._learnt(event.source)
            case ScannerLost():
                self._present.pop(device_of(event), None)
                self._lost[device_of(event)] = event.name
                self._missing[device_of(event)] = UNPLUGGED
                logger.warning(f"scanner lost: {device_of(event)}: {event.reason}")
            case GrabRefused():
                logger.warning(f"scanner also types elsewhere: {device_of(event)}: {event.reason}")
            case ReaderMissing(reason, library):
                self.scanners = 0 if library == NO_EVDEV else self.scanners
                self._missing[library] = Problem("library-missing", library)
                logger.warning(reason)
            case ReaderFailed(reader, reason):
                self._missing[f"thread of {reader}"] = Problem("scanners-not-read")
                logger.error(f"{reader} lost: {reason}")
            case ReaderBack(reader):
                self._missing.pop(f"thread of {reader}", None)
                logger.info(f"{reader} found")
            case PartFound(part):
                self._missing.pop(part, None)
                logger.info(f"{part} found")
            case PartLost(part, trouble):
                self._missing[part] = Problem("part-missing", part)
                logger.warning(f"{part} lost: {trouble}")
            case SupplyChanged(low=True):
                self._missing[POWER] = Problem("undervoltage")
                logger.warning("undervoltage: the Pi's supply is too weak; run okanjo doctor")
            case SupplyChanged():
                self._missing.pop(POWER, None)
                logger.info("the Pi's supply is fine again")
