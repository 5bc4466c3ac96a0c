"""Rounds for a full field at tables of four in which nobody meets twice. Pure.

It is the social golfer problem (csplib.org, problem 10). For 16, 24, 28 and 36 players more rounds
are impossible, as nobody is left to meet; for 20 no more are known; for 32 a schedule of ten is
known, and here are nine. Each schedule is one round, its starter; the others come of it by
turning. Its points are numbered in circles of so many as there are rounds (0 to 6, 7 to 13, ...);
to turn moves each on by one in its circle. What is left over stands still. A starter has each
distance within a circle, and from one circle to another, at most once, so that nobody meets twice
however often it is turned: difference families, as in the Handbook of Combinatorial Designs
(Colbourn, Dinitz; 2nd edition), part VI. These were found by a search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Starter(NamedTuple):
    """The first round by points, and how many there are."""

    rounds: int
    tables: tuple[tuple[int, int, int, int], ...]


STARTERS: Mapping[int, Starter] = {
    16: Starter(5, ((15, 10, 1, 7), (11, 9, 5, 14), (13, 12, 2, 0), (8, 4, 6, 3))),
    20: Starter(
        5, ((19, 1, 7, 13), (15, 6, 10, 17), (3, 5, 18, 8), (4, 16, 12, 2), (14, 9, 11, 0))
    ),
    24: Starter(
        7,
        (
            (21, 3, 18, 7), (23, 8, 2, 16), (22, 14, 4, 11), (5, 17, 6, 1), (0, 12, 10, 9),
            (19, 15, 13, 20),
        ),
    ),
    28: Starter(
        9,
        (
            (27, 15, 8, 24), (17, 0, 13, 7), (26, 4, 3, 22), (14, 5, 16, 2), (11, 25, 10, 23),
            (19, 20, 9, 12), (21, 1, 18, 6),
        ),
    ),
    32: Starter(
        9,
        (
            (28, 11, 6, 25), (31, 15, 19, 8), (30, 4, 20, 14), (29, 23, 16, 5), (27, 17, 26, 2),
            (0, 9, 12, 13), (21, 10, 22, 18), (24, 3, 1, 7),
        ),
    ),
    36: Starter(
        11,
        (
            (34, 0, 15, 24), (33, 9, 16, 26), (35, 31, 20, 1), (32, 7, 5, 27), (13, 11, 19, 8),
            (6, 3, 12, 2), (22, 10, 4, 25), (21, 14, 28, 29), (30, 17, 23, 18),
        ),
    ),
}  # fmt: skip


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
    turning = len(players) // starter.rounds * starter.rounds

    def turned(point: int, by: int) -> int:
        if point >= turning:
            return point
        circle = point // starter.rounds * starter.rounds
        return circle + (point - circle + by) % starter.rounds

    return [
        [[players[turned(point, by)] for point in points] for points in starter.tables]
        for by in range(starter.rounds)
    ]
