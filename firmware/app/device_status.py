"""Facts from scanners and parts in, on their way to the app; how they all are out, as one object.

What only the running program knows, for `okanjo doctor`, which asks over the control socket.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from drivers.events import (
    GrabRefused,
    PartFound,
    PartLost,
    ReaderBack,
    ReaderFailed,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
)
from engine.notation import printable

RECENT = 16  # readings of a scanner that its time a digit is the mean of
MOST = 32  # scanners; a hostile machine may plug in names without end

Object = dict[str, Any]


def _told(fact: PartFound | PartLost) -> Object:
    if isinstance(fact, PartFound):
        return {"found": True}
    reason, do, there = fact.trouble
    return {
        "found": False,
        "reason": printable(reason, 200),
        "do": printable(do, 200),
        "there": there,
    }


class Condition:
    """Stands in front of the app's inbox: every fact goes through, and the last are remembered."""

    def __init__(
        self, inbox: Callable[[Any], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._inbox, self._clock = inbox, clock
        self._lock = threading.Lock()  # facts come from every part's own thread
        self._parts: dict[str, Object] = {}
        self._scanners: dict[str, Object] = {}
        self._readings: dict[str, deque[Reading]] = {}
        self._late_ms: dict[str, deque[float]] = {}
        self._reader = ""
        self._broken: dict[str, str] = {}  # readers, and why

    def put(self, fact: Any) -> None:
        """Take a fact and pass it on; who gave it is not held up."""
        self._inbox(fact)
        with self._lock:
            if isinstance(fact, PartFound | PartLost):
                self._parts[fact.part] = _told(fact)
            elif isinstance(fact, ReaderMissing) and fact.library == "evdev":
                self._reader = printable(fact.reason, 200)
            elif isinstance(fact, ReaderFailed):
                self._broken[fact.reader] = printable(fact.reason, 200)
            elif isinstance(fact, ReaderBack):
                self._broken.pop(fact.reader, None)
            elif isinstance(fact, ScannerFound):
                self._scanner(fact).update(found=True, reason="", grab_refused="")
            elif isinstance(fact, ScannerLost):
                self._scanner(fact).update(found=False, reason=printable(fact.reason))
            elif isinstance(fact, GrabRefused):
                self._scanner(fact)["grab_refused"] = printable(fact.reason)
            elif isinstance(fact, Reading):
                self._read(fact)

    def told(self) -> Object:
        """All of it, as it is now."""
        with self._lock:
            return {
                "parts": {part: dict(fact) for part, fact in self._parts.items()},
                "scanners": [self._told(device) for device in self._scanners],
                "reader_missing": self._reader,
                "readers_broken": dict(self._broken),
            }

    def _scanner(self, fact: ScannerFound | ScannerLost | GrabRefused | Reading) -> Object:
        device = fact.device
        if device not in self._scanners:
            while len(self._scanners) >= MOST:
                gone = next(iter(self._scanners))
                for kept in (self._scanners, self._readings, self._late_ms):
                    kept.pop(gone, None)
            self._scanners[device] = {
                "source": printable(fact.source, 120),
                "place": printable(fact.place, 160),
                "found": True,
                "reason": "",
                "grab_refused": "",
                "lane": 0,
                "codes": 0,
            }
            self._readings[device] = deque(maxlen=RECENT)
            self._late_ms[device] = deque(maxlen=RECENT)
        return self._scanners[device]

    def _read(self, reading: Reading) -> None:
        scanner = self._scanner(reading)
        scanner["codes"] += 1
        scanner["lane"] = reading.lane
        self._readings[reading.device].append(reading)
        self._late_ms[reading.device].append(1000 * (self._clock() - reading.at))

    def _told(self, device: str) -> Object:
        """`late_ms` is what passes from the last character to the end of the code, at best."""
        readings, late_ms = self._readings[device], self._late_ms[device]
        mean = sum(one.ms_per_digit for one in readings) / len(readings) if readings else None
        return {
            **self._scanners[device],
            "ms_per_digit": None if mean is None else round(mean, 2),
            "late_ms": round(min(late_ms), 1) if late_ms else None,
        }


def why_not(missing: str, port: int) -> str:
    """Why there is no page, by what is missing."""
    return {
        "library": "microdot is not installed",
        "port": f"port {port} and the next ten are taken, or not allowed",
        "socket": "the service was given no port",
    }[missing]
