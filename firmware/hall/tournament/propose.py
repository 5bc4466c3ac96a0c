"""Propose the next round, as the act that pairs it. Pure; chance comes in."""

from __future__ import annotations

from random import Random

from firmware.common.system.text import plural
from firmware.hall.tournament.pairing import pair, top_cut
from firmware.hall.tournament.sizes import TooFew
from firmware.hall.tournament.tournament import Act, Refused, Tournament


def propose(tournament: Tournament, chance: Random, session: str, cut: int = 0) -> Act:
    """Of all who are here, or of so many of the best: the top cut. Tables are numbered from the
    leaders' on. `session` makes their IDs this hall's own. Refused.
    """
    rules, number = tournament.rules, len(tournament.rounds) + 1
    sizes = {"wanted": rules.wanted, "least": rules.least, "most": rules.most}
    free, standings = {*tournament.pairable}, tournament.standings()
    points = {one.player: one.place_points for one in standings if one.player in free}
    if cut > len(points):
        raise Refused(f"Only {plural(len(points), 'player')} can play on: write no more than that.")
    try:
        if cut:
            found = top_cut([*points][:cut], **sizes)
        else:
            left = max(1, rules.rounds - len(tournament.rounds))
            found = pair(points, tournament.pairings(), chance, rounds_left=left, **sizes)
    except TooFew as why:
        raise Refused(f"{why} Check in those who are here.") from None
    seating = f"{session}-{tournament.number}-r{number}"
    tables = [
        {"id": f"{seating}-t{at}-{chance.getrandbits(16):04x}", "number": at, "players": [*players]}
        for at, players in enumerate(found.tables, 1)
    ]
    both = {"round": number, "menu": "", "cut": cut > 0, "byes": [*found.byes]}
    return {"do": "pair", **both, "tables": tables}
