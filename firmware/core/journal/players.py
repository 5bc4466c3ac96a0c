"""What players are called in past games: corrected in a game, and merged in all of them.

Law: a correction or a merge is a mark beside what was scanned, which stays as it is. Taken away,
everybody is called as before.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from firmware.core.journal.rows import ALL_MERGES, Damaged, MergeRow, merge_row

# A name stands in the game's result, where it has one, and in a line beside it.
_MENTIONING = (
    "SELECT number FROM games WHERE instr(result, ?)"
    " OR instr(names || char(10), ?) OR instr(corrected || char(10), ?)"
)


def names_in(lines: str) -> dict[str, str]:
    """Names by badge, from lines as "red Chris"; a badge without a name is left out."""
    named = (line.partition(" ")[::2] for line in lines.split("\n"))
    return {badge: name for badge, name in named if name}


def with_names(lines: str, names: Mapping[str, str]) -> str:
    """The lines with these names by badge; an empty name takes a badge's line away."""
    named = {**names_in(lines), **names}
    return "\n".join(f"{badge} {name}" for badge, name in sorted(named.items()) if name)


def merges_in(connection: sqlite3.Connection) -> list[MergeRow]:
    """The merges that can be read."""
    merges = []
    for columns in connection.execute(ALL_MERGES):
        with suppress(Damaged):
            merges.append(merge_row(columns))
    return merges


def players_of(merges: Iterable[MergeRow]) -> dict[str, str]:
    """Each merged name, and the player whose it is in the end."""
    players: dict[str, str] = {}
    for _, name, player in reversed([*merges]):  # a player is merged by a later row only
        players[name] = players.get(player, player)
    return players


def without(merges: Iterable[MergeRow], gone: Collection[str]) -> list[MergeRow]:
    """The merges without those of names that are gone; who was merged with such a name is merged
    with its player.
    """
    kept: list[MergeRow] = []
    players: dict[str, str] = {}
    for row in reversed([*merges]):
        player = players.get(row.player, row.player)
        if row.name in gone:
            players[row.name] = player
        else:
            kept.insert(0, row._replace(player=player))
    return kept


def mentioning(connection: sqlite3.Connection, name: str) -> set[int]:
    """The numbers of the games in which a player has that name, and maybe of some more."""
    in_result, line = f'"name": {json.dumps(name)}', f" {name}\n"
    return {number for (number,) in connection.execute(_MENTIONING, (in_result, line, line))}
