"""The players of a tournament: who is on the list, who has come, who has left; and the sign-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import segno
from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext, ngettext
from firmware.common.http.application import Endpoint
from firmware.common.http.responses import address_of
from firmware.common.settings.schema import LONGEST_NAME
from firmware.hall.lists import listed as list_of
from firmware.hall.names import Sorted, cleaned, listed, numbered, sort_out
from firmware.hall.pages.context import (
    ORGANISER,
    Form,
    HallContext,
    number_of,
    page_in,
    redirect,
    sought_in,
    whole,
)
from firmware.hall.pages.phones import remember_player, signed_up_here
from firmware.hall.pages.sessions import Tries
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Act
from firmware.hall.tournament.fold import MOST_PLAYERS
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.tournament.wishes import group_in, letters
from firmware.hall.views import ROWS, part, plain
from firmware.hall.words.not_possible import sentence

PLAYERS = "/organiser/t/{n:int}/players"
CSV_BYTES = 1_048_576
NO_NAMES = Sorted([], [], [])
FEW = 3  # as many are told by name
SIGN_UPS = (
    10,
    MOST_PLAYERS,
    600,
)  # by one address if the organiser does not raise it, by all, in s
TOO_MANY_SIGN_UPS = gettext(
    "Too many have signed up from this address. Wait {minutes} min, or ask the organiser.",
    minutes=0,
)


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = Players(context)
    return [
        context.organiser(PLAYERS, pages.show, pages.do, CSV_BYTES),
        context.organiser(f"{PLAYERS}/{{player:int}}", pages.player, pages.change),
        context.public("/t/{n:int}/sign-up", pages.code),
        context.public("/join/{n:int}", pages.join, pages.sign_up),
    ]


class Players:
    def __init__(self, context: HallContext) -> None:
        self._context = context
        self._sign_ups = Tries(*SIGN_UPS, why=TOO_MANY_SIGN_UPS)

    # --- the organiser's ------------------------------------------------------------

    async def show(
        self,
        request: Request,
        notes: Iterable[Message] = (),
        names: Sorted = NO_NAMES,
        came: bool = False,
    ) -> Response:
        """The list; of `names`, just sent, some could not be added; they `came`, or did not."""
        view = self._context.view(request)
        tournament, sought = view.tournament, sought_in(request)
        numbers = view.find(sought)[:ROWS] if sought else tournament.players
        players = [tournament.players[number] for number in numbers]
        players.sort(
            key=lambda player: (
                player.left or player.disqualified,
                plain(view.names[player.number]),
            )
        )
        return self._context.render(
            request,
            "players/players.jinja",
            tournament=tournament,
            names=view.names,
            part=part(players, page_in(request), ROWS),
            sought=sought,
            absent=len(_absent(tournament)),
            just_added=len(self._just_added(tournament)),
            here=len(tournament.pairable),
            notes=notes,
            letters=letters,
            bad=names.bad,
            offered=names.offered,
            came=came,
        )

    async def do(self, request: Request, form: Form) -> str | Response:
        tournament = self._context.tournament(request)
        number, here = tournament.number, f"/organiser/t/{tournament.number}/players"
        if "add" in form:
            return await self._add(request, form)
        if "sign-up" in form:
            open_ = form["sign-up"] == "on"
            limit = number_of(form, "limit", tournament.sign_up_limit)
            await self._context.act(number, acts.SignUpSwitched(open_, limit))
            return f"/t/{number}/sign-up" if open_ else here
        if "delete" in form:
            those = _absent(tournament)
            if form["delete"] == "added":
                those = self._just_added(tournament)
            if form.get("count") != f"{len(those)}":
                raise NotPossible("changed-meanwhile")
            await self._context.act(number, acts.PlayersDeleted(those))
            return here
        query = f"?{request.url.query}" if request.url.query else ""
        if "all" in form:
            absent = (player for player in tournament.players.values() if not player.here)
            numbers = tuple(player.number for player in absent)
            await self._context.act(number, acts.PlayersChecked(numbers, here=True))
            return f"{here}{query}"
        came = "in" in form
        player = whole(form.get("in" if came else "out", ""))
        await self._context.act(number, acts.PlayersChecked((player,), here=came))
        return f"{here}{query}#p{player}"

    def _just_added(self, tournament: Tournament) -> tuple[int, ...]:
        """Whom the organiser added last, as long as all of them are there and in no round."""
        for done in reversed(self._context.hall.log(tournament.number)):
            if isinstance(done.act, acts.PlayersAdded) and done.who == ORGANISER:
                those = {*done.act.players}
                is_whole = those <= tournament.players.keys() - tournament.paired
                return done.act.players if is_whole else ()
        return ()

    async def _add(self, request: Request, form: Form) -> Response:
        """Add those who can join, and name the others."""
        number = self._context.tournament(request).number
        lines = listed(form.get("names", "")) + listed(form.get("file", ""))
        names = self._sorted(number, [line.name for line in lines])
        groups = {cleaned(name): group for name, group in reversed(lines)}
        called = [groups[name] for name in names.good]
        used = [player.group for player in self._context.tournament(request).players.values()]
        numbers = numbered(called, used)
        if names.good:
            joined = await self._join(number, names.good, ORGANISER, "here" in form)
            await self._group(number, joined, [numbers.get(text, 0) for text in called])
        elif not names.bad:
            raise NotPossible("no-names")
        notes = [_added(names.good, "here" in form), *_grouped(numbers)]
        return await self.show(request, notes, names, "here" in form)

    async def _group(self, number: int, players: Sequence[int], groups: Sequence[int]) -> None:
        """Put these players into these groups; 0 is none."""
        by_group: dict[int, tuple[int, ...]] = {}
        for player, group in zip(players, groups, strict=True):
            if group:
                by_group[group] = (*by_group.get(group, ()), player)
        if by_group:
            await self._context.act(number, acts.PlayersGrouped(by_group))

    def _sorted(self, number: int, names: list[str]) -> Sorted:
        return sort_out(names, self._context.hall.names[number].values())

    async def _join(self, number: int, names: list[str], who: str, here: bool) -> list[int]:
        """Return their numbers."""
        return await self._context.threads.begin(self._context.hall.join, number, names, who, here)

    async def player(self, request: Request) -> Response:
        view = self._context.view(request)
        player = view.tournament.players.get(request.path_params["player"])
        if player is None:
            return await self.show(request)
        name = self._context.hall.names[view.tournament.number].get(player.number, "")
        return self._context.render(
            request,
            "public/player.jinja",
            tournament=view.tournament,
            player=player,
            name=name,
            paired=player.number in view.tournament.paired,
            group=letters(player.group),
        )

    async def change(self, request: Request, form: Form) -> str:
        number, player = self._context.tournament(request).number, request.path_params["player"]
        names: dict[int, str] = {}
        act: Act = acts.PlayersRenamed((player,))
        match form.get("do"):
            case "leave":
                act = acts.PlayerLeft(player)
            case "return":
                act = acts.PlayerReturned(player)
            case "disqualify":
                act = acts.PlayerDisqualified(player)
            case "reinstate":
                act = acts.PlayerReinstated(player)
            case "delete":
                await self._context.act(number, acts.PlayersDeleted((player,)))
                return f"/organiser/t/{number}/players"
            case "erase":
                act = acts.NamesRemoved((player,))
            case "table":
                act = acts.TableFixed(player, number_of(form, "table", 0))
            case "group":
                act = acts.PlayersGrouped({group_in(form.get("group", "")): (player,)})
            case _:
                names = {player: self._new_name(number, player, form.get("name", ""))}
        await self._context.act(number, act, names=names)
        return f"/organiser/t/{number}/players#p{player}"

    def _new_name(self, number: int, player: int, text: str) -> str:
        """A player's name as it was typed; nobody else has it. Raises NotPossible."""
        others = {**self._context.hall.names[number]}
        others.pop(player, None)
        names = sort_out([text], others.values())
        if names.bad:
            raise NotPossible("name-unfit", why=names.bad[0])
        if not names.good:
            raise NotPossible("name-missing", most=LONGEST_NAME)
        return names.good[0]

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
        """The sign-up; a phone on which somebody has signed up says so, unless another wants to."""
        tournament = self._context.tournament(request)
        player = signed_up_here(request, tournament)
        if "another" in request.query_params:
            player = 0
        return self._context.render(
            request,
            "players/join.jinja",
            tournament=tournament,
            name=self._context.hall.names[tournament.number].get(player, ""),
            player=player,
            closed=sentence(NotPossible("sign-up-closed")),
        )

    async def sign_up(self, request: Request, form: Form) -> Response:
        tournament = self._context.tournament(request)
        if not tournament.sign_up:
            raise NotPossible("sign-up-closed")
        name = cleaned(form.get("name", ""))
        if not 0 < len(name) <= LONGEST_NAME:
            raise NotPossible("name-missing", most=LONGEST_NAME)
        names = self._sorted(tournament.number, [name])
        if not names.good:
            raise NotPossible("name-taken", name=name, other=names.offered[0])
        who = f"{tournament.number} {address_of(request)}"
        self._sign_ups.take(who, tournament.sign_up_limit)
        (number,) = await self._join(tournament.number, [name], "sign-up", False)
        response = redirect(request, f"/join/{tournament.number}")
        remember_player(request, response, tournament, number)
        return response


def _absent(tournament: Tournament) -> tuple[int, ...]:
    """Who has not come, and is in no round: sign-ups for fun, say."""
    paired = tournament.paired
    return tuple(
        p.number for p in tournament.players.values() if not p.here and p.number not in paired
    )


def _added(names: Sequence[str], here: bool) -> Message:
    """Who was added: a few by name."""
    if not names:
        return gettext("Added no players.")
    if len(names) <= FEW:
        players = list_of(names)
        if here:
            return gettext("Added {players} (checked in).", players=players)
        return gettext("Added {players}, not checked in yet.", players=players)
    count = len(names)
    if here:
        return ngettext(
            "Added {count} player (checked in).", "Added {count} players (checked in).", count
        )
    return ngettext(
        "Added {count} player, not checked in yet.",
        "Added {count} players, not checked in yet.",
        count,
    )


def _grouped(groups: Mapping[str, int]) -> list[Message]:
    """Which clubs of a list are which groups, where that is not what it calls them."""
    clubs = {group: club for club, group in reversed([*groups.items()])}
    known = [
        gettext("{group}: {players}", group=letters(group), players=club)
        for group, club in sorted(clubs.items())
        if club.upper() != letters(group)
    ]
    return [gettext("Groups: {groups}.", groups=list_of(known))] if known else []


@lru_cache(8)
def _drawn(address: str) -> str:
    drawn = segno.make(address, micro=False, error="M")
    return drawn.svg_inline(omitsize=True, border=2, light="#fff", svgclass="code")
