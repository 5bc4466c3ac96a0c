"""What to do next, in one line: a short one for the display, a long one for who types.

One state has one entry; every output takes its words from here.
"""

from typing import NamedTuple

from engine.live.decide import waiting, whose
from engine.lobby import missing, obstacle
from engine.locate import laid_by
from engine.position import SHARED_LANE, Awaits, LaneState, Table, hand, lane_of
from engine.refusals import Refused
from firmware.core.view.titles import laid_of, round_title
from firmware.words.language import say
from firmware.words.refusals import heading, lines, sentence


class Hint(NamedTuple):
    """`short` has at most 21 characters; "" where the display counts cards instead."""

    short: str
    long: str


BEGIN = "Type  my-first-meal red blue next  and Enter (Tab completes, help explains)"
ASKED = {
    "score": Hint(
        "SCORE: score anyway", "Type  score  again to score anyway, or go on with the round"
    ),
    "new-game": Hint(
        "Scan NEW GAME again,", "Type  new-game  again to leave this game, or go on with it"
    ),
    "kind": Hint(
        "Scan the tile again,",
        "Scan the same tile again to make your own menu, or go on with this one",
    ),
}
OVER = {
    "scored": Hint(
        "NEXT: round {}",
        "next  starts the next round,  undo  reopens this one,  page  shows the trays",
    ),
    "finished": Hint(
        "NEW GAME: play again",
        "new-game  plays again,  undo  goes back,  page  shows the trays",
    ),
}
# By what a lane waits for; an extra card by the card that brings it. {} is the player.
AWAITED = {
    "copy": Hint("Scan what it copies", "{}'s special order: scan the card it copies"),
    "wasabi": Hint(
        "Its wasabi, or NEXT",
        "{}'s special order: scan the wasabi under it, or  next  for none",
    ),
    "nigiri": Hint("Scan its nigiri", "{}'s wasabi: scan the nigiri on it, or  next"),
    "flip": Hint("Scan a card to flip", "Flip which card? Scan it, or  undo"),
    "box": Hint("Scan cards, then NEXT", "{}'s takeout box: scan each card to flip, then  next"),
    "remove": Hint("Remove which card?", "Remove which card? Scan it, or  undo"),
    "chopsticks": Hint("Scan the extra card", "{}'s chopsticks: scan the extra card"),
    "spoon": Hint(
        "Scan the extra card", "{}'s spoon: scan the card it brings, or  next  if nobody has one"
    ),
    "menu": Hint("Scan the extra card", "{}'s menu: scan the card chosen from it"),
}
LOBBY_REMOVE = Hint(
    "Scan what to remove", "Remove which player, dish or variant? Scan it, or  undo"
)

# The steps of each phase, as a list beside which one of them is to be done now.
STEPS = {
    "lobby": ("Choose a menu", "A badge for each player", "NEXT"),
    "tally": ("A player’s badge", "That player’s cards", "SCORE when all are in"),
    "live": ("Each card as it is revealed", "SCORE after the last turn"),
    "scored": ("PAGE: score details", "NEXT: next round"),
    "finished": ("PAGE: score details", "NEW GAME: play again"),
}


def place_in(table: Table) -> tuple[str, ...]:
    """Where a game goes on, in lines of the display; nothing where none is being played."""
    if table.phase not in ("playing", "scored"):
        return ()
    which = round_title(table)
    if table.phase == "scored":
        return (f"{which} is scored",)
    seat = table.last.seat if table.last else None
    return (which,) if seat is None else (which, f"{table.seats[seat].name} {laid_of(table, seat)}")


def hint(table: Table) -> str:
    """What to do next, for who types on the shared lane."""
    return next_step(table, lane_of(table, SHARED_LANE)).long


def next_step(table: Table, lane: LaneState) -> Hint:
    """A question first, then what the lane waits for, then the game."""
    if table.asked:
        return ASKED[table.asked]
    if table.phase in OVER:
        short, long = OVER[table.phase]
        return Hint(short.format(table.round_no + 1), long)
    if table.phase == "lobby":
        return _lobby(table, lane)
    if lane.awaits is not None:
        return _awaited(table, lane.awaits)
    if table.mode == "live":
        return _live(table, lane)
    badges = ", ".join(seat.badge or "dummy" for seat in table.seats[:2])
    badges += " …" * (len(table.seats) > 2)
    return Hint(
        "SCORE ends the round" if all_in(table) else "",
        f"Scan a badge ({badges}), then that player's cards. When all are in:  score",
    )


def step_now(table: Table, active: int | None) -> int:
    """Which of the phase's (or mode's) STEPS is to be done now."""
    if table.phase == "lobby":
        if obstacle(table) is None:
            return 2
        return 0 if table.game is None or missing(table.game, table.menu) else 1
    if table.phase in OVER:
        return 1
    if table.asked == "score" or all_in(table):
        return len(STEPS[table.mode]) - 1
    return 0 if table.mode == "live" or active is None or full(table, active) else 1


def full(table: Table, seat: int) -> bool:
    """Whether a seat has as many cards as it was dealt, where that is known."""
    dealt = hand(table)
    return bool(dealt) and laid_by(table, seat) >= dealt


def all_in(table: Table) -> bool:
    """Whether every seat has as many cards as it was dealt."""
    return all(full(table, seat) for seat in range(len(table.seats)))


def _lobby(table: Table, lane: LaneState) -> Hint:
    if lane.awaits is not None:
        return LOBBY_REMOVE
    no = obstacle(table)
    if no is None:
        game = table.game
        many = "dummy" in table.variants or (game and len(table.seats) == game.seats[1])
        more = "" if many else " More players? Scan their badges first"
        return Hint("NEXT starts round 1", f"next  starts round 1.{more}")
    short = f"REMOVE {heading(no)}" if no.case == "barred" else lines(no)[1]
    return Hint(short, _obstacle(table, no))


def _obstacle(table: Table, no: Refused) -> str:
    """What keeps the game from beginning, and what helps."""
    game = table.game
    if game is None:
        return "Choose a menu or game:  my-first-meal, sushi-go ..." if table.seats else BEGIN
    if no.case == "too-many-seats":
        if "dummy" in table.variants:
            return "The dummy is for two players:  remove dummy,  or  remove  and a badge"
        least, most = game.seats
        return f"{game.title} is for {least} to {most} players:  remove  and a badge"
    if no.case == "barred":
        return f"{say(sentence(no))}. Choose another menu, or add or remove players"
    return say(sentence(no))


def _awaited(table: Table, awaits: Awaits) -> Hint:
    """What has to come, or may come, of the cards of which seat."""
    what: str = awaits.what
    if what == "extra":
        actions = table.round.turns[-1].actions
        what = next(action.what for action in actions if action.tool == awaits.id)
    short, long = AWAITED[what]
    if "{}" in long:
        long = long.format(table.seats[awaits.seat].name)
    more = ", or  next  for none" if what == "copy" and table.mode == "tally" else ""
    return Hint(short, long + more)


def _live(table: Table, lane: LaneState) -> Hint:
    """Whose card is next, or what the turn waits for."""
    round_, seats = table.round, table.seats
    turn, fresh = round_.turns[-1], whose(table, lane)
    name = seats[fresh].name
    if any(gap.seat == fresh for gap in round_.gaps):
        return Hint(f"Replace: {name}", f"Scan the card that replaces {name}'s removed one")
    if lane.seat is not None:
        return Hint("Scan the card", f"Scan {name}'s card")
    if round_.gaps:  # the next card would be somebody else's
        gap = seats[round_.gaps[0].seat]
        badge = gap.badge or "dummy"
        return Hint(
            f"Badge first: {gap.name}",
            f"{gap.name}'s card was removed: scan  {badge},  then the card that replaces it",
        )
    if None in turn.reveals:
        following = f"Next: {name}"
        if turn.number == 1 and not any(turn.reveals):
            long = f"Scan each card as it is revealed. {following}. After the last turn:  score"
            return Hint(following, long)
        which = f"turn {turn.number} of {hand(table)}"
        return Hint(following, f"{following}, {which}. Someone else? Scan their badge")
    no = waiting(table, box_too=True)
    if no is not None:
        return Hint(lines(no)[1], say(sentence(no)))
    if turn.number == hand(table):
        return Hint("SCORE ends the round", "That was the last turn:  score  ends the round")
    number = turn.number + 1
    return Hint(
        f"Turn {number}: {name}",
        f"Pass your hands, then {name}, turn {number} of {hand(table)}",
    )
