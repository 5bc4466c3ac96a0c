"""Add up the place points of a season, by name. Pure.

Law: names are the same if they differ in accents and capitals only. Who are called alike in one
tournament are two there, so nobody has its points twice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from firmware.hall.season.season import Season
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.views import plain

Key = tuple[str, int]  # a name without accents and capitals, and how many before it have the same


class NamedPoints(NamedTuple):
    """What a player is called in a tournament, and the place points there."""

    name: str
    points: Fraction


class TournamentPoints(NamedTuple):
    """Who has played in a tournament. `is_nameless`: some have, and none has a name any more."""

    number: int
    players: Mapping[Key, NamedPoints]
    is_nameless: bool


class SeasonRow(NamedTuple):
    """A player's line; those with the same points share the place. `points_in` has the tournaments
    in which they played, and of these `counting` are added up.
    """

    key: Key
    place: int
    name: str
    points: Fraction
    points_in: Mapping[int, Fraction]
    counting: Collection[int]


class SeasonStandings(NamedTuple):
    """`nameless` are numbers of tournaments that have no names any more."""

    rows: Sequence[SeasonRow]
    nameless: Sequence[int]

    def find(self, text: str) -> list[SeasonRow]:
        """Those with that part in their name."""
        part = plain(text)
        return [row for row in self.rows if part in plain(row.name)]


def points_of(tournament: Tournament, names: Mapping[int, str]) -> TournamentPoints:
    """The place points of who has played, as far as the results go; none of the disqualified."""
    played = [standing for standing in tournament.standings() if standing.games]
    players, alike = dict[Key, NamedPoints](), Counter[str]()
    for standing in sorted(played, key=lambda standing: standing.player):
        if name := names.get(standing.player):
            folded = plain(name)
            points = Fraction() if standing.disqualified else standing.place_points
            players[folded, alike[folded]] = NamedPoints(name, points)
            alike[folded] += 1
    return TournamentPoints(tournament.number, players, bool(played) and not players)


def season_standings(season: Season, all_points: Iterable[TournamentPoints]) -> SeasonStandings:
    """Everybody's line, the most points first. A name is as the last tournament has it."""
    names, points_in = dict[Key, str](), defaultdict[Key, dict[int, Fraction]](dict)
    nameless = []
    for tournament in all_points:
        if tournament.is_nameless:
            nameless.append(tournament.number)
        for key, (name, points) in tournament.players.items():
            names[key] = name
            points_in[key][tournament.number] = points
    counting = {key: _counting(points, season.best) for key, points in points_in.items()}
    sums = {
        key: sum((points_in[key][number] for number in numbers), Fraction())
        for key, numbers in counting.items()
    }
    rows = list[SeasonRow]()
    for key in sorted(sums, key=lambda key: (-sums[key], key)):
        is_level = rows and rows[-1].points == sums[key]
        place = rows[-1].place if is_level else len(rows) + 1
        rows.append(SeasonRow(key, place, names[key], sums[key], points_in[key], counting[key]))
    return SeasonStandings(rows, nameless)


def _counting(points: Mapping[int, Fraction], best: int) -> Collection[int]:
    """The numbers of the tournaments that count; of equal ones the first."""
    if not best or len(points) <= best:
        return points.keys()
    return sorted(points, key=lambda number: -points[number])[:best]
