"""Collect characters and their times into finished codes. Pure: the caller brings the clock.

Law: a code is ended by CR, LF, Tab or 100 ms of silence and by nothing else, so a longer or
shorter one is never split or cut into one of ours; what was lost takes its whole code along.
"""

from typing import NamedTuple

from drivers.scanner.keymap import MARK

SILENCE = 0.1  # seconds
LONGEST = 256  # characters kept; a hostile line must not fill the memory
_ENDS = "\r\n\t"


class Code(NamedTuple):
    text: str
    moment: float  # monotonic seconds of its last character
    ms_per_digit: float


class Collector:
    """The one unfinished code of one scanner."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._count = 0
        self._first = self._last = 0.0
        self._blotted = False
        self._spoilt = False  # something was lost: nothing counts until this code ends

    @property
    def holds(self) -> bool:
        """Return whether a code has begun and has not ended yet."""
        return self._count > 0

    @property
    def due(self) -> float | None:
        """Return when silence ends the code that has begun; None while there is none."""
        return self._last + SILENCE if self._count or self._spoilt else None

    def add(self, character: str, typed_at: float) -> Code | None:
        """Take a character; return the code that it, or the silence before it, ended."""
        if character in _ENDS:
            return self.end()
        is_late = typed_at > self._last + SILENCE
        ended = self.end() if is_late and (self._count or self._spoilt) else None
        if not self._spoilt:
            if self._blotted and self._count:
                self._keep(MARK, typed_at)
            self._keep(character, typed_at)
        self._blotted = False
        self._last = max(typed_at, self._last)
        return ended

    def _keep(self, character: str, typed_at: float) -> None:
        if not self._count:
            self._first = self._last = typed_at
        self._count += 1
        if self._count <= LONGEST:
            self._kept.append(character)

    def blot(self) -> None:
        """Note a key without a character; it counts only if the code goes on: F12 may end it."""
        self._blotted = self._count > 0

    def end(self) -> Code | None:
        """End the code now; return it if there is one."""
        code = None
        if self._count:
            # Without the ellipsis two long codes would look alike, and whole.
            text = "".join(self._kept) + ("…" if self._count > LONGEST else "")
            span = (self._last - self._first) / max(self._count - 1, 1)
            code = Code(text, self._last, span * 1000)
        self.drop()
        return code

    def drop(self) -> None:
        """Drop the code that has begun."""
        self._kept.clear()
        self._count = 0
        self._blotted = self._spoilt = False

    def spoil(self, lost_at: float) -> None:
        """Drop this code, and the rest of it that is still to come: a part of it was lost."""
        self.drop()
        self._spoilt = True
        self._last = lost_at
