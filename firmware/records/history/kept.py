"""What is kept of each game, so that no question has to read the whole journal: an SQLite database
in memory, of which `kept_file.py` keeps a copy beside the journal.

Law: it is a cache. Whatever it answers, the journal alone answers the same.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from firmware.records.history.games import ABANDONED, FINISHED, DatedGame, Menu, Played, Titles
from firmware.records.history.rating import Ratings
from firmware.records.history.reader import Deleted, KeptStamp, Step, Unread
from firmware.records.history.record import Record, record_in, record_of
from firmware.records.history.statistics import Best, Chosen, Figures, Sums

DELETED, UNREAD, NO_GAME = "deleted", "unread", "no game"
TABLES = """
CREATE TABLE games (number INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, scans_end INTEGER NOT NULL,
  state TEXT NOT NULL, at REAL, game TEXT NOT NULL, menu TEXT NOT NULL, venue TEXT NOT NULL);
CREATE INDEX by_state ON games (state, game, number);
CREATE INDEX in_order ON games (state, number);
CREATE INDEX by_menu ON games (game, menu, number, state);
CREATE INDEX by_venue ON games (venue) WHERE venue != '';
CREATE TABLE records (number INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE seats (number INTEGER, seat INTEGER, name TEXT NOT NULL, badge TEXT NOT NULL,
  total INTEGER NOT NULL, place INTEGER, PRIMARY KEY (number, seat)) WITHOUT ROWID;
CREATE INDEX by_name ON seats (name, number);
CREATE INDEX by_total ON seats (total);
CREATE TABLE sums (name TEXT PRIMARY KEY, content TEXT NOT NULL);
"""
ADD_GAME = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
ADD_RECORD = "INSERT INTO records VALUES (?, ?)"
ADD_SEAT = "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)"
# An index is walked from one value to the next, however many rows have the same.
NAMES = """WITH RECURSIVE names (name) AS (SELECT min(name) FROM seats UNION ALL
  SELECT (SELECT min(name) FROM seats WHERE name > names.name) FROM names WHERE name IS NOT NULL)
  SELECT name FROM names WHERE name IS NOT NULL"""
VENUES = """WITH RECURSIVE venues (venue) AS
  (SELECT min(venue) FROM games WHERE venue != '' UNION ALL
  SELECT (SELECT min(venue) FROM games WHERE venue != '' AND venue > venues.venue) FROM venues
  WHERE venue IS NOT NULL) SELECT venue FROM venues WHERE venue IS NOT NULL"""
NEXT_GAME = "SELECT min(game) FROM games WHERE game > ?"
NEXT_MENU = "SELECT min(menu) FROM games WHERE game = ? AND menu > ?"
OF_MENU = """WHERE game = ? AND menu = ? AND state IN ('finished', 'abandoned')
  ORDER BY number DESC LIMIT 1"""
TOGETHER = """SELECT min(own.number) FROM seats AS own JOIN seats AS other USING (number)
  WHERE own.name IN (SELECT value FROM json_each(?)) AND other.name IN
  (SELECT value FROM json_each(?)) AND own.seat != other.seat"""
FINISHED_SINCE = "SELECT number FROM games WHERE state = 'finished' AND number > ? ORDER BY number"
PLACES = """SELECT number, name, place FROM seats
  WHERE number IN (SELECT value FROM json_each(?)) AND place IS NOT NULL ORDER BY number, seat"""
# A CROSS JOIN is read from left to right: by a player's name first.
OWN = """FROM seats AS own CROSS JOIN games USING (number) CROSS JOIN seats AS other USING (number)
  WHERE own.name IN (SELECT value FROM json_each(?)) AND state = 'finished'
  AND own.place IS NOT NULL AND other.place IS NOT NULL"""
OWN_PLACES = f"SELECT own.place, count(*) {OWN} GROUP BY number ORDER BY number"
AGAINST = f"""SELECT other.name, count(*), sum(other.place < own.place) {OWN}
  AND other.seat != own.seat GROUP BY other.name"""
AT_ONCE = 64  # games
RECORDS = """SELECT number, record FROM records
  WHERE number IN (SELECT value FROM json_each(?))"""
RECORD = "SELECT state, record FROM games JOIN records USING (number) WHERE number = ?"


class KeptChange(NamedTuple):
    """A game as it was read from the journal, and its stamp there; None of one that is gone."""

    number: int
    stamp: KeptStamp | None = None
    step: Step = None


class KeptGames:
    """All games but the one on the table.

    `players` has each name that the owner has merged, and the player whose it is. `version` changes
    whenever a game does.
    """

    def __init__(self, titles: Titles, content: bytes = b"") -> None:
        self._titles = titles
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.sums, self.ratings, self.version = Sums(), Ratings(), 0
        self._counts = dict[Chosen, int]()  # by game and menu alone
        self._dirty = set[tuple[str, str]]()  # games and menus whose sums are to be made anew
        if content:
            self._db.deserialize(content)
            texts = dict(self._db.execute("SELECT name, content FROM sums"))
            self.sums.cells = {
                (g, m, n): Figures(*cell) for g, m, n, *cell in json.loads(texts["cells"])
            }
            self.sums.winning = {
                (g, m): Figures(*cell) for g, m, *cell in json.loads(texts["winning"])
            }
            self.ratings = Ratings.parsed(json.loads(texts["ratings"]))
        else:
            self._db.executescript(TABLES)
        self._db.execute("PRAGMA secure_delete=ON")  # what is erased must not stay in a copy

    @property
    def players(self) -> Mapping[str, str]:
        return self.sums.called

    @players.setter
    def players(self, players: Mapping[str, str]) -> None:
        self.sums.called = players

    def serialized(self) -> bytes:
        """All of it, for a file."""
        texts = {
            "cells": [(*where, *cell) for where, cell in self.sums.cells.items()],
            "winning": [(*where, *cell) for where, cell in self.sums.winning.items()],
            "ratings": self.ratings.written(),
        }
        rows = [(name, json.dumps(content)) for name, content in texts.items()]
        self._db.executemany("INSERT OR REPLACE INTO sums VALUES (?, ?)", rows)
        return self._db.serialize()

    # --- from the journal --------------------------------------------------------------

    def stale(self, stamps: Mapping[int, KeptStamp]) -> list[int]:
        """The numbers of games that are not kept as they are, also of those that are gone."""
        rows = self._db.execute("SELECT number, stamp, scans_end FROM games")
        kept = {number: (stamp, end) for number, stamp, end in rows}
        if kept == stamps:
            return []
        return sorted(
            number for number in {*kept, *stamps} if kept.get(number) != stamps.get(number)
        )

    def apply(self, changes: Sequence[KeptChange]) -> None:
        """Keep games as they are now; `settle` comes next."""
        self._db.execute("BEGIN")
        for change in changes:
            self._put(change)
        self._db.execute("COMMIT")
        self.version += 1
        self._counts.clear()

    def settle(self) -> Iterator[None]:
        """Make sums anew that an earlier game has changed, a step at a time."""
        for game, menu in [*self._dirty]:
            sums = Sums()
            chosen = "WHERE state = 'finished' AND game = ? AND menu = ?"
            for _, record in self._records(chosen, (written(game), written(menu))):
                sums.count(game, menu, record.scored())
                yield
            for where in [where for where in self.sums.cells if where[:2] == (game, menu)]:
                del self.sums.cells[where]
            self.sums.winning.pop((game, menu), None)
            self.sums.cells.update(sums.cells)
            self.sums.winning.update(sums.winning)
            self._dirty.discard((game, menu))

    def rate(self) -> Iterator[None]:
        """Bring the ratings up to the last game, a step at a time. Where a game changes meanwhile
        nothing comes of it.
        """
        version, ratings = self.version, self.ratings.copy(self.players)
        for number, places in self._places_since(ratings.through):
            ratings.add(number, places)
            yield
            if self.version != version or ratings.players != self.players:
                return
        ratings.through = self._last
        self.ratings = ratings

    @property
    def is_rated(self) -> bool:
        """Whether the ratings are those of all games."""
        return self.ratings.players == self.players and self.ratings.through == self._last

    @property
    def _last(self) -> int:
        return self._count_of("SELECT max(number) FROM games WHERE state = 'finished'")

    def _places_since(self, number: int) -> Iterator[tuple[int, dict[str, int]]]:
        """Each later game, with its players' places, read some games at a time."""
        for numbers in _batches(self._db.execute(FINISHED_SINCE, (number,))):
            rows = self._db.execute(PLACES, (json.dumps(numbers),)).fetchall()
            for game, seats in groupby(rows, key=itemgetter(0)):
                yield game, {self._player(read(name)): place for _, name, place in seats}

    def _put(self, change: KeptChange) -> None:
        number, stamp, step = change
        before = self._record(number)
        for table in ("games", "records", "seats"):
            self._db.execute(f"DELETE FROM {table} WHERE number = ?", (number,))  # noqa: S608
        counted_before = before is not None and before[0] == FINISHED
        if stamp is not None and (step is None or isinstance(step, Unread)):
            state = UNREAD if step else NO_GAME
            self._db.execute(ADD_GAME, (number, *stamp, state, None, "", "", ""))
        played = step.game if isinstance(step, Deleted) else step
        record = None
        if stamp is not None and isinstance(played, Played):
            state = DELETED if isinstance(step, Deleted) else played.state
            text = record_of(played)
            words = map(written, (played.game, played.menu.key, played.venue))
            self._db.execute(ADD_GAME, (number, *stamp, state, played.at, *words))
            self._db.execute(ADD_RECORD, (number, text))
            if state != DELETED:
                self._db.executemany(ADD_SEAT, _seats(played))
            if state == FINISHED:
                record = record_in(text)
        self._follow(number, before[1] if before and counted_before else None, record)

    def _follow(self, number: int, before: Record | None, record: Record | None) -> None:
        """Have sums and ratings follow a game that counts, or counted before."""
        if before and record and before[:6] == record[:6] and before[-2:] == record[-2:]:
            return  # a note, say
        if (before or record) and number <= self.ratings.through:
            self.ratings = Ratings()
        for each in (before, record):
            if each is None:
                continue
            where = each.game, self._titles.menu(each.game, tuple(each.menu)).key
            if before or where in self._dirty:
                self._dirty.add(where)
            else:
                self.sums.count(*where, each.scored())

    # --- questions ---------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        """Whether there is no game, but for those that are deleted."""
        return self._one("SELECT 1 FROM games WHERE state IN ('finished', 'abandoned')") is None

    @property
    def unread(self) -> int:
        """How many games cannot be read."""
        return self._count_of("SELECT count(*) FROM games WHERE state = 'unread'")

    def deleted(self) -> list[Played]:
        """Those that can be brought back, the newest first."""
        return list(self._played("WHERE state = 'deleted' ORDER BY number DESC"))

    def names(self) -> set[str]:
        """All players."""
        return {self._player(read(name)) for (name,) in self._db.execute(NAMES)}

    def venues(self) -> list[str]:
        """All places, sorted."""
        return sorted(read(venue) for (venue,) in self._db.execute(VENUES))

    def menus(self) -> dict[tuple[str, str], Menu]:
        """Every menu ever played, by game and key."""
        menus = dict[tuple[str, str], Menu]()
        game, key = self._one(NEXT_GAME, "")[0], ""
        while game is not None:
            (key,) = self._one(NEXT_MENU, game, key)
            if key is None:
                game, key = self._one(NEXT_GAME, game)[0], ""
                continue
            for played in self._played(OF_MENU, (game, key)):
                menus[played.game, played.menu.key] = played.menu
        return menus

    def count(self, chosen: Chosen) -> int:
        """How many finished games are meant."""
        if chosen not in self._counts:
            where, values = self._where(chosen)
            count = self._count_of(f"SELECT count(*) FROM games {where}", *values)  # noqa: S608
            if chosen.player or chosen.since or chosen.until:
                return count
            self._counts[chosen] = count
        return self._counts[chosen]

    def listed(self, chosen: Chosen, first: int, most: int) -> list[Played]:
        """Finished games that are meant, the newest first; `first` are skipped."""
        where, values = self._where(chosen)
        order = "ORDER BY number DESC LIMIT ? OFFSET ?"
        return list(self._played(f"{where} {order}", (*values, most, first)))

    def finished(self, chosen: Chosen) -> Iterator[Played]:
        """Finished games that are meant, the newest first, one by one."""
        where, values = self._where(chosen)
        return self._played(f"{where} ORDER BY number DESC", values)

    def dates(self) -> list[DatedGame]:
        """When each finished game was, the oldest first."""
        dated = "SELECT number, state, at FROM games WHERE state = 'finished' ORDER BY number"
        return [*map(DatedGame._make, self._db.execute(dated))]

    def years(self) -> list[int]:
        """The years that have finished games, the newest first."""
        first, last = self._one("SELECT min(at), max(at) FROM games WHERE state = 'finished'")
        if first is None:
            return []
        years = range(time.localtime(last).tm_year, time.localtime(first).tm_year - 1, -1)
        return [
            year
            for year in years
            if self.count(Chosen(since=f"{year}-01-01", until=f"{year}-12-31"))
        ]

    def left(self, chosen: Chosen, older: float, newer: float) -> list[Played]:
        """Abandoned games that are meant, with numbers between these, the newest first."""
        where, values = self._where(chosen, ABANDONED)
        between = "AND number > ? AND number < ? ORDER BY number DESC"
        newest = min(newer, 1 << 53)
        return list(self._played(f"{where} {between}", (*values, older, newest)))

    def games_played(self, chosen: Chosen) -> list[str]:
        """Which games there are among the finished games that are meant, the newest first."""
        slugs = {game for game, _ in self.sums.winning} | {game for game, *_ in self.sums.cells}
        last = {}
        for slug in slugs:
            where, values = self._where(chosen._replace(game=chosen.game or slug))
            newest = f"SELECT max(number) FROM games {where} AND game = ?"  # noqa: S608
            last[slug] = self._count_of(newest, *values, written(slug))
        return sorted((slug for slug in slugs if last[slug]), key=lambda slug: -last[slug])

    def badge(self, chosen: Chosen, name: str) -> str | None:
        """The badge that a player had last in the finished games that are meant."""
        where, values = self._where(chosen)
        newest = (
            f"SELECT number, badge FROM seats CROSS JOIN games USING (number) {where}"  # noqa: S608
            " AND name = ? ORDER BY number DESC LIMIT 1"
        )
        rows = (self._one(newest, *values, each) for each in self._written_names(name))
        return max(filter(None, rows), default=(0, None))[1]

    def best(self, chosen: Chosen, sums: Sums) -> Best | None:
        """The highest total, and all who reached it; `sums` are those of the chosen days."""
        total = sums.best_total(chosen)
        if total is None:
            return None
        where, values = self._where(chosen)
        reached = (
            f"SELECT name FROM seats JOIN games USING (number) {where} AND total = ?"  # noqa: S608
            " ORDER BY number, seat"
        )
        rows = self._db.execute(reached, (*values, total))
        names = dict.fromkeys(self._player(read(name)) for (name,) in rows)
        return Best(total, tuple(name for name in names if chosen.player in ("", name)))

    def sat_together(self, name: str, player: str) -> Played | None:
        """A game in which both played, be it deleted."""
        for played in self.deleted():
            if {name, player} <= {sat.name for sat in played.seats if sat.badge}:
                return played
        row = self._one(TOGETHER, self._names_of(name), self._names_of(player))
        if row is None or row[0] is None:
            return None
        return next(self._played("WHERE number = ?", (row[0],)), None)

    def places(self, player: str) -> list[tuple[int, int]]:
        """The place in each of a player's finished games, and how many people played it; the
        oldest first.
        """
        return self._db.execute(OWN_PLACES, (self._names_of(player),)).fetchall()

    def against(self, player: str) -> dict[str, tuple[int, int]]:
        """Each other player, in how many finished games they met, and who was ahead in how many."""
        met: dict[str, tuple[int, int]] = {}
        for name, games, ahead in self._db.execute(AGAINST, (self._names_of(player),)):
            other = self._player(read(name))
            games_before, ahead_before = met.get(other, (0, 0))
            met[other] = games_before + games, ahead_before + ahead
        return met

    def summed(self, since: str, until: str) -> Iterator[Sums | None]:
        """Count the games of these days, a step at a time; the last step is what was counted."""
        sums = Sums()
        where, values = self._where(Chosen(since=since, until=until))
        for _, record in self._records(where, values):
            menu = self._titles.menu(record.game, tuple(record.menu))
            sums.count(record.game, menu.key, record.scored())
            yield None
        sums.called = self.players
        yield sums

    def all(self) -> Iterator[Record]:
        """Every game that is listed, the oldest first."""
        listed = "WHERE state IN ('finished', 'abandoned') ORDER BY number"
        return (record for _, record in self._records(listed))

    def menus_of(self, game: str) -> list[str]:
        """The key of each menu that was played of a game, the newest last."""
        rows = "SELECT menu FROM games WHERE game = ? AND state IN ('finished', 'abandoned')"
        return [
            read(key) for (key,) in self._db.execute(f"{rows} ORDER BY number", (written(game),))
        ]

    def last_of(self, game: str) -> Played | None:
        """The last game of these rules, finished or not."""
        last = "WHERE game = ? AND state IN ('finished', 'abandoned') ORDER BY number DESC LIMIT 1"
        return next(self._played(last, (written(game),)), None)

    def has_played(self, name: str, game: str) -> bool:
        """Whether a player was in a game of these rules."""
        there = "SELECT 1 FROM seats JOIN games USING (number) WHERE game = ? AND name IN"
        names = f"{there} (SELECT value FROM json_each(?)) LIMIT 1"  # noqa: S608
        return self._one(names, written(game), self._names_of(name)) is not None

    # --- how ---------------------------------------------------------------------------

    def _player(self, name: str) -> str:
        return self.players.get(name, name)

    def _names_of(self, player: str) -> str:
        """All names of a player, as SQLite reads a list."""
        return json.dumps(self._written_names(player))

    def _written_names(self, player: str) -> list[str]:
        merged = (name for name, own in self.players.items() if own == player)
        return [*map(written, (player, *merged))]

    def _where(self, chosen: Chosen, state: str = FINISHED) -> tuple[str, tuple[object, ...]]:
        """The choice in SQL, and its values."""
        parts: dict[str, tuple[object, ...]] = {f"state = '{state}'": ()}
        if chosen.game:
            parts["game = ?"] = (written(chosen.game),)
        if chosen.menu:
            parts["menu = ?"] = (written(chosen.menu),)
        if chosen.since:
            parts["at >= ?"] = (_begin_of(chosen.since),)
        if chosen.until:
            parts["at < ?"] = (_begin_of(chosen.until, 1),)
        if chosen.player:
            own = "SELECT number FROM seats WHERE name IN (SELECT value FROM json_each(?))"
            parts[f"number IN ({own})"] = (self._names_of(chosen.player),)
        values = tuple(value for each in parts.values() for value in each)
        return f"WHERE {' AND '.join(parts)}", values

    def _played(self, where: str, values: Sequence[object] = ()) -> Iterator[Played]:
        for number, record in self._records(where, values):
            yield record.played(number, self.players, self._titles)

    def _records(self, where: str, values: Sequence[object] = ()) -> Iterator[tuple[int, Record]]:
        """Read games some at a time: what changes meanwhile does no harm."""
        rows = self._db.execute(f"SELECT number FROM games {where}", values)  # noqa: S608
        for numbers in _batches(rows):
            texts = dict(self._db.execute(RECORDS, (json.dumps(numbers),)).fetchall())
            for number in numbers:
                if number in texts:
                    yield number, record_in(texts[number])

    def _record(self, number: int) -> tuple[str, Record] | None:
        """A game's state, and what stands of it."""
        row = self._one(RECORD, number)
        return row and (row[0], record_in(row[1]))

    def _one(self, sql: str, *values: object) -> Any:
        return self._db.execute(sql, values).fetchone()

    def _count_of(self, sql: str, *values: object) -> int:
        return self._db.execute(sql, values).fetchone()[0] or 0


def _batches(rows: Iterable[tuple[int]]) -> Iterator[list[int]]:
    """The numbers of games, AT_ONCE in each list."""
    numbers = [number for (number,) in rows]
    return (numbers[first : first + AT_ONCE] for first in range(0, len(numbers), AT_ONCE))


def written(text: str) -> str:
    """A text as it stands in the database, which takes no half characters."""
    return json.dumps(text)[1:-1]


def read(text: str) -> str:
    return str(json.loads(f'"{text}"'))


def _seats(played: Played) -> Iterator[tuple[object, ...]]:
    for seat, sat in enumerate(played.seats):
        if sat.badge is not None:
            yield played.number, seat, written(sat.name), sat.badge, sat.total, sat.place


def _begin_of(day: str, days: int = 0) -> float:
    """When a day as "2026-11-27" begins in the device's time zone, so many days later."""
    then = date.fromisoformat(day) + timedelta(days)
    return time.mktime((then.year, then.month, then.day, 0, 0, 0, 0, 0, -1))
