"""Tell how a game went that is over, as facts: who led, the largest round, how far the winner had
been behind, which dish decided it. The ruling: docs/protocol-notes.md, "What decided the game".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from engine.live.turn import replay_turns
from engine.position import Table, playing
from engine.scoring.scorers import score
from engine.standings import Standings, made_of, weigh


class SeatRound(NamedTuple):
    """So many points of a seat, in a round or after it."""

    seat: int
    round_no: int
    points: int


class Decided(NamedTuple):
    """The dish that brought the winner so many points more than those in second place, without
    which it had not won.
    """

    kind: str
    points: int
    second: tuple[int, ...]


class Story(NamedTuple):
    """A game that is over. `leaders` had most points after each round but the last; `throughout`
    says that the winner alone did after every one. `changes` counts how often the lead went from
    one player to another, turn by turn; None where nobody knows the turns. `largest` is the round
    in which a player alone had most points, `behind` how far the winner was once from the lead.
    """

    leaders: tuple[tuple[int, ...], ...]
    throughout: bool
    changes: int | None
    largest: SeatRound | None
    behind: SeatRound | None
    decided: Decided | None


def closed_rounds(table: Table) -> list[Table]:
    """The position after each SCORE that ended a round of this game."""
    by_round: dict[int, Table] = {}
    for position in (*table.past, table):
        if position.phase in ("scored", "finished"):
            by_round.setdefault(position.round_no, position)
    return [*by_round.values()]


def story(now: Standings) -> Story | None:
    """The story of a game; None until it is over."""
    table = now.table
    if table.phase != "finished":
        return None
    by_round = [*accumulate((ended.points for ended in table.ended), _added)]
    leaders = tuple(_leaders(table, totals) for totals in by_round)
    throughout = all(first == now.winners and len(first) == 1 for first in leaders)
    return Story(
        leaders[:-1],
        throughout,
        _changes(now) if table.mode == "live" else None,
        _largest(table),
        _behind(now, by_round),
        _decided(now),
    )


def _added(totals: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(totals, more, strict=True)))


def _players(table: Table) -> list[int]:
    """All seats but the dummy's."""
    return [seat for seat, sat in enumerate(table.seats) if sat.badge]


def _leaders(table: Table, totals: Sequence[int]) -> tuple[int, ...]:
    """The players with most points."""
    players = _players(table)
    most = max(totals[seat] for seat in players)
    return tuple(seat for seat in players if totals[seat] == most)


def _changes(now: Standings) -> int:
    """How often another player was alone in the lead, after a turn or at the end."""
    alone = [first for first in (*_after_turns(now.table), now.winners) if len(first) == 1]
    return sum(first != before for before, first in pairwise(alone))


def _after_turns(table: Table) -> Iterator[tuple[int, ...]]:
    """Who led after each turn of a live game."""
    _, ready = playing(table)
    banked = (0,) * len(table.seats)
    for closed, ended in zip(closed_rounds(table), table.ended, strict=True):
        for layout in replay_turns(closed.round.turns, len(table.seats), ready)[1:]:
            yield _leaders(
                table, _added(banked, score(ready.each_round, weigh(ready, layout)).totals)
            )
        banked = _added(banked, ended.points)


def _largest(table: Table) -> SeatRound | None:
    """The largest round of any player, if there were several rounds, and one was the largest."""
    rounds = [
        SeatRound(seat, round_no, ended.points[seat])
        for round_no, ended in enumerate(table.ended, 1)
        for seat in _players(table)
    ]
    most = max(part.points for part in rounds)
    largest = [part for part in rounds if part.points == most]
    return largest[0] if len(table.ended) > 1 and len(largest) == 1 else None


def _behind(now: Standings, by_round: Sequence[Sequence[int]]) -> SeatRound | None:
    """How far who won alone was behind after a round at the most, the first of these."""
    table, winners = now.table, now.winners
    behind = [
        SeatRound(winners[0], round_no, totals[_leaders(table, totals)[0]] - totals[winners[0]])
        for round_no, totals in enumerate(by_round, 1)
    ]
    farthest = max(behind, key=lambda part: part.points)
    return farthest if len(winners) == 1 and farthest.points else None


def _decided(now: Standings) -> Decided | None:
    """The dish that brought who won alone by points most more than those in second place, if that
    is as much as the lead at the end.
    """
    table, (first, *others) = now.table, now.winners
    rest = [seat for seat in _players(table) if seat != first]
    most = max((now.seats[seat].total for seat in rest), default=0)
    second = tuple(seat for seat in rest if now.seats[seat].total == most)
    lead = now.seats[first].total - most
    if others or not lead:
        return None
    own, theirs = made_of(now, first), [made_of(now, seat) for seat in second]
    more = {
        kind: min((own[kind] - points[kind] for points in theirs), default=0)
        for kind in {*own}.union(*theirs)
    }
    place = {kind: number for number, kind in enumerate(table.menu)}
    kind = min(more, key=lambda kind: (-more[kind], place.get(kind, len(place)), kind))
    return Decided(kind, more[kind], second) if more[kind] >= lead else None
