"""What the pages say of the moment, for those who sit far from the display."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Seat
from firmware.common.facts import sheets as facts
from firmware.common.facts.hints import Hint
from firmware.common.facts.offer import Offer
from firmware.common.facts.photo import Count
from firmware.words import hints, offers, sheets
from firmware.words.labels import player
from firmware.words.language import Language, say
from firmware.words.message import Message, Value, gettext, joined, pgettext


def awaited(sheet: facts.SheetFacts, missing: Sequence[Seat], language: Language) -> list[str]:
    """What to do next. `missing` are those whose cards are still to come."""
    match sheet:
        case facts.EmptyLobby():
            lobby = sheets.lobby(sheet, language)
            return [*lobby.lines, lobby.hint]
        case facts.OpenLobby():
            lobby = sheets.lobby(sheet, language)
            return [_foot(sheet.foot, language)] if sheet.game else [*lobby.lines, lobby.hint]
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


NEXT_BADGE = pgettext("page", "Scan the next badge")
SCAN_CARDS = pgettext("page", "Scan the cards")
STILL_TO_COME = pgettext("page", "Still to come: {names}")
STILL_TO_COME_MORE = pgettext("page", "Still to come: {names} …")
NEXT_ROUND = pgettext("page", "Scan NEXT for round {round}")
SCORE_AGAIN = pgettext("page", "Scan SCORE again to score anyway")
PLAY_AGAIN = pgettext("page", "Scan NEW GAME to play again")
