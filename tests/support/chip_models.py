"""In: what goes over a display's wires, command by command. Out: what its RAM and glass then hold.

By the command tables of SSD1306, SSD1309 and SH1106. A chip that has just been given power holds
noise and is dark. A command that was cut short waits for the rest of its arguments: whether a new
start condition ends it on a real chip is not known here, so the worse is taken.
"""

import random

_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_ALONE = {0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3}
_SOLOMON = {
    0x20: 1,
    0x21: 2,
    0x22: 2,
    0x26: 6,
    0x27: 6,
    0x29: 5,
    0x2A: 5,
    0x2E: 0,
    0x2F: 0,
    0xA3: 2,
}

# For each bit of a byte: what a viewer sees of it.
LIGHT = [bytes(b".#"[byte >> bit & 1] for byte in range(256)) for bit in range(8)]


class Chip:
    """What SSD1306, SSD1309 and SH1106 have in common; rows are counted as the glass is seen."""

    columns = 128
    arguments = _ARGUMENTS

    def __init__(self, width=128, height=64, seed=0):
        self.width, self.height = width, height
        # Which columns a glass is glued to is its maker's choice; luma knows of these.
        self.left = 2 if self.columns == 132 else {64: 32}.get(width, 0)
        self._noise = random.Random(seed)
        self.unknown = set()
        self.power()

    def power(self):
        """Lost and come back: everything is as the data sheets say it is after a reset."""
        self.ram = [bytearray(self._noise.randbytes(self.columns)) for _ in range(8)]
        self.lit, self.contrast, self.start, self.offset = False, 0x7F, 0, 0
        self.upright, self.multiplex, self.all_on, self.inverse = [False, False], 63, False, False
        self.page = self.column = 0
        self._waiting = []

    def command(self, byte):
        self._waiting.append(byte)
        first = self._waiting[0]
        if len(self._waiting) > self.arguments.get(first, 0):
            arguments, self._waiting = self._waiting[1:], []
            self.obey(first, *arguments)

    def obey(self, first, *arguments):
        if first <= 0x0F:
            self.column = self.column & 0xF0 | first
        elif first <= 0x1F:
            self.column = self.column & 0x0F | (first & 0x0F) << 4
        elif 0x40 <= first <= 0x7F:
            self.start = first & 0x3F
        elif 0xB0 <= first <= 0xB7:
            self.page = first & 7
        elif first in (0xA0, 0xA1):
            self.upright[0] = first == 0xA1
        elif first in (0xC0, 0xC8):
            self.upright[1] = first == 0xC8
        elif first in (0xAE, 0xAF):
            self.lit = first == 0xAF
        elif first == 0x81:
            self.contrast = arguments[0]
        elif first == 0xA8:
            self.multiplex = arguments[0] & 0x3F
        elif first == 0xD3:
            self.offset = arguments[0] & 0x3F
        elif first in (0xA4, 0xA5):
            self.all_on = first == 0xA5
        elif first in (0xA6, 0xA7):
            self.inverse = first == 0xA7
        elif first not in _ALONE and first not in _ARGUMENTS:
            self.unknown.add(first)

    def data(self, byte):
        self.ram[self.page][self.column % self.columns] = byte
        self.column = (self.column + 1) % self.columns

    @property
    def powered(self):
        return True

    def glass(self):
        """Rows of "#" and ".", as they are seen: nothing at all while it is not lit."""
        if not (self.lit and self.powered):
            return ["." * self.width] * self.height
        assert self.upright == [True, True]
        assert (self.all_on, self.inverse, self.offset) == (False, False, 0)
        assert self.multiplex == self.height - 1
        rows = []
        for row in range(self.height):
            page, bit = divmod((row + self.start) % 64, 8)
            cells = self.ram[page][self.left : self.left + self.width]
            rows.append(cells.translate(LIGHT[bit]).decode())
        return rows


class Ssd1309(Chip):
    """Its power comes from outside. It fills a window by rows, by columns or a page at a time."""

    arguments = _ARGUMENTS | _SOLOMON | {0xFD: 1, 0xDC: 1}

    def power(self):
        super().power()
        self.mode, self.window = 2, [0, 127, 0, 7]

    def obey(self, first, *arguments):
        if first == 0x20:
            self.mode = arguments[0] & 3
        elif first in (0x21, 0x22):
            at = 2 * (first - 0x21)
            self.window[at : at + 2] = arguments
            if first == 0x21:
                self.column = arguments[0]
            else:
                self.page = arguments[0]
        elif first <= 0x1F or 0xB0 <= first <= 0xB7:
            if self.mode == 2:  # by windows these are not obeyed
                super().obey(first, *arguments)
        elif first not in _SOLOMON and first not in (0xFD, 0xDC):
            super().obey(first, *arguments)

    def data(self, byte):
        if self.mode == 2:
            super().data(byte)
            return
        left, right, top, bottom = self.window
        self.ram[self.page][self.column] = byte
        across, down = (self.column == right, self.page == bottom)
        if self.mode == 0 or down:
            self.column = left if across else self.column + 1
        if self.mode == 1 or across:
            self.page = top if down else self.page + 1


class Ssd1306(Ssd1309):
    """The same with a charge pump, without which such a module stays dark."""

    arguments = _ARGUMENTS | _SOLOMON | {0x8D: 1}

    def power(self):
        super().power()
        self.pump = False

    @property
    def powered(self):
        return self.pump

    def obey(self, first, *arguments):
        if first == 0x8D:
            self.pump = bool(arguments[0] & 4)
        else:
            super().obey(first, *arguments)


class Sh1106(Chip):
    """132 columns, the middle 128 of them on the glass; pages only."""

    columns = 132
    arguments = _ARGUMENTS | {0xAD: 1}


CHIPS = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}
