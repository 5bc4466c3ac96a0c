"""The time and the last stir in, how a display spares itself out: where, how bright, whether lit.

An OLED wears where it shines. So the picture swims round a ring of places a pixel apart, dims
when nothing has changed for a while, and goes out after a longer while. Pure: no clock of its own.
"""

from typing import NamedTuple

# Each step is one pixel. Never up: a heading's bar would come out again at the bottom.
RING = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


class Care(NamedTuple):
    """When and how far a display spares itself; a time of 0 means never."""

    swim_s: float = 60
    dim_s: float = 60
    off_s: float = 600
    contrast: int = 0xCF  # 0 to 255
    dim_contrast: int = 0x10


class Look(NamedTuple):
    """How a picture is to be shown; `contrast` None means not at all."""

    x: int
    y: int
    contrast: int | None


class Rest:
    """Keeps the times of one display."""

    def __init__(self, care: Care, now: float) -> None:
        self._care = care
        self._stirred = now
        self._swim_at = now + care.swim_s
        self.strokes = 0  # how often it has swum

    def stir(self, now: float) -> None:
        """Something changed, or somebody wants to see: bright from now on."""
        self._stirred = now

    def look(self, now: float) -> Look:
        """How it is to look at this moment; swims when that is due."""
        if self._care.swim_s and now >= self._swim_at:
            self.strokes += 1
            self._swim_at = now + self._care.swim_s
        x, y = RING[self.strokes % len(RING)]
        if self._past(self._care.off_s, now):
            return Look(x, y, None)
        dim = self._past(self._care.dim_s, now)
        return Look(x, y, self._care.dim_contrast if dim else self._care.contrast)

    def due(self, now: float) -> float | None:
        """When it will look different; None once it is out, until the next stir."""
        care = self._care
        if self._past(care.off_s, now):
            return None
        dues = [self._stirred + after for after in (care.dim_s, care.off_s) if after]
        dues = [due for due in dues if due > now]
        if care.swim_s:
            dues.append(self._swim_at)
        return min(dues, default=None)

    def _past(self, after: float, now: float) -> bool:
        return bool(after) and now >= self._stirred + after
