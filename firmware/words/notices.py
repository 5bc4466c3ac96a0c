"""What is told in passing, and what is amiss: for a display, and as a line for a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from engine.codes import Label
from engine.message import Message, Value, gettext, ngettext, npgettext, pgettext
from engine.notation import LONGEST_LINE, printable
from firmware.common.facts.device import DeviceState
from firmware.common.facts.menu import DishEntry
from firmware.common.facts.notices import Notice, NoticeCase, OfStick, OfVoice, Problem, ProblemCase
from firmware.words import offers, photos
from firmware.words.labels import named, title
from firmware.words.language import ENGLISH, Language, own_name
from firmware.words.line import both_ends, fitted
from firmware.words.rules import care, entry_in_words, entry_rule, explained, label_title


def problem(problem: Problem) -> Message:
    """What is amiss; on a display it may take two lines."""
    message = PARTS.get(problem.part) or PROBLEMS[problem.case]
    values: dict[str, Value] = {"part": problem.part.removeprefix("py"), "count": problem.number}
    return message._replace(values=values)


def amiss(device: DeviceState) -> list[Message]:
    """All that is amiss, the most important first."""
    unsaved = [] if device.saved else [NOT_SAVED]
    return [*unsaved, *map(problem, device.problems)]


def lines(notice: Notice, language: Language = ENGLISH) -> tuple[str, ...]:
    """A notice on a display, below its heading."""
    values = _values(notice)
    values["sticker"] = both_ends(printable(notice.sticker, LONGEST_LINE))
    messages = (
        LINES_IF_ANOTHER if notice.case == "taught" and notice.another else LINES[notice.case]
    )
    return tuple(fitted(line._replace(values=values), language) for line in messages)


def heading(notice: Notice) -> Message:
    """What a notice is about."""
    return HEADINGS.get(notice.case, TEACH)


def sentence(notice: Notice) -> Message:
    """A notice as a line for lists of what happened."""
    if notice.photo:
        return photos.sentence(notice.photo)
    if notice.offer:
        return offers.sentence(notice.offer)
    if notice.case == "explained" and isinstance(notice.meaning, Label):
        name = label_title(notice.meaning, notice.game)
        what = explained(notice.meaning, notice.dish, notice.game)
        return EXPLAINED._replace(values={"title": name, "what": what})
    message = TAUGHT_LIKE if notice.case == "taught" and notice.another else SENTENCES[notice.case]
    return message._replace(values=_values(notice))


def in_full(explained_label: Notice) -> list[Message]:
    """All that is told of a label where there is room, a sentence each: of a dish its rule as a
    sentence, and what to watch out for.
    """
    dish, label = explained_label.dish, explained_label.meaning
    if dish is None or not isinstance(label, Label):
        return [sentence(explained_label)]
    name = label_title(label, explained_label.game)
    return [IN_FULL._replace(values={"title": name, "rule": entry_in_words(dish)}), *care(dish)]


def dish(entry: DishEntry) -> Message:
    """A dish and what it brings."""
    return EXPLAINED._replace(values={"title": title(entry.kind), "what": entry_rule(entry)})


def _values(notice: Notice) -> dict[str, Value]:
    return {
        "sticker": printable(notice.sticker),
        "another": printable(notice.another),
        "meaning": named(notice.meaning, notice.copies) or NOTHING,
        "count": notice.number,
        "device": printable(notice.device, 20),
        "language": own_name(notice.language),
    }


NOTHING = gettext("nothing")
TEACH = gettext("Teach")
WHAT = gettext("What is this?")
CANCELLED = pgettext("line", "Cancelled")
HEADINGS: Mapping[NoticeCase, Message] = {
    "new-pin": gettext("New PIN"),
    "organiser-called": gettext("Call"),
    "call-over": gettext("Call"),
    "identified": gettext("MQTT"),
    "taking-photo": gettext("Photo"),
    "photo-planned": gettext("Photo"),
    "seats-offered": gettext("Seats"),
    "door-open": gettext("Sign in"),
    "let-in": gettext("Sign in"),
    "two-asked": gettext("Sign in"),
    "what-awaited": WHAT,
    "explained": WHAT,
    "what-over": WHAT,
    "time-over": gettext("Round clock"),
    "switching-off": gettext("Switching off"),
    "restarting": gettext("Restart"),
    "stays-on": gettext("Device"),
    "language": gettext("Language"),
    **dict.fromkeys(get_args(OfVoice), gettext("Voice")),
    **dict.fromkeys(get_args(OfStick), gettext("Backup")),
}
NEXT_STICKER = pgettext("line", "Next sticker, or play")
CANCELS = pgettext("line", "(TEACH again cancels)")
STICKER, MEANING = Message("{sticker}"), Message("{meaning}")
FORGOTTEN = pgettext("line", "is forgotten, was")
NOTHING_WRITTEN = pgettext("line", "No backup written.")
PULL = pgettext("line", "You can pull it.")
HEALTH_CHECK = pgettext("line", "Run the health check.")
LINES: Mapping[NoticeCase, tuple[Message, ...]] = {
    "sticker-awaited": (pgettext("line", "Scan your own sticker"), CANCELS),
    "label-awaited": (
        STICKER,
        pgettext("line", "Now scan the label"),
        pgettext("line", "it stands for"),
        CANCELS,
    ),
    "taught": (pgettext("line", "Sticker is now"), MEANING, NEXT_STICKER),
    "forgotten": (STICKER, FORGOTTEN, MEANING, NEXT_STICKER),
    "forgotten-by-command": (STICKER, FORGOTTEN, MEANING),
    "cancelled": (CANCELLED,),
    "taught-from-file": (
        npgettext("line", "{count} sticker", "{count} stickers", 0),
        pgettext("line", "taught from a file"),
    ),
    "new-pin": (pgettext("line", "PAGE shows it."), pgettext("line", "All are signed out.")),
    "organiser-called": (
        pgettext("line", "Somebody will come."),
        pgettext("line", "Scan it once more"),
        pgettext("line", "to take it back."),
    ),
    "call-over": (pgettext("line", "The call to the"), pgettext("line", "organiser is over.")),
    "identified": (pgettext("line", "This table is"), Message("{device}")),
    "taking-photo": (),
    "photo-planned": (),
    "seats-offered": (),
    "door-open": (pgettext("line", "One phone may sign"), pgettext("line", "in, for a minute.")),
    "let-in": (pgettext("line", "A phone is signed in."),),
    "two-asked": (pgettext("line", "Two phones asked."), pgettext("line", "None is signed in.")),
    "what-awaited": (
        pgettext("line", "Scan a card: it is"),
        pgettext("line", "explained, not laid."),
        pgettext("line", "(WHAT again cancels)"),
    ),
    "explained": (),
    "what-over": (CANCELLED,),
    "time-over": (pgettext("line", "The time is over."), pgettext("line", "The game goes on.")),
    "switching-off": (
        pgettext("line", "Once the green light"),
        pgettext("line", "stays off, the plug"),
        pgettext("line", "may be pulled."),
    ),
    "restarting": (pgettext("line", "Back in a minute."),),
    "stays-on": (pgettext("line", "That did not work."),),
    "language": (Message("{language}"),),
    "repeat": (pgettext("line", "Says it again"),),
    "read-table": (pgettext("line", "Reads the table"),),
    "speed-normal": (pgettext("line", "Normal speed"),),
    "speed-slow": (pgettext("line", "Slow"),),
    "speed-slowest": (pgettext("line", "Very slow"),),
    "stick-written": (pgettext("line", "Backup written."), pgettext("line", "Pull the stick.")),
    "stick-lacking": (
        pgettext("line", "Backup written. It"),
        pgettext("line", "lacks something."),
        pgettext("line", "Pull the stick."),
    ),
    "stick-full": (pgettext("line", "The stick is full."), NOTHING_WRITTEN, PULL),
    "stick-read-only": (
        pgettext("line", "Stick is"),
        pgettext("line", "write-protected."),
        NOTHING_WRITTEN,
        PULL,
    ),
    "stick-pulled": (
        pgettext("line", "Pulled too early."),
        NOTHING_WRITTEN,
        pgettext("line", "Plug it in again."),
    ),
    "stick-failed": (NOTHING_WRITTEN, pgettext("line", "Use another stick.")),
    "no-backup": (NOTHING_WRITTEN, pgettext("line", "See page Setup:"), HEALTH_CHECK),
    "stick-found": (
        npgettext("line", "Stick: {count} game.", "Stick: {count} games.", 0),
        pgettext("line", "Bring back? Tap on"),
        pgettext("line", "the page: PAGE shows"),
        pgettext("line", "its address."),
    ),
    "restored": (pgettext("line", "Backup restored."),),
    "restored-pull": (pgettext("line", "Backup restored."), pgettext("line", "Pull the stick.")),
}
LINES_IF_ANOTHER = (pgettext("line", "Sticker is now also"), MEANING, NEXT_STICKER)
WAS_FORGOTTEN = gettext("Forgotten: {sticker}, it was {meaning}")
SENTENCES: Mapping[NoticeCase, Message] = {
    "sticker-awaited": gettext("Scan your own sticker (TEACH again cancels)"),
    "label-awaited": gettext("Teach {sticker}: scan the label it stands for"),
    "taught": gettext("Taught: {sticker} is {meaning}. Next sticker, or play"),
    "forgotten": WAS_FORGOTTEN,
    "forgotten-by-command": WAS_FORGOTTEN,
    "cancelled": gettext("Cancelled"),
    "what-awaited": gettext("WHAT: scan a card (WHAT again cancels)"),
    "what-over": gettext("WHAT: cancelled"),
    "taught-from-file": ngettext(
        "Taught from a file: {count} sticker", "Taught from a file: {count} stickers", 0
    ),
    "new-pin": gettext("New PIN: all sign-ins ended"),
    "organiser-called": gettext("Organiser called"),
    "call-over": gettext("Call to the organiser ended"),
    "identified": gettext("It is {device} at the broker"),
    "taking-photo": gettext("Taking a photo"),
    "door-open": gettext("One phone may sign in without the PIN, for a minute"),
    "let-in": gettext("A phone has signed in without the PIN"),
    "two-asked": gettext("Two phones have asked to sign in: neither is signed in"),
    "time-over": gettext("Time! The game goes on"),
    "switching-off": gettext("The device is being switched off"),
    "restarting": gettext("The device restarts"),
    "stays-on": gettext("The device could not be restarted or switched off"),
    "language": gettext("The language of the device is now {language}"),
    "repeat": gettext("The voice says it again"),
    "read-table": gettext("The voice reads the table"),
    "speed-normal": gettext("The voice speaks at normal speed"),
    "speed-slow": gettext("The voice speaks slowly"),
    "speed-slowest": gettext("The voice speaks very slowly"),
    "stick-written": gettext("Backup written. Pull the stick."),
    "stick-lacking": gettext(
        "Backup written, but it lacks something. Pull the stick. The health check under Setup says"
        " what is wrong."
    ),
    "stick-full": gettext("No backup written: the stick is full. What was on it is kept."),
    "stick-read-only": gettext("No backup written: the stick is write-protected."),
    "stick-pulled": gettext(
        "No backup written: the stick was pulled out too early. Plug it in again."
    ),
    "stick-failed": gettext("No backup written: the stick cannot be written. Use another one."),
    "no-backup": gettext("No backup written. The health check under Setup says why."),
    "stick-found": ngettext(
        "The stick has a backup with {count} game. It can be brought back on the page.",
        "The stick has a backup with {count} games. It can be brought back on the page.",
        0,
    ),
    "restored": gettext("Backup restored."),
    "restored-pull": gettext("Backup restored. Pull the stick."),
}
TAUGHT_LIKE = gettext("Taught: {sticker} is {meaning} (like {another}). Next sticker, or play")

EXPLAINED, IN_FULL = gettext("{title}: {what}"), gettext("{title}. {rule}")

NOT_SAVED = gettext("Scans are not saved")
PROBLEMS: Mapping[ProblemCase, Message] = {
    "no-scanner": gettext("Plug in a scanner"),
    "scanner-unplugged": gettext("Scanner unplugged"),
    "scanners-not-read": gettext("Scanners not read"),
    "library-missing": gettext("{part}: okanjo doctor"),
    "part-missing": gettext("{part} missing"),
    "undervoltage": gettext("Undervoltage"),
    "settings-mistaken": gettext("Mistake in settings Owner: okanjo config"),
    "settings-ignored": gettext("Device settings ignored: see the log"),
    "journal-newer": gettext("JOURNAL IS NEWER Update Okanjo"),
    "journal-damaged": ngettext(
        "JOURNAL WAS DAMAGED {count} scan rescued", "JOURNAL WAS DAMAGED {count} scans rescued", 0
    ),
    "stickers-damaged": gettext("STICKERS DAMAGED {count} can be read"),
    "scans-skipped": ngettext(
        "{count} old scan skipped (see the log)", "{count} old scans skipped (see the log)", 0
    ),
    "games-damaged": ngettext(
        "OLD GAME DAMAGED {count} game: see /setup",
        "OLD GAMES DAMAGED {count} games: see /setup",
        0,
    ),
    "rows-damaged": gettext("JOURNAL DAMAGED See /setup"),
    "organiser-called": gettext("Organiser is called"),
}
PARTS: Mapping[str, Message] = {
    "display": gettext("Display missing"),
    "strip": gettext("Strip missing"),
    "leds": gettext("Leds missing"),
    "buttons": gettext("Buttons missing"),
    "buzzer": gettext("Buzzer missing"),
    "MQTT broker": gettext("MQTT broker missing"),
    "voice": gettext("No voice: okanjo doctor"),
}
