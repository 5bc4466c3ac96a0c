"""A display on a modelled chip, with a clock that stands still."""

import random

import pytest
from support.display_models import CHIPS, LIGHT, I2cBus

from drivers.display.burn_in import BurnInSettings
from drivers.display.bus import I2c
from drivers.display.oled import Oled, Picture
from drivers.events import PartEvent

EVERY_CHIP = pytest.mark.parametrize("driver", CHIPS)


class OledBench:
    """One display with everything round it, worked by hand: no thread, no waiting."""

    def __init__(self, driver="ssd1306", width=128, height=64, rotate=0, burn_in=BurnInSettings()):  # noqa: B008
        self.chip = CHIPS[driver](width, height)
        self.bus = I2cBus(self.chip)
        self.now, self.passes_s = 1000.0, 0.0  # and how much of it passes whenever it is asked
        self.events = list[PartEvent]()
        self.pages, self.number = bytes(width * height // 8), 0
        bus = I2c(open_bus=self.bus.open)
        self.oled = Oled(
            self.events.append, driver, bus, width, height, rotate, burn_in, clock=self.clock
        )

    def end(self):
        """What the thread does last."""
        self.oled._end()
        self.oled.close()

    def clock(self):
        self.now += self.passes_s
        return self.now

    def show(self, pages):
        """Bring a picture; gives when to turn again, and counts its bytes."""
        self.put(pages)
        return self.turn()

    def put(self, pages):
        """Hand a picture over; it is shown at the next turn."""
        self.pages, self.number = pages, self.number + 1
        self.oled.show(Picture(pages, self.number))

    def turn(self):
        before = self.bus.bytes
        due = self.oled.turn(self.clock())
        self.sent = self.bus.bytes - before
        return due

    def sees(self, x=0, y=0):
        """The glass as it is seen equals the picture, moved by so much."""
        return self.chip.glass() == rows(self.pages, self.chip.width, x, y)


def rows(pages, width, x=0, y=0):
    """Pages as rows of "#" and ".", pixel by pixel; moved to the right by x and down by y."""
    page = [pages[start : start + width] for start in range(0, len(pages), width)]
    upright = [each.translate(LIGHT[bit]).decode() for each in page for bit in range(8)]
    moved = upright[-y:] + upright[:-y] if y else upright
    return [row[-x:] + row[:-x] for row in moved]


def pictures(count, seed=0, size=1024):
    """Random pictures: whole ones, blank ones, and small changes to the one before."""
    rng = random.Random(seed)
    last = bytes(size)
    for _ in range(count):
        kind = rng.random()
        if kind < 0.1:
            last = rng.randbytes(size)
        elif kind < 0.2:
            last = bytes([rng.choice((0, 255))]) * size
        else:
            page = bytearray(last)
            for _ in range(rng.randint(1, 12)):
                start, length = rng.randrange(size), rng.randint(1, 30)
                page[start : start + length] = rng.randbytes(len(page[start : start + length]))
            last = bytes(page)
        yield last
