"""In: reports of games. Out: the games as they are parse_game, and counted."""

from typing import Any

from support.history_made import FRIDAY, report, seat
from support.table_app import GAMES

from firmware.history.games import FINISHED, Played, Titles, parse_game
from firmware.history.statistics import Counted

TITLES = Titles(GAMES)
HOUR = 3600.0


def played(number: int, told: Any, state: str = FINISHED) -> Played:
    return parse_game(number, (FRIDAY, FRIDAY + HOUR), told, state, TITLES)


def counted(*games: Played) -> Counted:
    found = Counted()
    for one in games:
        found.add(one)
    return found


def chris_and_bo(chris: int, bo: int, **more: Any) -> Any:
    """One round of tofu and pudding: so many points each."""
    seats = [
        seat("red", "Chris", [{"tofu": chris - 6, "pudding": 0}], 6),
        seat("blue", "Bo", [{"tofu": bo, "nigiri": 0}], 0),
    ]
    return report(seats, **more)
