"""A board on a database of a test, with no broker: a tournament, and devices that say results."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from support.hall_games import game, of
from support.random_acts import WHO, opening
from support.waiting import until

from firmware.hall.broker.said import TableMessage
from firmware.hall.hall import Hall
from firmware.hall.store.inbox import DeviceResult
from firmware.hall.store.store import Store
from firmware.hall.tables import RESULT
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Seating
from firmware.hall.tournament.tournament import TournamentTable

Open = Callable[[], Hall]
LAST = {seats: game(1, seats)[-1] for seats in (3, 4)}


def opens(url: str) -> Iterator[Open]:
    """A board on the database of this test; the one before has ended by then."""
    halls: list[Hall] = []
    failures: list[Exception] = []

    def open_() -> Hall:
        close()
        halls.append(Hall(Store(url), failures.append))
        halls[-1]._writer.start()
        return halls[-1]

    def close() -> None:
        while halls:
            halls.pop().stop()

    yield open_
    close()
    assert failures == []


def claimers(table: TournamentTable) -> list[str]:
    """Who says what waits at a table, in the log's words."""
    return [sender.by for claim in table.claims for sender in claim.senders]


def play(hall: Hall, **rules: Any) -> int:
    """A tournament of 6 players at two tables, its first round announced, with devices."""
    number = hall.open(opening(**rules), WHO)
    hall.join(number, ["Ann", "Bo", "Cy", "Di", "Eve", "Flo"], WHO, here=True)
    pair(hall, number, 1, f"{number}-r1-t")
    hall.act(number, acts.RoundAnnounced(1, {1: "t1", 2: "t2"}), WHO)
    return number


def pair(hall: Hall, number: int, round: int, prefix: str) -> None:
    """Pair players 1, 2, 3 and 4, 5, 6; the tables' IDs have that prefix."""
    tables = Seating(f"{prefix}1", 1, (1, 2, 3)), Seating(f"{prefix}2", 2, (4, 5, 6))
    hall.act(number, acts.RoundPaired(round, "my-first-meal", False, (), tables), WHO)


def result(device: str, game_id: str, seats: int = 3, **more: Any) -> dict[str, Any]:
    words = deepcopy(of(device, game_id, LAST[seats]).result)
    assert words
    return {**words, **more}


def say(hall: Hall, device: str, game_id: str = "ab-1", **more: Any) -> dict[str, Any]:
    """A device says a game's result; wait until it is kept."""
    words = result(device, game_id, **more)
    hear(hall, words)
    return words


def hear(hall: Hall, words: dict[str, Any]) -> None:
    """The board hears a result; wait until it is kept."""
    kept: list[bool] = []
    message = TableMessage(words["device"], RESULT, words)
    hall._writer.inbox.put(DeviceResult(message, lambda: kept.append(True)))
    until(lambda: kept)


def take_back(hall: Hall, device: str, game_id: str = "ab-1") -> None:
    hear(hall, {"v": 1, "id": game_id, "device": device, "withdrawn": True})


def table(hall: Hall, number: int, table_number: int = 1) -> TournamentTable:
    return hall.tournaments[number].rounds[0].tables[table_number - 1]
