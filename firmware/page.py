"""Settings and an app in, the page served to phones out; and what the device shows of it.

Nothing of the server is imported here: until somebody looks, a page costs next to nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

from firmware.app import App
from firmware.control import Answer
from firmware.inbox import PageFound, PinDrawn
from firmware.keep_answers import Running
from firmware.state_folder import open_plain
from firmware.web.door import Door, Page
from firmware.web.feed import Feed
from firmware.web.pin import Pin

DRAWN_WITHIN_S = 20
CODE_FILE = "page-code"  # in the state folder: an address, and its QR as it was drawn last
MOST_READ = 1 << 14


class PagePart:
    """The door, its PIN and its feed, as a part of the table."""

    def __init__(
        self,
        running: Running,
        app: App,
        log: Callable[[str], None],
        clock: Callable[[], float],
        taught: Mapping[str, Answer],
    ) -> None:
        put, values = app.inbox.put, running.settings.values
        self._put, self._folder = put, running.settings.state_folder
        self.feed = Feed()
        self.pin = Pin(lambda digits: put(PinDrawn(digits)), clock)
        size = values["display.width"], values["display.height"]
        page = Page(
            self.feed,
            self.pin,
            put,
            app.inbox.__len__,
            log,
            clock,
            size,
            values["track.length"],
            values["track.rhythms"],
            state_folder=self._folder,
            running=running,
            answers=taught,
        )
        self._door = Door(page, values["web.port"], values["web.names"])

    def start(self) -> None:
        """Open it, and let everybody know where it is."""
        self._door.start()
        found = tuple(self._door.addresses())
        if found:
            self._put(PageFound(found))
            self._put(PageFound(found, _code(found[0], self._folder)))

    def stop(self) -> None:
        self._door.stop()


def _code(address: str, folder: str) -> tuple[str, ...]:
    """The QR of an address, rows of "#" and "."; none where it cannot be drawn."""
    path = os.path.join(folder, CODE_FILE)
    rows = _kept(path, address)
    if not rows:
        rows = _drawn(address)
        with suppress(OSError, ValueError), open(path, "w", encoding="ascii") as keep:
            keep.writelines(f"{line}\n" for line in (address, *rows))
    return rows


def _kept(path: str, address: str) -> tuple[str, ...]:
    """As it was drawn at an earlier start, for the same address."""
    try:
        with open(open_plain(path, os.O_RDONLY), encoding="ascii") as kept:
            first, *rows = kept.read(MOST_READ).split("\n")
    except (OSError, ValueError):
        return ()
    square = [row for row in rows if row and len(row) == len(rows) - 1 and not row.strip("#.")]
    return tuple(square) if first == address and len(square) == len(rows) - 1 else ()


def _drawn(address: str) -> tuple[str, ...]:
    """By a program of its own: the library it takes would stay in memory for the whole evening."""
    drawing = [sys.executable, "-m", "firmware.web.qr", address]
    try:
        done = subprocess.run(drawing, capture_output=True, text=True, timeout=DRAWN_WITHIN_S)  # noqa: S603
    except (OSError, ValueError, subprocess.SubprocessError):
        return ()
    return tuple(done.stdout.split()) if done.returncode == 0 else ()
