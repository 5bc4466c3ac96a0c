"""Apply what a scan did in live mode to the round."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from engine import events, position
from engine.live.decide import before_it, free_wasabi
from engine.live.turn import change_plays, pinned, play_of, plays, replay_turns, without, work_out
from engine.position import Action, Awaits, Gap, LaneState, Play, Round, Scan, Table, Turn


def first_turn(seats: int) -> Round:
    """A round before its first reveal."""
    round_ = Round(turns=(Turn(1, (None,) * seats),))
    closed = round_.closed._replace(trays=((),) * seats)
    return round_._replace(closed=closed, layout=closed)


def evolve(table: Table, scan: Scan, event: events.LiveOnly | events.EitherMode) -> Table:
    """Apply what the scan did to the table."""
    turns = table.round.turns
    match event:
        case events.CardRevealed():
            return _revealed(table, scan, event)
        case events.CopyNamed():
            return _copy_named(table, scan, event)
        case events.NigiriPut(_, order, wasabi):
            play = play_of(turns, order)[1]._replace(on=wasabi)
            return _awaiting(_replayed(table, play), scan, None)
        case events.ToolTaken():
            return _tool_taken(table, scan, event)
        case events.SpoonEmpty(_, tool):
            turn = _with_action(turns[-1], tool, lambda spoon: spoon._replace(unserved=True))
            return _awaiting(_worked_out(table, (*turns[:-1], turn)), scan, None)
        case events.CardFlipped():
            return _card_flipped(table, scan, event)
        case events.SeatChosen(seat):
            return _awaiting(table, scan, None, seat)
        case events.TurnClosed():
            return _turn_closed(table, scan)
        case events.Declined():
            return _awaiting(table, scan, None)
        case _:
            assert_never(event)


def _worked_out(table: Table, turns: tuple[Turn, ...]) -> Table:
    """The table with these turns; the closed ones are worked out anew where one has changed.

    A nigiri scanned late into a closed turn keeps its wasabi from then on.
    """
    _, ready = position.playing(table)
    closed = table.round.closed
    if turns[:-1] != table.round.turns[:-1]:
        layouts = replay_turns(turns, len(table.seats), ready)
        over = (pinned(turn, layouts[turn.number], ready) for turn in turns[:-1])
        turns, closed = (*over, turns[-1]), layouts[-2]
    layout = work_out(closed, turns, len(turns) - 1, ready)
    return table._replace(round=table.round._replace(turns=turns, closed=closed, layout=layout))


def _awaiting(table: Table, scan: Scan, awaits: Awaits | None, seat: int | None = None) -> Table:
    """What the lane waits for now; a badge counts for one card only."""
    return position.with_lane(table, scan.lane, LaneState(seat, awaits))


def _changed(turns: tuple[Turn, ...], number: int, turn: Turn) -> tuple[Turn, ...]:
    return (*turns[: number - 1], turn, *turns[number:])


def close_turn(table: Table) -> Table:
    """Close the open turn, so that its nigiri keep their wasabi, and open the next."""
    _, ready = position.playing(table)
    round_ = table.round
    turn = pinned(round_.turns[-1], round_.layout, ready)
    following = Turn(turn.number + 1, (None,) * len(table.seats))
    # a box that was left open waits no more
    table = position.forget(table, {action.tool for action in turn.actions})
    return table._replace(
        round=round_._replace(turns=(*round_.turns[:-1], turn, following), closed=round_.layout)
    )


def _turn_closed(table: Table, scan: Scan) -> Table:
    """NEXT closes a turn; on the last one it only closes the boxes not carried out."""
    if table.round.turns[-1].number < position.hand(table):
        return _awaiting(close_turn(table), scan, None)
    turn = table.round.turns[-1]
    used = {action.tool for action in turn.actions}
    shut = tuple(
        Action("takeout-box", play.seat, play.id, play.card.face.number)
        for play in plays(turn)
        if table.acts[play.card.face.slug] == "takeout-box" and play.id not in used
    )
    turn = turn._replace(actions=turn.actions + shut)
    return _awaiting(_worked_out(table, (*table.round.turns[:-1], turn)), scan, None)


def _revealed(table: Table, scan: Scan, event: events.CardRevealed) -> Table:
    if event.turn > table.round.turns[-1].number:
        table = close_turn(table)
    round_ = table.round
    ids = round_.ids + (not event.id)
    play = Play(event.id or ids, event.seat, event.card)
    gaps = tuple(gap for gap in round_.gaps if gap.id != event.id)
    table = table._replace(round=round_._replace(ids=ids, gaps=gaps))
    table = _worked_out(table, _with_play(round_.turns, event, play))
    return _order_asks(table, scan, play)


def _with_play(turns: tuple[Turn, ...], event: events.CardRevealed, play: Play) -> tuple[Turn, ...]:
    turn = turns[event.turn - 1]
    if event.tool is None:
        turn = turn._replace(
            reveals=(*turn.reveals[: event.seat], play, *turn.reveals[event.seat + 1 :])
        )
    else:
        turn = _with_action(turn, event.tool, lambda action: action._replace(extra=play))
    return _changed(turns, event.turn, turn)


def _with_action(turn: Turn, tool: int, change: Callable[[Action], Action]) -> Turn:
    actions = tuple(change(action) if action.tool == tool else action for action in turn.actions)
    return turn._replace(actions=actions)


def _order_asks(table: Table, scan: Scan, play: Play) -> Table:
    """A special order asks what it copies, or is discarded where there is nothing to copy."""
    if table.acts[play.card.face.slug] != "special-order":
        return _awaiting(table, scan, None)
    if before_it(table, play.id):
        return _awaiting(table, scan, Awaits("copy", play.seat, play.id))
    return _awaiting(_replayed(table, play._replace(copies=position.NO_CARD)), scan, None)


def _replayed(table: Table, play: Play) -> Table:
    """The table with what was decided of one card changed."""
    turn, _ = play_of(table.round.turns, play.id)
    turn = change_plays(turn, lambda old: play if old.id == play.id else old)
    return _worked_out(table, _changed(table.round.turns, turn.number, turn))


def _copy_named(table: Table, scan: Scan, event: events.CopyNamed) -> Table:
    _, order = play_of(table.round.turns, event.order)
    (target,) = (laid for laid in before_it(table, event.order) if laid.id == event.target)
    table = _replayed(table, order._replace(copies=event.target))
    awaits = Awaits("wasabi", event.seat, event.order)
    may = table.acts[target.mark] == "nigiri" and target.on is None
    return _awaiting(table, scan, awaits if may and free_wasabi(table, awaits) else None)


def _tool_taken(table: Table, scan: Scan, event: events.ToolTaken) -> Table:
    turn = table.round.turns[-1]
    action = Action(event.what, event.seat, event.tool, event.number)
    turn = turn._replace(actions=(*turn.actions, action))
    table = _worked_out(table, (*table.round.turns[:-1], turn))
    awaits = Awaits("box" if event.what == "takeout-box" else "extra", event.seat, event.tool)
    return _awaiting(table, scan, awaits)


def _card_flipped(table: Table, scan: Scan, event: events.CardFlipped) -> Table:
    """The box stays open for more: its lane waits as before."""
    awaits, turns = position.lane_of(table, scan.lane).awaits, table.round.turns
    box = awaits.id if awaits else 0
    turn = _with_action(
        turns[-1], box, lambda action: action._replace(flips=(*action.flips, event.id))
    )
    return _worked_out(table, (*turns[:-1], turn))


def strike_play(table: Table, event: events.CardStruck) -> Table:
    """Take back the scan that laid a card: its place stays open for that seat's next card."""
    round_ = table.round
    turn, play = play_of(round_.turns, event.id)
    tools = [action.tool for action in turn.actions if action.extra and action.extra.id == event.id]
    gaps = tuple(gap for gap in round_.gaps if gap.tool != event.id)
    gaps = (*gaps, Gap(turn.number, event.seat, event.id, tools[0] if tools else None))
    table = position.forget(table._replace(round=round_._replace(gaps=gaps)), {event.id})
    turns = _kept(table, turn, play)
    return _worked_out(table, tuple(without(turn, event.id) for turn in turns))


def _kept(table: Table, turn: Turn, play: Play) -> tuple[Turn, ...]:
    """The turns, with that seat's nigiri of the open one staying on their wasabi when a card of
    an earlier turn is struck under them or beside them.
    """
    _, ready = position.playing(table)
    turns = table.round.turns
    matters = ready.acts[play.card.face.slug] in ("wasabi", "nigiri", "special-order")
    if turn is turns[-1] or not matters:
        return turns
    return (*turns[:-1], pinned(turns[-1], table.round.layout, ready, play.seat))
