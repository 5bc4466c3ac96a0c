"""A table being played in, the page of the moment out: whose tray, what was scanned, what is next.

Between the rounds and at the end it is the scores, then the podium.
"""

from engine.live.decide import waiting, whose
from engine.locate import laid_by
from engine.position import Question, Table, hand
from firmware.system.text import plural
from firmware.view.build_sheets import View, corner, podium, start, undid
from firmware.view.sheets import Board, Now, Podium, Start

AWAITED: dict[Question, str] = {
    "copy": "Scan what it copies",
    "wasabi": "Its wasabi, or NEXT",
    "nigiri": "Scan its nigiri",
    "flip": "Scan a card to flip",
    "box": "Cards to flip, NEXT",
    "remove": "Scan what to strike",
    "extra": "Scan the extra card",
}


def now(view: View) -> Now | Board | Start | Podium:
    """The seat being scanned: its last card, what that was worth, and what is awaited."""
    table, seat = view.table, view.seat
    if table.phase == "finished":
        return podium(view)
    if table.phase == "scored":
        return Board(f"Round {table.round_no}", "NEXT or UNDO")
    awaited = _awaited(view)
    if seat is None:
        fresh = table.round.ids == 0 and not any(table.round.layout.trays)
        if fresh and view.undone is None and view.lane.awaits is None:
            return start(view)
        return Board(corner(table), awaited or "Scan a badge")
    hint = awaited or view.warning or _count(table, seat)
    player = view.players[seat]
    worth = None if view.lane.awaits else view.worth  # half a card is worth nothing yet
    return Now(player.name, corner(table), _card(view), worth, player.live, hint)


def _card(view: View) -> str:
    """The last scan in words."""
    last = view.undone or view.table.last
    if last is None:
        return ""
    words = last.scan.label.title
    if view.undone is not None:
        return f"{undid(view)}: {words}"
    if last.scan.label.type == "badge":
        return "Scan the cards" if view.table.mode == "tally" else ""
    return f"✗ {words}" if view.struck else words


def _awaited(view: View) -> str:
    """What the lane or the turn waits for."""
    table, awaits = view.table, view.lane.awaits
    if awaits is not None:
        return AWAITED[awaits.what]
    if table.mode == "live":
        return _awaited_live(table, view)
    dealt = hand(table)
    if dealt and all(laid_by(table, seat) >= dealt for seat in range(len(table.seats))):
        return "SCORE ends the round"
    return ""


def _awaited_live(table: Table, view: View) -> str:
    round_ = table.round
    turn, names = round_.turns[-1], [player.name for player in view.players]
    fresh = whose(table, view.lane)
    if any(gap.seat == fresh for gap in round_.gaps):
        return f"Replace: {names[fresh]}"
    if round_.gaps and view.lane.seat is None:  # the next card would be somebody else's
        return f"Badge first: {names[round_.gaps[0].seat]}"
    if view.lane.seat is not None:
        return "Scan the card"
    if None in turn.reveals:
        return f"Next: {names[turn.reveals.index(None)]}"
    no = waiting(table, box_too=True)
    if no is not None:
        return no.message.split("\n")[1]
    if turn.number == hand(table):
        return "SCORE ends the round"
    return f"Turn {turn.number + 1}: {names[0]}"


def _count(table: Table, seat: int) -> str:
    laid, dealt = laid_by(table, seat), hand(table)
    return f"{laid} of {dealt} cards" if dealt else plural(laid, "card")
