"""The players of a tournament: who is on the list, who has come, who has left; and the sign-up."""

from __future__ import annotations

import asyncio
from functools import lru_cache

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.common.settings.schema import LONGEST_NAME
from firmware.common.system.text import plural
from firmware.hall.names import Sorted, cleaned, listed, sort_out
from firmware.hall.pages.context import ORGANISER, Context, Form, number_in, whole
from firmware.hall.pages.sessions import Tries, address_of
from firmware.hall.tournament.tournament import Refused
from firmware.hall.views import plain

PLAYERS = "/organiser/t/{n:int}/players"
CSV_BYTES = 1_048_576
FEW = 3  # as many are told by name
CLOSED = "Nobody can sign up here just now. Ask the organiser."
HOW_NAMED = f"Write a name, with {LONGEST_NAME} characters at most."
SIGN_UPS = (200, 600, 600)  # by one address, by all, in so many seconds: a hall may be one address


def routes(context: Context) -> list[Route]:
    pages = Players(context)
    return [
        context.organiser(PLAYERS, pages.show, pages.do, CSV_BYTES),
        context.organiser(f"{PLAYERS}/{{player:int}}", pages.one, pages.change),
        context.public("/t/{n:int}/sign-up", pages.code),
        context.public("/join/{n:int}", pages.join, pages.sign_up),
    ]


class Players:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._sign_ups = Tries(*SIGN_UPS)

    # --- the organiser's ------------------------------------------------------------

    async def show(self, request: Request, note: str = "", bad: tuple[str, ...] = ()) -> Response:
        view = self._context.view(request)
        players = view.tournament.players.values()
        return self._context.render(
            request,
            "players/players.jinja",
            tournament=view.tournament,
            names=view.names,
            players=sorted(players, key=lambda one: (one.left, plain(view.names[one.number]))),
            here=len(view.tournament.pairable),
            note=note,
            bad=bad,
        )

    async def do(self, request: Request, form: Form) -> str | Response:
        tournament = self._context.tournament(request)
        number, here = tournament.number, f"/organiser/t/{tournament.number}/players"
        if "add" in form:
            return await self._add(request, form)
        if "sign-up" in form:
            open_ = form["sign-up"] == "on"
            await self._context.act(number, {"do": "sign-up", "open": open_})
            return f"/t/{number}/sign-up" if open_ else here
        if "all" in form:
            players = [one.number for one in tournament.players.values() if not one.here]
            await self._context.act(number, {"do": "check-in", "players": players, "here": True})
            return here
        came = "in" in form
        player = whole(form.get("in" if came else "out", ""))
        await self._context.act(number, {"do": "check-in", "players": [player], "here": came})
        return f"{here}#p{player}"

    async def _add(self, request: Request, form: Form) -> Response:
        """Add those who can join, and name the others."""
        number = self._context.tournament(request).number
        try:
            given = listed(form.get("names", "")) + listed(form.get("file", ""))
        except ValueError as why:
            raise Refused(str(why)) from None
        found = self._sorted(number, given)
        if found.good:
            await self._join(number, found.good, ORGANISER, "here" in form)
        elif not found.bad:
            raise Refused("Write names, or choose a file of them")
        few = 0 < len(found.good) <= FEW
        who = ", ".join(found.good) if few else plural(len(found.good), "player", "no")
        came = " (checked in)" if "here" in form else ", not checked in yet"
        note = f"Added {who}{came if found.good else ''}."
        return await self.show(request, note, tuple(found.bad))

    def _sorted(self, number: int, given: list[str]) -> Sorted:
        return sort_out(given, self._context.hall.names[number].values())

    async def _join(self, number: int, names: list[str], who: str, here: bool) -> int:
        """Return the first one's number."""
        joined = await asyncio.to_thread(self._context.hall.join, number, names, who, here)
        return joined[0]

    async def one(self, request: Request) -> Response:
        view = self._context.view(request)
        player = view.tournament.players.get(request.path_params["player"])
        if player is None:
            return await self.show(request)
        name = self._context.hall.names[view.tournament.number].get(player.number, "")
        return self._context.render(
            request, "public/player.jinja", tournament=view.tournament, player=player, name=name
        )

    async def change(self, request: Request, form: Form) -> str:
        number, player = self._context.tournament(request).number, request.path_params["player"]
        if (do := form.get("do")) in ("leave", "return"):
            await self._context.act(number, {"do": do, "player": player})
        elif do == "erase":
            await self._context.act(number, {"do": do, "players": [player]})
        else:
            others = {**self._context.hall.names[number]}
            others.pop(player, None)
            found = sort_out([form.get("name", "")], others.values())
            if not found.good:
                raise Refused(found.bad[0] if found.bad else HOW_NAMED)
            act = {"do": "name", "players": [player]}
            await self._context.act(number, act, names={player: found.good[0]})
        return f"/organiser/t/{number}/players#p{player}"

    # --- the sign-up ----------------------------------------------------------------

    async def code(self, request: Request) -> Response:
        """For a screen in the hall: nothing on it is secret."""
        view = self._context.view(request)
        address = f"{self._context.address(request)}/join/{view.tournament.number}"
        return self._context.render(
            request,
            "players/sign_up.jinja",
            view=view,
            me=0,
            address=address,
            picture=_drawn(address),
        )

    async def join(self, request: Request) -> Response:
        found = self._context.tournament(request)
        joined = request.query_params.get("as", "")
        name = self._context.hall.names[found.number].get(number_in(joined), "")
        return self._context.render(
            request, "players/join.jinja", tournament=found, name=name, player=joined, closed=CLOSED
        )

    async def sign_up(self, request: Request, form: Form) -> str:
        tournament = self._context.tournament(request)
        if not tournament.sign_up:
            raise Refused(CLOSED)
        name = cleaned(form.get("name", ""))
        if not 0 < len(name) <= LONGEST_NAME:
            raise Refused(HOW_NAMED)
        if not self._sorted(tournament.number, [name]).good:
            other = f"{name[:22]} B"
            raise Refused(f"There is {name} already. If it is not you, add a letter: {other}")
        self._sign_ups.take(address_of(request))
        number = await self._join(tournament.number, [name], "sign-up", False)
        return f"/join/{tournament.number}?as={number}"


@lru_cache(8)
def _drawn(address: str) -> str:
    drawn = segno.make(address, micro=False, error="M")
    return drawn.svg_inline(omitsize=True, border=2, light="#fff", svgclass="code")
