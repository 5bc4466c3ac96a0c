"""What is shown of a tournament in a language, with the players' names put in. Pure.

Law: only rounds that are announced are seen here, unless somebody asks for one by its number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from engine.cards import BADGES
from engine.message import Message, Value, gettext
from firmware.hall.nameless import name_of
from firmware.hall.tournament.tournament import Tournament, TournamentRound, TournamentTable
from firmware.hall.words.figures import number, percent
from firmware.hall.words.standings import explain, since
from firmware.words.language import ENGLISH, Language, say


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

    def __init__(
        self, tournament: Tournament, names: Mapping[int, str], language: Language = ENGLISH
    ) -> None:
        self.tournament, self.raw_names, self.language = tournament, names, language
        known = {player: self.say(name_of(names, player)) for player in tournament.players}
        same = Counter(map(plain, known.values()))
        self.names = {
            player: name if same[plain(name)] == 1 else f"{name} ({player})"
            for player, name in known.items()
        }

    @property
    def round(self) -> TournamentRound | None:
        """The last one that is announced."""
        return next(reversed(self.tournament.announced), None)

    def say(self, words: Value) -> str:
        """In the view's language."""
        return say(words, self.language) if isinstance(words, Message) else str(words)

    @cached_property
    def since(self) -> str:
        """How far the results of the standings go, and whether a top cut decides."""
        return self.say(since(self.tournament))

    @cached_property
    def started(self) -> bool:
        """Whether any table has a result."""
        return any(round.played for round in self.tournament.rounds)

    @cached_property
    def rows(self) -> list[Row]:
        standings = self.tournament.standings()
        reasons = (explain(*two, self.names.__getitem__) for two in pairwise(standings))
        whys = ["", *map(self.say, reasons)]
        return [
            Row(
                str(standing.place) if self.started else "–",
                standing.player,
                self.names[standing.player],
                number(standing.place_points),
                self.say(gettext("{percent} %", percent=percent(standing.share))),
                standing.wins,
                number(standing.opponents),
                self.tournament.players[standing.player].left,
                why,
                ", ".join(
                    number(cut.place_points) if cut.played else "–"
                    for cut in standing.cuts
                    if cut.place_points is not None
                ),
            )
            # Without players there is still one why.
            for standing, why in zip(standings, whys, strict=False)
        ]

    @cached_property
    def cut(self) -> bool:
        """Whether a top cut decides the standings."""
        return any(round.cut for round in self.tournament.announced)

    def row(self, player: int) -> Row | None:
        return next((row for row in self.rows if row.player == player), None)

    def table(self, player: int) -> TournamentTable | None:
        """Return the player's table in the current round."""
        tables = self.round.tables if self.round else ()
        return next((table for table in tables if player in table.players), None)

    def seats(self, table: TournamentTable) -> list[ShownSeat]:
        """As the players sit."""
        results = {player: (points, place) for player, points, place in table.result}
        return [
            ShownSeat(player, self.names[player], badge, *results.get(player, ()))
            for player, badge in zip(table.players, BADGES, strict=False)
        ]

    def by_name(self, round: TournamentRound) -> list[tuple[ShownSeat, int]]:
        """List everybody from A to Z with the table's number, 0 for a bye."""
        lines = [(seat, table.number) for table in round.tables for seat in self.seats(table)]
        lines += [(ShownSeat(player, self.names[player], ""), 0) for player in round.byes]
        return sorted(lines, key=lambda line: (plain(line[0].name), line[0].player))

    def find(self, sought: str) -> list[int]:
        """Find players by a part of the name; those whose name begins with it come first."""
        wanted = plain(sought.strip())
        players = [
            player for player, name in self.names.items() if wanted and wanted in plain(name)
        ]
        return sorted(players, key=lambda player: (plain(self.names[player]).find(wanted), player))


def plain(text: str) -> str:
    """Without accents and capitals, as people look for a name."""
    spread = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))
