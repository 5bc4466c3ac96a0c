"""The page's thread: listens from the start, and serves from the first visit on.

Nobody may ever look: until the first connection this thread only waits, and the server, with the
20 MB it takes, is not even imported.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from drivers.quick_imports import bare_package
from drivers.threads import FdThread
from firmware.common.http.hosts import local_name, own_addresses, own_names
from firmware.common.http.limits import Limits
from firmware.common.system.systemd import runtime_folder
from firmware.common.system.text import english
from firmware.core.app.device_status import why_not
from firmware.interfaces.web.page import Page

if TYPE_CHECKING:
    from socket import socket


logger = logging.getLogger(__name__)
LISTENING_WITHIN_S = 2.0
LOOP_WITHIN_S = 2.0  # at the end, beside what the limits give a request's thread
ADDRESSES = "addresses"  # in the service's runtime folder: addresses and names, a line each


def addresses_file(environment: Mapping[str, str]) -> str:
    """Where addresses and names are written down for the service; "" when it is none."""
    folder = runtime_folder(environment)
    return os.path.join(folder, ADDRESSES) if folder else ""


class WebThread(FdThread):
    """The page's sockets and its thread. `names` are more names that it may be called by."""

    def __init__(
        self,
        page: Page,
        port: int = 8080,
        names: Collection[str] = (),
        environment: Mapping[str, str] = os.environ,
        limits: Limits | None = None,
    ) -> None:
        self._limits = limits or Limits()
        super().__init__("web", time.monotonic, self._limits.end_s + LOOP_WITHIN_S)
        self._page, self._wanted, self._names = page, port, names
        self._environment = environment
        self._opened = threading.Event()
        self._logged = ""
        self.port = 0  # what was taken
        self.missing = ""  # why none was: "port", or the service's "socket"

    def start(self) -> None:
        self.missing = ""
        self._opened.clear()
        super().start()

    def addresses(self) -> list[str]:
        """Where the page is for others now, best first; none when it cannot be served."""
        if self._thread is not None:
            self._opened.wait(LISTENING_WITHIN_S)
        if not self.port:
            return []
        file = addresses_file(self._environment)
        port = "" if self.port == 80 else f":{self.port}"
        return [f"http://{host}{port}" for host in (local_name(file), *own_addresses(file))]

    def _run(self) -> None:
        """Wait for the first connection, then import and start the server. The connection waits in
        its socket meanwhile.
        """
        listening = self._open()
        self._opened.set()
        try:
            if listening and self._woken not in self._wait(
                [listener.fileno() for listener in listening], None
            ):
                bare_package("uvicorn")
                from firmware.interfaces.web.server import serve_pages

                names = partial(own_names, self._names, addresses_file(self._environment))
                serve_pages(self._page, names, self._limits, listening, self._woken)
        finally:
            self.port = 0
            for listener in listening:
                listener.close()

    def _open(self) -> list[socket]:
        from firmware.common.http.sockets import inherited, limit, own

        listening = inherited(self._environment) or own(self._wanted)
        if not listening:
            self.missing = "socket" if "NOTIFY_SOCKET" in self._environment else "port"
            why = english(why_not(self.missing, self._wanted))
            logger.warning(f"no page: {why}; run okanjo doctor")
            return []
        for listener in listening:
            limit(listener, self._limits.unread_s)
        self.port = listening[0].getsockname()[1]
        if self._wanted and self.port != self._wanted:
            logger.info(f"the page is at port {self.port}")
        return listening

    def _failed(self, reason: str) -> None:
        """Log it once. Open connections are closed, and the page starts again."""
        if self._logged != reason:
            self._logged = reason
            logger.error(f"page: {reason}")
