"""Build the pages of a table with its points, in words and numbers.

Rule: points come from the engine; nothing is counted here but cards.
"""

from textwrap import wrap
from typing import NamedTuple

from engine.cards import By, Game
from engine.position import NO_LANE, LaneState, LastScan, Table, hand, passes_right, playing
from engine.rounds import complaints
from engine.scoring.scorers import by_kind
from engine.standings import Standings, made_of
from firmware.common.system.text import plural
from firmware.core.view import sheets
from firmware.core.view.device import NO_DEVICE, DeviceState, broken
from firmware.core.view.hints import ASKED, next_step
from firmware.core.view.rules import rule
from firmware.core.view.titles import laid_of, round_title, tie_break, title_of, verdict
from firmware.core.view.why import details, last_kind
from firmware.words.line import WIDTH


class View(NamedTuple):
    """A table with its points, and the seat and lane the page is about.

    `worth` is what the last scan brought that seat, `changed` what it did to other scores; `undone`
    the scan just taken back, `restored` where that was a removal.
    """

    standings: Standings
    worth: int | None = None
    changed: str = ""
    seat: int | None = None
    lane: LaneState = NO_LANE
    undone: LastScan | None = None
    restored: bool = False
    struck: bool = False
    device: DeviceState = NO_DEVICE

    @property
    def table(self) -> Table:
        return self.standings.table


WHY_LINES = 4
CHOOSE = ("Scan a game or menu,", "then your badges,")
NEVER_PLAYED = ("Scan a game or menu,", "badges, then NEXT", "", "No labels yet? Open")


def lobby(view: View) -> sheets.Lobby:
    """What is chosen, who sits, what is awaited: first of all a scanner, where there is none."""
    table, no_scanner = view.table, view.device.no_scanner
    hint = next_step(table, view.lane).short
    if view.lane.awaits is None and view.undone is not None:
        hint = f"{undid(view)}: {view.undone.scan.label.title}"
    elif view.lane.awaits is None and no_scanner:
        hint = no_scanner
    game = table.game
    if game is None:
        if view.undone or view.lane.awaits:
            return sheets.Lobby("Okanjo", CHOOSE, hint)
        return _empty(view)
    lines: tuple[str, ...] = (f"{table.mode.capitalize()} · {plural(len(table.seats), 'player')}",)
    if table.variants:
        lines += (", ".join(table.variants).replace("-", " ").capitalize(),)
    whole = sum(game.menu.values())
    if len(table.menu) < whole:
        lines += (f"{len(table.menu)} of {whole} on the menu",)
    return sheets.Lobby(menu_title(table, game), lines, hint)


def _empty(view: View) -> sheets.Lobby:
    """Nothing is chosen yet: what is amiss; before the first game also where there are labels to
    be had: at the page, if it has an address; one that fits, if any does.
    """
    addresses, no_scanner = view.device.hosts, view.device.no_scanner
    never_played = addresses and view.table.number == 1 and not view.table.seats
    address = next((one for one in addresses if len(one) <= WIDTH), "".join(addresses[:1]))
    if no_scanner:
        if never_played:
            return sheets.Lobby("Okanjo", (no_scanner, "", "", NEVER_PLAYED[3]), address)
        return sheets.Lobby("Okanjo", NEVER_PLAYED[:2], no_scanner)
    if view.device.warning and not view.table.seats:
        *above, last = broken(view.device.warning)
        return sheets.Lobby("Okanjo", (*NEVER_PLAYED[:2], "", *above[:1]), last)
    if never_played:
        return sheets.Lobby("Okanjo", NEVER_PLAYED, address)
    return sheets.Lobby("Okanjo", CHOOSE, "then NEXT")


def menu_title(table: Table, game: Game) -> str:
    """The menu, or the game where it has none."""
    if not game.menu:
        return game.title
    return game.presets[table.preset][0] if table.preset else "Your own menu"


def undid(view: View) -> str:
    """What an UNDO did: most take away, that of a removal gives back."""
    return "Back" if view.restored else "Undone"


def current(view: View) -> sheets.Current | sheets.Board | sheets.Start | sheets.Podium:
    """The page of the moment: whose tray, the last card and what that was worth, what is next.

    Between the rounds it is the scores, at the end the podium.
    """
    table, seat = view.table, view.seat
    if table.phase == "finished":
        return podium(view)
    hint = next_step(table, view.lane).short
    if table.phase == "scored":
        return sheets.Board(f"Round {table.round_no}", hint)
    if seat is None:
        fresh = table.round.ids == 0 and not any(table.round.layout.trays)
        if fresh and view.undone is None and view.lane.awaits is None:
            return start(view)
        return sheets.Board(corner(table), hint or "Scan a badge")
    stand = view.standings.seats[seat]
    worth = None if view.lane.awaits else view.worth  # half a card is worth nothing yet
    cards = " cards" * bool(hand(table))
    return sheets.Current(
        stand.name,
        corner(table),
        _card(view),
        worth,
        sheets.score(stand),
        view.changed or hint or view.device.warning or laid_of(table, seat) + cards,
        _icon(view),
    )


def _card(view: View) -> str:
    """The last scan in words."""
    last = view.undone or view.table.last
    if last is None:
        return ""
    words = last.scan.label.title
    if view.undone is not None:
        return f"{undid(view)}: {words}"
    if last.scan.label.type == "badge":
        return "Scan the cards" if view.table.mode == "tally" else ""
    return f"✗ {words}" if view.struck else words


def _icon(view: View) -> str:
    last = view.table.last
    if last is None or view.undone is not None or view.struck:
        return ""
    return last.scan.label.face or last.scan.label.kind or ""


def start(view: View) -> sheets.Start:
    """How many cards to deal and desserts to shuffle in, and which way to pass."""
    table = view.table
    game, _ = playing(table)
    cards, desserts = hand(table), game.shuffled_in(table.round_no, len(table.seats))
    counts = [(cards, "cards each"), (desserts, "desserts")]
    right = passes_right(table)
    way: tuple[str, ...] = ("→ Pass to the right" if right else "← Pass to the left",)
    if not cards:
        way = ("Scan a badge,", "then that hand")
    if view.device.warning:
        way = (view.device.warning,)
    title = f"Round {table.round_no} of {game.rounds}" if game.rounds > 1 else game.title
    return sheets.Start(title, tuple(one for one in counts if one[0]), way)


def corner(table: Table) -> str:
    """The turn, the round, or the game if it has but one, for the corner of a page."""
    if table.mode == "live" and table.phase == "playing":
        return f"Turn {table.round.turns[-1].number}/{hand(table)}"
    return round_title(table)


def question(view: View) -> sheets.Question | sheets.Message:
    """What has to be scanned once more, and why."""
    table = view.table
    if table.asked != "score":
        leave = "Leave this game?" if table.asked == "new-game" else "Leave this menu?"
        return sheets.Message(leave, (next_step(table, view.lane).short, "or just go on"))
    game, _ = playing(table)
    lines = tuple((table.seats[seat].name, why) for seat, why in complaints(table))
    if game.limit is not None:
        lines = tuple((name, why.removesuffix(" in hand")) for name, why in lines)
        return sheets.Question("Too many: score?", lines, ASKED["score"].short)
    return sheets.Question("Score the round?", lines, ASKED["score"].short)


def board(view: View) -> sheets.Board:
    """All seats."""
    table = view.table
    if table.phase == "lobby":
        return sheets.Board("Scores")
    return sheets.Board("Result" if table.phase == "finished" else "Scores", corner(table))


def tray(view: View) -> sheets.Tray | sheets.Board:
    """One seat's points by kind; once the game is over, of the whole game."""
    table, seat = view.table, view.seat
    if table.phase == "lobby" or seat is None:
        return board(view)
    _, ready = playing(table)
    by: By = {}
    caption = "round"
    if (scores := view.standings.scores) is not None:
        is_in = view.standings.seats[seat].is_in
        by = by_kind(ready.each_round, scores, seat) if is_in else {}
    elif table.phase == "scored":
        by = table.ended[-1].by[seat]
    else:
        caption, by = "total", made_of(view.standings, seat)
    paying = sorted(by.items(), key=lambda entry: not entry[1])  # what paid nothing comes last
    lines = tuple((title_of(table, kind), points) for kind, points in paying)
    return sheets.Tray(table.seats[seat].name, corner(table), lines, sum(by.values()), caption)


def why(view: View) -> sheets.Message | sheets.Tray | sheets.Board:
    """What the last card's kind brings its seat: by which rule, beside whom, with which cards."""
    table, scores, kind = view.table, view.standings.scores, last_kind(view.table)
    seat = table.last.seat if table.last else None
    if seat is None or scores is None or not kind:
        return tray(view)
    game, ready = playing(table)
    points = by_kind(ready.each_round, scores, seat).get(kind, 0)
    told = rule(game, kind, len(table.seats)).translate({0xA0: " ", 0x2212: "-"})
    lines: list[str] = []
    for part in (told, *details(view.standings, seat).get(kind, ())):
        more = wrap(part, WIDTH)
        lines += more if len(lines) + len(more) <= WHY_LINES else []
    title = f"{table.seats[seat].name[:8]}: {title_of(table, kind)} {points}"
    return sheets.Message(title, tuple(lines))


def rounds(view: View) -> sheets.Rounds:
    """Every seat's rounds, desserts and total."""
    table = view.table
    if table.game is None or table.phase == "lobby":
        return sheets.Rounds(("=",), tuple((sheets.score(one),) for one in view.standings.seats))
    game = table.game
    several = game.rounds > 1
    heads = [*(str(number + 1) for number in range(game.rounds) if several)]
    heads += ["D"] if game.at_the_end and several else []
    rows = []
    for seat, stand in enumerate(view.standings.seats):
        row = [str(ended.points[seat]) for ended in table.ended] if several else []
        if view.standings.scores is not None and several:
            row.append(str(stand.live - stand.total) if stand.is_in else sheets.NO_SCORE)
        row += [""] * (len(heads) - len(row))
        if table.phase == "finished" and heads and heads[-1] == "D":
            row[-1] = str(stand.dessert_points)
        rows.append((*row, sheets.score(stand)))
    return sheets.Rounds((*heads, "="), tuple(rows))


def podium(view: View) -> sheets.Podium:
    """Who won, by what where the points alone do not say, and the others by place."""
    points, tie = view.standings, tie_break(view.standings)
    ranked = sorted((one for one in points.seats if one.place), key=lambda one: one.place or 0)
    count, title = len(points.winners), verdict(points) + "!" * (not tie)
    return sheets.Podium(title, tie, tuple(ranked[:count]), tuple(ranked[count:]))
