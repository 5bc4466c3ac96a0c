"""Describe games and figures in words and numbers. Pure."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from firmware.common.system.text import plural
from firmware.records.history.games import (
    FINISHED,
    OWN_MENU,
    Menu,
    Played,
    RoundPoints,
    Sat,
    Titles,
)
from firmware.records.history.statistics import Figures, kinds_of

UNKNOWN, NO_CARDS = "Date unknown", "·"
KINDS_NAMED = 3
WHOLE_FROM = 1000  # yen
HEADS = ("Games", "Wins", "Average", "Best", "Worst")


def number(points: float | None) -> str:
    """Write points with one decimal where there is one and it matters, and a minus sign."""
    if points is None:
        return NO_CARDS
    text = f"{points if abs(points) < WHOLE_FROM else round(points):,.1f}"
    return text.removesuffix(".0").replace("-", "−")


def date(played: Played) -> str:
    """Write the date of a game in the device's time zone."""
    if played.at is None:
        return UNKNOWN
    return time.strftime("%a %-d %b %Y", time.localtime(played.at))


def menu_name(menu: Menu) -> str:
    """Name a menu; one without a title by its first kinds."""
    if menu.title != OWN_MENU:
        return menu.title
    kinds = [kind for kind in menu.kinds if kind != "Nigiri"]
    return f"{OWN_MENU}: {', '.join(kinds[:KINDS_NAMED])}…"


def outcome(played: Played) -> list[str]:
    """Say who won, or what became of the game; each name a part of its own."""
    names = [sat.name for sat in played.winners]
    if played.state != FINISHED or not names:
        return [played.state.capitalize()]
    return [*joined(names), " wins" if len(names) == 1 else " share the win"]


def joined(names: Sequence[str]) -> list[str]:
    """`Bo`, `, `, `Kim`, ` and `, `Chris`."""
    signs = [*[", "] * (len(names) - 2), " and ", ""][-len(names) :]
    return [part for pair in zip(names, signs, strict=True) for part in pair][:-1]


def figures(sums: Figures) -> list[str]:
    """Write figures in the order of HEADS."""
    wins = f"{sums.wins} ({100 * sums.wins / sums.games:.0f}\N{NO-BREAK SPACE}%)"
    return [number(sums.games), wins, *map(number, (sums.average, sums.best, sums.worst))]


def by_place(played: Played) -> list[Sat]:
    return sorted(played.seats, key=lambda sat: (sat.place or 99, -sat.total))


def details(played: Played, titles: Titles) -> str:
    """Describe what is not seen in a game's points: kinds, how it was played, for how long."""
    unit = titles.unit(played.game)
    parts = [", ".join(played.menu.kinds), played.mode.capitalize()]
    parts += [", ".join(played.variants).replace("-", " ").capitalize(), unit and f"In {unit}"]
    parts.append("" if played.minutes is None else plural(played.minutes, "minute"))
    return " · ".join(filter(None, parts))


def table(played: Played, titles: Titles) -> Iterator[list[str]]:
    """Write rounds, the kinds in each, and totals: a row each, a cell a seat.

    Rows of sums begin with a capital: Round 1, Desserts, Total; those of kinds with a blank.
    """
    rounds = max((len(sat.rounds) for sat in played.seats), default=0)
    for index in range(rounds):
        title = f"Round {index + 1}" if rounds > 1 else "Points"
        parts = [sat.rounds[index] if index < len(sat.rounds) else None for sat in played.seats]
        yield from _rows(title, parts, played, titles)
    if any(sat.desserts for sat in played.seats):
        yield from _rows("Desserts", [sat.desserts for sat in played.seats], played, titles)
    if rounds > 1:
        yield ["Total", *(number(sat.total) for sat in played.seats)]


def _rows(
    title: str, parts: Sequence[RoundPoints | None], played: Played, titles: Titles
) -> Iterator[list[str]]:
    yield [title, *(number(part.points if part else None) for part in parts)]
    for kind in kinds_of(played):
        if any(part and kind in part.by for part in parts):
            cells = (number(part.by.get(kind) if part else None) for part in parts)
            yield [f" {titles.kind(played.game, kind)}", *cells]
