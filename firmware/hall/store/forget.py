"""Remove players' names from results, and from earlier versions of these."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from firmware.hall.nameless import Calls, without_names
from firmware.hall.store.schema import about, changes, results
from firmware.hall.store.store import put_word
from firmware.hall.tables import Said

UNTIL = "no-names-until"  # when the newest of the results was heard that have lost their names


def forget(connection: Connection, calls: Mapping[str, Calls], names: Collection[str]) -> None:
    """Remove `names` from all results; `calls` are the seats' new names, by seating."""

    def change(payload: Said) -> Said:
        return without_names(payload, calls.get(payload.get("seating", ""), {}), names)

    for table in results, changes:
        rows = sa.select(*table.primary_key, table.c.payload).execution_options(yield_per=100)
        payloads = ((key, json.loads(text)) for *key, text in connection.execute(rows))
        keys = [key for key, payload in payloads if change(payload) != payload]
        _rewrite(connection, table, keys, change)


def have_names(
    connection: Connection, until: float, tables: Collection[str], *, announced: bool
) -> bool:
    """Whether results have names that were heard until then, except those of these tables. If they
    are `announced` already, they are not looked through again.
    """
    newest = _newest(connection, until)
    if newest is None or announced:
        return newest is not None
    for table, rows in _old(connection, newest, tables):
        query = sa.select(table.c.payload).where(rows).execution_options(yield_per=100)
        with connection.execute(query) as texts:
            payloads = (json.loads(text) for (text,) in texts)
            if any(without_names(payload, None) != payload for payload in payloads):
                return True
    put_word(connection, UNTIL, repr(newest))
    return False


def forget_old(connection: Connection, until: float, tables: Collection[str]) -> None:
    """Remove all names from results heard until then, except those of these tables."""
    newest = _newest(connection, until)
    if newest is None:
        return
    for table, rows in _old(connection, newest, tables):
        keys = connection.execute(sa.select(*table.primary_key).where(rows)).all()
        _rewrite(connection, table, keys, lambda payload: without_names(payload, None))
    put_word(connection, UNTIL, repr(newest))


def _since(connection: Connection) -> float:
    return float(connection.scalar(sa.select(about.c.value).where(about.c.key == UNTIL)) or "0")


def _newest(connection: Connection, until: float) -> float | None:
    """When the newest result until then was heard, of those that may have names."""
    query = sa.select(sa.func.max(results.c.heard_at))
    due = results.c.heard_at > _since(connection), results.c.heard_at <= until
    newest: float | None = connection.scalar(query.where(*due))
    return newest


def _old(
    connection: Connection, newest: float, tables: Collection[str]
) -> list[tuple[sa.Table, sa.ColumnElement[bool]]]:
    """Which rows are of results that may have names, up to the newest; not those of `tables`."""
    due = results.c.heard_at > _since(connection), results.c.heard_at <= newest
    rows = sa.and_(*due, results.c.seating.not_in(tables))
    games = sa.select(results.c.device, results.c.id).where(rows)
    return [(results, rows), (changes, sa.tuple_(changes.c.device, changes.c.result).in_(games))]


def _rewrite(
    connection: Connection,
    table: sa.Table,
    keys: Iterable[Sequence[object]],
    change: Callable[[Said], Said],
) -> None:
    for key in keys:
        row = [column == value for column, value in zip(table.primary_key, key, strict=True)]
        old = connection.scalars(sa.select(table.c.payload).where(*row)).one()
        text = json.dumps(change(json.loads(old)), separators=(",", ":"))
        connection.execute(sa.update(table).where(*row).values(payload=text))
