"""The PIN that the device shows, how often it may be guessed, and the sessions that it opens.

To see the device is the login: there are no accounts. Without a display there is no PIN to see:
PAGE, pressed there, then opens a door for a minute to the first host that asks. A second one shuts
it, and ends what the first one got: one of them is not the owner.

In an hour, so many wrong PINs are looked at:
- three of each host, 108 of them all, so that no guest locks out the owner, who sees the PIN;
- after PAGE, pressed by somebody who stands there, six of each, 2,060 of all: a home's whole
  network may be guessing, and the owner's phone is not kept from trying;
- where these are used up, each further PAGE lets up to eight hosts that have had no try have a
  first one, 480 of all: that is a PAGE a minute.
So all who guess are right once in 9,259 hours, once in 485 with PAGE pressed in each, and once in
393 with PAGE pressed all the time.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable

from firmware.common.system.files import keep
from firmware.common.system.state_dir import PIN_FILE, read_text

HOUR_S = 3600
FREE_TRIES = 3, 108  # of a host, and of all: addresses are cheap
AFTER_PAGE = 6, 2060
FIRST_TRIES, MOST_FIRST = 8, 480  # of hosts that have had none: of one PAGE, and of all
MOST_SESSIONS = 32
DOOR_S = 60


class TwoAsked(Exception):
    """Two hosts have asked at the open door: neither is signed in."""


class Pin:
    """The PIN and its sessions, kept in the state folder; for any thread."""

    def __init__(self, folder: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = os.path.join(folder, PIN_FILE), clock
        self._lock, self._saving = threading.Lock(), threading.Lock()
        self.digits, *self._sessions = read_text(self._path).split() or [""]  # hashes, oldest first
        self.is_kept = len(self.digits) == 6 and self.digits.isdecimal()
        if not self.is_kept:
            self.digits, self._sessions = _drawn(), []
        self._hour = self._door_until = -1.0
        self._let_in, self._given = "", set[str]()  # by the door: which host, and its sessions
        self._begin_hour()

    def try_(self, digits: str, host: str) -> str | int:
        """Open a session and return its token, if these are the PIN's digits; else 0, or how many
        seconds to wait before any are looked at.
        """
        with self._lock:
            self._begin_hour()
            if not self._may_try(host):
                return int(HOUR_S - self._clock() % HOUR_S) + 1
            if _hash(digits) != _hash(self.digits):  # in a time that tells nothing
                self._wrong_of[host] += 1
                return 0
            return self._new_session()

    def _new_session(self) -> str:
        token = os.urandom(16).hex()
        self._sessions = [*self._sessions, _hash(token)][-MOST_SESSIONS:]
        return token

    def open_door(self) -> None:
        """Let the first host in that asks within a minute."""
        with self._lock:
            self._door_until = self._clock() + DOOR_S
            self._let_in, self._given = "", set()

    def enter(self, host: str) -> str:
        """Open a session by the door and return its token; "" where it is shut. Raises TwoAsked."""
        with self._lock:
            if self._clock() >= self._door_until:
                return ""
            if self._let_in not in ("", host):
                self._sessions = [name for name in self._sessions if name not in self._given]
                self._door_until = -1.0
                raise TwoAsked
            token = self._new_session()
            self._let_in = host
            self._given.add(_hash(token))
            return token

    def open_window(self) -> None:
        """Let every host try more often in this hour: somebody is at the device."""
        with self._lock:
            self._begin_hour()
            self._allowed = AFTER_PAGE
            self._first = FIRST_TRIES

    def session(self, token: str) -> str | None:
        """The name of the session with this token; names are no secret."""
        name = _hash(token)
        return name[:16] if name in self._sessions else None

    def end(self, token: str) -> None:
        """End one session."""
        with self._lock:
            self._sessions = [session for session in self._sessions if session != _hash(token)]

    def renew(self) -> str:
        """Draw another PIN, end all sessions, and save that."""
        with self._lock:
            self.digits, self._sessions, self._hour = _drawn(), [], -1.0
        self.save()
        return self.digits

    def save(self) -> None:
        """Keep PIN and sessions for the next start; `is_kept` says whether the disk takes them."""
        with self._saving:  # while the disk takes its time, others may try
            self.is_kept = keep(self._path, "\n".join((self.digits, *self._sessions, "")))

    def _begin_hour(self) -> None:
        """Forget what was tried, where that was in another hour."""
        hour = self._clock() // HOUR_S
        if hour != self._hour:
            self._hour, self._wrong_of, self._allowed = hour, Counter[str](), FREE_TRIES
            self._first, self._firsts = 0, 0  # first tries that PAGE allows, and those it has

    def _may_try(self, host: str) -> bool:
        of_host, of_all = self._allowed
        if self._wrong_of[host] < of_host and self._wrong_of.total() < of_all:
            return True
        if self._wrong_of[host] or not self._first or self._firsts >= MOST_FIRST:
            return False
        self._first, self._firsts = self._first - 1, self._firsts + 1
        return True


def _drawn() -> str:
    # of `os`: to import `secrets` would cost the start 5 ms
    return f"{int.from_bytes(os.urandom(8)) % 10**6:06}"


def _hash(secret: str) -> str:
    from hashlib import sha256

    return sha256(secret.encode()).hexdigest()
