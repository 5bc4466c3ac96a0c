"""Begin, score and leave a round: what SCORE and NEW GAME do in either mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine import position
from engine.cards import DUMMY, Card, Game
from engine.events import Asked, Decide, Event, LobbyOpened, RoundEnded
from engine.live.decide import waiting
from engine.live.evolve import first_turn
from engine.locate import laid_by, lying, out
from engine.position import Ended, LaneState, Question, Ready, Round, Scan, Table
from engine.refusals import Refused
from engine.scoring.scorers import scale
from engine.scoring.tray import Laid, Layout, acts, loose, uncovered
from engine.standings import round_by, round_scores

BLOCKING: tuple[Question, ...] = ("copy", "extra")


def score(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """SCORE ends the round; if something looks wrong, only when scanned twice."""
    if any(lane.awaits and lane.awaits.what in BLOCKING for lane in table.lanes.values()):
        return Refused("card-unfinished")
    if table.mode == "live":
        no = waiting(table, box_too=False)
        if no is not None:
            return no
    if table.asked != "score" and complaints(table):
        return Asked("score")
    return RoundEnded()


class Complaint(NamedTuple):
    """What looks wrong with a seat's cards before a round is scored: so many of those dealt are
    there or were revealed, a hand is larger than the most there may be, a wasabi could be covered.
    """

    case: Literal["cards", "revealed", "in-hand", "uncovered-wasabi"]
    cards: int = 0
    dealt: int = 0


def complaints(table: Table) -> list[tuple[int, Complaint]]:
    """What looks wrong before a round is scored, with its seat."""
    check = _missed if table.mode == "live" else _miscounted
    seats = range(len(table.seats))
    return [(seat, complaint) for seat in seats if (complaint := check(table, seat))]


def _missed(table: Table, seat: int) -> Complaint | None:
    revealed = sum(turn.reveals[seat] is not None for turn in table.round.turns)
    dealt = position.hand(table)
    return Complaint("revealed", revealed, dealt) if revealed < dealt else None


def _miscounted(table: Table, seat: int) -> Complaint | None:
    game, ready = position.playing(table)
    tray, counted = table.round.layout.trays[seat], miscounted(table, seat)
    if counted:
        return Complaint("cards" if game.limit is None else "in-hand", *counted)
    if uncovered(tray, ready.acts) and loose(tray, ready.acts):
        return Complaint("uncovered-wasabi")
    return None


def miscounted(table: Table, seat: int) -> tuple[int, int] | None:
    """How many cards of a seat were scanned in a tally, and how many there should be; None where
    that fits. A place claimed by its tile alone stands for two to four cards nobody scanned.
    """
    game, _ = position.playing(table)
    layout, dealt, count = table.round.layout, position.hand(table), laid_by(table, seat)
    if game.limit is not None:
        most = game.limit([laid.mark for laid in layout.trays[seat]])
        return (count, most) if count > most else None
    unseen = sum(claim.seat == seat and not claim.laid for claim in layout.claims)
    fits = not dealt or count + 2 * unseen <= dealt <= count + 4 * unseen
    return None if fits else (count, dealt)


def new_game(table: Table, scan: Scan, lane: LaneState) -> Event | Refused:
    """NEW GAME leaves the game when scanned twice."""
    return LobbyOpened(same=True) if table.asked == "new-game" else Asked("new-game")


def ask(table: Table, event: Asked) -> Table:
    """Remember the question; a run of uramaki ends."""
    round_ = table.round._replace(batch=table.round.batch + 1)
    return table._replace(asked=event.what, round=round_)


def prepare(game: Game, menu: tuple[str, ...]) -> Ready:
    """Prepare a game for its menu."""
    desserts = tuple(slug for slug in menu if slug in game.at_the_end)
    faces = [(kind, face) for kind in game.kinds for face in kind.faces]
    return Ready(
        scale(game, menu, game.each_round),
        scale(game, desserts, game.at_the_end),
        acts(game),
        {face.slug: sum(n for _, n in face.adds) for kind, face in faces if kind.act == "uramaki"},
        {face.slug: face for _, face in faces},
    )


def begin(table: Table) -> Table:
    """Open the next round; the first one prepares the game and seats the dummy."""
    if table.phase == "lobby" and table.game is not None:
        dummy = (DUMMY,) if "dummy" in table.variants else ()
        seats = (*table.seats, *dummy)
        table = table._replace(
            seats=seats,
            last_time=(),
            all_again=False,
            ready=prepare(table.game, table.menu),
            kept=((),) * len(seats),
        )
    count = len(table.seats)
    round_ = first_turn(count) if table.mode == "live" else Round(Layout(((),) * count))
    lanes = {
        name: LaneState(None if name == position.SHARED_LANE else lane.seat)
        for name, lane in table.lanes.items()
    }
    return table._replace(phase="playing", round_no=table.round_no + 1, round=round_, lanes=lanes)


def end(table: Table) -> Table:
    """Bank the round; desserts are kept, and where nothing is reshuffled the rest is spent."""
    game, ready = position.playing(table)
    scores = round_scores(table)
    ended = Ended(tuple(scores.totals), round_by(table, scores))
    desserts = ready.at_the_end.weights
    layout = table.round.layout
    kept = tuple(
        (*kept, *(laid for laid in tray if laid.mark and laid.mark in desserts))
        for kept, tray in zip(table.kept, layout.trays, strict=True)
    )
    return table._replace(
        phase="finished" if table.round_no == game.rounds else "scored",
        ended=(*table.ended, ended),
        kept=kept,
        spent=table.spent if game.reshuffled else (*table.spent, *_spent(table, kept)),
        lanes={name: LaneState(lane.seat) for name, lane in table.lanes.items()},
    )


def _spent(table: Table, kept: Sequence[Sequence[Laid]]) -> list[Card]:
    """Sushi Go!, "End of round": cards played are set aside, puddings excepted."""
    stay = {laid.card for seat in kept for laid in seat}
    trays = [laid.card for _, laid in lying(table) if laid.card not in stay]
    return [*trays, *out(table)]


DECIDE: dict[str, Decide] = {"score": score, "new-game": new_game}
