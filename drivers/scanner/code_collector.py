"""Characters and their times in, finished codes out. Pure: the caller brings the clock.

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
    at: float
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
        """Whether a code has begun and has not ended yet."""
        return self._count > 0

    @property
    def due(self) -> float | None:
        """When silence will end what is held; None while nothing is."""
        return self._last + SILENCE if self._count or self._spoilt else None

    def add(self, character: str, at: float) -> Code | None:
        """Take a character; gives the code it ended (by itself, or by the silence before it)."""
        if character in _ENDS:
            return self.end()
        ended = self.end() if self.due is not None and at > self._last + SILENCE else None
        if not self._spoilt:
            if self._blotted and self._count:
                self._keep(MARK, at)
            self._keep(character, at)
        self._blotted = False
        self._last = max(at, self._last)
        return ended

    def _keep(self, character: str, at: float) -> None:
        if not self._count:
            self._first = self._last = at
        self._count += 1
        if self._count <= LONGEST:
            self._kept.append(character)

    def blot(self) -> None:
        """A key without a character: seen only if the code goes on, so that F12 may end it."""
        self._blotted = self._count > 0

    def end(self) -> Code | None:
        """End the code now, and give it if there is one."""
        code = None
        if self._count:
            # Without the ellipsis two long codes would look alike, and whole.
            text = "".join(self._kept) + ("…" if self._count > LONGEST else "")
            span = (self._last - self._first) / max(self._count - 1, 1)
            code = Code(text, self._last, span * 1000)
        self.drop()
        return code

    def drop(self) -> bool:
        """Forget what is held; whether there was anything."""
        held = self._count > 0
        self._kept.clear()
        self._count = 0
        self._blotted = self._spoilt = False
        return held

    def spoil(self, at: float) -> None:
        """Something was lost at this moment: forget this code, what is still to come of it too."""
        self.drop()
        self._spoilt = True
        self._last = at
