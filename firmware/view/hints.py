"""A table in, the desk's hint out: what is awaited of whoever types there, in a line."""

from collections.abc import Mapping

from engine.live.decide import waiting, whose
from engine.lobby import obstacle
from engine.position import SHARED_LANE, Awaits, LaneState, Table, hand, lane_of, name_of
from firmware.system.text import one_line
from firmware.view.commands import BEGIN

ASKED = {
    "score": "score  again scores it as it is; any other scan goes on with the round",
    "new-game": "new-game  again leaves this game; any other scan goes on with it",
}
AWAITED = {
    "remove": "Remove: now the card to strike, or undo",
    "flip": "Flip: now the card to flip, or undo",
    "copy": "Special order of {}: now the card it copies",
    "wasabi": "Special order of {}: now the wasabi it lies on, or  next  to go on without",
    "nigiri": "Wasabi of {}: now the nigiri that lies on it, or  next",
    "box": "Takeout box of {}: now each card to flip, then  next",
    "chopsticks": "Chopsticks of {}: now the extra card",
    "spoon": "Spoon of {}: now the card it brings, or  next  if nobody has one",
    "menu": "Menu of {}: now the card chosen from it",
}
OVER = {
    "scored": "next  opens the next round, undo goes back into this one,  page  shows the trays",
    "finished": "new-game  plays again with the same seats, undo goes back,  page  shows the trays",
}


def hint(table: Table, names: Mapping[str, str]) -> str:
    """What to do next: a question first, then what the desk's lane waits for, then the game."""
    if table.asked:
        return ASKED[table.asked]
    if table.phase in OVER:
        return OVER[table.phase]
    lane = lane_of(table, SHARED_LANE)
    if table.phase == "lobby":
        return _lobby(table, lane)
    if lane.awaits is not None:
        return _awaited(table, lane.awaits, names)
    if table.mode == "live":
        return _live(table, lane, names)
    badges = ", ".join(seat.badge or "dummy" for seat in table.seats[:3])
    return f"A badge ({badges} …), then that player's cards. When all are in: score"


def _lobby(table: Table, lane: LaneState) -> str:
    game, no = table.game, obstacle(table)
    if lane.awaits is not None:
        return "Remove: now the badge, kind or variant to take out, or undo"
    if game is None:
        return "Now a menu or a game:  my-first-meal, sushi-go ..." if table.seats else BEGIN
    if no is None:
        full = "dummy" in table.variants or len(table.seats) == game.seats[1]
        return f"next  begins the round.{'' if full else ' Or more badges first'}"
    if no.reason == "too-many-seats":
        if "dummy" in table.variants:
            return "The dummy is for two players:  remove dummy,  or  remove  and a badge"
        least, most = game.seats
        return f"{game.title} is for {least} to {most} players:  remove  and a badge"
    if no.reason == "barred":
        return f"{one_line(no.message)}. Another menu, or add or remove badges"
    return one_line(no.message)


def _awaited(table: Table, awaits: Awaits, names: Mapping[str, str]) -> str:
    """What has to come, or may come, of the cards of which seat."""
    what: str = awaits.what
    if what == "extra":
        actions = table.round.turns[-1].actions
        what = next(action.what for action in actions if action.tool == awaits.id)
    words = AWAITED[what]
    if "{}" in words:
        words = words.format(name_of(table.seats[awaits.seat], names))
    return f"{words}, or  next  for none" if what == "copy" and table.mode == "tally" else words


def _live(table: Table, lane: LaneState, names: Mapping[str, str]) -> str:
    """Whose card is next, or what the turn waits for."""
    round_, seats = table.round, table.seats
    turn, fresh = round_.turns[-1], whose(table, lane)
    name = name_of(seats[fresh], names)
    if any(gap.seat == fresh for gap in round_.gaps):
        return f"Now {name}'s card in place of the one that was struck"
    if lane.seat is not None:
        return f"Now the card of {name}"
    if round_.gaps:
        gap = seats[round_.gaps[0].seat]
        what = f"{name_of(gap, names)}'s card was struck"
        return f"{what}: first  {gap.badge or 'dummy'},  then the card in its place"
    if turn.number == 1 and not any(turn.reveals):
        return f"Scan each card as it is revealed. Next: {name}. After the last turn: score"
    if None in turn.reveals:
        return f"Next: {name} (turn {turn.number} of {hand(table)}); a badge says who else it is"
    no = waiting(table, box_too=True)
    if no is not None:
        return one_line(no.message)
    if turn.number == hand(table):
        return "That was the last turn:  score  ends the round"
    return f"Next: {name} (turn {turn.number + 1} of {hand(table)}), once all have passed on"
