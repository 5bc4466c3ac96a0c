"""The USB sticks with backups that are plugged in, as their unit has told, and a file of one that
is wanted.

Law: the program itself never touches a stick. Root's unit (`stick.py`) mounts it when it is asked
to, and brings the bytes.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.message import Message, gettext
from firmware.records.backup.summary import MOST_BYTES, BackupFile
from firmware.words.worded import WordedError

BROUGHT_WITHIN_S = 180.0  # a Pi Zero starts three programs for it, and may be at a game
LOOK_EVERY_S = 0.2
PULLED = gettext("The stick was pulled out. Nothing was changed. Plug it in again.")
NO_SUCH = gettext("The stick has no such backup any more. Nothing was changed.")
UNREADABLE = gettext("The stick cannot be read. Nothing was changed. Try another backup or stick.")
LATE = gettext(
    "The stick was not read within {seconds} s. Nothing was changed. Pull it, plug it in again and"
    " try once more.",
    seconds=int(BROUGHT_WITHIN_S),
)
ANOTHER = gettext("The stick is being read already. Wait a moment.")
LARGE = gettext("This file is larger than {size} MB, too large for a backup. Nothing was changed.")
CASES: Mapping[str, Message] = {  # why the unit brings nothing
    "pulled": PULLED,
    "missing": NO_SUCH,
    "too-large": LARGE._replace(values={"size": MOST_BYTES >> 20}),
    "unreadable": UNREADABLE,
}


class NotBrought(WordedError):
    """Nothing was changed; the text says why, in whole sentences."""


class OnStick(NamedTuple):
    """What a stick has: its backups, the newest first, and how many files are called like one and
    are none. `device` tells whether it is still the same stick that is plugged in.
    """

    device: int
    backups: tuple[BackupFile, ...]
    others: int


class _Wish:
    """A file that is wanted of a stick: its content, or why there is none."""

    def __init__(self, stick: str, name: str) -> None:
        self.stick, self.name = stick, name
        self.content, self.why = b"", UNREADABLE
        self.is_over = threading.Event()


def device_of(stick: str) -> int:
    """A number that the device `sda1` has for as long as it is plugged in; 0: it is not."""
    try:
        return os.lstat(f"/sys/class/block/{stick}").st_ino
    except OSError:
        return 0


class Sticks:
    """It outlasts a restart of the program in the same process: nobody is to plug a stick in again
    because a setting was changed.
    """

    def __init__(self, device_of: Callable[[str], int] = device_of) -> None:
        self._device_of = device_of
        self._lock = threading.Lock()
        self._known: dict[str, OnStick] = {}
        self._wish: _Wish | None = None

    def plugged_in(self) -> dict[str, OnStick]:
        """The sticks that have something, by their devices' names."""
        with self._lock:
            known = list(self._known.items())
        return {stick: has for stick, has in known if self._device_of(stick) == has.device}

    def newest(self) -> list[tuple[str, BackupFile]]:
        """The newest backup of each table, with its stick; the newest one first."""
        backups = [
            (stick, kept) for stick, has in self.plugged_in().items() for kept in has.backups
        ]
        backups.sort(key=lambda pair: (pair[1].is_whole, pair[1].evening))  # the last one counts
        newest = {kept.table: (stick, kept) for stick, kept in backups}
        return sorted(newest.values(), key=lambda pair: pair[1].evening, reverse=True)

    def bring(self, stick: str, name: str, ask: Callable[[], None]) -> bytes:
        """Have a file of a stick brought by root, who is asked by `ask`; NotBrought, and what `ask`
        raises.
        """
        has = self.plugged_in().get(stick)
        if has is None:
            raise NotBrought(PULLED)
        if name not in {kept.name for kept in has.backups}:
            raise NotBrought(NO_SUCH)
        wish = _Wish(stick, name)
        with self._lock:
            if self._wish:
                raise NotBrought(ANOTHER)
            self._wish = wish
        try:
            ask()
            self._wait(wish, has.device)
        finally:
            self._wish = None
        if not wish.content:
            raise NotBrought(wish.why)
        return wish.content

    def _wait(self, wish: _Wish, device: int) -> None:
        until = time.monotonic() + BROUGHT_WITHIN_S
        while not wish.is_over.wait(LOOK_EVERY_S):
            if self._device_of(wish.stick) != device:
                raise NotBrought(PULLED)
            if time.monotonic() > until:
                raise NotBrought(LATE)

    def is_there(self, stick: str) -> bool:
        """Whether a stick of that name is plugged in, whatever it has."""
        return bool(self._device_of(stick))

    # --- what its unit asks and tells

    def wanted(self, stick: str) -> str | None:
        """The file that is wanted of this stick; "": one is of another stick, None: none is."""
        wish = self._wish
        if wish is None:
            return None
        return wish.name if wish.stick == stick else ""

    def told(
        self,
        stick: str,
        backups: tuple[BackupFile, ...],
        others: int,
        content: bytes = b"",
        why: str = "",
    ) -> None:
        """Take what a stick has, now that it is no longer mounted, and the file that was wanted,
        or why it does not come.
        """
        device = self._device_of(stick)
        if device and why == "pulled":  # a spoiled file system fails just like that
            why = "unreadable"
        with self._lock:
            self._known.pop(stick, None)
            if device and (backups or others):
                self._known[stick] = OnStick(device, backups, others)
            wish = self._wish
        if wish and wish.stick == stick:
            wish.content, wish.why = content, CASES.get(why, UNREADABLE)
            wish.is_over.set()
