"""The PIN that the device shows, how often it may be guessed, and the sessions that it opens.

To see the device is the login: there are no accounts, and nothing outlives the program. Each host
has three free tries an hour, and 16 hosts have them, so that no guest locks out the owner, who sees
the PIN. Beyond these one wrong PIN a minute is looked at, of all hosts together. So there are at
most 108 guesses an hour.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable

FREE_TRIES = 3  # mistyped
WAIT_S = 60
MOST_HOSTS = 16  # with free tries of their own: addresses are cheap
HOUR_S = 3600
MOST_SESSIONS = 32


class Pin:
    """The PIN of this process and its sessions. `digits` are read by any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        # of `os`: to import `secrets` would cost the start 5 ms
        self.digits = f"{int.from_bytes(os.urandom(8)) % 10**6:06}"
        self._clock, self._hour, self._closed_until = clock, 0.0, 0.0
        self._wrong_of = Counter[str]()  # by host, in this hour
        self._sessions = deque[str](maxlen=MOST_SESSIONS)  # names

    def try_(self, digits: str, host: str) -> str | int:
        """Open a session and return its token, if these are the PIN's digits; else 0, or how many
        seconds to wait before any are looked at.
        """
        now = self._clock()
        if now // HOUR_S != self._hour:
            self._hour, self._wrong_of = now // HOUR_S, Counter[str]()
        free = self._wrong_of[host] < FREE_TRIES and len({*self._wrong_of, host}) <= MOST_HOSTS
        if now < self._closed_until and not free:
            return int(self._closed_until - now) + 1
        if _name_of(digits) == _name_of(self.digits):  # in a time that tells nothing
            token = os.urandom(16).hex()
            self._sessions.append(_name_of(token))
            return token
        if free:
            self._wrong_of[host] += 1
        else:
            self._closed_until = now + WAIT_S
        return 0

    def session(self, token: str) -> str | None:
        """The name of the session with this token; names are no secret."""
        name = _name_of(token)
        return name if name in self._sessions else None


def _name_of(token: str) -> str:
    from hashlib import sha256

    return sha256(token.encode()).hexdigest()[:16]
