"""Players' names: what stands in place of one, and a result without some. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.cards import BADGES
from engine.message import Message, Value, gettext
from firmware.hall.tables import Said
from firmware.hall.tournament.tournament import TournamentTable
from firmware.words.language import say

Calls = Mapping[str, str]  # by badges: what a seat is called in place of its player's name


def name_of(names: Mapping[int, str], player: int) -> Value:
    """What a player of a tournament is called."""
    return names.get(player) or gettext("Player {number}", number=player)


def english(name: Value) -> str:
    """As files and devices have it."""
    return say(name) if isinstance(name, Message) else str(name)


def calls_at(table: TournamentTable, names: Mapping[int, str]) -> Calls:
    """What seats are called whose players have no name any more."""
    seats = zip(BADGES, table.players, strict=False)
    return {badge: english(name_of({}, player)) for badge, player in seats if not names.get(player)}


def without_names(result: Said, calls: Calls | None, names: Collection[str] = ()) -> Said:
    """Replace the names of these seats (None: of all), and `names` at any seat.

    A note or a venue that contains one of them is emptied, and every note once no name is left.
    """
    if result["withdrawn"]:
        return result
    seats, gone, named, report = [], {*names}, False, result["report"]
    for seat in report["seats"]:
        badge, name = seat["badge"], seat["name"]
        if not seat["dummy"] and (calls is None or badge in calls or name in names):
            seat = {**seat, "name": (calls or {}).get(badge) or badge.capitalize()}
            gone |= {name} - {"", badge.capitalize()}
        else:
            named |= not seat["dummy"]
        seats.append(seat)

    def line(key: str) -> str:
        return "" if mentions(result[key], gone) else result[key]

    lines = {"note": line("note") if named else "", "venue": line("venue")}
    return {**result, **lines, "report": {**report, "seats": seats}}


def mentions(text: str, names: Collection[str]) -> bool:
    """Whether one of the names is in it, in small or capital letters."""
    return any(name.casefold() in text.casefold() for name in names)
