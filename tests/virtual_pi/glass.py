"""Collect every picture on the display from what the board sends, and recognise them."""

import base64
import json
from functools import lru_cache

from support.oled_table import rows

from drivers.display.burn_in import RING


class Glass:
    """The newest that was told, and all pictures so far: whether it was lit, and its pixels.

    `times` has when each of them came, by the machine's own clock, in seconds since its start.
    """

    def __init__(self):
        self.newest, self.pictures, self.times = None, [], []

    def take(self, words):
        self.newest = json.loads(words)
        pixels = base64.b64decode(self.newest["glass"])
        self.times.append(self.newest["at"])
        self.pictures.append((self.newest["lit"], pixels))

    def came_at(self, pages):
        """When the picture that these pages make was first there."""
        came = zip(self.pictures, self.times, strict=False)  # others may be about to come
        return next(moment for shown, moment in came if is_picture(shown, pages))

    @property
    def last(self):
        """The number of the newest picture."""
        return max(0, len(self.pictures) - 1)


def is_picture(shown, pages):
    """Whether this is the picture that these pages make, wherever it has swum to."""
    lit, pixels = shown
    return lit and any(pixels == packed(pages, x, y) for x, y in RING)


@lru_cache(5000)
def packed(pages, x, y):
    """Pages as the board tells a glass: row by row, a bit a pixel."""
    bits = "".join(rows(pages, 128, x, y)).translate({ord("."): "0", ord("#"): "1"})
    return int(bits, 2).to_bytes(len(bits) // 8, "big")
