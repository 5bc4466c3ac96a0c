"""A port in, the page to whoever knocks out: the web's thread, from its start to its end.

Nobody may ever look: until the first connection this thread only listens, and the server, with
the 11 MB it takes, is not even imported. With nobody there the thread sleeps and is not woken.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from firmware.app.device_status import why_not
from firmware.web.auth import Pin
from firmware.web.feed import Builders, Feed

if TYPE_CHECKING:
    from socket import socket

    from firmware.backup.answers import Running
    from firmware.ipc.server import Route
    from firmware.web.connection import Patience

logger = logging.getLogger(__name__)
AGAIN_S = 1.0
LISTENING_WITHIN_S = 2.0
TOLD_FILE = "addresses"  # in the service's runtime folder: addresses and names, a line each


def told_file(environment: Mapping[str, str]) -> str:
    """Where addresses and names are written down for us; "" when we are no service."""
    folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return os.path.join(folder, TOLD_FILE) if folder else ""


class Page(NamedTuple):
    """What the page needs of the program: `put` gives the table a fact, `waiting` says how many
    wait there, `size` is the display's, `track` and `rhythms` the score track's; in `state_folder`
    lies the journal. `running` is what /setup changes; `answers`, by question, are those to
    `okanjo teach`.
    """

    feed: Feed
    pin: Pin
    put: Callable[[Any], None]
    waiting: Callable[[], int]
    clock: Callable[[], float] = time.monotonic
    size: tuple[int, int] = (128, 64)
    track: int = 60
    rhythms: bool = False
    builders: Callable[[Page], Builders] | None = None  # None: the pages' own
    state_folder: str = ""
    running: Running | None = None
    answers: Mapping[str, Route] = MappingProxyType({})


class Door:
    """The page's sockets and its thread. `names` are more names that it may be called by."""

    def __init__(
        self,
        page: Page,
        port: int = 8080,
        names: Collection[str] = (),
        environment: Mapping[str, str] = os.environ,
        patience: Patience | None = None,
    ) -> None:
        self._page, self._port, self._names = page, port, names
        self._environment, self._patience = environment, patience
        self._listening: list[socket] = []
        self._there = threading.Event()
        self._woken = self._wake = -1
        self._thread: threading.Thread | None = None
        self._stopping = False
        self.port = 0  # what was taken
        self.missing = ""  # why none was: "library", "port", or the service's "socket"

    def start(self) -> None:
        """Listen from soon on; returns at once."""
        self._stopping, self.missing = False, ""
        self._there.clear()
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close everything, whoever is there; a second call does nothing."""
        if self._thread is None:
            return
        self._stopping = True
        os.write(self._wake, b"!")
        self._thread.join()
        self._thread = None
        os.close(self._woken)
        os.close(self._wake)

    def addresses(self) -> list[str]:
        """Where the page is for others now, best first; none when it cannot be served."""
        if self._thread is not None:
            self._there.wait(LISTENING_WITHIN_S)
        if not self.port:
            return []
        from firmware.web.hosts import local_name, own_addresses

        told = told_file(self._environment)
        port = "" if self.port == 80 else f":{self.port}"
        return [f"http://{host}{port}" for host in (local_name(told), *own_addresses(told))]

    def _run(self) -> None:
        try:
            self._listening = self._open()
            self._there.set()
            if self._listening:
                self._work()
        finally:
            self.port = 0
            for one in self._listening:
                one.close()
            self._listening = []

    def _open(self) -> list[socket]:
        from importlib.machinery import PathFinder

        from firmware.web.sockets import inherited, own

        found = []
        if PathFinder.find_spec("microdot") is None:
            self.missing = "library"
        elif not (found := inherited(self._environment) or own(self._port)):
            self.missing = "socket" if "NOTIFY_SOCKET" in self._environment else "port"
        if self.missing:
            why = why_not(self.missing, self._port)
            logger.warning(f"no page: {why}; okanjo doctor says more")
            return []
        names = [one.getsockname() for one in found]
        self.port = next((name[1] for name in names if isinstance(name, tuple)), 0)
        if self.port and self._port and self.port != self._port:
            logger.info(f"the page is at port {self.port}")
        return found

    def _work(self) -> None:
        """Wait for somebody and serve, until `stop`. A mistake of ours is told once, and the page
        begins anew.
        """
        told = ""
        while self._wait(None):
            try:
                self._serve()
            except Exception as mistake:  # a thread that ends in silence would end the page
                if told != repr(mistake):
                    told = repr(mistake)
                    logger.error(f"a mistake of Okanjo's page, please report it: {told}")
                self._dismiss()
                self._wait(AGAIN_S)

    def _wait(self, seconds: float | None) -> bool:
        """Until somebody knocks, or for so long whoever knocks; False when it is time to end."""
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        if seconds is None:
            for one in self._listening:
                poll.register(one, select.POLLIN)
        poll.poll(None if seconds is None else seconds * 1000)
        return not self._stopping

    def _serve(self) -> None:
        """Who knocks is still waiting in the socket, and is the server's first."""
        from firmware.web.connection import Patience
        from firmware.web.hosts import own_names
        from firmware.web.server import Server

        told, patience = told_file(self._environment), self._patience or Patience()
        names = partial(own_names, self._names, told)
        Server(self._page, names, patience).run(self._listening, self._woken)

    def _dismiss(self) -> None:
        """Nobody is left waiting for an answer that will not come."""
        for one in self._listening:
            try:
                while True:
                    one.accept()[0].close()
            except OSError:
                continue
