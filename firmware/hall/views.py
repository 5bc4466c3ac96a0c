"""What is shown of a tournament, with the players' names put in. Pure.

Law: only rounds that are announced are seen here, unless somebody asks for one by its number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from engine.cards import BADGES
from firmware.hall.nameless import name_of
from firmware.hall.tournament.ranking import explain
from firmware.hall.tournament.tournament import Round, Table, Tournament


class Row(NamedTuple):
    """A player's line in the standings; `place` is "–" before the first result, `why` is why the
    line before is before this one, `cut` the place points in each round of the top cut, the newest
    first, "–" without a result.
    """

    place: str
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
    """`badge` is empty for a bye; `points` and `place` are None without a result."""

    player: int
    name: str
    badge: str
    points: int | None = None
    place: int | None = None


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

    @property
    def round(self) -> Round | None:
        """The last one that is announced."""
        return next(reversed(self.tournament.announced), None)

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
        if not now.out:
            return f"After {now.called}"
        if now.played:
            return f"{now.name}: {now.played} of {len(now.tables)} tables have a result"
        return f"After {self.tournament.rounds[now.number - 2].called}"

    @cached_property
    def started(self) -> bool:
        """Whether any table has a result."""
        return any(one.played for one in self.tournament.rounds)

    @cached_property
    def rows(self) -> list[Row]:
        standings = self.tournament.standings()
        whys = ["", *(explain(*two, self.names.__getitem__) for two in pairwise(standings))]
        return [
            Row(
                str(one.place) if self.started else "–",
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

    def table(self, player: int) -> Table | None:
        """Where they sit in the round that is played now."""
        tables = self.round.tables if self.round else ()
        return next((one for one in tables if player in one.players), None)

    def seats(self, table: Table) -> list[ShownSeat]:
        """As the players sit."""
        came = {player: rest for player, *rest in table.result}
        return [
            ShownSeat(player, self.names[player], badge, *came.get(player, ()))
            for player, badge in zip(table.players, BADGES, strict=False)
        ]

    def by_name(self, one: Round) -> list[tuple[ShownSeat, int]]:
        """Everybody from A to Z with the table's number, 0 for a bye."""
        found = [(seat, table.number) for table in one.tables for seat in self.seats(table)]
        found += [(ShownSeat(player, self.names[player], ""), 0) for player in one.byes]
        return sorted(found, key=lambda one: (plain(one[0].name), one[0].player))

    def find(self, sought: str) -> list[int]:
        """Players by a part of the name, those whose name begins with it first."""
        wanted = plain(sought.strip())
        found = [one for one, name in self.names.items() if wanted and wanted in plain(name)]
        return sorted(found, key=lambda one: (plain(self.names[one]).find(wanted), one))


def plain(text: str) -> str:
    """Without accents and capitals, as people look for a name."""
    spread = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def score(one: int) -> str:
    """As people read them: `1,234` or `−3`."""
    return f"{one:,}".replace("-", "−")


def number(one: Fraction | int) -> str:
    return f"{float(one):.2f}".rstrip("0").rstrip(".")
