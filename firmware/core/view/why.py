"""Say why a score is what it is, and what a scan changed of everybody's.

Rule: no score moves in silence. What a scan changed is its own seat's `own_parts` and the others'
`effects`; together they are all of it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.position import Table, playing
from engine.scoring.scorers import Scale, amounts, by_kind, colours
from engine.scoring.tray import ON_WASABI, counts_as
from engine.scoring.uramaki import PLACES
from engine.standings import Change, Standings, dessert_weights, moved, round_scores
from firmware.common.system.text import plural
from firmware.core.view.titles import title_of, unit_of
from firmware.words.line import WIDTH


class Effect(NamedTuple):
    """A seat's score was moved by the scan of another, or by a command: by how much, in which
    kinds, and why.
    """

    name: str
    points: int
    unit: str
    kinds: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} {self.points:+d}{self.unit}"


def movers(made: Change, own: int | None = None) -> list[tuple[int, int]]:
    """Each seat whose score a scan moved, and by how much; not `own`, whose scan it was."""
    before, after = made.before, made.after
    if before.table.number != after.table.number or len(before.seats) != len(after.seats):
        return []  # another game's
    pairs = zip(before.seats, after.seats, strict=True)
    by = made.brought or [(new.score or 0) - (old.score or 0) for old, new in pairs]
    return [(seat, points) for seat, points in enumerate(by) if points and seat != own]


def effects(made: Change, own: int | None = None) -> list[Effect]:
    """What a scan did to the scores of the others, and why."""
    return [effect_of(made, seat, points) for seat, points in movers(made, own)]


def effect_of(made: Change, seat: int, points: int) -> Effect:
    """What a scan did to the score of one seat, and why."""
    table, kinds = made.after.table, moved(made, seat)
    titles = ", ".join(title_of(table, kind).lower() for kind in kinds)
    whys = ", ".join(filter(None, (_because(made, seat, kind, kinds[kind]) for kind in kinds)))
    return Effect(table.seats[seat].name, points, unit_of(table), titles, whys)


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
    table, kinds = made.after.table, moved(made, seat)
    if playing(table)[0].score_hands is not None:  # a set takes points from the cards it is made of
        sets = [
            f"{title_of(table, one).lower()}{' broken' * (more < 0)}"
            for one, more in kinds.items()
            if one.endswith("-set")
        ]
        return [(", ".join(sets), sum(kinds.values()))]
    if kind not in kinds and len(kinds) == 1 and not COMPARED.keys() & kinds:
        (kind,) = kinds  # the nigiri on a wasabi
    points = kinds.pop(kind, 0)
    first = standing_in(made.after, seat, kind, points) if points else ""
    if kind == "miso-soup" and not points:
        first = "discarded"
    others = (
        (standing_in(made.after, seat, one, more) or title_of(table, one).lower(), more)
        for one, more in kinds.items()
    )
    return [(first, points), *others]


def changed(made: Change, seat: int) -> str:
    """What else a scan changed, for the last line of a display; "" where that was all. Where the
    reason has no room it is left out, then the ends of names, if they still differ.
    """
    found = movers(made, seat)
    if not found:
        return ""
    texts = []
    if len(found) == 1:
        one = effect_of(made, *found[0])
        texts = [f"{one}: {why}" for why in (one.why, one.kinds) if why]
    names = [made.after.seats[seat].name for seat, _ in found]
    for letters in (WIDTH, 8, 6, 4, 3, 2, 1):
        short = [name[:letters] for name in names]
        if len({*short}) == len({*names}):
            alike: dict[int, list[str]] = {}
            for name, (_, points) in zip(short, found, strict=True):
                alike.setdefault(points, []).append(name)
            texts.append(", ".join(f"{'/'.join(who)} {points:+d}" for points, who in alike.items()))
        if letters == 4 and len({points for _, points in found}) == 1:
            who = (
                "All others" if len(found) == len(made.after.seats) - 1 else f"{len(found)} others"
            )
            texts.append(f"{who} {found[0][1]:+d}")
    texts.append(f"{len(found)} scores changed")
    return next(text for text in texts if len(text) <= WIDTH)


def standing_in(now: Standings, seat: int, kind: str, more: int = 0) -> str:
    """How a seat stands among the others in a kind that compares them, after that moved its score
    by so much; "" in a kind that does not compare, and in desserts until they count.
    """
    table, say = now.table, COMPARED.get(kind)
    if say is None or table.ready is None or kind not in table.menu:
        return ""
    if kind in playing(table)[0].at_the_end:
        desserts = now.seats[seat].desserts
        if desserts is None:
            return ""
        held, scale = dessert_weights(table), table.ready.at_the_end
        return say(scale, held, seat, desserts.get(kind, 0), more)
    scores, scale = now.scores or round_scores(table), table.ready.each_round
    points = by_kind(scale, scores, seat).get(kind, 0)
    return say(scale, scores.weights, seat, points, more)


def last_kind(table: Table) -> str:
    """What the card scanned last in the open round counts as, where it lies; "" if it does not."""
    last = table.last if table.phase == "playing" else None
    if last is None or last.seat is None or last.removed:
        return ""
    game, label = playing(table)[0], last.scan.label
    tray = table.round.layout.trays[last.seat]
    lying = [laid for laid in tray if laid.card.face.slug == label.face]
    return counts_as(game, lying[-1]) if lying and game.score_hands is None else ""


def details(now: Standings, seat: int) -> dict[str, tuple[str, str]]:
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
    cards: dict[str, list[str]] = {}
    for laid in (*table.kept[seat], *lying):
        title = laid.card.face.title + " on wasabi" * laid.mark.endswith(ON_WASABI)
        cards.setdefault(counts_as(game, laid), []).append(title)
    said = {
        kind: (standing_in(now, seat, kind), _counted(cards.get(kind, ()), title_of(table, kind)))
        for kind in {**cards, **dict.fromkeys(COMPARED)}
    }
    return {kind: parts for kind, parts in said.items() if any(parts)}


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
            if more < 0 and kind == "maki" and held[seat] == levels[1]:  # Sushi Go!: ties share
                many = held.count(held[seat]) > 1
                return "too many tied for second" if many else "two tied for most, none second"
            return f"others have {'fewer' if more > 0 else 'more'} {noun}" if more else ""
        where = "fewest" if points < 0 else f"{PLACE_NAMES[levels.index(held[seat])]}most"
        return f"{'tied for ' * (held.count(held[seat]) > 1)}{where} {noun}"

    return say


def _uramaki(scale: Scale, weights: Sequence[int], seat: int, points: int, more: int) -> str:
    if points in PLACES:
        is_paid = amounts(scale, weights, "uramaki", which=2)[seat] == points
        place = ("first", "second", "third")[PLACES.index(points)]
        return f"{place} place in uramaki{'' if is_paid else ' so far'}"
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


def _because(made: Change, seat: int, kind: str, points: int) -> str:
    """Why a kind moved the score of a seat that scanned nothing."""
    if made.undone is not None:  # that is reason enough
        return ""
    if kind == "miso-soup":
        return "miso soup discarded" if points < 0 else "miso soup counts again"
    return standing_in(made.after, seat, kind, points) or title_of(made.after.table, kind).lower()
