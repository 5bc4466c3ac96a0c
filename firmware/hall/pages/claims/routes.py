"""A table's page for its players: by the code on its sign they say their result, and the organiser
confirms it; the other phones of the table say that it is right, or wrong, or another one.
"""

from __future__ import annotations

from collections import defaultdict
from zlib import crc32

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.http.application import Endpoint
from firmware.common.http.responses import address_of
from firmware.hall.pages.context import Form, HallContext, number_of, require_likely, whole
from firmware.hall.pages.phones import (
    knows_table,
    name_phone,
    new_phone,
    phone_of,
    remember_table,
    whose,
)
from firmware.hall.pages.refusals import refusal
from firmware.hall.pages.sessions import Tries, same_code
from firmware.hall.tournament.acts import ClaimAgreed, ClaimDisputed, ResultClaimed
from firmware.hall.tournament.claims import Sender, claim_by_phone, differences, with_claim
from firmware.hall.tournament.fold import MOST_PLAYERS
from firmware.hall.tournament.not_possible import NotPossible, require
from firmware.hall.tournament.ranking import scored
from firmware.hall.tournament.table_code import table_code
from firmware.hall.tournament.tournament import Tournament, TournamentTable
from firmware.hall.words.claims import sources

# at one table: by one address, by all, in so many seconds
WRONG_CODES = (20, 200, 600)
MOST_TABLES = 1000  # of which wrong codes are counted apart
# What phones say and answer: at one table, by one address, by all of which nobody knows whose they
# are, in so many seconds; and by a player's phone. Each is an act that stays in the log.
WORDS, OWN_WORDS = (60, 120, 600), (30, MOST_PLAYERS, 600)
TOO_MANY_WORDS = gettext(
    "Too much was sent from this table. Tell the organiser your result, or wait {minutes} min.",
    minutes=0,
)
Word = ResultClaimed | ClaimAgreed | ClaimDisputed
ANSWERS = {"agree": ClaimAgreed, "dispute": ClaimDisputed}
WRONG = gettext("This is not the code of this table. It stands on the table's sign.")


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = Claims(context)
    return [context.public("/t/{n:int}/table/{table:int}", pages.show, pages.claim)]


class Claims:
    def __init__(self, context: HallContext) -> None:
        self._context = context
        self._wrong = defaultdict[tuple[int, int], Tries](lambda: Tries(*WRONG_CODES))
        self._words = defaultdict[tuple[int, int], Tries](lambda: Tries(*WORDS, why=TOO_MANY_WORDS))
        self._own_words = Tries(*OWN_WORDS, why=TOO_MANY_WORDS)

    async def show(self, request: Request) -> Response:
        view = self._context.view(request)
        code = request.query_params.get("code", "")
        right = bool(code) and self._is_right(request, view.tournament, code)
        wrong = bool(code) and not right
        phone = phone_of(request) or new_phone()  # to answer at once what others have sent
        response = self._context.render(
            request,
            "claims/claim.jinja",
            403 if wrong else 200,
            view=view,
            number=request.path_params["table"],
            code=code if right else "",
            wrong=WRONG if wrong else None,
            table=self._table(request, view.tournament) if right else None,
            phone=phone,
            seen=seen,
            sources=sources,
            differences=differences,
            claim_by_phone=claim_by_phone,
        )
        if right:
            remember_table(request, response, view.tournament, request.path_params["table"])
            name_phone(response, phone)
        return response

    async def claim(self, request: Request, form: Form) -> str:
        tournament = self._context.tournament(request)
        if not self._is_right(request, tournament, request.query_params.get("code", "")):
            raise refusal(403, WRONG)
        table = self._table(request, tournament)
        if table is None or table.result or form.get("table") != table.id:
            raise NotPossible("another-round")
        phone, player = phone_of(request), whose(request, tournament, table.players)
        if answer := ANSWERS.get(form.get("do", "")):
            require(form.get("seen") == seen(table), "changed-meanwhile")
            act = answer(table.id, phone, number_of(form, "claim", 0), player)
            page = await self._act(request, act, table)
            return f"{page}#own" if isinstance(act, ClaimDisputed) else page
        points = {player: whole(form.get(f"points-{player}", "")) for player in table.players}
        require_likely(form, points)
        places = {player: number_of(form, f"place-{player}", 0) for player in table.players}
        seats = scored(points, places)
        same = next((claim for claim in table.claims if claim.seats == seats), None)
        if same and phone and same.phones and phone not in same.phones:
            agreed = ClaimAgreed(table.id, phone, same.number, player)
            return await self._act(request, agreed, table)
        # Nobody's is pushed out by many others, and a player who is known always has room.
        after = with_claim(
            table.claims, seats, Sender(f"table {table.number}", "", phone, player), 0
        )
        is_room = player or sum(claim.is_nobodys for claim in after) <= len(table.players)
        require(same or is_room, "too-many-claims", table=table.number)
        claimed = ResultClaimed(table.id, seats, "", phone, player)
        return await self._act(request, claimed, table)

    async def _act(self, request: Request, act: Word, table: TournamentTable) -> str:
        """Do it, and return where it is seen. Raises HTTPException after too many of them."""
        number = request.path_params["n"]
        if act.player:
            self._own_words.take(f"{number} {act.player}")
        else:
            self._words[number, table.number].take(address_of(request))
        await self._context.act(number, act, f"table {table.number}")
        return f"{request.url.path}?{request.url.query}"

    def _is_right(self, request: Request, tournament: Tournament, code: str) -> bool:
        """Whether it is the table's code. Raises HTTPException after too many wrong ones; a phone
        that once had the right one is not counted, whatever others do.
        """
        table = request.path_params["table"]
        is_known = knows_table(request, tournament, table)
        wrong = self._wrong[tournament.number, min(table, MOST_TABLES)]
        if not is_known:
            wrong.take(address_of(request))
        right = same_code(code, table_code(tournament, table))
        if right and not is_known:
            wrong.give_back()
        return right

    def _table(self, request: Request, tournament: Tournament) -> TournamentTable | None:
        """The table as it plays now."""
        number = request.path_params["table"]
        tables = (table for round in tournament.announced[-1:] for table in round.tables)
        return next((table for table in tables if table.number == number), None)


def seen(table: TournamentTable) -> str:
    """What a phone that answers has seen."""
    return f"{crc32(repr(table.own_claims).encode()):x}"
