"""What became of a scan -> one line for a list of the last scans, a pipe or a log."""

from __future__ import annotations

from collections.abc import Mapping

from engine.catalogue import codebook_of
from engine.events import (
    Accepted,
    Asked,
    CardFlipped,
    CardLaid,
    CardStruck,
    FlipChosen,
    LobbyOpened,
    MenuChanged,
    RemoveAsked,
    RoundBegun,
    RoundEnded,
    SeatChosen,
    SeatLeft,
    SetAside,
    Undone,
    VariantsChanged,
)
from engine.lobby import missing
from engine.position import Table, hand, name_of, playing
from engine.refusals import Refused
from engine.rounds import complaints
from engine.standings import round_scores, standings
from firmware.system.text import one_line, plural
from firmware.view.outcome import Outcome, TeachStep
from firmware.view.undo_restored import brought_back

LAID = ("card", "face", "kind")  # what a scan of this type brought lies with somebody


def describe(outcome: Outcome, names: Mapping[str, str], sound: str = "on") -> str:
    """The scan and what it did; a refusal's message says what to do. `sound` is what it is now."""
    if isinstance(outcome.event, Refused):
        return _refused(outcome, outcome.event)
    if isinstance(outcome.event, TeachStep):
        return outcome.event.told
    event, after = outcome.event, outcome.after
    fact, label = event.fact, event.scan.label
    if isinstance(fact, SetAside):
        return f"Sound: {sound}" if label.slug == "sound" else label.title
    if isinstance(fact, RoundBegun):
        return _begun(after)
    if isinstance(fact, RoundEnded):
        return _ended(after, names)
    if isinstance(fact, Asked):
        return _asked(after, fact.command, names)
    if isinstance(fact, Undone):
        return f"Undone: {_undone(outcome.before, after, names)}"
    if isinstance(fact, LobbyOpened):
        return _opened(after, names)
    if after.phase == "lobby":
        return _lobby(event, outcome.before, after)
    return _playing(event, outcome.before, after, names)


def _refused(outcome: Outcome, why: Refused) -> str:
    """The message says what it is about; else the scan stands before it."""
    scanned, message = _scanned(outcome), one_line(why.message)
    return message if message.startswith(scanned) else f"{scanned}: {message}"


def _opened(table: Table, names: Mapping[str, str]) -> str:
    """A new lobby: the same again, or an empty one."""
    if table.game is None or not table.seats:
        return "New game: scan a menu or game, then badges"
    seats = ", ".join(name_of(seat, names) for seat in table.seats)
    return f"New game: {table.game.title} with {seats}. NEXT begins"


def _scanned(outcome: Outcome) -> str:
    """What was scanned: a label's name, else the text as it came."""
    label = codebook_of(outcome.before.games).read(outcome.text)
    return (outcome.text or "half a code") if isinstance(label, Refused) else label.title


def _begun(table: Table) -> str:
    """What to deal; where nobody counts cards, the hands are scanned at the end."""
    game, _ = playing(table)
    which = f"Round {table.round_no}" if game.rounds > 1 else game.title
    cards, desserts = hand(table), game.shuffled_in(table.round_no, len(table.seats))
    if not cards:
        return f"{which}: scan a badge, then that hand"
    more = f", shuffle in {plural(desserts, 'dessert')}" if desserts else ""
    return f"{which}: deal {plural(cards, 'card')}{more}"


def _ended(table: Table, names: Mapping[str, str]) -> str:
    points = table.ended[-1].points
    each = ", ".join(
        f"{name_of(seat, names)} {points[at]:+d}" for at, seat in enumerate(table.seats)
    )
    if table.phase != "finished":
        return f"Round {table.round_no} scored: {each}. NEXT goes on"
    stand = standings(table)
    won = " and ".join(
        name_of(seat, names) for seat, one in zip(table.seats, stand, strict=True) if one.place == 1
    )
    totals = ", ".join(
        f"{name_of(seat, names)} {one.total}{_unit(table)}"
        for seat, one in zip(table.seats, stand, strict=True)
    )
    return f"The end: {totals}. {won} {'win' if ' and ' in won else 'wins'}!"


def _unit(table: Table) -> str:
    """Points need no word."""
    return f" {table.game.unit}" if table.game and table.game.unit else ""


def _asked(table: Table, command: str, names: Mapping[str, str]) -> str:
    """What to do comes first: a long line is cut at its end."""
    if command == "new-game":
        return "NEW GAME again to leave this game; any other scan goes on with it"
    why = ", ".join(f"{name_of(table.seats[at], names)} {why}" for at, why in complaints(table))
    return f"SCORE again to score it so: {why}"


def _undone(before: Table, after: Table, names: Mapping[str, str]) -> str:
    """What was taken back; a card with whose it was, a removal by what is there again."""
    last = before.last
    if last is None:
        return "the last scan"
    label, back = last.scan.label, brought_back(before, after)
    title = f"removal of {label.title}" if back else label.title
    if last.seat is None or label.type not in LAID:
        return title
    name = name_of(before.seats[last.seat], names)
    return f"{title}, {name}" if back else f"{title} of {name}"


def _lobby(event: Accepted, before: Table, table: Table) -> str:
    """What was chosen or taken out, and what is missing or who is there."""
    title = event.scan.label.title
    if isinstance(event.fact, RemoveAsked):
        return f"{title}: now the badge, kind or variant to take out"
    if _taken_out(event, before):
        title = f"Removed: {title}"
    lacks = missing(table.game, table.menu) if table.game else {}
    if lacks:
        return f"{title}; still missing: {', '.join(plural(n, what) for what, n in lacks.items())}"
    if table.game is None:
        return f"{title}; now a menu or game"
    return f"{title}; {len(table.seats)} seated{' and the dummy' * ('dummy' in table.variants)}"


def _taken_out(event: Accepted, before: Table) -> bool:
    fact = event.fact
    if isinstance(fact, MenuChanged):
        return len(fact.menu) < len(before.menu)
    if isinstance(fact, VariantsChanged):
        return len(fact.variants) < len(before.variants)
    return isinstance(fact, SeatLeft)


def _playing(event: Accepted, before: Table, after: Table, names: Mapping[str, str]) -> str:
    """Whose card, what it was and what became of it, and what that was worth just now."""
    fact, label = event.fact, event.scan.label
    seat = event.seat
    if isinstance(fact, RemoveAsked):
        return f"{label.title}: now the card to strike"
    if seat is None or (label.type == "command" and not isinstance(fact, SeatChosen)):
        return label.title
    name = name_of(after.seats[seat], names)
    if isinstance(fact, SeatChosen):
        return f"{name}: scan the card{'s' * (after.mode == 'tally')}"
    scores, unit = round_scores(after), _unit(after)
    worth = f"{scores.totals[seat] - round_scores(before).totals[seat]:+d}{unit}"
    so_far = f"{scores.totals[seat]}{unit} so far" if unit else f"round {scores.totals[seat]}"
    if isinstance(fact, CardStruck):
        return f"Removed: {label.title} of {name}, {worth}, {so_far}"
    flipped = isinstance(fact, CardFlipped | FlipChosen) or (
        isinstance(fact, CardLaid) and fact.flipped
    )
    return f"{name}: {label.title}{' flipped' * flipped} {worth}, {so_far}"
