"""A tournament as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from firmware.board.views import RoundOf, View
from firmware.system.text import guarded


def standings_csv(view: View) -> bytes:
    head = ["Place", "Name", "Place points", "Share", "Wins", "Opponents' place points a game"]
    figures = ["place_points", "share", "wins", "opponents"]
    if view.cut:
        head.insert(2, "Top cut")
        figures.insert(0, "cut")
    rows = ([o.place, guarded(o.name), *(getattr(o, one) for one in figures)] for o in view.rows)
    return _csv(head, rows)


def pairings_csv(one: RoundOf) -> bytes:
    """A line for each player; a bye is at no table."""
    rows = [
        [table.number, seat.badge, guarded(seat.name), seat.points, seat.place]
        for table in one.tables
        for seat in table.seats
    ]
    rows += [["", "", guarded(seat.name), "", ""] for seat in one.byes]
    return _csv(("Table", "Badge", "Name", "Points", "Place"), rows)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """With a byte order mark, or spreadsheets take it for another encoding than UTF-8."""
    file = io.StringIO()
    csv.writer(file).writerows([head, *rows])
    return file.getvalue().encode("utf-8-sig")
