"""Propose the next round, as the act that pairs it. Pure; chance comes in."""

from __future__ import annotations

from random import Random

from firmware.hall.tournament.acts import RoundPaired, Seating
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.pairing import pair, top_cut
from firmware.hall.tournament.sizes import TooFew
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.tournament.wishes import apart, table_numbers

SECRET_BITS = 40  # of a table's ID: a device that tries all does not hit another table's


def propose(
    tournament: Tournament, chance: Random, session: str, cut: int = 0, by_points: bool = False
) -> RoundPaired:
    """Of all who are here, or of so many of the best: the top cut. Tables are numbered from the
    leaders' on, but for those that players have of their own. `session` makes their IDs this
    hall's own; `by_points` takes no schedule. Raises NotPossible.
    """
    rules, number = tournament.rules, len(tournament.rounds) + 1
    sizes = {"wanted": rules.wanted, "least": rules.least, "most": rules.most}
    free, standings = {*tournament.pairable}, tournament.standings()
    points = {
        standing.player: standing.place_points for standing in standings if standing.player in free
    }
    if cut > len(points):
        raise NotPossible("too-few-for-cut", count=len(points))
    try:
        if cut:
            pairing = top_cut([*points][:cut], **sizes)
        else:
            left = max(1, rules.rounds - len(tournament.rounds))
            sets = apart(tournament)
            past = tournament.pairings()
            pairing = pair(
                points, past, chance, rounds_left=left, apart=sets, by_points=by_points, **sizes
            )
    except TooFew as why:
        raise NotPossible("too-few-to-pair", count=why.players, least=why.least) from None
    prefix = f"{session}-{tournament.number}-r{number}"
    numbers = table_numbers(tournament, pairing.tables)
    tables = [
        Seating(f"{prefix}-t{table}-{chance.getrandbits(SECRET_BITS):010x}", table, players)
        for table, players in zip(numbers, pairing.tables, strict=True)
    ]
    tables.sort(key=lambda table: table.number)
    return RoundPaired(number, "", cut > 0, pairing.byes, tuple(tables))
