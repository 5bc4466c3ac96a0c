"""Save all that the hall keeps in one file, and bring it back, into either kind of database.

The file is gzip'd lines of JSON: what it is; each row, with the name of its table; at the end how
many rows each table had.
Law: a backup is of one moment, whatever the hall does meanwhile. A restore brings all or nothing.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import groupby
from typing import Any, BinaryIO

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from firmware import VERSION as OKANJO
from firmware.hall.nameless import without_names
from firmware.hall.seats import assignments, offers, without_result
from firmware.hall.store.known import read_known
from firmware.hall.store.schema import OWN, VERSION, about, changes, metadata, results
from firmware.hall.store.store import (
    REFUSED,
    SESSION,
    Store,
    Unusable,
    engine_of,
    sentence_of,
    upgrade,
)

AT_ONCE, BATCH = 100, 4 << 20  # rows in memory, and about how many bytes of them
READ_AT_ONCE = 10  # rows of a database, whose size is not known before
HALF = re.compile("[\ud800-\udfff]")
COLUMN = str | int | float | None  # what any database takes for a value
LONGEST = 4 << 20  # bytes of a line: a result has 20 kB, and 512 kB at most
MOST_BYTES = 2 << 30  # unpacked: some 50,000 games; a small file may pretend to more
OWN_NAMES = {table.name for table in OWN if table is not about}
NONE = "This is no backup of a board, or a damaged one."
NEWER = "This backup was made by a newer Okanjo: update this one."
CUT_OFF = "This backup is cut off: it was not copied to its end."

Counts = Mapping[str, int]  # rows of each table


def back_up(url: str, out: BinaryIO) -> Counts:
    """Write all of a database, which the hall may be using. Raises Unusable, OSError."""
    counts = Counter[str]()
    with _looking_at(url) as connection, gzip.GzipFile("", "wb", 6, out, 0) as packed:

        def put(line: object) -> None:
            packed.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")

        there = sa.MetaData()
        there.reflect(connection)  # of an older version, perhaps
        version = connection.scalar(sa.select(there.tables[VERSION]))
        put({"kind": "okanjo-board-backup", "format": 1, "okanjo": OKANJO, "version": version})
        there.remove(there.tables[VERSION])
        for table in there.sorted_tables:
            if table.name in OWN_NAMES:
                continue
            rows = table.select().execution_options(yield_per=READ_AT_ONCE)
            if table.name == about.name:  # not the password: its hash opens the organiser's pages
                rows = rows.where(table.c.key == SESSION)
            for row in connection.execute(rows).mappings():
                put([table.name, {**row}])
                counts[table.name] += 1
        put({"end": counts})
    return counts


@contextmanager
def _looking_at(url: str) -> Iterator[Connection]:
    """A connection that sees one moment of the hall's database."""
    engine, name = engine_of(url)
    if engine.dialect.name == "sqlite" and not os.path.exists(name):  # to open it would make it
        raise Unusable(f"There is no database of a board at {name}.")
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            if not sa.inspect(connection).has_table(VERSION):
                raise Unusable(f"{name} is not the database of a board.")
            yield connection
    except DBAPIError as why:
        raise Unusable(f"The database {name} cannot be read: {sentence_of(why)}") from None
    finally:
        engine.dispose()


def restore(url: str, file: BinaryIO, replace: bool = False) -> Counts:
    """Put a backup into a database that is empty or, with `replace`, in place of all it has.

    Raises Unusable, AlreadyRunning, Away: then all is as it was.
    """
    lines = Lines(file)
    with closing(Store(url)) as store, store.writing() as connection:
        kept = (table for table in metadata.sorted_tables if table not in OWN)
        if not replace and any(
            connection.execute(table.select().limit(1)).first() for table in kept
        ):
            raise Unusable(
                f"{store.name} is not empty. Save it first: okanjo board backup FILE. Then add"
                " --replace, which puts this backup in place of all that is there."
            )
        metadata.drop_all(connection)
        sa.Table(VERSION, sa.MetaData()).drop(connection)
        try:
            upgrade(connection, lines.version)
        except CommandError:
            raise Unusable(NEWER) from None
        counts = _fill(connection, lines)
        with _backups_fault():
            upgrade(connection, "head")
            _check(connection)
        if connection.dialect.name == "postgresql":
            for table in metadata.sorted_tables:
                if (n := table.autoincrement_column) is not None:  # goes on from the highest
                    counter = sa.func.pg_get_serial_sequence(table.name, n.name)
                    connection.execute(sa.select(sa.func.setval(counter, sa.func.max(n))))
    return counts


def _fill(connection: Connection, lines: Lines) -> Counts:
    there, counts = sa.MetaData(), Counter[str]()
    there.reflect(connection)
    for name, rows in groupby(lines.rows(), lambda line: line[0]):
        for batch in _batches(row for _, row in rows):
            with _backups_fault():
                connection.execute(there.tables[name].insert(), batch)
            counts[name] += len(batch)
    if counts != lines.counts:
        raise Unusable(NONE)
    return counts


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """A few rows at a time, fewer of large ones."""
    batch, size = [], 0
    for row in rows:
        batch.append(row)
        size += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(batch) == AT_ONCE or size > BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


@contextmanager
def _backups_fault() -> Iterator[None]:
    """Whatever goes wrong in here is the backup's doing, unless the database is away. Raises
    Unusable.
    """
    try:
        yield
    except Unusable:
        raise
    except Exception as why:  # a number too large, no JSON, an act that fits nowhere
        if isinstance(why, DBAPIError) and not isinstance(why, REFUSED):
            raise
        raise Unusable(NONE) from None


class _Filled(Store):
    """What a store will hold once the transaction of this connection is committed."""

    def __init__(self, connection: Connection) -> None:
        self.name, self._filled = "This backup", connection

    def _rows(self, query: sa.Select[Any]) -> Iterable[sa.RowMapping]:
        return [*self._filled.execute(query).mappings()]


def _check(connection: Connection) -> None:
    """Read all that a start reads, and what the hall reads later. Raises whatever that raises."""
    store = _Filled(connection)
    known = read_known(store)
    tournaments = known.tournaments.values()
    assignments(tournaments, known.names)
    offers(tournaments, known.names, without_result(tournaments))
    store.games()
    store.touched()
    for table in results, changes:
        payloads = sa.select(table.c.payload).execution_options(yield_per=READ_AT_ONCE)
        for payload in connection.scalars(payloads):
            without_names(json.loads(payload), None)


def _fits(value: object) -> bool:
    """Whether a column can hold it. Half of a character, which JSON can escape, fits none."""
    return isinstance(value, COLUMN) and not (isinstance(value, str) and HALF.search(value))


class Lines:
    """The lines of a backup. Raises Unusable, which says what is wrong with it."""

    def __init__(self, file: BinaryIO) -> None:
        self._packed, self._unpacked = gzip.GzipFile(fileobj=file), 0
        self.counts: object = None  # what the last line says
        match self._next():
            case {"kind": "okanjo-board-backup", "format": 1, "version": str(version)}:
                self.version = version
            case {"kind": "okanjo-board-backup"}:
                raise Unusable(NEWER)
            case _:
                raise Unusable(NONE)

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Rows with the name of their table."""
        while self.counts is None:
            match self._next():
                case [str(table), dict(row)] if all(map(_fits, row.values())):
                    yield table, row
                case {"end": counts}:
                    self.counts = counts
                case _:
                    raise Unusable(NONE)
        if self._read():  # which also compares the check sum
            raise Unusable(NONE)

    def _next(self) -> object:
        if not (line := self._read()):
            raise Unusable(CUT_OFF)
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise Unusable(NONE) from None

    def _read(self) -> bytes:
        """A line; empty at the end."""
        try:
            line = self._packed.readline(LONGEST)
        except EOFError:
            raise Unusable(CUT_OFF) from None
        except (gzip.BadGzipFile, zlib.error):
            raise Unusable(NONE) from None
        self._unpacked += len(line)
        if self._unpacked > MOST_BYTES:
            raise Unusable(NONE)
        return line
