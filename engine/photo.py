"""Put what a photo shows into the order of scans: whose tray, which nigiri on which wasabi.

The labels lie in the upper left corner of each card, so that their corners in the picture tell
where the cards lie (docs/labels.md, "For photos"). What is not clear is asked, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import dist, hypot, inf
from typing import NamedTuple

from engine.cards import Act
from engine.codes import Codebook, Label
from engine.refusals import Refused

Point = tuple[float, float]

SYMBOL_MM = 25 / 3  # a square of 10 mm is 12 fields across, with its rim of one
# Where a nigiri's label lies, in mm to the right of and below the label of the wasabi under it:
# certainly, and perhaps. Cards are 57 x 88 mm; one that lies beside it is 57 mm away at least.
ON_X, ON_Y, MIDDLE_MM = (-20.0, 28.0), (8.0, 60.0), 30.0
PERHAPS_MM = 3.0
STEP = 8  # 8 cm between trays, 600 made layouts: 99 % right; by the nearest badge (1) 25 %
RIVAL_MM = 8.0  # further away by this, another wasabi or nigiri is out of the question


class Seen(NamedTuple):
    """A label in a picture; its corners in pixels, from the upper left one clockwise as printed."""

    code: str
    corners: tuple[Point, ...]

    @property
    def centre(self) -> Point:
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4


class Unsure(NamedTuple):
    """A nigiri that is taken for a loose one, and each wasabi that it may lie on."""

    nigiri: str
    wasabi: tuple[str, ...]


class Tray(NamedTuple):
    """The cards of a picture that belong to a badge, or all where there is none; and the nigiri
    that lies on each wasabi.
    """

    badge: str | None
    cards: tuple[str, ...]
    on: Mapping[str, str]


class Arranged(NamedTuple):
    """The codes of a photo in the order of scans, and what has to be asked."""

    codes: tuple[str, ...]
    unsure: tuple[Unsure, ...] = ()


def arrange(seen: Sequence[Seen], codebook: Codebook) -> Arranged:
    """Order the labels of a photo, each once: tray by tray, the badge first."""
    trays, unsure = trays_of(seen, codebook)
    codes = list[str]()
    for badge, cards, on in trays:
        codes += [badge] if badge else []
        codes += in_order(cards, on, codebook)
    return Arranged(tuple(codes), unsure)


def trays_of(seen: Sequence[Seen], codebook: Codebook) -> tuple[list[Tray], tuple[Unsure, ...]]:
    """Split the labels of a picture, each once, into trays by nearness."""
    once = _off_the_sheet([*{one.code: one for one in seen}.values()], codebook)
    badges = [one for one in once if _is_badge(codebook.read(one.code))]
    trays: dict[Seen | None, list[Seen]] = {badge: [] for badge in badges}
    nearest = _nearest(badges, once)
    for one in once:
        if one not in trays:
            trays.setdefault(nearest.get(one), []).append(one)
    found, unsure = list[Tray](), list[Unsure]()
    for badge, tray in trays.items():
        acts = {one: act_of(one.code, codebook) for one in tray}
        covers, asked = _covers(
            [one for one in tray if acts[one] == "nigiri"],
            [one for one in tray if acts[one] == "wasabi"],
        )
        on = {under.code: over.code for under, over in covers.items()}
        found.append(Tray(badge and badge.code, tuple(one.code for one in tray), on))
        unsure += asked
    return found, tuple(unsure)


def _off_the_sheet(seen: Sequence[Seen], codebook: Codebook) -> Sequence[Seen]:
    """All but the badges on a table sheet: other labels, which none but a sheet has, show that one
    is in view, and the nearest label to such a badge is no card's.
    """
    labels = {one: codebook.read(one.code) for one in seen}
    types = {one: label.type for one, label in labels.items() if isinstance(label, Label)}
    badges = {one for one, label in labels.items() if _is_badge(label)}
    if all(one in badges or type == "card" for one, type in types.items()):
        return seen
    return [
        one
        for one in seen
        if one not in badges
        or types[min(types, key=lambda by: (by == one, dist(by.centre, one.centre)))] == "card"
    ]


def _nearest(badges: Iterable[Seen], seen: Iterable[Seen]) -> dict[Seen, Seen]:
    """The badge of each card: from there the way is the shortest, in steps from card to card of
    which a long one is far worse than several short ones. So a tray is one to its other end, which
    may be nearer to the next tray's badge.
    """
    whose = {badge: badge for badge in badges}
    if not whose:
        return whose
    at = {one: one.centre for one in seen}
    ways = dict.fromkeys(at, inf) | dict.fromkeys(whose, 0.0)
    left = dict.fromkeys(at)
    while left:
        here = min(left, key=ways.__getitem__)
        del left[here]
        for there in left:
            way = ways[here] + dist(at[here], at[there]) ** STEP
            if way < ways[there]:
                ways[there], whose[there] = way, whose[here]
    return whose


def in_order(cards: Iterable[str], on: Mapping[str, str], codebook: Codebook) -> list[str]:
    """A tray's cards in the order of scans: loose nigiri, each wasabi and what lies on it, the
    rest. An order asks what it copies, so it comes when all else lies there.
    """
    place: dict[Act, int] = {"nigiri": 0, "wasabi": 1, "special-order": 4}
    rows: list[list[str]] = [[], [], [], [], []]
    under, over = dict(on), [*on.values()]
    for card in cards:
        if card in under:
            rows[1] += [card, under.pop(card)]
        elif card in over:
            over.remove(card)
        else:
            at = place.get(act_of(card, codebook), 3)
            rows[2 if at == 1 else at].append(card)
    return [card for row in rows for card in row]


def _is_badge(label: Label | Refused) -> bool:
    return isinstance(label, Label) and label.key in ("badge", "dummy")


def act_of(code: str, codebook: Codebook) -> Act:
    """What a card does to others; "" for those that do nothing, and for no card."""
    label = codebook.read(code)
    if isinstance(label, Refused) or label.game is None or label.kind is None:
        return ""
    return codebook.games[label.game].kind(label.kind).act


def _covers(
    nigiri: Iterable[Seen], wasabi: Sequence[Seen]
) -> tuple[dict[Seen, Seen], Iterable[Unsure]]:
    """The nigiri on each wasabi, the nearest to its place first; and what may be otherwise: where
    another is about as near, or the place is only perhaps the right one.
    """
    pairs = {}
    for over in nigiri:
        for under in wasabi:
            x, y = _offset_mm(under, over.centre)
            if _in_place(x, y, PERHAPS_MM):
                pairs[over, under] = hypot(x, y - MIDDLE_MM), _in_place(x, y)
    covers, asked = dict[Seen, Seen](), dict[Seen, Unsure]()
    for (over, under), (far, certain) in sorted(pairs.items(), key=lambda pair: pair[1]):
        left = {
            pair: how_far
            for pair, (how_far, _) in pairs.items()
            if pair[0] not in covers.values() and pair[1] not in covers
        }
        if over in asked or (over, under) not in left:
            continue
        rivals = [at for pair, at in left.items() if (pair[0] == over) != (pair[1] == under)]
        if certain and all(rival > far + RIVAL_MM for rival in rivals):
            covers[under] = over
        else:
            asked[over] = Unsure(over.code, tuple(one.code for by, one in left if by == over))
    return covers, asked.values()


def _in_place(x: float, y: float, more: float = 0.0) -> bool:
    """Whether a label lies there where that of a nigiri on this wasabi does."""
    return ON_X[0] - more < x < ON_X[1] + more and ON_Y[0] - more < y < ON_Y[1] + more


def _offset_mm(label: Seen, point: Point) -> Point:
    """Where a point of the picture lies, in mm to the right of and below a label's centre.

    By the label's two mean edges: four corners so near to each other cannot tell perspective, and
    a homography would blow their errors up.
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = label.corners
    right = ((bx + cx - ax - dx) / 2 / SYMBOL_MM, (by + cy - ay - dy) / 2 / SYMBOL_MM)
    down = ((cx + dx - ax - bx) / 2 / SYMBOL_MM, (cy + dy - ay - by) / 2 / SYMBOL_MM)
    x, y = point[0] - label.centre[0], point[1] - label.centre[1]
    area = right[0] * down[1] - right[1] * down[0]
    if not area:
        return float("inf"), float("inf")
    return (x * down[1] - y * down[0]) / area, (y * right[0] - x * right[1]) / area
