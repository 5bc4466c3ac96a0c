"""Codes in, a keyboard-type scanner's key events out, as the kernel would hand them over.

A file in a folder stands for its node, so that plugging in and out is seen as in /dev/input.
"""

import errno
import os
import struct
from collections.abc import Iterable
from typing import NamedTuple

from drivers.scanner.keymap import character

VENDOR, PRODUCT = 0x0000, 0x0001
USB = f"{VENDOR:04x}:{PRODUCT:04x}"
NAME = "Simulated scanner"
EVENT = struct.Struct("llHHi")  # struct input_event
_SYN, _KEY = 0, 1
_SHIFT = 42
_ENTER = "\r"

_KEYS = {character(code, frozenset()): code for code in (28, *range(2, 54), 57)}
_SHIFTED = {character(code, frozenset({_SHIFT})): code for code in (*range(2, 54), 57)}


class Event(NamedTuple):
    """What evdev gives for one."""

    sec: int
    usec: int
    type: int
    code: int
    value: int


class Info(NamedTuple):
    vendor: int
    product: int


def keystrokes(text: str) -> bytes:
    """The events of typing this, each key down and up. ValueError for what no key types."""
    stream = []
    for one in text:
        if one in _KEYS:
            strokes = [(_KEYS[one], 1), (_KEYS[one], 0)]
        elif one in _SHIFTED:
            strokes = [(_SHIFT, 1), (_SHIFTED[one], 1), (_SHIFTED[one], 0), (_SHIFT, 0)]
        else:
            raise ValueError(f"no key types {one!r}")
        for code, value in strokes:
            # no time of its own: whoever reads it takes the time of reading
            stream += [EVENT.pack(0, 0, _KEY, code, value), EVENT.pack(0, 0, _SYN, 0, 0)]
    return b"".join(stream)


class _Device:
    """What is used of evdev.InputDevice."""

    name, phys, uniq = NAME, "simulated/input0", ""
    info = Info(VENDOR, PRODUCT)

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self._rest = b""

    def read(self) -> Iterable[Event]:
        held = self._rest + os.read(self.fd, 64 * EVENT.size)
        whole = len(held) // EVENT.size * EVENT.size
        self._rest = held[whole:]
        return [Event(*one) for one in EVENT.iter_unpack(held[:whole])]

    def grab(self) -> None:
        pass

    def capabilities(self, *, absinfo: bool) -> dict[int, list[int]]:
        del absinfo
        return {_KEY: [*range(1, 84)]}

    def close(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


class SimulatedScanner:
    """A scanner in a folder of nodes; plugged in by `plug`."""

    def __init__(self, folder: str) -> None:
        self._node = os.path.join(folder, "event0")
        self._host = self._cable = -1  # the two ends of a pipe

    @property
    def plugged(self) -> bool:
        return self._cable >= 0

    def plug(self) -> None:
        if not self.plugged:
            self._host, self._cable = os.pipe()
            with open(self._node, "w", encoding="ascii"):
                pass

    def unplug(self) -> None:
        """Pulled out, in the middle of a code or not."""
        if self.plugged:
            os.unlink(self._node)
            os.close(self._cable)
            os.close(self._host)
            self._host = self._cable = -1

    def open(self, path: str) -> _Device:
        """What stands at the node, as evdev would open it."""
        if path != self._node or not self.plugged:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        fd = os.dup(self._host)
        os.set_blocking(fd, False)
        return _Device(fd)

    def read(self, text: str, ending: str = _ENTER) -> None:
        """A label is held under it; without an ending the code is still on its way."""
        if self.plugged:
            os.write(self._cable, keystrokes(text + ending))
