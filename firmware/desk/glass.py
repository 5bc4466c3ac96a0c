"""The display's picture for a terminal: a picture's bytes in, rows of half blocks or of braille
out. Pure.

A byte is eight pixels of a column, the top one lowest, so a character is a piece of a byte.
"""

from functools import lru_cache

from firmware.screen.raster import Picture

_BLOCKS = " ▀▄█"
# For each two rows of a page, the half block of every byte there is.
_HALVES = [[_BLOCKS[byte >> shift & 3] for byte in range(256)] for shift in (0, 2, 4, 6)]
_LEFT, _RIGHT = (  # the dots of a braille character, downwards, by half a byte
    [sum(dot for bit, dot in enumerate(dots) if half >> bit & 1) for half in range(16)]
    for dots in ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
)


@lru_cache(maxsize=1)  # a key typed redraws the line, not the picture
def half_blocks(picture: Picture) -> list[str]:
    """A character for each pixel and the one below."""
    return ["".join([half[byte] for byte in page]) for page in _pages(picture) for half in _HALVES]


@lru_cache(maxsize=1)
def braille(picture: Picture) -> list[str]:
    """A character for 2x4 pixels."""
    return [
        "".join(
            chr(0x2800 + _LEFT[left >> shift & 15] + _RIGHT[right >> shift & 15])
            for left, right in zip(page[::2], page[1::2], strict=False)
        )
        for page in _pages(picture)
        for shift in (0, 4)
    ]


def _pages(picture: Picture) -> list[bytes]:
    width, pages = picture.width, picture.pages
    return [pages[start : start + width] for start in range(0, len(pages), width or 1)]
