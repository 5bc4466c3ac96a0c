"""Games in, what people ask of them out: who won how often, with how much, and by what. Pure.

Rule 1: only finished games count. Others are listed and change no figure.
Rule 2: points of different games are never added up: Omakase counts in yen.
Rule 3: players are told apart by their names, and a shared win is a win for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from firmware.history_games import FINISHED, Menu, Played, Sat


class Figures(NamedTuple):
    """Of some totals: how many, how many won, their sum, the best and the worst, points by kind."""

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
        """Points by kind and game, most first."""
        each = ((kind, points / self.games) for kind, points in self.by.items())
        return sorted(each, key=lambda one: (-one[1], one[0]))


class Chosen(NamedTuple):
    """What is asked for; empty: all of them."""

    player: str = ""
    menu: str = ""
    game: str = ""

    def takes(self, played: Played) -> bool:
        return (
            (not self.game or self.game == played.game)
            and (not self.menu or self.menu == played.menu.key)
            and (not self.player or any(self.seat(sat) for sat in played.seats))
        )

    def seat(self, sat: Sat) -> bool:
        """Whether this seat is meant; a dummy never is."""
        return sat.badge is not None and self.player in ("", sat.name)


class Best(NamedTuple):
    """The highest total, and everybody who has reached it."""

    total: int
    names: tuple[str, ...]


class Counted:
    """All games once gone through, so that each question is quick.

    `games` are kept without their rounds, the oldest first.
    """

    def __init__(self) -> None:
        self.games: list[Played] = []
        self.menus: dict[tuple[str, str], Menu] = {}
        self.kinds: dict[str, str] = {}  # every kind that paid, and a game it is of
        self.rounds = 0
        self.unread = 0
        self._cells: dict[tuple[str, str, str], Figures] = {}  # game, menu, name
        self._winning: dict[tuple[str, str], Figures] = {}  # winners' totals, everybody's kinds
        self._names: dict[str, str] = {}  # one string for all games of a player

    def add(self, played: Played) -> None:
        """One more; in the order of their numbers."""
        self.menus[played.game, played.menu.key] = played.menu
        for sat in played.seats:
            self.rounds = max(self.rounds, len(sat.rounds))
            for kind in by_kind([sat]):
                self.kinds.setdefault(kind, played.game)
        self.games.append(played._replace(seats=tuple(map(self._bare, played.seats))))
        if played.state == FINISHED:
            self._count(played)

    def _bare(self, sat: Sat) -> Sat:
        name = self._names.setdefault(sat.name, sat.name)
        return sat._replace(name=name, rounds=(), desserts=None)

    def _count(self, played: Played) -> None:
        where = played.game, played.menu.key
        people = [sat for sat in played.seats if sat.badge is not None]
        for sat in people:
            cell = figures_of(sat)
            key = (*where, self._names[sat.name])
            before = self._cells.get(key)
            self._cells[key] = cell if before is None else both(before, cell)
        if played.winners:
            won = max(sat.total for sat in played.winners)
            one = Figures(1, len(played.winners), won, won, won, by_kind(people))
            before = self._winning.get(where)
            self._winning[where] = one if before is None else both(before, one)

    def of(self, chosen: Chosen) -> Iterator[Played]:
        """The games that are meant, the newest first."""
        return (played for played in reversed(self.games) if chosen.takes(played))

    def players(self, chosen: Chosen) -> dict[str, Figures]:
        """By name, most games first. To be asked for one game: see rule 2."""
        found: dict[str, Figures] = {}
        for (game, menu, name), cell in self._cells.items():
            if _meant(chosen, game, menu) and chosen.player in ("", name):
                found[name] = both(found[name], cell) if name in found else cell
        in_order = sorted(found, key=lambda name: (-found[name].games, -found[name].wins, name))
        return {name: found[name] for name in in_order}

    def by_menu(self, chosen: Chosen) -> dict[str, Figures]:
        """By menu: of winners' totals and everybody's kinds; of a player's own with a name."""
        found: dict[str, Figures] = {}
        if chosen.player:
            for (game, menu, name), cell in self._cells.items():
                if _meant(chosen, game, menu) and name == chosen.player:
                    found[menu] = cell
        else:
            for (game, menu), cell in self._winning.items():
                if _meant(chosen, game, menu):
                    found[menu] = cell
        in_order = sorted(found, key=lambda menu: (-found[menu].games, menu))
        return {menu: found[menu] for menu in in_order}

    def best(self, chosen: Chosen) -> Best | None:
        """The highest total of the games that are meant; all of those who are level."""
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


def _meant(chosen: Chosen, game: str, menu: str) -> bool:
    return chosen.game in ("", game) and chosen.menu in ("", menu)


def figures_of(sat: Sat) -> Figures:
    """One seat of one game."""
    return Figures(1, int(sat.won), sat.total, sat.total, sat.total, by_kind([sat]))


def both(one: Figures, other: Figures) -> Figures:
    """Together."""
    by = dict(one.by)
    for kind, points in other.by.items():
        by[kind] = by.get(kind, 0) + points
    return Figures(
        one.games + other.games,
        one.wins + other.wins,
        one.total + other.total,
        max(one.best, other.best),
        min(one.worst, other.worst),
        by,
    )


def by_kind(seats: Iterable[Sat]) -> dict[str, int]:
    """Points by kind in all rounds and desserts of these seats."""
    by: dict[str, int] = {}
    for sat in seats:
        for part in sat.parts:
            for kind, points in part.by.items():
                by[kind] = by.get(kind, 0) + points
    return by


def totals(games: Sequence[Played], name: str) -> list[tuple[int, int]]:
    """Number and total of each finished game of a player, in the order of `games`."""
    return [
        (played.number, sat.total)
        for played in games
        if played.state == FINISHED
        for sat in played.seats
        if sat.badge is not None and sat.name == name
    ]
