"""The organiser's pages of a tournament's rounds: the next step, a draft, results, and the log."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable, Mapping
from random import Random
from zlib import crc32

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.hall.log_words import log_words
from firmware.hall.menus import DISHES, HOW_MANY, MENUS, unfit
from firmware.hall.pages.context import Context, Form, number_of, round_of
from firmware.hall.seats import assign, natural
from firmware.hall.tables import Tile
from firmware.hall.tournament.propose import propose
from firmware.hall.tournament.ranking import Seat
from firmware.hall.tournament.tournament import (
    PARTY,
    Act,
    Menu,
    Refused,
    Round,
    Table,
    Tournament,
    scored,
)
from firmware.hall.views import plain

HOME = "/organiser/t/{n:int}"
OWN = "own"  # menu: dishes are chosen one by one
MEANWHILE = "This has changed meanwhile. Look at it as it is now, then do it again"


def routes(context: Context) -> list[Route]:
    pages = Rounds(context)
    return [
        context.organiser(HOME, pages.home, pages.step),
        context.organiser(f"{HOME}/round/{{round:int}}", pages.round, pages.change),
        context.organiser(f"{HOME}/log", pages.log),
    ]


class Rounds:
    def __init__(self, context: Context) -> None:
        self._context, self._hall = context, context.hall

    async def home(self, request: Request) -> Response:
        now = self._context.tournament(request)
        return self._context.render(
            request,
            "rounds/run.jinja",
            tournament=now,
            step=next_step(now),
            last=next((one for one in now.rounds if one.out), now.current),
            lines=self._context.uncounted(now.number),
            claims=[(r, table) for r in now.rounds for table in r.tables if table.claim],
        )

    async def step(self, request: Request, form: Form) -> str:
        now = self._context.tournament(request)
        if form.get("do") == "settle":
            await self._context.settle(form)
            return request.url.path
        if form.get("do") in ("end", "reopen"):
            await self._context.act(now.number, {"do": form["do"]})
            return request.url.path
        cut = max(0, number_of(form, "cut", 0))
        chance, session = Random(secrets.randbits(64)), self._hall.store.session  # noqa: S311
        act = await asyncio.to_thread(propose, now, chance, session, cut=cut)
        await self._context.act(now.number, act)
        return f"{request.url.path}/round/{act['round']}"

    async def round(self, request: Request) -> Response:
        view = self._context.view(request)
        one = round_of(view.tournament, request, draft=True)
        acts = await asyncio.to_thread(self._hall.store.acts, view.tournament.number)
        done = (did for did in acts if did.act["do"] == "announce")
        since = {did.act["round"]: did.at for did in done}
        tiles = self._hall.tables.tiles
        free = [*(p for table in one.out for p in table.players), *one.byes]
        used = {r.menu for r in view.tournament.rounds[:-1]}
        menu = one.menu or next((slug for slug in MENUS if slug not in used), "")
        return self._context.render(
            request,
            "rounds/run_round.jinja",
            view=view,
            tournament=view.tournament,
            round=one,
            seen=seen,
            last=one == view.tournament.current,
            tables=sorted(one.tables, key=lambda t: (not t.claim, bool(t.result), t.number)),
            minutes=int((time.time() - since.get(one.number, time.time())) / 60),
            doing={table.id: _doing(table, tiles.get(table.device)) for table in one.tables},
            online=self._online(),
            devices={} if one.announced else self._devices(view.tournament, one),
            menus=MENUS if view.tournament.rules.game == PARTY else {},
            menu=menu if isinstance(menu, str) else OWN,
            chosen=menu if isinstance(menu, tuple) else (),
            how_many=HOW_MANY,
            dishes={group: some for group, some in DISHES.items() if group != "Always"},
            names=sorted(((view.names[p], p) for p in free), key=lambda named: plain(named[0])),
        )

    async def change(self, request: Request, form: Form) -> str:
        now = self._context.tournament(request)
        one, table = round_of(now, request, draft=True), form.get("table", "")
        acts: list[Act]
        match do := form.get("do", ""):
            case "announce":
                acts = [*self._announced(now, one, form)]
            case "device":
                acts = [self._given(now, one, form)]
            case "result":
                acts = [*_result(now, form, self._context.view(request).names)]
            case "swap":
                acts = [*_swap(now, one, form)]
            case "unpair":
                acts = [{"do": do, "round": one.number}]
            case "confirm" | "refuse-claim" | "no-result":
                acts = [{"do": do, "table": table}]
            case _:
                raise HTTPException(400, "This form is of another page.")
        found = now.find(table)
        what = seen(found[1] if found else one)
        if acts and form.get("seen", what) != what:
            raise Refused(MEANWHILE)
        for act in acts:
            await self._context.act(now.number, act)
        if do == "unpair":
            return f"/organiser/t/{now.number}"
        return f"{request.url.path}#{form['at']}" if form.get("at") else request.url.path

    def _announced(self, now: Tournament, one: Round, form: Form) -> Iterable[Act]:
        yield from _menu(now, one, form)
        proposed = self._devices(now, one)
        devices = {
            str(table.number): form.get(f"device-{table.number}", proposed.get(table.number, ""))
            for table in one.tables
        }
        yield {"do": "announce", "round": one.number, "devices": devices}

    def _given(self, now: Tournament, one: Round, form: Form) -> Act:
        """A table's device; another table that has it is left without."""
        number, device = number_of(form, "number", 0), form.get("device", "")
        known = {**now.devices, **({} if one.announced else self._devices(now, one))}
        kept = {str(table): name for table, name in known.items() if name != device or not name}
        return {"do": "devices", "devices": {**kept, str(number): device}}

    def _online(self) -> list[str]:
        online = [tile.device for tile in [*self._hall.tables.tiles.values()] if tile.online]
        return sorted(online, key=natural)

    def _devices(self, now: Tournament, one: Round) -> dict[int, str]:
        """Which device each table of a draft gets, unless the organiser says otherwise."""
        busy = {
            table.device
            for other in self._hall.tournaments.values()
            for table in (other.open_tables if other.number != now.number else ())
        }
        here = {*self._online(), *now.devices.values()} - busy - {""}
        return assign([table.number for table in one.tables], here, now.devices)

    async def log(self, request: Request) -> Response:
        view = self._context.view(request)
        number = view.tournament.number
        acts = await asyncio.to_thread(self._hall.store.acts, number)
        return self._context.render(
            request,
            "rounds/run_log.jinja",
            tournament=view.tournament,
            lines=log_words(number, acts, view.names),
        )


def next_step(now: Tournament) -> str:
    """What an organiser does next."""
    if now.ended:
        return "ended"
    if now.current and not now.current.announced:
        return "draft"
    if any(one.out for one in now.rounds):
        return "results"
    if len(now.pairable) < now.rules.least:
        return "players"
    return "end" if 0 < now.rules.rounds <= len(now.rounds) else "pair"


def seen(one: Round | Table) -> str:
    """What a form was made from: of an old page it does nothing."""
    if isinstance(one, Table):
        return f"{crc32(repr((one.result, one.claim)).encode()):x}"
    return f"{crc32(repr((one.announced, [table.id for table in one.tables])).encode()):x}"


def _doing(table: Table, tile: Tile | None) -> str:
    """What its device shows, in a few words; "" where it has none."""
    if not table.device or tile is None:
        return ""
    if not tile.online:
        return "offline"
    if tile.seating != table.id or tile.phase == "lobby":
        return "has not begun"
    return "finished" if tile.phase == "finished" else f"round {tile.round} of {tile.rounds}"


def _result(now: Tournament, form: Form, names: Mapping[int, str]) -> Iterable[Act]:
    """Who has no points has not played."""
    found = now.find(form.get("table", ""))
    if not found:
        raise Refused("The seats of this table have changed: look at them and write again.")
    players = [p for p in found[1].players if form.get(f"points-{p}", "").strip()]
    whose = {p: f" for {names[p]} at table {found[1].number}" for p in players}
    points = {p: number_of(form, f"points-{p}", 0, whose[p]) for p in players}
    places = {p: number_of(form, f"place-{p}", 0, whose[p]) for p in players}
    seats = scored(points, places)
    if found[1].claim or found[1].result != tuple(Seat(*one) for one in seats):  # no double tap
        yield {"do": "result", "table": form["table"], "seats": seats}


def _menu(now: Tournament, one: Round, form: Form) -> Iterable[Act]:
    """The menu that a draft's form has chosen, where that is another."""
    menu: Menu = form.get("menu", "")
    if menu == OWN:
        menu = tuple(slug.removeprefix("dish-") for slug in form if slug.startswith("dish-"))
    if now.rules.game == PARTY:
        if why := unfit(menu, [len(table.players) for table in one.tables]):
            raise Refused(f"This is no menu for these tables: {why}")
        if menu != one.menu:
            yield {"do": "menu", "round": one.number, "menu": menu}


def _swap(now: Tournament, one: Round, form: Form) -> Iterable[Act]:
    if "menu" in form:  # a draft keeps what is chosen but not announced yet
        yield from _menu(now, one, form)
    yield {"do": "swap", "one": number_of(form, "one", 0), "other": number_of(form, "other", 0)}
