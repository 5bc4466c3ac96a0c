"""What the pages of all tables, and of one, ask for: the newest, events, a result.

Law: the thread that hears the tables never waits for anything here, and nothing waits in a queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from engine.message import gettext, pgettext
from firmware.common.http.application import Endpoint
from firmware.common.http.assets import Asset, asset
from firmware.common.http.events import EventStream, Listeners
from firmware.common.http.language import keep_language
from firmware.common.http.limits import Limits
from firmware.common.http.responses import JSON, NO_STORE, connection_of, json_response
from firmware.hall.feed import HallFeed, News
from firmware.hall.pages.context import HallContext, number_in
from firmware.hall.pages.packed import HTML
from firmware.hall.pages.refusals import refusal
from firmware.hall.tables import Said
from firmware.words.language import Language, say

EVERY_S = 0.2  # so often a listener is sent what has changed


def endpoints(context: HallContext, feed: HallFeed, limits: Limits) -> list[Endpoint]:
    tables = TablePages(context, feed, limits)
    return [
        Endpoint("/", tables.hall),
        Endpoint("/table/{device}", tables.table),
        Endpoint("/events", tables.events),
        Endpoint("/state", tables.state),
        Endpoint("/result", tables.result),
    ]


class HallListeners(Listeners):
    """The listeners, who hear at most every `EVERY_S`."""

    def __init__(self, feed: HallFeed, limits: Limits) -> None:
        super().__init__(feed, limits)
        self._feed, self._last = feed, float("-inf")
        self._later: asyncio.TimerHandle | None = None

    def catch_up(self) -> None:
        """What is asked for now is as new as what listeners have."""
        if self._later is None:
            self._feed.read_anew()

    def _wake(self) -> None:
        if self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_at(max(loop.time(), self._last + EVERY_S), self._push)

    def _push(self) -> None:
        self._later, self._last = None, asyncio.get_running_loop().time()
        self._feed.read_anew()
        super()._wake()


class TablePages:
    """The routes, over the hall and its feed."""

    def __init__(self, context: HallContext, feed: HallFeed, limits: Limits) -> None:
        self._context, self._feed = context, feed
        self._listeners = HallListeners(feed, limits)
        self._pages: dict[tuple[str, str], Asset] = {}  # by template and language

    async def hall(self, request: Request) -> Response:
        return await self._page(request, "tables/hall.jinja")

    async def table(self, request: Request) -> Response:
        return await self._page(request, "tables/table.jinja")

    async def _page(self, request: Request, template: str) -> Response:
        """A page that its script fills: the same for all who speak its language."""
        language = self._context.language(request)
        key = template, language.code
        if key not in self._pages:
            page = self._context.templates.render(template, language)
            self._pages[key] = asset(HTML, page.encode())
        response = await self._pages[key].answer(request)
        keep_language(request, response)
        return response

    async def events(self, request: Request) -> ASGIApp:
        return EventStream(self._listeners, connection_of(request), self._newest(request))

    async def state(self, request: Request) -> Response:
        """What a listener would be sent first."""
        return Response(self._newest(request)(0).line[6:-2], 200, NO_STORE, JSON)

    def _newest(self, request: Request) -> Callable[[int], News]:
        """Return the function that gives news of all tables, of one table, of a tournament, or
        of a season."""
        self._listeners.catch_up()
        query, language = request.query_params, self._context.language(request)
        if season := query.get("season"):
            if number_in(season) not in self._context.hall.seasons:
                raise HTTPException(404)
            return partial(self._feed.of_season, number=number_in(season))
        if not (number := query.get("tournament")):
            return partial(self._feed.newest, language=language, device=query.get("table", ""))
        if number_in(number) not in self._context.hall.tournaments:
            raise HTTPException(404)
        return partial(self._feed.of_tournament, number=number_in(number))

    async def result(self, request: Request) -> Response:
        """Who got what in each round of the game that a table shows, once its result is kept."""
        device = request.query_params.get("table", "")
        kept = await self._context.threads.call(self._context.hall.result, device)
        if kept is None:
            raise refusal(404, gettext("The board has no result of what this table shows."))
        seats, language = kept["report"]["seats"], self._context.language(request)
        return json_response({"seats": seats, "heads": _heads(seats, language)})


def _heads(seats: Sequence[Said], language: Language) -> list[str]:
    """What stands above the columns: the player, each round, desserts if there are any, the sum."""
    rounds = range(1, 1 + max((len(seat["rounds"]) for seat in seats), default=0))
    desserts = [gettext("Desserts")] if any(seat["desserts"] for seat in seats) else []
    heads = [
        gettext("Player"),
        *(pgettext("line", "R{round}", round=round) for round in rounds),
        *desserts,
        gettext("Total"),
    ]
    return [say(head, language) for head in heads]
