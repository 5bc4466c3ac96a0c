"""What is shown of a tournament in a language, with the players' names put in. Pure.

Law: only rounds that are announced are seen here, unless somebody asks for one by its number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from engine.cards import BADGES
from engine.message import Message, Value, gettext, pgettext
from firmware.hall.nameless import name_of
from firmware.hall.tournament.ranking import TournamentStanding
from firmware.hall.tournament.tournament import (
    Entrant,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from firmware.hall.words.figures import number, percent
from firmware.hall.words.penalties import remarks
from firmware.hall.words.standings import explain, since
from firmware.words.language import ENGLISH, Language, say
from firmware.words.numbers import Figure
from firmware.words.sheets import text_of

ROWS, TABLES = 200, 50  # on one page
T = TypeVar("T")


class Row(NamedTuple):
    """A player's line in the standings; `place` is "–" before the first result, "DQ" of who is
    disqualified, `cut` the place points in each round of the top cut, the newest first, "–" without
    a result.
    """

    place: str
    player: int
    name: str
    place_points: Figure
    share: Message
    wins: int
    opponents: Figure
    left: bool
    disqualified: bool
    cut: Figure


class ShownSeat(NamedTuple):
    """`badge` is empty for a bye; `points` and `place` are None without a result."""

    player: int
    name: str
    badge: str
    points: int | None = None
    place: int | None = None
    conceded: bool = False


class ListPart(NamedTuple, Generic[T]):
    """What one page has of a long list; `page` counts from 1, `ends` has each page's last row."""

    rows: Sequence[T]
    page: int = 1
    ends: Sequence[int] = ()


def part(rows: Sequence[T], page: int, most: int) -> ListPart[T]:
    """The rows of that page, or of the nearest one that there is."""
    ends = [min(first + most, len(rows)) for first in range(0, len(rows), most)]
    page = max(1, min(page, len(ends)))
    return ListPart(rows[(page - 1) * most : page * most], page, ends)


class ShownNames:
    """What players are called in a language, worked out once, when it is first asked for."""

    def __init__(
        self, players: Mapping[int, Entrant], raw_names: Mapping[int, str], language: Language
    ) -> None:
        self.players, self.raw_names, self.language = players, raw_names, language

    @cached_property
    def names(self) -> Mapping[int, str]:
        """By player; of those who are called alike, with their numbers."""
        known = {player: self._name(player) for player in self.players}
        same = Counter(map(plain, known.values()))
        return {
            player: name if same[plain(name)] == 1 else f"{name} ({player})"
            for player, name in known.items()
        }

    def _name(self, player: int) -> str:
        name = name_of(self.raw_names, player)
        return say(name, self.language) if isinstance(name, Message) else str(name)

    @cached_property
    def plain(self) -> Mapping[int, str]:
        """As people look for them."""
        return {player: plain(name) for player, name in self.names.items()}


class View:
    """All of it is worked out once, when it is first asked for. `others` are views that may have it
    already: the standings, in another language; the names, before a result.
    """

    def __init__(
        self,
        tournament: Tournament,
        names: Mapping[int, str],
        language: Language = ENGLISH,
        others: Collection[View] = (),
    ) -> None:
        self.tournament, self.raw_names, self.language = tournament, names, language
        self._same = next((view for view in others if view.tournament is tournament), None)
        shown = ShownNames(tournament.players, names, language)
        known = (view.shown for view in others)
        self.shown: ShownNames = next((n for n in known if _are_alike(n, shown)), shown)

    @property
    def names(self) -> Mapping[int, str]:
        """By player; of those who are called alike, with their numbers."""
        return self.shown.names

    @property
    def round(self) -> TournamentRound | None:
        """The last one that is announced."""
        return next(reversed(self.tournament.announced), None)

    def say(self, words: Value) -> str:
        """In the view's language."""
        return text_of(words, self.language)

    @cached_property
    def since(self) -> str:
        """How far the results of the standings go, and whether a top cut decides."""
        return self.say(since(self.tournament))

    @cached_property
    def started(self) -> bool:
        """Whether any table has a result."""
        return any(round.played for round in self.tournament.rounds)

    @cached_property
    def standings(self) -> list[TournamentStanding]:
        return self._same.standings if self._same else self.tournament.standings()

    @cached_property
    def rows(self) -> list[Row]:
        """All of the standings."""
        return [self._row(index) for index in range(len(self.standings))]

    @cached_property
    def leaders(self) -> list[Row]:
        """The first of the standings: as many as a screen in the hall turns through in a minute."""
        return [self._row(index) for index in range(min(ROWS, len(self.standings)))]

    @cached_property
    def _index(self) -> Mapping[int, int]:
        """Where each player stands in the standings."""
        return {standing.player: index for index, standing in enumerate(self.standings)}

    def row(self, player: int) -> Row | None:
        """None for who is not in the standings."""
        return self._row(self._index[player]) if player in self._index else None

    def rows_of(self, page: int) -> ListPart[Row]:
        """A page of the standings."""
        indexes = part(range(len(self.standings)), page, ROWS)
        return ListPart([*map(self._row, indexes.rows)], indexes.page, indexes.ends)

    def why(self, player: int) -> str:
        """Why the line before a player's is before it; "" at the first one."""
        index = self._index[player]
        if not index:
            return ""
        ahead, behind = self.standings[index - 1 : index + 1]
        return self.say(explain(ahead, behind, self.names.__getitem__))

    def remarks(self, player: int) -> list[str]:
        """What else made a player's standing, besides the results."""
        standing = self.standings[self._index[player]]
        return [self.say(remark) for remark in remarks(standing, self.names[player])]

    def page_of(self, player: int) -> int:
        """The page of the standings that a player is on."""
        return self._index[player] // ROWS + 1

    def _row(self, index: int) -> Row:
        standing = self.standings[index]
        return Row(
            self._place(standing),
            standing.player,
            self.names[standing.player],
            number(standing.place_points),
            gettext("{percent} %", percent=percent(standing.share)),
            standing.wins,
            number(standing.opponents),
            self.tournament.players[standing.player].left,
            standing.disqualified,
            Figure(
                ", ".join(
                    number(cut.place_points) if cut.played else "–"
                    for cut in standing.cuts
                    if cut.place_points is not None
                )
            ),
        )

    def _place(self, standing: TournamentStanding) -> str:
        if standing.disqualified:
            return self.say(pgettext("line", "DQ"))
        return str(standing.place) if self.started else "–"

    @cached_property
    def cut(self) -> bool:
        """Whether a top cut decides the standings."""
        return any(round.cut for round in self.tournament.announced)

    @cached_property
    def _tables(self) -> Mapping[int, TournamentTable]:
        tables = self.round.tables if self.round else ()
        return {player: table for table in tables for player in table.players}

    def table(self, player: int) -> TournamentTable | None:
        """The player's table in the current round."""
        return self._tables.get(player)

    def seats(self, table: TournamentTable) -> list[ShownSeat]:
        """As the players sit."""
        results = {seat.player: seat[1:] for seat in table.result}
        return [
            ShownSeat(player, self.names[player], badge, *results.get(player, ()))
            for player, badge in zip(table.players, BADGES, strict=False)
        ]

    def by_name(self, round: TournamentRound) -> list[tuple[ShownSeat, int]]:
        """List everybody from A to Z with the table's number, 0 for a bye."""
        lines = [(seat, table.number) for table in round.tables for seat in self.seats(table)]
        lines += [(ShownSeat(player, self.names[player], ""), 0) for player in round.byes]
        plain_names = self.shown.plain
        return sorted(lines, key=lambda line: (plain_names[line[0].player], line[0].player))

    def find(self, sought: str) -> list[int]:
        """Find players by a part of the name; those whose name begins with it come first."""
        wanted, names = plain(sought.strip()), self.shown.plain
        players = [player for player, name in names.items() if wanted and wanted in name]
        return sorted(players, key=lambda player: (names[player].find(wanted), player))


def _are_alike(names: ShownNames, others: ShownNames) -> bool:
    """Whether both are of the very same players, names and language."""
    return (
        names.players is others.players
        and names.raw_names is others.raw_names
        and names.language is others.language
    )


def plain(text: str) -> str:
    """Without accents and capitals, as people look for a name."""
    spread = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))
