"""A tournament as PDF to print and CSV for spreadsheets, and the organiser's paper, which has the
tables' codes.

Law: the hall never waits for any of it: it is made in threads, paper one at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.http.application import Endpoint
from firmware.common.http.responses import NO_STORE
from firmware.hall import export
from firmware.hall.pages.context import HallContext, number_in, round_of
from firmware.hall.pages.refusals import refusal
from firmware.hall.tournament.sizes import TooFew, table_sizes
from firmware.hall.tournament.table_code import table_code
from firmware.hall.views import View

T = "/t/{n:int}"
PDF, CSV = "application/pdf", "text/csv; charset=UTF-8"
MOST_SIGNS, KEPT = 1000, 8  # KEPT: PDFs, as they are asked for again


def endpoints(context: HallContext) -> list[Endpoint]:
    files = Files(context)
    return [
        context.public(f"{T}/standings.csv", files.standings_csv),
        context.public(f"{T}/standings.pdf", files.standings_pdf),
        context.public(f"{T}/round/{{round:int}}.csv", files.round_csv),
        context.public(f"{T}/round/{{round:int}}.pdf", files.round_pdf),
        context.organiser(f"/organiser{T}/round/{{round:int}}.pdf", files.draft_pdf),
        context.organiser(f"/organiser{T}/signs.pdf", files.signs),
        context.organiser(f"/organiser{T}/sheets.pdf", files.sheets),
    ]


class Files:
    def __init__(self, context: HallContext) -> None:
        self._context, self._printing = context, asyncio.Lock()
        self._papers: dict[tuple[object, ...], bytes] = {}

    async def standings_csv(self, request: Request) -> Response:
        content = await self._context.threads.call(
            export.standings_csv, self._context.view(request)
        )
        return _file(content, CSV, "standings.csv")

    async def round_csv(self, request: Request) -> Response:
        view = self._context.view(request)
        round = round_of(view.tournament, request)
        return _file(export.pairings_csv(view, round), CSV, f"round-{round.number}.csv")

    async def standings_pdf(self, request: Request) -> Response:
        return await self._print(request, "standings", lambda p, v, on: p.standings(v, on))

    async def round_pdf(self, request: Request, draft: bool = False) -> Response:
        round = round_of(self._context.tournament(request), request, draft)
        name = f"round-{round.number}"
        return await self._print(request, name, lambda p, v, on: p.pairings(v, round, on))

    async def draft_pdf(self, request: Request) -> Response:
        return await self.round_pdf(request, draft=True)

    async def signs(self, request: Request) -> Response:
        """Print signs for as many tables as the address asks for (`?tables=40`), else for all there
        will be.
        """
        link, wanted = self._link(request), number_in(request.query_params.get("tables", ""))
        count = wanted or _tables(self._context.view(request))
        numbers = range(1, min(MOST_SIGNS, count) + 1)
        of = link(0), self._context.tournament(request).rules.title, numbers
        return await self._print(
            request, "signs", lambda p, v, on: p.signs(v, numbers, link, on), of
        )

    async def sheets(self, request: Request) -> Response:
        """Print the result slips of the last round, even if it is a draft."""
        link, round = self._link(request), self._context.tournament(request).current
        if round is None:
            raise refusal(404, gettext("Pair a round first."))
        return await self._print(request, "sheets", lambda p, v, on: p.sheets(v, round, link, on))

    async def _print(
        self,
        request: Request,
        name: str,
        draw: Callable[[Any, View, str], Iterable[Any]],
        of: object = None,
    ) -> Response:
        """What `draw` makes, of the module `paper`: it comes late, as its libraries take memory. It
        is kept until it would be of something else: of another view, unless that says less.
        """
        view, on = self._context.view(request), request.query_params.get("paper", "a4")
        if on not in ("a4", "letter"):
            raise refusal(404, gettext("There is paper=a4 and paper=letter."))

        def written() -> bytes:
            from firmware.hall import paper

            return paper.written(draw(paper, view, on), view.tournament.rules.title)

        key = of or view, view.language.code, request.headers["host"], request.url.path, on
        async with self._printing:
            if key not in self._papers:
                made = await self._context.threads.call(written)
                self._papers = dict([*self._papers.items(), (key, made)][-KEPT:])
            return _file(self._papers[key], PDF, f"{name}.pdf")

    def _link(self, request: Request) -> Callable[[int], tuple[str, str]]:
        """Where a table says its result, and its code."""
        tournament = self._context.view(request).tournament
        address = f"{self._context.address(request)}/t/{tournament.number}/table"
        return lambda table: (f"{address}/{table}", table_code(tournament, table))


def _tables(view: View) -> int:
    """Return how many tables there are, or will be."""
    rules, players = view.tournament.rules, len(view.tournament.players)
    most = max((len(round.tables) for round in view.tournament.rounds), default=0)
    try:
        return max(most, len(table_sizes(players, rules.wanted, rules.least, rules.most)))
    except TooFew:
        return max(most, 1)


def _file(content: bytes, kind: str, name: str) -> Response:
    how = f'{"inline" if kind == PDF else "attachment"}; filename="{name}"'
    return Response(content, 200, {**NO_STORE, "Content-Disposition": how}, kind)
