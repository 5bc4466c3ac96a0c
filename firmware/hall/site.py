"""The hall's pages: all tables, each table's own page, and what changes, as server-sent events.

Law: the thread that hears the tables never waits for anything here, and nothing waits in a queue:
a listener is sent what has changed since it was last sent something, when it can take it, and those
who have seen the same share the same bytes.
Unlike a device, the hall uses `uvicorn.Server`, whose loop ticks.
"""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from http import HTTPStatus
from logging import WARNING
from socket import socket
from ssl import SSLContext
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp
from uvicorn.config import Config
from uvicorn.server import Server

from firmware.common.http.assets import assets, version_of
from firmware.common.http.connection import Connection, check_host
from firmware.common.http.events import EventStream, Listeners
from firmware.common.http.hosts import own_names
from firmware.common.http.limits import Limits
from firmware.common.http.responses import (
    HEADERS,
    JSON,
    NO_STORE,
    SparseLog,
    as_sentence,
    connection_of,
    json_response,
    left,
)
from firmware.common.http.sockets import AT_A_TIME, BACKLOG, limit
from firmware.common.system.text import compact
from firmware.hall.pages import routes
from firmware.hall.pages.context import Context, for_others, number_in
from firmware.hall.tables import Tile

FOLDER = os.path.dirname(__file__)
MOST_CONNECTIONS, MOST_LISTENERS = 3000, 2500
POLICY = "Content-Security-Policy"
# As a device's pages, but for forms, and that a form says which page it is from.
OWN_HEADERS = {
    **HEADERS,
    POLICY: HEADERS[POLICY].replace("form-action 'none'", "form-action 'self'"),
    "Referrer-Policy": "same-origin",
}
HANDSHAKE_S = 5.0
EVERY_S = 0.2  # so often a listener is sent what has changed
# Who knows the ID of a game, or of a seating, could say a result in its name: no page has them.
SECRET = {"game_id", "seating"}
OWN = {"menu", "turn", "page", "last", "number"}  # what only a table's own page shows
SENTENCES = {
    404: "This page does not exist. Start at /.",
    405: "Use GET here.",
    421: "The board does not know this name. Use its address, or start it with --name NAME.",
}


class Line(NamedTuple):
    """What a listener is sent; `stamp` is how far it has seen then."""

    stamp: int
    line: bytes

    @property
    def v(self) -> int:
        return self.stamp


class Site:
    """What the pages show. `broker` is the address that the hall hears, `names` are more names
    that the hall may be called by.
    """

    def __init__(self, context: Context, broker: str, names: Collection[str] = ()) -> None:
        self.context, self.broker, self.names = context, broker, names
        self.hall, self.tables = context.hall, context.hall.tables
        self.wake: Callable[[], object] | None = None
        self._run, self._trouble, self._said_at = os.urandom(3).hex(), "", 0
        self.lines: dict[int, Line] = {}  # by what was seen; cleared to read the hall anew
        self.files = assets(FOLDER)
        self._assets = version_of(self.files.values())

    # --- in any thread; one at a time -----------------------------------------------

    def changed(self) -> None:
        """Tell the pages that a tile is new."""
        if wake := self.wake:
            with suppress(RuntimeError):  # the server has ended just now
                wake()

    def say(self, trouble: str) -> None:
        """Show, above all, what keeps the hall from hearing the tables; "" when nothing does."""
        if trouble != self._trouble:
            self._trouble, self._said_at = trouble, self.tables.number + 1
            self.tables.number += 1
            self.changed()

    # --- in the server's thread -----------------------------------------------------

    def newest(self, seen: int, device: str = "") -> Line:
        """What is new since that stamp, of all tables or, with all there is to say, of one."""
        if device:
            return self._line(seen, device)
        if seen not in self.lines:
            self.lines[seen] = self._line(seen)
        return self.lines[seen]

    def of_tournament(self, seen: int, number: int) -> Line:
        """That there is something new of it; the page comes for the rest."""
        stamp = self.hall.tournaments[number].version
        built = {"v": stamp, "run": self._run, "assets": self._assets, "now": time.time()}
        return Line(stamp, b"data: %b\n\n" % compact(built))

    def _line(self, seen: int, device: str = "") -> Line:
        number = self.tables.number  # first: a tile that is newer comes once more
        if device:
            tiles = [one for one in [self.tables.tiles.get(device)] if one]
            number = max(self._said_at, *(one.number for one in tiles), 0)
        else:
            tiles = self.tables.since(seen - 1)
        stamp = number + 1
        if stamp == seen:
            return Line(stamp, b"")
        built = {
            "v": stamp,
            "run": self._run,
            "assets": self._assets,
            "now": time.time(),
            "all": not seen,
            "broker": "" if self.tables.tiles else self._broker_for_others(),
            "trouble": as_sentence(self._trouble) if self._trouble else "",
            "tournaments": len(self.hall.tournaments),
            "tiles": [_told(one, SECRET if device else SECRET | OWN) for one in tiles],
        }
        return Line(stamp, b"data: %b\n\n" % compact(built))

    def _broker_for_others(self) -> str:
        """Its address for devices, where it is on this machine."""
        host, _, port = self.broker.rpartition(":")
        return f"{for_others(host)}:{port}"


def _told(tile: Tile, without: Collection[str]) -> Mapping[str, object]:
    """A tile as JSON has it; what is empty is left out."""
    return {key: one for key, one in tile._asdict().items() if one and key not in without}


class Pushed(Listeners):
    """The listeners, who hear at most every `EVERY_S`."""

    def __init__(self, site: Site, silent_s: float) -> None:
        super().__init__(site, silent_s, MOST_LISTENERS)
        self._site, self._last = site, float("-inf")
        self._later: asyncio.TimerHandle | None = None

    def catch_up(self) -> None:
        """What is asked for now is as new as what listeners have."""
        if self._later is None:
            self._site.lines.clear()

    def _wake(self) -> None:
        if self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_at(max(loop.time(), self._last + EVERY_S), self._push)

    def _push(self) -> None:
        self._later, self._last = None, asyncio.get_running_loop().time()
        self._site.lines.clear()
        super()._wake()


class Pages:
    """The routes as one Starlette application; what it refuses, it says in a sentence."""

    def __init__(self, site: Site, limits: Limits) -> None:
        self._site, self._limits = site, limits
        self._listeners = Pushed(site, limits.silent_s)
        self._log = SparseLog(time.monotonic)

    def build(self) -> Starlette:
        answers: dict[str, Callable[[Request], Any]] = {
            **{path: one.respond for path, one in self._site.files.items()},
            "/table/{device}": self._site.files["/table"].respond,
            "/events": self._events,
            "/state": self._state,
            "/result": self._result,
        }
        app = Starlette(
            routes=[
                *(Route(path, partial(self._answer, one)) for path, one in answers.items()),
                *(self._checked(one) for one in routes(self._site.context)),
            ],
            exception_handlers={HTTPException: self._refuse, ClientDisconnect: left},
            lifespan=self._connection_rules,
        )
        app.router.redirect_slashes = False
        return app

    @asynccontextmanager
    async def _connection_rules(self, app: Starlette) -> AsyncIterator[Mapping[str, object]]:
        """What `Connection` goes by."""

        def log(status: int, sentence: str, who: str) -> None:
            self._log(f"page: {status} {sentence} It was {who}")

        yield {"piece_s": self._limits.piece_s, "log": log, "most": MOST_CONNECTIONS}

    def _checked(self, route: Route) -> Route:
        answer = partial(self._answer, route.endpoint)
        return Route(route.path, answer, methods=list(route.methods or ()))

    async def _answer(self, answer: Callable[[Request], Any], request: Request) -> ASGIApp:
        check_host(request.headers.get("host", ""), own_names(self._site.names))
        found: ASGIApp = await answer(request)
        return found

    async def _events(self, request: Request) -> ASGIApp:
        return EventStream(self._listeners, connection_of(request), self._newest(request))

    async def _state(self, request: Request) -> Response:
        """What a listener would be sent first."""
        return Response(self._newest(request)(0).line[6:-2], 200, NO_STORE, JSON)

    def _newest(self, request: Request) -> Callable[[int], Line]:
        """What is new of all tables, of one, or of a tournament."""
        self._listeners.catch_up()
        asked = request.query_params
        if not (number := asked.get("tournament")):
            return partial(self._site.newest, device=asked.get("table", ""))
        if number_in(number) not in self._site.hall.tournaments:
            raise HTTPException(404)
        return partial(self._site.of_tournament, number=number_in(number))

    async def _result(self, request: Request) -> Response:
        """Who got what in each round of the game that a table shows, once its result is kept."""
        device = request.query_params.get("table", "")
        kept = await asyncio.to_thread(self._site.hall.result, device)
        if kept is None:
            raise HTTPException(404, "The board has no result of what this table shows.")
        return json_response({"seats": kept["report"]["seats"]})

    async def _refuse(self, request: Request, why: Exception) -> Response:
        assert isinstance(why, HTTPException)  # noqa: S101
        status, sentence = HTTPStatus(why.status_code), why.detail
        if sentence == status.phrase:  # Starlette's own
            sentence = SENTENCES.get(status, sentence)
        headers = {**NO_STORE, **(why.headers or {})}
        if "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse(f"{sentence}\n", status, headers)
        said = {"heading": status.phrase.capitalize(), "sentence": sentence}
        response = self._site.context.render(request, "refused.jinja", status, **said)
        response.headers.update(headers)
        return response


class HallServer(Server):
    """uvicorn's own, but for how it begins to listen: of what it accepts, no TLS handshake takes
    for ever, and out of descriptors it logs a line a second.
    """

    async def startup(self, sockets: list[socket] | None = None) -> None:
        loop, log = asyncio.get_running_loop(), SparseLog(time.monotonic)
        loop.set_exception_handler(
            lambda loop, what: log(f"page: {what['message']}: {what.get('exception')!r}", WARNING)
        )
        await self.lifespan.startup()
        tls = self.config.ssl
        connect = partial(Connection, self.config, self.server_state, self.lifespan.state)
        within = HANDSHAKE_S if tls else None
        self.servers = [
            await loop.create_server(
                connect, sock=one, backlog=AT_A_TIME, ssl=tls, ssl_handshake_timeout=within
            )
            for one in sockets or ()
        ]
        for one in sockets or ():
            one.listen(BACKLOG)  # asyncio has just set its own
        self.started = True

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        for one in list(self.server_state.connections):
            one.transport.abort()  # an event stream has no end to wait for
        await super().shutdown(sockets)


def server_of(
    site: Site, limits: Limits, tls: SSLContext | None = None, proxies: Sequence[str] = ()
) -> HallServer:
    """The server, by HTTPS where it is given `tls`. Proxies at those addresses or networks are
    believed whom they ask for, and whether by HTTPS.
    """
    config = Config(
        Pages(site, limits).build(),
        http=Connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level=logging.ERROR,  # not every request that is none
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
        ssl_context_factory=(lambda config, usual: tls) if tls else None,
        server_header=False,
        headers=list(OWN_HEADERS.items()),
    )
    return HallServer(config)


def serve(
    site: Site,
    listening: list[socket],
    tls: SSLContext | None = None,
    proxies: Sequence[str] = (),
) -> None:
    """Serve in the main thread until SIGINT or SIGTERM, which comes once more at the end."""
    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = max(files, min(hard, MOST_CONNECTIONS + 200))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    limits = Limits()
    for one in listening:
        limit(one, limits.unread_s)
    server_of(site, limits, tls, proxies).run(listening)
