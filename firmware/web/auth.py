"""The PIN that the device shows, how often it may be guessed, and the sessions that it opens.

To see the device is the login: there are no accounts, and nothing outlives the program. Wrong PINs
are limited for all hosts together, and while these wait no guess is looked at. But each host has
three free tries an hour, so that nobody can lock out the owner, who sees the PIN.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from math import ceil
from typing import NamedTuple

FREE_TRIES = 3  # mistyped
LONGEST_WAIT_S = 60
MOST_HOSTS = 16  # with free tries of their own: addresses are cheap
HOUR_S = 3600
MOST_SESSIONS = 32


class Tried(NamedTuple):
    """A session's token; without one the PIN was wrong or, with `wait_s`, not looked at."""

    token: str = ""
    wait_s: int = 0


class Pin:
    """The PIN of this process and its sessions. `digits` are read by any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        drawn = int.from_bytes(os.urandom(8), "big")  # `secrets` would cost the start 5 ms
        self.digits = f"{drawn % 10**6:06}"
        self._clock = clock
        self._wrong = 0  # in a row
        self._closed_until = clock()
        self._wrong_of = Counter[str]()  # by host, in this hour
        self._hour_ends = clock()
        self._sessions: dict[str, int] = {}
        self._opened = 0

    def try_(self, digits: str, host: str) -> Tried:
        """Open a session, if these are the PIN's digits."""
        import hmac

        now, free = self._clock(), self._is_free(host)
        if now < self._closed_until and not free:
            return Tried(wait_s=ceil(self._closed_until - now))
        if hmac.compare_digest(digits.encode("utf-8", "replace"), self.digits.encode()):
            self._wrong = 0
            return Tried(self._open())
        self._wrong += 1
        if free:
            self._wrong_of[host] += 1
        if self._wrong >= FREE_TRIES:
            doublings = min(self._wrong - FREE_TRIES, LONGEST_WAIT_S.bit_length())
            self._closed_until = now + min(1 << doublings, LONGEST_WAIT_S)
        return Tried()

    def session(self, token: str) -> int | None:
        """The number of the session with this token; numbers are no secret."""
        return self._sessions.get(token)

    def _is_free(self, host: str) -> bool:
        """Whether this host has one of its free tries left."""
        if self._clock() >= self._hour_ends:
            self._hour_ends = self._clock() + HOUR_S
            self._wrong_of.clear()
        known = host in self._wrong_of or len(self._wrong_of) < MOST_HOSTS
        return known and self._wrong_of[host] < FREE_TRIES

    def _open(self) -> str:
        token = os.urandom(16).hex()
        self._opened += 1
        self._sessions[token] = self._opened
        if len(self._sessions) > MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]  # the oldest
        return token
