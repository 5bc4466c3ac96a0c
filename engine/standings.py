"""A position -> points: of the open round, of the desserts kept, in all, and who won."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import By
from engine.position import Ready, Table, playing
from engine.scoring.scorers import Scores, by_kind, score
from engine.scoring.tray import Layout
from engine.scoring.uramaki import pay


class Standing(NamedTuple):
    """One seat: `total` is banked, `live` what it would be if the open round ended now.

    `desserts` are None until the game is finished, `place` too and for the dummy.
    """

    total: int
    live: int
    desserts: By | None = None
    dessert_cards: int = 0
    place: int | None = None


def weigh(ready: Ready, layout: Layout, before: Scores | None = None) -> tuple[int, ...]:
    """Each seat's tray and the places it took in the uramaki race, as one weight.

    A tray that is the very same as it was `before` weighs what it did.
    """
    weights, old = ready.each_round.weights, before.layout if before else None
    if before is not None and old is not None and not (old.claims or layout.claims):
        return tuple(
            weight if tray is was else sum([weights[laid.mark] for laid in tray])
            for tray, was, weight in zip(layout.trays, old.trays, before.weights, strict=True)
        )
    sums = [sum([weights[laid.mark] for laid in tray]) for tray in layout.trays]
    if layout.claims:
        place, paid = weights["+uramaki-places"], weights["+uramaki-paid"]
        for claim, points in zip(layout.claims, pay(layout.claims), strict=True):
            sums[claim.seat] += place + (points or 0) * paid
    return tuple(sums)


def round_scores(table: Table, before: Scores | None = None) -> Scores:
    """What the open round would bring if it ended now.

    With the scores of an earlier moment of the same round, only what changed is worked out.
    """
    game, ready = playing(table)
    layout = table.round.layout
    if game.reckon is not None:
        by = tuple(game.reckon([[laid.mark for laid in tray] for tray in layout.trays]))
        return Scores((), [], [sum(one.values()) for one in by], by)
    return score(ready.each_round, weigh(ready, layout, before), before, layout)


def round_by(table: Table, scores: Scores) -> tuple[By, ...]:
    """The same by kind, for every seat."""
    _, ready = playing(table)
    return tuple(by_kind(ready.each_round, scores, seat) for seat in range(len(table.seats)))


def dessert_by(table: Table) -> tuple[By, ...]:
    """What the desserts kept so far are worth, by kind, for every seat."""
    _, ready = playing(table)
    weights = ready.at_the_end.weights
    scores = score(
        ready.at_the_end, tuple(sum(weights[laid.mark] for laid in seat) for seat in table.kept)
    )
    return tuple(by_kind(ready.at_the_end, scores, seat) for seat in range(len(table.seats)))


def standings(table: Table, scores: Scores | None = None) -> tuple[Standing, ...]:
    """Every seat's points and place; `scores` are the open round's, where they are at hand."""
    if table.ready is None:
        return tuple(Standing(0, 0) for _ in table.seats)
    totals = [sum(ended.points[seat] for ended in table.ended) for seat in range(len(table.seats))]
    if table.phase == "playing":
        scores = scores or round_scores(table)
        return tuple(
            Standing(total, total + more) for total, more in zip(totals, scores.totals, strict=True)
        )
    if table.phase == "scored":
        return tuple(Standing(total, total) for total in totals)
    return _final(table, totals)


def _final(table: Table, totals: list[int]) -> tuple[Standing, ...]:
    """Desserts are added; most points win, then most kept dessert cards ("Ending the game")."""
    desserts = dessert_by(table)
    cards = [len(kept) for kept in table.kept]
    totals = [total + sum(by.values()) for total, by in zip(totals, desserts, strict=True)]
    keys = list(zip(totals, cards, strict=True))
    players = [key for key, seat in zip(keys, table.seats, strict=True) if seat.badge]
    return tuple(
        Standing(
            total,
            total,
            by,
            kept,
            1 + sum(other > (total, kept) for other in players) if seat.badge else None,
        )
        for total, by, kept, seat in zip(totals, desserts, cards, table.seats, strict=True)
    )
