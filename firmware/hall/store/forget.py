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

AFTER_S = 30 * 24 * 3600.0
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


def forget_old(connection: Connection, now: float, tables: Collection[str]) -> None:
    """Remove all names from results older than `AFTER_S`, except those of these tables."""
    since = connection.scalar(sa.select(about.c.value).where(about.c.key == UNTIL)) or "0"
    due = results.c.heard_at > float(since), results.c.heard_at <= now - AFTER_S
    newest = connection.scalar(sa.select(sa.func.max(results.c.heard_at)).where(*due))
    if newest is None:
        return
    old = sa.select(results.c.device, results.c.id).where(*due, results.c.seating.not_in(tables))
    game = sa.tuple_(changes.c.device, changes.c.result)
    for table, query in (results, old), (changes, sa.select(changes.c.n).where(game.in_(old))):
        keys = connection.execute(query).all()
        _rewrite(connection, table, keys, lambda payload: without_names(payload, None))
    put_word(connection, UNTIL, repr(newest))


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
