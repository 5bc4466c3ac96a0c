"""Which phone has which badge this evening, and the code that leads a phone to one.

The code is on the display and on /tv, in the lobby. It changes every minute, and the one before is
good, too. A phone that takes a badge gets a token, of which a hash is kept. Who draws another PIN
ends these, too.

In an hour, ten wrong codes are looked at of each host, and 2,000 of all: of a thousand million that
is nothing, and no phone has to wait for another. A code that was on show is not wrong, only old.
"""

from __future__ import annotations

import os
import time
from base64 import b32encode
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Literal

MINUTE_S, HOUR_S, EVENING_S = 60, 3600, 12 * 3600
LETTERS = 6  # of the code, each one of 32
OF_HOST, OF_ALL = 10, 2000  # wrong codes in an hour
OLD = 60  # minutes, for which a code is known as one that was on show

Tried = Literal["right", "old", "wrong", "too-often"]


class Badges:
    """The phones' badges, and the code of the minute; for one thread, but `code` for any.

    `digits` gives the owner's PIN as it is now.
    """

    def __init__(
        self, digits: Callable[[], str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._digits, self._clock = digits, clock
        self._secret = os.urandom(32)
        self._pin = digits()
        self._phones: dict[str, tuple[str, float]] = {}  # by badge: the token's hash, and its end
        self._hour, self._wrong_of = -1.0, Counter[str]()

    # --- the code -------------------------------------------------------------

    @property
    def minute(self) -> int:
        return int(self._clock() // MINUTE_S)

    def code(self, minute: int) -> str:
        """The code of that minute, of this start: letters and digits as a small QR has them."""
        mac = digest(self._secret, str(minute).encode(), "sha256")
        return b32encode(mac)[:LETTERS].decode()

    def try_(self, code: str, host: str) -> Tried:
        """What is to be said of a code that came from a host."""
        now, hour = self.minute, self._clock() // HOUR_S
        if hour != self._hour:
            self._hour, self._wrong_of = hour, Counter[str]()
        if self._wrong_of[host] >= OF_HOST or self._wrong_of.total() >= OF_ALL:
            return "too-often"
        if self._is_of(code, (now, now - 1)):
            return "right"
        if self._is_of(code, range(now - OLD, now - 1)):
            return "old"
        self._wrong_of[host] += 1
        return "wrong"

    def _is_of(self, code: str, minutes: Iterable[int]) -> bool:
        tried = code.upper().encode("utf-8", "replace")
        return sum(compare_digest(tried, self.code(minute).encode()) for minute in minutes) > 0

    # --- the badges -----------------------------------------------------------

    def is_others(self, badge: str, token: str) -> bool:
        """Whether another phone has it: that takes the owner to change."""
        return badge in self._current() and badge != self.badge_of(token)

    def take(self, badge: str, token: str) -> str:
        """Give a badge to the phone with that `token` ("": none), whoever has had it; return its
        new token. A phone has one badge: it gives up the one it had.
        """
        self._phones.pop(self.badge_of(token), None)
        new = os.urandom(16).hex()
        self._phones[badge] = _hash(new), self._clock() + EVENING_S
        return new

    def badge_of(self, token: str) -> str:
        """The badge of the phone with this token; "" where it has none."""
        hashed = _hash(token)
        phones = self._current().items()
        return next((badge for badge, (kept, _) in phones if compare_digest(kept, hashed)), "")

    def end(self) -> None:
        """Take all badges from all phones."""
        self._phones = {}

    def _current(self) -> dict[str, tuple[str, float]]:
        """What has not ended by another PIN, or with the evening."""
        if self._pin != self._digits():
            self._pin = self._digits()
            self.end()
        now = self._clock()
        self._phones = {badge: kept for badge, kept in self._phones.items() if kept[1] > now}
        return self._phones


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
