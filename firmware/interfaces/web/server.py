"""The asyncio loop of the page's thread: Starlette's application under uvicorn's connections.

Law: nothing here waits for a client, nothing grows, and the table's thread never waits for anything
here. With nobody there, nothing wakes: `uvicorn.Server`, whose loop ticks, stays out of it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from logging import CRITICAL, WARNING
from socket import socket

from starlette.types import ASGIApp
from uvicorn.config import Config
from uvicorn.server import ServerState

from firmware.common.http.assets import assets, version_of
from firmware.common.http.connection import Connection
from firmware.common.http.events import Listeners
from firmware.common.http.limits import MOST_CONNECTIONS, Limits
from firmware.common.http.responses import HEADERS
from firmware.common.http.sockets import AT_A_TIME, BACKLOG
from firmware.core.photo.client import Reader
from firmware.core.photo.keep import folder_of
from firmware.interfaces.web.app import Application
from firmware.interfaces.web.child import Drawings
from firmware.interfaces.web.context import Context
from firmware.interfaces.web.feed import Builders
from firmware.interfaces.web.page import Page
from firmware.interfaces.web.pages.desk.state import DeskState
from firmware.interfaces.web.pages.scores.state import state
from firmware.interfaces.web.photos import Photos
from firmware.interfaces.web.request_threads import RequestThreads
from firmware.records.history.async_reader import History

FOLDER = os.path.dirname(__file__)


def builders_of(page: Page) -> Builders:
    """How what is shown becomes what pages are sent."""
    desk = DeskState(page.running.settings)
    return Builders(state, desk.of, desk.tray)


def serve(
    page: Page,
    names: Callable[[], Collection[str]],
    limits: Limits,
    listening: Sequence[socket],
    stop: int,
) -> None:
    """Serve in this thread until `stop` can be read. It waits for no connection to end, but for
    what was begun for one.
    """
    files = assets(FOLDER)
    page.feed.build_with((page.builders or builders_of)(page), version_of(files.values()))
    listeners, history = Listeners(page.feed, limits.silent_s), History(page.running.folder)
    threads = RequestThreads()
    photos = Photos(Reader(folder_of(page.running.settings)), threads)
    context = Context(page, listeners, history, Drawings(), photos, threads)
    app = Application(context, names)
    config, shared = config_of(app.build(files)), ServerState()
    shared.default_headers = [(name.lower().encode(), at.encode()) for name, at in HEADERS.items()]
    rules = {"piece_s": limits.piece_s, "log": app.log_refusal, "most": MOST_CONNECTIONS}
    connect = partial(Connection, config, shared, rules)

    def on_mistake(loop: asyncio.AbstractEventLoop, what: Mapping[str, object]) -> None:
        """What asyncio would print otherwise: no descriptors left, or a mistake of ours."""
        app.mistakes(f"page: {what.get('message')}: {what.get('exception')!r}", WARNING)

    async def run() -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(on_mistake)
        loop.add_reader(stop, ended.set)
        servers = []
        try:
            for one in listening:
                servers.append(await loop.create_server(connect, sock=one, backlog=AT_A_TIME))
                one.listen(BACKLOG)  # asyncio has just set its own
            await ended.wait()
        finally:
            loop.remove_reader(stop)
            for server in servers:
                server.close()  # with its socket: the address is free, whatever hangs from now on
            for connection in list(shared.connections):
                connection.transport.abort()
            photos.close()

    try:
        asyncio.run(run())
    finally:
        page.feed.wake = None
    threads.join()


def config_of(app: ASGIApp) -> Config:
    """What uvicorn's protocol goes by."""
    config = Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level=CRITICAL + 1,  # whatever is wrong, the application has logged it
        access_log=False,
        proxy_headers=False,
    )
    # what load() does, which imports a lifespan and with it uvicorn's command line
    config.loaded_app, config.ws_protocol_class, config.loaded = app, None, True
    return config
