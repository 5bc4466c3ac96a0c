"""What to do next, in each place; and what looks wrong before a round is scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, get_args

from engine.cards import Seat
from engine.message import (
    Message,
    Value,
    gettext,
    joined,
    ngettext,
    npgettext,
    pgettext,
)
from engine.position import Table
from engine.rounds import Complaint
from firmware.common.facts.hints import Hint, HintCase, InLobby, Moment, Step
from firmware.words import refusals
from firmware.words.labels import COMMANDS, colour, noun, player, title
from firmware.words.language import ENGLISH, Language
from firmware.words.line import fitted


class HintWords(NamedTuple):
    """For a line of the display, for whoever types commands, and for whoever clicks them; {name} is
    a player.
    """

    line: Message
    typed: Message
    clicked: Message


def line(hint: Hint, language: Language = ENGLISH) -> str:
    """The hint in one line of the display."""
    if hint.refusal is not None and hint.case != "menu-barred":
        return refusals.lines(hint.refusal, language)[1]
    return fitted(_filled(HINTS[hint.case].line, hint), language)


def whole_line(hint: Hint) -> Message:
    """The same with nothing cut, for those who sit far from the display."""
    if hint.refusal is not None:
        is_barred = hint.case == "menu-barred"
        return refusals.sentence(hint.refusal) if is_barred else refusals.then(hint.refusal)
    return _filled(HINTS[hint.case].line, hint)


def typed(hint: Hint) -> Message:
    """The hint for whoever types at a desk."""
    return _after_last_time(_filled(HINTS[hint.case].typed, hint), hint)


def clicked(hint: Hint) -> Message:
    """The hint for whoever clicks in a browser, where commands are buttons."""
    return _after_last_time(_filled(HINTS[hint.case].clicked, hint), hint)


def last_time(seats: Sequence[Seat]) -> Message:
    """Who played last time and may do so again."""
    return LAST_TIME._replace(values={"names": joined([player(seat) for seat in seats])})


def _after_last_time(next_step: Message, hint: Hint) -> Message:
    if not hint.seats or hint.case not in get_args(InLobby):
        return next_step
    return gettext("{last_time}. {hint}", last_time=last_time(hint.seats), hint=next_step)


def moment(now: Moment) -> Message:
    """The turn, the round, or the game if it has but one."""
    if now.turn:
        return gettext("Turn {turn}/{turns}", turn=now.turn, turns=now.turns)
    return round_title(now)


def round_title(now: Moment) -> Message:
    """Which round it is, or the game if that has but one."""
    if now.game.rounds > 1:
        return gettext("Round {round}", round=now.round)
    return title(now.game)


def _filled(message: Message, hint: Hint) -> Message:
    values: dict[str, Value] = {"number": hint.number, "of": hint.of}
    if hint.seats:
        first, *more = hint.seats
        badges = joined([_badge(seat) for seat in hint.seats[:2]])
        if len(more) > 1:
            badges = AND_SO_ON._replace(values={"badges": badges})
        values |= {"name": player(first), "badge": _badge(first), "badges": badges}
    if hint.refusal is not None:
        values |= {"why": refusals.sentence(hint.refusal), "count": hint.refusal.number}
        if hint.refusal.about is not None:
            values["title"] = title(hint.refusal.about)
    if hint.game is not None:
        least, most = hint.game.seats
        values |= {"game": title(hint.game), "least": least, "most": most}
    return message._replace(values=values)


def _badge(seat: Seat) -> Message:
    """What is to be scanned, or typed, for a player."""
    return noun(COMMANDS["dummy"] if seat.badge is None else colour(seat.badge))


AND_SO_ON = gettext("{badges} …")
LAST_TIME = gettext("Last time: {names}. Scan them to join")
NONE = Message("")  # said by the refusal that goes with it
WHY = Message("{why}")
SCORE_ENDS = pgettext("line", "SCORE ends the round")
EXTRA_CARD = pgettext("line", "Scan the extra card")

HINTS: Mapping[HintCase, HintWords] = {
    # what has to be scanned again
    "score-again": HintWords(
        pgettext("line", "SCORE: score anyway"),
        gettext("Type  score  again to score anyway, or go on with the round"),
        gettext("Scan SCORE again to score anyway, or go on with the round"),
    ),
    "leave-game-again": HintWords(
        pgettext("line", "Scan NEW GAME again,"),
        gettext("Type  new-game  again to leave this game, or go on with it"),
        gettext("Scan NEW GAME again to leave this game, or go on with it"),
    ),
    "leave-menu-again": HintWords(
        pgettext("line", "Scan the tile again,"),
        gettext("Scan the same tile again to make your own menu, or go on with this one"),
        gettext("Scan the same tile again to make your own menu, or go on with this one"),
    ),
    # in a lobby
    "choose-first": HintWords(
        NONE,
        gettext("Type  my-first-meal red blue next  and Enter (Tab completes, help explains)"),
        gettext("Click a menu, or type its name and press Enter"),
    ),
    "choose-game": HintWords(
        NONE,
        gettext("Choose a menu or game:  my-first-meal, sushi-go ..."),
        gettext("Choose a menu or game: my-first-meal, sushi-go ..."),
    ),
    "menu-lacks": HintWords(NONE, WHY, WHY),
    "menu-barred": HintWords(
        refusals.REFUSED["barred"].what,
        WHY,
        WHY,
    ),
    "too-many-seats": HintWords(
        NONE,
        gettext("{game} is for {least} to {most} players:  remove  and a badge"),
        gettext("{game} is for {least} to {most} players: REMOVE and a badge"),
    ),
    "too-many-with-dummy": HintWords(
        NONE,
        gettext("The dummy is for two players:  remove dummy,  or  remove  and a badge"),
        gettext("The dummy is for two players: REMOVE dummy, or REMOVE and a badge"),
    ),
    "remove-what": HintWords(
        pgettext("line", "Scan what to remove"),
        gettext("Remove which player, dish or variant? Scan it, or  remove  for none"),
        gettext("Remove which player, dish or variant? Scan it, or REMOVE for none"),
    ),
    "begin": HintWords(
        pgettext("line", "NEXT starts round 1"),
        gettext("next  starts round 1."),
        gettext("NEXT starts round 1."),
    ),
    "begin-again": HintWords(
        pgettext("line", "NEXT: the same again"),
        gettext("next  plays again with these players. Others? Scan a badge for each player"),
        gettext("NEXT plays again with these players. Others? Scan a badge for each player"),
    ),
    "begin-or-join": HintWords(
        pgettext("line", "NEXT starts round 1"),
        gettext("next  starts round 1. More players? Scan their badges first"),
        gettext("NEXT starts round 1. More players? Scan their badges first"),
    ),
    # what a card waits for
    "copy": HintWords(
        pgettext("line", "Scan what it copies"),
        gettext("{name}'s special order: scan the card it copies"),
        gettext("{name}'s special order: scan the card it copies"),
    ),
    "copy-or-none": HintWords(
        pgettext("line", "Scan what it copies"),
        gettext("{name}'s special order: scan the card it copies, or  next  for none"),
        gettext("{name}'s special order: scan the card it copies, or NEXT for none"),
    ),
    "wasabi": HintWords(
        pgettext("line", "Its wasabi, or NEXT"),
        gettext("{name}'s special order: scan the wasabi under it, or  next  for none"),
        gettext("{name}'s special order: scan the wasabi under it, or NEXT for none"),
    ),
    "nigiri": HintWords(
        pgettext("line", "Scan its nigiri"),
        gettext("{name}'s wasabi: scan the nigiri on it, or  next"),
        gettext("{name}'s wasabi: scan the nigiri on it, or NEXT"),
    ),
    "flip": HintWords(
        pgettext("line", "Scan a card to flip"),
        gettext("Flip which card? Scan it, or  undo"),
        gettext("Flip which card? Scan it, or UNDO"),
    ),
    "box": HintWords(
        pgettext("line", "Scan cards, then NEXT"),
        gettext("{name}'s takeout box: scan each card to flip, then  next"),
        gettext("{name}'s takeout box: scan each card to flip, then NEXT"),
    ),
    "remove": HintWords(
        pgettext("line", "Remove which card?"),
        gettext("Remove which card? Scan it, or  remove  for none"),
        gettext("Remove which card? Scan it, or REMOVE for none"),
    ),
    "chopsticks": HintWords(
        EXTRA_CARD,
        gettext("{name}'s chopsticks: scan the extra card"),
        gettext("{name}'s chopsticks: scan the extra card"),
    ),
    "spoon": HintWords(
        EXTRA_CARD,
        gettext("{name}'s spoon: scan the card it brings, or  next  if nobody has one"),
        gettext("{name}'s spoon: scan the card it brings, or NEXT if nobody has one"),
    ),
    "menu": HintWords(
        EXTRA_CARD,
        gettext("{name}'s dish Menu: scan the card chosen from it"),
        gettext("{name}'s dish Menu: scan the card chosen from it"),
    ),
    # in a tally
    "cards": HintWords(
        pgettext("line", "Scan a badge"),
        gettext("Scan a badge ({badges}), then that player's cards. When all are in:  score"),
        gettext("Scan a badge ({badges}), then that player's cards. When all are in: SCORE"),
    ),
    "all-in": HintWords(
        SCORE_ENDS,
        gettext("Scan a badge ({badges}), then that player's cards. When all are in:  score"),
        gettext("Scan a badge ({badges}), then that player's cards. When all are in: SCORE"),
    ),
    # in live
    "first-reveal": HintWords(
        pgettext("line", "Next: {name}"),
        gettext("Scan each card as it is revealed. Next: {name}. After the last turn:  score"),
        gettext("Scan each card as it is revealed. Next: {name}. After the last turn: SCORE"),
    ),
    "reveal": HintWords(
        pgettext("line", "Next: {name}"),
        gettext("Next: {name}, turn {number} of {of}. Someone else? Scan their badge"),
        gettext("Next: {name}, turn {number} of {of}. Someone else? Scan their badge"),
    ),
    "own-card": HintWords(
        pgettext("line", "Scan the card"),
        gettext("Scan {name}'s card"),
        gettext("Scan {name}'s card"),
    ),
    "replace": HintWords(
        pgettext("line", "Replace: {name}"),
        gettext("Scan the card that replaces {name}'s removed one"),
        gettext("Scan the card that replaces {name}'s removed one"),
    ),
    "badge-first": HintWords(
        pgettext("line", "Badge first: {name}"),
        gettext("{name}'s card was removed: scan  {badge},  then the card that replaces it"),
        gettext("{name}'s card was removed: scan {badge}, then the card that replaces it"),
    ),
    "turn-waits": HintWords(NONE, WHY, WHY),
    "next-turn": HintWords(
        pgettext("line", "Turn {number}: {name}"),
        gettext("Pass your hands, then {name}, turn {number} of {of}"),
        gettext("Pass your hands, then {name}, turn {number} of {of}"),
    ),
    "last-turn": HintWords(
        SCORE_ENDS,
        gettext("That was the last turn:  score  ends the round"),
        gettext("That was the last turn: SCORE ends the round"),
    ),
    # after a round
    "next-round": HintWords(
        pgettext("line", "NEXT: round {number}"),
        gettext("next  starts the next round,  undo  reopens this one,  page  shows the trays"),
        gettext("NEXT starts the next round, UNDO reopens this one, PAGE shows the trays"),
    ),
    "play-again": HintWords(
        pgettext("line", "NEW GAME: play again"),
        gettext("new-game  plays again,  undo  goes back,  page  shows the trays"),
        gettext("NEW GAME plays again, UNDO goes back, PAGE shows the trays"),
    ),
}

# The steps of a phase, as a list beside which one of them is to be done now.
STEPS: Mapping[Step, Message] = {
    "choose-menu": gettext("Choose a menu"),
    "badges": gettext("A badge for each player"),
    "begin": gettext("NEXT"),
    "badge": gettext("A player’s badge"),
    "cards": gettext("That player’s cards"),
    "score": gettext("SCORE when all are in"),
    "reveal": gettext("Each card as it is revealed"),
    "score-after-last": gettext("SCORE after the last turn"),
    "next-round": gettext("NEXT: next round"),
    "play-again": gettext("NEW GAME: play again"),
    "take-seats": gettext("NEXT takes these seats"),
}


# --- what looks wrong before a round is scored ------------------------------------------


class ComplaintWords(NamedTuple):
    """In a sentence, beside a name on the display, and there where room is scarce."""

    feed: Message
    line: Message
    short: Message


def complaint(wrong: Complaint) -> ComplaintWords:
    """What is wrong, in words for each place."""
    values = {"count": wrong.cards, "dealt": wrong.dealt}
    return ComplaintWords(*(words._replace(values=values) for words in COMPLAINTS[wrong.case]))


def complaints_of(table: Table, wrong: Sequence[tuple[int, Complaint]]) -> Message:
    """What is wrong player by player, as one line."""
    return joined(
        [
            gettext(
                "{name} {complaint}",
                name=player(table.seats[seat]),
                complaint=complaint(case).feed,
            )
            for seat, case in wrong
        ]
    )


OF = pgettext("line", "{count}/{dealt}")
CARDS = gettext("{count} of {dealt} cards")
REVEALED = gettext("{count} of {dealt} revealed")
UNCOVERED = gettext("wasabi left uncovered")
COMPLAINTS: Mapping[str, ComplaintWords] = {
    "cards": ComplaintWords(CARDS, CARDS, OF),
    "revealed": ComplaintWords(REVEALED, REVEALED, OF),
    "in-hand": ComplaintWords(
        ngettext("{count} card in hand", "{count} cards in hand", 0),
        npgettext("line", "{count} card", "{count} cards", 0),
        pgettext("line", "{count}"),
    ),
    "uncovered-wasabi": ComplaintWords(UNCOVERED, UNCOVERED, pgettext("line", "wasabi")),
}
