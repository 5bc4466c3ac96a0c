"""Write a game as a scoreboard: points by kind and round, places, refusals."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.notation import printable
from engine.position import Table, playing
from engine.scoring.tray import FLIPPED
from engine.standings import Standings
from firmware.system.text import columns, one_line

NO_CARDS = "·"
DESSERTS = {"fruit": "fruit", "green-tea-ice-cream": "ice creams"}  # others are called in full


class RefusedScan(NamedTuple):
    """A line of a file that was refused."""

    line: int
    code: str
    reason: str
    message: str


def scoreboard(points: Standings, refused: Sequence[RefusedScan]) -> str:
    """The whole evening as text, one column a player."""
    table = points.table
    names = [printable(seat.name, 14) for seat in table.seats]
    lines = [_title(table)]
    if names:
        lines += ["", *columns(_rows(points, names), "<" + ">" * len(names))]
    if points.winners:
        lines += ["", printable(f"{verdict(points)} {tie_break(points)}".rstrip(), 400) + "."]
    if refused:
        lines += ["", f"Refused: {len(refused)}", *map(_refusal, refused)]
    return "\n".join(lines)


def _title(table: Table) -> str:
    if table.game is None:
        return "No game was chosen."
    state = {
        "lobby": "not begun",
        "playing": f"round {table.round_no} is open",
        "scored": f"round {table.round_no} is scored",
        "finished": "finished",
    }[table.phase]
    return f"{table.game.title}  ({', '.join([table.mode, *table.variants, state])})"


def _rows(points: Standings, names: Sequence[str]) -> list[list[str]]:
    table, seats = points.table, points.seats
    rows = [["", *names]]
    for number, ended in enumerate(table.ended, 1):
        rows.append([f"Round {number}", *map(str, ended.points)])
        rows += _by_kind(table, ended.by)
    desserts = [one.desserts for one in seats if one.desserts is not None]
    if desserts:
        rows.append(["Desserts", *(str(one.dessert_points) for one in seats)])
        rows += _by_kind(table, desserts)
    rows.append(["Total", *(str(one.total) for one in seats)])
    if any(one.live != one.total for one in seats):
        rows.append(["with the open round", *(str(one.live) for one in seats)])
    if points.winners:
        rows.append(["Place", *(str(one.place or "–") for one in seats)])
    return rows


def _by_kind(table: Table, by: Sequence[Mapping[str, int]]) -> list[list[str]]:
    order = {FLIPPED: len(table.game.kinds)} if table.game else {}
    order |= {kind.slug: at for at, kind in enumerate(table.game.kinds)} if table.game else {}
    kinds = dict.fromkeys(kind for one in by for kind in one)
    return [
        [f"  {title_of(table, kind)}", *(str(one.get(kind, NO_CARDS)) for one in by)]
        for kind in sorted(kinds, key=lambda kind: order.get(kind, -1))  # sets come first
    ]


def verdict(points: Standings) -> str:
    """Who won a game that is over."""
    *others, last = (points.seats[at].name for at in points.winners)
    return f"{', '.join(others)} and {last} share the win" if others else f"{last} wins"


def tie_break(points: Standings) -> str:
    """What told the winners from who had as many points: "on puddings, 4 to 3"; "" if nothing."""
    table, first = points.table, points.seats[points.winners[0]]
    level = [one for one in points.seats if one.badge and one.total == first.total]
    if table.game is None or all(one.place == 1 for one in level):
        return ""
    kind = next(table.game.kind(slug) for slug in table.menu if slug in table.game.at_the_end)
    most = max(one.dessert_cards for one in level if one.place != 1)
    cards = DESSERTS.get(kind.slug, f"{kind.title.lower()}s")
    return f"on {cards}, {first.dessert_cards} to {most}"


def unit_of(table: Table) -> str:
    """The unit of amounts, such as yen; "" for points."""
    return f" {table.game.unit}" if table.game and table.game.unit else ""


def round_title(table: Table) -> str:
    """Which round it is, or the game if that has but one."""
    game, _ = playing(table)
    return f"Round {table.round_no}" if game.rounds > 1 else game.title


def title_of(table: Table, kind: str) -> str:
    """What a kind, a set or a mark is called."""
    titles = {one.slug: one.title for one in table.game.kinds} if table.game else {}
    return titles.get(kind) or kind.replace("-", " ").capitalize()


def _refusal(refused: RefusedScan) -> str:
    code, message = printable(refused.code, 20), one_line(refused.message)
    return f"  line {refused.line}, {code}: {message}"
