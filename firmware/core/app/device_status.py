"""Describe scanners and parts as one JSON object, for `okanjo doctor`.

Only the running program knows; the doctor asks it over the local socket.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NotRequired, TypedDict, assert_never

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
    Values,
    device_of,
)
from engine.message import Message, gettext
from engine.notation import printable

RECENT = 16  # readings of a scanner that its time a digit is the mean of


class PartStatus(TypedDict):
    """A part, as the running program knows it. `reason` and `do` are texts to translate, with
    placeholders for `values`.
    """

    found: bool
    reason: NotRequired[str]
    do: NotRequired[str]
    there: NotRequired[bool]
    values: NotRequired[Values]


class ScannerStatus(TypedDict):
    """A scanner, as the running program knows it.

    `late_ms` is what passes from the last character to the end of the code, at best.
    """

    source: str
    place: str
    found: bool
    reason: str
    grab_refused: str
    codes: int
    ms_per_digit: float | None
    late_ms: float | None


class Devices(TypedDict, total=False):
    """All scanners and parts."""

    parts: dict[str, PartStatus]
    scanners: list[ScannerStatus]
    reader_missing: str


class Status(Devices, total=False):
    """What the running program tells of itself (ipc_routes.py)."""

    okanjo: str
    pid: int
    uptime_s: int
    state_folder: str
    saved: bool
    trouble: str
    notices: list[str]
    held: list[str]
    page: list[str]
    page_missing: str
    backup_trouble: str


class DeviceStatus:
    """Remembers the last event of each device. Filled by one thread, read by any."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._parts: dict[str, PartStatus] = {}
        self._scanners: dict[str, ScannerStatus] = {}
        self._timings: dict[str, deque[tuple[float, float]]] = {}  # ms a digit, ms until its end
        self._reader = ""

    def take(self, event: ScannerEvent | PartEvent) -> None:
        with self._lock:
            match event:
                case Reading():
                    self._read(event)
                case PartFound(part):
                    self._parts[part] = {"found": True}
                case PartLost(part, trouble):
                    self._parts[part] = {
                        "found": False,
                        "reason": trouble.found,
                        "do": trouble.do,
                        "there": trouble.there,
                        "values": _shown(trouble.values),
                    }
                case ScannerFound():
                    scanner = self._scanner(event)
                    scanner["found"], scanner["reason"], scanner["grab_refused"] = True, "", ""
                case ScannerLost():
                    scanner = self._scanner(event)
                    scanner["found"], scanner["reason"] = False, printable(event.reason)
                case GrabRefused():
                    self._scanner(event)["grab_refused"] = printable(event.reason)
                case ReaderMissing(reason, library):
                    self._reader = printable(reason, 200) if library == "evdev" else self._reader
                case ReaderFailed() | ReaderBack() | PartialDropped():  # told at the table
                    pass
                case _:
                    assert_never(event)

    def describe(self) -> Devices:
        """All of it, as it is now."""
        with self._lock:
            return {
                "parts": dict(self._parts),
                "scanners": [self._describe(device) for device in self._scanners],
                "reader_missing": self._reader,
            }

    def _scanner(self, event: ScannerFound | ScannerLost | GrabRefused | Reading) -> ScannerStatus:
        device = device_of(event)
        if device not in self._scanners:
            self._timings[device] = deque(maxlen=RECENT)
            self._scanners[device] = {
                "source": printable(event.source, 120),
                "place": printable(event.place, 160),
                "found": True,
                "reason": "",
                "grab_refused": "",
                "codes": 0,
                "ms_per_digit": None,
                "late_ms": None,
            }
        return self._scanners[device]

    def _read(self, reading: Reading) -> None:
        self._scanner(reading)["codes"] += 1
        late_ms = 1000 * (self._clock() - reading.moment)
        self._timings[device_of(reading)].append((reading.ms_per_digit, late_ms))

    def _describe(self, device: str) -> ScannerStatus:
        scanner, timings = self._scanners[device].copy(), self._timings[device]
        if timings:
            scanner["ms_per_digit"] = round(sum(ms for ms, _ in timings) / len(timings), 2)
            scanner["late_ms"] = round(min(late for _, late in timings), 1)
        return scanner


def _shown(values: Values) -> Values:
    return {
        name: value if isinstance(value, int) else printable(value, 200)
        for name, value in values.items()
    }


def why_not(missing: str, port: int) -> Message:
    """Explain why there is no page, by what is missing."""
    if missing == "socket":
        return gettext("the service was given no port")
    return gettext("port {port} and the next ten are taken, or not allowed", port=port)
