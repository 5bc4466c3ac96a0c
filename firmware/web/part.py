"""Settings and an app in, the page served to phones out; and what the device shows of it.

Nothing of the server is imported here: until somebody looks, a page costs next to nothing.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from drivers.inotify import LOOK_EVERY, Watch
from drivers.threads import FdThread
from firmware.app.loop import App
from firmware.backup.answers import Running
from firmware.ipc.server import Question, Route
from firmware.system.files import replace
from firmware.system.state_dir import open_plain
from firmware.view.state import PageFound, PinDrawn
from firmware.web.auth import Pin
from firmware.web.door import Door, Page, told_file
from firmware.web.feed import Feed

logger = logging.getLogger(__name__)
DRAWN_WITHIN_S = 20
CODE_FILE = "page-code"  # in the state folder: an address, and its QR as it was drawn last
MOST_READ = 1 << 14
LINK = "/bg"
DRAW = "firmware.web.qr_program"

Codes = tuple[tuple[str, ...], tuple[str, ...]]
NO_CODES: Codes = ((), ())


class PagePart:
    """The door, its PIN and its feed, as a part of the table. As a service it follows what is
    written down of the network, which may come up long after it, or change.
    """

    def __init__(
        self,
        running: Running,
        app: App,
        clock: Callable[[], float],
        taught: Mapping[str, Route],
        pin: Pin,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        put, settings = app.inbox.put, running.settings
        self._put, self._folder = put, running.settings.state_folder
        self.feed, self.pin, self._shown = Feed(), pin, tuple[str, ...]()
        pin.tell(lambda digits: put(PinDrawn(digits)))
        page = Page(
            feed=self.feed,
            pin=self.pin,
            put=put,
            waiting=app.inbox.__len__,
            clock=clock,
            size=(settings.display.width, settings.display.height),
            track=settings.track.length,
            rhythms=settings.track.rhythms,
            state_folder=self._folder,
            running=running,
            answers=taught,
        )
        self._door = Door(page, settings.web.port, settings.web.names, environment)
        folder = os.path.dirname(told_file(environment))
        self._follower = _Follower(folder, self._show, clock) if folder else None

    @property
    def found(self) -> tuple[str, ...]:
        """Where it is now, best first; nowhere when it cannot be served."""
        return tuple(self._door.addresses())

    def told(self) -> Mapping[str, Any]:
        """For `okanjo doctor`: where it is, or else what is missing."""
        return {"page": self.found, "page_missing": self._door.missing}

    def start(self) -> None:
        """Open it, and let everybody know where it is."""
        self._door.start()
        if self._follower:
            self._follower.start()
        else:
            self._show()

    def stop(self) -> None:
        if self._follower:
            self._follower.stop()
        self._door.stop()

    def _show(self) -> None:
        """Let everybody know, if it is news. Whatever browser, an address is found by all."""
        found = self.found
        if found and found != self._shown:
            self._shown = found
            self._put(PageFound(found))
            self._put(PageFound(found, *_codes(found[:2][-1], self._folder)))

    def answers(self) -> Mapping[str, Route]:
        """To `okanjo pin`, by question: who may ask there may see the device, too."""
        here = {"state_folder": os.path.abspath(self._folder)}

        def pin(question: Question) -> Mapping[str, Any]:
            return {**here, "pin": self.pin.digits, "addresses": self.found}

        return {"pin": pin}


class _Follower(FdThread):
    """Calls `look` at its start, and whenever something may have changed in the folder."""

    def __init__(
        self,
        folder: str,
        look: Callable[[], None],
        clock: Callable[[], float],
    ) -> None:
        super().__init__("page's addresses", clock)
        self._folder, self._look, self._told = folder, look, ""

    def _run(self) -> None:
        watch = Watch(self._folder)  # before the first look: what comes in between is news
        try:
            while not self._stopping:
                self._look()
                due = None if watch.fd is not None else self._clock() + LOOK_EVERY
                if watch.fd in self._wait([watch.fd], due):
                    watch.drain()
        finally:
            watch.close()

    def _failed(self, reason: str) -> None:
        if self._told != reason:
            self._told = reason
            logger.warning(f"the page's addresses: {reason}")


def _codes(address: str, folder: str) -> Codes:
    """QRs of the page and of where a game is taken along; none where they cannot be drawn."""
    path = os.path.join(folder, CODE_FILE)
    codes = _kept(path, address)
    if not all(codes):
        codes = _drawn(address)
        with suppress(OSError, ValueError):
            drawn = "\n\n".join((address, *("\n".join(rows) for rows in codes)))
            replace(path, drawn.encode("ascii"))
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
    """By a program of its own, which makes way for the table: the library it takes would stay in
    memory for the whole evening. In capitals, which make a QR smaller and mean the same.
    """
    import subprocess  # late: they are drawn once for an address

    addresses = [address.upper(), f"{address}{LINK}".upper()]
    isolated = ["-I"] if sys.flags.isolated else []  # as we were started
    drawing = [sys.executable, *isolated, "-m", DRAW, *addresses]
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
