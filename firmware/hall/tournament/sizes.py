"""Divide players into tables.

Rule: as few tables as hold everybody at the wanted size, filled evenly. So sizes differ by one at
most, and as few tables as possible are smaller than wanted. Where a table would fall below the
least size, there is one table fewer. Only where tables of the most seats cannot hold everybody
then, somebody sits out.
"""

from __future__ import annotations


class TooFew(Exception):
    """So many players cannot fill even one table, which needs `least`."""

    def __init__(self, players: int, least: int) -> None:
        super().__init__(players, least)
        self.players, self.least = players, least


def table_sizes(players: int, wanted: int, least: int = 3, most: int = 5) -> tuple[int, ...]:
    """The sizes, larger ones first. Their sum is less than `players` only where somebody must sit
    out: with tables of 3 to 5, nobody ever has to.
    """
    if players < least:
        raise TooFew(players, least)
    tables = min(-(-players // wanted), players // least)
    fewest, larger = divmod(min(players, tables * most), tables)
    return (fewest + 1,) * larger + (fewest,) * (tables - larger)
