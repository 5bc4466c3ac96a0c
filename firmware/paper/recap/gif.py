"""An animated GIF, written a frame at a time: of each only what has changed since the one before.

Pillow would keep all frames until the end. Here there are two at a time, of palette indexes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from PIL import Image, ImageChops

SAME = 0  # the index of a pixel that stays as it was
COLOURS = 256
BITS = 8


def animated(
    size: tuple[int, int], palette: bytes, frames: Iterable[tuple[Image.Image, int]]
) -> bytes:
    """The file, which begins anew at its end. Frames are "L" images of indexes into the palette,
    256 times red, green, blue, and how long each stays, in hundredths of a second.

    As in "Graphics Interchange Format, Version 89a".
    """
    head = b"GIF89a" + struct.pack("<HHBBB", *size, 0b1111_0111, 0, 0) + palette
    forever = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"".join((head, forever, *_blocks(frames), b"\x3b"))


def _blocks(frames: Iterable[tuple[Image.Image, int]]) -> Iterator[bytes]:
    before: Image.Image | None = None
    for image, stays in frames:
        changed, box = image, (0, 0, *image.size)
        if before is not None:
            difference = ImageChops.difference(image, before)
            box = difference.getbbox() or (0, 0, 1, 1)
            is_new = difference.crop(box).point([0] + [255] * 255)
            same = Image.new("L", is_new.size, SAME)
            changed = Image.composite(image.crop(box), same, is_new)
        before = image
        yield struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b0000_0101, stays, SAME, 0)
        left, top, right, bottom = box
        yield struct.pack("<BHHHHBB", 0x2C, left, top, right - left, bottom - top, 0, BITS)
        yield _ended(changed.tobytes("gif", ("L", BITS, 0)))


def _ended(data: bytes) -> bytes:
    """Blocks of data with the empty one that ends them, which not every Pillow has written."""
    place = 0
    while place < len(data) and data[place]:
        place += data[place] + 1
    return data[:place] + b"\0"
