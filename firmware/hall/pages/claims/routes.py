"""A table's page for its players: by the code on its sign they say their result, and the organiser
confirms it.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.http.application import Endpoint
from firmware.common.http.responses import address_of
from firmware.hall.pages.context import Form, HallContext, number_of, whole
from firmware.hall.pages.refusals import refusal
from firmware.hall.pages.sessions import Tries, same_code
from firmware.hall.tournament.acts import ResultClaimed
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.ranking import scored
from firmware.hall.tournament.table_code import table_code
from firmware.hall.tournament.tournament import Tournament, TournamentTable

# by one address, by all, in so many seconds: a whole hall may have one address
WRONG_CODES = (40, 200, 600)
WRONG = gettext("This is not the code of this table. It stands on the table's sign.")


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = Claims(context)
    return [context.public("/t/{n:int}/table/{table:int}", pages.show, pages.claim)]


class Claims:
    def __init__(self, context: HallContext) -> None:
        self._context = context
        self._wrong = Tries(*WRONG_CODES)

    async def show(self, request: Request) -> Response:
        view = self._context.view(request)
        code = request.query_params.get("code", "")
        right = bool(code) and self._is_right(request, view.tournament, code)
        wrong = bool(code) and not right
        return self._context.render(
            request,
            "claims/claim.jinja",
            403 if wrong else 200,
            view=view,
            number=request.path_params["table"],
            code=code if right else "",
            wrong=WRONG if wrong else None,
            table=self._table(request, view.tournament) if right else None,
        )

    async def claim(self, request: Request, form: Form) -> str:
        tournament = self._context.tournament(request)
        if not self._is_right(request, tournament, request.query_params.get("code", "")):
            raise refusal(403, WRONG)
        table = self._table(request, tournament)
        if table is None or table.result or form.get("table") != table.id:
            raise NotPossible("another-round")
        points = {player: whole(form.get(f"points-{player}", "")) for player in table.players}
        places = {player: number_of(form, f"place-{player}", 0) for player in table.players}
        act = ResultClaimed(table.id, scored(points, places))
        await self._context.act(tournament.number, act, f"table {table.number}")
        return f"{request.url.path}?{request.url.query}"

    def _is_right(self, request: Request, tournament: Tournament, code: str) -> bool:
        """Whether it is the table's code. Raises HTTPException after too many wrong ones."""
        self._wrong.take(address_of(request))
        right = same_code(code, table_code(tournament, request.path_params["table"]))
        if right:
            self._wrong.give_back()
        return right

    def _table(self, request: Request, tournament: Tournament) -> TournamentTable | None:
        """The table as it plays now."""
        number = request.path_params["table"]
        tables = (table for round in tournament.announced[-1:] for table in round.tables)
        return next((table for table in tables if table.number == number), None)
