"""Which phone has which badge this evening, and the code that leads a phone to one.

The code is on the display and on /tv, in the lobby. It changes every minute, and the one before is
good, too. A phone that takes a badge gets a token, of which a hash is kept: for twelve hours, or
until another PIN is drawn. After a start a phone keeps its badge where a game goes on.

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

from firmware.common.system.files import keep
from firmware.common.system.state_dir import BADGES_FILE, read_text

MINUTE_S, HOUR_S, EVENING_S = 60, 3600, 12 * 3600
LETTERS = 6  # of the code, each one of 32
OF_HOST, OF_ALL = 10, 2000  # wrong codes in an hour
OLD = 60  # minutes, for which a code is known as one that was on show

Tried = Literal["right", "old", "wrong", "too-often"]


class Badges:
    """The phones' badges, and the code of the minute; for one thread, but `code` and `save` for
    any.

    `digits` gives the owner's PIN as it is now. Those of the last start count where a game
    `goes_on`.
    """

    def __init__(
        self,
        folder: str,
        digits: Callable[[], str],
        goes_on: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = os.path.join(folder, BADGES_FILE)
        self._digits, self._clock = digits, clock
        self._secret = os.urandom(32)
        self._pin = digits()
        pin, *kept = read_text(self._path).split() or [""]
        if not goes_on or pin != _hash(self._pin):
            kept = []
        # by badge: the token's hash, and its end
        self._phones = {
            badge: (hashed, clock() + EVENING_S)
            for badge, _, hashed in (line.partition(":") for line in kept)
        }
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
        own, new = self.badge_of(token), os.urandom(16).hex()
        others = {key: kept for key, kept in self._phones.items() if key not in (own, badge)}
        self._phones = {**others, badge: (_hash(new), self._clock() + EVENING_S)}
        return new

    def badge_of(self, token: str) -> str:
        """The badge of the phone with this token; "" where it has none."""
        hashed = _hash(token)
        phones = self._current().items()
        return next((badge for badge, (kept, _) in phones if compare_digest(kept, hashed)), "")

    def save(self) -> None:
        """Keep them for the next start."""
        lines = (f"{badge}:{hashed}" for badge, (hashed, _) in self._phones.items())
        keep(self._path, "\n".join((_hash(self._pin), *lines, "")))

    def _current(self) -> dict[str, tuple[str, float]]:
        """What has not ended by another PIN, or with the evening."""
        if self._pin != self._digits():
            self._pin, self._phones = self._digits(), {}
        now = self._clock()
        self._phones = {badge: kept for badge, kept in self._phones.items() if kept[1] > now}
        return self._phones


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
