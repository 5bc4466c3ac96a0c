"""Settings and an app in, the page served to phones out; and what the device shows of it.

Nothing of the server is imported here: until somebody looks, a page costs next to nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

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
LINK = "/bg"
DRAW = """
import sys
from firmware.web.qr import rows
print(*("\\n".join(rows(address)) for address in sys.argv[1:]), sep="\\n\\n")
"""

Codes = tuple[tuple[str, ...], tuple[str, ...]]
NO_CODES: Codes = ((), ())


class PagePart:
    """The door, its PIN and its feed, as a part of the table."""

    def __init__(
        self,
        running: Running,
        app: App,
        log: Callable[[str], None],
        clock: Callable[[], float],
        taught: Mapping[str, Answer],
        pin: Pin,
    ) -> None:
        put, values = app.inbox.put, running.settings.values
        self._put, self._folder = put, running.settings.state_folder
        self.feed, self.pin, self.found = Feed(), pin, tuple[str, ...]()
        pin.tell(lambda digits: put(PinDrawn(digits)))
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
        self.found = found = tuple(self._door.addresses())
        if found:
            self._put(PageFound(found))
            self._put(PageFound(found, *_codes(found[-1], self._folder)))

    def stop(self) -> None:
        self._door.stop()

    def answers(self) -> Mapping[str, Answer]:
        """To `okanjo pin`, by question: who may ask there may see the device, too."""
        here = {"state_folder": os.path.abspath(self._folder)}

        def pin(asked: Mapping[str, Any]) -> Mapping[str, Any]:
            return {**here, "pin": self.pin.digits, "addresses": self.found}

        return {"pin": pin}


def _codes(address: str, folder: str) -> Codes:
    """QRs of the page and of where a game is taken along; none where they cannot be drawn."""
    path = os.path.join(folder, CODE_FILE)
    codes = _kept(path, address)
    if not all(codes):
        codes = _drawn(address)
        with suppress(OSError, ValueError), open(path, "w", encoding="ascii") as keep:
            keep.write("\n\n".join((address, *("\n".join(rows) for rows in codes))))
    return codes


def _kept(path: str, address: str) -> Codes:
    """As they were drawn at an earlier start, for the same address."""
    try:
        with open(open_plain(path, os.O_RDONLY), encoding="ascii") as kept:
            first, *drawn = kept.read(MOST_READ).split("\n\n")
    except (OSError, ValueError):
        return NO_CODES
    return _squares(drawn) if first == address else NO_CODES


def _drawn(address: str) -> Codes:
    """By a program of its own: the library it takes would stay in memory for the whole evening.
    In capitals, which make a QR smaller and mean the same.
    """
    addresses = [address.upper(), f"{address}{LINK}".upper()]
    drawing = [sys.executable, "-c", DRAW, *addresses]
    try:
        done = subprocess.run(drawing, capture_output=True, text=True, timeout=DRAWN_WITHIN_S)  # noqa: S603
    except (OSError, ValueError, subprocess.SubprocessError):
        return NO_CODES
    return _squares(done.stdout.strip().split("\n\n"))


def _squares(drawn: Sequence[str]) -> Codes:
    """Two squares of "#" and "."; anything else is none."""
    squares = [tuple(one.split()) for one in drawn]
    if len(squares) != 2:
        return NO_CODES
    for rows in squares:
        if not rows or any(len(row) != len(rows) or row.strip("#.") for row in rows):
            return NO_CODES
    return squares[0], squares[1]
