"""Describe scanners and parts as one JSON object, for `okanjo doctor`.

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

Object = dict[str, Any]


class DeviceStatus:
    """Remembers the last event of each device. Filled by one thread, read by any."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._parts: dict[str, Object] = {}
        self._scanners: dict[str, Object] = {}
        self._timings: dict[str, deque[tuple[float, float]]] = {}  # ms a digit, ms until its end
        self._reader = ""
        self._broken: dict[str, str] = {}  # readers, and why

    def take(self, event: ScannerEvent | PartEvent) -> None:
        with self._lock:
            match event:
                case PartFound(part):
                    self._parts[part] = {"found": True}
                case PartLost(part, trouble):
                    texts = {
                        "reason": printable(trouble.found, 200),
                        "do": printable(trouble.do, 200),
                    }
                    self._parts[part] = {"found": False, **texts, "there": trouble.there}
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
                "parts": dict(self._parts),
                "scanners": [self._describe(device) for device in self._scanners],
                "reader_missing": self._reader,
                "readers_broken": dict(self._broken),
            }

    def _scanner(self, event: ScannerFound | ScannerLost | GrabRefused | Reading) -> Object:
        blank = {
            "source": printable(event.source, 120),
            "place": printable(event.place, 160),
            "found": True,
            "reason": "",
            "grab_refused": "",
            "codes": 0,
        }
        return self._scanners.setdefault(event.device, blank)

    def _read(self, reading: Reading) -> None:
        self._scanner(reading)["codes"] += 1
        timings = self._timings.setdefault(reading.device, deque(maxlen=RECENT))
        timings.append((reading.ms_per_digit, 1000 * (self._clock() - reading.at)))

    def _describe(self, device: str) -> Object:
        """`late_ms` is what passes from the last character to the end of the code, at best."""
        timings = self._timings.get(device)
        mean = sum(ms for ms, _ in timings) / len(timings) if timings else None
        return {
            **self._scanners[device],
            "ms_per_digit": None if mean is None else round(mean, 2),
            "late_ms": round(min(late for _, late in timings), 1) if timings else None,
        }


def why_not(missing: str, port: int) -> str:
    """Explain why there is no page, by what is missing."""
    return {
        "library": "starlette and uvicorn are not installed",
        "port": f"port {port} and the next ten are taken, or not allowed",
        "socket": "the service was given no port",
    }[missing]
