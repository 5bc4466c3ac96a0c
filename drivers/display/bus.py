"""The buses a display is wired to: luma's own I2C and SPI, opened late, and again after a loss.

Law: whatever goes wrong on a link is one of `link_errors()`; a library that is not there is an
ImportError. Nothing here retries.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from drivers.events import Trouble, Values, summary

if TYPE_CHECKING:
    from gpiozero import DigitalOutputDevice, Factory
    from smbus2 import i2c_msg

SPI_BUS, SPI_DEVICE = 0, 0
SPI_HZ = 8_000_000  # luma knows faster ones, too fast for a display on loose wires
NOP = 0xE3  # the command that does nothing, on every display of this family
SILENT = Trouble(
    "no answer from address {address} on I2C bus {port}",
    "check its four wires and its address",
    there=False,
)
ON_I2C = {
    errno.ENOENT: Trouble(
        "there is no I2C bus {port}", "switch I2C on with raspi-config", there=False
    ),
    errno.EACCES: Trouble("I2C bus {port}: no permission", "join the group i2c"),
    errno.EBUSY: Trouble(
        "the kernel holds address {address} on I2C bus {port}",
        "remove the display's overlay from config.txt",
    ),
    errno.ETIMEDOUT: Trouble("I2C bus {port} hangs", "check the wires SDA and SCL"),
}
FAILS = Trouble("SPI bus {bus} fails ({error})", "check the display's wires")
ON_SPI = {
    errno.ENOENT: Trouble(
        "there is no SPI bus {bus}", "switch SPI on with raspi-config", there=False
    ),
    errno.EACCES: Trouble("SPI bus {bus}: no permission", "join the group spi"),
    errno.ENODEV: Trouble(
        "pins {dc} and {reset}: {error}",
        "stop the program that uses them, or choose others in [display]",
    ),
}
_LONGEST = 4096  # bytes in one message; i2c-dev takes 8192, address and control byte apart


class SmBus(Protocol):
    """What is used of `smbus2.SMBus`."""

    def i2c_rdwr(self, *messages: i2c_msg) -> None: ...
    def write_i2c_block_data(
        self, address: int, register: int, values: Sequence[int], /
    ) -> None: ...
    def close(self) -> None: ...


class Link(Protocol):
    """An open connection: what luma's devices send to."""

    def command(self, *command: int) -> None: ...
    def data(self, pixels: Sequence[int]) -> None: ...
    def cleanup(self) -> None: ...

    def draw(self, position: Sequence[int], pixels: bytes) -> None:
        """Send three commands that say where, and pixels, at most a page of them."""


class I2c(NamedTuple):
    """A display on an I2C bus."""

    port: int = 1
    address: int = 0x3C
    open_bus: Callable[[int], SmBus] | None = None

    def open(self) -> Link:
        from smbus2 import SMBus

        return I2cLink((self.open_bus or SMBus)(self.port), self.address)

    def trouble(self, error: BaseException) -> Trouble:
        """What such an error means on this bus."""
        trouble = ON_I2C.get(error_number(error), SILENT)
        return trouble._replace(values={"port": self.port, "address": f"0x{self.address:02X}"})


class I2cLink:
    """luma's commands, and data in one message: a bus passed in gets 32 bytes at a time of luma.

    Messages are filled anew each time: to make one takes several times as long, since ctypes
    makes a type for every length.
    """

    def __init__(self, bus: SmBus, address: int) -> None:
        from ctypes import create_string_buffer

        from luma.core.interface.serial import i2c
        from smbus2 import i2c_msg

        self._bus = bus
        self._where = create_string_buffer(4)
        self._room = create_string_buffer(1 + _LONGEST)
        self._position = i2c_msg(addr=address, flags=0, len=4, buf=self._where)
        self._message = i2c_msg(addr=address, flags=0, len=0, buf=self._room)
        self._kept = i2c_msg * 1, i2c_msg * 2  # what smbus2 sends: held, so that it is made once
        self.command = i2c(bus=bus, address=address).command

    def data(self, pixels: Sequence[int]) -> None:
        for start in range(0, len(pixels), _LONGEST):
            self._fill(bytes(pixels[start : start + _LONGEST]))
            self._bus.i2c_rdwr(self._message)

    def draw(self, position: Sequence[int], pixels: bytes) -> None:
        self._where.raw = bytes((0, *position))
        self._fill(pixels)
        self._bus.i2c_rdwr(self._position, self._message)

    def _fill(self, pixels: bytes) -> None:
        self._room.raw = b"\x40" + pixels
        self._message.len = 1 + len(pixels)

    def cleanup(self) -> None:
        self._bus.close()


class Spi(NamedTuple):
    """A display on SPI, with its D/C and RES wires on two pins (BCM numbers)."""

    dc: int = 24
    reset: int = 25
    open_spi: Callable[[], object] | None = None
    pin_factory: Factory | None = None

    def open(self) -> Link:
        return SpiLink(self)

    def trouble(self, error: BaseException) -> Trouble:
        trouble = ON_SPI.get(error_number(error), FAILS)
        values: Values = {
            "bus": SPI_BUS,
            "dc": self.dc,
            "reset": self.reset,
            "error": summary(error),
        }
        return trouble._replace(values=values)


Bus = I2c | Spi


class SpiLink:
    """luma's SPI interface; opening it resets the display."""

    def __init__(self, bus: Spi) -> None:
        from luma.core.interface.serial import spi

        if bus.open_spi is None:
            from spidev import SpiDev
        self._pins = Pins(bus.pin_factory)
        try:
            self._serial = spi(
                spi=(bus.open_spi or SpiDev)(),
                gpio=self._pins,
                port=SPI_BUS,
                device=SPI_DEVICE,
                bus_speed_hz=SPI_HZ,
                gpio_DC=bus.dc,
                gpio_RST=bus.reset,
            )
        except BaseException:
            self._pins.cleanup()
            raise
        self.command = self._serial.command

    def data(self, pixels: Sequence[int]) -> None:
        self._serial.data(list(pixels))

    def draw(self, position: Sequence[int], pixels: bytes) -> None:
        self.command(*position)
        self.data(pixels)

    def cleanup(self) -> None:
        with suppress(OSError):
            self._serial.cleanup()
        self._pins.cleanup()


class Pins:
    """gpiozero's pins in the shape of RPi.GPIO, which is what luma's SPI asks for."""

    OUT, LOW, HIGH = 0, 0, 1

    def __init__(self, factory: Factory | None = None) -> None:
        from gpiozero import DigitalOutputDevice

        self._open = DigitalOutputDevice
        self._factory = factory
        self._pins: dict[int, DigitalOutputDevice] = {}

    def setup(self, pin: int, _mode: int) -> None:
        try:
            self._pins[pin] = self._open(pin, pin_factory=self._factory)
        except Exception as error:  # each pin library has errors of its own
            raise OSError(errno.ENODEV, str(error)) from error

    def output(self, pin: int, level: int) -> None:
        try:
            self._pins[pin].value = level
        except Exception as error:
            raise OSError(errno.ENODEV, str(error)) from error

    def cleanup(self, _pins: Sequence[int] = ()) -> None:
        for pin in self._pins.values():
            with suppress(Exception):
                pin.close()
        self._pins.clear()


def error_number(error: BaseException) -> int:
    """The errno of an error; luma's own errors carry theirs in their context."""
    cause = error if isinstance(error, OSError) else error.__context__
    return (cause.errno or 0) if isinstance(cause, OSError) else 0


def measured_hz(bus: I2c, clock: Callable[[], float] = time.perf_counter) -> float:
    """Measure bits a second on an I2C bus; raises the link's errors where no display answers.

    The clock asked for is not always the clock there is: it follows the core's on older Pis.
    """

    def seconds(link: Link, count: int) -> float:
        began = clock()
        link.command(*[NOP] * count)
        return clock() - began

    link = bus.open()
    try:
        # What the kernel and Python take is in both; the quickest was disturbed the least.
        short, long = (min(seconds(link, count) for _ in range(5)) for count in (1, 31))
    finally:
        link.cleanup()
    return (31 - 1) * 9 / max(long - short, 1e-9)


def link_errors() -> tuple[type[Exception], ...]:
    """Every error that means that the link is gone: luma wraps some, and some it does not."""
    from luma.core.error import Error

    return (OSError, Error, SystemError)  # spidev raises the last for a short write
