"""Decide what a scan does in live mode, while the cards are being played.

Rule 1: a fresh card is a reveal; a card that lies there is being used.
Rule 2: when a card is scanned within its turn plays no part (`engine.live.turn`).
"""

from __future__ import annotations

from engine import events, position
from engine.cards import Act, Card
from engine.events import Answer, Answered, CardRevealed, Decide, Event, ToolTaken, TurnClosed
from engine.live.turn import in_order, play_of, plays, tray_before
from engine.locate import cannot_lay, card_of, lies, lying, named
from engine.position import Action, Awaits, Gap, LaneState, Play, Question, Scan, Table, Turn
from engine.refusals import Refused
from engine.scoring.tray import BONUS, FLIPPED, NEVER_STAY, Laid, uncovered
from engine.tally.decide import badge


def card(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """A card that lies there is used; a fresh one is revealed."""
    scanned = card_of(table, scan.label)
    if isinstance(scanned, Refused):
        return scanned
    # a card that lies there says whose it is; only a seat's own scanner uses no other seat's
    owner = lane.seat if isinstance(scan.lane, str) else None
    return _used(table, scanned, owner) or reveal(table, scanned, lane)


def _used(table: Table, scanned: Card, owner: int | None) -> Event | Refused | None:
    """Chopsticks or a spoon in a tray, a menu or takeout box of this turn; None for any other."""
    for seat, laid in lying(table):
        if means(scanned, laid.card) and table.acts[laid.mark] in BONUS:
            return _bonus(table, seat, laid, owner)
    turn = table.round.turns[-1]
    for play in plays(turn):
        act = table.acts[play.card.face.slug]
        if act in NEVER_STAY and means(scanned, play.card):
            if any(action.tool == play.id for action in turn.actions):
                return Refused("discarded", scanned.face)
            if owner not in (None, play.seat):
                return Refused("laid-elsewhere", scanned.face, (table.seats[play.seat],))
            return ToolTaken(play.seat, play.id, act, scanned.face.number)
    return None


def means(scanned: Card, laid: Card) -> bool:
    """Whether a scanned card is the one laid. Unnumbered cards (copy 0) cannot be told apart,
    unless their face is printed only once.
    """
    return scanned.face == laid.face and (scanned.face.copies == 1 or scanned.copy == laid.copy > 0)


def _bonus(table: Table, seat: int, laid: Laid, owner: int | None) -> Event | Refused:
    """Heading "Special card actions": one bonus action a seat a turn, from the turn after."""
    _, ready = position.playing(table)
    turn, face = table.round.turns[-1], laid.card.face
    if owner not in (None, seat):
        return Refused("laid-elsewhere", face, (table.seats[seat],))
    if turn.number == position.hand(table):
        return Refused("hands-empty")
    if laid.turn == turn.number:
        return Refused("too-new", face)
    if any(action.seat == seat and action.what in BONUS for action in turn.actions):
        return Refused("one-bonus", seats=(table.seats[seat],))
    return ToolTaken(seat, laid.id, ready.acts[laid.mark], ready.faces[laid.mark].number)


def reveal(table: Table, card: Card, lane: LaneState) -> Event | Refused:
    """A fresh card: fills its seat's gap, or is its reveal of this turn or the next."""
    seat = whose(table, lane)
    no = cannot_lay(table, card, seat)
    if no is not None:
        return no
    for gap in table.round.gaps:
        if gap.seat == seat:
            return _in_gap(table, gap, card)
    turn = table.round.turns[-1]
    if turn.reveals[seat] is None:
        no = in_hand(table, turn, card)
        return no or CardRevealed(seat, card, turn.number)
    if None in turn.reveals:
        following = table.seats[turn.reveals.index(None)]
        return Refused("has-revealed", seats=(table.seats[seat], following))
    no = waiting(table, box_too=True)
    if no is None and turn.number == position.hand(table):
        no = Refused("all-revealed")
    return no or CardRevealed(seat, card, turn.number + 1)


def _in_gap(table: Table, gap: Gap, card: Card) -> Event | Refused:
    """The place of a card that was struck: a reveal's, or an extra card's."""
    turn = table.round.turns[gap.turn - 1]
    actions = [action for action in turn.actions if action.tool == gap.tool]
    no = not_extra(table, turn, actions[0], card) if actions else in_hand(table, turn, card)
    return no or CardRevealed(gap.seat, card, gap.turn, gap.id, gap.tool)


def not_extra(table: Table, turn: Turn, action: Action, card: Card) -> Refused | None:
    """Why this card can't be the extra one. Card guide, "Menu": any card but another menu."""
    if action.what == "menu" and table.acts[card.face.slug] == "menu":
        return Refused("menu-from-menu")
    return in_hand(table, turn, card, action)


def in_hand(table: Table, turn: Turn, card: Card, extra: Action | None = None) -> Refused | None:
    """Chopsticks or a spoon just used went into a hand: this turn only a spoon of a later number
    can call it from there, a reveal comes too early.
    """
    for action in turn.actions:
        tool = play_of(table.round.turns, action.tool)[1].card
        if action.what in BONUS and means(card, tool):
            later = extra is not None and in_order(turn).index(extra) > in_order(turn).index(action)
            if extra is None or extra.what != "spoon" or not later:
                return Refused("for-next-turn", card.face)
    return None


def whose(table: Table, lane: LaneState) -> int:
    """The seat of the next fresh card: by badge or scanner, else the next one to reveal."""
    if lane.seat is not None:
        return lane.seat
    reveals = table.round.turns[-1].reveals
    return reveals.index(None) if None in reveals else 0


def waiting(table: Table, box_too: bool) -> Refused | None:
    """What has to be carried out before the turn can close."""
    turn = table.round.turns[-1]
    taken = {action.tool: action for action in turn.actions}
    for play in plays(turn):
        no = _unfinished(play, taken.get(play.id), table.acts[play.card.face.slug], box_too)
        if no is not None:
            return no
    for action in turn.actions:
        if action.what in BONUS and action.extra is None and not action.unserved:
            game, _ = position.playing(table)
            tool = play_of(table.round.turns, action.tool)[1].card.face
            return Refused("extra-awaited", game.kind(tool.kind))
    return None


def _unfinished(play: Play, action: Action | None, act: Act, box_too: bool) -> Refused | None:
    face = play.card.face
    if act == "special-order" and play.copies is None:
        return Refused("copy-awaited", face)
    if act == "menu" and (action is None or action.extra is None):
        return Refused("menu-not-served" if action is None else "menu-awaits-card", face)
    if act == "takeout-box" and action is None and box_too:
        return Refused("box-not-opened", face)
    return None


def close(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """NEXT closes a turn; a takeout box not carried out flips nothing."""
    turn = table.round.turns[-1]
    no = waiting(table, box_too=False)
    if no is not None:
        return no
    if turn.number == position.hand(table):
        boxes = waiting(table, box_too=True)
        if boxes is None:
            return Refused("last-turn")
    elif turn.reveals.count(None) == len(turn.reveals):
        return Refused("turn-empty", number=turn.number)
    return TurnClosed()


def tally_only(table: Table, scan: Scan, lane: LaneState) -> Refused:
    """Refuse what only a tally needs; in live, only a takeout box flips cards."""
    return Refused("flip-in-live" if scan.label.key == "flip" else "tally-only")


# --- what a lane waits for ------------------------------------------------------


def before_it(table: Table, order: int) -> list[Laid]:
    """The cards a special order may copy: what lay in its tray when it was played. For an extra
    card ("Extra rules for using chopsticks, spoon or menu") that is this turn's reveal too.
    """
    _, ready = position.playing(table)
    tray = tray_before(table.round.turns, order, ready)
    return [laid for laid in tray if laid.mark]


def copy(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """A special order was played: the next scan is what it copies."""
    if scan.label.type not in ("card", "face"):
        return Refused("copy-awaited", play_of(table.round.turns, awaits.id)[1].card.face)
    card = card_of(table, scan.label)
    if isinstance(card, Refused):
        return card
    for laid in reversed(before_it(table, awaits.id)):
        if laid.card == card:
            return events.CopyNamed(awaits.seat, awaits.id, laid.id)
    where = lies(table, card)
    if where is not None and where[0] != awaits.seat:
        no = cannot_lay(table, card, awaits.seat)
        if no is not None:
            return no
    return Refused("laid-later")


def wasabi(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """An order that copies a loose nigiri may lie on an uncovered wasabi of its seat."""
    if scan.label.key == "next":
        return events.Declined()
    there = named(free_wasabi(table, awaits), scan.label)
    return events.NigiriPut(awaits.seat, awaits.id, there[0].id) if there else None


def free_wasabi(table: Table, awaits: Awaits) -> list[Laid]:
    """The wasabi that were uncovered when the order was played, and still are."""
    _, ready = position.playing(table)
    turns = table.round.turns
    tray = tray_before(turns, awaits.id, ready)
    covered = {play.on for turn in turns for play in plays(turn)}
    return [laid for laid in uncovered(tray, ready.acts) if laid.id not in covered]


def extra(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """Chopsticks, a spoon or a menu is being carried out: the next scan is the extra card."""
    label = scan.label
    turn = table.round.turns[-1]
    (action,) = (action for action in turn.actions if action.tool == awaits.id)
    if label.key == "next" and action.what == "spoon":
        return events.SpoonEmpty(action.seat, action.tool)
    if label.type not in ("card", "face"):
        return Refused("extra-unfinished")
    card = card_of(table, label)
    if isinstance(card, Refused):
        return card
    no = cannot_lay(table, card, action.seat) or not_extra(table, turn, action, card)
    return no or events.CardRevealed(action.seat, card, turn.number, 0, action.tool)


def box(table: Table, scan: Scan, lane: LaneState, awaits: Awaits) -> Answered:
    """A takeout box is open: cards of its tray from earlier turns are flipped."""
    label = scan.label
    if label.key == "next":
        return events.Declined(awaits.seat)
    here = named(table.round.layout.trays[awaits.seat], label)
    number = table.round.turns[-1].number
    earlier = [laid for laid in here if laid.turn < number and laid.mark != FLIPPED]
    if earlier:
        return events.CardFlipped(awaits.seat, earlier[-1].id)
    if not here or not label.copy:
        return None
    if here[0].turn == number:
        return Refused("flip-too-new", label)
    return Refused("already-flipped", label)


ANSWERS: dict[Question, Answer] = {"copy": copy, "wasabi": wasabi, "extra": extra, "box": box}
DECIDE: dict[str, Decide] = {
    "badge": badge,
    "dummy": badge,
    "card": card,
    "face": card,
    "kind": tally_only,
    "same-turn": tally_only,
    "flip": tally_only,
    "next": close,
}
