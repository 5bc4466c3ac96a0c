"""Say why a score is what it is, and what a scan changed of everybody's.

Rule: no score moves in silence. What a scan changed is its own seat's `own_parts` and the others'
`effects`; together they are all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.position import Table, playing
from engine.refusals import WIDTH
from engine.scoring.scorers import Scale, amounts, by_kind, colours
from engine.scoring.tray import FLIPPED, ON_WASABI
from engine.scoring.uramaki import PLACES
from engine.standings import Change, Standings, dessert_weights, moved, round_scores
from firmware.system.text import plural
from firmware.view.text_report import title_of


class Effect(NamedTuple):
    """A seat's score was moved by the scan of another, or by a command: by how much, in which
    kinds, and why.
    """

    name: str
    points: int
    kinds: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} {self.points:+d}"


def effects(made: Change, own: int | None = None) -> tuple[Effect, ...]:
    """Everybody whose score a scan changed, but for the seat whose own scan it was."""
    if not _same_game(made):
        return ()
    found = []
    pairs = zip(made.before.seats, made.after.seats, strict=True)
    for seat, (old, new) in enumerate(pairs):
        points = (new.score or 0) - (old.score or 0)
        if points and seat != own:
            kinds = moved(made, seat)
            titles = [title_of(made.after.table, kind).lower() for kind in kinds]
            whys = [_because(made, seat, kind, kinds[kind]) for kind in kinds]
            found.append(Effect(new.name, points, ", ".join(titles), ", ".join(filter(None, whys))))
    return tuple(found)


def sentences(found: Sequence[Effect]) -> str:
    """The effects in words, those of one reason together: "Red -4, Blue -4: fewest temaki"."""
    parts = []
    for why, alike in groupby(found, key=lambda one: one.why):
        parts.append(", ".join(map(str, alike)) + f": {why}" * bool(why))
    return ". ".join(parts)


def own_parts(made: Change, seat: int, kind: str) -> list[tuple[str, int]]:
    """What a scan of this kind brought its own seat: by that kind first, then by others, each with
    why. A first card brings what its seat pays for having none of a kind, too.
    """
    table, kinds = made.after.table, moved(made, seat) if _same_game(made) else {}
    if playing(table)[0].score_hands is not None:  # a set takes points from the cards it is made of
        sets = [title_of(table, one).lower() for one in kinds if one.endswith("-set")]
        return [(", ".join(sets), sum(kinds.values()))]
    if kind not in kinds and len(kinds) == 1:
        (kind,) = kinds
    points = kinds.pop(kind, 0)
    first = standing_in(made.after, seat, kind, points) if points else ""
    others = (
        (standing_in(made.after, seat, one, more) or title_of(table, one).lower(), more)
        for one, more in kinds.items()
    )
    return [(first, points), *others]


def changed(made: Change, seat: int, kind: str) -> str:
    """What else a scan changed, for the last line of a display; "" where that was all. Where the
    reason has no room it is left out, then the ends of names.
    """
    found = effects(made, seat)
    is_first = made.after.seats[seat].is_in and not made.before.seats[seat].is_in
    parts = own_parts(made, seat, kind)[1:] if is_first else []
    parts += [(one.name, one.points) for one in found]
    if not parts:
        return ""
    reasons = [(one.why, one.kinds) for one in found] if len(parts) == 1 else []
    texts = [f"{found[0]}: {why}" for pair in reasons for why in pair if why]
    texts += [
        ", ".join(f"{words[:letters]} {points:+d}" for words, points in parts)
        for letters in (WIDTH, 8, 6, 4, 3, 2)
    ]
    texts.append(f"{len(parts)} scores changed")
    return next(text for text in texts if len(text) <= WIDTH)


def standing_in(now: Standings, seat: int, kind: str, more: int = 0) -> str:
    """How a seat stands among the others in a kind that compares them, after that moved its score
    by so much; "" in a kind that does not compare.
    """
    table, say = now.table, COMPARED.get(kind)
    if say is None or table.ready is None or kind not in table.menu:
        return ""
    desserts, scale = now.seats[seat].desserts or {}, table.ready.at_the_end
    if kind in desserts:
        return say(scale, dessert_weights(table), seat, desserts[kind], more)
    scores, scale = now.scores or round_scores(table), table.ready.each_round
    points = by_kind(scale, scores, seat).get(kind, 0)
    return say(scale, scores.weights, seat, points, more)


def last_kind(table: Table) -> str:
    """The kind of the card scanned last in the open round; "" where the last scan was no card."""
    return (table.last.scan.label.kind or "") if table.last and table.phase == "playing" else ""


def details(now: Standings, seat: int) -> dict[str, str]:
    """What points of the newest round are for, by kind: the seat's cards, and how it stands."""
    game, _ = playing(now.table)
    cards: dict[str, list[str]] = {}
    for laid in now.table.round.layout.trays[seat]:
        mark = laid.mark.removesuffix(ON_WASABI)
        title = laid.card.face.title + " on wasabi" * (mark != laid.mark)
        kind = FLIPPED if mark == FLIPPED else game.face(mark or laid.card.face.slug).kind
        cards.setdefault(kind, []).append(title)
    kinds = {**cards, **dict.fromkeys(COMPARED)}
    said = {
        kind: (
            _counted(cards.get(kind, ()), title_of(now.table, kind)),
            standing_in(now, seat, kind),
        )
        for kind in kinds
    }
    return {kind: "; ".join(filter(None, parts)) for kind, parts in said.items() if any(parts)}


def _counted(titles: Sequence[str], kind: str) -> str:
    """Say how many there are: "2 cards", or of each face: "2 × Egg nigiri"."""
    if {*titles} == {kind}:
        return plural(len(titles), "card")
    several = Counter(titles).items()
    return ", ".join(title if count == 1 else f"{count} × {title}" for title, count in several)


# --- the kinds that compare ---------------------------------------------------------

Say = Callable[[Scale, Sequence[int], int, int, int], str]
PLACE_NAMES = ("", "second ", "third ")


def _ranked(kind: str, noun: str) -> Say:
    """Most, second most, fewest: with those who are level."""

    def say(scale: Scale, weights: Sequence[int], seat: int, points: int, more: int) -> str:
        held = amounts(scale, weights, kind)
        levels = sorted(set(held), reverse=True)
        if not points:
            if len(levels) == 1:
                return f"all level in {noun}" if held[seat] else f"nobody has {noun}" * bool(more)
            return f"others have {'fewer' if more > 0 else 'more'} {noun}" if more else ""
        where = "fewest" if points < 0 else f"{PLACE_NAMES[levels.index(held[seat])]}most"
        return f"{'tied for ' * (held.count(held[seat]) > 1)}{where} {noun}"

    return say


def _uramaki(scale: Scale, weights: Sequence[int], seat: int, points: int, more: int) -> str:
    if points in PLACES:
        return f"{('first', 'second', 'third')[PLACES.index(points)]} place in uramaki"
    return f"places worth {points} in uramaki" if points else "no place in uramaki" * bool(more)


def _edamame(scale: Scale, weights: Sequence[int], seat: int, points: int, more: int) -> str:
    """Its own points only change with who else has some."""
    held = amounts(scale, weights, "edamame")
    others = sum(count > 0 for count in held) - (held[seat] > 0)
    have = "has" if others == 1 else "have"
    return f"{plural(others, 'opponent', 'no')} {have} edamame" if held[seat] else ""


def _soy_sauce(scale: Scale, weights: Sequence[int], seat: int, points: int, more: int) -> str:
    if not amounts(scale, weights, "soy-sauce")[seat]:
        return ""
    return "most colours with soy sauce" if points else "others have more colours"


def _tea(scale: Scale, weights: Sequence[int], seat: int, points: int, more: int) -> str:
    largest = max(colours(scale, weights)[seat])
    return f"tea with {plural(largest, 'card')} of a colour" if points else ""


COMPARED: Mapping[str, Say] = {
    "maki": _ranked("maki", "maki"),
    "temaki": _ranked("temaki", "temaki"),
    "pudding": _ranked("pudding", "puddings"),
    "uramaki": _uramaki,
    "edamame": _edamame,
    "soy-sauce": _soy_sauce,
    "tea": _tea,
}


def _same_game(made: Change) -> bool:
    before, after = made.before, made.after
    return before.table.number == after.table.number and len(before.seats) == len(after.seats)


def _because(made: Change, seat: int, kind: str, points: int) -> str:
    """Why a kind moved the score of a seat that scanned nothing."""
    if made.undone is not None:  # that is reason enough
        return ""
    if kind == "miso-soup" and points < 0:
        return "miso soup discarded"
    return standing_in(made.after, seat, kind, points) or title_of(made.after.table, kind).lower()
