"""Live: what a lane waits for and a scan -> what it did; None where the scan goes on without."""

from __future__ import annotations

from engine import events
from engine.events import Answer, Answered
from engine.live.decide import not_extra
from engine.live.turn import plays, tray_before
from engine.locate import cannot_lay, card_of, lies, named
from engine.position import Awaits, LaneState, Question, Scan, Table, playing
from engine.refusals import Refused, refused
from engine.scoring.tray import FLIPPED, Laid, uncovered


def before_it(table: Table, order: int) -> list[Laid]:
    """The cards a special order may copy: what lay in its tray when it was played. For an extra
    card ("Extra rules for using chopsticks, spoon or menu") that is this turn's reveal too.
    """
    _, ready = playing(table)
    tray = tray_before(table.round.turns, order, table.round.closed, ready)
    return [laid for laid in tray if laid.mark]


def copy(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """A special order was played: the next scan is what it copies."""
    if scan.label.type not in ("card", "face"):
        return refused("not-now", "Special order:", "scan what it copies")
    found = card_of(table, scan.label)
    if isinstance(found, Refused):
        return found
    for laid in reversed(before_it(table, awaits.id)):
        if laid.card == found:
            return events.CopyMade(awaits.seat, awaits.id, laid.id)
    where = lies(table, found)
    if where is not None and where[0] != awaits.seat:
        no = cannot_lay(table, found, awaits.seat)
        if no is not None:
            return no
    return refused("bad-target", found.face.title, "Scan an earlier card")


def wasabi(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """An order that copies a loose nigiri may lie on an uncovered wasabi of its seat."""
    if scan.label.key == "next":
        return events.Declined()
    there = named(free_wasabi(table, awaits), scan.label)
    return events.WasabiChosen(awaits.seat, awaits.id, there.id) if there is not None else None


def free_wasabi(table: Table, awaits: Awaits) -> list[Laid]:
    """The wasabi that were uncovered when the order was played, and still are."""
    _, ready = playing(table)
    round_ = table.round
    tray = tray_before(round_.turns, awaits.id, round_.closed, ready)
    covered = {play.on for turn in round_.turns for play in plays(turn)}
    return [laid for laid in uncovered(tray, ready.acts) if laid.id not in covered]


def extra(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """Chopsticks, a spoon or a menu is being carried out: the next scan is the extra card."""
    label = scan.label
    turn = table.round.turns[-1]
    (action,) = (one for one in turn.actions if one.tool == awaits.id)
    if label.key == "next" and action.what == "spoon":
        return events.SpoonEmpty(action.seat, action.tool)
    if label.type not in ("card", "face"):
        return refused("not-now", "Scan the extra card", "or UNDO")
    found = card_of(table, label)
    if isinstance(found, Refused):
        return found
    no = cannot_lay(table, found, action.seat) or not_extra(table, turn, action, found)
    return no or events.CardRevealed(action.seat, found, turn.number, 0, action.tool)


def box(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """A takeout box is open: cards of its tray from earlier turns are flipped."""
    label = scan.label
    if label.key == "next":
        return events.BoxClosed(awaits.seat, awaits.id)
    here = [
        laid
        for laid in table.round.layout.trays[awaits.seat]
        if label.type in ("card", "face")
        and (laid.card.face.slug, laid.card.copy) == (label.face, label.copy or 0)
    ]
    number = table.round.turns[-1].number
    earlier = [laid for laid in here if laid.turn < number and laid.mark != FLIPPED]
    if earlier:
        return events.FlipChosen(awaits.seat, awaits.id, earlier[-1].id)
    if not here or not label.copy:
        return None
    if here[0].turn == number:
        return refused("too-new", label.title)
    return refused("bad-target", label.title, "is flipped already")


ANSWERS: dict[Question, Answer] = {"copy": copy, "wasabi": wasabi, "extra": extra, "box": box}
