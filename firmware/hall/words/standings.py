"""Standings in words: how far they go, and why one player is ahead of another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from engine.message import Message, Value, gettext
from firmware.hall.tournament.pairing import Player
from firmware.hall.tournament.ranking import Cut, TournamentStanding
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.words.rounds import called, name, results_in
from firmware.words.numbers import Figure

Name = Callable[[Player], Value]


def since(tournament: Tournament) -> Message:
    """How far the results go, and whether a top cut decides."""
    results = _since(tournament)
    if not any(round.cut for round in tournament.announced):
        return results
    return gettext("{results}; the top cut decides first", results=results)


def _since(tournament: Tournament) -> Message:
    if tournament.ended:
        return gettext("Final standings")
    now = tournament.announced[-1] if tournament.announced else None
    if not now or not any(round.played for round in tournament.rounds):
        return gettext("Nobody has played yet")
    if not now.out:
        return gettext("After {round}", round=called(now.stage))
    if now.played:
        results = results_in(now.played, len(now.tables))
        return gettext("{round}: {results}", round=name(now.stage), results=results)
    return gettext("After {round}", round=called(tournament.rounds[now.number - 2].stage))


def explain(first: TournamentStanding, second: TournamentStanding, name: Name = str) -> Message:
    """Why somebody ranks before somebody else, or that nothing separates them."""
    ahead, behind = sorted((first, second), key=lambda standing: (standing.place, standing.player))
    names = {"leader": name(ahead.player), "follower": name(behind.player)}
    if behind.disqualified and not ahead.disqualified:
        return gettext("Who is disqualified is behind all others.")
    for cut, beside in zip(ahead.cuts, behind.cuts, strict=True):
        if cut.place_points not in (None, beside.place_points):
            return _by_cut(cut, beside, names)
    level: dict[str, Value] = {}
    for number, (figure, other) in enumerate(zip(ahead.figures, behind.figures, strict=True)):
        scale = 100 if number == 1 else 1
        more, less = _apart(figure * scale, other * scale)
        if figure != other:
            values = {**names, **level, "more": more, "less": less}
            return AHEAD[number]._replace(values=values)
        level[LEVEL[number]] = more
    return LEVEL_ON_ALL._replace(values={**names, **level, "place": ahead.place})


def _by_cut(cut: Cut, beside: Cut, names: Mapping[str, Value]) -> Message:
    round = called(cut.stage)
    if beside.place_points is None:
        played_on = gettext("{leader} played on in {round}. {follower} did not.")
        return played_on._replace(values={**names, "round": round})
    more, less = _apart(cut.place_points or 0, beside.place_points)
    ahead = gettext("{leader} has more place points in {round}: {more} to {follower}'s {less}.")
    return ahead._replace(values={**names, "round": round, "more": more, "less": less})


def _apart(figure: Fraction | int, other: Fraction | int) -> list[Figure]:
    """Two numbers with as many decimals as tell them apart."""
    digits = 1
    while figure != other and round(figure, digits) == round(other, digits):
        digits += 1
    return [
        Figure(f"{float(round(n, digits)):.{digits}f}".removesuffix(".0")) for n in (figure, other)
    ]


LEVEL = ("points", "share", "wins", "opponents")  # Standing.figures, as placeholders
AHEAD = (  # by each of them, where those before are level
    gettext("{leader} has more place points: {more} to {follower}'s {less}."),
    gettext(
        "{leader} and {follower} are level on place points ({points}). {leader} has a larger share"
        " of the points at their tables: {more} % to {follower}'s {less} %."
    ),
    gettext(
        "{leader} and {follower} are level on place points ({points}) and the share of the points"
        " at their tables ({share} %). {leader} has more wins: {more} to {follower}'s {less}."
    ),
    gettext(
        "{leader} and {follower} are level on place points ({points}), the share of the points at"
        " their tables ({share} %) and wins ({wins}). {leader} has opponents with more place points"
        " a game: {more} to {follower}'s {less}."
    ),
)
LEVEL_ON_ALL = gettext(
    "{leader} and {follower} share place {place}: they are level on place points ({points}), the"
    " share of the points at their tables ({share} %), wins ({wins}) and their opponents' place"
    " points a game ({opponents})."
)
