"""Work out why a score is what it is, and what a scan changed of everybody's.

Rule: no score moves in silence. What a scan changed is its own seat's `parts` and the others'
`effects`; together they are all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.cards import Game
from engine.causes import Cause, Comparison
from engine.events import Accepted, CardFlipped, CardLaid, RoundEnded
from engine.position import playing
from engine.scoring.scorers import by_kind, colours, columns
from engine.scoring.tray import FLIPPED, ON_WASABI, counts_as
from engine.standings import (
    Change,
    Standings,
    dessert_weights,
    made_of,
    moved,
    round_scores,
)
from firmware.common.facts.effects import (
    CardCount,
    Detail,
    Effect,
    Explained,
    Part,
    TieBreak,
)
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.sheets import Changed


def explain(outcome: Outcome) -> Explained:
    """An outcome with what it did to every score."""
    result, change = outcome.result, outcome.change
    if not isinstance(result, Accepted):
        return Explained(outcome)
    is_own = change.brought is not None and change.undone is None
    own = result.seat if is_own else None
    own_parts = _parts_of(result, change) if own is not None else ()
    is_end = isinstance(result.event, RoundEnded) and change.after.table.phase == "finished"
    tie = tie_break(change.after) if is_end else None
    return Explained(outcome, own_parts, effects(change, own), tie)


def _parts_of(result: Accepted, change: Change) -> tuple[Part, ...]:
    """What a card brought the seat that it was for."""
    event, label = result.event, result.scan.label
    if result.seat is None or (label.kind is None and label.type != "kind"):
        return ()
    is_flipped = isinstance(event, CardFlipped) or (isinstance(event, CardLaid) and event.flipped)
    kind = FLIPPED if is_flipped else label.kind or label.slug
    return tuple(parts(change, result.seat, kind))


def movers(change: Change, own: int | None = None) -> list[tuple[int, int]]:
    """Each seat whose score a scan moved, and by how much; not `own`, whose scan it was."""
    before, after = change.before, change.after
    if before.table.number != after.table.number or len(before.seats) != len(after.seats):
        return []  # another game's
    pairs = zip(before.seats, after.seats, strict=True)
    by = change.brought or [(new.score or 0) - (old.score or 0) for old, new in pairs]
    return [(seat, points) for seat, points in enumerate(by) if points and seat != own]


def effects(change: Change, own: int | None = None) -> tuple[Effect, ...]:
    """What a scan did to the scores of the others, and why."""
    return tuple(effect(change, seat, points) for seat, points in movers(change, own))


def effect(change: Change, seat: int, points: int) -> Effect:
    """What a scan did to the score of one seat, and why."""
    table, kinds = change.after.table, moved(change, seat)
    game, _ = playing(table)
    causes: list[Cause] = []
    if change.undone is None:  # that is cause enough
        causes = [_because(change, seat, kind, kinds[kind]) for kind in kinds]
    return Effect(game, table.seats[seat], points, tuple(kinds), tuple(causes))


def changed(change: Change, own: int) -> Changed | None:
    """What else a scan changed; why, where that was the score of one seat."""
    seats = movers(change, own)
    if not seats:
        return None
    if len(seats) == 1:
        return Changed((effect(change, *seats[0]),), is_all=False)
    table = change.after.table
    game, _ = playing(table)
    others = tuple(Effect(game, table.seats[seat], points) for seat, points in seats)
    return Changed(others, len(others) == len(table.seats) - 1)


def parts(change: Change, seat: int, kind: str) -> list[Part]:
    """What a scan of this kind brought its own seat: by that kind first, then by others, each with
    why. A first card brings what its seat pays for having none of a kind, too.
    """
    game, kinds = playing(change.after.table)[0], moved(change, seat)
    if game.score_hands is not None:  # a set takes points from the cards it is made of
        faces = {kind.slug for kind in game.kinds}
        sets = [
            Cause(slug, "set-broken" if more < 0 else "")
            for slug, more in kinds.items()
            if slug not in faces
        ]
        return [Part(sum(kinds.values()), tuple(sets))]
    if kind not in kinds and len(kinds) == 1 and not any(_compares(game, slug) for slug in kinds):
        (kind,) = kinds  # the nigiri on a wasabi
    points = kinds.pop(kind, 0)
    cause = compared(change.after, seat, kind, points) if points else None
    if _is_miso(game, kind) and not points:
        cause = Cause(kind, "discarded")
    first = Part(points, (cause,) if cause else ())
    others = (
        Part(more, (compared(change.after, seat, slug, more) or Cause(slug),))
        for slug, more in kinds.items()
    )
    return [first, *others]


def compared(now: Standings, seat: int, kind: str, more: int = 0) -> Cause | None:
    """How a seat stands among the others in a kind that compares them, after that moved its score
    by so much; None in a kind that does not compare, and in desserts until they count.
    """
    table = now.table
    if table.ready is None or kind not in table.menu:
        return None
    scorer = playing(table)[0].scorer(kind)
    if scorer is None or scorer.compare is None:
        return None
    if kind in playing(table)[0].at_the_end:
        desserts = now.seats[seat].desserts
        if desserts is None:
            return None
        weights: Sequence[int] = dessert_weights(table)
        scale, points = table.ready.at_the_end, desserts.get(kind, 0)
    else:
        scores, scale = now.scores or round_scores(table), table.ready.each_round
        weights, points = scores.weights, by_kind(scale, scores, seat).get(kind, 0)
    shades = colours(scale, weights) if scorer.colours else ()
    held = columns(scale, weights, kind)
    return scorer.compare(Comparison(kind, held, shades, seat, points, more))


def _compares(game: Game, kind: str) -> bool:
    scorer = game.scorer(kind)
    return scorer is not None and scorer.compare is not None


def tie_break(now: Standings) -> TieBreak | None:
    """What told the winners from who had as many points; None if nothing did, or had to."""
    table, first = now.table, now.seats[now.winners[0]]
    level = [seat for seat in now.seats if seat.badge and seat.total == first.total]
    if table.game is None or all(seat.place == 1 for seat in level):
        return None
    dessert = next(slug for slug in table.menu if slug in table.game.at_the_end)
    most = max(seat.dessert_cards for seat in level if seat.place != 1)
    return TieBreak(table.game, dessert, first.dessert_cards, most)


def points_of(now: Standings, seat: int) -> tuple[dict[str, int], bool]:
    """A seat's points by kind: of the newest round, or (True) of a game that is over."""
    table, (_, ready) = now.table, playing(now.table)
    if now.scores is not None:
        is_in = now.seats[seat].is_in
        return (by_kind(ready.each_round, now.scores, seat) if is_in else {}), False
    if table.phase == "scored":
        return dict(table.ended[-1].by[seat]), False
    return dict(made_of(now, seat)), True


def details(now: Standings, seat: int) -> dict[str, Detail]:
    """What points of the newest round are for, by kind: how a seat stands, and with which cards. Of
    a dessert all that are kept.
    """
    table, (game, _) = now.table, playing(now.table)
    now = now._replace(scores=now.scores or round_scores(table))
    is_open = table.phase == "playing"
    lying = [
        laid
        for laid in table.round.layout.trays[seat]
        if is_open or counts_as(game, laid) not in game.at_the_end
    ]
    cards: dict[str, Counter[tuple[str, bool]]] = {}
    for laid in (*table.kept[seat], *lying):
        face = laid.card.face.slug, laid.mark.endswith(ON_WASABI)
        cards.setdefault(counts_as(game, laid), Counter())[face] += 1
    compared_kinds = [kind for kind in table.menu if _compares(game, kind)]
    by_slug = {
        kind: Detail(
            compared(now, seat, kind),
            tuple(CardCount(*face, number) for face, number in cards.get(kind, Counter()).items()),
        )
        for kind in {**cards, **dict.fromkeys(compared_kinds)}
    }
    return {kind: detail for kind, detail in by_slug.items() if any(detail)}


def _is_miso(game: Game, slug: str) -> bool:
    return any(kind.slug == slug and kind.act == "miso" for kind in game.kinds)


def _because(change: Change, seat: int, kind: str, points: int) -> Cause:
    """Why a kind moved the score of a seat that scanned nothing."""
    if _is_miso(playing(change.after.table)[0], kind):
        return Cause(kind, "soup-discarded" if points < 0 else "soup-counts-again")
    return compared(change.after, seat, kind, points) or Cause(kind)
