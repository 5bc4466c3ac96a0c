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


class Scored(NamedTuple):
    """What one seat of a finished game adds to the figures: points in all and by kind."""

    name: str
    won: bool
    total: int
    by: Mapping[str, int]


class Sums:
    """Figures of finished games by game, menu and player. `called` has each merged name, and the
    player whose it is: the sums themselves are by the names that games have.
    """

    def __init__(self) -> None:
        self.cells: dict[tuple[str, str, str], Figures] = {}  # game, menu, name
        self.winning: dict[tuple[str, str], Figures] = {}  # winners' totals, everybody's kinds
        self.called: Mapping[str, str] = {}

    def count(self, game: str, menu: str, people: Sequence[Scored]) -> None:
        """Count one more game."""
        all_points = Counter[str]()
        for scored in people:
            total = scored.total
            cell = Figures(1, int(scored.won), total, total, total, scored.by)
            _put(self.cells, (game, menu, scored.name), cell)
            all_points.update(scored.by)
        if winners := [scored.total for scored in people if scored.won]:
            won = max(winners)
            _put(self.winning, (game, menu), Figures(1, len(winners), won, won, won, all_points))

    def players(self, chosen: Chosen) -> dict[str, Figures]:
        """Return figures by name, most games first. Ask for one game only: see rule 2."""
        cells: dict[str, Figures] = {}
        for _, name, cell in self._of(chosen):
            _put(cells, name, cell)
        return dict(
            sorted(cells.items(), key=lambda entry: (-entry[1].games, -entry[1].wins, entry[0]))
        )

    def by_menu(self, chosen: Chosen) -> dict[str, Figures]:
        """Return figures by menu, most games first: those of the chosen player, or without one the
        winners' totals and everybody's kinds.
        """
        menus: dict[str, Figures] = {}
        if chosen.player:
            for menu, _, cell in self._of(chosen):
                _put(menus, menu, cell)
        else:
            for (game, menu), cell in self.winning.items():
                if _chosen(chosen, game, menu):
                    menus[menu] = cell
        return dict(sorted(menus.items(), key=lambda entry: (-entry[1].games, entry[0])))

    def best_total(self, chosen: Chosen) -> int | None:
        """The highest total of the chosen games."""
        return max((cell.best for _, _, cell in self._of(chosen)), default=None)

    def _of(self, chosen: Chosen) -> Iterator[tuple[str, str, Figures]]:
        """Menus, players and their figures."""
        for (game, menu, name), cell in self.cells.items():
            player = self.called.get(name, name)
            if _chosen(chosen, game, menu) and chosen.player in ("", player):
                yield menu, player, cell


class Counted(Sums):
    """Figures of all games, gone through once, so that each question is quick.

    `games` are kept without their rounds, the oldest first. Those that are `deleted` count nowhere.
    """

    def __init__(self) -> None:
        super().__init__()
        self.games: list[Played] = []
        self.deleted: list[Played] = []
        self.menus: dict[tuple[str, str], Menu] = {}
        self.kinds: dict[str, str] = {}  # every kind that paid, and a game it is of
        self.rounds = 0
        self.unread = 0

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
        self.games.append(played._replace(seats=tuple(seats)))
        if played.state == FINISHED:
            self.count(played.game, played.menu.key, scored(played, by))

    def of(self, chosen: Chosen) -> Iterator[Played]:
        """List the chosen games, the newest first."""
        return (played for played in reversed(self.games) if chosen.takes(played))

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


def scored(played: Played, by: Sequence[Mapping[str, int]]) -> list[Scored]:
    """What a game's people add to the figures; `by` are the seats' points by kind."""
    return [
        Scored(sat.name, sat.won, sat.total, kinds)
        for sat, kinds in zip(played.seats, by, strict=True)
        if sat.badge is not None
    ]


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
