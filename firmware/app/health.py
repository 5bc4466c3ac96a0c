"""What scanners and parts tell of themselves -> what is missing, in words, and the log."""

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
    SupplyChanged,
)
from firmware.app.messages import ByHand, PluggedIn

logger = logging.getLogger(__name__)
POWER = "power"
NO_EVDEV = "evdev"  # the library without which there are no keyboard-type scanners
UNPLUGGED = "Scanner unplugged"
NONE_YET = "Plug in a scanner"


class Health:
    """`missing` is shown on every display that is left; `learnt` keeps a scanner's source.

    A scanner that went is missed until it is back or another stands in for it: any other, if it
    was found by itself; one of the same name, if the settings name it.
    """

    def __init__(self, missing: dict[str, str], learnt: Callable[[str], None]) -> None:
        self._missing, self._learnt = missing, learnt
        self._there: dict[str, str] = {}  # by device: what the settings call it
        self._lost: dict[str, str] = {}
        self._plugged: int | None = None  # keyboard-type ones, known or not; None: not counted yet
        self._by_hand = False

    @property
    def no_scanner(self) -> str:
        """What whoever would scan has to know first: that there is nothing to scan with."""
        if self._plugged is None or self._plugged or self._there or self._by_hand:
            return ""
        return self._missing.get(NO_EVDEV) or (UNPLUGGED if self._lost else NONE_YET)

    def heard(self, device: str) -> None:
        """A scanner has read something."""
        name = self._there.get(device, "")
        for lost, wanted in tuple(self._lost.items()):
            if lost == device or wanted in ("", name):
                del self._lost[lost]
                self._missing.pop(lost, None)

    def take(self, fact: object) -> bool:
        """Whether the fact was one of these."""
        match fact:
            case ScannerFound():
                self._there[fact.device] = fact.name
                self.heard(fact.device)
                logger.info(f"scanner found: {fact.device}")
                if fact.learnt:
                    self._learnt(fact.source)
            case ScannerLost():
                self._there.pop(fact.device, None)
                self._lost[fact.device] = fact.name
                self._missing[fact.device] = UNPLUGGED
                logger.warning(f"scanner lost: {fact.device}: {fact.reason}")
            case GrabRefused():
                logger.warning(f"scanner not grabbed: {fact.device}: {fact.reason}")
            case PluggedIn(number):
                self._plugged = number
            case ByHand():
                self._by_hand = True
            case _:
                return self._take_else(fact)
        return True

    def _take_else(self, fact: object) -> bool:
        """What reads the scanners, the parts, the supply."""
        match fact:
            case ReaderMissing(reason, library):
                self._plugged = 0 if library == NO_EVDEV else self._plugged
                self._missing[library] = f"{library.removeprefix('py')}: okanjo doctor"
                logger.warning(reason)
            case ReaderFailed(reader, reason):
                self._missing[_thread(reader)] = "Scanners not read"
                logger.error(f"{reader} lost: {reason}")
            case ReaderBack(reader):
                self._missing.pop(_thread(reader), None)
                logger.info(f"{reader} found")
            case PartFound(part):
                self._missing.pop(part, None)
                logger.info(f"{part} found")
            case PartLost(part, trouble):
                self._missing[part] = f"{part.capitalize()} missing"
                logger.warning(f"{part} lost: {trouble.found}: {trouble.do}")
            case SupplyChanged(True):
                self._missing[POWER] = "Undervoltage"
                logger.warning("undervoltage: the Pi gets less than it needs; okanjo doctor")
            case SupplyChanged(False):
                self._missing.pop(POWER, None)
                logger.info("the Pi's supply is right again")
            case _:
                return False
        return True


def _thread(reader: str) -> str:
    """Not the serial port itself, which may be missed at the same time."""
    return f"thread of {reader}"
