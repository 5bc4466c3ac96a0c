"""Rounds for a full field at tables of four in which nobody meets twice. Pure.

It is the social golfer problem (csplib.org, problem 10; A. Aguado was the first to have ten rounds
for 32, in 2004). More rounds are impossible, as nobody is left to meet; for 20 players none are
known. Each schedule is one round, its starter (of 32 players two); the others come of it by
turning. Its points are numbered in circles of so many as there are turns (0 to 6, 7 to 13, ...); to
turn moves each on by one in its circle. What is left over stands still. A starter has each
distance within a circle, and from one circle to another, at most once, so that nobody meets twice
however often it is turned: difference families, as in the Handbook of Combinatorial Designs
(Colbourn, Dinitz; 2nd edition), part VI. These were found by a search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Round = tuple[tuple[int, ...], ...]  # the points at each table


class Starter(NamedTuple):
    """A first round by points, which is turned so many times; and another one, where that has more
    rounds.
    """

    turns: int
    tables: Round
    others: Round = ()

    @property
    def rounds(self) -> int:
        return self.turns * (2 if self.others else 1)


def _starter(turns: int, *rounds: str) -> Starter:
    """Its rounds as they are written below: a table after two blanks."""
    tables = [tuple(tuple(map(int, table.split())) for table in r.split("  ")) for r in rounds]
    return Starter(turns, *tables)


STARTERS: Mapping[int, Starter] = {
    16: _starter(
        5,
        "15 10 1 7  11 9 5 14  13 12 2 0  8 4 6 3",
    ),
    20: _starter(
        5,
        "19 1 7 13  15 6 10 17  3 5 18 8  4 16 12 2  14 9 11 0",
    ),
    24: _starter(
        7,
        "21 3 18 7  23 8 2 16  22 14 4 11  5 17 6 1  0 12 10 9  19 15 13 20",
    ),
    28: _starter(
        9,
        "27 15 8 24  17 0 13 7  26 4 3 22  14 5 16 2  11 25 10 23  19 20 9 12  21 1 18 6",
    ),
    32: _starter(
        5,
        "0 5 10 15  1 3 17 28  4 6 7 21  8 12 14 27  11 18 19 24  22 23 26 29  "
        "9 16 25 30  2 13 20 31",
        "1 14 20 30  7 18 25 31  0 6 9 26  2 3 15 23  5 12 13 22  10 16 19 29  "
        "4 11 27 28  8 17 21 24",
    ),
    36: _starter(
        11,
        "34 0 15 24  33 9 16 26  35 31 20 1  32 7 5 27  13 11 19 8  6 3 12 2  "
        "22 10 4 25  21 14 28 29  30 17 23 18",
    ),
    40: _starter(
        13,
        "1 12 29 36  2 11 16 23  3 10 30 35  6 7 17 22  15 24 32 33  "
        "18 21 28 37  19 20 31 34  0 13 26 39  5 8 14 25  4 9 27 38",
    ),
}


def has_schedule(sizes: Sequence[int]) -> bool:
    """Whether there is one for tables of these sizes."""
    return {*sizes} == {4} and 4 * len(sizes) in STARTERS


def schedule(first: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """All rounds of the schedule that begins with these players' tables: any first round will do.
    None where there is no schedule.
    """
    if not has_schedule([*map(len, first)]):
        return []
    starter = STARTERS[4 * len(first)]
    players = {
        point: player
        for points, table in zip(starter.tables, first, strict=True)
        for point, player in zip(points, table, strict=True)
    }
    turning = len(players) // starter.turns * starter.turns

    def turned(point: int, by: int) -> int:
        if point >= turning:
            return point
        circle = point // starter.turns * starter.turns
        return circle + (point - circle + by) % starter.turns

    return [
        [[players[turned(point, by)] for point in points] for points in tables]
        for tables in filter(None, (starter.tables, starter.others))
        for by in range(starter.turns)
    ]
