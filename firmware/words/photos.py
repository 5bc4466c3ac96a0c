"""A photo from over the table: what it would score, and what is not clear in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.codes import Codebook
from engine.message import Message, Value, gettext, joined, ngettext, npgettext, pgettext
from firmware.common.facts.photo import Ask, Checked, CheckedCard, CheckedMenu, Count, PhotoRead
from firmware.words.labels import kind_title, player, title
from firmware.words.numbers import Figure

CHECKED = {  # none is known of, some are there, all are
    "card": (
        gettext("No card is known of."),
        ngettext("{count} of {of} cards is there.", "{count} of {of} cards are there.", 0),
        ngettext("The card is there.", "All {count} cards are there.", 0),
    ),
    "dessert": (
        gettext("No dessert is known of."),
        ngettext("{count} of {of} desserts is there.", "{count} of {of} desserts are there.", 0),
        ngettext("The dessert is there.", "All {count} desserts are there.", 0),
    ),
}
NO_MENU = gettext("No menu is chosen yet. Scan a menu, then check it.")
SOME_DISHES = ngettext(
    "{count} of {of} dishes is there: a card of each is enough.",
    "{count} of {of} dishes are there: a card of each is enough.",
    0,
)
ALL_DISHES = ngettext("The dish is there.", "All {count} dishes are there.", 0)
AGAIN = pgettext("line", "PHOTO: score it")
WHOSE, SCAN_BADGE = gettext("Whose tray is this?"), pgettext("line", "Scan badge then PHOTO")
PHOTO, PHOTO_OF = gettext("Photo"), gettext("Photo: {name}")
TAKING, READING = gettext("Taking the photo …"), gettext("Reading …")


def checked(result: Checked) -> Message:
    """How many cards of a deck, or desserts that were kept, are there."""
    none, some, every = CHECKED[result.what]
    if not result.of:
        return none
    message = some if result.there < result.of else every
    return message._replace(values={"count": result.there, "of": result.of})


def checked_menu(result: CheckedMenu) -> Message:
    """How many dishes of the menu are there."""
    if result.game is None:
        return NO_MENU
    count, of = len(result.there), len(result.there) + len(result.missing)
    message = SOME_DISHES if result.missing else ALL_DISHES
    return message._replace(values={"count": count, "of": of})


def checked_card(card: CheckedCard, book: Codebook) -> Message:
    """A card that is missing or too many, with whose it is or of which game."""
    card_title = title(card.label)
    if card.is_other:
        return gettext(
            "{card} ({game})", card=card_title, game=title(book.games[str(card.label.game)])
        )
    return gettext("{card} of {name}", card=card_title, name=card.name) if card.name else card_title


def heading(photo: PhotoRead) -> Value:
    """Whose tray it shows, or how many."""
    if len(photo.trays) == 1:
        return player(photo.trays[0].seat)
    return ngettext("{count} tray", "{count} trays", len(photo.trays))


def rows(photo: PhotoRead) -> list[tuple[Message, int]]:
    """What it would bring: by kind, or by tray where it shows several."""
    if len(photo.trays) != 1:
        return [(_tray(player(tray.seat), tray.cards), tray.points) for tray in photo.trays]
    game = photo.plan.after.game
    return [
        (
            gettext("{count} {kind}", count=count, kind=kind_title(game, kind))
            if count
            else kind_title(game, kind),
            points,
        )
        for kind, count, points in photo.kinds
    ]


def total(photo: PhotoRead) -> int | None:
    """The sum, of a single tray."""
    return photo.trays[0].points if len(photo.trays) == 1 else None


def laid(count: Count) -> Message:
    """How many cards of a seat are there: "3 of 10"."""
    if count.dealt:
        return gettext("{laid} of {dealt}", laid=count.laid, dealt=count.dealt)
    return ngettext("{count} card", "{count} cards", count.laid)


def _tray(name: Value, count: Count) -> Message:
    if count.dealt:
        return gettext("{name} {laid}/{dealt}", name=name, laid=count.laid, dealt=count.dealt)
    return ngettext("{name} {count} card", "{name} {count} cards", count.laid, name=name)


def sentence(photo: PhotoRead) -> Message:
    """All of it as a line for lists of what happened."""
    lines = joined([_row(message, points) for message, points in rows(photo)])
    values: dict[str, Value] = {"whose": heading(photo), "lines": lines}
    message = PHOTO_OF_SEVERAL
    if (points := total(photo)) is not None:
        message, values["points"] = PHOTO_OF_ONE, Figure(f"{points:+,}")
    doubts = [_ended(*doubt) for doubt in _doubts(photo)]
    return joined([message._replace(values=values), *doubts, SCAN_AGAIN], SENTENCES)


def remarks(photo: PhotoRead) -> list[Message]:
    """What is not clear in it, and how it is taken unless somebody says otherwise: by lines."""
    return [message for message, _ in _doubts(photo)]


def _doubts(photo: PhotoRead) -> Iterator[tuple[Message, bool]]:
    """Each remark, and whether it is a question."""
    if loose := [title(label) for label in photo.loose]:
        yield _one_or_many(LOOSE, loose), False
    if len(photo.miscounted) == 1:
        seat, ask = photo.miscounted[0]
        yield _miscount(ask, player(seat) if len(photo.trays) > 1 else None), ask.laid < ask.dealt
    elif photo.miscounted:
        yield TRAYS_INCOMPLETE._replace(values={"count": len(photo.miscounted)}), False
    if photo.asks_copy:
        yield ORDER_ASKS, False
    if photo.left_out:
        cards = [title(label) if label else UNKNOWN_CARD for label in photo.left_out]
        yield _one_or_many(WITHOUT, cards), False


def _one_or_many(messages: tuple[Message, Message], cards: Sequence[Message]) -> Message:
    """A remark that names a card, or counts them."""
    if len(cards) == 1:
        return messages[0]._replace(values={"card": cards[0]})
    return messages[1]._replace(values={"count": len(cards)})


def _miscount(ask: Ask, name: Value | None) -> Message:
    """A tray with too few cards in sight, or too many; with its player where it is not alone."""
    values: dict[str, Value] = {"laid": ask.laid, "dealt": ask.dealt}
    count = OF if name is None else OF_TRAY
    if name is not None:
        values["name"] = name
    missing = ask.dealt - ask.laid
    message = TOO_MANY if missing < 0 else ONE_COVERED if missing == 1 else COVERED
    return message._replace(values={"count": count._replace(values=values)})


def _row(name: Message, points: int) -> Message:
    return gettext("{what} {points}", what=name, points=Figure(f"{points:+,}"))


def _ended(remark: Message, is_question: bool) -> Message:
    return remark if is_question else gettext("{remark}.", remark=remark)


SENTENCES = gettext("{first} {rest}")
PHOTO_OF_ONE = gettext("Photo of {whose}: {points} ({lines}).")
PHOTO_OF_SEVERAL = gettext("Photo of {whose} ({lines}).")
SCAN_AGAIN = gettext("Scan PHOTO again to score it")
WHOSE_SENTENCE = gettext("Whose tray is this? Scan a badge, then PHOTO")
LOOSE = (
    pgettext("line", "{card}: loose"),
    npgettext("line", "{count} nigiri: loose", "{count} nigiri: loose", 0),
)
TRAYS_INCOMPLETE = npgettext("line", "{count} tray not complete", "{count} trays not complete", 0)
ORDER_ASKS = pgettext("line", "Order asks after this")
WITHOUT = (
    pgettext("line", "Without {card}"),
    npgettext("line", "Without {count} card", "Without {count} cards", 0),
)
UNKNOWN_CARD = pgettext("line", "an unknown card")
OF, OF_TRAY = gettext("{laid} of {dealt}"), gettext("{name} {laid}/{dealt}")
ONE_COVERED = pgettext("line", "{count}: one covered?")
COVERED = pgettext("line", "{count}: covered?")
TOO_MANY = pgettext("line", "{count}: too many")
