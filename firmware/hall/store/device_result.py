"""What a device's result does in a tournament: it counts, waits to be confirmed, or does nothing.
Pure.

It counts at once where that device was sent those seats and nobody has given another result. What
else fits a table is a claim, which the organiser decides. ResultNotCounted says why it is neither.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import BADGES
from engine.message import Message, gettext
from firmware.hall.tables import Said
from firmware.hall.tournament.acts import Act, ResultClaimed, ResultEntered, ResultWithdrawn
from firmware.hall.tournament.claims import Source
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.tournament import (
    Tournament,
    TournamentRound,
    TournamentTable,
    by_device,
)
from firmware.hall.uncounted import (
    ANOTHERS,
    DRAFT,
    ELSEWHERE,
    MOST_POINTS,
    UNFIT,
    WAITS,
)
from firmware.hall.words.log import who as words_of
from firmware.words.language import say


class ResultNotCounted(Exception):
    """A device's result does not count; `why` is one of firmware/hall/uncounted.py, `more`
    says more of it, `table` is the ID of another table than the one whose seats it names.
    """

    def __init__(self, why: str, more: Message, table: str = "") -> None:
        super().__init__(say(more))
        self.why, self.more, self.table = why, more, table


def act_of(tournament: Tournament, result: Said) -> Act | None:
    """The act that a result is in that tournament, if it is any. Raises ResultNotCounted."""
    source = by_device(result["device"]), result["id"]
    counted = [t for t in tournament.tables if source in t.sources]
    if result["withdrawn"]:
        return ResultWithdrawn(counted[0].id, result["id"]) if counted else None
    place = tournament.find(result["seating"])
    if place is None:
        return None
    if any(table.id != place[1].id for table in counted):
        raise ResultNotCounted(ELSEWHERE, gettext("the game counts at another table already"))
    return _act_at(*place, source, result)


def _act_at(
    round: TournamentRound, table: TournamentTable, source: Source, result: Said
) -> Act | None:
    seats = tuple(_seat(table, seat) for seat in result["report"]["seats"])
    is_own = result["device"] == table.device
    if is_own and (not table.result or table.source == source):
        counts = ResultEntered(table.id, seats, result["id"])
        return counts if seats != table.result else None
    mine = [claim for claim in table.claims if source in (s.source for s in claim.senders)]
    if seats in (table.result, *(claim.seats for claim in mine)):
        return None
    is_same = seats in [claim.seats for claim in table.claims]
    if table.claims and not is_own and not mine and not is_same:
        raise ResultNotCounted(
            WAITS, gettext("another result of that table waits for the organiser")
        )
    if not round.announced:
        raise ResultNotCounted(DRAFT, gettext("the round is not announced"))
    return ResultClaimed(table.id, seats, result["id"])


def _seat(table: TournamentTable, seat: Said) -> SeatResult:
    badge, points, place = seat["badge"], seat["total"], seat["place"]
    badges = BADGES[: len(table.players)]
    if badge not in badges or not isinstance(place, int):
        raise ResultNotCounted(UNFIT, gettext("others sit at table {table}", table=table.number))
    if abs(points) > MOST_POINTS:
        raise ResultNotCounted(UNFIT, gettext("no game brings so many points"))
    return SeatResult(table.players[badges.index(badge)], points, place)


def check_own(tournaments: Iterable[Tournament], result: Said) -> None:
    """Raise ResultNotCounted where a device takes back what came of another one: it has another ID
    by now, or it uses the ID of a game that is not its own.
    """
    tables = [table for tournament in tournaments for table in tournament.tables]
    sources = [(source, table.id) for table in tables for source in table.sources]
    own = by_device(result["device"]), result["id"]
    if any(source == own for source, _ in sources):
        return
    for (who, game), table in sources:
        if game == result["id"]:
            raise ResultNotCounted(ANOTHERS, words_of(who), table)
