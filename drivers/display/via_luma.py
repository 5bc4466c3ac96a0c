"""Displays that luma draws itself: grey, coloured, or turned by a quarter; and luma's set-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from drivers.display.bus import Link
from drivers.quick_imports import luma_devices

if TYPE_CHECKING:
    from PIL.Image import Image

# Sizes as luma has them, for a settings file to be checked without loading luma.
SIZES = {
    "ssd1306": (128, 64),
    "ssd1309": (128, 64),
    "sh1106": (128, 64),
    "ssd1315": (128, 64),
    "ssd1305": (128, 32),
    "ssd1316": (128, 32),
    "ch1115": (128, 64),
    "sh1107": (64, 128),
    "ssd1322": (256, 64),
    "ssd1322_nhd": (128, 64),
    "ssd1325": (128, 64),
    "ssd1327": (128, 128),
    "ssd1331": (96, 64),
    "ssd1351": (128, 128),
    "ssd1362": (256, 64),
    "ssd1363": (256, 128),
}


class Frame(NamedTuple):
    """What a display is to show: pages as an SSD1306 takes them, where, how bright (None: off)."""

    pages: bytes
    x: int
    y: int
    contrast: int | None


class DeferredLink:
    """The link that luma's device holds: records while no real one is open, then passes on."""

    def __init__(self) -> None:
        self.written: list[tuple[bool, tuple[int, ...]]] = []  # whether a command; its bytes
        self.link: Link | None = None

    def command(self, *command: int) -> None:
        if self.link:
            self.link.command(*command)
        else:
            self.written.append((True, command))

    def data(self, pixels: Sequence[int]) -> None:
        if self.link:
            self.link.data(pixels)
        else:
            self.written.append((False, tuple(pixels)))

    def cleanup(self) -> None:
        """Nothing: luma calls this as the program ends, when the link has been given back."""


class LumaOled:
    """A display that luma draws: grey, coloured, or turned by a quarter."""

    def __init__(self, driver: str, width: int, height: int, rotate: int) -> None:
        # In luma the size is the panel's own, before it is turned.
        across, down = (height, width) if rotate % 2 else (width, height)
        self._device, self._link = make_device(driver, width=across, height=down, rotate=rotate)
        self._size = (width, height)
        self.forget()

    def forget(self) -> None:
        """The display may have lost all it was told: tell it everything again."""
        self._is_set_up = False
        self._shown: tuple[bytes, int, int] | None = None
        self._contrast: int | None = None
        self._lit: bool | None = None

    def step(self, link: Link, frame: Frame) -> bool:
        """Send the next thing that is missing; False if nothing is."""
        device = self._device
        self._link.link = link
        picture = (frame.pages, frame.x, frame.y)
        if frame.contrast is None:
            if self._lit is False:
                return False
            device.hide()
            self.forget()
            self._lit = False
        elif not self._is_set_up:
            self._begin(link)
        elif frame.contrast != self._contrast:
            device.contrast(frame.contrast)
            self._contrast = frame.contrast
        elif picture != self._shown:
            device.display(self._image(frame))
            self._shown = picture
        elif not self._lit:
            device.show()
            self._lit = True
        else:
            return False
        return True

    def _begin(self, link: Link) -> None:
        for is_command, content in self._link.written:
            if is_command:
                link.command(*content)
            else:
                link.data(content)
        from luma.core.framebuffer import diff_to_previous

        self._device.framebuffer = diff_to_previous()  # so that the next picture is sent whole
        self._is_set_up = True

    def _image(self, frame: Frame) -> Image:
        from PIL import ImageChops
        from PIL.Image import Transpose, frombytes

        width, height = self._size
        columns = b"".join([frame.pages[x::width] for x in range(width)])
        upright = frombytes("1", (height, width), columns, "raw", "1;R")
        image = upright.transpose(Transpose.TRANSPOSE)
        return ImageChops.offset(image, frame.x, frame.y).convert(self._device.mode)


def make_device(driver: str, **options: int | str) -> tuple[Any, DeferredLink]:
    """luma's device and what it sends to set a display up, its clearing left out.

    It is made once, on a link that cannot fail: luma keeps each device it ever made until the
    program ends, so a display that comes and goes must not be made anew each time.
    """
    known = luma_devices()
    from luma.oled.device.greyscale import greyscale_device

    kind: Any = getattr(known, driver, None)
    if kind is None:
        raise ImportError(f"this luma.oled has no {driver} yet")
    if issubclass(kind, greyscale_device):
        options["mode"] = "1"  # black and white is enough, and a third of the work
    device: Any = kind.__new__(kind)
    link = DeferredLink()
    device.display = lambda image: None
    device.__init__(link, **options)
    del device.display
    device.persist = True  # nothing to tell it at the program's end: that is done by then
    return device, link
