"""What is shown of a tournament, with the players' names put in. Pure.

Law: only rounds that are announced are seen here, unless somebody asks for one by its number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from engine.cards import BADGES
from firmware.board.menus import title
from firmware.board.nameless import name_of
from firmware.board.tournament.ranking import explain
from firmware.board.tournament.tournament import Round, Tournament


class Row(NamedTuple):
    """A player's line in the standings; `why` is why the line before is before this one, `cut` the
    place points in each round of the top cut, the newest first, "–" without a result.
    """

    place: int
    player: int
    name: str
    place_points: str
    share: str
    wins: int
    opponents: str
    left: bool
    why: str
    cut: str


class ShownSeat(NamedTuple):
    """`points` and `place` are None until the table has a result."""

    player: int
    name: str
    badge: str
    points: int | None = None
    place: int | None = None


class ShownTable(NamedTuple):
    """A table of a round, its seats as the players sit; `device` is empty where they say their
    result themselves.
    """

    number: int
    device: str
    seats: tuple[ShownSeat, ...]
    played: bool


class ShownRound(NamedTuple):
    """`name` is what people call it, `called` the same within a sentence."""

    number: int
    name: str
    called: str
    menu: str
    cut: bool
    announced: bool
    tables: tuple[ShownTable, ...]
    byes: tuple[ShownSeat, ...]

    @property
    def played(self) -> int:
        return sum(table.played for table in self.tables)

    @property
    def by_name(self) -> list[tuple[ShownSeat, int]]:
        """Everybody from A to Z with the table's number, 0 for a bye."""
        found = [(seat, table.number) for table in self.tables for seat in table.seats]
        found += [(seat, 0) for seat in self.byes]
        return sorted(found, key=lambda one: (plain(one[0].name), one[0].player))


class View:
    """All of it is worked out once, when it is first asked for."""

    def __init__(self, tournament: Tournament, names: Mapping[int, str]) -> None:
        self.tournament, self.given = tournament, names
        known = {one: name_of(names, one) for one in tournament.players}
        same = Counter(map(plain, known.values()))
        self.names = {
            one: name if same[plain(name)] == 1 else f"{name} ({one})"
            for one, name in known.items()
        }

    @cached_property
    def round(self) -> ShownRound | None:
        """The last one that is announced."""
        return self.rounds[self.announced[-1]] if self.announced else None

    @property
    def announced(self) -> list[int]:
        return [one.number for one in self.tournament.announced]

    @cached_property
    def rounds(self) -> dict[int, ShownRound]:
        return {one.number: self._round(one) for one in self.tournament.rounds}

    @cached_property
    def since(self) -> str:
        """How far the results of the standings go, and whether a top cut decides."""
        return f"{self._since}; the top cut decides first" if self.cut else self._since

    @property
    def _since(self) -> str:
        if self.tournament.ended:
            return "Final standings"
        now = self.round
        if not now or not self.started:
            return "Nobody has played yet"
        if now.played == len(now.tables):
            return f"After {now.called}"
        if now.played:
            return f"{now.name}: {now.played} of {len(now.tables)} tables have a result"
        return f"After {self.rounds[now.number - 1].called}"

    @cached_property
    def started(self) -> bool:
        """Whether any table has a result."""
        return any(one.played for one in self.rounds.values())

    @cached_property
    def rows(self) -> list[Row]:
        standings = self.tournament.standings()
        whys = ["", *(explain(*two, self.names.__getitem__) for two in pairwise(standings))]
        return [
            Row(
                one.place,
                one.player,
                self.names[one.player],
                number(one.place_points),
                f"{float(100 * one.share):.1f} %",
                one.wins,
                number(one.opponents),
                self.tournament.players[one.player].left,
                why,
                ", ".join(
                    number(cut.place_points) if cut.played else "–"
                    for cut in one.cuts
                    if cut.place_points is not None
                ),
            )
            for one, why in zip(standings, whys, strict=False)  # without anybody, there is one why
        ]

    @cached_property
    def cut(self) -> bool:
        """Whether a top cut decides the standings."""
        return any(one.cut for one in self.tournament.announced)

    def row(self, player: int) -> Row | None:
        return next((one for one in self.rows if one.player == player), None)

    def seat(self, player: int) -> ShownTable | None:
        """The table at which they sit in the round that is played now."""
        tables = self.round.tables if self.round else ()
        return next((one for one in tables if player in {s.player for s in one.seats}), None)

    def find(self, sought: str) -> list[int]:
        """Players by a part of the name, those whose name begins with it first."""
        wanted = plain(sought.strip())
        found = [one for one, name in self.names.items() if wanted and wanted in plain(name)]
        return sorted(found, key=lambda one: (plain(self.names[one]).find(wanted), one))

    def _round(self, one: Round) -> ShownRound:
        seats = [tuple(self._seats(table.players, table.result)) for table in one.tables]
        tables = (
            ShownTable(table.number, table.device, those, bool(table.result))
            for table, those in zip(one.tables, seats, strict=True)
        )
        byes = tuple(ShownSeat(player, self.names[player], "") for player in one.byes)
        menu = title(one.menu)
        both = one.announced, tuple(tables), byes
        return ShownRound(one.number, one.name, one.called, menu, one.cut, *both)

    def _seats(
        self, players: Iterable[int], result: Iterable[tuple[int, int, int]]
    ) -> Iterator[ShownSeat]:
        came = {player: rest for player, *rest in result}
        for player, badge in zip(players, BADGES, strict=False):
            yield ShownSeat(player, self.names[player], badge, *came.get(player, ()))


def plain(text: str) -> str:
    """Without accents and capitals, as people look for a name."""
    spread = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def score(one: int) -> str:
    """As people read them: `1,234` or `−3`."""
    return f"{one:,}".replace("-", "−")


def number(one: Fraction | int) -> str:
    return f"{float(one):.2f}".rstrip("0").rstrip(".")
