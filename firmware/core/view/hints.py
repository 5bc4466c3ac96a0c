"""What to do next: one state has one hint, and every output takes it from here."""

from __future__ import annotations

from engine.position import (
    SHARED_LANE,
    Awaits,
    LaneState,
    Repeated,
    Table,
    lane_of,
    seat_for,
    seat_of,
)
from engine.refusals import Refused
from firmware.common.facts.hints import STEPS, Hint, HintCase, Moment, Step
from firmware.common.facts.sheets import GoesOn
from firmware.common.facts.situation import Situation

SCAN_AGAIN: dict[Repeated, HintCase] = {
    "score": "score-again",
    "new-game": "leave-game-again",
    "kind": "leave-menu-again",
}
# By what a lane waits for; an extra card by the card that brings it.
AWAITED: dict[str, HintCase] = {
    "copy": "copy", "wasabi": "wasabi", "nigiri": "nigiri", "flip": "flip", "box": "box",
    "remove": "remove", "chopsticks": "chopsticks", "spoon": "spoon", "menu": "menu",
}  # fmt: skip


def moment(table: Table, situation: Situation) -> Moment:
    """The round and turn of a game that has begun."""
    assert table.game is not None  # noqa: S101 - it has begun
    if table.mode == "live" and table.phase == "playing":
        return Moment(table.game, table.round_no, table.round.turns[-1].number, situation.dealt)
    return Moment(table.game, table.round_no)


def goes_on(table: Table, situation: Situation) -> GoesOn | None:
    """Where a game goes on; None where none is being played."""
    if table.phase not in ("playing", "scored"):
        return None
    seat = _scanned_for(table) if table.phase == "playing" else None
    now = moment(table, situation)._replace(turn=0)
    if seat is None:
        return GoesOn(now, table.phase == "scored")
    return GoesOn(now, False, table.seats[seat], situation.cards_of(seat))


def _scanned_for(table: Table) -> int | None:
    """Whose cards were being scanned; nobody's once NEXT has begun a round."""
    last = table.last
    if last is None or last.scan.label.type != "command":
        return last and last.seat
    return lane_of(table, last.scan.lane).seat


def hint(table: Table, situation: Situation) -> Hint:
    """What to do next, for whoever types on the shared lane."""
    return next_step(table, situation, lane_of(table, SHARED_LANE))


def next_step(table: Table, situation: Situation, lane: LaneState) -> Hint:
    """A question first, then what the lane waits for, then the game."""
    if table.asked:
        return Hint(SCAN_AGAIN[table.asked])
    if table.phase == "scored":
        return Hint("next-round", number=table.round_no + 1)
    if table.phase == "finished":
        return Hint("play-again")
    if table.phase == "lobby":
        return Hint("remove-what") if lane.awaits else _lobby(table, situation.obstacle)
    if lane.awaits is not None:
        return _awaited(table, lane.awaits)
    if table.mode == "live":
        return _live(table, situation, lane)
    return Hint("all-in" if situation.all_in else "cards", table.seats)


def steps(table: Table) -> tuple[Step, ...]:
    """What is to be done in this phase, or in an open round of this mode."""
    return STEPS[table.mode if table.phase == "playing" else table.phase]


def step_now(table: Table, situation: Situation, active: int | None) -> int:
    """Which of the `steps` is to be done now."""
    if table.phase == "lobby":
        if situation.obstacle is None:
            return 2
        return 0 if situation.obstacle.case in ("nothing-chosen", "menu-incomplete") else 1
    if table.phase in ("scored", "finished"):
        return 0
    if table.asked == "score" or situation.all_in:
        return len(steps(table)) - 1
    return 0 if table.mode == "live" or active is None or situation.full(active) else 1


def _lobby(table: Table, refusal: Refused | None) -> Hint:
    """What to choose, or who may be scanned: those of last time's, once one of them has been."""
    game, names = table.game, table.names
    if game is None:
        return Hint("choose-game" if table.seats else "choose-first", refusal=refusal)
    away = (badge for badge in table.last_time if seat_of(table, badge) is None)
    last_time = tuple(seat_for(badge, names) for badge in away)
    if refusal is not None:
        return Hint(_obstacle(table, refusal), last_time, refusal=refusal, game=game)
    if table.all_again and table.last_time:
        return Hint("begin-again")
    full = "dummy" in table.variants or len(table.seats) == game.seats[1]
    return Hint("begin" if full else "begin-or-join", last_time)


def _obstacle(table: Table, refusal: Refused) -> HintCase:
    if refusal.case == "too-many-seats":
        return "too-many-with-dummy" if "dummy" in table.variants else "too-many-seats"
    return "menu-barred" if refusal.case == "barred" else "menu-lacks"


def _awaited(table: Table, awaits: Awaits) -> Hint:
    """What has to come, or may come, of the cards of which seat."""
    question: str = awaits.what
    if question == "extra":
        actions = table.round.turns[-1].actions
        question = next(action.what for action in actions if action.tool == awaits.id)
    case = AWAITED[question]
    if case == "copy" and table.mode == "tally":
        case = "copy-or-none"
    return Hint(case, () if awaits.seat < 0 else (table.seats[awaits.seat],))


def _live(table: Table, situation: Situation, lane: LaneState) -> Hint:
    """Whose card is next, or what the turn waits for."""
    round_, seats = table.round, table.seats
    turn, fresh = round_.turns[-1], situation.reveals if lane.seat is None else lane.seat
    next_seat = (seats[fresh],)
    if any(gap.seat == fresh for gap in round_.gaps):
        return Hint("replace", next_seat)
    if lane.seat is not None:
        return Hint("own-card", next_seat)
    if round_.gaps:  # the next card would be somebody else's
        return Hint("badge-first", (seats[round_.gaps[0].seat],))
    if None in turn.reveals:
        is_first = turn.number == 1 and not any(turn.reveals)
        case: HintCase = "first-reveal" if is_first else "reveal"
        return Hint(case, next_seat, turn.number, situation.dealt)
    if situation.unfinished is not None:
        return Hint("turn-waits", refusal=situation.unfinished)
    if turn.number == situation.dealt:
        return Hint("last-turn")
    return Hint("next-turn", next_seat, turn.number + 1, situation.dealt)
