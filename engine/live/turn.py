"""Resolve a live turn from the cards as scanned, in the book's order.

"Playing a turn" and "Special card actions": all reveals at once, then uramaki for all seats,
then the actions, lowest printed number first, equal numbers in seat order; after each extra
card its wasabi, its seat's uramaki, its miso soup. The order of scanning plays no part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.position import NO_CARD, NO_WASABI, UNDECIDED, Action, Play, Ready, Turn
from engine.scoring.tray import (
    BONUS,
    NEVER_STAY,
    Claim,
    Laid,
    Layout,
    Tray,
    copied,
    dip,
    find,
    flip,
    lay,
    take,
    uncovered,
)
from engine.scoring.uramaki import TARGET, with_place


def plays(turn: Turn) -> Iterator[Play]:
    """Every card played in a turn: reveals, then extra cards."""
    yield from (play for play in turn.reveals if play is not None)
    yield from (action.extra for action in turn.actions if action.extra is not None)


def change_plays(turn: Turn, change: Callable[[Play], Play | None]) -> Turn:
    """The turn with every card played in it changed, or taken out."""
    return turn._replace(
        reveals=tuple(play and change(play) for play in turn.reveals),
        actions=tuple(
            action._replace(extra=action.extra and change(action.extra)) for action in turn.actions
        ),
    )


def play_of(turns: Sequence[Turn], play_id: int) -> tuple[Turn, Play]:
    """The card played under that id, and its turn."""
    return next((turn, play) for turn in turns for play in plays(turn) if play.id == play_id)


def in_order(turn: Turn) -> list[Action]:
    """Heading "Special card actions": lowest number first; equal numbers in seat order."""
    return sorted(turn.actions, key=lambda action: (action.number, action.seat))


def tray_before(turns: Sequence[Turn], play_id: int, ready: Ready) -> Tray:
    """What lay before its seat when a card was played, in the book's order."""
    turn, play = play_of(turns, play_id)
    index = turn.number - 1
    before = replay_turns(turns[:index], len(turn.reveals), ready)[-1]
    actions = in_order(turn)
    for n, action in enumerate(actions):
        if action.extra is not None and action.extra.id == play_id:
            done = turn._replace(actions=(*actions[:n], action._replace(extra=None)))
            before = work_out(before, (*turns[:index], done), index, ready)
    return before.trays[play.seat]


def replay_turns(turns: Sequence[Turn], seats: int, ready: Ready) -> list[Layout]:
    """What lay where before the first turn and after each."""
    layouts = [Layout(((),) * seats)]
    for index in range(len(turns)):
        layouts.append(work_out(layouts[-1], turns, index, ready))
    return layouts


def work_out(before: Layout, turns: Sequence[Turn], index: int, ready: Ready) -> Layout:
    """What lies where after the turn at that index."""
    work = _WorkingTurn(before, turns, index, ready)
    turn = turns[index]
    for seat, play in enumerate(turn.reveals):
        if play is not None:
            work.place(seat, play)
    work.check_miso()
    work.check_uramaki(range(len(turn.reveals)))
    for action in in_order(turn):
        work.act(action)
    return Layout(tuple(work.trays), tuple(work.claims), tuple(work.discards))


class _WorkingTurn:
    """One turn while it is worked out, step by step."""

    def __init__(self, before: Layout, turns: Sequence[Turn], index: int, ready: Ready) -> None:
        self.trays: list[Tray] = list(before.trays)
        self.claims = list(before.claims)
        self.discards = list(before.discards)
        self.turns, self.index, self.ready = turns, index, ready
        self.number = turns[index].number
        self.miso: list[tuple[int, int]] = []
        self.checks = 0

    def place(self, seat: int, play: Play) -> None:
        """Lay a card as it is played; what leaves at once goes to the discards."""
        mark = self.mark(seat, play)
        laid = Laid(play.id, play.card, mark, None, self.number, play.copies)
        if self.ready.acts[mark] in NEVER_STAY or play.copies == NO_CARD:
            self.discards.append((seat, laid))
            return
        if self.ready.acts[mark] == "nigiri":
            self.trays[seat] = self.put_nigiri(self.trays[seat], laid, play)
        else:
            self.trays[seat] = (*self.trays[seat], laid)
        if self.ready.acts[mark] == "miso":
            self.miso.append((seat, play.id))

    def mark(self, seat: int, play: Play) -> str:
        """What a card counts as: a special order as the card it copies."""
        if self.ready.acts[play.card.face.slug] != "special-order":
            return play.card.face.slug
        if play.copies in (None, NO_CARD):
            return ""
        target = find(self.trays[seat], play.copies)
        if target is not None:
            return copied(target)
        # A card scanned later shows that the copied one had left before this order was played:
        # the order keeps what it copied.
        return self.mark(seat, play_of(self.turns, play.copies)[1])

    def put_nigiri(self, tray: Tray, laid: Laid, play: Play) -> Tray:
        """On the earliest uncovered wasabi, or where it was put before; an order only by choice.

        A wasabi that a later nigiri is known to lie on is not free for a card scanned late.
        """
        order = self.ready.acts[play.card.face.slug] == "special-order"
        if play.on == UNDECIDED and not order:
            later = [other for turn in self.turns[self.index :] for other in plays(turn)]
            return lay(tray, laid, self.ready.acts, {other.on for other in later})
        free = {wasabi.id for wasabi in uncovered(tray, self.ready.acts)}
        return (*tray, dip(laid, play.on) if play.on in free else laid)

    def check_miso(self) -> None:
        """Card guide, "Miso soup": with a second one played in a turn, all of it are discarded."""
        if len(self.miso) < 2:
            return
        for seat, laid_id in self.miso:
            self.discard(seat, laid_id)

    def discard(self, seat: int, laid_id: int) -> None:
        laid = find(self.trays[seat], laid_id)
        if laid is not None:
            self.trays[seat] = take(self.trays[seat], laid_id)
            self.discards.append((seat, laid))

    def check_uramaki(self, seats: Sequence[int]) -> None:
        """Card guide, "Uramaki": trays with ten icons take the next places, weighed together."""
        self.checks += 1
        reveal = (self.number, self.checks)
        for seat in seats:
            laid = tuple(
                laid for laid in self.trays[seat] if self.ready.acts[laid.mark] == "uramaki"
            )
            icons = tuple(self.ready.icons[card.mark] for card in laid)
            if sum(icons) >= TARGET:
                self.claims.append(Claim(seat, laid, icons, reveal, -1, sum(icons)))
        self.claims = list(with_place(self.claims))
        for claim in self.claims:
            if claim.reveal == reveal:
                for laid_one in claim.laid:
                    self.trays[claim.seat] = take(self.trays[claim.seat], laid_one.id)

    def act(self, action: Action) -> None:
        """Carry out one bonus action, menu or takeout box."""
        seat = action.seat
        if action.what in BONUS:
            if action.unserved:
                self.discard(seat, action.tool)
            self.trays[seat] = take(self.trays[seat], action.tool)
        for laid_id in action.flips:
            self.trays[seat] = flip(self.trays[seat], laid_id)
        if action.extra is not None:
            self.place(seat, action.extra)
            self.check_uramaki((seat,))
            self.check_miso()


def pinned(turn: Turn, after: Layout, ready: Ready, seat: int | None = None) -> Turn:
    """The turn with every nigiri's (or that seat's) wasabi written down: no strike moves it then.

    What is written down stays: a wasabi struck and scanned anew finds its nigiri again.
    """

    def pin(play: Play) -> Play:
        if play.on != UNDECIDED or seat not in (None, play.seat):
            return play
        laid = find(after.trays[play.seat], play.id)
        if laid is None or ready.acts[laid.mark] != "nigiri":
            return play
        return play._replace(on=NO_WASABI if laid.on is None else laid.on)

    return change_plays(turn, pin)


def without(turn: Turn, play_id: int) -> Turn:
    """A turn without that card, its own action, and what a box did to it."""
    actions = tuple(
        action._replace(flips=tuple(laid for laid in action.flips if laid != play_id))
        for action in turn.actions
        if action.tool != play_id
    )
    turn = turn._replace(actions=actions)
    return change_plays(turn, lambda play: None if play.id == play_id else play)
