"""What the voice says, short or in full, at the device and on a phone that reads aloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from engine import events
from engine.cards import Game
from engine.events import Accepted
from engine.message import Message, Value, joined, npgettext, pgettext
from engine.position import lane_of
from engine.standings import CARDS, Standing
from firmware.common.facts import sheets as facts
from firmware.common.facts.device import Level
from firmware.common.facts.effects import Explained
from firmware.common.facts.notices import READ_TABLE, Notice
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.shown import Shown
from firmware.common.facts.situation import Situation
from firmware.common.facts.utterance import Call, Tray, Utterance
from firmware.words import feed, notices, page, spoken
from firmware.words.effects import card_count, unit_of
from firmware.words.espeak import for_ear, readable
from firmware.words.feed import winner_names
from firmware.words.hints import CARDS as CARD_COUNT
from firmware.words.labels import Seated, colour, player, title
from firmware.words.language import ENGLISH, Language, for_voice, say
from firmware.words.numbers import Figure


def heard(utterance: Utterance, level: Level, code: str) -> str:
    """The same as espeak-ng is to be given it, in the language of that code; a player whose name it
    cannot read is called by the badge's colour.
    """
    language = for_voice(code)
    names = {
        seat.name: say(colour(seat.badge), language)
        for seat in _seated(utterance)
        if seat.badge and not readable(seat.name, language.code)
    }
    return for_ear(said(utterance, level, language._replace(names=names)), language.code)


def heard_message(message: Message, code: str) -> str:
    """A sentence, as espeak-ng is to be given it."""
    language = for_voice(code)
    return for_ear(spoken.ended(say(message, language)), language.code)


def _seated(utterance: Utterance) -> Iterator[Seated]:
    """All who may be told of: who sits here now, who sat here before an UNDO or in the game before,
    who is offered a seat.
    """
    shown = utterance.shown
    yield from shown.standings.seats
    if shown.last:
        yield from shown.last.before.seats
    if isinstance(utterance.following, facts.OpenLobby):
        yield from utterance.following.last_time
    if shown.offer:
        yield from shown.offer.lobby.seats


def said(utterance: Utterance, level: Level = "full", language: Language = ENGLISH) -> str:
    """What is said aloud of what is shown: what was scanned, then what else there is to know."""
    explained = utterance.explained
    if explained is None:
        return spoken.spoken(utterance.shown.panel, language)
    outcome = explained.outcome
    if outcome.is_refused:
        refused = spoken.refused(feed.feed(explained, language=language), language)
        remove_waits = say(page.REMOVING, language) if utterance.shown.situation.removing else ""
        return " ".join(spoken.ended(line) for line in (refused, remove_waits) if line)
    if isinstance(outcome.result, Notice):
        return _of_notice(utterance, outcome.result, language)
    sentences = _short(utterance, explained) if level == "short" else _full(utterance, explained)
    sentences += [*_once_undone(outcome), *_too_many(outcome, utterance.shown.situation)]
    sentences += map(_call, utterance.calls)
    lines = [say(sentence, language) for sentence in sentences]
    coming = next_step(utterance.shown, utterance.following, language)
    is_told = any(coming in line for line in lines)
    if not is_told and (level == "full" or _must_go_on(utterance, outcome)):
        lines.append(coming)
    if level == "full" and isinstance(outcome.event, CARD_EVENTS):
        lines += [say(_lying(tray), language) for tray in utterance.trays]
    return " ".join(spoken.ended(line) for line in lines if line)


def next_step(shown: Shown, sheet: facts.SheetFacts, language: Language = ENGLISH) -> str:
    """What comes next at a table that is at this sheet."""
    if isinstance(sheet, facts.RoundStart) and not (shown.welcome or shown.offer):
        return spoken.way(sheet, language)
    steps = page.next_steps(shown, sheet, language)
    return steps[-1] if steps else ""


# --- what was scanned -----------------------------------------------------------------------------


def _short(utterance: Utterance, explained: Explained) -> list[Message]:
    """A card with what it brought, a round with its scores; what was scanned else."""
    outcome, sound = explained.outcome, utterance.shown.device.sound
    if isinstance(outcome.event, events.RoundEnded) and outcome.after.phase == "scored":
        return [
            _round(outcome),
            *(_score(seat, outcome.after.game) for seat in outcome.change.after.seats),
        ]
    what = _card(utterance, outcome)
    if what is None:
        what = _aloud(feed.sentence(explained._replace(effects=()), sound))
    seat = _seat(outcome)
    return [what] if seat is None else [what, _score(seat, outcome.after.game)]


def _card(utterance: Utterance, outcome: Outcome) -> Message | None:
    """A card and what it brought; None for any other scan."""
    result, brought = outcome.result, outcome.change.brought
    if not isinstance(result, Accepted) or result.seat is None or brought is None:
        return None
    if not isinstance(result.event, CARD_EVENTS):
        return None
    card: Value = title(result.scan.label)
    if utterance.card_on_wasabi:
        card = ON_WASABI._replace(values={"card": card})
    number = brought[result.seat]
    points = _points(number, outcome.after.game)
    ends_in_digit = result.scan.label.title[-1].isdigit()
    if number > 0 and ends_in_digit:  # "Maki roll 3, 3" would be two numbers
        points = spoken.PLUS._replace(values={"number": points})
    brings = CARD_BRINGS if number else CARD
    return brings._replace(values={"card": card, "points": points})


def _full(utterance: Utterance, explained: Explained) -> list[Message]:
    """A scan as the feed has it, and the score of the seat whose card it was."""
    outcome, game = explained.outcome, explained.outcome.after.game
    if isinstance(outcome.event, events.RoundEnded) and outcome.after.phase == "scored":
        return [_round(outcome), *(_round_score(seat, game) for seat in outcome.change.after.seats)]
    sentences = [_aloud(feed.sentence(explained, utterance.shown.device.sound))]
    seat = _seat(outcome)
    if seat is not None:
        is_told = outcome.change.undone is None and not seat.total  # as the score of the round
        sentences += [] if is_told else [_score(seat, game)]
    return sentences


def _once_undone(outcome: Outcome) -> list[Message]:
    """What holds again once something was taken back that was no card: what SCORE asked, or whose
    cards are scanned.
    """
    undone, table = outcome.change.undone, outcome.after
    if undone is None or undone.scan.label.type in CARDS or table.phase != "playing":
        return []
    if table.asked == "score" and table.last is not None:
        return [_aloud(feed.asked(table, table.last.scan.label))]
    seat, awaits = lane_of(table, outcome.lane)
    if seat is None or awaits is not None:
        return []
    scan = feed.SCAN_CARDS if table.mode == "tally" else feed.SCAN_CARD
    return [scan._replace(values={"name": player(table.seats[seat])})]


def _too_many(outcome: Outcome, situation: Situation) -> list[Message]:
    """That the seat whose card was scanned has more than were dealt."""
    result, dealt = outcome.result, situation.dealt
    if not isinstance(result, Accepted) or not isinstance(result.event, CARD_EVENTS):
        return []
    if result.seat is None or not dealt or situation.cards[result.seat] <= dealt:
        return []
    return [CARD_COUNT._replace(values={"count": situation.cards[result.seat], "dealt": dealt})]


def _aloud(message: Message) -> Message:
    return Message("{what}", {"what": spoken.aloud(message)})


def _seat(outcome: Outcome) -> Standing | None:
    """Whose score is told: that of a card's seat, also when the card was taken back."""
    result, change = outcome.result, outcome.change
    if outcome.after.phase != "playing" or not isinstance(result, Accepted):
        return None
    seat = None
    if change.undone is not None:
        seat = change.undone.seat if change.undone.scan.label.type in CARDS else None
    elif change.brought is not None:
        seat = result.seat
    return None if seat is None else change.after.seats[seat]


def _round(outcome: Outcome) -> Message:
    return ROUND._replace(values={"round": outcome.after.round_no})


def _round_score(seat: Standing, game: Game | None) -> Message:
    """What a seat has made of a round, and of all so far."""
    if not seat.banked:
        return _score(seat, game)
    points = _points(seat.total - seat.banked, game)
    values = {"name": player(seat), "points": points, "total": _points(seat.total, game)}
    return ROUND_SCORE._replace(values=values)


def _score(seat: Standing, game: Game | None) -> Message:
    """Who has how many."""
    values = {"name": player(seat), "points": _points(seat.score or 0, game)}
    return SCORE._replace(values=values)


def _points(points: int, game: Game | None) -> Value:
    """Points, with their unit where they have one."""
    number: Value = Figure(f"{points:,}")
    if points < 0:
        number = spoken.MINUS._replace(values={"number": Figure(f"{-points:,}")})
    if game is None or not game.unit:
        return number
    return AMOUNT._replace(values={"amount": number, "unit": unit_of(game)})


def _must_go_on(utterance: Utterance, outcome: Outcome) -> bool:
    """Whether what comes next is told in short, too: where the rules ask for it, whose turn it is,
    and after an UNDO between rounds.
    """
    table = outcome.after
    is_back = outcome.change.undone is not None and table.phase != "playing"
    if is_back or isinstance(outcome.event, GOES_ON):
        return True
    if table.phase != "playing" or table.asked:
        return False
    awaits = lane_of(table, outcome.lane).awaits is not None
    return awaits or table.mode == "live" or utterance.shown.situation.all_in


def _of_notice(utterance: Utterance, notice: Notice, language: Language) -> str:
    """What is told in passing; at READ THE TABLE the whole table."""
    if notice != READ_TABLE:
        return spoken.ended(say(notices.sentence(notice), language))
    return table_read(utterance, language)


def table_read(utterance: Utterance, language: Language = ENGLISH) -> str:
    """All trays; before the first card, what to deal, and else the page."""
    if utterance.trays and not any(tray.cards or tray.flipped for tray in utterance.trays):
        return spoken.ended(say(feed.begun(utterance.shown.table), language))
    if not utterance.trays:
        panel = utterance.shown.panel._replace(sheet=utterance.following)
        return spoken.spoken(panel, language)
    return " ".join(spoken.ended(say(_tray(tray), language)) for tray in utterance.trays)


# --- trays and calls ------------------------------------------------------------------------------


def _tray(tray: Tray) -> Message:
    """A seat's score and the cards before it."""
    return TRAY._replace(
        values={"score": _score(tray.seat, tray.game), "cards": joined([*_cards(tray)])}
    )


def _cards(tray: Tray) -> Iterator[Message]:
    for count in tray.cards:
        yield card_count(count, tray.game)
    if tray.flipped:
        yield FLIPPED._replace(values={"count": tray.flipped})
    if not tray.cards and not tray.flipped:
        yield NO_CARD


def _lying(tray: Tray) -> Message:
    """The cards before the seat whose score was told just now."""
    return LYING._replace(values={"cards": joined([*_cards(tray)])})


def _call(call: Call) -> Message:
    """A caller's moment."""
    if call.case == "last-card":
        return LAST_CARD
    names = winner_names(call.seats)
    return CALLS[call.case]._replace(values={"count": len(call.seats), "names": names})


GOES_ON = (events.RoundBegun, events.SeatsTaken)
CARD_EVENTS = (
    events.CardLaid,
    events.CardRevealed,
    events.CopyNamed,
    events.NigiriPut,
    events.CardFlipped,
)
SCORE = pgettext("spoken", "{name}, {points}")
AMOUNT = pgettext("spoken", "{amount} {unit}")
CARD = Message("{card}")
CARD_BRINGS = pgettext("spoken", "{card}, {points}")
ON_WASABI = pgettext("spoken", "{card} on wasabi")
ROUND = pgettext("spoken", "Round {round}")
ROUND_SCORE = pgettext("spoken", "{name}, {points}, in all {total}")
LYING = pgettext("spoken", "In the tray: {cards}")
TRAY = pgettext("spoken", "{score}: {cards}")
FLIPPED = npgettext("spoken", "{count} flipped card", "{count} flipped cards", 0)
NO_CARD = pgettext("spoken", "no cards")
LAST_CARD = pgettext("spoken", "That was the last card")
CALLS: Mapping[Literal["takes-lead", "level"], Message] = {
    "takes-lead": pgettext("spoken", "{names} takes the lead"),
    "level": pgettext("spoken", "{names} are level"),
}
