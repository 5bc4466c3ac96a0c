"""Recognise a reading that repeats one of a moment ago.

A scanner that is held over a label reads it again and again; swept to and fro over two labels,
each in turn. And a scanner that is not known yet types its first code into the terminal, too, if
there is a desk: that is one scan, not two.
"""

from __future__ import annotations

DESK = ""  # the device of typed scans: typed twice is meant twice
MOST_CODES = 32  # of a scanner; none reads as many within a window


class DoubleReads:
    """Remembers each scanner's last codes. `window_ms` is how long one counts as the same scan."""

    def __init__(self, window_ms: int) -> None:
        self._window_s = window_ms / 1000
        self._last: dict[str, dict[str, float]] = {}  # by device: when each code was last read

    def again(self, device: str, text: str, read_at: float) -> bool:
        """Return whether the scanner read this a moment ago, or it came by the other way in."""
        twice = any(
            text in codes and abs(read_at - codes[text]) < self._window_s
            for other, codes in self._last.items()
            if (other == device) != (DESK in (other, device))
        )
        own = self._last.setdefault(device, {})
        own.pop(text, None)  # to the end: the first is the one that was read longest ago
        own[text] = read_at
        if len(own) > MOST_CODES:
            del own[next(iter(own))]
        return twice
