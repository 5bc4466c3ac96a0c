"""The displays besides the shipped SSD1306, and SPI: by their data sheets."""

from drivers.simulated.display import ARGUMENTS, WINDOWS, PagedChip, Ssd1306, WindowedChip


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
