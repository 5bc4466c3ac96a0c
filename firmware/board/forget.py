"""Remove players' names from results, and from earlier versions of these."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from firmware.board.hall import Said
from firmware.board.nameless import Calls, without_names
from firmware.board.schema import about, changes, results
from firmware.board.store import put_word

AFTER_S = 30 * 24 * 3600.0
UNTIL = "no-names-until"  # when the newest of the results was heard that have lost their names


def forget(connection: Connection, calls: Mapping[str, Calls], names: Collection[str]) -> None:
    """Remove `names` from all results; `calls` says what seats of which tables are called now."""

    def change(said: Said) -> Said:
        return without_names(said, calls.get(said.get("seating", ""), {}), names)

    for table in results, changes:
        (key,) = table.primary_key
        rows = sa.select(key, table.c.payload).execution_options(yield_per=100)
        all_said = ((one, json.loads(text)) for one, text in connection.execute(rows))
        found = [one for one, said in all_said if change(said) != said]
        _rewrite(connection, key, found, change)


def forget_old(connection: Connection, now: float, tables: Collection[str]) -> None:
    """Take all names out of results older than `AFTER_S`, but for those of these tables."""
    since = connection.scalar(sa.select(about.c.value).where(about.c.key == UNTIL)) or "0"
    due = results.c.heard_at > float(since), results.c.heard_at <= now - AFTER_S
    newest = connection.scalar(sa.select(sa.func.max(results.c.heard_at)).where(*due))
    if newest is None:
        return
    old = sa.select(results.c.id).where(*due, results.c.seating.not_in(tables))
    before = sa.select(changes.c.n).where(changes.c.result.in_(old))
    for key, those in ((results.c.id, old), (changes.c.n, before)):
        found = connection.scalars(those).all()
        _rewrite(connection, key, found, lambda said: without_names(said, None))
    put_word(connection, UNTIL, repr(newest))


def _rewrite(
    connection: Connection,
    key: sa.Column[object],
    found: Iterable[object],
    change: Callable[[Said], Said],
) -> None:
    table = key.table
    for one in found:
        old = connection.scalars(sa.select(table.c.payload).where(key == one)).one()
        text = json.dumps(change(json.loads(old)), separators=(",", ":"))
        connection.execute(sa.update(table).where(key == one).values(payload=text))
