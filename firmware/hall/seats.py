"""Which device has which table of a tournament, and what it should be offered. Pure.

Rule: a device has a table of the newest announced round of a tournament. If two tournaments want
it, it is for the one whose table still plays, or else for the one that goes on, or else for the
last announced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.cards import BADGES
from firmware.hall.broker.said import DEVICE
from firmware.hall.nameless import name_of
from firmware.hall.tables import Given, Player
from firmware.hall.tournament.tournament import Round, Table, Tournament

VERSION = 1
NUMBER = re.compile(r"0*(\d+)$")
Names = Mapping[int, Mapping[int, str]]  # of players, by the tournament's number


class Place(NamedTuple):
    """A device's place."""

    tournament: Tournament
    round: Round
    table: Table


def places(tournaments: Iterable[Tournament]) -> dict[str, Place]:
    """What place each device has; the tournament that announced last comes last."""
    found = [
        Place(one, one.announced[-1], table)
        for one in tournaments
        if one.announced
        for table in one.announced[-1].tables
        if DEVICE.fullmatch(table.device)
    ]
    found.sort(key=lambda place: (not place.table.result, not place.tournament.ended))
    return {place.table.device: place for place in found}


def offers(tournaments: Iterable[Tournament], names: Names) -> dict[str, bytes]:
    """What each device should have at PREFIX/ID/seats (docs/mqtt.md); nothing for all others."""
    return {
        device: json.dumps(_offer(*place, names), ensure_ascii=False).encode()
        for device, place in places(tournaments).items()
        if not place.table.result
    }


def given(tournaments: Iterable[Tournament], names: Names) -> dict[str, Given]:
    """The same, as the hall shows it."""
    return {device: _given(*place, names) for device, place in places(tournaments).items()}


def _offer(one: Tournament, round: Round, table: Table, names: Names) -> Mapping[str, object]:
    seats = zip(BADGES, _seated(one, table, names), strict=False)
    return {
        "v": VERSION,
        "id": table.id,
        "tournament": one.rules.title,
        "round": round.number,
        "stage": round.name if round.cut else "",
        "table": table.number,
        "game": one.rules.game,
        "menu": round.menu,
        "seats": [{"badge": badge, "name": name} for badge, name in seats],
    }


def _given(one: Tournament, round: Round, table: Table, names: Names) -> Given:
    came = {player: rest for player, *rest in table.result}
    seats = zip(BADGES, table.players, _seated(one, table, names), strict=False)
    players = tuple(
        Player(badge, name, *came.get(player, (0, None)))
        for badge, player, name in seats
        if player in came or not came
    )
    title = f"{one.rules.title}, {round.called}"
    label = f"Table {table.number}"
    return Given(label, table.id, title, players, bool(came), table.own_game, one.ended)


def _seated(one: Tournament, table: Table, names: Names) -> list[str]:
    return [name_of(names.get(one.number, {}), player) for player in table.players]


def assign(
    tables: Iterable[int], online: Iterable[str], before: Mapping[int, str]
) -> dict[int, str]:
    """Which device each table gets, as far as there are enough.

    A table keeps the device that it had, or none where that is ""; else it has the one with its
    number, as table-7 for table 7; else the next of those that are left, table-2 before table-10.
    """
    wanted = sorted(one for one in tables if before.get(one) != "")
    free = dict.fromkeys(sorted(online, key=natural))
    found: dict[int, str] = {}

    def take(one: int, device: str | None) -> None:
        if one not in found and device in free:
            found[one] = device
            del free[device]

    for one in wanted:
        take(one, before.get(one))
    numbered = {_number(device): device for device in reversed(free)}
    for one in wanted:
        take(one, numbered.get(str(one)))
    for one in wanted:
        take(one, next(iter(free), None))
    return found


def _number(device: str) -> str:
    found = NUMBER.search(device)
    return found[1] if found else ""


def natural(device: str) -> list[tuple[int, str]]:
    parts = re.split(r"(\d+)", device.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]
