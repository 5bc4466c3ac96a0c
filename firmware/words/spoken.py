"""A panel's sheet in words for the ear, and where there is no room to draw it."""

from __future__ import annotations

from typing import assert_never

from engine.message import Message, Value, gettext, joined, pgettext
from engine.standings import Standing, Standings
from firmware.common.facts.sheets import (
    CardPoints,
    EmptyLobby,
    NotCounted,
    OpenLobby,
    Panel,
    RoundStart,
)
from firmware.words import clock, notices, sheets
from firmware.words.effects import is_signed, signs_as
from firmware.words.labels import player
from firmware.words.language import ENGLISH, Language, say
from firmware.words.numbers import Figure, numeral
from firmware.words.refusals import sentence


def spoken(panel: Panel, language: Language = ENGLISH) -> str:
    """Everything that stands on the sheet, a sentence a line."""
    display = sheets.display(panel, language)
    time = say(clock.on_page(panel.clock), language) if panel.clock else ""
    lines = [display.mark, time, *_lines(panel, display, language)]
    return " ".join(ended(line.strip()) for line in lines if line.strip())


def scan(done: Message, score: int | None, awaited: str, language: Language = ENGLISH) -> str:
    """What a scan did, for who cannot see the page: its line of the feed, the seat's total where
    it was a card, and what comes next.
    """
    heard: dict[str, Value] = {"what": aloud(done), "next": awaited}
    if score is None:
        return say(SCANNED._replace(values=heard), language).strip()
    total = Figure(f"{score:,}".replace("-", "−"))
    return say(SCANNED_CARD._replace(values={**heard, "total": total}), language).strip()


def aloud(message: Message) -> Value:
    """A line of the feed with its signs as words, and a pause before each."""
    return signs_as(_sign, _paused(message))


def _paused(value: Value) -> Value:
    """The same with a pause before what a sign is read out for."""
    if not isinstance(value, Message):
        return value
    words = PAUSED.get(value.text, value) if any(map(is_signed, value.values.values())) else value
    return words._replace(values={name: _paused(inner) for name, inner in value.values.items()})


def _sign(number: int) -> Value:
    return (MINUS if number < 0 else PLUS)._replace(values={"number": abs(number)})


def track(standings: Standings, language: Language = ENGLISH) -> str:
    """Who stands where on the score track."""
    seats = [
        gettext("{name} {points}", name=player(seat), points=sheets.score(seat))
        for seat in standings.seats
    ]
    return say(TRACK._replace(values={"seats": joined(seats) if seats else ""}), language)


def refused(text: str, language: Language = ENGLISH) -> str:
    """That a scan did not count, and why."""
    return say(SCANNED_IN_VAIN._replace(values={"what": text}), language)


def way(sheet: RoundStart, language: Language = ENGLISH) -> str:
    """Which way to pass, or what is to be done before that."""
    if sheet.warning:
        return say(notices.problem(sheet.warning), language)
    return say(WAYS[sheet.passes_right] if sheet.cards else HAND, language)


def ended(words: str) -> str:
    """A sentence with its end."""
    return words if words.endswith(("?", "!", "。", "？", "！")) else f"{words.rstrip('.,')}."


def _lines(panel: Panel, display: sheets.Worded, language: Language) -> list[str]:
    def tell(message: Message, **values: Value) -> str:
        return say(message._replace(values=values), language)

    code = language.code
    match display.sheet:
        case sheets.Lobby(title, lines, hint, again):
            title = say(OKANJO, language) if title == sheets.OKANJO else title
            names = [seat.name for seat in display.seats]
            seated = say(joined(names), language) if names else ""
            if isinstance(panel.sheet, EmptyLobby):
                return [title, *(say(words, language) for words in _empty(panel.sheet)), seated]
            if isinstance(panel.sheet, OpenLobby) and panel.sheet.game is None:
                lines = (say(CHOOSE, language),)
            return [title, *lines, seated, *again, hint]
        case sheets.Start(title, counts):
            dealt = [f"{number} {words}" for number, words in counts]
            then = way(panel.sheet, language) if isinstance(panel.sheet, RoundStart) else ""
            return [title, *dealt, then]
        case sheets.Current(name, note, card, worth, total, hint):
            brought = card if worth is None else f"{card} {numeral(worth, code, '+,')}"
            return [_heading(name, note), brought, f"{total}", hint]
        case sheets.Board(title=title, note=note):
            return [_heading(title, note), *(_score(seat, language) for seat in display.seats)]
        case sheets.TraySheet(name, note, points, total, caption):
            by_kind = [f"{words} {numeral(each, code)}" for words, each in points]
            return [_heading(name, note), *by_kind, f"{numeral(total, code)} {caption}"]
        case sheets.RoundsTable(heads, cells, title):
            rows = zip(display.seats, cells, strict=True)
            named = [_head(head, language) for head in heads]
            return [title, *(_made(seat, _cells(named, row), language) for seat, row in rows)]
        case sheets.DeviceLines(lines):
            return [say(OKANJO, language), *lines]
        case sheets.RoundQuestion(title, complaints, hint):
            return [title, *(f"{name} {why}" for name, why, _ in complaints), hint]
        case sheets.PhotoSheet(name, note, points, total, remarks, hint):
            by_kind = [f"{words} {numeral(each, code, '+,')}" for words, each in points]
            summed = "" if total is None else numeral(total, code, "+,")
            heading = tell(PHOTO_OF, name=name)
            return [_heading(heading, note), *by_kind, summed, *remarks, hint]
        case sheets.SeatsSheet(title, note, seats, hint):
            return [title, note, say(joined([seat for seat, _ in seats]), language), hint]
        case sheets.TextLines(title, lines):
            if isinstance(panel.sheet, CardPoints):
                return [title, *(say(part, language) for part in sheets.why(panel.sheet))]
            if isinstance(panel.sheet, NotCounted) and not panel.sheet.number:
                return [say(HEARD_REFUSED, language), say(sentence(panel.sheet.refusal), language)]
            return [title, ("" if code == "ja" else " ").join(lines)]  # parted between any two
        case sheets.QrCode(title, text):
            return [title, text]
        case sheets.Podium(title, _, tie, winners, others):
            scores = (_score(seat, language) for seat in winners + others)
            return [f"{title} {tie}", *scores]
        case sheet:
            assert_never(sheet)


def _empty(sheet: EmptyLobby) -> list[Message]:
    """How to begin, what is amiss, and where there are labels to be had."""
    labels = NO_LABELS._replace(values={"address": sheet.address})
    problem = sheet.no_scanner or sheet.warning
    if problem is None:
        return [CHOOSE_AT_FIRST, labels] if sheet.address else [CHOOSE_THEN_NEXT]
    if sheet.no_scanner and sheet.address:
        return [notices.problem(problem), labels]
    return [CHOOSE_AT_FIRST, notices.problem(problem)]


def _heading(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _score(seat: Standing, language: Language) -> str:
    """A seat's score, and what of it is new where some is banked."""
    parts = [
        seat.name if seat.score is None else f"{seat.name} {numeral(seat.score, language.code)}"
    ]
    if seat.score is None:
        parts = [say(NO_CARD._replace(values={"name": seat.name}), language)]
    elif seat.banked and (gained := seat.score - seat.banked):
        parts.append(say(THIS_ROUND._replace(values={"points": Figure(f"{gained:+,}")}), language))
    if seat.place:
        parts.append(say(PLACE._replace(values={"place": seat.place}), language))
    return ", ".join(parts)


def _head(head: str, language: Language) -> str:
    """The heading of a column."""
    if head.isdecimal():
        return say(ROUND._replace(values={"round": head}), language)
    return say(TOTAL if head == sheets.TOTAL_HEAD else DESSERTS, language)


def _made(seat: Standing, cells: str, language: Language) -> str:
    """What a seat has made in each round."""
    if not cells:
        return say(NO_CARD._replace(values={"name": seat.name}), language)
    return f"{seat.name}: {cells}"


def _cells(heads: list[str], row: tuple[str, ...]) -> str:
    return ", ".join(
        f"{head}: {cell}" for head, cell in zip(heads, row, strict=True) if cell.strip("–")
    )


OKANJO = gettext("Okanjo")  # in Japanese, no voice knows it by these letters
PLUS, MINUS = pgettext("spoken", "plus {number}"), pgettext("spoken", "minus {number}")
PAUSED = {
    "{name} {points}": pgettext("spoken", "{name}, {points}"),
    "{name} {points} ({why})": pgettext("spoken", "{name}, {points} ({why})"),
    "{why} {points}": pgettext("spoken", "{why}, {points}"),
    "round {points}": pgettext("spoken", "round, {points}"),
    "{name}: {cards} {points}": pgettext("spoken", "{name}: {cards}, {points}"),
    "{name}: {card} {points}, {about}": pgettext("spoken", "{name}: {card}, {points}, {about}"),
    "{name}: {card} flipped {points}, {about}": pgettext(
        "spoken", "{name}: {card} flipped, {points}, {about}"
    ),
    "{name}: Special order as {card} {points}, {about}": pgettext(
        "spoken", "{name}: Special order as {card}, {points}, {about}"
    ),
}
CHOOSE = pgettext("spoken", "Scan a game or menu, then your badges")
CHOOSE_THEN_NEXT = pgettext("spoken", "Scan a game or menu, then your badges, then NEXT")
CHOOSE_AT_FIRST = pgettext("spoken", "Scan a game or menu, badges, then NEXT")
NO_LABELS = pgettext("spoken", "No labels yet? Open {address}")
HAND = pgettext("spoken", "Scan a badge, then that hand")
WAYS = {
    False: pgettext("spoken", "Pass to the left"),
    True: pgettext("spoken", "Pass to the right"),
}
TRACK = pgettext("spoken", "Score track: {seats}")
SCANNED = pgettext("spoken", "{what}. {next}")
SCANNED_CARD = pgettext("spoken", "{what}, total {total}. {next}")
SCANNED_IN_VAIN = pgettext("spoken", "Not counted. {what}.")
HEARD_REFUSED = pgettext("spoken", "Not counted")
PHOTO_OF = pgettext("spoken", "Photo of {name}")
NO_CARD = pgettext("spoken", "{name} no card yet")
THIS_ROUND = pgettext("spoken", "{points} this round")
PLACE = pgettext("spoken", "place {place}")
ROUND, TOTAL, DESSERTS = (
    pgettext("spoken", "round {round}"),
    pgettext("spoken", "total"),
    pgettext("spoken", "desserts"),
)
