"""What is set for a tournament: its game, the sizes of its tables, how many rounds, what a place
brings. Pure.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware.hall.tournament.not_possible import NotPossible, require
from firmware.hall.tournament.ranking import PAYS

Menu = str | tuple[str, ...]  # a ready one's name, or dishes; "" for none
PARTY = "sushi-go-party"
GAMES = (PARTY, "sushi-go", "omakase")
LONGEST_TITLE = 40
MOST_ROUNDS = 99
MOST_PLACE_POINTS = 1000


class Rules(NamedTuple):
    """`rounds` are those planned, 0 for nobody knows; `pays` are the place points."""

    title: str = ""
    game: str = PARTY
    wanted: int = 4
    least: int = 3
    most: int = 5
    rounds: int = 0
    pays: tuple[int, ...] = PAYS


def checked(rules: Rules) -> Rules:
    """The same, its title without blanks around it. Raises NotPossible where there can be no
    tournament by them.
    """
    rules, pays = rules._replace(title=rules.title.strip()), rules.pays
    require(rules.title.isprintable() and rules.title, "no-title")
    require(len(rules.title) <= LONGEST_TITLE, "long-title", most=LONGEST_TITLE)
    require(rules.game in GAMES, "no-such-game")
    require(3 <= rules.least <= rules.wanted <= rules.most <= 5, "table-sizes")
    require(0 <= rules.rounds <= MOST_ROUNDS, "planned-rounds", most=MOST_ROUNDS)
    if not pays or max(pays) > MOST_PLACE_POINTS or min(pays) < 0:
        raise NotPossible("place-points", most=MOST_PLACE_POINTS)
    require([*pays] == sorted(pays, reverse=True), "place-points", most=MOST_PLACE_POINTS)
    return rules
