"""A tournament's pages for everybody: who sits where, standings and why.

A page is rendered and packed once for each change and language: it is the same bytes for everybody,
however many phones have it open. What is a player's own is a small page at an address of its own,
which the script of all others puts on top of them.
Law: the hall never waits for any of it: pages are made in threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from engine.message import gettext
from firmware.common.http.application import Endpoint
from firmware.common.http.responses import NO_STORE
from firmware.hall.pages.context import (
    Form,
    HallContext,
    number_in,
    page_in,
    redirect,
    round_of,
    sought_in,
)
from firmware.hall.pages.packed import PackedPage, packed
from firmware.hall.pages.phones import is_players
from firmware.hall.pages.refusals import refusal
from firmware.hall.pages.sessions import Tries
from firmware.hall.tournament import acts
from firmware.hall.tournament.fold import MOST_PLAYERS
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.tournament import TournamentRound
from firmware.hall.views import ROWS, TABLES, ListPart, View, part

T = "/t/{n:int}"
NOT_THEIR_PHONE = gettext("The player did not sign up on this phone: tell the organiser.")
# So often in so many seconds may one player leave or come back by phone, and all of them.
WAYS = (10, MOST_PLAYERS, 600)
Rows = Callable[[int], ListPart[Any]]  # those of a page, by its number


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = Public(context)
    return [
        context.public("/t", pages.all),
        context.public(T, pages.now, pages.stop_or_go_on),
        context.public(f"{T}/tv", pages.television),
        context.public(f"{T}/clock", pages.clock),
        context.public(f"{T}/standings", pages.standings),
        context.public(f"{T}/round/{{round:int}}", pages.round),
    ]


class Public:
    def __init__(self, context: HallContext) -> None:
        self._context = context
        self._ways = Tries(*WAYS)
        # What was worked out of a tournament as it is; with its view it goes when that changes.
        self._known = WeakKeyDictionary[View, dict[Hashable, asyncio.Task[Any]]]()

    async def all(self, request: Request) -> Response:
        tournaments = [*self._context.hall.tournaments.values()]
        return self._context.render(
            request, "tournaments/tournaments.jinja", tournaments=tournaments[::-1]
        )

    async def now(self, request: Request) -> Response:
        view, sought = self._context.view(request), sought_in(request)
        me = number_in(request.query_params.get("me", ""))
        if me in view.tournament.players:
            is_theirs = is_players(request, view.tournament, me)
            return await self._own(request, "public/own.jinja", view, me=me, is_theirs=is_theirs)
        if sought:
            players = await self._context.threads.call(view.find, sought)
            if len(players) == 1:
                return redirect(request, f"{request.url.path}?me={players[0]}")
            return await self._own(
                request, "public/which.jinja", view, sought=sought, players=players
            )
        return await self._shared(request, "public/now.jinja", view, _tables_of(view.round))

    async def stop_or_go_on(self, request: Request, form: Form) -> str:
        """A player leaves or comes back by their own phone, unless a draft has them."""
        tournament = self._context.tournament(request)
        me = number_in(request.query_params.get("me", ""))
        if me not in tournament.players or not is_players(request, tournament, me):
            raise refusal(403, NOT_THEIR_PHONE)
        draft = tournament.current
        if draft and not draft.announced and me in draft.everybody:
            raise NotPossible("being-paired")
        self._ways.take(f"{tournament.number} {me}")
        act = acts.PlayerLeft if form.get("do") == "leave" else acts.PlayerReturned
        await self._context.act(tournament.number, act(me), f"player {me}")
        return f"{request.url.path}?me={me}"

    async def standings(self, request: Request) -> Response:
        view, sought = self._context.view(request), sought_in(request)
        if not sought:
            return await self._shared(request, "public/standings.jinja", view, view.rows_of)

        def find_part() -> ListPart[Any]:
            rows = [row for row in map(view.row, view.find(sought)) if row]
            return ListPart(rows[:ROWS])

        part = await self._context.threads.call(find_part)
        return await self._own(request, "public/standings.jinja", view, part=part, sought=sought)

    async def round(self, request: Request) -> Response:
        view, sought = self._context.view(request), sought_in(request)
        round = round_of(view.tournament, request)
        if not sought:
            of_page = _tables_of(round)
            return await self._shared(request, "public/round.jinja", view, of_page, round=round)

        def find_part() -> ListPart[Any]:
            players = {*view.find(sought)}
            tables = [table for table in round.tables if not players.isdisjoint(table.players)]
            return ListPart(tables[:TABLES])

        part = await self._context.threads.call(find_part)
        return await self._own(
            request, "public/round.jinja", view, part=part, sought=sought, round=round
        )

    async def television(self, request: Request) -> Response:
        return await self._shared(request, "public/tv.jinja", self._context.view(request))

    async def clock(self, request: Request) -> Response:
        """Seconds left of the round, as JSON: whether the clock `runs`, and how much longer tables
        have by number. Empty where there is none.
        """
        tournament = self._context.tournament(request)
        clock = tournament.clock
        content = (
            {
                "left": self._context.hall.seconds_left(clock),
                "runs": clock.runs,
                "extra": {f"{table}": seconds for table, seconds in tournament.extra_s.items()},
            }
            if clock
            else {}
        )
        return JSONResponse(content, headers=NO_STORE)

    async def _shared(
        self,
        request: Request,
        template: str,
        view: View,
        rows: Rows = lambda page: ListPart(()),
        **values: object,
    ) -> Response:
        """A page that is the same for everybody."""
        most = len(view.tournament.players) // TABLES + 1  # no more are kept than there can be
        page = min(page_in(request), most)
        who = self._context.sessions.who(request)
        is_helper = bool(who)

        def rendered() -> PackedPage:
            own = {"part": rows(page), "me": 0, "sought": "", **values}
            return packed(self._context.written(request, template, view=view, **own))

        seasons = self._context.seasons(view.tournament.number)
        key = request.url.path, page, who is None, is_helper, seasons  # the ways at its foot
        shared: PackedPage = await self._once(view, key, rendered)
        return shared.answer(request)

    async def _own(self, request: Request, template: str, view: View, **values: Any) -> Response:
        """A small page for who asks."""
        values = {"me": 0, "sought": "", **values}
        await self._once(view, "standings", lambda: view.standings)
        return await self._context.threads.call(
            self._context.render, request, template, view=view, **values
        )

    async def _once(self, view: View, key: Hashable, work_out: Callable[[], Any]) -> Any:
        """What a view's key stands for, worked out for the first who asks."""
        known = self._known.setdefault(view, {})
        if key not in known:
            known[key] = asyncio.create_task(self._context.threads.call(work_out))
        return await asyncio.shield(known[key])  # others wait for it when this one hangs up


def _tables_of(round: TournamentRound | None) -> Rows:
    """A round's tables by page."""
    tables = round.tables if round else ()
    return lambda page: part(tables, page, TABLES)
