"""All that lasts of the hall, in SQLite or PostgreSQL.

Law: one hall owns a database, and a second one is told so. When `writing` ends, all is on disk.
Rule: one thread writes, except for a word in `about` now and then; any may read.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError

from engine.message import Message
from firmware.common.system.state_dir import AlreadyRunning, FolderLock, claim
from firmware.hall.season.season import Season
from firmware.hall.store.expiry import Expiry
from firmware.hall.store.schema import (
    VERSION,
    about,
    acts,
    changes,
    expiring,
    helpers,
    people,
    results,
    seasons,
    sessions,
    texts,
    uncounted,
)
from firmware.hall.tables import Game, Said
from firmware.hall.tournament.acts import Act, from_json, to_json
from firmware.hall.uncounted import BadgeSeat, Lines, Uncounted

SESSION = "session"  # the key of the name that a broker knows this hall by
WIPED = "secure_delete=ON"  # what a row held before goes from the file
LOCK = 0x6F6B616E6A6F  # our advisory lock in a PostgreSQL database
LOCK_WITHIN_S = 3.0  # a hall that was killed may hold it so long
PRAGMAS = "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", WIPED
REFUSED = DataError, IntegrityError  # the row's fault; any other is the connection's or the disk's
PGPASS_HINT = ": keep it in ~/.pgpass (docs/board.md)"
GONE_S = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"


class Unusable(Exception):
    """The database cannot be used; the text says why, and what to do."""


class Unkeepable(Exception):
    """The database refuses a row, and always will."""


class Away(Exception):
    """The database does not answer just now, or its disk is full."""


class Store:
    """An open database that is ours. Raises AlreadyRunning, Unusable."""

    def __init__(self, url: str) -> None:
        self._engine, self.name = engine_of(url)
        self._claimed: FolderLock | None = None
        self._connection: Connection | None = None
        try:
            self._open()
            with self._engine.begin() as connection:
                kept = connection.scalar(sa.select(about.c.value).where(about.c.key == SESSION))
                # what a broker knows this hall by
                self.session: str = kept or secrets.token_hex(4)
                if not kept:
                    put_word(connection, SESSION, self.session)
        except Away as why:
            self.close()
            raise Unusable(f"The database {self.name} cannot be used: {why}") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._connection:
            with suppress(DBAPIError):
                self._connection.close()
        self._connection = None
        self._engine.dispose()
        if self._claimed:
            self._claimed.release()
        self._claimed = None

    def _open(self) -> Connection:
        """Connect, own the database, and bring its tables up to date."""
        with _reached(self._drop):
            if self._engine.dialect.name == "sqlite" and self._claimed is None:
                self._claimed = self._claim_folder()
            connection = self._connection = self._engine.connect()
            if self._engine.dialect.name == "postgresql":
                self._lock(connection)
            self._migrate(connection)
        return connection

    def _claim_folder(self) -> FolderLock:
        folder = os.path.dirname(os.path.abspath(self._engine.url.database or ""))
        try:
            return claim(folder)
        except AlreadyRunning:
            raise AlreadyRunning(self._taken()) from None
        except OSError as why:
            raise Unusable(f"{folder} cannot be used: {why.strerror or why}") from None

    def _lock(self, connection: Connection) -> None:
        until = time.monotonic() + LOCK_WITHIN_S
        while not connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LOCK))):
            connection.rollback()
            if time.monotonic() > until:
                raise AlreadyRunning(self._taken())
            time.sleep(0.1)
        connection.commit()

    def _taken(self) -> str:
        also = "Use that one, or stop it first, or name another with --database."
        return f"Another board is already running on {self.name}. {also}"

    def _migrate(self, connection: Connection) -> None:
        try:
            with connection.begin():
                there = sa.inspect(connection).get_table_names()
                if there and VERSION not in there:
                    raise Unusable(
                        f"{self.name} is the database of another program: it has the table"
                        f" {there[0]!r}. Name another with --database."
                    )
                upgrade(connection, "head")
        except CommandError:
            raise Unusable(f"{self.name} was written by a newer Okanjo: update this one.") from None

    # --- writing: one thread's ----------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction. Raises one of REFUSED; or Away, though it may have been written all the
        same.
        """
        with _reached(self._drop, REFUSED):
            connection = self._connection or self._open()
            with connection.begin():
                yield connection

    def _drop(self) -> None:
        """Close the connection; the next one must own the database again."""
        if self._connection:
            with suppress(DBAPIError):
                self._connection.invalidate()
                self._connection.close()
        self._connection = None

    # --- about, sessions, helpers: any thread's; they are few, and the other writer tries again -

    def note(self, key: str, value: str) -> None:
        """Keep a word by its key, in place of what was there. Raises Away; so do the others."""
        with _reached(), self._engine.begin() as connection:
            put_word(connection, key, value)

    def begin_session(self, token: str, session: Session, oldest: float) -> None:
        """Keep a session by its token's hash, and drop those that began before `oldest`."""
        with _reached(), self._engine.begin() as connection:
            connection.execute(sessions.delete().where(sessions.c.began < oldest))
            connection.execute(sessions.insert(), {"token": token, **session._asdict()})

    def end_session(self, token: str) -> None:
        with _reached(), self._engine.begin() as connection:
            connection.execute(sessions.delete().where(sessions.c.token == token))

    def note_password(self, key: str, value: str, who: str, kept: str) -> None:
        """Keep a password's hash, and end the sessions of whose it is, but for the token `kept`."""
        others = sessions.c.who == who, sessions.c.token != kept
        with _reached(), self._engine.begin() as connection:
            put_word(connection, key, value)
            connection.execute(sessions.delete().where(*others))

    def keep_helper(self, name: str, hashed: str) -> None:
        """Keep a helper with the hash of a password."""
        with _reached(), self._engine.begin() as connection:
            connection.execute(helpers.insert(), {"name": name, "hash": hashed})

    def end_helper(self, name: str) -> None:
        """Drop a helper, and all of their sessions."""
        with _reached(), self._engine.begin() as connection:
            connection.execute(helpers.delete().where(helpers.c.name == name))
            connection.execute(sessions.delete().where(sessions.c.who == name))

    # --- reading: any thread's ----------------------------------------------------------------

    def games(self) -> set[Game]:
        """The games whose result is kept."""
        query = sa.select(results.c.device, results.c.id).where(~results.c.withdrawn)
        return {(row["device"], row["id"]) for row in self._rows(query)}

    def noted(self, key: str) -> str:
        """The word of this key; "" where there is none."""
        query = sa.select(about.c.value).where(about.c.key == key)
        return next((str(row["value"]) for row in self._rows(query)), "")

    def sessions(self) -> dict[str, Session]:
        """All that have not ended, by their token's hash."""
        rows = self._rows(sa.select(sessions))
        return {row["token"]: Session(row["who"], row["began"]) for row in rows}

    def helpers(self) -> dict[str, str]:
        """The hash of each helper's password, by name."""
        return {row["name"]: row["hash"] for row in self._rows(sa.select(helpers))}

    def result(self, device: str, game: str) -> Said | None:
        """The result of a device's game as it was said; None where none is kept."""
        mine = results.c.device == device, results.c.id == game
        query = sa.select(results.c.payload).where(*mine, ~results.c.withdrawn)
        return next((json.loads(row["payload"]) for row in self._rows(query)), None)

    def acts(self) -> list[ActRow]:
        """What was done, in that order. Raises Unusable where another version wrote one."""
        return [self._act(row) for row in self._rows(sa.select(acts).order_by(acts.c.n))]

    def _act(self, row: sa.RowMapping) -> ActRow:
        try:
            act = from_json(json.loads(row["act"]))
        except ValueError as why:  # MalformedAct, or no JSON
            raise Unusable(self.not_understood(row["n"], str(why))) from None
        return ActRow(row["n"], row["tournament"], row["at"], row["who"], act)

    def not_understood(self, n: int, why: str) -> str:
        """What is said of an act that this version cannot have written."""
        return (
            f"{self.name} has an act {n} that is not understood ({why.rstrip('.')}): use the Okanjo"
            " that wrote it."
        )

    def touched(self) -> dict[int, float]:
        """When something was last done in each tournament, but for removing names. The last act is
        not the one with the latest time, where the clock was wrong.
        """
        last = sa.select(sa.func.max(acts.c.n)).where(~acts.c.act.contains('"do":"erase"'))
        query = sa.select(acts).where(acts.c.n.in_(last.group_by(acts.c.tournament)))
        return {row["tournament"]: row["at"] for row in self._rows(query)}

    def expiring(self) -> dict[int, Expiry]:
        """The names that go by themselves, by tournament."""
        return {
            row["tournament"]: Expiry(
                row["announced"], tuple(map(int, json.loads(row["days"]))), row["ran_s"]
            )
            for row in self._rows(sa.select(expiring))
        }

    def names(self) -> dict[int, dict[int, str]]:
        """By tournament and player."""
        names: dict[int, dict[int, str]] = {}
        for row in self._rows(sa.select(people)):
            names.setdefault(row["tournament"], {})[row["player"]] = row["name"]
        return names

    def texts(self) -> dict[int, dict[str, str]]:
        """What organisers wrote, by tournament, then by what it is about."""
        by_tournament = defaultdict[int, dict[str, str]](dict)
        for row in self._rows(sa.select(texts)):
            by_tournament[row["tournament"]][row["about"]] = row["text"]
        return {**by_tournament}

    def seasons(self) -> dict[int, Season]:
        """By number."""
        rows = self._rows(sa.select(seasons).order_by(seasons.c.number))
        return {
            row["number"]: Season(
                **{**row, "tournaments": tuple(map(int, json.loads(row["tournaments"])))}
            )
            for row in rows
        }

    def uncounted(self) -> Lines:
        """What does not count, the oldest first."""
        lines = {}
        for row in self._rows(sa.select(uncounted).order_by(uncounted.c.since)):
            seats = tuple(BadgeSeat(*seat) for seat in json.loads(row["seats"]))
            more = _message(json.loads(row["more"]))
            line = Uncounted(**{**row, "seats": seats, "more": more})
            lines[line.key] = line
        return lines

    def _rows(self, query: sa.Select[Any]) -> Iterable[sa.RowMapping]:
        with _reached(), self._engine.connect() as connection:
            return [*connection.execute(query).mappings()]


@contextmanager
def _reached(
    otherwise: Callable[[], object] = lambda: None, but: tuple[type[DBAPIError], ...] = ()
) -> Iterator[None]:
    """Turn a DBAPIError into Away, after a call of `otherwise`; those in `but` stay as they are."""
    try:
        yield
    except but:
        raise
    except DBAPIError as why:
        otherwise()
        raise Away(sentence_of(why)) from None


def put_word(connection: Connection, key: str, value: str) -> None:
    connection.execute(about.delete().where(about.c.key == key))
    connection.execute(about.insert(), {"key": key, "value": value})


def upgrade(connection: Connection, version: str) -> None:
    """Take the steps to that version. Raises CommandError where there is no such step."""
    config = Config()
    config.set_main_option("script_location", "firmware.hall.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, version)


class Session(NamedTuple):
    """Somebody who is signed in: a helper's name, "" for the organiser; since when (wall clock)."""

    who: str
    began: float


class ActRow(NamedTuple):
    """An act of a tournament as it is kept; `n` numbers all acts."""

    n: int
    tournament: int
    time: float
    who: str
    act: Act


class Writing:
    """A transaction that is open."""

    def __init__(self, connection: Connection, now: float) -> None:
        self.connection, self.now = connection, now

    @contextmanager
    def apart(self, subject: str) -> Iterator[None]:
        """Undo what fails in here, and nothing else of the transaction. Raises Unkeepable where the
        database refuses it.
        """
        try:
            with self.connection.begin_nested():
                yield
        except REFUSED as why:
            raise Unkeepable(f"the database refuses {subject}: {sentence_of(why)}") from None

    def keep(self, result: Said) -> bool:
        """Keep a result in place of what was there, and that in the log of changes.

        Return whether it is new. Raises Unkeepable.
        """
        key = {"device": result["device"], "id": result["id"]}
        row = {
            "number": result.get("number"),
            "ended": result.get("ended"),
            "seating": result.get("seating", ""),
            "withdrawn": result["withdrawn"],
            "heard_at": self.now,
            "payload": json.dumps(result, separators=(",", ":")),
        }
        mine = [results.c[column] == value for column, value in key.items()]
        old = self.connection.execute(sa.select(results).where(*mine)).one_or_none()
        if old is None:
            self.connection.execute(results.insert(), {**key, **row})
            return True
        if (old.payload, old.withdrawn) == (row["payload"], row["withdrawn"]):
            return False
        before = {"withdrawn": old.withdrawn, "payload": old.payload}
        of = {"device": old.device, "result": old.id, "at": self.now}
        self.connection.execute(changes.insert(), {**of, **before})
        self.connection.execute(results.update().where(*mine), row)
        return True

    def keep_uncounted(self, lines: Iterable[Uncounted], gone: Iterable[Game]) -> None:
        """Keep these lines in place of those of the same games, and drop these others."""
        rows = [
            {
                **line._asdict(),
                "seats": json.dumps(line.seats, separators=(",", ":")),
                "more": json.dumps([line.more.text, line.more.values], separators=(",", ":")),
            }
            for line in lines
        ]
        mine = uncounted.c.device == sa.bindparam("d"), uncounted.c.game == sa.bindparam("g")
        old = [{"d": device, "g": game} for device, game in gone]
        old += [{"d": row["device"], "g": row["game"]} for row in rows]
        if old:
            self.connection.execute(uncounted.delete().where(*mine), old)
        if rows:
            self.connection.execute(uncounted.insert(), rows)

    def keep_expiring(self, all_of_them: Mapping[int, Expiry]) -> None:
        """Keep these in place of all that were there."""
        self.connection.execute(expiring.delete())
        rows = [
            {"tournament": number, **expiry._asdict(), "days": json.dumps(expiry.days)}
            for number, expiry in all_of_them.items()
        ]
        if rows:
            self.connection.execute(expiring.insert(), rows)

    def keep_texts(self, tournament: int, texts_about: Mapping[str, str]) -> None:
        """Keep a tournament's texts, by what they are about, in place of all that it had."""
        self.connection.execute(texts.delete().where(texts.c.tournament == tournament))
        rows = [
            {"tournament": tournament, "about": about, "text": text}
            for about, text in texts_about.items()
        ]
        if rows:
            self.connection.execute(texts.insert(), rows)

    def keep_season(self, season: Season) -> None:
        """Keep a season in place of what it was."""
        self.drop_season(season.number)
        row = {**season._asdict(), "tournaments": json.dumps(season.tournaments)}
        self.connection.execute(seasons.insert(), row)

    def drop_season(self, number: int) -> None:
        self.connection.execute(seasons.delete().where(seasons.c.number == number))

    def add(self, tournament: int, act: Act, who: str) -> None:
        text = json.dumps(to_json(act), separators=(",", ":"))
        row = {"tournament": tournament, "at": self.now, "who": who, "act": text}
        self.connection.execute(acts.insert(), row)

    def name(self, tournament: int, names: Mapping[int, str]) -> None:
        """Give these players these names; an empty one is removed."""
        those = people.c.tournament == tournament, people.c.player.in_(names)
        self.connection.execute(people.delete().where(*those))
        rows = [
            {"tournament": tournament, "player": player, "name": name}
            for player, name in names.items()
            if name
        ]
        if rows:
            self.connection.execute(people.insert(), rows)


def engine_of(url: str) -> tuple[sa.Engine, str]:
    """An engine that is not connected yet, and what people may call its database. Raises
    Unusable.
    """
    try:
        address = make_url(url)
    except ArgumentError:
        raise Unusable(
            f"{url!r} is not the URL of a database, such as sqlite:////home/ann/board.db"
            " or postgresql://ann@localhost/board"
        ) from None
    kind = address.get_backend_name()
    name = address.render_as_string(hide_password=True)
    if kind in ("postgresql", "postgres"):
        address = address.set(drivername="postgresql+psycopg")
        how = {"options": GONE_S, "connect_timeout": 5, "client_encoding": "utf8"}
        return sa.create_engine(address, connect_args=how), name
    if kind != "sqlite" or not address.database or address.database == ":memory:":
        raise Unusable(f"{name}: a database is sqlite:///FILE or postgresql://USER@HOST/NAME")
    engine = sa.create_engine(address)
    sa.event.listen(engine, "connect", _begin_by_hand)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine, address.database


def _begin_by_hand(connection: Any, record: object) -> None:
    connection.isolation_level = None  # Python's module would leave tables out of transactions
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def sentence_of(why: BaseException) -> str:
    first = why
    while why.__context__:  # what came first; a savepoint that is gone only came of it
        why = why.__context__
        first = why if isinstance(why, DBAPIError) else first
    sentence = str(getattr(first, "orig", first)).strip().splitlines()[0]
    return sentence + PGPASS_HINT * ("no password supplied" in sentence)


def _message(record: Sequence[Any]) -> Message:
    """A message of what JSON makes of one: a list, and so are those that are put into it."""
    text, values, *rest = record
    shown = {
        name: _message(value) if isinstance(value, list) else value
        for name, value in values.items()
    }
    return Message(text, shown, *rest)
