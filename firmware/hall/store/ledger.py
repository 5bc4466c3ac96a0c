"""Write what is done in tournaments, and what devices say, within one transaction.

Everything that is written goes through `Ledger`: it works out what is known afterwards, and writes
what it takes to read that again. `known` holds once the transaction is committed; if that fails,
the ledger is thrown away with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from engine.message import Message, gettext
from firmware.common.system.text import quoted
from firmware.hall.nameless import calls_at, mentions, without_names
from firmware.hall.season.season import NEW, Season
from firmware.hall.store.device_result import ResultNotCounted, act_of, check_own
from firmware.hall.store.expiry import AFTER_S, NO_TOURNAMENT, Expiry
from firmware.hall.store.forget import forget, forget_old, have_names
from firmware.hall.store.known import Known
from firmware.hall.store.store import Unkeepable, Writing
from firmware.hall.tables import Said
from firmware.hall.tournament.acts import (
    Act,
    Announced,
    NamesRemoved,
    Opened,
    PlayersAdded,
    PlayersDeleted,
    TableNoted,
)
from firmware.hall.tournament.not_possible import NotPossible, require
from firmware.hall.tournament.tournament import Tournament, by_device
from firmware.hall.uncounted import (
    DATABASE,
    ENDED,
    NO_SEATS,
    UNFIT,
    UNREADABLE,
    Uncounted,
    UncountedLines,
    of_result,
)
from firmware.hall.words.not_possible import sentence

LONGEST = 200  # characters of what a database says
AFTER_30_DAYS = "after 30 days"  # who removes names, in the log of acts
NO_NAMES: Mapping[int, str] = {}


class Heard(NamedTuple):
    """Whether a device's result is kept, and why it does not count, "" where it does."""

    kept: bool
    why: str = ""


class Ledger:
    """The IDs of this hall's seatings begin with `session`."""

    def __init__(self, writing: Writing, known: Known, session: str = "") -> None:
        self.writing, self.known, self._session = writing, known, session
        self.lines = UncountedLines(known.uncounted)

    @contextmanager
    def apart(self, subject: str) -> Iterator[None]:
        """Undo what fails in here, in the database and in what is known, and nothing else. Raises
        Unkeepable where the database refuses it.
        """
        before = self.known
        try:
            with self.writing.apart(subject):
                yield
        except BaseException:
            self.known = before
            raise

    # --- what people do -------------------------------------------------------------

    def open(self, act: Opened, who: str) -> int:
        """Open a tournament; return its number. Raises NotPossible; so do the others."""
        number = max(self.known.tournaments, default=0) + 1
        self._write(number, act, who)
        return number

    def add_players(self, number: int, names: Sequence[str], who: str, here: bool) -> list[int]:
        """Add players of these names; return their numbers."""
        first = self._tournament(number).highest + 1
        players = tuple(range(first, first + len(names)))
        act = PlayersAdded(players, here)
        self._write(number, act, who, dict(zip(players, names, strict=True)))
        return [*players]

    def do(self, number: int, act: Act, who: str, names: Mapping[int, str]) -> Tournament:
        """Do that act; return the tournament after it."""
        self._tournament(number)
        known_names = self.known.names.get(number, {})
        tournament = self._write(number, act, who, names)
        if isinstance(act, NamesRemoved | PlayersDeleted):
            gone = {known_names[player] for player in act.players if player in known_names}
            texts = self.known.texts.get(number, {})
            left = {about: text for about, text in texts.items() if not mentions(text, gone)}
            if left != texts:
                self._keep_texts(number, left)
            if isinstance(act, NamesRemoved):
                self._forget(tournament, gone)
        return tournament

    def write_text(self, number: int, about: str, text: str, who: str) -> None:
        """Note that at the table of that ID, or tell it to all; "" takes it back."""
        self._tournament(number)
        self._write(number, TableNoted(about, bool(text)) if about else Announced(bool(text)), who)
        texts = {**self.known.texts.get(number, {}), about: text}
        self._keep_texts(number, {about: text for about, text in texts.items() if text})

    def _keep_texts(self, number: int, texts: Mapping[str, str]) -> None:
        self.writing.keep_texts(number, texts)
        self.known = self.known._replace(texts={**self.known.texts, number: texts})

    def keep_season(self, season: Season, who: str) -> int:
        """Keep a season in place of what it was, or a new one; return its number."""
        known = self.known.seasons
        require(season.number in (NEW, *known), "no-such-season", number=season.number)
        season.check()
        for tournament in season.tournaments:
            self._tournament(tournament)
        number = season.number or max(known, default=0) + 1
        season = season._replace(number=number, who=who, changed=self.writing.now)
        self.writing.keep_season(season)
        self.known = self.known._replace(seasons={**known, number: season})
        return number

    def drop_season(self, number: int) -> None:
        """Drop a season; its tournaments stay."""
        require(number in self.known.seasons, "no-such-season", number=number)
        self.writing.drop_season(number)
        left = {n: season for n, season in self.known.seasons.items() if n != number}
        self.known = self.known._replace(seasons=left)

    def look_at_names(self, touched: Mapping[int, float], ran_s: float) -> None:
        """Announce names whose time is over, in tournaments and in results of none, and remove
        those that were announced for long enough. `touched` says when something was last done in
        each tournament; the board ran for `ran_s` since the last look.
        """
        now, before = self.writing.now, self.known.expiring
        old = [number for number in self.known.tournaments if self._is_old(number, touched)]
        if have_names(
            self.writing.connection, now - AFTER_S, self._tables, announced=NO_TOURNAMENT in before
        ):
            old.append(NO_TOURNAMENT)
        looked = {n: before[n].after(now, ran_s) if n in before else Expiry(now) for n in old}
        for number, expiry in looked.items():
            if expiry.is_over and number == NO_TOURNAMENT:
                forget_old(self.writing.connection, expiry.announced - AFTER_S, self._tables)
            elif expiry.is_over:
                act = NamesRemoved(tuple(self.known.names[number]))
                self._forget(self._write(number, act, AFTER_30_DAYS), ())
                self._keep_texts(number, {})
        self._keep_expiring({n: expiry for n, expiry in looked.items() if not expiry.is_over})

    def _is_old(self, number: int, touched: Mapping[int, float]) -> bool:
        """Whether the names of that tournament are to go, and it has some."""
        now, names = self.writing.now, self.known.names[number]
        is_old = touched.get(number, now) <= now - AFTER_S
        return is_old and bool(names) and not self.known.tournaments[number].keep_names

    @property
    def _tables(self) -> set[str]:
        """The IDs of all tables of tournaments."""
        return {table.id for t in self.known.tournaments.values() for table in t.tables}

    def _keep_expiring(self, expiring: Mapping[int, Expiry]) -> None:
        if expiring != self.known.expiring:
            self.writing.keep_expiring(expiring)
            self.known = self.known._replace(expiring=expiring)

    def _tournament(self, number: int) -> Tournament:
        if number not in self.known.tournaments:
            raise NotPossible("no-such-tournament", number=number)
        return self.known.tournaments[number]

    def _write(
        self, number: int, act: Act, who: str, names: Mapping[int, str] = NO_NAMES
    ) -> Tournament:
        """Write an act and the names that come with it; return the tournament after it."""
        known = self.known.after(number, act, who, self.writing.now)
        if isinstance(act, NamesRemoved | PlayersDeleted):
            names = dict.fromkeys(act.players, "")
        if not isinstance(act, NamesRemoved):  # its 30 days begin anew
            self._keep_expiring({n: e for n, e in known.expiring.items() if n != number})
            known = known._replace(expiring=self.known.expiring)
        self.writing.add(number, act, who)
        all_names = known.names.get(number, NO_NAMES)
        if names:
            self.writing.name(number, names)
            changed = {**all_names, **names}
            all_names = {player: name for player, name in changed.items() if name}
        self.known = known._replace(names={**known.names, number: all_names})
        return known.tournaments[number]

    def _forget(self, tournament: Tournament, names: Collection[str]) -> None:
        known = self.known.names[tournament.number]
        calls = {table.id: calls_at(table, known) for table in tournament.tables}
        forget(self.writing.connection, calls, names)

    # --- what devices say -----------------------------------------------------------

    def hear(self, result: Said) -> Heard:
        """Keep a device's result, and let it count at its table. What does not count gets a line
        for the organiser, until the device says something else of that game.
        """
        try:
            with self.apart(f"the game {result['id']}"):
                return self._keep(self._without_removed_names(result))
        except Unkeepable as why:
            self.note(of_result(result, self.writing.now, DATABASE, quoted(str(why)[:LONGEST])))
            return Heard(False, str(why))

    def hear_unreadable(self, device: str, why: Message) -> None:
        """A device has said a result that cannot be taken."""
        self.note(Uncounted(device, "", self.writing.now, UNREADABLE, why))

    def _without_removed_names(self, result: Said) -> Said:
        """A device still has a name that was removed here."""
        for number, tournament in self.known.tournaments.items():
            if place := tournament.find(result.get("seating", "")):
                result = without_names(result, calls_at(place[1], self.known.names[number]))
        return result

    def _keep(self, result: Said) -> Heard:
        if not self.writing.keep(result):
            return Heard(True)
        try:
            self._count(result)
        except ResultNotCounted as why:
            line = of_result(result, self.writing.now, why.why, why.more)
            self.note(line._replace(table=why.table or line.table))
            return Heard(True, f"the result does not count: {why}")
        self.lines.drop([(result["device"], result["id"])])
        return Heard(True)

    def _count(self, result: Said) -> None:
        """Let a result count, or wait to be confirmed. Raises ResultNotCounted."""
        if result["withdrawn"]:
            check_own(self.known.tournaments.values(), result)
        who = by_device(result["device"])
        for number, tournament in self.known.tournaments.items():
            act = act_of(tournament, result)
            if act is None:
                continue
            try:
                self._write(number, act, who)
            except NotPossible as why:
                raise ResultNotCounted(
                    ENDED if tournament.ended else UNFIT, sentence(why)
                ) from None
        seating = result.get("seating", "")
        if self._is_ours(seating) and not self._tournament_of(seating):
            raise ResultNotCounted(NO_SEATS, gettext("no table has these seats any more"))

    def note(self, line: Uncounted) -> None:
        """Note a line for the organiser, with the tournament that it belongs to."""
        number = self._tournament_of(line.table) or self._former_tournament_of(line.table)
        self.lines.note(line._replace(tournament=number))

    def keep_lines(self) -> None:
        """Keep what was noted, as far as there is room, and drop what was dropped: once, at the
        end, so that a flood costs one look at all lines. Raises Unkeepable.
        """
        if not self.lines.is_news:
            return
        before, tournaments = self.known.uncounted, self.known.tournaments.values()
        at_tables = {table.device for tournament in tournaments for table in tournament.tables}
        lines = self.lines.left(at_tables)
        news = [line for key, line in lines.items() if before.get(key) != line]
        with self.apart("lines of what does not count"):
            self.writing.keep_uncounted(news, before.keys() - lines.keys())
            self.known = self.known._replace(uncounted=lines)

    def _is_ours(self, seating: str) -> bool:
        return bool(self._session) and seating.startswith(f"{self._session}-")

    def _tournament_of(self, table: str) -> int:
        """The number of the tournament of that table; 0 where none has it."""
        tournaments = self.known.tournaments.values()
        return next((t.number for t in tournaments if t.find(table)), 0)

    def _former_tournament_of(self, table: str) -> int:
        """The number of the tournament that had that table, as its ID says."""
        if not self._is_ours(table):
            return 0
        number = table.removeprefix(f"{self._session}-").partition("-")[0]
        return next((known for known in self.known.tournaments if f"{known}" == number), 0)
