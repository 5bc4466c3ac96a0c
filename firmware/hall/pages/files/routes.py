"""A tournament as PDF to print and CSV for spreadsheets, and the organiser's paper, which has the
tables' codes.

Law: the hall never waits for any of it: CSV is made in threads, paper in a process, one at a time.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.http.application import Endpoint
from firmware.common.http.responses import NO_STORE
from firmware.hall import export
from firmware.hall.children.paper_child import Kind, PaperJob, PaperNotDrawn, draw
from firmware.hall.pages.context import HallContext, number_in, round_of
from firmware.hall.pages.refusals import refusal
from firmware.hall.tournament.sizes import TooFew, table_sizes
from firmware.hall.views import View

T = "/t/{n:int}"
PDF, CSV = "application/pdf", "text/csv; charset=UTF-8"
MOST_SIGNS, KEPT = 1000, 8  # KEPT: PDFs, as they are asked for again
AT_ONCE_S = 1.0  # what takes longer tells a browser how far it is
NOT_DRAWN = gettext("The paper could not be drawn. Try again, with fewer tables at a time.")


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


class Drawing:
    """A PDF that is made, or was; `done` counts its pages so far."""

    def __init__(self, job: PaperJob, task: asyncio.Task[bytes]) -> None:
        self.job, self.task, self.done = job, task, 0


class Files:
    def __init__(self, context: HallContext) -> None:
        self._context, self._printing = context, asyncio.Lock()
        self._drawings: dict[object, Drawing] = {}

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
        return await self._print(request, "standings", self._job(request, "standings"))

    async def round_pdf(self, request: Request, draft: bool = False) -> Response:
        round = round_of(self._context.tournament(request), request, draft)
        job = self._job(request, "pairings")._replace(round=round.number)
        return await self._print(request, f"round-{round.number}", job)

    async def draft_pdf(self, request: Request) -> Response:
        return await self.round_pdf(request, draft=True)

    async def signs(self, request: Request) -> Response:
        """Print signs for as many tables as the address asks for (`?tables=40`), else for all there
        will be.
        """
        wanted = number_in(request.query_params.get("tables", ""))
        count = min(MOST_SIGNS, wanted or _tables(self._context.view(request)))
        job = self._job(request, "signs")._replace(signs=count)
        of = job.link(0), job.tournament.rules.title, *job.tables[count:]
        return await self._print(request, "signs", job, of)

    async def sheets(self, request: Request) -> Response:
        """Print the result slips of the round asked for, else of the last one, a draft too."""
        tournament = self._context.tournament(request)
        wanted = number_in(request.query_params.get("round", ""))
        round = next((r for r in tournament.rounds if r.number == wanted), tournament.current)
        if round is None:
            raise refusal(404, gettext("Pair a round first."))
        job = self._job(request, "sheets")._replace(round=round.number)
        return await self._print(request, "sheets", job)

    def _job(self, request: Request, kind: Kind) -> PaperJob:
        view, paper = self._context.view(request), request.query_params.get("paper", "a4")
        if paper not in ("a4", "letter"):
            raise refusal(404, gettext("There is paper=a4 and paper=letter."))
        address = f"{self._context.address(request)}/t/{view.tournament.number}"
        language = view.language.code
        return PaperJob(kind, view.tournament, view.raw_names, language, paper, address)

    async def _print(
        self, request: Request, name: str, job: PaperJob, of: object = None
    ) -> Response:
        """The PDF, or in a browser how far it is, on a page that asks for it again. It is kept
        until it would be of something else: of another view, unless that says less.
        """
        key = of or self._context.view(request), job.kind, job.round, job.signs, *job[3:6]
        if key not in self._drawings:
            self._drawings[key] = Drawing(job, asyncio.create_task(self._draw(key, job)))
            self._drawings = dict([*self._drawings.items()][-KEPT:])
        drawing = self._drawings[key]
        in_browser = "text/html" in request.headers.get("accept", "")
        await asyncio.wait([drawing.task], timeout=AT_ONCE_S if in_browser else None)
        if not drawing.task.done():
            return self._context.render(
                request, "files/drawing.jinja", 202, job=job, done=drawing.done, name=name
            )
        try:
            return _file(drawing.task.result(), PDF, f"{name}.pdf")
        except PaperNotDrawn:
            self._drawings.pop(key, None)
            raise refusal(503, NOT_DRAWN) from None

    async def _draw(self, key: object, job: PaperJob) -> bytes:
        """One after another: each takes a core."""

        def tell(done: int) -> None:
            if drawing := self._drawings.get(key):
                drawing.done = done

        async with self._printing:
            return await self._context.threads.begin(draw, job, tell)


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
