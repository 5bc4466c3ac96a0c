"""The asyncio loop of the page's thread: Starlette's application under uvicorn's connections.

Law: nothing here waits for a client, nothing grows, and the table's thread never waits for anything
here. With nobody there, nothing wakes: `uvicorn.Server`, whose loop ticks, stays out of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from logging import WARNING
from socket import socket
from typing import Any

from firmware.history.async_reader import History
from firmware.web.app import Application
from firmware.web.connection import Connection, uvicorn_of
from firmware.web.context import Context
from firmware.web.events import Listeners
from firmware.web.feed import Builders
from firmware.web.page import Limits, Page
from firmware.web.pages.assets import assets, endpoints, version
from firmware.web.pages.desk import DeskState
from firmware.web.pages.scores import state
from firmware.web.sockets import BACKLOG

AT_A_TIME = 16  # accepted in one go: as many as are there are served in between


def builders_of(page: Page) -> Builders:
    """How what is shown becomes what pages are sent."""
    desk = DeskState(page.size, page.track, page.rhythms)
    return Builders(state, desk.of, desk.tray)


class Server:
    """The page and all who look at it, until `stop` can be read."""

    def __init__(self, page: Page, names: Callable[[], Collection[str]], limits: Limits) -> None:
        self._feed, self._limits = page.feed, limits
        self._files = assets()
        page.feed.build_with((page.builders or builders_of)(page), version(self._files))
        listeners = Listeners(page.feed, limits.silent_s)
        self._app = Application(Context(page, listeners, History(page.state_folder)), names)
        self._connections: dict[Connection, None] = {}

    def run(self, listening: Sequence[socket], stop: int) -> None:
        """Serve in this thread; returns at once when it is time, whoever is there."""
        try:
            asyncio.run(self._serve(listening, stop))
        finally:
            self._feed.wake_by(None)

    async def _serve(self, listening: Sequence[socket], stop: int) -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(self._on_mistake)
        loop.add_reader(stop, ended.set)
        connected = self._connected()
        servers = []
        try:
            for one in listening:
                # a copy: to end serving is not to give up the address
                copy = one.dup()
                servers.append(await loop.create_server(connected, sock=copy, backlog=AT_A_TIME))
                one.listen(BACKLOG)  # asyncio has just set its own
            await ended.wait()
        finally:
            loop.remove_reader(stop)
            for server in servers:
                server.close()
            for connection in list(self._connections):
                connection.transport.abort()

    def _connected(self) -> Callable[[], Connection]:
        """What makes a protocol for each connection."""
        config, state = uvicorn_of(self._app.build(endpoints(self._files)))

        def refused(status: int, sentence: str, host: str, first: bytes) -> None:
            line = first.partition(b"\r")[0].decode("ascii", "backslashreplace")
            self._app.log_refusal(status, sentence, host, line)

        return lambda: Connection(config, state, self._limits, self._connections, refused)

    def _on_mistake(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """What would be printed otherwise: no descriptors left, or a mistake of ours."""
        what = f"page: {context.get('message')}: {context.get('exception')!r}"
        self._app.mistakes(what, WARNING)
