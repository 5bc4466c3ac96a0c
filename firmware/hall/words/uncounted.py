"""What devices said that does not count, in words: what, why, and what the organiser can do. Pure.

Each reason is two whole sentences, with placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import BADGES
from engine.message import Message, Value, gettext
from firmware.hall import uncounted
from firmware.hall.lists import listed
from firmware.hall.nameless import name_of
from firmware.hall.tournament.tournament import Tournament, TournamentRound, TournamentTable
from firmware.hall.uncounted import BadgeSeat, Uncounted
from firmware.hall.words.figures import score
from firmware.hall.words.rounds import called
from firmware.words.labels import colour, noun
from firmware.words.language import ENGLISH, Language, say

GONE = re.compile(r"-r(\d{1,2})-t(\d{1,4})-")  # round and table in the ID of seats that are gone
Names = Mapping[int, Mapping[int, str]]  # of players, by the tournament's number

# Why it does not count, and what to do; where it takes itself back, what to do instead.
WORDS = {
    uncounted.UNREADABLE: (
        gettext("The board cannot take its result: {more}."),
        gettext(
            "If it is a table's device, type the points that it shows at that table. Devices and"
            " board should have the same version of Okanjo."
        ),
    ),
    uncounted.DATABASE: (
        gettext("The board cannot keep it: {more}."),
        gettext("Type its points at {table}."),
    ),
    uncounted.UNFIT: (
        gettext("It does not fit: {more}."),
        gettext("If it is right, type its points at {table}."),
    ),
    uncounted.WAITS: (
        gettext("Another result of {table} waits for you."),
        gettext("Decide about that one first. If this one is right, type its points there."),
    ),
    uncounted.ELSEWHERE: (
        gettext("The same game counts at another table."),
        gettext(
            "If it belongs to {table}, take it back at the other one and type its points here."
        ),
    ),
    uncounted.DRAFT: (
        gettext("The round is not announced."),
        gettext(
            "If it was played all the same, announce the round and type its points at {table}."
        ),
    ),
    uncounted.ENDED: (
        gettext("The tournament has ended."),
        gettext("If it should count, open the tournament again and type its points at {table}."),
    ),
    uncounted.NO_SEATS: (
        gettext(
            "Its seats at {table} are gone: somebody was swapped, or the round was taken back."
        ),
        gettext("If it should count, type its points at the table where these players sit now."),
    ),
    uncounted.ANOTHERS: (
        gettext("It takes back a game that came from {more}."),
        gettext(
            "If it is the same device under a new ID, take the result back at {table}. If not,"
            " leave it: nothing has changed."
        ),
    ),
}
TAKEN_BACK = {
    uncounted.ENDED: gettext(
        "If it should not count, open the tournament again and take the result back at {table}."
    ),
}


class UncountedLine(NamedTuple):
    """`where` is the page of its `table`, "" where it has none; `points` are as at the table."""

    about: Uncounted
    what: str
    points: str
    why: str
    do: str
    where: str
    table: str


def uncounted_words(
    line: Uncounted,
    tournaments: Mapping[int, Tournament],
    names: Names,
    language: Language = ENGLISH,
) -> UncountedLine:
    tournament = tournaments.get(line.tournament)
    place = tournament.find(line.table) if tournament else None
    why, do = WORDS[line.why]
    if not line.seats:
        do = TAKEN_BACK.get(line.why, do)
    values: dict[str, Value] = {
        "table": _table(line, place),
        "more": say(line.more, language).rstrip("."),
    }
    points = _points(line.seats, place, names.get(line.tournament, {}))
    return UncountedLine(
        line,
        say(_what(line), language),
        say(points, language),
        say(why._replace(values=values), language),
        say(do._replace(values=values), language),
        _where(tournament, place),
        say(_page(place), language) if place else "",
    )


def _what(line: Uncounted) -> Message:
    if line.number:
        return gettext("Device {device}, game {number}", device=line.device, number=line.number)
    return gettext("Device {device}", device=line.device)


def _table(line: Uncounted, place: tuple[TournamentRound, TournamentTable] | None) -> Message:
    """Its table, within a sentence."""
    if place:
        round, table = place
        return gettext("table {table} of {round}", table=table.number, round=called(round.stage))
    if gone := GONE.search(line.table):
        return gettext("table {table} of round {number}", table=gone[2], number=gone[1])
    return gettext("its table")


def _page(place: tuple[TournamentRound, TournamentTable]) -> Message:
    """What the link to its table is called."""
    round, table = place
    return gettext("Table {table} of {round}", table=table.number, round=called(round.stage))


def _where(
    tournament: Tournament | None, place: tuple[TournamentRound, TournamentTable] | None
) -> str:
    if not tournament or not place:
        return ""
    round, table = place
    return f"/organiser/t/{tournament.number}/round/{round.number}#t{table.number}"


def _points(
    seats: tuple[BadgeSeat, ...],
    place: tuple[TournamentRound, TournamentTable] | None,
    names: Mapping[int, str],
) -> Message:
    """By names where these badges sit there, else by badges; the best first."""
    players = dict(zip(BADGES, place[1].players, strict=False)) if place else {}
    is_there = all(seat.badge in players for seat in seats)
    return listed(
        gettext(
            "{place}. {player} {points}",
            place=seat.place,
            player=name_of(names, players[seat.badge]) if is_there else noun(colour(seat.badge)),
            points=score(seat.points),
        )
        for seat in sorted(seats, key=lambda seat: seat.place)
    )
