"""The hall's site: all tables, each table's own page, and what changes, as server-sent events.

Law: the thread that hears the tables never waits for anything here, and nothing waits in a queue:
a listener is sent what has changed since it was last sent something, when it can take it, and those
who have seen the same share the same bytes.
"""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from socket import socket
from ssl import SSLContext
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from firmware.common.http.application import Application, Endpoint, as_text
from firmware.common.http.assets import assets, version_of
from firmware.common.http.events import EventStream, Listeners
from firmware.common.http.hosts import own_names
from firmware.common.http.limits import Limits
from firmware.common.http.responses import (
    HEADERS,
    JSON,
    NO_STORE,
    as_sentence,
    connection_of,
    json_response,
)
from firmware.common.http.serve import serve
from firmware.common.http.sockets import limit
from firmware.common.system.text import compact
from firmware.hall.pages import endpoints
from firmware.hall.pages.context import Context, for_others, number_in
from firmware.hall.store.store import Away
from firmware.hall.tables import Tile

FOLDER = os.path.dirname(__file__)
LIMITS = Limits(connections=3000, listeners=2500)  # for hundreds of phones, behind one address
POLICY = "Content-Security-Policy"
# As a device's pages, but for forms, and that a form says which page it is from.
OWN_HEADERS = {
    **HEADERS,
    POLICY: HEADERS[POLICY].replace("form-action 'none'", "form-action 'self'"),
    "Referrer-Policy": "same-origin",
}
EVERY_S = 0.2  # so often a listener is sent what has changed
# Who knows the ID of a game, or of a seating, could say a result in its name: no page has them.
SECRET = {"game_id", "seating"}
OWN = {"menu", "turn", "page", "last", "number"}  # what only a table's own page shows
UNKNOWN_NAME = "The board does not know this name. Use its address, or start it with --name NAME."
AWAY = "The database does not answer. Try again in a moment."


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

    def __init__(self, site: Site, limits: Limits) -> None:
        super().__init__(site, limits)
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


class TablePages:
    """The pages of all tables, and of one: what they ask for."""

    def __init__(self, site: Site, limits: Limits) -> None:
        self._site, self._listeners = site, Pushed(site, limits)

    def endpoints(self) -> list[Endpoint]:
        files = self._site.files
        return [
            *(Endpoint(path, one.answer) for path, one in files.items()),
            Endpoint("/table/{device}", files["/table"].answer),
            Endpoint("/events", self._events),
            Endpoint("/state", self._state),
            Endpoint("/result", self._result),
        ]

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
        kept = await self._site.context.threads.call(self._site.hall.result, device)
        if kept is None:
            raise HTTPException(404, "The board has no result of what this table shows.")
        return json_response({"seats": kept["report"]["seats"]})


def application(site: Site, limits: Limits) -> Application:
    """All pages of the hall."""
    context = site.context

    def render(request: Request, status: int, sentence: str) -> Response:
        """A page for browsers; a line for others, and of a bug, which the page itself may have."""
        if status == 500 or "text/html" not in request.headers.get("accept", ""):
            return as_text(request, status, sentence)
        heading = HTTPStatus(status).phrase.capitalize()
        return context.render(request, "refused.jinja", status, heading=heading, sentence=sentence)

    return Application(
        [*TablePages(site, limits).endpoints(), *endpoints(context)],
        partial(own_names, site.names),
        {421: UNKNOWN_NAME},
        admit=context.admit,
        refusals={Away: lambda why: HTTPException(503, AWAY)},
        render=render,
    )


def serve_hall(
    site: Site,
    listening: Sequence[socket],
    stop: int,
    tls: SSLContext | None = None,
    proxies: Sequence[str] = (),
    limits: Limits = LIMITS,
) -> None:
    """Serve in this thread until `stop` can be read; the rest is as for `serve`."""
    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = max(files, min(hard, limits.connections + 200))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    for one in listening:
        limit(one, limits.unread_s)
    app, threads = application(site, limits), site.context.threads
    serve(app, listening, stop, limits, threads, OWN_HEADERS, dated=True, tls=tls, proxies=proxies)
