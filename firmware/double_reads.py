"""Readings in, in the order they came; whether one is the reading before once more out.

A scanner held over a label reads it again and again. And a scanner that nobody knows yet types
its first code into the terminal, too, if there is a desk: that is one scan, not two.
"""

from __future__ import annotations

DESK = ""  # the source of typed scans: typed twice is meant twice


class DoubleReads:
    """Remembers each source's last code. `window_ms` is how long it counts as the same scan."""

    def __init__(self, window_ms: int) -> None:
        self._window_s = window_ms / 1000
        self._last: dict[str, tuple[str, float]] = {}

    def again(self, source: str, text: str, at: float) -> bool:
        """Whether this was scanned just now by the same scanner, or seen by the other way in."""
        twice = any(
            text == last and abs(at - when) < self._window_s
            for one, (last, when) in self._last.items()
            if (one == source) != (DESK in (one, source))
        )
        self._last[source] = (text, at)
        return twice
