"""Describe a scan and what it did in one line, for lists of the last scans, pipes and logs."""

from __future__ import annotations

from engine import events
from engine.catalogue import codebook_of
from engine.codes import Codebook, Label
from engine.events import Accepted
from engine.lobby import missing
from engine.position import Table, hand, playing
from engine.refusals import Refused
from engine.rounds import complaints
from engine.scoring.tray import FLIPPED
from engine.standings import CARDS, Change
from firmware.common.facts.refusals import Declined, Refusal
from firmware.common.system.text import plural
from firmware.core.view.outcome import Outcome, TeachStep
from firmware.core.view.sheets import Volume
from firmware.core.view.titles import round_title, tie_break, unit_of, verdict
from firmware.core.view.why import effect_of, effects, movers, own_parts, sentences
from firmware.words.language import say
from firmware.words.refusals import sentence


def describe(outcome: Outcome, sound: Volume = "on") -> str:
    """The scan and what it did to every score; of one that was refused, what to do. `sound` is
    what it is now.
    """
    result, change = outcome.result, outcome.change
    if isinstance(result, Refusal):
        return refusal(codebook_of(outcome.before.games), outcome.text, result)
    if isinstance(result, TeachStep):
        return result.summary
    told = result.seat if change.brought is not None and change.undone is None else None
    is_told = isinstance(result.event, events.RoundEnded) and change.after.table.phase == "scored"
    found = "" if is_told else sentences(effects(change, told))
    text = _event(result, change, sound)
    return f"{text}{'' if text.endswith('!') else '.'} {found}" if found else text


def _event(result: Accepted, change: Change, sound: Volume) -> str:
    """What was done, and what it brought the seat that it was for."""
    after, scan = change.after.table, result.scan
    match result.event:
        case events.SetAside():
            return f"Sound: {sound}" if scan.label.slug == "sound" else scan.label.title
        case events.RoundBegun():
            return _begun(after)
        case events.SeatsTaken():
            return f"{', '.join(seat.name for seat in after.seats)}. {_begun(after)}"
        case events.RoundEnded():
            return _ended(change)
        case events.Asked():
            return _asked(after, scan.label)
        case events.Undone():
            return f"Undone: {_undone(change)}"
        case events.LobbyOpened():
            return _opened(after)
    if after.phase == "lobby":
        return _lobby(result, after)
    return _playing(result, change)


def _opened(table: Table) -> str:
    """A new lobby: the same again, or an empty one."""
    if table.game is None or not table.seats:
        return "New game: scan a menu or game, then badges"
    seats = ", ".join(seat.name for seat in table.seats)
    return f"New game: {table.game.title} with {seats}. Scan NEXT to begin"


def _begun(table: Table) -> str:
    """What to deal; where nobody counts cards, the hands are scanned at the end."""
    game, _ = playing(table)
    which = round_title(table)
    cards, desserts = hand(table), game.shuffled_in(table.round_no, len(table.seats))
    if not cards:
        return f"{which}: scan a badge, then that hand"
    more = f", shuffle in {plural(desserts, 'dessert')}" if desserts else ""
    return f"{which}: deal {plural(cards, 'card')}{more}"


def _ended(change: Change) -> str:
    """Everybody's round, with why where no card has told it yet; at the end of the game who won."""
    standings, table, seats = change.after, change.after.table, change.after.seats
    if table.phase != "finished":
        whys = {seat: f" ({effect_of(change, seat, more).why})" for seat, more in movers(change)}
        each = ", ".join(
            f"{one.name} {one.total - one.banked:+d}{whys.get(seat, '')}"
            for seat, one in enumerate(seats)
        )
        return f"Round {table.round_no}: {each}. Scan NEXT for round {table.round_no + 1}"
    totals = ", ".join(f"{one.name} {one.total}{unit_of(table)}" for one in seats)
    tie = tie_break(standings)
    return f"The end: {totals}. {verdict(standings)}{f' {tie}' if tie else '!'}"


def _asked(table: Table, label: Label) -> str:
    """What to scan again, and what for."""
    if label.type == "kind":
        return f"Scan {label.title} again to drop this menu, or go on"
    if label.slug == "new-game":
        return "Scan NEW GAME again to leave this game, or go on"
    why = ", ".join(f"{table.seats[at].name} {why}" for at, why in complaints(table))
    return f"Check first: {why}. Scan SCORE again to score anyway"


def _undone(change: Change) -> str:
    """What was taken back; a card with whose it was, a removal by what is there again."""
    last = change.undone
    if last is None:
        return "the last scan"
    label = last.scan.label
    title = f"removal of {label.title}" if change.restored else label.title
    if last.seat is None or label.type not in CARDS:
        return title
    name = change.before.table.seats[last.seat].name
    return f"{title}, {name}" if change.restored else f"{title} of {name}"


CHOSEN = {"preset": "Menu: ", "game": "Game: "}


def _lobby(accepted: Accepted, table: Table) -> str:
    """What was chosen, who joined, what was taken out; and what is missing."""
    label, lacks = accepted.scan.label, missing(table.game, table.menu) if table.game else {}
    if isinstance(accepted.event, events.RemoveAsked):
        return "Remove which player, dish or variant?"
    text = CHOSEN.get(label.type, "") + label.title
    if label.type == "command":
        text = f"Mode: {label.slug}" if label.slug == table.mode else f"Variant: {label.title}"
    if table.last is not None and table.last.removed:
        text = f"Removed: {label.title}"
    elif label.type == "badge":
        dummy = " and the dummy" * ("dummy" in table.variants)
        name = next(seat.name for seat in table.seats if seat.badge == label.slug)
        text = f"{name} joins ({plural(len(table.seats), 'player')}{dummy})"
    if lacks:
        return f"{text}; still missing: {', '.join(plural(n, what) for what, n in lacks.items())}"
    return text if table.game else f"{text}; now scan a menu or game"


def _playing(accepted: Accepted, change: Change) -> str:
    """Whose card, what it was and what became of it, and what that was worth just now."""
    event, label, seat = accepted.event, accepted.scan.label, accepted.seat
    after, scores, brought = change.after.table, change.after.scores, change.brought
    if isinstance(event, events.RemoveAsked):
        return "Remove which card?"
    if isinstance(event, events.PhotoCounted):
        return _photo(event, change)
    if seat is not None and isinstance(event, events.SeatChosen):
        return f"{after.seats[seat].name}: scan the card{'s' * (after.mode == 'tally')}"
    if seat is None or scores is None or brought is None:
        return label.title
    name, unit, stand = after.seats[seat].name, unit_of(after), change.after.seats[seat]
    points = stand.live - stand.total if stand.is_in else 0
    is_flipped = isinstance(event, events.CardFlipped) or (
        isinstance(event, events.CardLaid) and event.flipped
    )
    ordered = "Special order as " * isinstance(event, events.CopyNamed)
    (why, worth), *others = own_parts(
        change, seat, FLIPPED if is_flipped else label.kind or label.slug
    )
    more = [why] if why else []
    more += ["reaches ten uramaki"] * (_claims(after) > _claims(change.before.table))
    more += [f"{why} {points:+d}" for why, points in others]
    more.append(f"{points}{unit} so far" if unit else f"round {points}")
    told = f"{worth:+d}{unit}, {', '.join(more)}"
    if isinstance(event, events.CardStruck):
        return f"Removed: {label.title} of {name}, {told}"
    return f"{name}: {ordered}{label.title}{' flipped' * is_flipped} {told}"


def _photo(photo: events.PhotoCounted, change: Change) -> str:
    """How many cards of whose tray, what they brought, and what was left out and why."""
    after, seat, brought = change.after.table, photo.seat, change.brought
    cards = sum(one.scan.label.type in CARDS for one in photo.scans)
    text = f"{plural(cards, 'card')} by photo"
    if seat is not None and brought is not None:
        text = f"{after.seats[seat].name}: {text} {brought[seat]:+d}{unit_of(after)}"
    if photo.left_out:
        book = codebook_of(after.games)
        whys = [refusal(book, code, why) for code, why in photo.left_out]
        text += f". Not counted: {'; '.join(whys)}"
    return text


def refusal(book: Codebook, text: str, why: Refusal) -> str:
    """What was refused, why, and what to do."""
    label, told = book.read(text), say(sentence(why))
    scanned = text if isinstance(label, Refused) else label.title
    about = None if isinstance(why, Declined) else why.about
    if not scanned or (about is not None and about.title == scanned):
        return told
    return f"{scanned}: {told}"


def _claims(table: Table) -> int:
    return len(table.round.layout.claims)
