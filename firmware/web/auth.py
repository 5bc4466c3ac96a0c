"""Six digits that are on show at the device in, the right to change something out.

Being able to see the device is the login: nobody has an account, and nothing outlives the program.
Law: wrong PINs are limited for all hosts together; while they wait, no guess is even looked at. But
each host has three free tries an hour, so an attacker cannot lock out the owner, who sees the PIN.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from typing import NamedTuple

FREE_TRIES = 3  # mistyped
LONGEST_WAIT_S = 60
MOST_HOSTS = 16  # that may be wrong on their own account: addresses are cheap
HOUR_S = 3600
NEW_AFTER = 100  # wrong ones in a row: then all that was ruled out counts no more
MOST_SESSIONS = 32
TOKEN_BYTES = 16


class Opened(NamedTuple):
    """The PIN was right: the token that a browser shows from now on."""

    token: str


class Wrong(NamedTuple):
    """It was not."""


class Wait(NamedTuple):
    """Nobody may try for so long; what was tried was not looked at."""

    seconds: int


class Pin:
    """The PIN of this process and the sessions it opened. `drawn` is called with each new PIN.

    Any thread may read `digits`; all else belongs to the web's thread.
    """

    def __init__(
        self,
        drawn: Callable[[str], None] = lambda digits: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.digits = _six_digits()
        self._drawn, self._clock = drawn, clock
        self._wrong = 0  # in a row
        self._closed_until = clock()
        self._wrong_of: dict[str, int] = {}  # by host, in this hour
        self._hour_ends = clock()
        self._sessions: OrderedDict[str, int] = OrderedDict()
        self._opened = 0
        drawn(self.digits)

    def tell(self, drawn: Callable[[str], None]) -> None:
        """Call this with the PIN as it is, and with each new one."""
        self._drawn = drawn
        drawn(self.digits)

    def try_(self, digits: str, host: str = "") -> Opened | Wrong | Wait:
        """One try, by somebody at that address."""
        import hmac

        left_s = self._closed_until - self._clock()
        may = self._may(host)
        if left_s > 0 and not may:
            return Wait(ceil(left_s))
        if not hmac.compare_digest(digits.encode("utf-8", "replace"), self.digits.encode()):
            if may:
                self._wrong_of[host] = self._wrong_of.get(host, 0) + 1
            self._count_wrong()
            return Wrong()
        self._wrong = 0
        return Opened(self._open())

    def who(self, token: str) -> int | None:
        """The number of the session with this token; numbers are no secret."""
        return self._sessions.get(token)

    def _may(self, host: str) -> bool:
        """Whether a host may be wrong on its own account."""
        if self._clock() >= self._hour_ends:
            self._hour_ends = self._clock() + HOUR_S
            self._wrong_of.clear()
        known = host in self._wrong_of or len(self._wrong_of) < MOST_HOSTS
        return bool(host) and known and self._wrong_of.get(host, 0) < FREE_TRIES

    def _count_wrong(self) -> None:
        self._wrong += 1
        if self._wrong >= FREE_TRIES:
            doublings = min(self._wrong - FREE_TRIES, LONGEST_WAIT_S.bit_length())
            self._closed_until = self._clock() + min(1 << doublings, LONGEST_WAIT_S)
        if self._wrong % NEW_AFTER == 0:
            self.digits = _six_digits()
            self._drawn(self.digits)

    def _open(self) -> str:
        """A new session; the oldest goes when there are too many."""
        token = os.urandom(TOKEN_BYTES).hex()
        self._opened += 1
        self._sessions[token] = self._opened
        if len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return token


def _six_digits() -> str:
    """Each of the million as likely as any other. (`secrets` would cost the start 5 ms.)"""
    while (drawn := int.from_bytes(os.urandom(4), "big")) >= 4294 * 10**6:
        pass
    return f"{drawn % 10**6:06}"
