"""Which device has which table of a tournament, and what it should be offered. Pure.

Rule: a device has a table of the newest announced round of a tournament. If two tournaments want
it, it is for the one whose table still plays, or else for the one that goes on, or else for the
last announced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from engine.cards import BADGES
from engine.message import Value
from firmware.hall.broker.said import DEVICE
from firmware.hall.nameless import english, name_of
from firmware.hall.tables import Assignment, SeatedPlayer
from firmware.hall.tournament.tournament import (
    Clock,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from firmware.hall.words.rounds import name
from firmware.words.language import say

VERSION = 1
NUMBER = re.compile(r"0*(\d+)$")
Names = Mapping[int, Mapping[int, str]]  # of players, by the tournament's number


class SeatsOffer(NamedTuple):
    """What a device should have at PREFIX/ID/seats (docs/mqtt.md), but for the time that is left:
    that of its round's `clock`, and so many seconds more.
    """

    content: Mapping[str, object]
    clock: Clock | None
    extra_s: int

    def payload(self, seconds_left: Callable[[Clock], int]) -> bytes:
        """All of it, as it is to be sent now."""
        content = {**self.content}
        if self.clock:
            left = max(0, seconds_left(self.clock) + self.extra_s)
            content["clock"] = {"left": left, "runs": self.clock.runs}
        return json.dumps(content, ensure_ascii=False).encode()

    def counts(self, seconds_left: Callable[[Clock], int]) -> bool:
        """Whether there is a clock that runs, and time left by it."""
        clock = self.clock
        return clock is not None and clock.runs and seconds_left(clock) + self.extra_s > 0


class Place(NamedTuple):
    """A device's place."""

    tournament: Tournament
    round: TournamentRound
    table: TournamentTable


def places(tournaments: Iterable[Tournament]) -> dict[str, Place]:
    """What place each device has; the tournament that announced last comes last."""
    all_places = [
        Place(tournament, tournament.announced[-1], table)
        for tournament in tournaments
        if tournament.announced
        for table in tournament.announced[-1].tables
        if DEVICE.fullmatch(table.device)
    ]
    # the last one of a device counts
    all_places.sort(key=lambda place: (not place.table.result, not place.tournament.ended))
    return {place.table.device: place for place in all_places}


def offers(
    tournaments: Iterable[Tournament], names: Names, to_resend: Collection[str] = ()
) -> dict[str, SeatsOffer]:
    """What each device should have; nothing for all others. Those of the tables with these IDs are
    asked for a result that may be lost.
    """
    return {
        device: SeatsOffer(
            _offer(*place, names) | ({"resend": True} if place.table.id in to_resend else {}),
            place.round.clock,
            place.table.extra_s,
        )
        for device, place in places(tournaments).items()
        if not place.table.result
    }


def without_result(tournaments: Iterable[Tournament]) -> set[str]:
    """The IDs of the tables that a device has and whose result is missing."""
    return {place.table.id for place in places(tournaments).values() if not place.table.result}


def assignments(tournaments: Iterable[Tournament], names: Names) -> dict[str, Assignment]:
    """The same, as the hall shows it."""
    return {device: _assignment(*place, names) for device, place in places(tournaments).items()}


def former(tournaments: Iterable[Tournament]) -> set[str]:
    """The IDs of the seatings that no round has now: a round goes on until the next one of its
    tournament is announced or, once that has ended, another tournament's.
    """
    announced = [tournament for tournament in tournaments if tournament.announced]
    going = [t for t in announced if not t.ended] or announced[-1:]
    now = {table.id for tournament in going for table in tournament.announced[-1].tables}
    return {table.id for t in announced for round in t.announced for table in round.tables} - now


def _offer(
    tournament: Tournament, round: TournamentRound, table: TournamentTable, names: Names
) -> dict[str, object]:
    seats = zip(BADGES, _seated(tournament, table, names), strict=False)
    return {
        "v": VERSION,
        "id": table.id,
        "tournament": tournament.rules.title,
        "round": round.number,
        "stage": say(name(round.stage)) if round.cut else "",
        "table": table.number,
        "game": tournament.rules.game,
        "menu": round.menu,
        "seats": [{"badge": badge, "name": english(player)} for badge, player in seats],
    }


def _assignment(
    tournament: Tournament, round: TournamentRound, table: TournamentTable, names: Names
) -> Assignment:
    results = {seat.player: (seat.points, seat.place) for seat in table.result}
    seats = zip(BADGES, table.players, _seated(tournament, table, names), strict=False)
    players = tuple(
        SeatedPlayer(badge, called, *results.get(player, (0, None)))
        for badge, player, called in seats
        if player in results or not results
    )
    return Assignment(
        table=table.number,
        seating=table.id,
        tournament=tournament.rules.title,
        stage=round.stage,
        players=players,
        ended=bool(results),
        game=table.own_game,
        over=tournament.ended,
    )


def _seated(tournament: Tournament, table: TournamentTable, names: Names) -> list[Value]:
    known = names.get(tournament.number, {})
    return [name_of(known, player) for player in table.players]


def assign(
    tables: Iterable[int], online: Iterable[str], before: Mapping[int, str]
) -> dict[int, str]:
    """Which device each table gets, as far as there are enough.

    A table keeps the device that it had, or none where that is ""; else it has the one with its
    number, as table-7 for table 7; else the next of those that are left, table-2 before table-10.
    """
    wanted = sorted(table for table in tables if before.get(table) != "")
    free = dict.fromkeys(sorted(online, key=natural))
    assigned: dict[int, str] = {}

    def take(table: int, device: str | None) -> None:
        if table not in assigned and device in free:
            assigned[table] = device
            del free[device]

    for table in wanted:
        take(table, before.get(table))
    numbered = {_number(device): device for device in reversed(free)}
    for table in wanted:
        take(table, numbered.get(str(table)))
    for table in wanted:
        take(table, next(iter(free), None))
    return assigned


def _number(device: str) -> str:
    digits = NUMBER.search(device)
    return digits[1] if digits else ""


def natural(device: str) -> list[tuple[int, str]]:
    parts = re.split(r"(\d+)", device.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]
