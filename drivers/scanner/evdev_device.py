"""One input device, opened by evdev: its events with their times, and how it is called."""

import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Protocol

from drivers.events import Lane, PartialDropped, Reading, ScannerFound
from drivers.quick_imports import plain_evdev
from drivers.scanner.code_collector import Code
from drivers.scanner.keystrokes import Keystrokes
from drivers.threads import Clock

_EVIOCSCLOCKID = 0x400445A0  # linux/input.h: stamp events by this clock
_SYN, _KEY = 0, 1  # linux/input-event-codes.h
_RECENT = 10.0  # seconds; an older stamp, or one from the future, is on another clock


class Device(Protocol):
    """What is used of evdev.InputDevice (1.6 to 2.x); its asyncio half loses events."""

    fd: int
    name: str
    phys: str
    uniq: str
    info: Any  # evdev.DeviceInfo: its vendor and product

    def read(self) -> Iterable[Any]: ...  # evdev.InputEvent
    def grab(self) -> None: ...
    def capabilities(self, *, absinfo: bool) -> dict[int, list[int]]: ...
    def close(self) -> None: ...


def open_evdev(path: str) -> Device:
    """Open an input device for reading, its events stamped by the monotonic clock."""
    import fcntl
    import struct

    device: Device = plain_evdev().InputDevice(path)
    with suppress(OSError):
        fcntl.ioctl(device.fd, _EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
    return device


def source_of(model: str, name: str) -> str:
    """Describe a device by "vendor:product" and its name; a hostile one's may be any text."""
    return f"{model} {_safe(name[:64])}".rstrip()


def place_of(phys: str, uniq: str) -> str:
    """Describe where a device is plugged in, with its own number if it has one: on Bluetooth all
    have the adapter's place.
    """
    return _safe(f"{phys[:64]} {uniq[:64]}".strip())


def _safe(text: str) -> str:
    return "".join(character if " " <= character <= "~" else "?" for character in text)


def names_of(model: str, phys: str, uniq: str) -> tuple[str, ...]:
    """List what the settings may call a device, the most exact name last."""
    return (model, *(f"{model}/{name.lower()}" for name in (phys, uniq) if name))


class Keyboard:
    """One open device, and the code that it has begun to type."""

    def __init__(self, path: str, device: Device) -> None:
        self.path = path
        self.device = device
        self.fd = device.fd
        self.model = f"{device.info.vendor:04x}:{device.info.product:04x}"
        self.source = source_of(self.model, device.name)
        self.place = place_of(device.phys, device.uniq)
        self.lane: Lane = 0
        self.name = ""  # by which the settings gave it its lane
        self.known = self.grabbed = self.refusal_reported = False
        self.grab_due: float | None = None
        self.keys = Keystrokes()

    @property
    def due(self) -> float | None:
        dues = [due for due in (self.keys.collector.due, self.grab_due) if due is not None]
        return min(dues, default=None)

    def events(self, clock: Clock) -> Iterable[tuple[int, int, int, float]]:
        """Read the events that the kernel holds, with monotonic times; OSError if it is gone."""
        events = list(self.device.read())
        if not events:
            raise OSError("unplugged")  # end of file, which no device of the kernel has
        now = clock()
        for event in events:
            if event.type == _KEY:
                stamp = event.sec + event.usec / 1e6
                # The kernel's stamp is right even if this thread was late; ours is the next best.
                typed_at = stamp if 0 <= now - stamp < _RECENT else now
                yield _KEY, event.code, event.value, typed_at
            elif event.type == _SYN and (event.code or self.keys.out_of_step):
                yield _SYN, event.code, event.value, now  # a mere report ends each key's events

    # --- what is reported of it -----------------------------------------------

    def found(self, *, learnt: bool = False) -> ScannerFound:
        return ScannerFound(self.source, learnt, self.place, self.name)

    def dropped(self, why: str) -> PartialDropped:
        return PartialDropped(self.source, why, self.place, self.lane)

    def read(self, code: Code) -> Reading:
        timed = code.moment, code.ms_per_digit
        return Reading(code.text, self.source, self.lane, *timed, self.place)
