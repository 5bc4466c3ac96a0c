"""A tournament's pages for everybody: who sits where, standings and why.

Law: the hall never waits for any of it: pages are made in threads.
"""

from __future__ import annotations

import gzip
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from firmware.common.http.application import Endpoint
from firmware.hall.pages.context import HallContext, number_in, redirect, round_of
from firmware.hall.views import View

T = "/t/{n:int}"
LONG = 2000  # bytes; what is longer is packed


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = Public(context)
    return [
        context.public("/t", pages.all),
        context.public(T, pages.now),
        context.public(f"{T}/tv", pages.television),
        context.public(f"{T}/standings", pages.standings),
        context.public(f"{T}/round/{{round:int}}", pages.round),
    ]


class Public:
    def __init__(self, context: HallContext) -> None:
        self._context = context

    async def all(self, request: Request) -> Response:
        tournaments = [*self._context.hall.tournaments.values()]
        return await self._page(
            request, "tournaments/tournaments.jinja", tournaments=tournaments[::-1]
        )

    async def now(self, request: Request) -> Response:
        view, sought = self._context.view(request), request.query_params.get("find", "")[:60]
        players = view.find(sought)
        if len(players) == 1:
            return redirect(request, f"{request.url.path}?me={players[0]}")
        return await self._page(request, "public/now.jinja", view, sought=sought, players=players)

    async def standings(self, request: Request) -> Response:
        return await self._page(request, "public/standings.jinja", self._context.view(request))

    async def round(self, request: Request) -> Response:
        view = self._context.view(request)
        return await self._page(
            request, "public/round.jinja", view, round=round_of(view.tournament, request)
        )

    async def television(self, request: Request) -> Response:
        return await self._page(request, "public/tv.jinja", self._context.view(request))

    async def _page(
        self, request: Request, name: str, view: View | None = None, **values: object
    ) -> Response:
        me = number_in(request.query_params.get("me", ""))
        values = {"view": view, "me": me if view and me in view.names else 0, **values}
        return await self._context.threads.call(self._rendered, request, name, values)

    def _rendered(self, request: Request, name: str, values: dict[str, Any]) -> Response:
        """Packed where it is long: no secret is on it, of which its length would tell."""
        page = self._context.render(request, name, **values)
        if len(page.body) > LONG:
            page.headers.add_vary_header("Accept-Encoding")
            if "gzip" in request.headers.get("accept-encoding", ""):
                page.body = gzip.compress(page.body, 4, mtime=0)
                page.headers["Content-Encoding"] = "gzip"
                page.headers["Content-Length"] = str(len(page.body))
        return page
