"""Rounds for a full field at tables of four in which nobody meets twice. Pure.

It is the social golfer problem (csplib.org, problem 10; A. Aguado was the first to have ten rounds
for 32, in 2004). More rounds are impossible, as nobody is left to meet. Only of 20 players would
six fit; that there are none was shown by G. Ge, C. W. H. Lam, A. C. H. Ling and H. Shen (Resolvable
maximum packings with quadruples, Designs, Codes and Cryptography 35, 2005).

Each schedule is one round, its starter (of 32 players two); the others come of it by turning. Its
points are numbered in circles of so many as there are turns (0 to 6, 7 to 13, ...); to turn moves
each on by one in its circle. What is left over stands still. A starter has each distance within a
circle, and from one circle to another, at most once, so that nobody meets twice however often it is
turned: difference families, as in the Handbook of Combinatorial Designs (Colbourn, Dinitz; 2nd
edition), part VI. These were found by a search.

Where up to three players are missing, points stay empty, at first the last ones of the last tables.
Those were chosen so that they share a table in as few rounds as can be, one or none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

Round = tuple[tuple[int, ...], ...]  # the points at each table


MOST_EMPTY = 3  # seats of a round: one at a table, or a table would be too small


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
        "8 4 6 3  11 9 14 5  13 12 2 0  15 10 7 1",
    ),
    20: _starter(
        5,
        "15 6 10 17  3 5 18 8  4 16 12 2  14 9 11 0  19 7 13 1",
    ),
    24: _starter(
        7,
        "21 3 18 7  22 14 4 11  5 17 6 1  19 15 13 20  12 10 9 0  23 2 16 8",
    ),
    28: _starter(
        9,
        "27 15 8 24  26 4 3 22  14 5 16 2  11 25 10 23  20 9 12 19  17 13 7 0  21 18 6 1",
    ),
    32: _starter(
        5,
        "4 6 7 21  8 12 14 27  22 23 26 29  9 16 25 30  2 13 20 31  11 19 24 18  "
        "5 10 15 0  3 17 28 1",
        "1 14 20 30  7 18 25 31  0 6 9 26  2 3 15 23  5 12 13 22  10 16 19 29  "
        "4 11 27 28  8 17 21 24",
    ),
    36: _starter(
        11,
        "32 7 5 27  13 11 19 8  6 3 12 2  22 10 4 25  21 14 28 29  30 17 23 18  "
        "31 20 1 35  9 16 26 33  0 15 24 34",
    ),
    40: _starter(
        13,
        "3 10 30 35  6 7 17 22  15 24 32 33  18 21 28 37  19 20 31 34  5 8 14 25  "
        "4 9 27 38  2 11 23 16  13 26 39 0  12 29 36 1",
    ),
}


def is_near(players: int) -> bool:
    """Whether they fill tables of four for which there is a schedule, or nearly."""
    return -(-players // 4) * 4 in STARTERS


def has_schedule(sizes: Sequence[int]) -> bool:
    """Whether there is one for tables of these sizes."""
    full = 4 * len(sizes)
    return full in STARTERS and full - MOST_EMPTY <= sum(sizes) and max(sizes) == 4


def schedule(
    rounds: Sequence[Sequence[Sequence[int]]], field: Collection[int]
) -> list[list[list[int]]]:
    """All rounds of the schedule that began with the first of these, for those who play now: any
    first round will do. Who is new has the point of somebody who is not there, or one that was
    empty. None where there is no schedule, or no point left; a table may be too small.
    """
    first = sorted(rounds[0], key=len, reverse=True)
    if not has_schedule([*map(len, first)]):
        return []
    full = 4 * len(first)
    starter = STARTERS[full]
    players = {
        point: player
        for points, table in zip(starter.tables, first, strict=True)
        for point, player in zip(points, table, strict=False)
    }
    for there in (*({*chain(*tables)} for tables in rounds[1:]), {*field}):
        new = sorted(there.difference(players.values()))
        free = [point for point in range(full) if players.get(point) not in there]
        if len(new) > len(free):
            return []
        players |= zip(free, new, strict=False)
    turning = full // starter.turns * starter.turns

    def turned(point: int, by: int) -> int:
        if point >= turning:
            return point
        circle = point // starter.turns * starter.turns
        return circle + (point - circle + by) % starter.turns

    return [
        [
            [players[p] for p in (turned(point, by) for point in points) if players.get(p) in there]
            for points in tables
        ]
        for tables in filter(None, (starter.tables, starter.others))
        for by in range(starter.turns)
    ]
