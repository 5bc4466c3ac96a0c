"""Results of devices that do not count, for the organiser: why, and how many of them stay. Pure.

Law: a device and a game have one line, the newest; a device has `MOST_OF_DEVICE`, all have `MOST`.
Rule: no line has a name in it. A device that is at no table makes no line of another one go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from engine.cards import BADGES
from engine.message import Message
from firmware.hall.tables import Game, Said

MOST_OF_DEVICE, MOST = 20, 500
MOST_POINTS = 999_999  # as an organiser can type them
NOTHING = Message("")

# Why a result does not count.
UNREADABLE = "unreadable"
DATABASE = "database"  # it refuses the row
UNFIT = "unfit"  # seats, places or points that its table cannot have
WAITS = "waits"  # another result of its table waits to be confirmed
ELSEWHERE = "elsewhere"  # the game counts at another table
DRAFT = "draft"  # its round is not announced
ENDED = "ended"  # its tournament has ended
NO_SEATS = "no-seats"  # no table has its seats any more
ANOTHERS = "anothers"  # it takes back what came of another device


class BadgeSeat(NamedTuple):
    badge: str
    points: int
    place: int


class Uncounted(NamedTuple):
    """A line. `game` is the device's ID of it, "" where it could not be read; `number` is what the
    device calls it, 0 where that is unknown. `more` is the refusal, where `why` does not say
    all; `table` and `tournament` are where it belongs, as far as that is known.
    """

    device: str
    game: str
    since: float
    why: str
    more: Message = NOTHING
    tournament: int = 0
    table: str = ""
    number: int = 0
    seats: tuple[BadgeSeat, ...] = ()

    @property
    def key(self) -> Game:
        return self.device, self.game

    def is_news(self, before: Uncounted | None) -> bool:
        return before is None or before._replace(since=self.since) != self


Lines = Mapping[Game, Uncounted]


def of_result(result: Said, since: float, why: str, more: Message = NOTHING) -> Uncounted:
    """The line of a result; of one that takes itself back there is little to tell."""
    number, report = result.get("number", 0), result.get("report", {})
    return Uncounted(
        result["device"],
        result["id"],
        since,
        why,
        more,
        table=result.get("seating", ""),
        number=number if 0 < number < MOST_POINTS else 0,
        seats=_seats(report.get("seats", ())),
    )


def _seats(seats: Collection[Said]) -> tuple[BadgeSeat, ...]:
    """The seats as an organiser could type them; none where that is not so."""
    whole = [
        BadgeSeat(seat["badge"], seat["total"], seat["place"])
        for seat in seats
        if seat["badge"] in BADGES
        and abs(seat["total"]) <= MOST_POINTS
        and isinstance(seat["place"], int)
        and 0 < seat["place"] <= len(BADGES)
    ]
    is_whole = len(whole) == len(seats) == len({seat.badge for seat in whole})
    return tuple(whole) if is_whole else ()


def surplus(lines: Lines, at_tables: Collection[str]) -> list[Game]:
    """Which lines go, as there are too many; they are given in the order in which they came.

    Of a device the oldest go. Of all, first those of devices that are at no table, and of these
    the oldest of whoever has most.
    """
    of_device: dict[str, list[int]] = {}
    for place, (device, _) in enumerate(lines):
        of_device.setdefault(device, []).append(place)
    gone = [place for places in of_device.values() for place in places[:-MOST_OF_DEVICE]]
    left = {device: places[-MOST_OF_DEVICE:] for device, places in of_device.items()}
    for _ in range(len(lines) - len(gone) - MOST):
        most = max(
            (device for device, places in left.items() if places),
            key=lambda device: (device not in at_tables, len(left[device]), -left[device][0]),
        )
        gone.append(left[most].pop(0))
    games = [*lines]
    return [games[place] for place in gone]


class UncountedLines:
    """The lines so far, and what was noted and dropped since."""

    def __init__(self, before: Lines) -> None:
        self._before = before
        self._noted: dict[Game, Uncounted] = {}
        self._dropped: set[Game] = set()

    @property
    def is_news(self) -> bool:
        return bool(self._noted or self._dropped)

    def of(self, game: Game) -> Uncounted | None:
        """The line of a game."""
        if game in self._dropped:
            return None
        return self._noted.get(game, self._before.get(game))

    def note(self, line: Uncounted) -> None:
        """Put a line in place of the game's earlier one, as the newest."""
        if line.is_news(self.of(line.key)):
            self._dropped.discard(line.key)
            self._noted.pop(line.key, None)
            self._noted[line.key] = line

    def drop(self, games: Iterable[Game]) -> None:
        """Drop the lines of these games."""
        for game in games:
            self._noted.pop(game, None)
            self._dropped.add(game)

    def left(self, at_tables: Collection[str]) -> Lines:
        """All lines that there is room for, in the order in which they came."""
        changed = self._noted.keys() | self._dropped
        lines = {game: line for game, line in self._before.items() if game not in changed}
        lines |= self._noted
        for game in surplus(lines, at_tables):
            del lines[game]
        return lines
