"""Displays on their buses, by their data sheets: what is sent to them, what their glass shows.

A chip that has just been given power holds noise and is dark. A command that was cut short waits
for the rest of its arguments: whether a new start condition ends it on a real chip is not known
here, so the worse is taken.
"""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smbus2 import i2c_msg

ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
WINDOWS = {0x20: 1, 0x21: 2, 0x22: 2, 0x2E: 0}

# For each bit of a byte: what is seen of it.
LIGHT = [bytes(b".#"[byte >> bit & 1] for byte in range(256)) for bit in range(8)]


class PagedChip:
    """What SSD1306 and its relatives have in common: RAM, written page by page."""

    columns = 128
    arguments = ARGUMENTS

    def __init__(self, width: int = 128, height: int = 64, seed: int = 0) -> None:
        self.width, self.height = width, height
        self.left = 2 if self.columns == 132 else 0  # where the glass is glued to
        self._noise = random.Random(seed)
        self.power()

    def power(self) -> None:
        """Lose power and get it back: all is as the data sheets say it is after a reset."""
        self.ram = [bytearray(self._noise.randbytes(self.columns)) for _ in range(8)]
        self.lit, self.contrast, self.start = False, 0x7F, 0
        # Directions, all pixels on, inverse, multiplex, offset: by the first of their commands.
        self.registers = {0xA0: 0xA0, 0xC0: 0xC0, 0xA4: 0xA4, 0xA6: 0xA6, 0xA8: 63, 0xD3: 0}
        self.page = self.column = 0
        self._waiting: list[int] = []

    @property
    def powered(self) -> bool:
        return True

    def command(self, byte: int) -> None:
        """Take a byte; obey the command that it completes."""
        self._waiting.append(byte)
        first = self._waiting[0]
        if len(self._waiting) > self.arguments.get(first, 0):
            arguments, self._waiting = self._waiting[1:], []
            self.obey(first, *arguments)

    def obey(self, first: int, *arguments: int) -> None:
        if first <= 0x0F:
            self.column = self.column & 0xF0 | first
        elif first <= 0x1F:
            self.column = self.column & 0x0F | (first & 0x0F) << 4
        elif 0x40 <= first <= 0x7F:
            self.start = first & 0x3F
        elif 0xB0 <= first <= 0xB7:
            self.page = first & 7
        elif first in (0xAE, 0xAF):
            self.lit = first == 0xAF
        elif first == 0x81:
            self.contrast = arguments[0]
        elif first in (0xA8, 0xD3):
            self.registers[first] = arguments[0] & 0x3F
        elif 0xA0 <= first <= 0xA7:
            self.registers[first & 0xFE] = first
        elif first in (0xC0, 0xC8):
            self.registers[0xC0] = first

    def data(self, pixels: bytes) -> None:
        for column, byte in enumerate(pixels, self.column):
            self.ram[self.page][column % self.columns] = byte
        self.column = (self.column + len(pixels)) % self.columns

    def glass(self) -> list[str]:
        """Rows of "#" and ".", as they are seen; ValueError if it is set up wrongly."""
        if not (self.lit and self.powered):
            return ["." * self.width] * self.height
        right = {0xA0: 0xA1, 0xC0: 0xC8, 0xA4: 0xA4, 0xA6: 0xA6, 0xA8: self.height - 1, 0xD3: 0}
        if self.registers != right:
            raise ValueError(f"set up wrongly: {self.registers}")
        rows = []
        for row in range(self.height):
            page, bit = divmod((row + self.start) % 64, 8)
            cells = self.ram[page][self.left : self.left + self.width]
            rows.append(cells.translate(LIGHT[bit]).decode())
        return rows


class WindowedChip(PagedChip):
    """A chip that fills a window by rows or by columns, too (SSD1306, SSD1309)."""

    def power(self) -> None:
        super().power()
        self.mode, self.window = 2, [0, 127, 0, 7]

    def obey(self, first: int, *arguments: int) -> None:
        if first == 0x20:
            self.mode = arguments[0] & 3
        elif first == 0x21:
            self.window[:2], self.column = arguments, arguments[0]
        elif first == 0x22:
            self.window[2:], self.page = arguments, arguments[0]
        elif self.mode != 2 and (first <= 0x1F or 0xB0 <= first <= 0xB7):
            pass  # in a window these are not obeyed
        elif first not in WINDOWS:
            super().obey(first, *arguments)

    def data(self, pixels: bytes) -> None:
        if self.mode == 2:
            super().data(pixels)
            return
        left, right, top, bottom = self.window
        for byte in pixels:
            self.ram[self.page][self.column] = byte
            across, down = self.column == right, self.page == bottom
            if self.mode == 0 or down:
                self.column = left if across else self.column + 1
            if self.mode == 1 or across:
                self.page = top if down else self.page + 1


class Ssd1306(WindowedChip):
    """With a charge pump, without which such a module stays dark."""

    arguments = ARGUMENTS | WINDOWS | {0x8D: 1}

    def power(self) -> None:
        super().power()
        self._pump = False

    @property
    def powered(self) -> bool:
        return self._pump

    def obey(self, first: int, *arguments: int) -> None:
        if first == 0x8D:
            self._pump = bool(arguments[0] & 4)
        else:
            super().obey(first, *arguments)


class Ssd1309(WindowedChip):
    """Its power comes from outside."""

    arguments = ARGUMENTS | WINDOWS | {0xFD: 1, 0xDC: 1}

    def obey(self, first, *arguments):
        if first not in (0xFD, 0xDC):
            super().obey(first, *arguments)


class Sh1106(PagedChip):
    """132 columns, the middle 128 of them on the glass; pages only."""

    columns = 132
    arguments = ARGUMENTS | {0xAD: 1}


CHIPS = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}


class I2cBus:
    """A bus with one display on it, in the shape of smbus2's; it can fail at any byte.

    `bytes` counts what was on the wire, addresses and control bytes too. `fails` is how many
    bytes from now an error comes, `gone` an errno that every call gets, `refuses` one that opening
    it gets; `slow` is called before each message, `changed` after it.
    """

    def __init__(self, chip: PagedChip, address: int = 0x3C) -> None:
        self.chip, self.address = chip, address
        self.bytes = self.messages = self.opened = self.closed = 0
        self.fails: int | None = None
        self.gone = self.refuses = 0
        self.slow: Callable[[], object] = lambda: None
        self.changed: Callable[[], None] = lambda: None

    def open(self, port: int) -> "I2cBus":
        if self.refuses:
            raise OSError(self.refuses, "refused", f"/dev/i2c-{port}")
        self.opened += 1
        return self

    def close(self) -> None:
        self.closed += 1

    def write_i2c_block_data(self, address: int, register: int, values: Sequence[int], /) -> None:
        if len(values) > 32:
            raise ValueError("SMBus takes 32 bytes at most")
        self._transfer(address, bytes([register, *values]))

    def i2c_rdwr(self, *messages: "i2c_msg") -> None:
        for message in messages:
            self._transfer(message.addr, bytes(message))

    def _transfer(self, address: int, content: bytes) -> None:
        self.slow()
        self.messages += 1
        if self.gone:
            raise OSError(self.gone, "gone")
        if address != self.address:
            raise OSError(121, "nobody there")
        arrives = len(content) + 1  # the address first
        if self.fails is not None:
            arrives = min(arrives, self.fails)
            self.fails -= arrives
        self.bytes += arrives
        arrived = content[: max(0, arrives - 1)]
        if arrived[:1] == b"\x40":
            self.chip.data(arrived[1:])
        else:
            for byte in arrived[1:]:
                self.chip.command(byte)
        if arrives <= len(content):
            self.fails = None
            raise OSError(121, "no acknowledgement")
        self.changed()


class SpiDev:
    """A display on SPI in the shape of spidev's; `level` tells how its D/C pin stands."""

    def __init__(self, chip, level):
        self.chip, self._level = chip, level
        self.fails, self.is_open = False, False

    def open(self, port, device):
        self.is_open = True

    def close(self):
        self.is_open = False

    def writebytes(self, values):
        assert self.is_open
        assert len(values) <= 4096
        if self.fails:
            raise OSError(5, "transfer failed")
        if self._level():
            self.chip.data(bytes(values))
        else:
            for byte in values:
                self.chip.command(byte)
