"""Tournaments and seasons as CSV, for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.message import Message, Value
from firmware.common.system.text import csv_line
from firmware.hall.season.standings import SeasonStandings
from firmware.hall.tournament.tournament import Tournament, TournamentRound
from firmware.hall.views import View
from firmware.hall.words.figures import number
from firmware.words.language import say


def standings_csv(view: View) -> bytes:
    head = ["Place", "Name", "Place points", "Share", "Wins", "Opponents' place points a game"]
    figures = ["place_points", "share", "wins", "opponents"]
    if view.cut:
        head.insert(2, "Top cut")
        figures.insert(0, "cut")
    rows = (
        [o.place, o.name, *(_cell(getattr(o, figure)) for figure in figures)] for o in view.rows
    )
    return _csv(head, rows)


def _cell(value: Value) -> Value:
    """A figure as English writes it, in every language: for programs."""
    return say(value) if isinstance(value, Message) else value


def pairings_csv(view: View, round: TournamentRound) -> bytes:
    """Write a line for each player. A player with a bye has no table."""
    rows = [
        [table.number, seat.badge, seat.name, seat.points, seat.place]
        for table in round.tables
        for seat in view.seats(table)
    ]
    rows += [["", "", view.names[player], "", ""] for player in round.byes]
    return _csv(("Table", "Badge", "Name", "Points", "Place"), rows)


def season_csv(standings: SeasonStandings, tournaments: Sequence[Tournament]) -> bytes:
    """Write a column for each tournament; it is empty for who has not played there."""
    head = ["Place", "Name", "Points", "Tournaments", *(t.rules.title for t in tournaments)]
    rows = (
        [
            row.place,
            row.name,
            number(row.points),
            len(row.points_in),
            *(
                number(row.points_in[t.number]) if t.number in row.points_in else ""
                for t in tournaments
            ),
        ]
        for row in standings.rows
    )
    return _csv(head, rows)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """With a byte order mark, or spreadsheets take it for another encoding than UTF-8."""
    return "".join(map(csv_line, (head, *rows))).encode("utf-8-sig")
