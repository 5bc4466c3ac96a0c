"""The organiser's list of tournaments, and what is set for one: game, tables, rounds, points."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response

from engine.position import empty
from firmware.common.http.application import Endpoint
from firmware.hall.pages.context import ORGANISER, Form, HallContext, number_of, whole
from firmware.hall.seats import natural
from firmware.hall.tables import Tile
from firmware.hall.tournament.acts import DevicesAssigned, NamesKept, Opened, RulesChanged
from firmware.hall.tournament.not_possible import NotPossible, require
from firmware.hall.tournament.rules import GAMES, LONGEST_TITLE, Rules
from firmware.words.labels import title

TITLES = {slug: title(empty().games[slug]) for slug in GAMES}


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = Tournaments(context)
    return [
        context.helper("/organiser", pages.home, pages.open),
        context.organiser("/organiser/t/{n:int}/settings", pages.settings, pages.change),
    ]


class Tournaments:
    def __init__(self, context: HallContext) -> None:
        self._context = context

    async def home(self, request: Request) -> Response:
        tournaments = self._context.hall.tournaments
        if not self._context.sessions.is_open(request):
            return self._context.render(
                request,
                "tournaments/helper.jinja",
                tournaments=[t for t in tournaments.values() if t.announced and not t.ended][::-1],
            )
        return self._context.render(
            request,
            "tournaments/organiser.jinja",
            tournaments=[tournaments[number] for number in sorted(tournaments, reverse=True)],
            rules=Rules(),
            titles=TITLES,
            lines=self._context.uncounted(request),
            offline=self._offline(),
        )

    def _offline(self) -> list[Tile]:
        tiles = [tile for tile in [*self._context.hall.tables.tiles.values()] if not tile.online]
        return sorted(tiles, key=lambda tile: natural(tile.device))

    async def open(self, request: Request, form: Form) -> str:
        require(self._context.sessions.is_open(request), "organiser-only")
        if form.get("do") == "settle":
            await self._context.settle(form)
            return request.url.path
        if form.get("do") == "known":
            await self._context.threads.call(self._context.hall.know_of_forgotten)
            return request.url.path
        if form.get("do") in ("remove", "remove-all"):
            all_of = [tile.device for tile in self._offline()]
            devices = all_of if form["do"] == "remove-all" else [form.get("device", "")]
            await self._context.threads.call(self._context.hall.remove, devices)
            return request.url.path
        if form.get("do") == "again":
            return await self._again(number_of(form, "like", 0), "players" in form)
        act = Opened(secrets.token_hex(16), rules_of(form))
        known = self._context.hall.tournaments.values()
        named = act.rules.title  # opened and nothing else: a double tap
        same = (t.number for t in known if t.version == 1 and t.rules.title == named)
        if not (number := next(same, 0)):
            number = await self._context.threads.call(self._context.hall.open, act, ORGANISER)
        return f"/organiser/t/{number}/players"

    async def _again(self, like: int, with_players: bool) -> str:
        """Open a tournament like that one, and maybe put its players on the list."""
        hall, threads = self._context.hall, self._context.threads
        before = hall.tournaments.get(like)
        if before is None:
            raise NotPossible("no-such-tournament", number=like)
        rules = before.rules._replace(title=next_title(before.rules.title))
        known = hall.tournaments.values()  # one that is there and has not begun: a double tap
        same = (t.number for t in known if t.rules.title == rules.title and not t.rounds)
        if number := next(same, 0):
            return f"/organiser/t/{number}/players"
        act = Opened(secrets.token_hex(16), rules)
        number = await threads.call(hall.open, act, ORGANISER)
        if before.keep_names:
            await self._context.act(number, NamesKept(True))
        if any(before.devices.values()):
            await self._context.act(number, DevicesAssigned(before.devices))
        names = [name for _, name in sorted(hall.names[like].items())]
        if with_players and names:
            await threads.call(hall.join, number, names, ORGANISER)
        return f"/organiser/t/{number}/players"

    async def settings(self, request: Request) -> Response:
        tournament = self._context.tournament(request)
        return self._context.render(
            request,
            "tournaments/settings.jinja",
            tournament=tournament,
            rules=tournament.rules,
            titles=TITLES,
        )

    async def change(self, request: Request, form: Form) -> str:
        number = self._context.tournament(request).number
        if "keep" in form:
            await self._context.act(number, NamesKept(form["keep"] == "yes"))
            return request.url.path
        await self._context.act(number, RulesChanged(rules_of(form)))
        return f"/organiser/t/{number}"


def next_title(title: str) -> str:
    """Thursday league 4 after Thursday league 3, Autumn Cup 2 after Autumn Cup."""
    words = title.rstrip("0123456789")
    number = title.removeprefix(words)
    new = f"{int(number) + 1}" if number else " 2"
    return words[: LONGEST_TITLE - len(new)] + new


def rules_of(form: Form) -> Rules:
    """The rules of a form; what is left empty is as usual. Raises NotPossible."""
    usual = Rules()
    pays = form.get("pays", "").replace(",", " ").replace("-", " ").split()
    return Rules(
        title=" ".join(form.get("title", "").split()),
        game=form.get("game") or usual.game,
        wanted=number_of(form, "wanted", usual.wanted),
        least=number_of(form, "least", usual.least),
        most=number_of(form, "most", usual.most),
        rounds=number_of(form, "rounds", usual.rounds),
        pays=tuple(map(whole, pays)) or usual.pays,
    )
