"""The PIN that the device shows, how often it may be guessed, and the sessions that it opens.

To see the device is the login: there are no accounts. In an hour, so many wrong PINs are looked at:
- three of each host, 48 of them all, so that no guest locks out the owner, who sees the PIN;
- after PAGE, pressed by somebody who stands there, six of each, 2,000 of all: a home's whole
  network may be guessing, and the owner's phone is not kept from trying;
- besides, one a minute, whoever tries.
So all who guess are right once in 9,259 hours, or once in 485 with PAGE pressed in each.
"""

from __future__ import annotations

import logging
import os
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from firmware.system.files import replace
from firmware.system.state_dir import PIN_FILE, open_plain

logger = logging.getLogger(__name__)
WAIT_S = 60
HOUR_S = 3600
FREE_TRIES = 3, 48  # of a host, and of all: addresses are cheap
AFTER_PAGE = 6, 2000
MOST_SESSIONS = 32
_FILE = re.compile(r"[0-9]{6}\n([0-9a-f]{64}\n)*")


class Pin:
    """The PIN and its sessions, kept in the state folder, if one is given; for any thread."""

    def __init__(self, folder: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self._path = os.path.join(folder, PIN_FILE) if folder else ""
        self._clock, self._lock, self._saving = clock, threading.Lock(), threading.Lock()
        kept = _kept(self._path)
        self.is_kept = bool(kept)
        self.digits, *self._sessions = kept or [_drawn()]  # sessions as hashes, the oldest first
        self._hour = self._closed_until = -1.0
        self._wrong_of = Counter[str]()  # by host
        self._allowed = FREE_TRIES

    def try_(self, digits: str, host: str) -> str | int:
        """Open a session and return its token, if these are the PIN's digits; else 0, or how many
        seconds to wait before any are looked at.
        """
        with self._lock:
            now = self._look_at_clock()
            of_host, of_all = self._allowed
            is_free = self._wrong_of[host] < of_host and self._wrong_of.total() < of_all
            if now < self._closed_until and not is_free:
                return int(self._closed_until - now) + 1
            if _hash(digits) == _hash(self.digits):  # in a time that tells nothing
                token = os.urandom(16).hex()
                self._sessions = [*self._sessions, _hash(token)][-MOST_SESSIONS:]
                return token
            if is_free:
                self._wrong_of[host] += 1
            else:
                self._closed_until = now + WAIT_S
            return 0

    def open_window(self) -> None:
        """Let every host try more often in this hour: somebody stands before the device."""
        with self._lock:
            self._look_at_clock()
            self._allowed = AFTER_PAGE

    def _look_at_clock(self) -> float:
        """Return the time; in another hour everything begins anew."""
        now = self._clock()
        if now // HOUR_S != self._hour:
            self._hour, self._wrong_of, self._allowed = now // HOUR_S, Counter(), FREE_TRIES
        return now

    def session(self, token: str) -> str | None:
        """The name of the session with this token; names are no secret."""
        name = _hash(token)
        return name[:16] if name in self._sessions else None

    def renew(self) -> str:
        """Draw another PIN, end all sessions, and save that."""
        with self._lock:
            self.digits, self._sessions = _drawn(), []
            self._hour = self._closed_until = -1.0
        self.save()
        return self.digits

    def save(self) -> None:
        """Keep PIN and sessions for the next start; `is_kept` says whether the disk takes them."""
        if not self._path:
            return
        with self._saving:  # while the disk takes its time, others may try
            content = "".join(f"{line}\n" for line in (self.digits, *self._sessions))
            try:
                replace(self._path, content.encode())
                self.is_kept = True
            except OSError as why:
                self.is_kept = False
                logger.warning(f"the PIN is not kept for the next start: {why.strerror or why}")


def _kept(path: str) -> list[str]:
    """What was saved; nothing where it cannot be read."""
    with suppress(OSError, ValueError), open(open_plain(path, os.O_RDONLY), "rb") as file:
        content = file.read(7 + 65 * MOST_SESSIONS).decode("ascii")
        return content.split() if _FILE.fullmatch(content) else []
    return []


def _drawn() -> str:
    # of `os`: to import `secrets` would cost the start 5 ms
    return f"{int.from_bytes(os.urandom(8)) % 10**6:06}"


def _hash(secret: str) -> str:
    from hashlib import sha256

    return sha256(secret.encode()).hexdigest()
