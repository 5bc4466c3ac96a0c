"""The organiser's list of tournaments, and what is set for one: game, tables, rounds, points."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.position import empty
from firmware.hall.pages.context import ORGANISER, Context, Form, number_of, whole
from firmware.hall.tournament.tournament import GAMES, Rules

TITLES = {slug: empty().games[slug].title for slug in GAMES}


def routes(context: Context) -> list[Route]:
    pages = Tournaments(context)
    return [
        context.organiser("/organiser", pages.home, pages.open),
        context.organiser("/organiser/t/{n:int}/settings", pages.settings, pages.change),
    ]


class Tournaments:
    def __init__(self, context: Context) -> None:
        self._context = context

    async def home(self, request: Request) -> Response:
        found = sorted(self._context.hall.tournaments.values(), key=lambda one: -one.number)
        return self._context.render(
            request,
            "tournaments/organiser.jinja",
            tournaments=found,
            rules=Rules(),
            titles=TITLES,
            lines=self._context.uncounted(),
        )

    async def open(self, request: Request, form: Form) -> str:
        if form.get("do") == "settle":
            await self._context.settle(form)
            return request.url.path
        act = {"do": "open", "code": secrets.token_hex(16), **rules_of(form)}
        known = self._context.hall.tournaments.values()
        title = act["title"]  # opened and nothing else: a double tap
        same = (t.number for t in known if t.version == 1 and t.rules.title == title)
        if not (number := next(same, 0)):
            number = await asyncio.to_thread(self._context.hall.open, act, ORGANISER)
        return f"/organiser/t/{number}/players"

    async def settings(self, request: Request) -> Response:
        found = self._context.tournament(request)
        return self._context.render(
            request,
            "tournaments/settings.jinja",
            tournament=found,
            rules=found.rules,
            titles=TITLES,
        )

    async def change(self, request: Request, form: Form) -> str:
        number = self._context.tournament(request).number
        if "keep" in form:
            await self._context.act(number, {"do": "keep-names", "keep": form["keep"] == "yes"})
            return request.url.path
        await self._context.act(number, {"do": "rules", **rules_of(form)})
        return f"/organiser/t/{number}"


def rules_of(form: Form) -> dict[str, Any]:
    """What an act says of the rules; what is left empty is as usual. Refused."""
    usual = Rules()
    pays = form.get("pays", "").replace(",", " ").replace("-", " ").split()
    return {
        "title": " ".join(form.get("title", "").split()),
        "game": form.get("game") or GAMES[0],
        **{
            key: number_of(form, key, getattr(usual, key))
            for key in ("wanted", "least", "most", "rounds")
        },
        "pays": [whole(one) for one in pays] or [*usual.pays],
    }
