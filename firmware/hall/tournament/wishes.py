"""What an organiser wants of seats: who stays at a table, and who does not meet in round 1. Pure.

Rule 1: a player with a table of their own sits there in each round, even where a round has fewer
tables than its number, and the other tables are numbered from the leaders' on, without those
numbers. Two of these players are not seated together if that can be avoided.
Rule 2: players of one group do not meet in round 1 if that can be avoided. From round 2 on, points
alone decide.
What cannot be kept is found in the round itself, so that it holds after a swap, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from string import ascii_uppercase
from typing import NamedTuple

from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.tournament import Tournament, TournamentRound

MOST_TABLES = 999  # a device takes no number above it
LETTERS = len(ascii_uppercase)
MOST_GROUPS = LETTERS + LETTERS**2  # A to ZZ


def letters(group: int) -> str:
    """What people call a group: A to Z, then AA, AB, ...; "" for none."""
    if group <= LETTERS:
        return ascii_uppercase[group - 1] if group else ""
    first, last = divmod(group - LETTERS - 1, LETTERS)
    return ascii_uppercase[first] + ascii_uppercase[last]


def group_in(text: str) -> int:
    """The group of one or two letters; 0 for none. Raises NotPossible."""
    text = text.strip().upper()
    if not re.fullmatch("[A-Z]{0,2}", text):
        raise NotPossible("no-such-group")
    number = 0
    for letter in text:
        number = number * LETTERS + ascii_uppercase.index(letter) + 1
    return number


def apart(tournament: Tournament) -> list[list[int]]:
    """Sets of players of whom no two shall meet in the next round."""
    groups, fixed = defaultdict[int, list[int]](list), list[int]()
    for number in tournament.pairable:
        player = tournament.players[number]
        if player.group and not tournament.rounds:
            groups[player.group].append(number)
        if player.table:
            fixed.append(number)
    return [players for players in (*groups.values(), fixed) if len(players) > 1]


def table_numbers(tournament: Tournament, tables: Sequence[Sequence[int]]) -> list[int]:
    """The number of each table; those are in the order of their players' points. Where two have to
    meet who have tables of their own, they sit at the lower one, and the other stays free.
    """
    wanted = [{tournament.players[player].table for player in players} for players in tables]
    taken = set[int]().union(*wanted)
    free = (number for number in count(1) if number not in taken)
    numbers: list[int] = []
    for own in wanted:
        number = min(own - {0, *numbers}, default=0)
        numbers.append(number or next(free))
    return numbers


class Misplaced(NamedTuple):
    """A player who does not sit at the table of their own."""

    player: int
    own: int
    table: int


class Unkept(NamedTuple):
    """What is not as it was wanted; `together` are players of one group, by their table."""

    misplaced: list[Misplaced]
    together: list[tuple[int, list[int]]]


def unkept(tournament: Tournament, round: TournamentRound) -> Unkept:
    misplaced, together = list[Misplaced](), list[tuple[int, list[int]]]()
    for table in round.tables:
        groups = defaultdict[int, list[int]](list)
        for number in table.players:
            player = tournament.players[number]
            groups[player.group].append(number)
            if player.table not in (0, table.number):
                misplaced.append(Misplaced(number, player.table, table.number))
        if round.number == 1 and not round.cut:
            together += [
                (table.number, players)
                for group, players in groups.items()
                if group and len(players) > 1
            ]
    return Unkept(misplaced, together)


def beyond(tournament: Tournament, round: TournamentRound) -> list[int]:
    """Players' own tables that are beyond as many as the round has."""
    most, own = len(round.tables), {player.table for player in tournament.players.values()}
    return [table.number for table in round.tables if table.number > most and table.number in own]
