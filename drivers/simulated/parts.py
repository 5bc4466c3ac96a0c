"""What drivers send in; what a display, a strip and pins would then show out: doubles of the parts.

They have the shapes of smbus2, spidev and gpiozero, remember what came, and fail when told to.
For trying without hardware; the tests have stricter models of the chips.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any, SupportsBytes

_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0x8D: 1, 0x20: 1}
_COMMANDS, _PIXELS = 0x00, 0x40


def _nothing() -> None:
    pass


class SimulatedDisplay:
    """An I2C bus with an SSD1306 on it. `fault` is the errno that every call gets, 0 for none.

    `changed` is called, from whatever thread sends, after each message. `bytes` counts what was
    on the wire, addresses included.
    """

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self.width, self.height = width, height
        self.fault = self.bytes = 0
        self.changed: Callable[[], None] = _nothing
        self._power()

    def unplug(self, fault: int) -> None:
        """From now on nobody answers; a display without power is dark and forgets everything."""
        self.fault = fault
        self._power()
        self.changed()

    def plug(self) -> None:
        self.fault = 0

    def open(self, _port: int) -> "SimulatedDisplay":
        return self

    def close(self) -> None:
        pass

    def write_i2c_block_data(self, _address: int, register: int, values: Sequence[int]) -> None:
        self._take(register, values)

    def i2c_rdwr(self, message: SupportsBytes) -> None:
        sent = bytes(message)
        self._take(sent[0], sent[1:])

    def pages(self) -> bytes:
        """What is seen, a byte for eight pixels of a column; dark while it is off."""
        if not self.lit:
            return bytes(self.width * self.height // 8)
        if not self._start:
            return bytes(self._ram)
        columns = [self._column_seen(x) for x in range(self.width)]
        return bytes(column[page] for page in range(self.height // 8) for column in columns)

    def _column_seen(self, x: int) -> bytes:
        """A column from top to bottom, begun at the start line."""
        bits = int.from_bytes(self._ram[x :: self.width], "little")
        turned = bits >> self._start | bits << self.height - self._start
        return (turned & (1 << self.height) - 1).to_bytes(self.height // 8, "little")

    def _power(self) -> None:
        self._ram = bytearray(self.width * self.height // 8)
        self.lit = False
        self._start = self._page = self._column = 0

    def _take(self, register: int, values: Sequence[int]) -> None:
        if self.fault:
            raise OSError(self.fault, os.strerror(self.fault))
        self.bytes += 2 + len(values)
        if register == _PIXELS:
            first = self._page * self.width + self._column
            self._ram[first : first + len(values)] = bytes(values)
        elif register == _COMMANDS:
            self._obey(list(values))
        self.changed()

    def _obey(self, commands: list[int]) -> None:
        while commands:
            first = commands.pop(0)
            del commands[: _ARGUMENTS.get(first, 0)]
            if first <= 0x0F:
                self._column = self._column & 0xF0 | first
            elif first <= 0x1F:
                self._column = self._column & 0x0F | (first & 0x0F) << 4
            elif first in (0xAE, 0xAF):
                self.lit = first == 0xAF
            elif 0x40 <= first <= 0x7F:
                self._start = first & 0x3F
            elif 0xB0 <= first <= 0xB7:
                self._page = first & 7


class SimulatedStrip:
    """An APA102 strip on SPI. Without power it is dark, and writing to it fails with `fault`."""

    def __init__(self) -> None:
        self.max_speed_hz, self.mode = 0, 0
        self.fault = self.bytes = self.frames = 0
        self.changed: Callable[[], None] = _nothing
        self._shown = b""

    def unplug(self, fault: int) -> None:
        self.fault = fault
        self._shown = b""
        self.changed()

    def plug(self) -> None:
        self.fault = 0

    def open(self, _bus: int, _device: int) -> "SimulatedStrip":
        return self

    def close(self) -> None:
        pass

    def writebytes2(self, sent: bytes, /) -> None:
        if self.fault:
            raise OSError(self.fault, os.strerror(self.fault))
        self.bytes += len(sent)
        self.frames += 1
        self._shown = bytes(sent)
        self.changed()

    def is_lit(self, led: int) -> bool:
        """Whether any light comes from this LED."""
        return any(self._shown[5 + 4 * led : 8 + 4 * led])


def simulated_pins() -> Any:
    """A factory of gpiozero's own mock pins, with PWM; ImportError where gpiozero is missing."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return MockFactory(pin_class=MockPWMPin)
