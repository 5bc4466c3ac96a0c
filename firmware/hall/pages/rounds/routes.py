"""The organiser's pages of a tournament's rounds: the next step, a draft, results, and the log."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware.common.http.application import Endpoint
from firmware.hall.children.pairing_child import PairingJob, paired
from firmware.hall.menus import ALWAYS, DISHES, GROUPS, HOW_MANY, MENUS, unfit
from firmware.hall.names import cleaned
from firmware.hall.pages.context import (
    ORGANISER,
    Form,
    HallContext,
    number_of,
    page_in,
    require_likely,
    round_of,
    sought_in,
    whole,
)
from firmware.hall.pages.refusals import refusal
from firmware.hall.seats import assign, natural
from firmware.hall.tables import Tile
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Act
from firmware.hall.tournament.claims import differences
from firmware.hall.tournament.fold import LONGEST_ROUND_S
from firmware.hall.tournament.not_possible import NotPossible, require
from firmware.hall.tournament.ranking import scored
from firmware.hall.tournament.rules import PARTY, Menu
from firmware.hall.tournament.schedules import is_near
from firmware.hall.tournament.tournament import (
    MOST_PENALTY,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from firmware.hall.tournament.wishes import beyond, unkept
from firmware.hall.views import TABLES, View, part, plain
from firmware.hall.words.claims import source, sources
from firmware.hall.words.log import log_words
from firmware.hall.words.penalties import REASON, penalty_words

HOME = "/organiser/t/{n:int}"
OWN = "own"  # menu: dishes are chosen one by one
HAS = "Okanjo-Has"  # a header of our script: the keys of the tables that its page shows already
MOST_CHOICES = 200  # of players in a list; of more, names are typed
LINES = 200  # of the log on a page
LONGEST_LINE = 120  # characters of what is told to all
WHOLE: Mapping[str, Act] = {"end": acts.TournamentEnded(), "reopen": acts.TournamentReopened()}
HELPERS_MAY = ("result", "confirm", "confirm-agreeing", "refuse-claim", "note")


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = Rounds(context)
    return [
        context.organiser(HOME, pages.home, pages.step),
        context.helper(f"{HOME}/round/{{round:int}}", pages.round, pages.change),
        context.organiser(f"{HOME}/log", pages.log),
    ]


class Rounds:
    def __init__(self, context: HallContext) -> None:
        self._context, self._hall = context, context.hall

    async def home(self, request: Request) -> Response:
        now, names = self._context.tournament(request), self._context.view(request).names
        return self._context.render(
            request,
            "rounds/run.jinja",
            tournament=now,
            seen_text=seen_text,
            step=next_step(now),
            scheduled=bool(now.rounds) and now.rules.wanted == 4 and is_near(len(now.pairable)),
            last=next((round for round in now.rounds if round.out), now.current),
            absent=sum(not (player.here or player.left) for player in now.players.values()),
            leaving=[
                names[player]
                for player in (now.current.everybody if now.current else ())
                if now.players[player].left or now.players[player].disqualified
            ],
            lines=self._context.uncounted(request, now.number),
            claims=[
                (r, table)
                for r in now.rounds
                for table in sorted(r.tables, key=_urgency)
                if table.claims and not table.agrees
            ],
            agreeing=[(r, r.agreeing) for r in now.rounds if r.agreeing],
        )

    async def step(self, request: Request, form: Form) -> str:
        now = self._context.tournament(request)
        if form.get("do") == "settle":
            await self._context.settle(form)
            return request.url.path
        if form.get("do") in ("tell", "untell"):
            text = _line(form) if form["do"] == "tell" else ""
            announcement = self._hall.announcements.get(now.number, "")
            if text != announcement:  # no double tap
                _check_seen(form, seen_text(announcement))
                await self._context.threads.begin(self._hall.announce, now.number, text, ORGANISER)
            return request.url.path
        if (do := form.get("do", "")) in WHOLE:
            await self._context.act(now.number, WHOLE[do])
            return request.url.path
        cut = max(0, number_of(form, "cut", 0))
        seed, session = secrets.randbits(64), self._hall.store.session
        job = PairingJob(now, seed, session, cut, by_points="points" in form)
        act = await self._context.threads.begin(paired, job)
        await self._context.act(now.number, act)
        return f"{request.url.path}/round/{act.round}"

    async def round(self, request: Request) -> Response:
        view = self._context.view(request)
        is_organiser = self._context.sessions.is_open(request)
        round = round_of(view.tournament, request, draft=is_organiser)
        tiles = self._hall.tables.tiles
        sought = sought_in(request)
        tables = [table for table in round.tables if _is_sought(table, sought, view)]
        tables.sort(key=_urgency)
        if sought:
            tables = tables[:TABLES]
        some = part(tables, page_in(request), TABLES)
        doing = {table.id: _doing(table, tiles.get(table.device)) for table in some.rows}
        online = self._online()
        devices = {} if round.announced else self._devices(view.tournament, round)
        free = [*(p for table in round.out for p in table.players), *round.byes]
        notes = self._hall.notes(view.tournament.number)
        return self._context.render(
            request,
            "rounds/run_round.jinja",
            view=view,
            tournament=view.tournament,
            round=round,
            seen=seen,
            seen_text=seen_text,
            seen_penalties=seen_penalties,
            source=source,
            sources=sources,
            differences=differences,
            penalty_words=penalty_words,
            last=round == view.tournament.current,
            unkept=unkept(view.tournament, round),
            beyond=beyond(view.tournament, round),
            part=some,
            sought=sought,
            notes=notes,
            reasons=REASON,
            most_penalty=MOST_PENALTY,
            minutes=self._minutes_since_announced(view.tournament.number, round.number),
            doing=doing,
            online=online,
            devices=devices,
            keys={
                table.id: _key(
                    table,
                    [view.names[player] for player in table.players],
                    (doing[table.id], online, devices.get(table.number)),
                    (round.announced, round == view.tournament.current, view.tournament.ended),
                    ([round.penalties.get(p) for p in table.players], notes.get(table.id)),
                )
                for table in some.rows
            },
            has={*request.headers.get(HAS, "").split()},
            **_menu_choice(view.tournament, round),
            many=len(free) > MOST_CHOICES,
            names=sorted(((view.names[p], p) for p in free), key=lambda named: plain(named[0])),
        )

    def _minutes_since_announced(self, tournament: int, number: int) -> int:
        """Whole minutes since a round was announced the last time; 0 if it never was."""
        now = time.time()
        announced = [
            logged.time
            for logged in self._hall.log(tournament)
            if isinstance(logged.act, acts.RoundAnnounced) and logged.act.round == number
        ]
        return int((now - (announced or [now])[-1]) / 60)

    async def change(self, request: Request, form: Form) -> str:
        view = self._context.view(request)
        now, round = view.tournament, round_of(view.tournament, request, draft=True)
        may = self._context.sessions.is_open(request) or form.get("do") in HELPERS_MAY
        require(may, "organiser-only")
        if form.get("do") == "note":
            table, who = form.get("table", ""), self._context.acting(request)
            require(table, "not-playing")  # what is about no table is told to all
            text = _line(form) if form.get("text", "").strip() else ""
            if text != (note := self._hall.notes(now.number).get(table, "")):  # no double tap
                _check_seen(form, seen_text(note))
                await self._context.threads.begin(self._hall.note, now.number, table, text, who)
            return _page_of(request, form)
        to_do = self._acts(now, round, form, view)
        if to_do:
            _check_seen(form, _newest(now, round, form))
        for act in to_do:
            await self._context.act(now.number, act, self._context.acting(request))
        if form.get("do") == "unpair":
            return f"/organiser/t/{now.number}"
        return _page_of(request, form)

    def _acts(self, now: Tournament, round: TournamentRound, form: Form, view: View) -> list[Act]:
        """What a form wants to be done. Raises NotPossible, HTTPException."""
        match do := form.get("do", ""):
            case "announce":
                announced = acts.RoundAnnounced(round.number, self._chosen(now, round, form))
                return [*_menu(now, round, form), announced]
            case "device":
                return [self._moved(now, round, form)]
            case "result":
                return _result(now, form, view.names)
            case "swap":
                return _swap(now, round, form, view)
            case "unpair":
                return [acts.PairingTakenBack(round.number)]
            case "clock-start" | "clock-pause" | "clock-on" | "clock-add":
                return [self._clock(round, do, 60 * number_of(form, "minutes", 0))]
            case "clock-remove":
                return [acts.ClockRemoved(round.number)]
            case "extend":
                return [
                    acts.TableExtended(form.get("table", ""), 60 * number_of(form, "minutes", 0))
                ]
            case "penalise":
                player, points = number_of(form, "player", 0), number_of(form, "loss", 0)
                reason = form.get("reason", "")
                if round.penalties.get(player) == (points, reason):  # a double tap
                    return []
                return [acts.PlayerPenalised(round.number, player, points, reason)]
            case "no-penalty":
                return [acts.PenaltyTakenBack(round.number, number_of(form, "player", 0))]
            case "confirm-agreeing":
                return [
                    acts.ClaimConfirmed(table.id, claim.number)
                    for table in round.agreeing
                    for claim in table.claims
                ]
            case "no-result":
                return [acts.ResultWithdrawn(form.get("table", ""))]
            case "confirm":
                return [acts.ClaimConfirmed(form.get("table", ""), number_of(form, "claim", 0))]
            case "refuse-claim":
                return [acts.ClaimRejected(form.get("table", ""), number_of(form, "claim", 0))]
        raise refusal(400, gettext("This form is of another page."))

    def _clock(self, round: TournamentRound, do: str, seconds: int) -> acts.ClockSet:
        """The clock as it is from now on. Raises NotPossible."""
        since = int(time.time())
        if do == "clock-start":
            require(seconds > 0, "no-such-time", most=LONGEST_ROUND_S // 60)
            return acts.ClockSet(round.number, seconds, since, True)
        if (clock := round.clock) is None:
            raise NotPossible("changed-meanwhile")
        runs = clock.runs if do == "clock-add" else do == "clock-on"
        left = max(0, self._hall.seconds_left(clock))  # minutes are added from now on
        return acts.ClockSet(
            round.number, left + (seconds if do == "clock-add" else 0), since, runs
        )

    def _chosen(self, now: Tournament, round: TournamentRound, form: Form) -> dict[int, str]:
        """The device of each table of a draft, as its form has it."""
        proposed = self._devices(now, round)
        numbers = [table.number for table in round.tables]
        return {n: form.get(f"device-{n}", proposed.get(n, "")) for n in numbers}

    def _moved(self, now: Tournament, round: TournamentRound, form: Form) -> acts.DevicesAssigned:
        """A table's device; another table that has it is left without."""
        number, device = number_of(form, "number", 0), form.get("device", "")
        known = {**now.devices, **({} if round.announced else self._devices(now, round))}
        kept = {table: name for table, name in known.items() if name != device or not name}
        return acts.DevicesAssigned({**kept, number: device})

    def _online(self) -> list[str]:
        online = [tile.device for tile in [*self._hall.tables.tiles.values()] if tile.online]
        return sorted(online, key=natural)

    def _devices(self, now: Tournament, round: TournamentRound) -> dict[int, str]:
        """Which device each table of a draft gets, unless the organiser says otherwise."""
        busy = {
            table.device
            for other in self._hall.tournaments.values()
            for table in (other.open_tables if other.number != now.number else ())
        }
        here = {*self._online(), *now.devices.values()} - busy - {""}
        return assign([table.number for table in round.tables], here, now.devices)

    async def log(self, request: Request) -> Response:
        view = self._context.view(request)
        newest_first = self._hall.log(view.tournament.number)[::-1]
        some = part(newest_first, page_in(request), LINES)
        return self._context.render(
            request,
            "rounds/run_log.jinja",
            tournament=view.tournament,
            part=some,
            lines=log_words(some.rows, view.names, view.language),
        )


def _menu_choice(now: Tournament, round: TournamentRound) -> Mapping[str, Any]:
    """What a draft's form of the menu shows: proposed is one that was not played yet."""
    used = {other.menu for other in now.rounds[:-1]}
    menu = round.menu or next((slug for slug in MENUS if slug not in used), "")
    return {
        "menus": MENUS if now.rules.game == PARTY else {},
        "menu": menu if isinstance(menu, str) else OWN,
        "chosen": menu if isinstance(menu, tuple) else (),
        "how_many": HOW_MANY,
        "groups": GROUPS,
        "dishes": {group: some for group, some in DISHES.items() if group != ALWAYS},
    }


def next_step(now: Tournament) -> str:
    """What an organiser does next."""
    if now.ended:
        return "ended"
    if now.current and not now.current.announced:
        return "draft"
    if any(round.out for round in now.rounds):
        return "results"
    if len(now.pairable) < now.rules.least:
        return "players"
    if now.current and now.current.cut:  # the rounds are over; those of several tables play on
        return "pair" if len(now.current.tables) > 1 else "end"
    return "end" if 0 < now.rules.rounds <= len(now.rounds) else "pair"


def _urgency(table: TournamentTable) -> tuple[bool, bool, bool, int]:
    """Those whose phones do not agree come first, then what else waits, then who has no result."""
    return not table.differs, not table.claims, bool(table.result), table.number


def seen(part: TournamentRound | TournamentTable) -> str:
    """What a form was made from: of an old page it does nothing."""
    if isinstance(part, TournamentTable):
        shown = part.result, part.own_claims, part.strangers
        return f"{crc32(repr(shown).encode()):x}"
    return f"{crc32(repr((part.announced, [table.id for table in part.tables])).encode()):x}"


def seen_penalties(round: TournamentRound, table: TournamentTable) -> str:
    """What a form of a table's penalties was made from."""
    return f"{crc32(repr([round.penalties.get(player) for player in table.players]).encode()):x}"


def seen_text(text: str) -> str:
    """What a form of a note was made from, or of what is told to all."""
    return f"{crc32(text.encode()):x}"


def _newest(now: Tournament, round: TournamentRound, form: Form) -> str:
    """What a form would be made from by now. Raises NotPossible."""
    if form.get("do") in ("penalise", "no-penalty"):
        player = number_of(form, "player", 0)
        own = next((table for table in round.tables if player in table.players), None)
        return seen_penalties(round, own) if own else ""
    place = now.find(form.get("table", ""))
    return seen(place[1] if place else round)


def _check_seen(form: Form, newest: str) -> None:
    """Raise NotPossible where a form is of an old page."""
    require(form.get("seen", newest) == newest, "changed-meanwhile")


def _doing(table: TournamentTable, tile: Tile | None) -> Message | None:
    """What its device shows, in a few words; None where it has none."""
    device = table.device
    if not device or tile is None:
        return None
    if not tile.online:
        return gettext("{device}: offline", device=device)
    if tile.seating != table.id or tile.phase == "lobby":
        return gettext("{device}: has not begun", device=device)
    if tile.phase == "finished" or tile.free:
        return gettext("{device}: finished", device=device)
    round, all_rounds = tile.round, tile.rounds
    return gettext("{device}: round {round} of {all}", device=device, round=round, all=all_rounds)


def _result(now: Tournament, form: Form, names: Mapping[int, str]) -> list[Act]:
    """Who has no points has not played."""
    place = now.find(form.get("table", ""))
    if not place:
        raise NotPossible("seats-changed")
    table = place[1]
    conceded = [player for player in table.players if f"conceded-{player}" in form]
    players = [
        player
        for player in table.players
        if player in conceded or form.get(f"points-{player}", "").strip()
    ]

    def number(key: str, player: int) -> int:
        try:
            return number_of(form, f"{key}-{player}", 0)
        except NotPossible as why:
            values = {**why.values, "name": names[player], "table": table.number}
            raise NotPossible("not-a-number-for", **values) from None

    points = {player: number("points", player) for player in players}
    if points:
        require_likely(form, points)
    places = {player: number("place", player) for player in players}
    seats = scored(points, places, conceded)
    if not table.claims and table.result == seats:  # a double tap
        return []
    return [acts.ResultEntered(table.id, seats)]


def _line(form: Form) -> str:
    """What was written, in one line. Raises NotPossible."""
    text = cleaned(form.get("text", ""))
    require(0 < len(text) <= LONGEST_LINE, "one-line", most=LONGEST_LINE)
    return text


def _page_of(request: Request, form: Form) -> str:
    """The page that a form was on, at the place that it was at."""
    page = f"{request.url.path}?{request.url.query}".rstrip("?")
    return f"{page}#{form['at']}" if form.get("at") else page


def _menu(now: Tournament, round: TournamentRound, form: Form) -> list[Act]:
    """The menu that a draft's form has chosen, where that is another."""
    menu: Menu = form.get("menu", "")
    if menu == OWN:
        menu = tuple(slug.removeprefix("dish-") for slug in form if slug.startswith("dish-"))
    if now.rules.game != PARTY:
        return []
    if why := unfit(menu, [len(table.players) for table in round.tables]):
        raise NotPossible("menu-unfit", why=why)
    return [acts.MenuChosen(round.number, menu)] if menu != round.menu else []


def _swap(now: Tournament, round: TournamentRound, form: Form, view: View) -> list[Act]:
    menu = _menu(now, round, form) if "menu" in form else []  # chosen, but not announced yet
    player, other = (_player(form.get(key, ""), view) for key in ("one", "other"))
    return [*menu, acts.PlayersSwapped(player, other)]


def _player(text: str, view: View) -> int:
    """A player by number, or by a name, or a part of it that is nobody else's. Raises
    NotPossible.
    """
    text = text.strip()
    if not text or text.isdecimal():
        return whole(text) if text else 0
    players = view.find(text)
    if not players:
        raise NotPossible("name-of-nobody", name=text)
    if len(players) > 1:
        raise NotPossible("name-of-several", name=text)
    return players[0]


def _is_sought(table: TournamentTable, sought: str, view: View) -> bool:
    """Whether it has that number, or a player with that part of a name."""
    if not sought or sought.isdecimal():
        return not sought or sought == str(table.number)
    return any(plain(sought) in plain(view.names[player]) for player in table.players)


def _key(*shown: object) -> str:
    """What a table's part of a page shows, as a few letters: it is sent only where it is new."""
    return f"{crc32(repr(shown).encode()):x}"
