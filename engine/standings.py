"""Score a position; compare those before and after a scan.

Rule 1: a position is scored once; everything that is shown of points comes from here.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import By
from engine.events import Accepted, Undone
from engine.position import LastScan, Ready, Table, playing
from engine.scoring.scorers import Scores, by_kind, score
from engine.scoring.tray import Layout
from engine.scoring.uramaki import pay

CARDS = ("card", "face", "kind", "photo")  # labels that lay or claim something


class Standing(NamedTuple):
    """One seat. `total` is what the ended rounds brought, in the end with the desserts; `live` what
    it would be if the open round ended now, `banked` what it was before the round just scored.

    `score` is what is shown: live, but as long as none of the seat's cards lies in the open round
    (`is_in` False) its total, as live is then what it pays for having none; None before its first
    card of the game. `desserts` are None until the game is finished, and where it has none; `place`
    is None until then and for the dummy.
    """

    name: str
    badge: str | None
    total: int = 0
    live: int = 0
    banked: int = 0
    score: int | None = None
    is_in: bool = False
    desserts: By | None = None
    dessert_cards: int = 0
    place: int | None = None

    @property
    def dessert_points(self) -> int:
        return sum((self.desserts or {}).values())


class Standings(NamedTuple):
    """A position and its points: every seat's, and those of the open round if there is one.

    `brought` is what the scan that led here brought each seat, if that was a card of this round.
    """

    table: Table
    seats: tuple[Standing, ...]
    scores: Scores | None = None
    brought: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; none before the game is finished."""
        return tuple(seat for seat, standing in enumerate(self.seats) if standing.place == 1)


class Change(NamedTuple):
    """An accepted scan: the standings before and after it, and what it brought each seat.

    `undone` is the scan that an UNDO took back; `restored` says that this was a removal, so what
    it had taken out is back.
    """

    before: Standings
    after: Standings
    brought: tuple[int, ...] | None = None
    undone: LastScan | None = None
    restored: bool = False


def made_of(now: Standings, seat: int) -> Counter[str]:
    """What a seat's score is made of: points by kind, of all rounds and of the desserts."""
    stand, points = now.seats[seat], Counter[str]()
    for ended in now.table.ended:
        points.update(ended.by[seat])
    if now.scores is not None and stand.is_in:
        points.update(by_kind(playing(now.table)[1].each_round, now.scores, seat))
    points.update(stand.desserts or {})
    return points


def moved(made: Change, seat: int) -> By:
    """By how much each kind moved a seat's score; the sum is the difference of the scores."""
    points = made_of(made.after, seat)
    points.subtract(made_of(made.before, seat))
    return {kind: more for kind, more in points.items() if more}


def weigh(ready: Ready, layout: Layout) -> list[int]:
    """Each seat's tray and the places it took in the uramaki race, as one weight."""
    weights = ready.each_round.weights
    sums = []
    for tray in layout.trays:  # plain loops: sum() leaves its fast path where numbers are as large
        weight = 0
        for laid in tray:
            weight += weights[laid.mark]
        sums.append(weight)
    if layout.claims:
        place, paid = weights["+uramaki-places"], weights["+uramaki-paid"]
        for claim, points in zip(layout.claims, pay(layout.claims), strict=True):
            sums[claim.seat] += place + (points or 0) * paid
    return sums


def round_scores(table: Table) -> Scores:
    """What the open round would bring if it ended now."""
    game, ready = playing(table)
    layout = table.round.layout
    if game.score_hands is not None:
        by = tuple(game.score_hands([[laid.mark for laid in tray] for tray in layout.trays]))
        return Scores((), (), [sum(points.values()) for points in by], by)
    return score(ready.each_round, weigh(ready, layout))


def round_by(table: Table, scores: Scores) -> tuple[By, ...]:
    """Split the scores of a round by kind, for every seat."""
    _, ready = playing(table)
    return tuple(by_kind(ready.each_round, scores, seat) for seat in range(len(table.seats)))


def standings(table: Table, before: Standings | None = None) -> Standings:
    """Score a position. `before` is the one that its last scan met, if that is scored already."""
    now = _points(table)
    if now.scores is None or table.last is None or table.last.scan.label.type not in CARDS:
        return now
    return now._replace(brought=_more(now, before or _points(table.past[-1])))


def _points(table: Table) -> Standings:
    """Score a position by itself."""
    if table.ready is None:
        return Standings(table, tuple(Standing(seat.name, seat.badge) for seat in table.seats))
    totals = [0] * len(table.seats)
    for ended in table.ended:
        totals = [total + more for total, more in zip(totals, ended.points, strict=True)]
    if table.phase == "playing":
        scores = round_scores(table)
        seats = _so_far(table, totals, scores.totals)
        return Standings(table, seats, scores)
    if table.phase == "scored":
        return Standings(table, _scored(table, totals))
    return Standings(table, _final(table, totals))


def _so_far(table: Table, totals: Sequence[int], more: Sequence[int]) -> tuple[Standing, ...]:
    """The seats during a round that would bring them so much more."""
    layout = table.round.layout
    are_in = [bool(tray) for tray in layout.trays]
    for claim in layout.claims:
        are_in[claim.seat] = True
    for turn in table.round.turns:  # a menu lies in no tray
        for play in turn.reveals:
            if play:
                are_in[play.seat] = True
    standings = []
    for (badge, name), total, gained, is_in in zip(table.seats, totals, more, are_in, strict=True):
        live = total + gained
        score = live if is_in else total if table.ended else None
        standings.append(Standing(name, badge, total, live, total, score, is_in))
    return tuple(standings)


def _scored(table: Table, totals: Sequence[int]) -> tuple[Standing, ...]:
    """The seats between two rounds."""
    fresh = table.ended[-1].points
    return tuple(
        Standing(seat.name, seat.badge, total, total, total - more, total)
        for seat, total, more in zip(table.seats, totals, fresh, strict=True)
    )


def change(before: Standings, accepted: Accepted, after: Table) -> Change:
    """What an accepted scan did to the points."""
    if not isinstance(accepted.event, Undone):
        now = standings(after, before)
        return Change(before, now, now.brought)
    now, undone = standings(after), before.table.last
    brought = _more(now, before)
    return Change(before, now, brought, undone, bool(undone and undone.removed))


def _more(now: Standings, before: Standings) -> tuple[int, ...] | None:
    """How much more each seat's score is than before; None where no round was open."""
    if now.scores is None or before.scores is None:
        return None
    pairs = zip(now.seats, before.seats, strict=True)
    return tuple((new.score or 0) - (old.score or 0) for new, old in pairs)


def dessert_weights(table: Table) -> list[int]:
    """Each seat's kept desserts, as one weight."""
    weights = playing(table)[1].at_the_end.weights
    return [sum(weights[laid.mark] for laid in kept) for kept in table.kept]


def _final(table: Table, totals: list[int]) -> tuple[Standing, ...]:
    """Desserts are added; most points win, then most kept dessert cards ("Ending the game")."""
    game, ready = playing(table)
    scale = ready.at_the_end
    scores = score(scale, dessert_weights(table))
    desserts = [by_kind(scale, scores, seat) for seat in range(len(table.seats))]
    cards = [len(kept) for kept in table.kept]
    totals = [total + sum(by.values()) for total, by in zip(totals, desserts, strict=True)]
    keys = list(zip(totals, cards, strict=True))
    players = [key for key, seat in zip(keys, table.seats, strict=True) if seat.badge]
    return tuple(
        Standing(
            *(seat.name, seat.badge, total, total, total, total),
            desserts=by if game.at_the_end else None,
            dessert_cards=kept,
            place=1 + sum(other > (total, kept) for other in players) if seat.badge else None,
        )
        for total, by, kept, seat in zip(totals, desserts, cards, table.seats, strict=True)
    )
