"""Serve a site: its application under uvicorn's connections, in an asyncio loop.

Law: nothing here waits for a client, and nothing grows. With nobody there, nothing wakes:
`uvicorn.Server`, whose loop ticks, stays out of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from email.utils import formatdate
from functools import partial
from socket import socket
from typing import TYPE_CHECKING, Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState

from firmware.common.http.application import Application
from firmware.common.http.connection import Connection
from firmware.common.http.limits import Limits
from firmware.common.http.request_threads import RequestThreads
from firmware.common.http.sockets import AT_A_TIME, BACKLOG

if TYPE_CHECKING:
    from ssl import SSLContext

logger = logging.getLogger(__name__)
TURNS = 4  # of asyncio's loop: in the fourth, what it has just accepted is a connection, too


def serve(
    app: Application,
    listening: Sequence[socket],
    stop: int,
    limits: Limits,
    threads: RequestThreads,
    headers: Mapping[str, str],
    *,
    dated: bool = False,
    at_end: Callable[[], object] = lambda: None,
    tls: SSLContext | None = None,
    proxies: Sequence[str] = (),
) -> None:
    """Serve in this thread until the descriptor `stop` can be read; then wait for no connection to
    end, and for what was begun in `threads` as long as the limits say.

    Every answer has these `headers`; `dated`: its Date, too, where there is a clock to go by. With
    `tls` it is served by HTTPS. The `proxies`, addresses or networks, are believed whom they ask
    for, and whether by HTTPS. `at_end` is called when all connections are closed.
    """
    config, shared = _config(_dated(app.asgi) if dated else app.asgi, proxies), ServerState()
    shared.default_headers = [(name.lower().encode(), of.encode()) for name, of in headers.items()]
    connect = partial(Connection, config, shared, {"limits": limits, "log": app.log_refusal})

    async def run() -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(app.log_of_loop)
        loop.add_reader(stop, stopped.set)
        servers = []
        try:
            for listener in listening:
                server = await loop.create_server(
                    connect,
                    sock=listener,
                    backlog=AT_A_TIME,
                    ssl=tls,
                    ssl_handshake_timeout=limits.handshake_s if tls else None,
                )
                servers.append(server)
                listener.listen(BACKLOG)  # asyncio has just set its own
            await stopped.wait()
        finally:
            loop.remove_reader(stop)
            for server in servers:
                server.close()  # with its socket: the address is free, whatever hangs from now on
            for _ in range(TURNS):
                for connection in list(shared.connections):
                    connection.transport.abort()
                await asyncio.sleep(0)
            at_end()

    asyncio.run(run())
    if not threads.join(limits.end_s):
        logger.error(f"page: something hangs, and was left after {limits.end_s:g} s")


def _dated(asgi: ASGIApp) -> ASGIApp:
    """The same with a Date in each answer (RFC 9110, 6.6.1)."""

    async def dated(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_dated(message: Message) -> None:
            if message["type"] == "http.response.start":
                date = b"date", formatdate(usegmt=True).encode()
                message = {**message, "headers": [*message["headers"], date]}
            await send(message)

        await asgi(scope, receive, send_dated)

    return dated


def _config(asgi: Any, proxies: Sequence[str]) -> Config:
    """What uvicorn's protocol goes by; its type for `asgi` is not Starlette's."""
    if proxies:
        from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

        asgi = ProxyHeadersMiddleware(asgi, trusted_hosts=[*proxies])
    config = Config(
        asgi,
        http=Connection,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level=logging.CRITICAL + 1,  # whatever is wrong, the application has logged it
        access_log=False,
        proxy_headers=False,
    )
    # what load() does, which imports a lifespan and with it uvicorn's command line
    config.loaded_app, config.ws_protocol_class, config.loaded = asgi, None, True
    return config
