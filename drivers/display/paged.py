"""SSD1306, SSD1309 and SH1106, sent as few bytes as possible: changed columns of changed pages.

A copy of the chip's RAM says what has changed; page addressing is what all of them have.

Law: `step` sends about a page at a time, so that the newest picture is never far behind; when it
returns False, the display shows the frame, unless an error came since `forget`.
"""

from collections.abc import Iterator

from drivers.display.bus import NOP, Link
from drivers.display.via_luma import Frame, make_device

# Columns between two changes that are sent along, rather than begun anew: that takes 7 bytes more
# on I2C, and on either bus calls into the kernel. Fewest bytes alone would be 7.
GAP = 16
_SAME = bytes(GAP + 1)
PAGED = ("ssd1306", "ssd1309", "ssd1315", "sh1106")

_NOPS = (NOP,) * 6  # six, since the longest command that may have been cut short takes them
_BY_PAGES = (0x20, 0x02)
_ON, _OFF, _CONTRAST = 0xAF, 0xAE, 0x81
_UPSIDE_DOWN = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _changes(was: bytearray, now: bytes, page: int, known: int) -> Iterator[tuple[int, int]]:
    """Find the bytes to send, as (first, end), none across the end of a page of that many bytes.
    From `known` on all of them are sent.
    """
    differing = (int.from_bytes(was) ^ int.from_bytes(now)).to_bytes(len(now))
    for start in range(0, len(now), page):
        if start >= known:
            yield start, start + page
            continue
        for run in differing[start : start + page].rstrip(b"\0").split(_SAME):
            begun = run.lstrip(b"\0")
            if begun:
                yield start + len(run) - len(begun), start + len(run.rstrip(b"\0"))
            start += len(run) + len(_SAME)


class PagedOled:
    """A display with a byte for eight pixels of a column, rotated by 0 or 180 degrees."""

    def __init__(self, driver: str, width: int, height: int, rotate: int) -> None:
        _, deferred = make_device(driver, width=width, height=height)
        # Saying the set-up again must not be seen: off, on and contrast are left to us.
        commands = [sent for _, sent in deferred.written if sent[0] not in (_ON, _CONTRAST)]
        self._set_up = [each[1:] if each[0] == _OFF else each for each in commands]
        if driver != "sh1106":
            self._set_up.append(_BY_PAGES)
        # Where the glass lies over the RAM: an SH1106 has two columns more at each side.
        self._column = 2 if driver == "sh1106" else 0
        self._width = width
        self._size = width * height // 8
        self._around = rotate == 2
        self.forget()

    def forget(self) -> None:
        """The display may have lost all it was told: tell it everything again."""
        self._is_set_up = False
        self._shown = bytearray(self._size)
        self._known = 0  # bytes from the beginning that it surely shows
        self._drawn: bytes | None = None  # the picture being sent
        self._drawn_x = 0
        self._ram = b""  # that picture as it lies in the RAM
        self._changes: Iterator[tuple[int, int]] = iter(())  # what is still to be sent of it
        self._start: int | None = None
        self._contrast: int | None = None
        self._lit: bool | None = None

    def step(self, link: Link, frame: Frame) -> bool:
        """Send the next thing that is missing; False if nothing is."""
        if frame.contrast is None:
            return self._put_out(link)
        if not self._is_set_up:
            link.command(*_NOPS)
            for command in self._set_up:
                link.command(*command)
            self._is_set_up = True
            return True
        return (
            self._adjust(link, frame, frame.contrast)
            or self._draw(link, frame)
            or self._light(link)
        )

    def _put_out(self, link: Link) -> bool:
        if self._lit is False:
            return False
        link.command(*_NOPS[:2], _OFF)
        self.forget()  # it may be long until it is lit again
        self._lit = False
        return True

    def _draw(self, link: Link, frame: Frame) -> bool:
        if frame.pages is not self._drawn or frame.x != self._drawn_x:
            self._drawn, self._drawn_x = frame.pages, frame.x
            self._ram = self._arranged(frame)
            self._changes = _changes(self._shown, self._ram, self._width, self._known)
        sent = 0
        for first, end in self._changes:
            page, column = divmod(first, self._width)
            column += self._column
            pixels = self._ram[first:end]
            link.draw((0xB0 | page, column & 0x0F, 0x10 | column >> 4), pixels)
            self._shown[first:end] = pixels
            if end > self._known:
                self._known = end
            sent += end - first
            if sent >= self._width:
                break
        return sent > 0

    def _arranged(self, frame: Frame) -> bytes:
        """The pages as they lie in the RAM; what moves out at one side comes in at the other."""
        width, x = self._width, frame.x
        if not x and not self._around:
            return frame.pages
        pages = [frame.pages[start : start + width] for start in range(0, len(frame.pages), width)]
        pages = [page[-x:] + page[:-x] for page in pages]
        if self._around:
            pages = [page.translate(_UPSIDE_DOWN)[::-1] for page in reversed(pages)]
        return b"".join(pages)

    def _adjust(self, link: Link, frame: Frame, contrast: int) -> bool:
        # Up and down by the start line: moved in the RAM, texts would straddle two pages each.
        start = (frame.y if self._around else -frame.y) % 64
        if start != self._start:
            link.command(0x40 | start)
            self._start = start
        elif contrast != self._contrast:
            link.command(_CONTRAST, contrast)
            self._contrast = contrast
        else:
            return False
        return True

    def _light(self, link: Link) -> bool:
        if self._lit:
            return False
        link.command(_ON)
        self._lit = True
        return True
