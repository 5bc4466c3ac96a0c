"""What devices said that does not count, in words: what, why, and what the organiser can do. Pure.

Each reason is two whole sentences, with placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import BADGES
from firmware.hall import uncounted
from firmware.hall.nameless import name_of
from firmware.hall.tournament.tournament import Round, Table, Tournament
from firmware.hall.uncounted import BadgeSeat, Uncounted
from firmware.hall.views import score

GONE = re.compile(r"-r(\d{1,2})-t(\d{1,4})-")  # round and table in the ID of seats that are gone
Names = Mapping[int, Mapping[int, str]]  # of players, by the tournament's number

# Why it does not count, and what to do; where it takes itself back, what to do instead.
WORDS = {
    uncounted.UNREADABLE: (
        "The board cannot take its result: {more}.",
        "If it is a table's device, type the points that it shows at that table. Devices and board"
        " should have the same version of Okanjo.",
    ),
    uncounted.DATABASE: (
        "The board cannot keep it: {more}.",
        "Type its points at {table}.",
    ),
    uncounted.UNFIT: (
        "It does not fit: {more}.",
        "If it is right, type its points at {table}.",
    ),
    uncounted.WAITS: (
        "Another result of {table} waits for you.",
        "Decide about that one first. If this one is right, type its points there.",
    ),
    uncounted.ELSEWHERE: (
        "The same game counts at another table.",
        "If it belongs to {table}, take it back at the other one and type its points here.",
    ),
    uncounted.DRAFT: (
        "The round is not announced.",
        "If it was played all the same, announce the round and type its points at {table}.",
    ),
    uncounted.ENDED: (
        "The tournament has ended.",
        "If it should count, open the tournament again and type its points at {table}.",
    ),
    uncounted.NO_SEATS: (
        "Its seats at {table} are gone: somebody was swapped, or the round was taken back.",
        "If it should count, type its points at the table where these players sit now.",
    ),
    uncounted.ANOTHERS: (
        "It takes back a game that came from {more}.",
        "If it is the same device under a new ID, take the result back at {table}. If not, leave"
        " it: nothing has changed.",
    ),
}
TAKEN_BACK = {
    uncounted.ENDED: "If it should not count, open the tournament again and take the result back at"
    " {table}.",
}


class Line(NamedTuple):
    """`where` is the page of its table, "" where it has none; `points` are as at the table."""

    about: Uncounted
    what: str
    points: str
    why: str
    do: str
    where: str
    table: str


def uncounted_words(line: Uncounted, tournaments: Mapping[int, Tournament], names: Names) -> Line:
    tournament = tournaments.get(line.tournament)
    place = tournament.find(line.table) if tournament else None
    what = f"Device {line.device}, game {line.number}" if line.number else f"Device {line.device}"
    table, where = "its table", ""
    if tournament and place:
        table = f"table {place[1].number} of {place[0].called}"
        where = f"/organiser/t/{tournament.number}/round/{place[0].number}#t{place[1].number}"
    elif gone := GONE.search(line.table):
        table = f"table {gone[2]} of round {gone[1]}"
    why, do = WORDS[line.why]
    if not line.seats:
        do = TAKEN_BACK.get(line.why, do)
    filled = {"table": table, "more": line.more.rstrip(".")}
    return Line(
        line,
        what,
        _points(line.seats, place, names.get(line.tournament, {})),
        why.format_map(filled),
        do.format_map(filled),
        where,
        table,
    )


def _points(
    seats: tuple[BadgeSeat, ...], place: tuple[Round, Table] | None, names: Mapping[int, str]
) -> str:
    """By names where these badges sit there, else by badges; the best first."""
    players = dict(zip(BADGES, place[1].players, strict=False)) if place else {}
    is_there = all(seat.badge in players for seat in seats)
    called = {
        seat.badge: name_of(names, players[seat.badge]) if is_there else seat.badge
        for seat in seats
    }
    best_first = sorted(seats, key=lambda seat: seat.place)
    return ", ".join(f"{s.place}. {called[s.badge]} {score(s.points)}" for s in best_first)
