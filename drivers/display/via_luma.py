"""What a display of any kind that luma knows shall show in, drawn by luma itself on its line.

Grey and coloured displays, and those turned by a quarter; also how luma sets a display up.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

from drivers.display.bus import Line

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

# What luma's displays of letters are made of, and of none of those above: module, and what of it.
_FOR_LETTERS = {
    "luma.core.bitmap_font": "embedded_fonts",
    "luma.core.virtual": "character",
    "multiprocessing": "Process",
}


class Want(NamedTuple):
    """What a display shall show: pages as an SSD1306 takes them, where, how bright (None: off)."""

    pages: bytes
    x: int
    y: int
    contrast: int | None


class Written(NamedTuple):
    """One thing that luma sent while it set a display up."""

    is_command: bool
    content: tuple[int, ...]


class Through:
    """What luma's device holds for its line: remembers while there is none, then passes on."""

    def __init__(self) -> None:
        self.written: list[Written] = []
        self.line: Line | None = None

    def command(self, *command: int) -> None:
        if self.line:
            self.line.command(*command)
        else:
            self.written.append(Written(True, command))

    def data(self, pixels: Sequence[int]) -> None:
        if self.line:
            self.line.data(pixels)
        else:
            self.written.append(Written(False, tuple(pixels)))

    def cleanup(self) -> None:
        """Nothing: luma calls this as the program ends, when the line has been given back."""


class LumaOled:
    """A display that luma draws: grey, coloured, or turned by a quarter."""

    def __init__(self, driver: str, width: int, height: int, rotate: int) -> None:
        # In luma the size is the panel's own, before it is turned.
        across, down = (height, width) if rotate % 2 else (width, height)
        self._device, self._through = made(driver, width=across, height=down, rotate=rotate)
        self._size = (width, height)
        self.forget()

    def forget(self) -> None:
        """The display may have lost all it was told: tell it everything again."""
        self._is_set_up = False
        self._shown: tuple[bytes, int, int] | None = None
        self._contrast: int | None = None
        self._lit: bool | None = None

    def step(self, line: Line, want: Want) -> bool:
        """Send the next thing that is missing; False if nothing is."""
        device = self._device
        self._through.line = line
        picture = (want.pages, want.x, want.y)
        if want.contrast is None:
            if self._lit is False:
                return False
            device.hide()
            self.forget()
            self._lit = False
        elif not self._is_set_up:
            self._begin(line)
        elif want.contrast != self._contrast:
            device.contrast(want.contrast)
            self._contrast = want.contrast
        elif picture != self._shown:
            device.display(self._image(want))
            self._shown = picture
        elif not self._lit:
            device.show()
            self._lit = True
        else:
            return False
        return True

    def _begin(self, line: Line) -> None:
        for one in self._through.written:
            if one.is_command:
                line.command(*one.content)
            else:
                line.data(one.content)
        if hasattr(self._device, "init_framebuffer"):
            self._device.init_framebuffer(None)  # so that the next picture is sent whole
        self._is_set_up = True

    def _image(self, want: Want) -> Any:
        from PIL import Image, ImageChops

        width, height = self._size
        columns = b"".join([want.pages[x::width] for x in range(width)])
        upright = Image.frombytes("1", (height, width), columns, "raw", "1;R")
        image = upright.transpose(Image.Transpose.TRANSPOSE)
        return ImageChops.offset(image, want.x, want.y).convert(self._device.mode)


def made(driver: str, **options: Any) -> tuple[Any, Through]:
    """luma's device and what it sends to set a display up, its clearing left out.

    It is made once, on a line that cannot fail: luma keeps each device it ever made until the
    program ends, so a display that comes and goes must not be made anew each time.
    """
    known = devices()
    from luma.oled.device.greyscale import greyscale_device

    kind: Any = getattr(known, driver, None)
    if kind is None:
        raise ImportError(f"this luma.oled has no {driver} yet")
    if issubclass(kind, greyscale_device):
        options["mode"] = "1"  # black and white is enough, and a third of the work
    device: Any = kind.__new__(kind)
    through = Through()
    device.display = lambda image: None
    device.__init__(through, **options)
    del device.display
    device.persist = True  # nothing to tell it at the program's end: that is done by then
    return device, through


def devices() -> Any:
    """luma's displays, without what only those of letters need: of 25 ms of CPU 10, of 8 MB 3,
    and four threads.
    """
    try:
        with _names_only(_FOR_LETTERS):
            from luma.oled import device
    except Exception:  # a luma that takes more than the names, or none at all
        from luma.oled import device
    return device


@contextmanager
def _names_only(wanted: dict[str, str]) -> Iterator[None]:
    """For as long: whoever imports these modules gets the one name, with nothing behind it."""
    absent = [module for module in wanted if module not in sys.modules]
    for module in absent:
        name = wanted[module]
        sys.modules[module] = ModuleType(module)
        setattr(sys.modules[module], name, type(name, (), {}))
    try:
        yield
    finally:
        for module in absent:
            del sys.modules[module]
