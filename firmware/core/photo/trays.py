"""Put what a photo shows into the order of scans: whose tray, which nigiri on which wasabi.

The labels lie in the upper left corner of each card, so that their corners in the picture tell
where the cards lie (docs/labels.md, "For photos"). What is not clear is asked, never guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import dist, hypot, inf
from typing import NamedTuple

from engine.cards import Act
from engine.codes import Codebook, Label
from engine.refusals import Refused

Point = tuple[float, float]

SYMBOL_MM = 25 / 3  # a square of 10 mm is 12 fields across, with its rim of one
# Where a card's corners are, in mm to the right of and below its label's centre.
CARD_MM = ((-9.0, -9.0), (48.0, -9.0), (48.0, 79.0), (-9.0, 79.0))
# Where a nigiri's label lies, in mm to the right of and below the label of the wasabi under it:
# certainly, and perhaps. Cards are 57 x 88 mm; one that lies beside it is 57 mm away at least.
ON_X, ON_Y, MIDDLE_MM = (-20.0, 28.0), (8.0, 60.0), 30.0
PERHAPS_MM = 3.0
STEP = 8  # 8 cm between trays, 600 made layouts: 99 % right; by the nearest badge (1) 25 %
RIVAL_MM = 8.0  # further away by this, another wasabi or nigiri is out of the question
# From label to label within a tray; with a hand's width between two trays it is 137 and more.
REACH_MM = 125.0
# So many labels that are no card's, so near to a badge, lie there on a table sheet alone: its codes
# are 27 to 49 mm apart.
SHEET_LABELS, SHEET_MM = 3, 60.0
BESIDE = 3  # a badge lies beside a card within reach that is one of so many nearest labels


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


class SeenTray(NamedTuple):
    """The cards of a picture that belong to a badge, or all where there is none; and the nigiri
    that lies on each wasabi.

    Where `is_unclear`, a badge was left out that may be the one of these cards: somebody has to say
    whose they are. `beside` are the badges left out that lie beside cards.
    """

    badge: str | None
    cards: tuple[str, ...]
    on: Mapping[str, str]
    is_unclear: bool = False
    beside: tuple[str, ...] = ()


class Arranged(NamedTuple):
    """The codes of a photo in the order of scans, and what has to be asked: what some nigiri lie
    on, and whose the cards in `unclear` are. `left_out` are labels that lie in no tray.
    """

    codes: tuple[str, ...]
    unsure: tuple[Unsure, ...] = ()
    unclear: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def arrange(seen: Sequence[Seen], codebook: Codebook) -> Arranged:
    """Order the labels of a photo, each once: tray by tray, the badge first."""
    trays, unsure = trays_of(seen, codebook)
    codes, unclear = list[str](), list[str]()
    for tray in trays:
        cards = in_order(tray.cards, tray.on, codebook)
        if tray.is_unclear:
            unclear += cards
        else:
            codes += [tray.badge, *cards] if tray.badge else cards
    placed = {*codes, *unclear}
    left_out = dict.fromkeys(label.code for label in seen if label.code not in placed)
    return Arranged(tuple(codes), unsure, tuple(unclear), tuple(left_out))


def trays_of(
    seen: Sequence[Seen], codebook: Codebook, players: Collection[str] | None = None
) -> tuple[list[SeenTray], tuple[Unsure, ...]]:
    """Split the labels of a picture, each once, into trays by nearness. `players` are the codes of
    the badges in this game; None: of all. What only a table sheet has lies in no tray.
    """
    badges = _badges_of(seen, codebook, players)
    cards = [*{label.code: label for label in seen if _may_lie(label, codebook)}.values()]
    nearest = _nearest(badges.own, cards)
    unclear = badges.unclear(cards, nearest)
    laid: dict[Seen | None, list[Seen]] = {badge: [] for badge in badges.own}
    for card in cards:
        if card not in unclear:
            laid.setdefault(nearest.get(card), []).append(card)
    trays = [_tray_of(badge, tray, codebook) for badge, tray in laid.items()]
    if unclear:
        tray, unsure = _tray_of(None, unclear, codebook)
        beside = tuple(dict.fromkeys(badge.code for badge in badges.beside))
        trays.append((tray._replace(is_unclear=True, beside=beside), unsure))
    return [tray for tray, _ in trays], tuple(doubt for _, doubts in trays for doubt in doubts)


def _tray_of(
    badge: Seen | None, cards: Sequence[Seen], codebook: Codebook
) -> tuple[SeenTray, Iterable[Unsure]]:
    """The tray of these cards, and the nigiri in it that may lie on several wasabi."""
    covers, unsure = _covers(cards, codebook)
    on = {wasabi.code: nigiri.code for wasabi, nigiri in covers.items()}
    codes = tuple(card.code for card in cards)
    return SeenTray(badge.code if badge else None, codes, on), unsure


class _Badges(NamedTuple):
    """The badges in a picture. `own` lie with a tray. Others were left out, and where one of them
    may be a tray's, too, it `is_doubtful` whose the cards are; `beside` are those beside cards.
    """

    own: Sequence[Seen]
    beside: Sequence[Seen]
    is_doubtful: bool

    def unclear(self, cards: Sequence[Seen], nearest: Mapping[Seen, Seen]) -> Sequence[Seen]:
        """The cards that may belong to a badge that was left out: shorter steps lead to it than to
        their own, or their own is out of reach.
        """
        if not self.is_doubtful:
            return ()
        reached = _reached(self.own, cards)
        rivals = _nearest((*self.own, *self.beside), cards)
        return [card for card in cards if card not in reached or rivals[card] != nearest[card]]


def _badges_of(
    seen: Sequence[Seen], codebook: Codebook, players: Collection[str] | None
) -> _Badges:
    """Tell the badges of trays from those of a table sheet that lies in view.

    A badge is left out if it lies among labels as on a sheet; or if the picture shows labels that
    only a sheet has, such as NEXT, and the nearest label to it is no card's. That is a guess: tiles
    can be cut out, and NEXT may lie beside a player's own badge.
    """
    labels = {label: codebook.read(label.code) for label in seen}
    types = {label: means.type for label, means in labels.items() if isinstance(means, Label)}
    badges = [label for label, means in labels.items() if is_badge(means)]
    cards = {label for label, type in types.items() if type == "card"}
    others = types.keys() - cards
    has_sheet = len(others) > len(badges)
    near = {badge: _by_distance(badge, types) for badge in badges}
    by_card = {badge for badge in badges if not cards.isdisjoint(near[badge][:1])}
    seated = [badge for badge in badges if players is None or badge.code in players]
    own = [
        badge
        for badge in seated
        if (badge in by_card or not has_sheet) and not _is_crowded(badge, others - {badge})
    ]
    trays = {badge.code for badge in own}
    left_out = [badge for badge in seated if badge.code not in trays]
    beside = [
        badge
        for badge in left_out
        for card in cards.intersection(near[badge][:BESIDE])
        if _apart_mm(badge, card) < REACH_MM
    ]
    return _Badges(own, beside, bool(left_out or by_card.difference(seated)))


def _by_distance(badge: Seen, labels: Iterable[Seen]) -> list[Seen]:
    """The other labels, the nearest first."""
    others = (label for label in labels if label != badge)
    return sorted(others, key=lambda label: dist(label.centre, badge.centre))


def _is_crowded(badge: Seen, others: Iterable[Seen]) -> bool:
    """Whether a badge lies among these labels as on a table sheet."""
    return sum(_apart_mm(badge, label) < SHEET_MM for label in others) >= SHEET_LABELS


def _reached(badges: Sequence[Seen], cards: Iterable[Seen]) -> Collection[Seen]:
    """The cards that steps from card to card lead to, none of them longer than a tray's are."""
    reached, left = dict.fromkeys(badges), [*cards]
    edge = [*badges]
    while edge:
        here = edge.pop()
        there = [card for card in left if _apart_mm(here, card) < REACH_MM]
        reached |= dict.fromkeys(there)
        edge += there
        left = [card for card in left if card not in reached]
    return reached


def _apart_mm(label: Seen, other: Seen) -> float:
    """How far apart two labels are, by the size of both."""
    return (hypot(*_offset_mm(label, other.centre)) + hypot(*_offset_mm(other, label.centre))) / 2


def _nearest(badges: Iterable[Seen], cards: Iterable[Seen]) -> dict[Seen, Seen]:
    """The badge of each card: the one with the shortest way to it, in steps from card to card. A
    long step counts far more than several short ones. So a tray stays together to its far end,
    even where the next tray's badge is nearer.
    """
    whose = {badge: badge for badge in badges}
    if not whose:
        return whose
    centres = {label: label.centre for label in (*whose, *cards)}
    ways = dict.fromkeys(centres, inf) | dict.fromkeys(whose, 0.0)
    left = dict.fromkeys(centres)
    while left:
        here = min(left, key=ways.__getitem__)
        del left[here]
        for there in left:
            way = ways[here] + dist(centres[here], centres[there]) ** STEP
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
            row = place.get(act_of(card, codebook), 3)
            rows[2 if row == 1 else row].append(card)
    return [card for row in rows for card in row]


def is_badge(label: Label | Refused) -> bool:
    """Whether it says whose the next cards are: the dummy's, too."""
    return isinstance(label, Label) and label.key in ("badge", "dummy")


def _may_lie(seen: Seen, codebook: Codebook) -> bool:
    """Whether a label may be a tray's: a card's, or one that this version does not know."""
    label = codebook.read(seen.code)
    return isinstance(label, Refused) or label.type == "card"


def act_of(code: str, codebook: Codebook) -> Act:
    """What a card does to others; "" for those that do nothing, and for no card."""
    label = codebook.read(code)
    if isinstance(label, Refused) or label.game is None or label.kind is None:
        return ""
    return codebook.games[label.game].kind(label.kind).act


class _Pair(NamedTuple):
    """A nigiri that may lie on a wasabi: how far it is from where it should be, and whether that is
    near enough to be sure.
    """

    nigiri: Seen
    wasabi: Seen
    off_mm: float
    is_sure: bool


def _covers(cards: Sequence[Seen], codebook: Codebook) -> tuple[dict[Seen, Seen], Iterable[Unsure]]:
    """Find the nigiri on each wasabi, the nearest to its place first. Those in doubt are returned
    apart: another is about as near, or the place is only perhaps the right one.
    """
    pairs = [*_pairs(cards, codebook)]
    covers, doubtful = dict[Seen, Seen](), dict[Seen, Unsure]()
    for pair in sorted(pairs, key=lambda pair: (pair.off_mm, pair.is_sure)):
        nigiri, wasabi = pair.nigiri, pair.wasabi
        left = [
            other
            for other in pairs
            if other.nigiri not in covers.values() and other.wasabi not in covers
        ]
        if nigiri in doubtful or pair not in left:
            continue
        rivals = (other for other in left if (other.nigiri == nigiri) != (other.wasabi == wasabi))
        if pair.is_sure and all(rival.off_mm > pair.off_mm + RIVAL_MM for rival in rivals):
            covers[wasabi] = nigiri
        else:
            may_lie_on = (other.wasabi.code for other in left if other.nigiri == nigiri)
            doubtful[nigiri] = Unsure(nigiri.code, tuple(may_lie_on))
    return covers, doubtful.values()


def _pairs(cards: Sequence[Seen], codebook: Codebook) -> Iterator[_Pair]:
    acts = {card: act_of(card.code, codebook) for card in cards}
    for nigiri in (card for card in cards if acts[card] == "nigiri"):
        for wasabi in (card for card in cards if acts[card] == "wasabi"):
            x, y = _offset_mm(wasabi, nigiri.centre)
            if _in_place(x, y, PERHAPS_MM):
                yield _Pair(nigiri, wasabi, hypot(x, y - MIDDLE_MM), _in_place(x, y))


def _in_place(x: float, y: float, more: float = 0.0) -> bool:
    """Whether a label lies there where that of a nigiri on this wasabi does."""
    return ON_X[0] - more < x < ON_X[1] + more and ON_Y[0] - more < y < ON_Y[1] + more


def _offset_mm(label: Seen, point: Point) -> Point:
    """Where a point of the picture lies, in mm to the right of and below a label's centre.

    By the label's two mean edges: four corners so near to each other cannot tell perspective, and
    a homography would blow their errors up.
    """
    right, down = _mm_of(label.corners)
    x, y = point[0] - label.centre[0], point[1] - label.centre[1]
    area = right[0] * down[1] - right[1] * down[0]
    if not area:
        return float("inf"), float("inf")
    return (x * down[1] - y * down[0]) / area, (y * right[0] - x * right[1]) / area


def outline(corners: Sequence[Sequence[float]]) -> list[Point]:
    """The corners of the card that has a label there, in the picture; from its top left clockwise
    as the label is.
    """
    right, down = _mm_of(corners)
    x, y = (sum(side) / 4 for side in zip(*corners, strict=True))
    return [(x + u * right[0] + v * down[0], y + u * right[1] + v * down[1]) for u, v in CARD_MM]


def _mm_of(corners: Sequence[Sequence[float]]) -> tuple[Point, Point]:
    """The steps in the picture that are a millimetre to the right of a label, and below it."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    right = ((bx + cx - ax - dx) / 2 / SYMBOL_MM, (by + cy - ay - dy) / 2 / SYMBOL_MM)
    down = ((cx + dx - ax - bx) / 2 / SYMBOL_MM, (cy + dy - ay - by) / 2 / SYMBOL_MM)
    return right, down
