"""What is said of a scan that is refused: two lines for the display, a sentence everywhere else.

The first line says what, the second what to do; where that goes on with the sentence, it begins
with a small letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import Kind
from engine.codes import Codebook, Label
from engine.message import Message, Value, gettext, joined, ngettext, npgettext, pgettext
from engine.refusals import Case, Refused
from firmware.common.facts import refusals as device
from firmware.common.facts.refusals import DeclinedByDevice, Refusal
from firmware.words.labels import (
    colour,
    menu_title,
    named,
    noun,
    player,
    title,
    title_first,
)
from firmware.words.language import ENGLISH, Language, say
from firmware.words.line import fitted


class RefusalWords(NamedTuple):
    """The display's two lines, and the sentence."""

    what: Message
    then: Message
    sentence: Message


def lines(refusal: Refusal, language: Language = ENGLISH) -> tuple[str, str]:
    """What, and what to do: for a display of 21 columns, where names and titles are cut. Only why
    there is no photo is as long as it is.
    """
    reason, then, _ = _wording(refusal)
    return _line(reason, language), _line(then, language)


def heading(refusal: Refusal, language: Language = ENGLISH) -> str:
    """The first line where it is set as a heading, which has no colon."""
    reason = _wording(refusal).what
    return _line(reason._replace(text="{title}") if reason.text == LEADS else reason, language)


def then(refusal: Refusal) -> Message:
    """The second line, with nothing cut: what to do."""
    return _wording(refusal).then


def sentence(refusal: Refusal) -> Message:
    """The whole of it, with nothing cut: for a list of what happened, a page, a read-out."""
    return _wording(refusal).sentence


def of_scan(book: Codebook, text: str, refusal: Refusal) -> Message:
    """What was scanned, why it is refused, and what to do."""
    is_foreign = isinstance(refusal, Refused) and refusal.case == "foreign-code"
    label, whole = book.read(text) if is_foreign else book.read_kept(text), sentence(refusal)
    scanned: Value = text if isinstance(label, Refused) else title(label)
    about = None if isinstance(refusal, DeclinedByDevice) else refusal.about
    if not text or (isinstance(label, Label) and about is not None and about.title == label.title):
        return whole
    return gettext("{scanned}: {refusal}", scanned=scanned, refusal=whole)


def _wording(refusal: Refusal) -> RefusalWords:
    """Its words, with everything put in."""
    if isinstance(refusal, DeclinedByDevice):
        words, values = DECLINED[refusal.case], _of_device(refusal)
    else:
        words, values = REFUSED[refusal.case], _of_game(refusal)
        if refusal.about is not None and refusal.about.title.endswith("?"):
            words = words._replace(sentence=AFTER_QUESTION.get(refusal.case, words.sentence))
    reason, then, whole = (message._replace(values=values) for message in words)
    return RefusalWords(reason, then, whole)


def _of_game(refusal: Refused) -> Mapping[str, Value]:
    values: dict[str, Value] = {"count": refusal.number}
    if refusal.about is not None:
        is_dish = refusal.case == "barred"  # which its sentence says
        values["title"] = title(refusal.about) if is_dish else title_first(refusal.about)
    for seat in refusal.seats[:1]:
        values |= {"name": player(seat), "badge": noun(colour(seat.badge or ""))}
    for seat in refusal.seats[1:]:
        values["next"] = player(seat)
    if refusal.group:
        values["dishes"] = dishes(refusal.group, refusal.number)
    if refusal.game is not None and isinstance(refusal.about, Kind):
        barred = refusal.game.barred[refusal.about.slug]
        values["menu"] = menu_title(refusal.game, refusal.preset)
        values["players"] = joined([f"{players}" for players in sorted(barred)], AND)
    return values


def _of_device(refusal: DeclinedByDevice) -> Mapping[str, Value]:
    meaning = named(refusal.meaning, refusal.copies)
    return {"meaning": meaning, "count": refusal.number, "why": refusal.why}


def _line(message: Message, language: Language) -> str:
    return fitted(message, language) if message.context == "line" else say(message, language)


def dishes(group: str, count: int) -> Message:
    """So many dishes of one group of a menu."""
    group_of = DISHES.get(group, Message("{count} {group}", plural="{count} {group}s"))
    return group_of._replace(values={"count": count, "group": group})


N = 0  # a refusal's own number is put in
DISHES: Mapping[str, Message] = {
    "roll": ngettext("{count} roll", "{count} rolls", N),
    "appetizer": ngettext("{count} appetizer", "{count} appetizers", N),
    "special": ngettext("{count} special", "{count} specials", N),
    "dessert": ngettext("{count} dessert", "{count} desserts", N),
}

# What has no words of its own needs no translation.
TITLE, NAME, WHY = (Message(text, context="line") for text in ("{title}", "{name}", "{why}"))
LEADS = "{title}:"
AND = gettext("{first} and {rest}")
TITLE_LEADS = pgettext("line", "{title}:")
NOT_COUNTED = pgettext("line", "✗ Not counted")  # below a refusal's two lines

# Where the title is a question: "What is this?".
AFTER_QUESTION: Mapping[Case, Message] = {
    "not-on-device": gettext("{title} Not on this device"),
}

# {title} is the card, tile, badge, command or game that it is about, {name} a player.
REFUSED: Mapping[Case, RefusalWords] = {
    "misread": RefusalWords(
        pgettext("line", "Misread"),
        pgettext("line", "Scan it again"),
        gettext("Misread. Scan it again"),
    ),
    "unknown-code": RefusalWords(
        pgettext("line", "Unknown barcode"),
        pgettext("line", "Scan an Okanjo label"),
        gettext("Unknown barcode. Scan an Okanjo label"),
    ),
    "foreign-code": RefusalWords(
        pgettext("line", "Unknown barcode"),
        pgettext("line", "Scan TEACH to use it"),
        gettext("Unknown barcode. Scan TEACH to use it"),
    ),
    "wrong-game": RefusalWords(
        TITLE, pgettext("line", "is from another game"), gettext("{title} is from another game")
    ),
    "not-on-device": RefusalWords(
        TITLE, pgettext("line", "Not on this device"), gettext("{title}. Not on this device")
    ),
    "nothing-to-undo": RefusalWords(
        pgettext("line", "Nothing to undo"),
        pgettext("line", "Scan a game or menu"),
        gettext("Nothing to undo. Scan a game or menu"),
    ),
    # in a lobby
    "no-game-running": RefusalWords(
        pgettext("line", "No game is running"),
        pgettext("line", "Scan a game or menu"),
        gettext("No game is running. Scan a game or menu"),
    ),
    "not-begun": RefusalWords(
        pgettext("line", "No game is running"),
        pgettext("line", "Scan NEXT to begin"),
        gettext("No game is running. Scan NEXT to begin"),
    ),
    "no-live-mode": RefusalWords(
        TITLE, pgettext("line", "has no live mode"), gettext("{title} has no live mode")
    ),
    "choose-game-first": RefusalWords(
        pgettext("line", "No game is chosen"),
        pgettext("line", "Scan a game first"),
        gettext("No game is chosen. Scan a game first"),
    ),
    "on-menu-already": RefusalWords(
        TITLE, pgettext("line", "is already chosen"), gettext("{title} is already chosen")
    ),
    "menu-full": RefusalWords(
        pgettext("line", "Menu is full"),
        pgettext("line", "REMOVE one first"),
        gettext("Menu is full. REMOVE one first"),
    ),
    "nothing-chosen": RefusalWords(
        pgettext("line", "Menu is not complete"),
        pgettext("line", "Missing: game or menu"),
        gettext("Menu is not complete. Missing: game or menu"),
    ),
    "menu-incomplete": RefusalWords(
        pgettext("line", "Menu is not complete"),
        pgettext("line", "Missing: {dishes}"),
        gettext("Menu is not complete. Missing: {dishes}"),
    ),
    "too-few-seats": RefusalWords(
        pgettext("line", "Too few players"),
        npgettext("line", "Scan {count} more badge", "Scan {count} more badges", N),
        ngettext(
            "Too few players. Scan {count} more badge",
            "Too few players. Scan {count} more badges",
            N,
        ),
    ),
    "too-many-seats": RefusalWords(
        pgettext("line", "Too many players"),
        pgettext("line", "At most {count}: REMOVE one"),
        gettext("Too many players. At most {count}: REMOVE one"),
    ),
    "barred": RefusalWords(
        pgettext("line", "{title} is not for {count}"),
        pgettext("line", "Scan another menu"),
        gettext(
            "{menu} has the dish {title}, which {players} players cannot use. Scan another menu,"
            " or REMOVE and the tile {title}"
        ),
    ),
    "not-seated": RefusalWords(
        TITLE, pgettext("line", "is not in this game"), gettext("{title} is not in this game")
    ),
    "not-chosen": RefusalWords(
        TITLE, pgettext("line", "is not on the menu"), gettext("{title} is not on the menu")
    ),
    "on-every-menu": RefusalWords(
        TITLE, pgettext("line", "is on every menu"), gettext("{title} is on every menu")
    ),
    "not-in-use": RefusalWords(
        TITLE, pgettext("line", "is not in use"), gettext("{title} is not in use")
    ),
    # in a round, what is no card
    "game-running": RefusalWords(
        pgettext("line", "A game is running"),
        pgettext("line", "Scan NEW GAME first"),
        gettext("A game is running. Scan NEW GAME first"),
    ),
    "not-playing": RefusalWords(
        TITLE, pgettext("line", "is not in this game"), gettext("{title} is not in this game")
    ),
    "scanner-of-another": RefusalWords(
        pgettext("line", "This scanner belongs"),
        pgettext("line", "to {badge}"),
        gettext("This scanner belongs to {badge}"),
    ),
    "card-unfinished": RefusalWords(
        pgettext("line", "A card is unfinished"),
        pgettext("line", "Finish it, or UNDO"),
        gettext("A card is unfinished. Finish it, or UNDO"),
    ),
    "menu-tile": RefusalWords(
        pgettext("line", "That is a menu tile"),
        pgettext("line", "Scan the cards"),
        gettext("That is a menu tile. Scan the cards"),
    ),
    "no-place-left": RefusalWords(
        TITLE, pgettext("line", "has no places left"), gettext("{title} has no places left")
    ),
    "no-place-taken": RefusalWords(
        pgettext("line", "No place is taken yet"),
        pgettext("line", "Scan uramaki first"),
        gettext("No place is taken yet. Scan uramaki first"),
    ),
    "no-takeout-box": RefusalWords(
        pgettext("line", "Takeout box"),
        pgettext("line", "is not on the menu"),
        gettext("Takeout box is not on the menu"),
    ),
    "round-not-over": RefusalWords(
        pgettext("line", "The round is not over"),
        pgettext("line", "SCORE ends the round"),
        gettext("The round is not over. SCORE ends the round"),
    ),
    "flip-in-live": RefusalWords(
        pgettext("line", "Not needed in live"),
        pgettext("line", "Scan the takeout box"),
        gettext("Not needed in live. Scan the takeout box"),
    ),
    "tally-only": RefusalWords(
        pgettext("line", "Not needed in live"),
        pgettext("line", "Go on without it"),
        gettext("Not needed in live. Go on without it"),
    ),
    "turn-empty": RefusalWords(
        pgettext("line", "Turn {count} is empty"),
        pgettext("line", "Scan a revealed card"),
        gettext("Turn {count} is empty. Scan a revealed card"),
    ),
    "last-turn": RefusalWords(
        pgettext("line", "Last turn"),
        pgettext("line", "SCORE ends the round"),
        gettext("Last turn. SCORE ends the round"),
    ),
    # in a round, a card
    "no-seat": RefusalWords(
        pgettext("line", "Whose card?"),
        pgettext("line", "Scan a badge first"),
        gettext("Whose card? Scan a badge first"),
    ),
    "not-on-menu": RefusalWords(
        TITLE, pgettext("line", "is not on the menu"), gettext("{title} is not on the menu")
    ),
    "already-laid": RefusalWords(
        TITLE, pgettext("line", "is already counted"), gettext("{title} is already counted")
    ),
    "laid-elsewhere": RefusalWords(
        TITLE, pgettext("line", "belongs to {name}"), gettext("{title} belongs to {name}")
    ),
    "discarded": RefusalWords(
        TITLE, pgettext("line", "discarded this round"), gettext("{title} discarded this round")
    ),
    "kept": RefusalWords(
        TITLE, pgettext("line", "was kept as dessert"), gettext("{title} was kept as dessert")
    ),
    "spent": RefusalWords(
        TITLE, pgettext("line", "is from a past round"), gettext("{title} is from a past round")
    ),
    "menu-never-stays": RefusalWords(
        TITLE, pgettext("line", "Scan what it brought"), gettext("{title}. Scan what it brought")
    ),
    "box-never-stays": RefusalWords(
        TITLE, pgettext("line", "Scan FLIP and a card"), gettext("{title}. Scan FLIP and a card")
    ),
    "goes-to-discards": RefusalWords(
        TITLE, pgettext("line", "goes to the discards"), gettext("{title} goes to the discards")
    ),
    "for-next-turn": RefusalWords(
        TITLE, pgettext("line", "is for the next turn"), gettext("{title} is for the next turn")
    ),
    "has-revealed": RefusalWords(
        pgettext("line", "{name} has revealed"),
        pgettext("line", "Next is {next}"),
        gettext("{name} has revealed. Next is {next}"),
    ),
    "all-revealed": RefusalWords(
        pgettext("line", "All cards are played"),
        pgettext("line", "SCORE ends the round"),
        gettext("All cards are played. SCORE ends the round"),
    ),
    # what special orders, bonus actions, menus and takeout boxes wait for
    "copy-awaited": RefusalWords(
        TITLE_LEADS,
        pgettext("line", "Scan what it copies"),
        gettext("{title}: Scan what it copies"),
    ),
    "name-copied": RefusalWords(
        TITLE_LEADS,
        pgettext("line", "Scan what it copied"),
        gettext("{title}: Scan what it copied"),
    ),
    "copies-nothing-yet": RefusalWords(
        TITLE, pgettext("line", "copies nothing yet"), gettext("{title} copies nothing yet")
    ),
    "in-no-tray": RefusalWords(
        TITLE, pgettext("line", "is in no tray yet"), gettext("{title} is in no tray yet")
    ),
    "copied-is-out": RefusalWords(
        TITLE, pgettext("line", "is out: use the sheet"), gettext("{title} is out: use the sheet")
    ),
    "laid-later": RefusalWords(
        pgettext("line", "Not laid before it"),
        pgettext("line", "Scan an earlier card"),
        gettext("Not laid before it. Scan an earlier card"),
    ),
    "hands-empty": RefusalWords(
        pgettext("line", "Last turn"),
        pgettext("line", "All hands are empty"),
        gettext("Last turn. All hands are empty"),
    ),
    "too-new": RefusalWords(
        TITLE, pgettext("line", "can be used next turn"), gettext("{title} can be used next turn")
    ),
    "flip-too-new": RefusalWords(
        TITLE, pgettext("line", "flip it next turn"), gettext("{title} can be flipped next turn")
    ),
    "one-bonus": RefusalWords(
        NAME, pgettext("line", "already took a bonus"), gettext("{name} already took a bonus")
    ),
    "extra-awaited": RefusalWords(
        TITLE_LEADS,
        pgettext("line", "Scan the extra card"),
        gettext("{title}: Scan the extra card"),
    ),
    "extra-unfinished": RefusalWords(
        pgettext("line", "A card is unfinished"),
        pgettext("line", "Scan the extra card"),
        gettext("A card is unfinished. Scan the extra card"),
    ),
    "menu-not-served": RefusalWords(
        TITLE_LEADS,
        pgettext("line", "Scan again, then card"),
        gettext("{title}: Scan again, then card"),
    ),
    "menu-awaits-card": RefusalWords(
        TITLE_LEADS, pgettext("line", "Scan its card"), gettext("{title}: Scan its card")
    ),
    "menu-from-menu": RefusalWords(
        pgettext("line", "A menu brings no menu"),
        pgettext("line", "Choose another card"),
        gettext("The dish Menu brings no other Menu. Choose another card"),
    ),
    "box-not-opened": RefusalWords(
        TITLE_LEADS,
        pgettext("line", "Scan again, or NEXT"),
        gettext("{title}: Scan again, or NEXT"),
    ),
    "already-flipped": RefusalWords(
        TITLE, pgettext("line", "is already flipped"), gettext("{title} is already flipped")
    ),
    # REMOVE
    "not-on-table": RefusalWords(
        TITLE, pgettext("line", "is not on the table"), gettext("{title} is not on the table")
    ),
    "of-another-seat": RefusalWords(
        TITLE,
        pgettext("line", "{next} has one"),
        gettext("{title}: {name} has none, but {next} does"),
    ),
    "no-place-by-tile": RefusalWords(
        TITLE, pgettext("line", "took no place by tile"), gettext("{title} took no place by tile")
    ),
    "needed-later": RefusalWords(
        TITLE, pgettext("line", "is needed by another"), gettext("{title} is needed by another")
    ),
    # photos, and seats that are offered
    "no-round": RefusalWords(
        pgettext("line", "No round is open"),
        pgettext("line", "Take it in a round"),
        gettext("No round is open. Take it in a round"),
    ),
    "not-for-photos": RefusalWords(
        TITLE, pgettext("line", "is not for photos"), gettext("{title} is not for photos")
    ),
    "beside-tile": RefusalWords(
        TITLE, pgettext("line", "lies beside a tile"), gettext("{title} lies beside a tile")
    ),
    "all-laid": RefusalWords(
        pgettext("line", "All of it"),
        pgettext("line", "is already counted"),
        gettext("All of it is already counted"),
    ),
    # after a round
    "round-over": RefusalWords(
        pgettext("line", "The round is over"),
        pgettext("line", "Scan NEXT or UNDO"),
        gettext("The round is over. Scan NEXT or UNDO"),
    ),
    "game-over": RefusalWords(
        pgettext("line", "The game is over"),
        pgettext("line", "Scan NEW GAME or UNDO"),
        gettext("The game is over. Scan NEW GAME or UNDO"),
    ),
}

# {meaning} is what a sticker stands for.
DECLINED: Mapping[device.Case, RefusalWords] = {
    "is-taught": RefusalWords(
        pgettext("line", "Is {meaning}"),
        pgettext("line", "REMOVE forgets it"),
        gettext("Is {meaning}. REMOVE forgets it"),
    ),
    "means-already": RefusalWords(
        pgettext("line", "Is {meaning}"),
        pgettext("line", "Scan an Okanjo label"),
        gettext("Is {meaning}. Scan an Okanjo label"),
    ),
    "sticker-first": RefusalWords(
        pgettext("line", "Scan a sticker first"),
        pgettext("line", "TEACH again cancels"),
        gettext("Scan a sticker first. TEACH again cancels"),
    ),
    "digits-reserved": RefusalWords(
        pgettext("line", "6 digits are reserved"),
        pgettext("line", "Use another sticker"),
        gettext("6 digits are reserved. Use another sticker"),
    ),
    "no-button": RefusalWords(
        pgettext("line", "A button won't do"),
        pgettext("line", "Scan an Okanjo label"),
        gettext("A button won't do. Scan an Okanjo label"),
    ),
    "unteachable": RefusalWords(
        pgettext("line", "It cannot be taught"),
        pgettext("line", "Use another sticker"),
        gettext("It cannot be taught. Use another sticker"),
    ),
    "not-saved": RefusalWords(
        pgettext("line", "Could not be saved"), WHY, gettext("Could not be saved: {why}")
    ),
    "camera-busy": RefusalWords(
        pgettext("line", "The camera is busy"),
        pgettext("line", "Wait a moment"),
        gettext("The camera is busy. Wait a moment"),
    ),
    "look-first": RefusalWords(
        pgettext("line", "Look at it first"),
        pgettext("line", "Then PHOTO again"),
        gettext("Look at it first. Then PHOTO again"),
    ),
    "whose-tray": RefusalWords(
        pgettext("line", "Whose tray is this?"),
        pgettext("line", "Scan badge then PHOTO"),
        gettext("Whose tray is this? Scan badge then PHOTO"),
    ),
    "no-photo": RefusalWords(
        pgettext("line", "No photo"), Message("{why}"), gettext("No photo. {why}")
    ),
    "scans-ignored": RefusalWords(
        npgettext("line", "{count} scan ignored", "{count} scans ignored", N),
        pgettext("line", "Scan them again"),
        ngettext(
            "{count} scan ignored. Scan them again", "{count} scans ignored. Scan them again", N
        ),
    ),
    "between-games": RefusalWords(
        pgettext("line", "A game is on"),
        pgettext("line", "Change it afterwards"),
        gettext("A game is on. Change the language afterwards"),
    ),
}
