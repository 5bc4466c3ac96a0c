"""A panel's sheet in words: what a display has to draw, line by line.

A line of fixed words is no wider than the smallest display (`line.LINE`); what names are in it is
cut where it is drawn, as larger displays have more room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.cards import Seat
from engine.codes import Label
from engine.message import Message, Value, gettext, joined, ngettext, npgettext, pgettext
from engine.standings import Standing
from firmware.common.facts import sheets as facts
from firmware.common.facts.device import DeviceState, Volume
from firmware.common.facts.hints import Hint
from firmware.common.facts.menu import DishEntry
from firmware.common.facts.notices import Notice, Problem
from firmware.common.facts.photo import Count, PhotoComing, PhotoRead, TrayAsked
from firmware.words import clock, effects, hints, notices, offers, photos, refusals
from firmware.words.feed import verdict
from firmware.words.hints import complaint
from firmware.words.labels import (
    badge_and_player,
    icon_of,
    kind_title,
    menu_title,
    noun,
    player,
    title,
)
from firmware.words.language import ENGLISH, Language, put_in, say
from firmware.words.line import LETTER, LINE, broken, cut, fitted, pixels, wrapped
from firmware.words.numbers import numeral
from firmware.words.plates import badge_letters
from firmware.words.rules import (
    cards_in_all,
    care,
    entry_rule,
    example,
    explained,
    label_title,
    rule,
)
from firmware.words.story import story

NO_SCORE = "–"


def score(seat: Standing) -> str:
    """A seat's score as the display shows it, whose large digits come without a comma."""
    return NO_SCORE if seat.score is None else str(seat.score)


class Lobby(NamedTuple):
    """Before the game: what is chosen, who sits, and what is still missing; `again`: who played
    last time and may join.
    """

    title: str
    lines: tuple[str, ...]
    hint: str
    again: tuple[str, ...] = ()


class Start(NamedTuple):
    """The start of a round: numbers and what they count (cards each, desserts), and what to do."""

    title: str
    counts: tuple[tuple[int, str], ...]
    way: tuple[str, ...]


class Current(NamedTuple):
    """Whose turn or tray it is, the last card, its worth, the total, what is awaited, an icon."""

    name: str
    note: str
    card: str
    worth: int | None
    total: str
    hint: str
    icon: str = ""


class Board(NamedTuple):
    """All seats, live and banked; `note` is the round, or what to do next. Between two rounds the
    title is the one that `is_scored`, and the note has the next.
    """

    title: str
    note: str = ""
    is_scored: bool = False


class TraySheet(NamedTuple):
    """One seat's points by kind, as words and points, and their sum with a word for it."""

    name: str
    note: str
    lines: tuple[tuple[str, int], ...]
    total: int
    caption: str


class RoundsTable(NamedTuple):
    """Round by round; `cells[seat][column]`, "" where nothing is known yet."""

    heads: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    title: str


class DeviceLines(NamedTuple):
    """What is missing, addresses, versions: one sheet of them."""

    lines: tuple[str, ...]
    title: str


class TextLines(NamedTuple):
    """What is told in passing: what it is about, and some lines."""

    title: str
    lines: tuple[str, ...]


class RoundQuestion(NamedTuple):
    """What is asked before something is done: player by player what looks wrong, whole and short,
    and the answer.
    """

    title: str
    lines: tuple[tuple[str, str, str], ...]
    hint: str


class PhotoSheet(NamedTuple):
    """What a photo would score: words and points a line, their sum where they have one, what is
    not clear in it, and what to do.
    """

    title: str
    note: str
    lines: tuple[tuple[str, int], ...]
    total: int | None
    remarks: tuple[str, ...]
    hint: str


class SeatsSheet(NamedTuple):
    """Seats that are offered: which, what is played, who sits where (colour and name, and shorter),
    and what to do.
    """

    title: str
    note: str
    seats: tuple[tuple[str, str], ...]
    hint: str


class Podium(NamedTuple):
    """The end: who won, in a shorter form where many did, `tie` where dessert cards decided, and
    the others by place.
    """

    title: str
    short: str
    tie: str
    winners: tuple[Standing, ...]
    others: tuple[Standing, ...] = ()


class QrCode(NamedTuple):
    """A QR, rows of "#" (dark) and ".", and what it is for."""

    title: str
    text: str
    code: tuple[str, ...]


Sheet = (
    Lobby | Start | Current | Board | TraySheet | RoundsTable | Podium | DeviceLines | TextLines
    | RoundQuestion | PhotoSheet | SeatsSheet | QrCode
)  # fmt: skip


class Worded(NamedTuple):
    """What a display draws: a sheet, and every seat's score for those with room. `mark` stands in
    every heading. `clock` is that of a tournament's round, in full and shorter; nothing where there
    is none.
    """

    sheet: Sheet
    seats: tuple[Standing, ...] = ()
    mark: str = ""
    language: Language = ENGLISH
    clock: tuple[str, ...] = ()


def display(panel: facts.Panel, language: Language = ENGLISH) -> Worded:
    """A panel in words."""
    mark = ""
    if panel.removing or not panel.saved:
        mark = say(REMOVING if panel.saved else UNSAVED, language)
    sheet = WORDED[type(panel.sheet)](panel.sheet, language)
    time = clock.in_heading(panel.clock) if panel.clock else ()
    clock_texts = tuple(say(text, language) for text in time)
    return Worded(sheet, called(panel.seats, language), mark, language, clock_texts)


def called(seats: tuple[Standing, ...], language: Language) -> tuple[Standing, ...]:
    """The seats, those who gave no name called by their colour in this language."""
    if language is ENGLISH:  # as the engine calls them
        return seats
    return tuple(seat._replace(name=name_of(seat, language)) for seat in seats)


def name_of(seat: Seat | Standing, language: Language = ENGLISH) -> str:
    """A player's name, as it is called in this language."""
    name = player(seat)
    return text_of(name, language)


def more(count: int, language: Language) -> str:
    """What stands for so many lines that have no room."""
    return say(npgettext("line", "{count} more", "{count} more", count), language)


def foot(fact: facts.Foot, language: Language = ENGLISH) -> str:
    """The last line of a sheet."""
    match fact:
        case Hint():
            return hints.line(fact, language)
        case facts.Changed():
            return effects.line(fact, language)
        case facts.TakenBack(label, restored):
            back = BACK if restored else UNDONE
            return say(back._replace(values={"what": title(label)}), language)
        case Problem():
            return say(notices.problem(fact), language)
        case Count():
            return say(laid(fact), language)


def laid(count: Count) -> Message:
    """How many cards of a seat there are, and of how many."""
    if count.dealt:
        return gettext("{laid} of {dealt} cards", laid=count.laid, dealt=count.dealt)
    return ngettext("{count} card", "{count} cards", count.laid)


# --- the lobby --------------------------------------------------------------------------


def lobby(sheet: facts.EmptyLobby | facts.OpenLobby, language: Language) -> Lobby:
    """What is chosen, who sits, what is awaited."""
    if isinstance(sheet, facts.EmptyLobby):
        return _empty_lobby(sheet, language)
    return _open_lobby(sheet, language)


def _empty_lobby(sheet: facts.EmptyLobby, language: Language) -> Lobby:
    """What is amiss; before the first game also where there are labels to be had."""
    choose = tuple(say(line, language) for line in CHOOSE)
    if sheet.no_scanner:
        plug = say(notices.problem(sheet.no_scanner), language)
        if sheet.address:
            return Lobby(OKANJO, (plug, "", "", say(NO_LABELS, language)), sheet.address)
        return Lobby(OKANJO, choose, plug)
    if sheet.warning:
        *above, last = broken(say(notices.problem(sheet.warning), language))
        return Lobby(OKANJO, (*choose, "", *above[:1]), last)
    if sheet.address:
        return Lobby(OKANJO, (*choose, "", say(NO_LABELS, language)), sheet.address)
    return Lobby(OKANJO, tuple(say(line, language) for line in THEN), say(THEN_NEXT, language))


def _open_lobby(sheet: facts.OpenLobby, language: Language) -> Lobby:
    hint = foot(sheet.foot, language)
    if sheet.game is None:
        return Lobby(OKANJO, tuple(say(line, language) for line in THEN), hint)
    lines = [players_of(sheet)]
    if sheet.variants:
        first, *others = (VARIANTS[slug] for slug in sheet.variants)
        lines.append(joined([first, *map(noun, others)]))
    if sheet.kinds < sheet.whole:
        lines.append(
            gettext("{count} of {whole} on the menu", count=sheet.kinds, whole=sheet.whole)
        )
    menu = menu_title(sheet.game, sheet.preset)
    told = tuple(say(line, language) for line in lines)
    again: tuple[str, ...] = ()
    if sheet.last_time:
        names = joined([player(seat) for seat in sheet.last_time])
        last_time = LAST_TIME._replace(values={"names": names})
        again = say(last_time, language), say(SCAN_THEM, language)
    return Lobby(say(menu, language), told, hint, again)


def players_of(sheet: facts.OpenLobby) -> Message:
    """The mode, and how many play."""
    players = ngettext("{count} player", "{count} players", sheet.players)
    return gettext("{mode} · {players}", mode=MODES[sheet.mode], players=players)


def _offered(sheet: facts.SeatsOffered, language: Language) -> SeatsSheet:
    offer = sheet.offer
    seats = tuple(
        (text_of(badge_and_player(seat), language), _by_letters(seat, language))
        for seat in offer.lobby.seats
    )
    note = "".join(say(menu, language) for menu in offers.menu(offer))
    heading = text_of(offers.heading(offer), language)
    return SeatsSheet(heading, note, seats, say(offers.TAKE_LINE, language))


def _by_letters(seat: Standing, language: Language) -> str:
    """The badge's letters, and the name."""
    return f"{badge_letters(seat.badge or '', language)} {name_of(seat, language)}"


# --- a round ------------------------------------------------------------------------------


def start(sheet: facts.RoundStart, language: Language) -> Start:
    game = sheet.moment.game
    way: tuple[Message, ...] = (WAYS[sheet.passes_right],)
    if not sheet.cards:
        way = HANDS
    if sheet.warning:
        way = (notices.problem(sheet.warning),)
    counts = ((sheet.cards, CARDS_EACH), (sheet.desserts, DESSERTS))
    heading = title(game)
    if game.rounds > 1:
        heading = gettext("Round {round} of {rounds}", round=sheet.moment.round, rounds=game.rounds)
    return Start(
        say(heading, language),
        tuple((number, say(what, language)) for number, what in counts if number),
        tuple(say(line, language) for line in way),
    )


def _current(sheet: facts.LastCard, language: Language) -> Current:
    label = sheet.scanned
    icon = ""
    if not (sheet.is_struck or label is None or isinstance(label, facts.TakenBack)):
        game = sheet.moment.game
        icon = icon_of(game, label.face or label.kind or "")
    return Current(
        name_of(sheet.seat, language),
        say(hints.moment(sheet.moment), language),
        _scanned(sheet, language),
        sheet.worth,
        score(sheet.seat),
        foot(sheet.foot, language),
        icon,
    )


def _scanned(sheet: facts.LastCard, language: Language) -> str:
    """The last scan."""
    label = sheet.scanned
    if label is None:
        return ""
    if isinstance(label, facts.TakenBack):
        return foot(label, language)
    if label.type == "badge":
        return "" if sheet.moment.turn else say(SCAN_CARDS, language)
    card = title(label)
    return say(gettext("✗ {card}", card=card) if sheet.is_struck else card, language)


def _scoreboard(sheet: facts.Scoreboard, language: Language) -> Board:
    moment = say(hints.moment(sheet.moment), language) if sheet.moment else ""
    if sheet.hint:
        is_scored = sheet.hint.case == "next-round"
        return Board(moment, hints.line(sheet.hint, language), is_scored)
    return Board(say(RESULT if sheet.is_over else SCORES, language), moment)


def _tray(sheet: facts.SeatPoints, language: Language) -> TraySheet:
    game = sheet.moment.game
    lines = tuple((say(kind_title(game, kind), language), points) for kind, points in sheet.points)
    caption = say(TOTAL if sheet.of_game else ROUND, language)
    note = say(hints.moment(sheet.moment), language)
    return TraySheet(name_of(sheet.seat, language), note, lines, sheet.total, caption)


def _why(sheet: facts.CardPoints, language: Language) -> TextLines:
    """By which rule, beside whom, with which cards: as much as there is room for."""
    lines: list[str] = []
    for part in why(sheet):
        more = wrapped(text_of(part, language).translate(PLAIN))
        lines += more if len(lines) + len(more) <= WHY_LINES else []
    name = cut(name_of(sheet.seat, language), 8 * LETTER)
    what = say(kind_title(sheet.game, sheet.kind), language)
    return TextLines(f"{name}: {what} {numeral(sheet.points, language.code)}", tuple(lines))


def why(sheet: facts.CardPoints) -> list[Message]:
    """By which rule a card brings its points, beside whom, with which cards."""
    game, kind, detail = sheet.game, sheet.kind, sheet.detail
    parts = [rule(game, kind, sheet.players)]
    if detail and detail.cause:
        parts.append(effects.because(detail.cause, game))
    if detail and detail.cards:
        parts.append(effects.cards(detail.cards, game, kind))
    return parts


def _rounds(sheet: facts.PointsByRound, language: Language) -> RoundsTable:
    heads = [str(number) for number in range(1, sheet.rounds + 1)]
    heads += [say(DESSERTS_HEAD, language)] * sheet.has_desserts
    cells = tuple(tuple(map(_cell, row)) for row in sheet.cells)
    return RoundsTable((*heads, TOTAL_HEAD), cells, say(ROUNDS, language))


def _cell(cell: facts.Cell) -> str:
    return "" if cell is None else NO_SCORE if cell == facts.NO_CARD else str(cell)


def _podium(sheet: facts.GameResult, language: Language) -> Podium:
    tie = say(effects.tie_break(sheet.tie), language) if sheet.tie else ""
    won = say(verdict(sheet.winners, sheet.tie), language)
    many = npgettext("line", "{count} shares the win", "{count} share the win", len(sheet.winners))
    winners, others = called(sheet.winners, language), called(sheet.others, language)
    return Podium(won, say(many, language) if len(winners) > 1 else won, tie, winners, others)


def story_sheets(sheet: facts.GameStory, language: Language = ENGLISH) -> tuple[TextLines, ...]:
    """How a game went: no line is lost."""
    texts = (say(text, language) for text in story(sheet.story, sheet.standings, sheet.tie))
    parts = _parted((text.translate(PLAIN) for text in texts), MOST_LINES)
    heading = say(STORY, language)
    return tuple(TextLines(title, lines) for title, lines in _numbered(heading, parts) if lines)


def _story(sheet: facts.GameStory, language: Language) -> TextLines:
    return story_sheets(sheet, language)[sheet.number]


def _score_asked(sheet: facts.ScoreAsked, language: Language) -> RoundQuestion:
    lines = []
    for seat, wrong in sheet.complaints:
        words = complaint(wrong)
        whole, short = say(words.line, language), say(words.short, language)
        lines.append((name_of(seat, language), whole, short))
    title = TOO_MANY if sheet.of_hands else SCORE_ROUND
    return RoundQuestion(say(title, language), tuple(lines), hints.line(sheet.hint, language))


def _leave_asked(sheet: facts.LeaveAsked, language: Language) -> TextLines:
    heading = LEAVE_GAME if sheet.hint.case == "leave-game-again" else LEAVE_MENU
    lines = hints.line(sheet.hint, language), say(OR_GO_ON, language)
    return TextLines(say(heading, language), lines)


def _goes_on(sheet: facts.GoesOn, language: Language) -> TextLines:
    return TextLines(
        say(WELCOME, language), tuple(text_of(line, language) for line in place_lines(sheet))
    )


def place_lines(place: facts.GoesOn) -> list[Message]:
    """Where a game goes on: the round, and who was scanned for last."""
    which = hints.round_title(place.moment)
    if place.is_scored:
        return [gettext("{round} is scored", round=which)]
    if place.seat is None or place.cards is None:
        return [which]
    name, count = player(place.seat), photos.laid(place.cards)
    return [which, gettext("{name} {count}", name=name, count=count)]


# --- a photo ------------------------------------------------------------------------------


def _photo_coming(sheet: PhotoComing, language: Language) -> TextLines:
    heading = photos.PHOTO
    if sheet.seat:
        heading = photos.PHOTO_OF._replace(values={"name": player(sheet.seat)})
    step = photos.READING if sheet.is_taken else photos.TAKING
    return TextLines(say(heading, language), (say(step, language),))


def _tray_asked(sheet: TrayAsked, language: Language) -> TextLines:
    return TextLines(say(photos.WHOSE, language), (say(photos.SCAN_BADGE, language),))


def _photo(sheet: PhotoRead, language: Language) -> PhotoSheet:
    is_one = len(sheet.trays) == 1
    return PhotoSheet(
        text_of(photos.heading(sheet), language),
        say(photos.laid(sheet.trays[0].cards), language) if is_one else "",
        tuple((say(what, language), points) for what, points in photos.rows(sheet)),
        photos.total(sheet),
        tuple(say(remark, language) for remark in photos.remarks(sheet)),
        say(photos.AGAIN, language),
    )


# --- the device, and what is told in passing ------------------------------------------------


def device_sheets(device: DeviceState, language: Language = ENGLISH) -> tuple[DeviceLines, ...]:
    """What is amiss first, then where the page is, then what it is. One sheet at least.

    Law: no line is lost: each stands on one of the sheets, broken where it is too long.
    """
    unsaved = [] if device.saved else [say(NOT_SAVED, language)]
    problems = (say(notices.problem(problem), language) for problem in device.problems)
    parts = _parted((*unsaved, *problems, *device.hosts, *device.about), DEVICE_LINES)
    return tuple(DeviceLines(lines, title) for title, lines in _numbered(OKANJO, parts))


def _parted(texts: Iterable[str], most: int) -> list[tuple[str, ...]]:
    """Texts broken into lines, on sheets of so many: one sheet at least."""
    parts: list[tuple[str, ...]] = [()]
    for text in texts:
        lines = tuple(broken(text))
        if parts[-1] and len(parts[-1]) + len(lines) > most:
            parts.append(())
        parts[-1] += lines
    return parts


def _numbered(
    title: str, parts: Sequence[tuple[str, ...]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each sheet with its heading, which has its number where there are several."""
    for number, lines in enumerate(parts, 1):
        yield (title if len(parts) == 1 else f"{title} {number}/{len(parts)}"), lines


def _device(sheet: facts.DeviceSheet, language: Language) -> DeviceLines:
    """With the PIN on top for those who stand before the display."""
    device = device_sheets(sheet.device, language)[sheet.number]
    pin = (say(gettext("PIN {digits}", digits=sheet.pin), language),) if sheet.pin else ()
    return device._replace(lines=(*pin, *device.lines))


def turned_sheets(sheet: facts.SheetFacts, language: Language = ENGLISH) -> tuple[TextLines, ...]:
    """All sheets of what is told or refused: PAGE turns them. None of any other sheet."""
    match sheet:
        case facts.Told(notice) if isinstance(notice.meaning, Label) and notice.case == "explained":
            return _of_label(notice.meaning, notice, language)
        case facts.Told(notice):
            lines = notices.lines(notice, language)
            return (TextLines(say(notices.heading(notice), language), lines),)
        case facts.NotCounted(refusal, dish):
            _, then = refusals.lines(refusal, language)
            lines = (*broken(then), say(refusals.NOT_COUNTED, language))
            brings = _in_short(dish, MOST_LINES - len(lines), language) if dish else ()
            first = TextLines(refusals.heading(refusal, language), (*lines, *brings))
            return (first, *_of_dish(dish, title(dish.kind), language)) if dish else (first,)
    return ()


def _told(sheet: facts.Told | facts.NotCounted, language: Language) -> TextLines:
    return turned_sheets(sheet, language)[sheet.number]


def _of_label(label: Label, notice: Notice, language: Language) -> tuple[TextLines, ...]:
    """What a label is for."""
    name = label_title(label, notice.game)
    if notice.dish:
        return _of_dish(notice.dish, name, language)
    return _leaves(say(name, language), [explained(label, None, notice.game)], language)


def _of_dish(entry: DishEntry, name: Message, language: Language) -> tuple[TextLines, ...]:
    """What a dish brings, then examples of that and what to watch out for."""
    sentences = [entry_rule(entry), cards_in_all(entry)]
    sentences += [example(entry, tray) for trays in entry.examples for tray in trays]
    return _leaves(say(name, language), [*sentences, *care(entry)], language)


def _in_short(entry: DishEntry, room: int, language: Language) -> tuple[str, ...]:
    """What a dish brings, in so many lines; else that PAGE tells it."""
    lines = wrapped(say(notices.dish(entry), language).translate(PLAIN))
    if len(lines) <= room:
        return tuple(lines)
    return (fitted(PAGE_TELLS._replace(values={"title": title(entry.kind)}), language),)


def _leaves(
    heading: str, sentences: Sequence[Message], language: Language
) -> tuple[TextLines, ...]:
    """Sentences on as many sheets as they take. A sentence stands on one sheet if that has room."""
    sheets: list[list[str]] = [[]]
    for sentence in sentences:
        lines = wrapped(say(sentence, language).translate(PLAIN))
        if sheets[-1] and len(sheets[-1]) + len(lines) > WHY_LINES:
            sheets.append([])
        for line in lines:
            if len(sheets[-1]) == WHY_LINES:
                sheets.append([])
            sheets[-1].append(line)
    count = len(sheets)
    numbers = (f" {number}/{count}" if count > 1 else "" for number in range(1, count + 1))
    return tuple(
        TextLines(cut(heading, LINE - pixels(number)) + number, tuple(lines))
        for lines, number in zip(sheets, numbers, strict=True)
    )


def _sound(sheet: facts.SoundChanged, language: Language) -> TextLines:
    return TextLines(say(SOUND, language), (say(VOLUMES[sheet.volume], language),))


def _qr(sheet: facts.QrTo, language: Language) -> QrCode:
    heading, text = QRS[sheet.to]
    return QrCode(say(heading, language), say(text, language), sheet.code)


def _access_point(sheet: facts.AccessPointWords, language: Language) -> TextLines:
    lines = (say(CHOOSE_NETWORK, language), sheet.name, sheet.password, WIFI_WAY)
    return TextLines(say(WIFI, language), lines)


def text_of(value: Value, language: Language = ENGLISH) -> str:
    """A message in a language, or a name as it is."""
    return say(value, language) if isinstance(value, Message) else f"{put_in(value, language)}"


OKANJO = "Okanjo"
DEVICE_LINES = 4  # of the five on the smallest display: the PIN comes on top
WHY_LINES, MOST_LINES = 4, 5
PAGE_TELLS = pgettext("line", "PAGE: {title}")
PLAIN = {0xA0: " ", 0x202F: " ", 0x2212: "-"}  # the display's letters have neither
TOTAL_HEAD = "="
REMOVING = pgettext("line", "REMOVE")
LAST_TIME = pgettext("line", "Last time: {names}")
SCAN_THEM = pgettext("line", "Scan them to join")
UNSAVED, NOT_SAVED = pgettext("line", "UNSAVED"), pgettext("line", "Scores are not saved!")
BACK, UNDONE = pgettext("line", "Back: {what}"), pgettext("line", "Undone: {what}")
CHOOSE = (pgettext("line", "Scan a game or menu,"), pgettext("line", "badges, then NEXT"))
THEN = (pgettext("line", "Scan a game or menu,"), pgettext("line", "then your badges,"))
THEN_NEXT, NO_LABELS = pgettext("line", "then NEXT"), pgettext("line", "No labels yet? Open")
MODES = {"tally": gettext("Tally"), "live": gettext("Live")}
VARIANTS = {"dummy": gettext("Dummy"), "pass-both-ways": gettext("Pass both ways")}
CARDS_EACH, DESSERTS = pgettext("line", "cards each"), pgettext("line", "desserts")
WAYS = {
    False: pgettext("line", "← Pass to the left"),
    True: pgettext("line", "→ Pass to the right"),
}
HANDS = (pgettext("line", "Scan a badge,"), pgettext("line", "then that hand"))
SCAN_CARDS = pgettext("line", "Scan the cards")
SCORES, RESULT = pgettext("line", "Scores"), pgettext("line", "Result")
ROUND, TOTAL = pgettext("line", "round"), pgettext("line", "total")
STORY = pgettext("line", "Story")
ROUNDS, DESSERTS_HEAD = pgettext("line", "Rounds"), pgettext("line", "D")
TOO_MANY = pgettext("line", "Too many: score?")
SCORE_ROUND = pgettext("line", "Score the round?")
LEAVE_GAME = pgettext("line", "Leave this game?")
LEAVE_MENU = pgettext("line", "Leave this menu?")
OR_GO_ON = pgettext("line", "or just go on")
WELCOME = pgettext("line", "Welcome back")
SOUND = pgettext("line", "Sound")
VOLUMES: Mapping[Volume, Message] = {
    "on": pgettext("line", "on"),
    "soft": pgettext("line", "soft"),
    "off": pgettext("line", "off"),
}
WIFI, WIFI_WAY = pgettext("line", "Wi-Fi"), "10.42.0.1"
CHOOSE_NETWORK = pgettext("line", "Choose a network:")
QRS = {
    "wifi": (WIFI, pgettext("line", "Scan, then open 10.42.0.1")),
    "scores": (
        pgettext("line", "Scores"),
        pgettext("line", "Scan to see the scores on your phone"),
    ),
    "bg-stats": (
        pgettext("line", "BG Stats"),
        pgettext("line", "Scan to keep this game on your phone"),
    ),
    "join": (
        pgettext("line", "Join"),
        pgettext("line", "Scan to join with your phone"),
    ),
}
WORDED: Mapping[type, Callable[[Any, Language], Sheet]] = {
    facts.EmptyLobby: lobby,
    facts.OpenLobby: lobby,
    facts.SeatsOffered: _offered,
    facts.RoundStart: start,
    facts.LastCard: _current,
    facts.Scoreboard: _scoreboard,
    facts.SeatPoints: _tray,
    facts.CardPoints: _why,
    facts.PointsByRound: _rounds,
    facts.GameResult: _podium,
    facts.GameStory: _story,
    facts.ScoreAsked: _score_asked,
    facts.LeaveAsked: _leave_asked,
    facts.GoesOn: _goes_on,
    PhotoComing: _photo_coming,
    TrayAsked: _tray_asked,
    PhotoRead: _photo,
    facts.DeviceSheet: _device,
    facts.Told: _told,
    facts.NotCounted: _told,
    facts.SoundChanged: _sound,
    facts.QrTo: _qr,
    facts.AccessPointWords: _access_point,
}
