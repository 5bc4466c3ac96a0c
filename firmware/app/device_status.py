"""How scanners and parts are, as one JSON object, for `okanjo doctor`.

Only the running program knows; the doctor asks it over the local socket.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, assert_never

from drivers.events import (
    GrabRefused,
    PartEvent,
    PartFound,
    PartialDropped,
    PartLost,
    ReaderBack,
    ReaderFailed,
    ReaderMissing,
    Reading,
    ScannerEvent,
    ScannerFound,
    ScannerLost,
)
from engine.notation import printable

RECENT = 16  # readings of a scanner that its time a digit is the mean of
MOST = 32  # scanners; a hostile machine may plug in names without end

Object = dict[str, Any]


def _part(event: PartEvent) -> Object:
    if isinstance(event, PartFound):
        return {"found": True}
    reason, do, there = event.trouble
    return {
        "found": False,
        "reason": printable(reason, 200),
        "do": printable(do, 200),
        "there": there,
    }


class DeviceStatus:
    """Remembers the last event of each device. Filled by one thread, read by any."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._parts: dict[str, Object] = {}
        self._scanners: dict[str, Object] = {}
        self._readings: dict[str, deque[Reading]] = {}
        self._late_ms: dict[str, deque[float]] = {}
        self._reader = ""
        self._broken: dict[str, str] = {}  # readers, and why

    def take(self, event: ScannerEvent | PartEvent) -> None:
        with self._lock:
            match event:
                case PartFound() | PartLost():
                    self._parts[event.part] = _part(event)
                case Reading():
                    self._read(event)
                case ScannerFound():
                    self._scanner(event).update(found=True, reason="", grab_refused="")
                case ScannerLost():
                    self._scanner(event).update(found=False, reason=printable(event.reason))
                case GrabRefused():
                    self._scanner(event)["grab_refused"] = printable(event.reason)
                case ReaderMissing(reason, library):
                    self._reader = printable(reason, 200) if library == "evdev" else self._reader
                case ReaderFailed(reader, reason):
                    self._broken[reader] = printable(reason, 200)
                case ReaderBack(reader):
                    self._broken.pop(reader, None)
                case PartialDropped():
                    pass
                case _:
                    assert_never(event)

    def describe(self) -> Object:
        """All of it, as it is now."""
        with self._lock:
            return {
                "parts": {part: dict(one) for part, one in self._parts.items()},
                "scanners": [self._describe(device) for device in self._scanners],
                "reader_missing": self._reader,
                "readers_broken": dict(self._broken),
            }

    def _scanner(self, event: ScannerFound | ScannerLost | GrabRefused | Reading) -> Object:
        device = event.device
        if device not in self._scanners:
            while len(self._scanners) >= MOST:
                gone = next(iter(self._scanners))
                for table in (self._scanners, self._readings, self._late_ms):
                    table.pop(gone, None)
            self._scanners[device] = {
                "source": printable(event.source, 120),
                "place": printable(event.place, 160),
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

    def _describe(self, device: str) -> Object:
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
        "library": "starlette and uvicorn are not installed",
        "port": f"port {port} and the next ten are taken, or not allowed",
        "socket": "the service was given no port",
    }[missing]
