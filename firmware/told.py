"""What became of a scan -> one line for a list of the last scans, a pipe or a log."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ending import complaints
from engine.facts import Accepted, Asked, LobbyOpened, RoundBegun, RoundEnded, Undone
from engine.lobby import missing
from engine.points import round_scores, standings
from engine.position import Table, hand, name_of
from engine.refusals import Refused
from firmware.fold import codebook_of
from firmware.scanline import in_a_line
from firmware.way import Outcome

LAID = ("card", "face", "kind")  # what a scan of this type brought lies with somebody


def told(outcome: Outcome, names: Mapping[str, str]) -> str:
    """The scan and what it did; a refusal's message says what to do."""
    if isinstance(outcome.event, Refused):
        return _refused(outcome, outcome.event)
    fact = outcome.event.fact
    if isinstance(fact, RoundBegun):
        return f"Round {outcome.after.round_no}: deal {hand(outcome.after) or 'the'} cards"
    if isinstance(fact, RoundEnded):
        return _ended(outcome.after, names)
    if isinstance(fact, Asked):
        return _asked(outcome.after, fact.command, names)
    if isinstance(fact, Undone):
        return f"Undone: {_undone(outcome.before, names)}"
    if isinstance(fact, LobbyOpened):
        return _opened(outcome.after, names)
    if outcome.after.phase == "lobby":
        return _lobby(outcome.event, outcome.after)
    return _card(outcome, outcome.event, names)


def _refused(outcome: Outcome, why: Refused) -> str:
    """The message says what it is about; else the scan stands before it."""
    scanned, message = _scanned(outcome), in_a_line(why.message)
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
        f"{name_of(seat, names)} {one.total}" for seat, one in zip(table.seats, stand, strict=True)
    )
    return f"The end: {totals}. {won} {'win' if ' and ' in won else 'wins'}!"


def _asked(table: Table, command: str, names: Mapping[str, str]) -> str:
    if command == "new-game":
        return "A game is on. NEW GAME again leaves it"
    why = ", ".join(f"{name_of(table.seats[at], names)} {why}" for at, why in complaints(table))
    return f"{why}. SCORE again to score it so"


def _undone(before: Table, names: Mapping[str, str]) -> str:
    last = before.last
    if last is None:
        return "the last scan"
    label = last.scan.label
    if last.seat is None or label.type not in LAID:
        return label.title
    return f"{label.title} of {name_of(before.seats[last.seat], names)}"


def _lobby(event: Accepted, table: Table) -> str:
    title = event.scan.label.title
    lacks = missing(table.game, table.menu) if table.game else {}
    if lacks:
        return f"{title}; still missing: {', '.join(f'{n} {group}' for group, n in lacks.items())}"
    if table.game is None:
        return f"{title}; now a menu or game"
    return f"{title}; {len(table.seats)} seated"


def _card(outcome: Outcome, event: Accepted, names: Mapping[str, str]) -> str:
    """Whose card, what it was, and what it was worth just now."""
    title, seat = event.scan.label.title, getattr(event.fact, "seat", None)
    before, after = outcome.before, outcome.after
    if seat is None or seat >= len(after.seats) or before.phase != after.phase != "playing":
        return title
    name = name_of(after.seats[seat], names)
    if event.scan.label.type == "badge":
        return f"{name}: scan the cards"
    scores = round_scores(after)
    worth = scores.totals[seat] - round_scores(before).totals[seat]
    return f"{name}: {title} {worth:+d}, round {scores.totals[seat]}"
