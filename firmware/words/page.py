"""What the pages say of the moment, for those who sit far from the display."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Game, Seat
from engine.message import Message, Value, gettext, joined, npgettext, pgettext
from engine.position import Table, hand
from engine.standings import Standing
from firmware.common.facts import sheets as facts
from firmware.common.facts.effects import Effect
from firmware.common.facts.hints import Hint
from firmware.common.facts.offer import Offer
from firmware.common.facts.photo import Count
from firmware.common.facts.shown import Shown
from firmware.words import effects as words_of_effects
from firmware.words import hints, offers, sheets
from firmware.words.effects import signs_as, unit_of
from firmware.words.labels import colour, noun, player
from firmware.words.language import ENGLISH, Language, say
from firmware.words.numbers import numeral
from firmware.words.refusals import dishes


def awaited(sheet: facts.SheetFacts, missing: Sequence[Seat], language: Language) -> list[str]:
    """What to do next. `missing` are those whose cards are still to come."""
    match sheet:
        case facts.EmptyLobby():
            lobby = sheets.lobby(sheet, language)
            return [*lobby.lines, lobby.hint]
        case facts.OpenLobby():
            lobby = sheets.lobby(sheet, language)
            if sheet.game is None:
                return [*lobby.lines, lobby.hint]
            again = [hints.last_time(sheet.last_time)] if sheet.last_time else []
            return [*_said(again, language), _foot(sheet.foot, language)]
        case facts.RoundStart():
            return [*sheets.start(sheet, language).way]
        case facts.LastCard(foot=Count() as count):
            if count.dealt and count.laid >= count.dealt:
                return _said([NEXT_BADGE, still_to_come(missing)], language)
            return _said([SCAN_CARDS, sheets.laid(count)], language)
        case facts.LastCard():
            return [_foot(sheet.foot, language)]
        case facts.Scoreboard(hint=Hint("next-round") as hint):
            return _said([NEXT_ROUND._replace(values={"round": hint.number})], language)
        case facts.Scoreboard(hint=Hint() as hint):
            return _said([hints.whole_line(hint)], language)
        case facts.ScoreAsked():
            return _said([SCORE_AGAIN], language)
        case facts.LeaveAsked(hint):
            return _said([hints.whole_line(hint), sheets.OR_GO_ON], language)
        case facts.GameResult():
            return _said([PLAY_AGAIN], language)
    return []


def next_steps(shown: Shown, sheet: facts.SheetFacts, language: Language) -> list[str]:
    """What to do next at a table that is at this sheet; after a start, where it goes on."""
    table = shown.table
    if shown.welcome:
        return welcome(shown.welcome, language)
    if shown.offer:
        return offered(shown.offer, table.phase == "lobby", language)
    missing = (
        ()
        if table.phase != "playing"
        else [seat for number, seat in enumerate(table.seats) if not shown.situation.full(number)]
    )
    return awaited(sheet, missing, language)


def position(table: Table) -> Message:
    """Where the game is, as the page's heading has it: its round and turn; empty in a lobby."""
    game, turns = table.game, table.round.turns
    if game is None or table.phase == "lobby":
        return NOTHING
    if table.phase == "finished":
        return THE_END
    played = {"round": table.round_no, "rounds": game.rounds}
    if table.phase != "playing" or not turns:
        return ROUND._replace(values=played) if game.rounds > 1 else NOTHING
    values = {**played, "turn": turns[-1].number, "turns": hand(table)}
    return (ROUND_AND_TURN if game.rounds > 1 else TURN)._replace(values=values)


def head(game: Game, round_no: int) -> Message:
    """What stands over the points of a round."""
    if game.rounds > 1:
        return ROUND_HEAD._replace(values={"round": round_no})
    return unit_of(game) if game.unit else POINTS_HEAD


def score(standing: Standing, language: Language = ENGLISH) -> str:
    """A seat's score as a page shows it."""
    if standing.score is None:
        return sheets.NO_SCORE
    return numeral(standing.score, language.code)


def badge(standing: Standing) -> Message:
    """The badge beside a name; nothing where it is the name."""
    if standing.badge is None or standing.name.lower() == standing.badge:
        return NOTHING
    return noun(colour(standing.badge))


def place(standing: Standing) -> Message:
    return PLACES[standing.place - 1] if standing.place else NOTHING


def laid(table: Table, cards: int, revealed: bool | None) -> Message:
    """How many cards lie in a tray, or whether its card of this turn does."""
    if revealed is not None:
        return REVEALED if revealed else NOTHING
    if dealt_to_each := hand(table):
        return OF_CARDS._replace(values={"count": cards, "dealt": dealt_to_each})
    return CARDS._replace(values={"count": cards})


def dealt(start: facts.RoundStart) -> list[tuple[int, Message]]:
    """What to deal to each and to shuffle in, before the first card."""
    desserts = DESSERTS._replace(values={"count": start.desserts})
    counts = (start.cards, CARDS_EACH), (start.desserts, desserts)
    return [(count, words) for count, words in counts if count]


def lacking(group: str, count: int) -> Message:
    """How many dishes of a group a menu is short of."""
    return gettext("{dishes} missing", dishes=dishes(group, count))


def points(count: int, game: Game) -> Message:
    """What an amount of the game is called."""
    return unit_of(game) if game.unit else POINTS._replace(values={"count": count})


def group_name(group: str) -> Message:
    """What the kinds of a group are, beside those that are on the menu."""
    return GROUPS.get(group) or Message(group)


def others(effects: Sequence[Effect]) -> Value:
    """What became of the scores of others, with a real minus."""
    return signs_as(lambda number: f"{number}".replace("-", "−"), words_of_effects.effects(effects))


def welcome(place: facts.GoesOn, language: Language) -> list[str]:
    """Where a game goes on after a start."""
    return _said([sheets.WELCOME, where(place)], language)


def where(place: facts.GoesOn) -> Message:
    """The round of a game that goes on, and who was scanned for last, as one line."""
    return joined(sheets.place_lines(place))


def offered(offer: Offer, in_lobby: bool, language: Language) -> list[str]:
    """That NEXT takes the seats; after a game also which and whose they are."""
    if in_lobby:
        return _said([offers.TAKE], language)
    players = offers.players(offer)
    seats = gettext("{heading}: {players}", heading=offers.heading(offer), players=players)
    return _said([offers.TAKE, seats], language)


def still_to_come(seats: Sequence[Seat]) -> Message:
    """Whose cards are missing; three are named."""
    names = joined([player(seat) for seat in seats[:3]]) if seats else Message("")
    some = STILL_TO_COME_MORE if len(seats) > 3 else STILL_TO_COME
    return some._replace(values={"names": names})


def _foot(foot: facts.Foot, language: Language) -> str:
    """A display's last line, with nothing cut."""
    return (
        say(hints.whole_line(foot), language)
        if isinstance(foot, Hint)
        else sheets.foot(foot, language)
    )


def _said(messages: Sequence[Value], language: Language) -> list[str]:
    return [sheets.text_of(message, language) for message in messages]


REMOVING = pgettext("page", "REMOVE waits: scan what to remove, or REMOVE again for nothing")
NEXT_BADGE = pgettext("page", "Scan the next badge")
SCAN_CARDS = pgettext("page", "Scan the cards")
STILL_TO_COME = pgettext("page", "Still to come: {names}")
STILL_TO_COME_MORE = pgettext("page", "Still to come: {names} …")
NEXT_ROUND = pgettext("page", "Scan NEXT for round {round}")
SCORE_AGAIN = pgettext("page", "Scan SCORE again to score anyway")
PLAY_AGAIN = pgettext("page", "Scan NEW GAME to play again")
NOTHING = Message("")
THE_END = pgettext("page", "The end")
ROUND = pgettext("page", "Round {round} of {rounds}")
ROUND_AND_TURN = pgettext("page", "Round {round} of {rounds} · Turn {turn} of {turns}")
TURN = pgettext("page", " · Turn {turn} of {turns}")
SCORED = pgettext("page", "{heading} scored")
BILL = pgettext("page", "The bill, please.")
ROUND_HEAD, POINTS_HEAD = pgettext("page", "R{round}"), pgettext("page", "Points")
DESSERTS_HEAD = pgettext("page", "Desserts")
REVEALED = pgettext("page", "✓ revealed")
OF_CARDS = npgettext("page", "{count} of {dealt} cards", "{count} of {dealt} cards", 0)
CARDS = npgettext("page", "{count} card", "{count} cards", 0)
CARDS_EACH = pgettext("page", "cards each")
DESSERTS = npgettext("page", "dessert to shuffle in", "desserts to shuffle in", 0)
POINTS = npgettext("page", "point", "points", 0)
GROUPS = {
    "always": pgettext("page", "always"),
    "roll": pgettext("page", "roll"),
    "appetizer": pgettext("page", "appetizer"),
    "special": pgettext("page", "special"),
    "dessert": pgettext("page", "dessert"),
    "sushi": pgettext("page", "sushi"),
    "action": pgettext("page", "action"),
}
PLACES = (
    pgettext("page", "1st"),
    pgettext("page", "2nd"),
    pgettext("page", "3rd"),
    pgettext("page", "4th"),
    pgettext("page", "5th"),
    pgettext("page", "6th"),
    pgettext("page", "7th"),
    pgettext("page", "8th"),
)
