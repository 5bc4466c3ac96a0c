"""Turn one keyboard's events (type, code, value, time) into finished codes. Pure.

Law: only a key going down counts (auto-repeat and a missing key-up do not), and after a
SYN_DROPPED nothing counts until the kernel is in step again and the broken code has ended.
"""

from drivers.scanner.code_collector import Code, Collector
from drivers.scanner.keymap import ALT, KEYPAD_DIGITS, MARK, SILENT, character

_SYN, _KEY = 0, 1
_REPORT, _DROPPED = 0, 3


class Keystrokes:
    """The keys that are down on one keyboard, and the code that they have begun."""

    def __init__(self) -> None:
        self.collector = Collector()
        self.losses = 0  # how often the kernel has dropped events
        self._down: set[int] = set()
        self._by_number: int | None = None  # Alt and the keypad: a character by its number
        self.out_of_step = False  # until the next report: what is left of one was dropped

    @property
    def idle(self) -> bool:
        """Return whether no key is down, as far as is known."""
        return not self._down

    def take(self, kind: int, code: int, value: int, typed_at: float) -> Code | None:
        """Take an event; return the code that it ended."""
        if kind == _SYN:
            if code == _DROPPED:
                self.lose(typed_at)
            elif code == _REPORT:
                self.out_of_step = False
            return None
        if kind != _KEY or self.out_of_step:
            return None
        if value == 0:
            return self._up(code, typed_at)
        return self._press(code, typed_at) if value == 1 else None

    def lose(self, lost_at: float) -> None:
        """Drop the code that has begun and the keys that are down: the kernel lost events."""
        self.losses += 1
        self.collector.spoil(lost_at)
        self._down.clear()
        self._by_number = None
        self.out_of_step = True

    def _up(self, code: int, typed_at: float) -> Code | None:
        self._down.discard(code)
        if code not in ALT or self._by_number is None:
            return None
        number, self._by_number = self._by_number, None
        return self._type(chr(number) if 0 < number < 256 else MARK, code, typed_at)

    def _press(self, code: int, typed_at: float) -> Code | None:
        self._down.add(code)
        if code in SILENT:
            return None
        if code in KEYPAD_DIGITS and self._down & ALT:
            self._by_number = min((self._by_number or 0) * 10 + int(KEYPAD_DIGITS[code]), 999)
            return None
        typed = character(code, self._down)
        if not typed:
            self.collector.blot()
            return None
        return self._type(typed, code, typed_at)

    def _type(self, typed: str, code: int, typed_at: float) -> Code | None:
        if self._by_number is not None:  # the Alt key never came up: a character is missing
            self.collector.add(MARK, typed_at)
            self._by_number = None
        ended = self.collector.add(typed, typed_at)
        if self.collector.due is None:
            # A code is over: a Shift or Ctrl whose key-up never came must not touch the next.
            self._down &= {code}
        return ended
