"""A tournament as what people did, act by act. Pure.

Law: a tournament is its acts, folded by `after`; an act that is refused changes nothing.
Law: no act has a name in it: players are numbers, so that a name can be forgotten.
Law: a device's game is known by both, as any device may use any ID: a device changes and takes
back only what came of its own game.
Rule: whoever has come, is here and has not left sits once in each round, or has a bye.

An act is a JSON object. `do` says what, and the rest is:

| do | rest |
|---|---|
| open, rules | title, game, wanted, least, most, rounds, pays; open: code, too |
| join | players, here: late ones play from the next round that is announced |
| check-in | players, here |
| leave, return | player |
| name, erase | players: their names are given anew, or removed, beside the act |
| sign-up | open |
| devices | devices: by the table's number as text, "" for none; who still plays is moved, too |
| pair | round, menu, cut, byes, tables: of each id, number, players |
| unpair | round: while nothing has come of it |
| swap | one, other: players of the last round; their tables get new IDs |
| menu | round, menu: before it is announced |
| announce | round, devices: as in devices; without, those known |
| result, claim | table: its ID, seats: player, points, place of each; game: a device's ID of it |
| confirm, refuse-claim | table |
| no-result | table, game: only what came of that game of the device's; without, the result |
| end, reopen | |
| keep-names | keep |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.ranking import PAYS, Seat, Standing, after_cut, ranking

Act = Mapping[str, Any]
Source = tuple[
    str, str
]  # who said a result, as in the log; and that device's ID of the game, or ""
Menu = str | tuple[str, ...]
PARTY = "sushi-go-party"
GAMES = (PARTY, "sushi-go", "omakase")
LONGEST_TITLE = 40
MOST_PLAYERS, MOST_ROUNDS = 4000, 99


class Refused(Exception):
    """An act is not possible; the text says what to do."""


class Rules(NamedTuple):
    """`rounds` are those planned, 0 for nobody knows; `pays` are the place points."""

    title: str = ""
    game: str = PARTY
    wanted: int = 4
    least: int = 3
    most: int = 5
    rounds: int = 0
    pays: tuple[int, ...] = PAYS


class Player(NamedTuple):
    """`here`: has checked in; `left`: does not play on; `since`: may be paired from that round."""

    number: int
    here: bool
    left: bool = False
    since: int = 1


class Table(NamedTuple):
    """`players` sit in the order of engine.cards.BADGES. `said_by` is who said the result, in the
    log's words; `game` is the ID of the device's game that it came of, empty where somebody typed
    it. A claim is a result that nobody has confirmed. A player who did not play is in no seat of a
    result.
    """

    id: str
    number: int
    players: tuple[int, ...]
    device: str = ""
    result: tuple[Seat, ...] = ()
    said_by: str = ""
    game: str = ""
    claim: tuple[Seat, ...] = ()
    claimed_by: str = ""
    claimed_game: str = ""

    @property
    def source(self) -> Source:
        """Where the result came from."""
        return self.said_by, self.game

    @property
    def claim_source(self) -> Source:
        """Where the claim came from."""
        return self.claimed_by, self.claimed_game

    @property
    def own_game(self) -> str:
        """The game of its own device that the result came of; "" where it came of anything else."""
        return self.game if self.said_by == by_device(self.device) else ""


def by_device(device: str) -> str:
    """Who acts where a device does, in the log: no other one who acts is called so."""
    return f"device {device}"


class Round(NamedTuple):
    """A draft until it is announced. `menu` is a ready one's name, or dishes; else empty."""

    number: int
    menu: Menu
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    announced: bool = False
    cut: bool = False

    @property
    def name(self) -> str:
        """What people call it: a top cut is as large as those who play on in it."""
        top = "Final" if len(self.tables) == 1 else f"Top {len(self.seated) + len(self.byes)}"
        return top if self.cut else f"Round {self.number}"

    @property
    def called(self) -> str:
        """The same within a sentence."""
        return "the " * self.cut + self.name.lower()

    @property
    def seated(self) -> list[int]:
        return [player for table in self.tables for player in table.players]

    @property
    def out(self) -> list[Table]:
        """The tables without a result."""
        return [table for table in self.tables if not table.result]

    @property
    def played(self) -> int:
        """How many have one."""
        return len(self.tables) - len(self.out)


class Tournament(NamedTuple):
    """`version` counts the acts; `code` is the secret of the tables' codes."""

    number: int
    rules: Rules = Rules()
    players: Mapping[int, Player] = {}
    rounds: tuple[Round, ...] = ()
    sign_up: bool = False
    keep_names: bool = False
    ended: bool = False
    code: str = ""
    devices: Mapping[int, str] = {}
    version: int = 0

    @property
    def tables(self) -> list[Table]:
        """Those of all rounds."""
        return [table for one in self.rounds for table in one.tables]

    @property
    def current(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def announced(self) -> tuple[Round, ...]:
        return tuple(one for one in self.rounds if one.announced)

    @property
    def open_tables(self) -> list[Table]:
        """The tables that play now."""
        return self.current.out if self.current and self.current.announced else []

    @property
    def pairable(self) -> list[int]:
        """Who sits or has a bye in the next round that is paired."""
        return [one.number for one in self.players.values() if one.here and not one.left]

    @property
    def cut(self) -> bool:
        """Whether the best play among themselves by now."""
        return any(one.cut for one in self.rounds)

    def standings(self) -> list[Standing]:
        """Of all who have checked in or played. A cut ranks those who sit in it anew, before all
        others: by its place points, then by their place before it.
        """
        rounds, pays = self.announced, self.rules.pays
        before = [one for one in rounds if not one.cut]
        tables = [table.result for one in before for table in one.tables if table.result]
        byes = [player for one in before for player in one.byes]
        here = [one.number for one in self.players.values() if one.here]
        found = ranking(tables, byes, here, pays)
        for one in rounds:
            if one.cut:
                seated = [*one.seated, *one.byes]
                ended = [table.result for table in one.tables if table.result]
                found = after_cut(found, one.called, seated, ended, pays)
        return found

    def pairings(self) -> list[Pairing]:
        """The rounds so far, as `pair` takes them."""
        return [Pairing(tuple(t.players for t in one.tables), one.byes) for one in self.rounds]

    def find(self, table: str) -> tuple[Round, Table] | None:
        """The round and the table with that ID."""
        found = ((one, t) for one in reversed(self.rounds) for t in one.tables if t.id == table)
        return next(found, None)


def after(tournament: Tournament, act: Act, who: str = "") -> Tournament:
    """What that act makes of it; the first one is `open`, of Tournament(number). Refused."""
    do = act["do"]
    _check((do == "open") != bool(tournament.rules.title), "It is open already: change its rules.")
    _check(not tournament.ended or do in AFTER_END, "The tournament has ended: reopen it first.")
    done = ACTS[do](tournament, {**act, "who": who})
    return done._replace(version=tournament.version + 1)


def scored(points: Mapping[int, int], places: Mapping[int, int] | None = None) -> list[list[int]]:
    """The seats of an act, from points. Who tie share their place, unless places are given that
    tell them apart.
    """
    ahead = {one: sum(more > points[one] for more in points.values()) + 1 for one in points}
    keys = {one: (-points[one], (places or {}).get(one) or ahead[one]) for one in points}
    found = [
        [one, points[one], 1 + sum(key < keys[one] for key in keys.values())] for one in points
    ]
    return sorted(found, key=lambda seat: seat[2])


def _check(right: object, otherwise: str) -> None:
    if not right:
        raise Refused(otherwise)


# --- players ------------------------------------------------------------------------------------


def _known(tournament: Tournament, players: Iterable[int]) -> None:
    for number in players:
        _check(number in tournament.players, f"There is no player {number}.")


def _players(tournament: Tournament, *players: Player) -> Tournament:
    return tournament._replace(
        players={**tournament.players, **{one.number: one for one in players}}
    )


def _rules(tournament: Tournament, act: Act) -> Tournament:
    pays = tuple(act["pays"])
    rules = Rules(*(act[key] for key in Rules._fields))._replace(
        title=act["title"].strip(), pays=pays
    )
    _check(rules.title.isprintable() and rules.title, "Give the tournament a title, in one line.")
    _check(len(rules.title) <= LONGEST_TITLE, f"Use {LONGEST_TITLE} characters for the title.")
    _check(rules.game in GAMES, "Choose one of the games.")
    _check(
        3 <= rules.least <= rules.wanted <= rules.most <= 5,
        "Tables have 3 to 5 players: choose a size between the smallest and the largest.",
    )
    _check(0 <= rules.rounds <= MOST_ROUNDS, f"Plan 0 to {MOST_ROUNDS} rounds.")
    _check(
        pays and max(pays) <= 1000 and min(pays) >= 0 and list(pays) == sorted(pays, reverse=True),
        "Give place points from the first place on: 0 to 1000, none more than the one before.",
    )
    _check(
        not tournament.rounds or rules.game == tournament.rules.game,
        "The game cannot be changed any more: open another tournament.",
    )
    return tournament._replace(rules=rules)


def _open(tournament: Tournament, act: Act) -> Tournament:
    return _rules(tournament, act)._replace(code=act["code"])


def _join(tournament: Tournament, act: Act) -> Tournament:
    numbers = act["players"]
    _check(
        len(tournament.players) + len(numbers) <= MOST_PLAYERS,
        f"A tournament has {MOST_PLAYERS} players at most.",
    )
    since = len(tournament.announced) + 1
    return _players(tournament, *(Player(one, act["here"], since=since) for one in numbers))


def _check_in(tournament: Tournament, act: Act) -> Tournament:
    _known(tournament, act["players"])
    those = (tournament.players[number] for number in act["players"])
    return _players(tournament, *(one._replace(here=act["here"]) for one in those))


def _leave(tournament: Tournament, act: Act) -> Tournament:
    _known(tournament, [act["player"]])
    player = tournament.players[act["player"]]
    return _players(tournament, player._replace(left=act["do"] == "leave"))


def _name(tournament: Tournament, act: Act) -> Tournament:
    _known(tournament, act["players"])
    return tournament


# --- rounds -------------------------------------------------------------------------------------


def _round(tournament: Tournament, number: int, *, draft: bool = False) -> Round:
    """The last one, which has that number."""
    one = tournament.current
    if one is None or one.number != number:
        raise Refused(f"Round {number} is not the last one: look at the newest page.")
    _check(not (draft and one.announced), f"Round {number} is announced already.")
    return one


def _with(tournament: Tournament, one: Round) -> Tournament:
    """The same, with that round in place of the one of its number."""
    rounds = tournament.rounds
    return tournament._replace(rounds=(*rounds[: one.number - 1], one, *rounds[one.number :]))


def _all_ended(tournament: Tournament) -> None:
    for one in tournament.rounds:
        _check(one.announced, f"{one.name} is a draft: announce it, or take it back.")
        tables = ", ".join(str(table.number) for table in one.out)
        _check(not one.out, f"{one.name} has no result yet of table {tables}.")


def _pair(tournament: Tournament, act: Act) -> Tournament:
    number, cut, byes = act["round"], act["cut"], tuple(act["byes"])
    _check(
        number == len(tournament.rounds) + 1,
        f"Round {number} is not the next one: look at the newest page.",
    )
    _check(number <= MOST_ROUNDS, f"A tournament has {MOST_ROUNDS} rounds at most.")
    _all_ended(tournament)
    _check(cut or not tournament.cut, "The top cut has begun: say how many play on in it.")
    tables = tuple(Table(one["id"], one["number"], tuple(one["players"])) for one in act["tables"])
    paired = Round(number, menu_of(act), tables, byes, cut=cut)
    everybody, free = [*paired.seated, *byes], {*tournament.pairable}
    _check(
        free.issuperset(everybody) and (cut or len(free) == len(everybody)),
        "Players have come or gone meanwhile: pair again.",
    )
    _check(tables, "Nobody would play.")
    return tournament._replace(rounds=(*tournament.rounds, paired))


def menu_of(act: Act) -> Menu:
    return act["menu"] if isinstance(act["menu"], str) else tuple(act["menu"])


def _unpair(tournament: Tournament, act: Act) -> Tournament:
    one = _round(tournament, act["round"])
    _check(
        not any(table.result or table.claim for table in one.tables),
        f"{one.name} has results: take those back first.",
    )
    return tournament._replace(rounds=tournament.rounds[:-1])


def _swap(tournament: Tournament, act: Act) -> Tournament:
    """A device that has the old seats may have begun with them: their ID means nothing then."""
    one, other = act["one"], act["other"]
    found = _round(tournament, len(tournament.rounds))
    new = {one: other, other: one}
    for player in new:
        _check(player in [*found.seated, *found.byes], f"Player {player} is not in this round.")
    _check(one != other, "Choose two players.")
    tables = []
    for table in found.tables:
        players = tuple(new.get(player, player) for player in table.players)
        if players != table.players:
            _check(
                not (table.result or table.claim),
                f"Table {table.number} has a result: take that back first.",
            )
            number = crc32(f"{table.id} {players}".encode())
            id_ = f"{table.id.rpartition('-')[0]}-{number:08x}"
            table = table._replace(id=id_, players=players)
        tables.append(table)
    byes = tuple(new.get(player, player) for player in found.byes)
    return _with(tournament, found._replace(tables=tuple(tables), byes=byes))


def _menu(tournament: Tournament, act: Act) -> Tournament:
    return _with(
        tournament, _round(tournament, act["round"], draft=True)._replace(menu=menu_of(act))
    )


def _announce(tournament: Tournament, act: Act) -> Tournament:
    one = _round(tournament, act["round"], draft=True)
    party = tournament.rules.game == PARTY
    _check(bool(one.menu) == party, f"Choose the menu of {one.called} first.")
    everybody, free = {*one.seated, *one.byes}, {*tournament.pairable}
    _check(everybody <= free, "A player of this round has left: take it back and pair again.")
    late = (tournament.players[number] for number in free - everybody if not one.cut)
    tournament = _players(tournament, *(p._replace(since=one.number + 1) for p in late))
    announced = _with(tournament, one._replace(announced=True))
    return _devices(announced, {"devices": tournament.devices, **act})


def _devices(tournament: Tournament, act: Act) -> Tournament:
    draft = tournament.current and not tournament.current.announced
    devices = {int(table): one for table, one in act["devices"].items() if one or draft}
    given = [*filter(None, devices.values())]
    _check(len({*given}) == len(given), "A device is at two tables.")
    tournament = tournament._replace(devices=devices)
    playing = {table.id for table in tournament.open_tables}
    if one := tournament.current:
        tables = tuple(
            table._replace(device=devices.get(table.number, "")) if table.id in playing else table
            for table in one.tables
        )
        tournament = _with(tournament, one._replace(tables=tables))
    return tournament


# --- results ------------------------------------------------------------------------------------


def _table(tournament: Tournament, act: Act) -> tuple[Round, Table]:
    found = tournament.find(act["table"])
    if found is None or not found[0].announced:
        raise Refused("This table does not play: look at the newest page.")
    return found


def _changed(tournament: Tournament, one: Round, table: Table) -> Tournament:
    tables = tuple(table if other.id == table.id else other for other in one.tables)
    return _with(tournament, one._replace(tables=tables))


def _seats(table: Table, said: Sequence[Sequence[int]]) -> tuple[Seat, ...]:
    seats = tuple(Seat(*one) for one in said)
    players = [seat.player for seat in seats]
    _check(
        len({*players}) == len(players) and {*players} <= {*table.players},
        f"Others sit at table {table.number}.",
    )
    _check(len(seats) > 1, "Give the points of at least two players.")
    for seat in seats:
        ahead = [other for other in seats if other.place < seat.place]
        _check(
            seat.place == len(ahead) + 1 and all(one.points >= seat.points for one in ahead),
            "More points make a better place: correct the places.",
        )
    return seats


NO_CLAIM: dict[str, Any] = {"claim": (), "claimed_by": "", "claimed_game": ""}


def _result(tournament: Tournament, act: Act) -> Tournament:
    one, table = _table(tournament, act)
    seats, game = _seats(table, act["seats"]), act.get("game", "")
    table = table._replace(result=seats, said_by=act["who"], game=game, **NO_CLAIM)
    return _changed(tournament, one, table)


def _claim(tournament: Tournament, act: Act) -> Tournament:
    one, table = _table(tournament, act)
    seats, game = _seats(table, act["seats"]), act.get("game", "")
    table = table._replace(claim=seats, claimed_by=act["who"], claimed_game=game)
    return _changed(tournament, one, table)


def _confirm(tournament: Tournament, act: Act) -> Tournament:
    one, table = _table(tournament, act)
    _check(table.claim, f"Table {table.number} claims nothing any more.")
    if act["do"] == "confirm":
        table = table._replace(
            result=table.claim, said_by=table.claimed_by, game=table.claimed_game
        )
    return _changed(tournament, one, table._replace(**NO_CLAIM))


def _no_result(tournament: Tournament, act: Act) -> Tournament:
    one, table = _table(tournament, act)
    game = act.get("game", "")
    if game and table.claim_source == (act["who"], game):
        table = table._replace(**NO_CLAIM)
    if not game or table.source == (act["who"], game):
        _check(table.result, f"Table {table.number} has no result.")
        table = table._replace(result=(), said_by="", game="")
    return _changed(tournament, one, table)


# --- the whole ----------------------------------------------------------------------------------


def _end(tournament: Tournament, act: Act) -> Tournament:
    _all_ended(tournament)
    return tournament._replace(ended=True, sign_up=False)


def _reopen(tournament: Tournament, act: Act) -> Tournament:
    _check(tournament.ended, "The tournament has not ended.")
    return tournament._replace(ended=False)


ACTS: dict[str, Callable[[Tournament, Act], Tournament]] = {
    "open": _open,
    "rules": _rules,
    "join": _join,
    "check-in": _check_in,
    "leave": _leave,
    "return": _leave,
    "name": _name,
    "erase": _name,
    "sign-up": lambda tournament, act: tournament._replace(sign_up=act["open"]),
    "devices": _devices,
    "pair": _pair,
    "unpair": _unpair,
    "swap": _swap,
    "menu": _menu,
    "announce": _announce,
    "result": _result,
    "claim": _claim,
    "confirm": _confirm,
    "refuse-claim": _confirm,
    "no-result": _no_result,
    "end": _end,
    "reopen": _reopen,
    "keep-names": lambda tournament, act: tournament._replace(keep_names=act["keep"]),
}
AFTER_END = {"reopen", "keep-names", "name", "erase"}
