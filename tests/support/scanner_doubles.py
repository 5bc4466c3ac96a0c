"""Keyboard-type scanners to plug in by hand; their packed events are read by evdev's own reader.

The keys' numbers come from evdev's tables, not from the keymap that is under test.
"""

import errno
import fcntl
import os
import socket
import struct
import termios
from collections.abc import Iterable
from pathlib import Path
from string import ascii_lowercase

from drivers.quick_imports import plain_evdev

try:
    evdev = plain_evdev()
except ImportError:
    import pytest  # late: the benches do not pay for it

    pytest.skip("keyboard-type scanners need evdev", allow_module_level=True)
ecodes = evdev.ecodes

MODEL, SOURCE, PLACE = "1a86:5723", "1a86:5723 Scanner", "usb-1/input0"
EVENT = struct.Struct("llHHi")  # struct input_event of this machine
KEYBOARD = [*range(1, 84), 86, 87, 88, *range(96, 112), 113, 114, 115, 117, 121, 125, 126]

NAMES = (
    "MINUS EQUAL LEFTBRACE RIGHTBRACE SEMICOLON APOSTROPHE GRAVE BACKSLASH COMMA DOT SLASH SPACE"
    " ENTER TAB"
)
KEY_OF = {
    **{
        character: ecodes.ecodes[f"KEY_{character.upper()}"]
        for character in "0123456789" + ascii_lowercase
    },
    **{
        character: ecodes.ecodes[f"KEY_{name}"]
        for character, name in zip("-=[];'`\\,./ \r\t", NAMES.split(), strict=True)
    },
}


def event(kind: int, code: int, value: int, moment: float = 0.0) -> bytes:
    """One event; a time of 0 is a clock that tells nothing."""
    return EVENT.pack(int(moment), int(moment % 1 * 1e6), kind, code, value)


def report(code: int, value: int, moment: float = 0.0) -> bytes:
    """What a keyboard sends for one key going down (1), up (0) or repeating (2)."""
    return (
        event(ecodes.EV_MSC, ecodes.MSC_SCAN, 458752 + code, moment)
        + event(ecodes.EV_KEY, code, value, moment)
        + event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0, moment)
    )


def keys(codes: Iterable[int], moment: float = 0.0, gap: float = 0.002) -> bytes:
    """Keys pressed and released one after the other, `gap` seconds from press to press."""
    stream = []
    for n, code in enumerate(codes):
        when = moment + n * gap if moment else 0.0
        stream += [report(code, 1, when), report(code, 0, when + gap / 2 if moment else 0.0)]
    return b"".join(stream)


def typed(text: str, moment: float = 0.0, gap: float = 0.002) -> bytes:
    return keys([KEY_OF[character] for character in text], moment, gap)


class PipedDevice(evdev.InputDevice):  # type: ignore[name-defined] # imported late
    """evdev's own device and C reader, on any descriptor; remembers whether it was grabbed."""

    def __init__(self, fd: int, plug: "Plug") -> None:
        self.fd = fd
        self.path = plug.path
        self.name, self.phys, self.uniq = plug.name, plug.phys, plug.uniq
        self.info = plug.info
        self._rawcapabilities = {ecodes.EV_KEY: plug.keys, ecodes.EV_MSC: [ecodes.MSC_SCAN]}
        self._plug = plug

    def read(self):
        self._plug.reads += 1
        if self._plug.fault:
            raise OSError(self._plug.fault, os.strerror(self._plug.fault))
        return super().read()

    def grab(self) -> None:
        if self._plug.busy:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self._plug.grabs += 1


class Plug:
    """One device on the bus, seen from its cable."""

    def __init__(self, path: str, vendor: int, product: int, name: str, phys: str) -> None:
        self.path, self.name, self.phys = path, name, phys
        self.info = evdev.DeviceInfo(3, vendor, product, 1)
        self.keys = list(KEYBOARD)
        self.uniq = ""
        self.grabs = self.opens = self.reads = self.fault = 0
        self.busy = self.forbidden = False
        self.cable, self.host = socket.socketpair()

    def send(self, stream: bytes) -> None:
        """Sent by 64 events, as the kernel hands them over: none is ever torn in two."""
        step = EVENT.size * 64
        for first in range(0, len(stream), step):
            self.cable.sendall(stream[first : first + step])

    def close(self) -> None:
        self.cable.close()
        self.host.close()

    def drained(self) -> bool:
        """Whether the host has taken everything sent so far."""
        return not any(fcntl.ioctl(self.host.fileno(), termios.FIONREAD, b"\0" * 4))


class Bus:
    """A folder of event nodes standing in for /dev/input."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.plugs: dict[str, Plug] = {}
        self._sold: list[Plug] = []

    def plug(
        self,
        node: str = "event0",
        vendor: int = 0x1A86,
        product: int = 0x5723,
        name: str = "Scanner",
        phys: str = PLACE,
        **settings: object,
    ) -> Plug:
        path = os.path.join(self.folder, node)
        plug = Plug(path, vendor, product, name, phys)
        for setting, value in settings.items():
            setattr(plug, setting, value)
        self._sold.append(plug)
        self.plugs[path] = plug
        open(path, "a").close()
        return plug

    def unplug(self, plug: Plug) -> None:
        os.unlink(plug.path)
        del self.plugs[plug.path]
        plug.close()
        self._sold.remove(plug)

    def close(self) -> None:
        for plug in self._sold:
            plug.close()

    def open(self, path: str) -> PipedDevice:
        if path not in self.plugs:
            raise OSError(errno.ENODEV, "No such device")
        plug = self.plugs[path]
        plug.opens += 1
        if plug.forbidden:
            raise PermissionError(errno.EACCES, "Permission denied")
        fd = os.dup(plug.host.fileno())
        os.set_blocking(fd, False)
        return PipedDevice(fd, plug)
