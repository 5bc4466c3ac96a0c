"""An OLED and its thread: opened, kept right, lost and found again.

Rule 1: nobody waits for the display. The newest picture replaces one that is still being sent.
Rule 2: nothing counts as shown that may have been lost. After an error, and each time the picture
moves, everything is sent again: a display whose plug came loose for a moment heals by itself.
"""

import time
from contextlib import suppress
from typing import NamedTuple

from drivers.display.burn_in import BurnInGuard, BurnInSettings
from drivers.display.bus import Bus, I2c, Link, link_errors
from drivers.display.paged import PAGED, PagedOled
from drivers.display.via_luma import SIZES, Frame, LumaOled
from drivers.events import PartSink, Trouble, mistake
from drivers.threads import Clock, PartFault, PartThread

LAST_PICTURE_S = 1.0
NOT_INSTALLED = Trouble("not installed ({error})", "pip install 'okanjo[display]'", there=False)
UNKNOWN = Trouble('there is no display "{driver}"', "use one of {drivers}")
NO_SUCH_SIZE = Trouble("no {driver} has {size} pixels", "use {usual}")


class Picture(NamedTuple):
    """Pages as an SSD1306 takes them; the same pages of another `number` wake the display. Other
    pages of the same number do, too, but for those that are not to (`wakes`); of these some keep it
    from going out all the same (`stays_on`).
    """

    pages: bytes
    number: int = 0
    wakes: bool = True
    stays_on: bool = False


class Oled(PartThread[Picture]):
    """One OLED. `driver` is luma's name for it; pictures are `width` times `height` pixels.

    `rotate` turns by so many quarters, `stays` leaves the last picture there after `stop`.
    Nothing is imported or opened before `start`, and then by the thread.
    """

    def __init__(
        self,
        sink: PartSink,
        driver: str = "ssd1306",
        bus: Bus = I2c(),  # noqa: B008 (a NamedTuple: nobody can change it)
        width: int = 128,
        height: int = 64,
        rotate: int = 0,
        burn_in: BurnInSettings = BurnInSettings(),  # noqa: B008
        stays: bool = True,
        *,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("display", sink, clock)
        self._driver, self._bus = driver, bus
        self._width, self._height, self._rotate = width, height, rotate
        self._stays = stays
        self._picture = Picture(bytes(width * height // 8))
        self._guard = BurnInGuard(burn_in, clock())
        self._moves = 0
        self._looked_at = 0.0
        self._renderer: PagedOled | LumaOled | None = None
        self._link: Link | None = None

    def show(self, newest: Picture) -> None:
        """Show this picture from now on; the one on show already does not wake the thread."""
        if newest != self._newest:
            super().show(newest)

    def _take(self, newest: Picture, now: float) -> None:
        if newest.wakes or newest.number != self._picture.number:
            self._guard.wake(self._clock())
        elif newest.stays_on:
            self._guard.stay_on(self._clock())
        self._picture = newest

    def _open(self) -> None:
        if self._renderer is None:  # kept: luma keeps each device it ever made
            self._renderer = renderer_for(self._driver, self._width, self._height, self._rotate)
        self._link = self._bus.open()

    def _work(self, now: float) -> float | None:
        frame = self._frame()
        while not self._stopping and self._step(frame):
            newest = self._newest
            if newest is not None and newest is not self._taken:
                self._taken = newest
                self._take(newest, now)
                frame = self._frame()
        # As of the last frame: what has become due since then must not count as done.
        return self._guard.due(self._looked_at)

    def _frame(self) -> Frame:
        self._looked_at = self._clock()
        x, y, contrast = self._guard.appearance(self._looked_at)
        if self._guard.moves != self._moves and self._renderer:
            self._moves = self._guard.moves
            self._renderer.forget()
        return Frame(self._picture.pages, x, y, contrast)

    def _step(self, frame: Frame) -> bool:
        return bool(self._renderer and self._link and self._renderer.step(self._link, frame))

    def _end(self) -> None:
        """Leave the newest picture there, or nothing."""
        until = self._clock() + LAST_PICTURE_S
        self._picture = self._newest or self._picture
        with suppress(Exception):  # it is the end in any case
            frame = self._frame()
            if not self._stays:
                frame = frame._replace(contrast=None)
            while self._step(frame) and self._clock() < until:
                pass

    def _close(self) -> None:
        if self._renderer:
            self._renderer.forget()
        link, self._link = self._link, None
        if link is not None:
            link.cleanup()

    def _trouble(self, error: Exception) -> Trouble:
        if isinstance(error, PartFault):
            return error.trouble
        if isinstance(error, ImportError):
            return NOT_INSTALLED._replace(values={"error": str(error)})
        return self._bus.trouble(error) if isinstance(error, link_errors()) else mistake(error)


def renderer_for(driver: str, width: int, height: int, rotate: int) -> PagedOled | LumaOled:
    """Choose how to draw on a display; PartFault where the settings cannot be."""
    if driver not in SIZES:
        values = {"driver": driver, "drivers": ", ".join(SIZES)}
        raise PartFault(UNKNOWN._replace(values=values))
    from luma.core.error import DeviceDisplayModeError

    try:
        if driver in PAGED and rotate % 2 == 0:
            return PagedOled(driver, width, height, rotate)
        return LumaOled(driver, width, height, rotate)
    except DeviceDisplayModeError as error:
        usual = "{} x {}".format(*SIZES[driver])
        values = {"driver": driver, "size": f"{width} x {height}", "usual": usual}
        raise PartFault(NO_SUCH_SIZE._replace(values=values)) from error
