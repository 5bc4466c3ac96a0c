"""Games in, what people ask of them out: who won how often, with how much, and by what. Pure.

Rule 1: only finished games count. Others are listed and change no figure.
Rule 2: points of different games are never added up: Omakase counts in yen.
Rule 3: players are told apart by their names, and a shared win is a win for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from firmware.history.games import FINISHED, Menu, Played, Sat

Key = TypeVar("Key")


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
        by = [by_kind(sat) for sat in played.seats]
        for sat, kinds in zip(played.seats, by, strict=True):
            self.rounds = max(self.rounds, len(sat.rounds))
            for kind in kinds:
                self.kinds.setdefault(kind, played.game)
        bare = played._replace(seats=tuple(map(self._bare, played.seats)))
        self.games.append(bare)
        if played.state == FINISHED:
            self._count(bare, by)

    def _bare(self, sat: Sat) -> Sat:
        name = self._names.setdefault(sat.name, sat.name)
        return Sat(sat.badge, name, (), None, sat.total, sat.place)

    def _count(self, played: Played, by: Sequence[Mapping[str, int]]) -> None:
        where = played.game, played.menu.key
        people: dict[str, int] = {}
        for sat, kinds in zip(played.seats, by, strict=True):
            if sat.badge is not None:
                cell = Figures(1, int(sat.won), sat.total, sat.total, sat.total, kinds)
                _put(self._cells, (*where, sat.name), cell)
                people = _sum(people, kinds)
        if played.winners:
            won = max(sat.total for sat in played.winners)
            _put(self._winning, where, Figures(1, len(played.winners), won, won, won, people))

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


def _put(cells: dict[Key, Figures], key: Key, one: Figures) -> None:
    before = cells.get(key)
    cells[key] = one if before is None else both(before, one)


def both(one: Figures, other: Figures) -> Figures:
    """Together."""
    return Figures(
        one.games + other.games,
        one.wins + other.wins,
        one.total + other.total,
        max(one.best, other.best),
        min(one.worst, other.worst),
        _sum(one.by, other.by),
    )


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    by = dict(one)
    for kind, points in other.items():
        by[kind] = by.get(kind, 0) + points
    return by


def by_kind(sat: Sat) -> dict[str, int]:
    """A seat's points by kind, in all rounds and desserts."""
    by: dict[str, int] = {}
    for part in sat.parts:
        for kind, points in part.by.items():
            by[kind] = by.get(kind, 0) + points
    return by


def kinds_of(played: Played) -> list[str]:
    """All kinds in it, in the order they came up."""
    parts = (part for sat in played.seats for part in sat.parts)
    return list(dict.fromkeys(kind for part in parts for kind in part.by))
