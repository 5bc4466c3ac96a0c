"""Count games: who won how often, with how much, and by which kinds. Pure.

Rule 1: only finished games count. Others are listed and change no figure.
Rule 2: points of different games are never added up: Omakase counts in yen.
Rule 3: players are told apart by their names, of which an owner may have corrected or merged some;
a shared win is a win for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from sys import intern
from typing import NamedTuple, TypeVar

from firmware.records.history.games import FINISHED, Menu, Played, Sat, day_of

Key = TypeVar("Key")
LAST_DAY = "9999"


class Figures(NamedTuple):
    """Some totals: how many, how many won, their sum, the best and the worst, points by kind."""

    games: int
    wins: int
    total: int
    best: int
    worst: int
    by: Mapping[str, int]

    @property
    def average(self) -> float:
        return self.total / self.games

    def kinds(self) -> list[tuple[str, float]]:
        """List kinds with their average points a game, most first."""
        each = ((kind, points / self.games) for kind, points in self.by.items())
        return sorted(each, key=lambda pair: (-pair[1], pair[0]))


class Chosen(NamedTuple):
    """A filter; an empty field takes all."""

    player: str = ""
    menu: str = ""
    game: str = ""
    since: str = ""  # the first day, "2026-11-27"
    until: str = ""  # and the last

    def takes(self, played: Played) -> bool:
        return (
            (not self.game or self.game == played.game)
            and (not self.menu or self.menu == played.menu.key)
            and (not self.player or any(self.seat(sat) for sat in played.seats))
            and (not (self.since or self.until) or self._then(played))
        )

    def _then(self, played: Played) -> bool:
        return self.since <= day_of(played) <= (self.until or LAST_DAY) and played.at is not None

    def seat(self, sat: Sat) -> bool:
        """Whether this seat is taken; a dummy never is."""
        return sat.badge is not None and self.player in ("", sat.name)


class Best(NamedTuple):
    """The highest total, and all players who have reached it."""

    total: int
    names: tuple[str, ...]


class Counted:
    """Figures of all games, gone through once, so that each question is quick.

    `games` are kept without their rounds, the oldest first. Those that are `deleted` count nowhere.
    """

    def __init__(self) -> None:
        self.games: list[Played] = []
        self.deleted: list[Played] = []
        self.menus: dict[tuple[str, str], Menu] = {}
        self.kinds: dict[str, str] = {}  # every kind that paid, and a game it is of
        self.rounds = 0
        self.unread = 0
        self._cells: dict[tuple[str, str, str], Figures] = {}  # game, menu, name
        self._winning: dict[tuple[str, str], Figures] = {}  # winners' totals, everybody's kinds

    def add(self, played: Played) -> None:
        """Count one more game, in the order of their numbers."""
        self.menus[played.game, played.menu.key] = played.menu
        by = [by_kind(sat) for sat in played.seats]
        for sat, kinds in zip(played.seats, by, strict=True):
            self.rounds = max(self.rounds, len(sat.rounds))
            for kind in kinds:
                self.kinds.setdefault(kind, played.game)
        seats = (
            sat._replace(name=intern(sat.name), rounds=(), desserts=None, in_game="", at_start="")
            for sat in played.seats
        )
        bare = played._replace(seats=tuple(seats))
        self.games.append(bare)
        if played.state == FINISHED:
            self._count(bare, by)

    def _count(self, played: Played, by: Sequence[Mapping[str, int]]) -> None:
        where = played.game, played.menu.key
        people = Counter[str]()
        for sat, kinds in zip(played.seats, by, strict=True):
            if sat.badge is not None:
                cell = Figures(1, int(sat.won), sat.total, sat.total, sat.total, kinds)
                _put(self._cells, (*where, sat.name), cell)
                people.update(kinds)
        if played.winners:
            won = max(sat.total for sat in played.winners)
            _put(self._winning, where, Figures(1, len(played.winners), won, won, won, people))

    def of(self, chosen: Chosen) -> Iterator[Played]:
        """List the chosen games, the newest first."""
        return (played for played in reversed(self.games) if chosen.takes(played))

    def players(self, chosen: Chosen) -> dict[str, Figures]:
        """Return figures by name, most games first. Ask for one game only: see rule 2."""
        cells: dict[str, Figures] = {}
        for (game, menu, name), cell in self._cells.items():
            if _chosen(chosen, game, menu) and chosen.player in ("", name):
                _put(cells, name, cell)
        return dict(
            sorted(cells.items(), key=lambda entry: (-entry[1].games, -entry[1].wins, entry[0]))
        )

    def by_menu(self, chosen: Chosen) -> dict[str, Figures]:
        """Return figures by menu, most games first: those of the chosen player, or without one the
        winners' totals and everybody's kinds.
        """
        cells = [(*where, cell) for where, cell in self._winning.items()]
        if chosen.player:
            own = self._cells.items()
            cells = [
                (game, menu, cell) for (game, menu, name), cell in own if name == chosen.player
            ]
        menus = {menu: cell for game, menu, cell in cells if _chosen(chosen, game, menu)}
        return dict(sorted(menus.items(), key=lambda entry: (-entry[1].games, entry[0])))

    def best(self, chosen: Chosen) -> Best | None:
        """Find the highest total of the chosen games, and all who reached it."""
        best, names = None, dict[str, None]()
        for played in self.games:
            if played.state != FINISHED or not chosen.takes(played):
                continue
            for sat in filter(chosen.seat, played.seats):
                if best is None or sat.total > best:
                    best, names = sat.total, {}
                if sat.total == best:
                    names[sat.name] = None
        return None if best is None else Best(best, tuple(names))


def _chosen(chosen: Chosen, game: str, menu: str) -> bool:
    return chosen.game in ("", game) and chosen.menu in ("", menu)


def _put(cells: dict[Key, Figures], key: Key, cell: Figures) -> None:
    before = cells.get(key)
    cells[key] = cell if before is None else both(before, cell)


def both(cell: Figures, other: Figures) -> Figures:
    """Return the sum of two figures."""
    by = Counter(cell.by)
    by.update(other.by)
    return Figures(
        cell.games + other.games,
        cell.wins + other.wins,
        cell.total + other.total,
        max(cell.best, other.best),
        min(cell.worst, other.worst),
        by,
    )


def by_kind(sat: Sat) -> Mapping[str, int]:
    """Add up a seat's points by kind, in all rounds and desserts."""
    by = Counter[str]()
    for part in sat.parts:
        by.update(part.by)
    return by


def kinds_of(played: Played) -> list[str]:
    """List all kinds in a game, in the order they came up."""
    parts = (part for sat in played.seats for part in sat.parts)
    return list(dict.fromkeys(kind for part in parts for kind in part.by))
