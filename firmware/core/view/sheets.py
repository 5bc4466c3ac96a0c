"""Work out the sheets of a table with its points, as facts.

Rule: points come from the engine; nothing is counted here but cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engine.catalogue import codebook_of
from engine.codes import Label
from engine.position import NO_LANE, LaneState, LastScan, Table, passes_right, playing
from engine.refusals import Refused
from engine.review.story import story
from engine.scoring.scorers import by_kind
from engine.standings import Standing, Standings, moved
from firmware.common.facts.device import NO_DEVICE, DeviceState
from firmware.common.facts.hints import Hint, Moment
from firmware.common.facts.photo import PhotoPlan, PhotoRead, PhotoTray
from firmware.common.facts.sheets import (
    NO_CARD,
    CardPoints,
    Cell,
    Changed,
    EmptyLobby,
    Foot,
    GameResult,
    GameStory,
    LastCard,
    LeaveAsked,
    OpenLobby,
    PointsByRound,
    RoundStart,
    ScoreAsked,
    Scoreboard,
    SeatPoints,
    TakenBack,
)
from firmware.common.facts.situation import Situation
from firmware.core.view.effects import details, points_of, tie_break
from firmware.core.view.situation import situation_of


class SheetView(NamedTuple):
    """A table with its points, what comes next there, and the seat and lane that a sheet is about.

    `moment` is the round and turn, once a game has begun; `worth` is what the last scan brought
    that seat, `changed` what it did to other scores; `undone` is the scan just taken back,
    `restored` where that was a removal.
    """

    standings: Standings
    situation: Situation
    hint: Hint
    moment: Moment | None = None
    worth: int | None = None
    changed: Changed | None = None
    seat: int | None = None
    lane: LaneState = NO_LANE
    undone: LastScan | None = None
    restored: bool = False
    struck: bool = False
    device: DeviceState = NO_DEVICE

    @property
    def table(self) -> Table:
        return self.standings.table

    @property
    def taken_back(self) -> TakenBack | None:
        return TakenBack(self.undone.scan.label, self.restored) if self.undone else None


def lobby(view: SheetView) -> EmptyLobby | OpenLobby:
    """What is chosen, who sits, what is awaited: first of all a scanner, where there is none."""
    table, device = view.table, view.device
    game, awaits = table.game, view.lane.awaits
    if game is None and not view.undone and not awaits:
        return _empty(view)
    foot: Hint | TakenBack | None = None if awaits else view.taken_back
    whole = sum(game.menu.values()) if game else 0
    return OpenLobby(
        game,
        table.preset,
        table.mode,
        len(table.seats),
        table.variants,
        len(table.menu),
        whole,
        foot or (None if awaits else device.no_scanner) or view.hint,
        view.hint.seats,
    )


def _empty(view: SheetView) -> EmptyLobby:
    """Labels are to be had at an address that fits on a line, if any does."""
    table, addresses = view.table, view.device.hosts
    never_played = table.number == 1 and not table.seats
    address = min(addresses, key=lambda host: len(host) > ADDRESS_FITS, default="")
    warning = None if table.seats else view.device.warning
    return EmptyLobby(view.device.no_scanner, warning, address if never_played else "")


ADDRESS_FITS = 21  # columns


def current(view: SheetView) -> LastCard | Scoreboard | RoundStart | GameResult:
    """The sheet of the moment: whose tray, the last card and what that was worth, what is next.

    Between the rounds it is the scores, at the end who won.
    """
    table, seat, moment = view.table, view.seat, view.moment
    if moment is None or table.phase == "finished":
        return result(view)
    if table.phase == "scored":
        return Scoreboard(moment, hint=view.hint)
    if seat is None:
        fresh = table.round.ids == 0 and not any(table.round.layout.trays)
        if fresh and view.undone is None and view.lane.awaits is None:
            return start(view, moment)
        return Scoreboard(moment, hint=view.hint)
    return LastCard(
        view.standings.seats[seat],
        moment,
        view.taken_back or (table.last.scan.label if table.last else None),
        view.struck,
        None if view.lane.awaits else view.worth,  # half a card is worth nothing yet
        _foot(view, seat),
    )


def _foot(view: SheetView, seat: int) -> Foot:
    """What else the scan changed, else what to do; while cards are laid, how many there are."""
    if view.changed:
        return view.changed
    if view.hint.case != "cards":
        return view.hint
    return view.device.warning or view.situation.cards_of(seat)


def start(view: SheetView, moment: Moment) -> RoundStart:
    """How many cards to deal and desserts to shuffle in, and which way to pass."""
    table, dealt = view.table, view.situation.dealt
    desserts = moment.game.shuffled_in(table.round_no, len(table.seats))
    right, warning = passes_right(table), view.device.warning
    return RoundStart(moment._replace(turn=0), dealt, desserts, right, warning)


def question(view: SheetView) -> ScoreAsked | LeaveAsked:
    """What has to be scanned once more, and why."""
    hint, moment = view.hint, view.moment
    if view.table.asked != "score" or moment is None:
        return LeaveAsked(hint)
    seats, complaints = view.table.seats, view.situation.complaints
    wrong = tuple((seats[seat], complaint) for seat, complaint in complaints)
    return ScoreAsked(wrong, moment.game.limit is not None, hint)


def scoreboard(view: SheetView) -> Scoreboard:
    """All seats."""
    return Scoreboard(view.moment, view.table.phase == "finished")


def tray(view: SheetView) -> SeatPoints | Scoreboard:
    """One seat's points by kind; once the game is over, of the whole game."""
    table, seat = view.table, view.seat
    if view.moment is None or seat is None:
        return scoreboard(view)
    by, of_game = points_of(view.standings, seat)
    paying = sorted(by.items(), key=lambda entry: not entry[1])  # what paid nothing comes last
    total = sum(by.values())
    return SeatPoints(table.seats[seat], view.moment, tuple(paying), total, of_game)


def why(view: SheetView) -> CardPoints | SeatPoints | Scoreboard:
    """What the last card's kind brings its seat: by which rule, beside whom, with which cards."""
    table, scores, kind = view.table, view.standings.scores, view.situation.last_kind
    seat = table.last.seat if table.last else None
    if seat is None or scores is None or not kind:
        return tray(view)
    game, ready = playing(table)
    points = by_kind(ready.each_round, scores, seat).get(kind, 0)
    detail = details(view.standings, seat).get(kind)
    return CardPoints(game, table.seats[seat], kind, points, len(table.seats), detail)


def rounds(view: SheetView) -> PointsByRound:
    """Every seat's rounds, desserts and score."""
    table, standings = view.table, view.standings
    if table.game is None or table.phase == "lobby":
        return PointsByRound(0, False, tuple((_score(seat),) for seat in standings.seats))
    game = table.game
    several = game.rounds if game.rounds > 1 else 0
    has_desserts = bool(game.at_the_end and several)
    rows = []
    for seat, stand in enumerate(standings.seats):
        row: list[Cell] = []
        row += [ended.points[seat] for ended in table.ended][:several]
        if standings.scores is not None and several:
            row.append(stand.live - stand.total if stand.is_in else NO_CARD)
        row += [None] * (several + has_desserts - len(row))
        if table.phase == "finished" and has_desserts:
            row[-1] = stand.dessert_points
        rows.append((*row, _score(stand)))
    return PointsByRound(several, has_desserts, tuple(rows))


def _score(seat: Standing) -> Cell:
    return NO_CARD if seat.score is None else seat.score


def result(view: SheetView) -> GameResult:
    """Who won, by what where the points alone do not say, and the others by place."""
    now = view.standings
    ranked = sorted((seat for seat in now.seats if seat.place), key=lambda seat: seat.place or 0)
    winners = len(now.winners)
    return GameResult(tuple(ranked[:winners]), tuple(ranked[winners:]), tie_break(now))


def game_story(now: Standings, number: int = 0) -> GameStory | None:
    """How a game went; None until it is over."""
    tale = story(now)
    return GameStory(now, tale, tie_break(now), number) if tale else None


# --- photos from over the table ---------------------------------------------------------


def photo_read(plan: PhotoPlan) -> PhotoRead:
    """What a photo would score, and what is not clear in it."""
    table, book = plan.after, codebook_of(plan.after.games)
    then = situation_of(table)

    def brings(seat: int) -> int:
        return sum(moved(plan.change, seat).values()) if plan.change else 0

    trays = tuple(
        PhotoTray(table.seats[seat], then.cards_of(seat), brings(seat)) for seat in plan.seats
    )
    refused = [book.read(card.code) for card in plan.cards if card.state == "refused"]
    left_out = tuple(
        label if isinstance(label, Label) else None
        for label in refused
        if isinstance(label, Refused) or label.type == "card"  # a table sheet in view has no cards
    )
    return PhotoRead(
        plan,
        trays,
        tuple(_by_kind(plan, plan.seats[0])) if len(trays) == 1 else (),
        tuple(_label(plan, ask.card or "") for ask in plan.asks if ask.what == "wasabi"),
        tuple((table.seats[ask.seat or 0], ask) for ask in plan.asks if ask.what == "count"),
        any(ask.what == "copy" for ask in plan.asks),
        left_out,
    )


def _by_kind(plan: PhotoPlan, seat: int) -> Iterator[tuple[str, int, int]]:
    """How many cards of a kind are new in this tray, and by what the photo moves its score."""
    many = Counter(
        kind
        for card in plan.cards
        if card.seat == seat and card.state == "counts" and (kind := _label(plan, card.code).kind)
    )
    points = moved(plan.change, seat) if plan.change else {}
    for kind in sorted({*many, *points}, key=lambda kind: (-points.get(kind, 0), kind)):
        yield kind, many[kind], points.get(kind, 0)


def _label(plan: PhotoPlan, code: str) -> Label:
    label = codebook_of(plan.after.games).read(code)
    assert isinstance(label, Label)  # noqa: S101 - it counts
    return label
