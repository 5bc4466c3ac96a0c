"""Live: what a lane waits for and a scan -> what it did; None where the scan goes on without."""

from __future__ import annotations

from engine.cards import Card
from engine.codes import Label
from engine.facts import (
    BoxClosed,
    CardRevealed,
    CopyMade,
    Declined,
    Fact,
    FlipChosen,
    SpoonEmpty,
    WasabiChosen,
)
from engine.live import means, tool_of
from engine.position import Action, Awaits, Lane, Play, Scan, Table, Turn, playing
from engine.refusals import Refused, refused
from engine.scoring import FLIPPED
from engine.tray import Laid, uncovered
from engine.turn import plays
from engine.whereabouts import cannot_lay, face_of, lies

Answer = Fact | Refused | None


def play_of(table: Table, play_id: int) -> tuple[Turn, Play, bool] | None:
    """The card played under that id: its turn, and whether it was an extra card."""
    for turn in table.round.turns:
        for play in plays(turn):
            if play.id == play_id:
                return turn, play, play not in turn.reveals
    return None


def before_it(table: Table, play_id: int) -> list[Laid]:
    """The cards a special order may copy: of its tray, from earlier turns; as an extra card
    ("Extra rules for using chopsticks, spoon or menu"), this turn's too.
    """
    found = play_of(table, play_id)
    if found is None:
        return []
    turn, play, extra = found
    at_start = turn is table.round.turns[-1] and not extra
    layout = table.round.closed if at_start else table.round.layout
    return [
        laid
        for laid in layout.trays[play.seat]
        if laid.mark and laid.id != play_id and laid.turn < turn.number + extra
    ]


def copy(table: Table, scan: Scan, lane: Lane, awaits: Awaits) -> Answer:
    """A special order was played: the next scan is what it copies."""
    if scan.label.type not in ("card", "face"):
        return refused("not-now", "Special order:", "scan what it copies")
    face = face_of(table, scan.label)
    if isinstance(face, Refused):
        return face
    found = Card(face, scan.label.copy or 0)
    for laid in reversed(before_it(table, awaits.id)):
        if laid.card == found:
            return CopyMade(awaits.seat, awaits.id, laid.id)
    where = lies(table, found)
    if where is not None and where[0] != awaits.seat:
        no = cannot_lay(table, found, awaits.seat)
        if no is not None:
            return no
    return refused("bad-target", face.title, "Scan an earlier card")


def wasabi(table: Table, scan: Scan, lane: Lane, awaits: Awaits) -> Answer:
    """An order that copies a loose nigiri may lie on an uncovered wasabi of its seat."""
    if scan.label.type == "command" and scan.label.slug == "next":
        return Declined()
    there = named(free_wasabi(table, awaits), scan.label)
    return WasabiChosen(awaits.seat, awaits.id, there.id) if there is not None else None


def free_wasabi(table: Table, awaits: Awaits) -> list[Laid]:
    """The uncovered wasabi that lay there before the order that waits."""
    _, ready = playing(table)
    earlier = {laid.id for laid in before_it(table, awaits.id)}
    free = uncovered(table.round.layout.trays[awaits.seat], ready.acts)
    return [laid for laid in free if laid.id in earlier]


def named(tray: list[Laid], label: Label) -> Laid | None:
    """Which of these a card's or face's label means; a face its unnumbered copy."""
    if label.type not in ("card", "face"):
        return None
    wanted = (label.face, label.copy or 0)
    return next((laid for laid in tray if (laid.card.face.slug, laid.card.copy) == wanted), None)


def extra(table: Table, scan: Scan, lane: Lane, awaits: Awaits) -> Answer:
    """Chopsticks, a spoon or a menu is being carried out: the next scan is the extra card."""
    label = scan.label
    action = tool_of(table.round.turns[-1], awaits.id)
    if action is None:  # it was struck from another scanner
        return None
    if label.type == "command" and label.slug == "next" and action.what == "spoon":
        return SpoonEmpty(action.seat, action.tool)
    if label.type not in ("card", "face"):
        return refused("not-now", "Scan the extra card", "or UNDO")
    face = face_of(table, label)
    if isinstance(face, Refused):
        return face
    found = Card(face, label.copy or 0)
    return _not_extra(table, action, found) or CardRevealed(
        action.seat, found, table.round.turns[-1].number, 0, action.tool
    )


def _not_extra(table: Table, action: Action, found: Card) -> Refused | None:
    """Card guide, "Menu": any card but another menu; and never the tool itself."""
    _, ready = playing(table)
    tool = play_of(table, action.tool)
    if tool is not None and means(found, tool[1].card):
        return refused("bad-target", found.face.title, "Scan the extra card")
    if action.what == "menu" and ready.acts[found.face.slug] == "menu":
        return refused("bad-target", found.face.title, "No menu off a menu")
    return cannot_lay(table, found, action.seat)


def flips(table: Table, scan: Scan, lane: Lane, awaits: Awaits) -> Answer:
    """A takeout box is open: cards of its tray from earlier turns are flipped."""
    label = scan.label
    if label.type == "command" and label.slug == "next":
        return BoxClosed(awaits.seat, awaits.id)
    here = [
        laid
        for laid in table.round.layout.trays[awaits.seat]
        if label.type in ("card", "face")
        and (laid.card.face.slug, laid.card.copy) == (label.face, label.copy or 0)
    ]
    number = table.round.turns[-1].number
    earlier = [laid for laid in here if laid.turn < number and laid.mark != FLIPPED]
    if earlier:
        return FlipChosen(awaits.seat, awaits.id, earlier[-1].id)
    if not here or not label.copy:
        return None
    if here[0].turn == number:
        return refused("too-new", label.title)
    return refused("bad-target", label.title, "is flipped already")


ANSWERS = {"copy": copy, "wasabi": wasabi, "extra": extra, "flips": flips}
