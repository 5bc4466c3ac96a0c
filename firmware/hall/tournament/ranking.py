"""Rank players from all results there are. Pure.

Law: the ranking is a function of the results: their order does not matter, and a correction ranks
anew. All figures are fractions, so what is equal is equal.

1. Place points, 5-3-2-1 and nothing below unless told otherwise. Who share a place share what it
   and the next ones bring: two winners have 4 each. A bye brings the average of one's own games.
2. The share of all points at one's tables. A smaller table counts as though its empty seats had
   made its average, as its share would else be larger without merit. Points below 0 count as 0.
3. Wins, shared ones too.
4. The opponents' place points a game, on average: whoever left early lowers nobody.

A cut goes before all of these: who sat in it is ahead of who did not, and among them its place
points decide. A later cut goes before an earlier one.

A penalty takes place points off, down to none. Who is disqualified is behind all others. Neither
changes anybody else's figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import groupby
from math import lcm
from operator import itemgetter
from typing import NamedTuple

from firmware.hall.tournament.pairing import Player
from firmware.hall.tournament.stage import Stage

PAYS = (5, 3, 2, 1)
NOTHING_BY_PLAYER: Mapping[Player, int] = {}


class SeatResult(NamedTuple):
    """How a player ended at a table. Those who tie have the same place, as in the game's result;
    so have those who conceded, behind all who did not.
    """

    player: Player
    points: int
    place: int
    conceded: bool = False


def scored(
    points: Mapping[Player, int],
    places: Mapping[Player, int] = NOTHING_BY_PLAYER,
    conceded: Collection[Player] = (),
) -> tuple[SeatResult, ...]:
    """The seats of a table, the best first. Who tie share their place, unless places are given that
    tell them apart.
    """
    ahead = {
        player: sum(more > own for more in points.values()) + 1 for player, own in points.items()
    }
    keys = {
        player: (1,) if player in conceded else (0, -own, places.get(player) or ahead[player])
        for player, own in points.items()
    }
    seats = [
        SeatResult(player, own, 1 + sum(key < keys[player] for key in keys.values()), is_conceded)
        for player, own in points.items()
        for is_conceded in [player in conceded]
    ]
    return tuple(sorted(seats, key=lambda seat: seat.place))


class Cut(NamedTuple):
    """The place points in a round for the best; None for who did not sit in it. `played` is whether
    the player's table has a result.
    """

    stage: Stage
    place_points: Fraction | None
    played: bool

    @property
    def key(self) -> Fraction | int:
        return -1 if self.place_points is None else self.place_points


class TournamentStanding(NamedTuple):
    """A player's figures, in the order in which they rank. `place` is that of all who share it;
    `penalty` is in place points, which are those that are left.
    """

    player: Player
    place: int
    place_points: Fraction
    share: Fraction  # of all points at the player's tables
    wins: int
    opponents: Fraction  # their place points a game
    games: int
    byes: int
    cuts: tuple[Cut, ...] = ()  # the newest first
    conceded: int = 0  # games
    penalty: int = 0
    disqualified: bool = False

    @property
    def figures(self) -> tuple[Fraction | int, ...]:
        """What ranks unless a cut does: the first that differs decides, and more is better."""
        return self.place_points, self.share, self.wins, self.opponents

    @property
    def rank(self) -> tuple[Fraction | int, ...]:
        """More is better."""
        return not self.disqualified, *(cut.key for cut in self.cuts), *self.figures


def ranking(
    tables: Iterable[Sequence[SeatResult]],
    byes: Iterable[Player] = (),
    players: Iterable[Player] = (),
    pays: Sequence[int] = PAYS,
) -> list[TournamentStanding]:
    """Everybody's standing. `byes` names who had each; `players` rank even if they never played."""
    tables, sat_out = list(tables), Counter(byes)
    full = max(map(len, tables), default=0)
    parts = lcm(*range(1, full + 1))  # of a point: however many share it, each has whole ones
    sums = _summed(tables, full, parts, pays)
    scale = lcm(*(own.games for own in sums.values()))
    a_game = {player: own.paid * (scale // own.games) for player, own in sums.items()}
    fraction = cache(Fraction)
    standings = []
    for player in sorted({*players, *sums, *sat_out}):
        own, byes_had = sums.get(player, NOTHING), sat_out[player]
        opponents = sum(map(a_game.__getitem__, own.met)) - a_game.get(player, 0) * own.games
        mates = len(own.met) - own.games  # who sits at a table is among those met there
        figures = (
            fraction(own.paid * (own.games + byes_had), parts * max(1, own.games)),
            fraction(own.points * parts, own.at_tables or 1),
            own.wins,
            fraction(opponents, scale * parts * max(1, mates)),
        )
        standings.append(
            TournamentStanding(player, 0, *figures, own.games, byes_had, conceded=own.conceded)
        )
    return _ranked(standings)


class _Sums:
    """Of a player's tables. `paid` and `at_tables`, all points there, are in parts of a point; who
    `met` are has the player, too, once a table.
    """

    __slots__ = ("at_tables", "conceded", "games", "met", "paid", "points", "wins")

    def __init__(self) -> None:
        self.games = self.wins = self.paid = self.points = self.at_tables = self.conceded = 0
        self.met: list[Player] = []


NOTHING = _Sums()


def _summed(
    tables: Iterable[Sequence[SeatResult]], full: int, parts: int, pays: Sequence[int]
) -> Mapping[Player, _Sums]:
    sums = defaultdict[Player, _Sums](_Sums)
    paid = cache(partial(_paid, pays=pays, parts=parts))
    for table in tables:
        seated = [seat.player for seat in table]
        places = [seat.place for seat in table]
        at_table = sum(max(0, seat.points) for seat in table) * full * parts // len(table)
        for player, points, place, conceded in table:
            own = sums[player]
            own.games += 1
            own.wins += place == 1
            own.conceded += conceded
            own.paid += paid(place, places.count(place))
            own.points += max(0, points)
            own.at_tables += at_table
            own.met += seated
    return sums


def after_penalties(
    before: Iterable[TournamentStanding],
    penalties: Mapping[Player, int],
    disqualified: Collection[Player],
) -> list[TournamentStanding]:
    """The standings with each player's penalty taken off, and the disqualified at the end."""
    return _ranked(
        standing._replace(
            place_points=_less(standing.place_points, penalties.get(standing.player, 0)),
            penalty=penalties.get(standing.player, 0),
            disqualified=standing.player in disqualified,
        )
        for standing in before
    )


def _less(points: Fraction, penalty: int) -> Fraction:
    return max(Fraction(0), points - penalty)


def after_cut(
    before: Iterable[TournamentStanding],
    stage: Stage,
    seated: Iterable[Player],
    tables: Iterable[Sequence[SeatResult]],
    pays: Sequence[int] = PAYS,
    penalties: Mapping[Player, int] = NOTHING_BY_PLAYER,
) -> list[TournamentStanding]:
    """The standings after a round of those who are seated; the results may be yet to come."""
    cuts = dict.fromkeys(seated, Cut(stage, Fraction(0), False))
    for table in tables:
        paid = {seat.player: place_points(seat.place, table, pays) for seat in table}
        cuts |= {
            player: Cut(stage, _less(points, penalties.get(player, 0)), True)
            for player, points in paid.items()
        }
    no = Cut(stage, None, False)
    return _ranked(
        standing._replace(
            cuts=(cuts.get(standing.player, no), *standing.cuts),
            penalty=standing.penalty + penalties.get(standing.player, 0),
        )
        for standing in before
    )


def _ranked(standings: Iterable[TournamentStanding]) -> list[TournamentStanding]:
    ranked: list[TournamentStanding] = []
    keyed = [(_sorted_by(standing.rank), standing) for standing in standings]
    keyed.sort(key=itemgetter(0), reverse=True)
    for _, alike in groupby(keyed, key=itemgetter(0)):
        place = len(ranked) + 1
        ranked += [standing._replace(place=place) for _, standing in alike]
    return ranked


def _sorted_by(rank: Iterable[Fraction | int]) -> list[Fraction | float]:
    """The same order, found sooner: rounded figures are in order, and fractions need a comparison
    only where those are equal.
    """
    return [part for figure in rank for part in (float(figure), figure)]


def place_points(place: int, table: Sequence[SeatResult], pays: Sequence[int] = PAYS) -> Fraction:
    """What a place brings: the average of all the places that those who share it take up."""
    sharing = sum(seat.place == place for seat in table)
    return Fraction(_paid(place, sharing, pays, sharing), sharing)


def _paid(place: int, sharing: int, pays: Sequence[int], parts: int) -> int:
    """What it brings each of those who share it, in so many parts of a point."""
    return sum(pays[place - 1 : place - 1 + sharing]) * parts // sharing
