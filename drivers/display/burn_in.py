"""When a display moves, dims and switches off, so that it does not wear out where it shines.

The picture moves round a ring of places a pixel apart, dims when nothing has changed for a while,
and goes out after a longer while. Pure: the caller brings the clock.
"""

from typing import NamedTuple

# Each step is one pixel. Never up: a heading's bar would come out again at the bottom.
RING = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


class BurnInSettings(NamedTuple):
    """When and how a display is spared; a time of 0 means never."""

    move_s: float = 60
    dim_s: float = 60
    off_s: float = 600
    contrast: int = 0xCF  # 0 to 255
    dim_contrast: int = 0x10


class BurnInGuard:
    """Counts one display's times."""

    def __init__(self, settings: BurnInSettings, now: float) -> None:
        self._settings = settings
        self._changed_at = now
        self._move_at = now + settings.move_s
        self.moves = 0

    def wake(self, now: float) -> None:
        """There is a picture to show: bright from now on."""
        self._changed_at = now

    def stay_on(self, now: float) -> None:
        """There is a picture to show, though nobody does anything: dim, but not out."""
        dim_s, off_s = self._settings.dim_s, self._settings.off_s
        dims_first = not off_s or dim_s < off_s
        self._changed_at = max(self._changed_at, now - dim_s if dims_first else now)

    def appearance(self, now: float) -> tuple[int, int, int | None]:
        """By how many pixels, across and down, the picture is moved now, and how bright it is
        (None: off); moves it when that is due.
        """
        settings = self._settings
        if settings.move_s and now >= self._move_at:
            self.moves += 1
            self._move_at = now + settings.move_s
        x, y = RING[self.moves % len(RING)]
        if self._past(settings.off_s, now):
            return x, y, None
        dim = self._past(settings.dim_s, now)
        return x, y, settings.dim_contrast if dim else settings.contrast

    def due(self, now: float) -> float | None:
        """When it will look different; None once it is off, until the next `wake`."""
        settings = self._settings
        if self._past(settings.off_s, now):
            return None
        dues = [self._changed_at + after for after in (settings.dim_s, settings.off_s) if after]
        dues = [due for due in dues if due > now]
        if settings.move_s:
            dues.append(self._move_at)
        return min(dues, default=None)

    def _past(self, after: float, now: float) -> bool:
        return bool(after) and now >= self._changed_at + after
