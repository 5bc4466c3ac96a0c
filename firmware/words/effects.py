"""Why a score is what it is, and what a scan changed of everybody's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from engine.cards import Game
from engine.causes import Cause, CauseCase
from engine.message import Message, Value, gettext, joined, ngettext, npgettext, pgettext
from firmware.common.facts.effects import CardCount, Effect, TieBreak
from firmware.common.facts.sheets import Changed
from firmware.words.labels import cards_of, dish, kind_title, noun, own, player, title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.line import LINE, pixels
from firmware.words.numbers import Signed, numeral


def is_signed(value: Value) -> bool:
    """Whether it begins with a sign, also before a unit."""
    if isinstance(value, Message):
        return is_signed(value.values.get("amount", ""))
    return isinstance(value, Signed) or (isinstance(value, int) and value < 0)


def signs_as(sign: Callable[[int], Value], value: Value) -> Value:
    """The same with `sign` in place of each number that has one."""
    if isinstance(value, Message):
        values = {name: signs_as(sign, inner) for name, inner in value.values.items()}
        return value._replace(values=values)
    return sign(value) if isinstance(value, int) and is_signed(value) else value


def amount(points: int, game: Game) -> Value:
    """Points with their sign, and their unit where they have one."""
    if not game.unit:
        return Signed(points)
    return gettext("{amount} {unit}", amount=Signed(points), unit=unit_of(game))


def unit_of(game: Game) -> Message:
    """The unit of amounts, such as yen."""
    return own(game, Message(game.unit))


def because(cause: Cause, game: Game) -> Message:
    """Why a kind brings what it does."""
    message = CAUSES[cause.case]
    if cause.case in PLACES and cause.number in PLACES[cause.case]:
        message = PLACES[cause.case][cause.number]
    return message._replace(values={"dish": cards_of(game, cause.kind), "count": cause.number})


def effects(changes: Sequence[Effect]) -> Message:
    """What became of the scores of others, those of one cause together: "Red -4, Blue -4: fewest
    temaki". One at least.
    """
    sentences: list[Value] = []
    for causes, alike in groupby(changes, key=lambda effect: effect.causes):
        group = [*alike]
        scores = joined([_score(effect) for effect in group])
        if causes:
            why = joined([because(cause, group[0].game) for cause in causes])
            scores = gettext("{scores}: {why}", scores=scores, why=why)
        sentences.append(scores)
    return joined(sentences, SENTENCES)


def _score(effect: Effect) -> Message:
    points = amount(effect.points, effect.game)
    return gettext("{name} {points}", name=player(effect.seat), points=points)


def line(changed: Changed, language: Language = ENGLISH) -> str:
    """What else a scan changed, in one line. Where the cause has no room it is left out, then
    the ends of names, if they still differ.
    """
    return next(text for text in _lines(changed, language) if pixels(text) <= LINE)


def _lines(changed: Changed, language: Language) -> Iterator[str]:
    """The same, shorter and shorter."""
    others, count = changed.effects, len(changed.effects)
    first = others[0]
    if count == 1:
        for whys in (
            [because(cause, first.game) for cause in first.causes],
            [noun(kind_title(first.game, kind)) for kind in first.kinds],
        ):
            if whys:
                scores, why = _score(first), joined(whys)
                yield say(gettext("{scores}: {why}", scores=scores, why=why), language)
    names = [say(Message("{name}", {"name": player(effect.seat)}), language) for effect in others]
    are_alike = len({effect.points for effect in others}) == 1
    for letters in (21, 8, 6, 4, 3, 2, 1):
        short = [name[:letters] for name in names]
        if len({*short}) == len({*names}):
            by_points: dict[int, list[str]] = {}
            for name, effect in zip(short, others, strict=True):
                by_points.setdefault(effect.points, []).append(name)
            yield ", ".join(
                f"{'/'.join(who)} {numeral(points, language.code, '+,')}"
                for points, who in by_points.items()
            )
        if letters == 4 and are_alike:
            points = amount(first.points, first.game)
            some = ALL_OTHERS if changed.is_all else OTHERS
            yield say(some._replace(values={"count": count, "points": points}), language)
    scores = npgettext("line", "{count} score changed", "{count} scores changed", count)
    yield say(scores, language)


def cards(counts: Sequence[CardCount], game: Game, kind: str) -> Message:
    """How many cards there are: "2 cards", or of each face: "2 × Egg nigiri"."""
    if all(count.face == kind and not count.on_wasabi for count in counts):
        number = sum(count.cards for count in counts)
        return ngettext("{count} card", "{count} cards", number)
    return joined([card_count(count, game) for count in counts])


def card_count(count: CardCount, game: Game) -> Message:
    """How many cards of a face there are: "2 × Egg nigiri"."""
    face = title(game.face(count.face))
    if count.on_wasabi:
        face = gettext("{card} on wasabi", card=face)
    return gettext("{count} × {card}", count=count.cards, card=face) if count.cards > 1 else face


def tie_break(tie: TieBreak) -> Message:
    """What told the winners from the others: "on puddings, 4 to 3"."""
    values: dict[str, Value] = {
        "cards": tie.cards,
        "most": tie.most,
        "dessert": kind_title(tie.game, tie.dessert),
    }
    wording = dish(tie.game, tie.dessert).tie
    return (own(tie.game, wording) if wording else ON_DESSERT)._replace(values=values)


SENTENCES = gettext("{first}. {rest}")
ALL_OTHERS = pgettext("line", "All others {points}")
OTHERS = npgettext("line", "{count} other {points}", "{count} others {points}", 0)

CAUSES: Mapping[CauseCase, Message] = {
    "": gettext("{dish}"),
    "most": gettext("most {dish}"),
    "second-most": gettext("second most {dish}"),
    "third-most": gettext("third most {dish}"),
    "fewest": gettext("fewest {dish}"),
    "tied-most": gettext("tied for most {dish}"),
    "tied-second-most": gettext("tied for second most {dish}"),
    "tied-third-most": gettext("tied for third most {dish}"),
    "tied-fewest": gettext("tied for fewest {dish}"),
    "all-level": gettext("all level in {dish}"),
    "nobody-has-any": gettext("nobody has {dish}"),
    "others-have-fewer": gettext("others have fewer {dish}"),
    "others-have-more": gettext("others have more {dish}"),
    "too-many-tied-for-second": gettext("too many tied for second"),
    "two-tied-for-most": gettext("two tied for most, none second"),
    "place": gettext("place {count} in {dish}"),
    "place-so-far": gettext("place {count} in {dish} so far"),
    "places": gettext("places worth {count} in {dish}"),
    "no-place": gettext("no place in {dish}"),
    "opponents-with-any": ngettext(
        "{count} opponent has {dish}", "{count} opponents have {dish}", 0
    ),
    "most-colours": gettext("most colours with {dish}"),
    "others-have-more-colours": gettext("others have more colours"),
    "largest-colour": ngettext(
        "{dish} with {count} card of a colour", "{dish} with {count} cards of a colour", 0
    ),
    "set-broken": gettext("{dish} broken"),
    "discarded": gettext("discarded"),
    "soup-discarded": gettext("{dish} discarded"),
    "soup-counts-again": gettext("{dish} counts again"),
}
PLACES: Mapping[CauseCase, Mapping[int, Message]] = {
    "place": {
        1: gettext("first place in {dish}"),
        2: gettext("second place in {dish}"),
        3: gettext("third place in {dish}"),
    },
    "place-so-far": {
        1: gettext("first place in {dish} so far"),
        2: gettext("second place in {dish} so far"),
        3: gettext("third place in {dish} so far"),
    },
    "opponents-with-any": {0: gettext("no opponents have {dish}")},
}
ON_DESSERT = gettext("on {dessert}, {cards} to {most}")
