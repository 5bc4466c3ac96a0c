"""Write a game's report as a scoreboard: points by kind and round, places, refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.notation import printable
from engine.position import Table
from engine.scoring.tray import FLIPPED
from firmware.system.text import columns, one_line

NO_CARDS = "·"


def scoreboard(table: Table, record: Mapping[str, Any]) -> str:
    """The whole evening as text, one column a player."""
    seats = record["seats"]
    lines = [_title(table, record)]
    if seats:
        lines += ["", *columns(_rows(table, seats), "<" + ">" * len(seats))]
    if record["winners"]:
        lines += ["", _winners(seats, record["winners"])]
    if refused := record["refused"]:
        more = record.get("more_refused", 0)
        lines += ["", f"Refused: {len(refused) + more}", *map(_refusal, refused)]
        lines += [f"  and {more} more"] if more else []
    return "\n".join(lines)


def _title(table: Table, record: Mapping[str, Any]) -> str:
    if table.game is None:
        return "No game was chosen."
    state = {
        "lobby": "not begun",
        "playing": f"round {record['round']} is open",
        "scored": f"round {record['round']} is scored",
        "finished": "finished",
    }[record["phase"]]
    return f"{table.game.title}  ({', '.join([record['mode'], *record['variants'], state])})"


def _rows(table: Table, seats: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    rows = [["", *(printable(seat["name"], 14) for seat in seats)]]
    for at in range(len(seats[0]["rounds"])):
        rounds = [seat["rounds"][at] for seat in seats]
        rows.append([f"Round {at + 1}", *(str(one["points"]) for one in rounds)])
        rows += _by_kind(table, [one["by"] for one in rounds])
    if any(seat["desserts"] for seat in seats):
        rows.append(["Desserts", *(str(seat["desserts"]["points"]) for seat in seats)])
        rows += _by_kind(table, [seat["desserts"]["by"] for seat in seats])
    rows.append(["Total", *(str(seat["total"]) for seat in seats)])
    if any(seat["live"] != seat["total"] for seat in seats):
        rows.append(["with the open round", *(str(seat["live"]) for seat in seats)])
    if any(seat["place"] for seat in seats):
        rows.append(["Place", *(str(seat["place"] or "–") for seat in seats)])
    return rows


def _by_kind(table: Table, by: Sequence[Mapping[str, int]]) -> list[list[str]]:
    order = {FLIPPED: len(table.game.kinds)} if table.game else {}
    order |= {kind.slug: at for at, kind in enumerate(table.game.kinds)} if table.game else {}
    kinds = dict.fromkeys(kind for one in by for kind in one)
    return [
        [f"  {title_of(table, kind)}", *(str(one.get(kind, NO_CARDS)) for one in by)]
        for kind in sorted(kinds, key=lambda kind: order.get(kind, -1))  # sets come first
    ]


def title_of(table: Table, kind: str) -> str:
    """What a kind, a set or a mark is called."""
    titles = {one.slug: one.title for one in table.game.kinds} if table.game else {}
    return titles.get(kind) or kind.replace("-", " ").capitalize()


def _winners(seats: Sequence[Mapping[str, Any]], winners: Sequence[str]) -> str:
    names = [printable(seat["name"], 14) for seat in seats if seat["badge"] in winners]
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share the win'}."


def _refusal(refused: Mapping[str, Any]) -> str:
    message = one_line(refused["message"])
    return f"  line {refused['line']}, {printable(refused['code'], 20)}: {message}"
