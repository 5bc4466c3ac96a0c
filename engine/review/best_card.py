"""Find each player's best single card: which card of a tray had better been another, now that the
round is over and all trays lie open. The ruling is in docs/protocol-notes.md, "What decided the
game".

Rule 1: everything follows from the position; nothing is kept.
Rule 2: only what the open trays make certain is found, not what drafting made possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.cards import Card, Face, Game
from engine.live.turn import plays
from engine.locate import out
from engine.position import Ready, Table, playing
from engine.scoring.scorers import score
from engine.scoring.tray import (
    FLIPPED,
    NEVER_STAY,
    Laid,
    Tray,
    change,
    dip,
    loose,
    uncovered,
)
from engine.scoring.uramaki import TARGET
from engine.standings import weigh

# What they would have done is a guess: a miso soup might have been discarded.
NEVER_GAINED = ("special-order", "miso", *NEVER_STAY)


class BestCard(NamedTuple):
    """A face in place of another, both by slug, in the tray of a seat: so much more its total would
    be, `in_round` of that by the round's points, and these seats would lead, or have won.
    """

    seat: int
    lost: str
    gained: str
    more: int
    in_round: int
    leaders: tuple[int, ...]


def best_cards(table: Table) -> tuple[BestCard, ...]:
    """The best card of each player whom one would have brought a point; of none while a round is
    open.
    """
    return tuple(best for best in search(table) if best is not None)


def search(table: Table) -> Iterator[BestCard | None]:
    """The same, in short steps; None: not yet another."""
    if table.phase not in ("scored", "finished"):
        return
    closed = _closed(table)
    for seat, sat in enumerate(table.seats):
        if sat.badge is None:
            continue
        best: tuple[_Rank, BestCard] | None = None
        for laid in closed.exchangeable(seat):
            for face in closed.faces_for(seat, laid):
                ranked = closed.ranked(seat, laid, face)
                if ranked is not None and (best is None or ranked[0] > best[0]):
                    best = ranked
                yield None
        if best is not None:
            yield best[1]


class Points(NamedTuple):
    """What a round, and the desserts if it was the last, come to: each seat's points of the round,
    its total, and the dessert cards that decide between equal totals.
    """

    of_round: Sequence[int]
    totals: Sequence[int]
    dessert_cards: Sequence[int]


_Rank = tuple[int, int, int, int]


class _Closed(NamedTuple):
    """A round that is over, prepared for exchanges: what the earlier ones brought, each seat's
    weight in this one, the desserts kept before it; which cards were copied, how many of each face
    are in sight, and the faces of the menu in its order.
    """

    table: Table
    game: Game
    ready: Ready
    banked: Sequence[int]
    weights: Sequence[int]
    kept: Sequence[Tray]
    copied: frozenset[int | None]
    in_sight: Mapping[Face, int]
    order: Mapping[Face, int]
    without: Points

    @property
    def is_last(self) -> bool:
        """Whether the desserts count now."""
        return self.table.phase == "finished"

    def is_dessert(self, face: Face) -> bool:
        return face.kind in self.game.at_the_end

    def exchangeable(self, seat: int) -> Iterator[Laid]:
        """The cards of a tray that can be given up."""
        for laid in self.table.round.layout.trays[seat]:
            face = laid.card.face
            is_free = laid.mark != FLIPPED and laid.id not in self.copied
            is_settled = self.is_last or not self.is_dessert(face)
            if is_free and is_settled and self.ready.acts[face.slug] != "special-order":
                yield laid

    def faces_for(self, seat: int, laid: Laid) -> Iterator[Face]:
        """What can lie in a card's place."""
        lost = laid.card.face
        for face in self.order:
            act = self.ready.acts[face.slug]
            if face == lost or act in NEVER_GAINED or self.in_sight[face] >= face.copies:
                continue
            if self.is_dessert(face) and not (self.is_last and self._has_dessert(lost)):
                continue
            if act == "uramaki" and not self._stays(seat, laid, face):
                continue
            yield face

    def _has_dessert(self, lost: Face) -> bool:
        """Whether the deck has a dessert for a card of that face: of those shuffled in, if any
        are, or that card itself.
        """
        rounds, seats = range(1, self.game.rounds + 1), len(self.table.seats)
        shuffled_in = sum(self.game.shuffled_in(round_no, seats) for round_no in rounds)
        if not shuffled_in or self.is_dessert(lost):
            return True
        seen = sum(count for face, count in self.in_sight.items() if self.is_dessert(face))
        return seen < shuffled_in

    def _stays(self, seat: int, laid: Laid, face: Face) -> bool:
        """Whether a uramaki would lie in the tray to the end: when it would have taken a place, or
        have been part of one that was taken, nobody knows.
        """
        icons, layout = self.ready.icons, self.table.round.layout
        others = (other.mark for other in layout.trays[seat] if other.id != laid.id)
        total = icons[face.slug] + sum(icons.get(mark, 0) for mark in others)
        return total < TARGET and all(claim.seat != seat for claim in layout.claims)

    def ranked(self, seat: int, laid: Laid, face: Face) -> tuple[_Rank, BestCard] | None:
        """What an exchange brings, and how it stands among others; None for less than a point."""
        tray = exchanged(self.table.round.layout.trays[seat], laid, face, self.ready)
        if self.game.limit and len(tray) > self.game.limit([other.mark for other in tray]):
            return None
        points = self.points(seat, tray)
        more = points.totals[seat] - self.without.totals[seat]
        if more < 1:
            return None
        seats = enumerate(self.table.seats)
        others = (points.totals[other] for other, sat in seats if sat.badge and other != seat)
        lost = laid.card.face
        rank = (
            more,
            points.totals[seat] - max(others, default=0),
            -self.order[face],
            -self.order[lost],
        )
        in_round = points.of_round[seat] - self.without.of_round[seat]
        return rank, BestCard(seat, lost.slug, face.slug, more, in_round, self.first(points))

    def first(self, points: Points) -> tuple[int, ...]:
        """The players with most points, and of these those with most dessert cards that count."""
        stands = {
            seat: (points.totals[seat], points.dessert_cards[seat])
            for seat, sat in enumerate(self.table.seats)
            if sat.badge
        }
        return tuple(seat for seat, stand in stands.items() if stand == max(stands.values()))

    def points(self, seat: int, tray: Tray) -> Points:
        """What the round comes to with this tray."""
        trays = self.table.round.layout.trays
        trays = (*trays[:seat], tray, *trays[seat + 1 :])
        of_round = self._of_round(seat, trays)
        totals = [sum(pair) for pair in zip(self.banked, of_round, strict=True)]
        if not self.is_last or not self.game.at_the_end:
            return Points(of_round, totals, [0] * len(trays))
        weights = self.ready.at_the_end.weights
        marks = [
            [laid.mark for laid in (*kept, *tray) if laid.mark and laid.mark in weights]
            for kept, tray in zip(self.kept, trays, strict=True)
        ]
        desserts = score(
            self.ready.at_the_end, [sum(weights[mark] for mark in seat) for seat in marks]
        )
        totals = [sum(pair) for pair in zip(totals, desserts.totals, strict=True)]
        return Points(of_round, totals, [len(seat) for seat in marks])

    def _of_round(self, seat: int, trays: Sequence[Tray]) -> Sequence[int]:
        if self.game.score_hands is not None:
            by = self.game.score_hands([[laid.mark for laid in tray] for tray in trays])
            return [sum(points.values()) for points in by]
        weights = [*self.weights]
        weight_of = self.ready.each_round.weights
        weights[seat] += sum(weight_of[laid.mark] for laid in trays[seat])
        weights[seat] -= sum(weight_of[laid.mark] for laid in self.table.round.layout.trays[seat])
        return score(self.ready.each_round, weights).totals


def exchanged(tray: Tray, lost: Laid, face: Face, ready: Ready) -> Tray:
    """The tray with a card of that face in the place of another. Nothing else moves, but a nigiri
    that lay on the lost wasabi lies loose, and the best loose one lies on a new wasabi.
    """
    acts, new = ready.acts, Laid(lost.id, Card(face, 0), face.slug, turn=lost.turn)
    tray = tuple(dip(laid, None) if laid.on == lost.id else laid for laid in change(tray, new))
    if acts[new.mark] == "nigiri" and (free := uncovered(tray, acts)):
        return change(tray, dip(new, free[0].id))
    if acts[new.mark] == "wasabi" and (nigiri := loose(tray, acts)):
        best = max(nigiri, key=lambda laid: sum(n for _, n in ready.faces[laid.mark].adds))
        return change(tray, dip(best, new.id))
    return tray


def _closed(table: Table) -> _Closed:
    game, ready = playing(table)
    layout, seats = table.round.layout, range(len(table.seats))
    desserts = ready.at_the_end.weights
    kept = [
        kept[: len(kept) - sum(bool(laid.mark) and laid.mark in desserts for laid in tray)]
        for kept, tray in zip(table.kept, layout.trays, strict=True)
    ]
    if game.reshuffled:
        lying = [laid.card for tray in (*layout.trays, *kept) for laid in tray]
        cards = [*lying, *out(table)]
    else:  # every card played so far is either kept or set aside
        cards = [*(laid.card for tray in table.kept for laid in tray), *table.spent]
    weights = () if game.score_hands else weigh(ready, layout)
    closed = _Closed(
        table=table,
        game=game,
        ready=ready,
        banked=[sum(ended.points[seat] for ended in table.ended[:-1]) for seat in seats],
        weights=weights,
        kept=kept,
        copied=frozenset(_copied(table)),
        in_sight=Counter(card.face for card in cards),
        order={
            face: number
            for number, face in enumerate(
                face for slug in table.menu for face in game.kind(slug).faces
            )
        },
        without=Points((), (), ()),
    )
    return closed._replace(without=closed.points(0, layout.trays[0]))


def _copied(table: Table) -> Iterator[int | None]:
    """What special orders have copied, by its id."""
    layout = table.round.layout
    claimed = (laid for claim in layout.claims for laid in claim.laid)
    discarded = (laid for _, laid in layout.discards)
    for laid in (*(laid for tray in layout.trays for laid in tray), *claimed, *discarded):
        yield laid.copies
    for turn in table.round.turns:  # one that counted as chopsticks has gone into a hand
        for play in plays(turn):
            yield play.copies
