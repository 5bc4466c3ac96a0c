"""Seats that an organiser offers this table, before NEXT takes them."""

from __future__ import annotations

from typing import NamedTuple

from engine.standings import Standings


class Offer(NamedTuple):
    """A seating of a tournament, with its round and the table's number, 0 where there is none.

    `stage` is what people call the round, empty where it is its number. `codes` choose a game and
    seat its players, and `lobby` is what they lead to.
    """

    id: str
    tournament: str
    round: int
    table: int
    codes: tuple[str, ...]
    lobby: Standings
    stage: str = ""
