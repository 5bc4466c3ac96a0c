"""What the ledger is asked to write: a value for each, with all that it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from firmware.hall.season.season import Season
from firmware.hall.store.ledger import Ledger
from firmware.hall.store.store import put_word
from firmware.hall.tournament.acts import Act, Opened
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.uncounted import Uncounted


class OpenTournament(NamedTuple):
    act: Opened
    who: str

    def write(self, ledger: Ledger) -> int:
        """Return its number."""
        return ledger.open(self.act, self.who)


class AddPlayers(NamedTuple):
    tournament: int
    names: Sequence[str]
    who: str
    here: bool

    def write(self, ledger: Ledger) -> list[int]:
        """Return their numbers."""
        return ledger.add_players(self.tournament, self.names, self.who, self.here)


class DoAct(NamedTuple):
    """`names` are those of its players, where it gives some."""

    tournament: int
    act: Act
    who: str
    names: Mapping[int, str]

    def write(self, ledger: Ledger) -> Tournament:
        return ledger.do(self.tournament, self.act, self.who, self.names)


class WriteText(NamedTuple):
    """Note that at the table of that ID, or tell it to all where `about` is "", in place of what
    was; "" for nothing.
    """

    tournament: int
    about: str
    text: str
    who: str

    def write(self, ledger: Ledger) -> None:
        ledger.write_text(self.tournament, self.about, self.text, self.who)


class KeepSeason(NamedTuple):
    """Keep a season in place of what it was; of the number NEW, a new one."""

    season: Season
    who: str

    def write(self, ledger: Ledger) -> int:
        """Return its number."""
        return ledger.keep_season(self.season, self.who)


class DropSeason(NamedTuple):
    number: int

    def write(self, ledger: Ledger) -> None:
        ledger.drop_season(self.number)


class DropLines(NamedTuple):
    """Drop lines of what does not count; one that has changed since stays."""

    lines: Sequence[Uncounted]

    def write(self, ledger: Ledger) -> None:
        same = [line for line in self.lines if ledger.lines.of(line.key) == line]
        ledger.lines.drop(line.key for line in same)


class KeepWord(NamedTuple):
    """Keep a word by its key, in place of what was there; an empty one is none."""

    key: str
    word: str

    def write(self, ledger: Ledger) -> None:
        put_word(ledger.writing.connection, self.key, self.word)


class LookAtNames(NamedTuple):
    """`touched` says when something was last done in each tournament, `ran_s` for how long the
    board ran since it looked last.
    """

    touched: Mapping[int, float]
    ran_s: float

    def write(self, ledger: Ledger) -> None:
        ledger.look_at_names(self.touched, self.ran_s)


Request = (
    OpenTournament
    | AddPlayers
    | DoAct
    | WriteText
    | KeepSeason
    | DropSeason
    | DropLines
    | KeepWord
    | LookAtNames
)
