"""A panel in, what its page says in words out: for those who hear it instead of seeing it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from firmware.view.sheets import (
    Board,
    Code,
    Device,
    Lobby,
    Message,
    Now,
    Panel,
    Player,
    Podium,
    Question,
    Rounds,
    Start,
    Tray,
)


def page_words(panel: Panel) -> str:
    """Everything that stands on the page, a sentence a line."""
    said = [panel.mark, *_SAID[type(panel.sheet)](panel.sheet, panel)]
    return " ".join(_sentence(one.strip()) for one in said if one.strip())


def _sentence(words: str) -> str:
    return words if words.endswith(("?", "!")) else f"{words.rstrip('.,')}."


def _heading(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _now(sheet: Now, panel: Panel) -> Iterable[str]:
    worth = "" if sheet.worth is None else f"{sheet.worth:+d}"
    return (_heading(sheet.name, sheet.note), f"{sheet.card} {worth}", f"{sheet.total}", sheet.hint)


def _score(player: Player) -> str:
    """A seat's score, with what is banked where that is another."""
    place = f", place {player.place}" if player.place else ""
    banked = f", {player.banked} banked" if player.banked != player.live else ""
    return f"{player.name} {player.live}{banked}{place}"


def _board(sheet: Board, panel: Panel) -> Iterable[str]:
    return (_heading(sheet.title, sheet.note), *map(_score, panel.players))


def _tray(sheet: Tray, panel: Panel) -> Iterable[str]:
    lines = (f"{words} {points}" for words, points in sheet.lines)
    return (_heading(sheet.name, sheet.note), *lines, f"{sheet.total} {sheet.caption}")


def _rounds(sheet: Rounds, panel: Panel) -> Iterable[str]:
    heads = [{"=": "in all", "D": "desserts"}.get(head, f"round {head}") for head in sheet.heads]
    rows = zip(panel.players, sheet.cells, strict=True)
    return (
        "Rounds",
        *(
            f"{player.name}: "
            + ", ".join(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True) if cell)
            for player, cells in rows
        ),
    )


def _device(sheet: Device, panel: Panel) -> Iterable[str]:
    return ("Okanjo", *sheet.lines)


def _message(sheet: Message, panel: Panel) -> Iterable[str]:
    return (sheet.title.removeprefix("✗ "), " ".join(sheet.lines))


def _question(sheet: Question, panel: Panel) -> Iterable[str]:
    return (sheet.title, *(f"{name} {why}" for name, why in sheet.lines), sheet.hint)


def _start(sheet: Start, panel: Panel) -> Iterable[str]:
    counts = (f"{number} {words}" for number, words in sheet.counts)
    return (sheet.title, *counts, " ".join(sheet.way).removeprefix("← ").removeprefix("→ "))


def _lobby(sheet: Lobby, panel: Panel) -> Iterable[str]:
    names = ", ".join(player.name for player in panel.players)
    return (sheet.title, " ".join(sheet.lines), names, sheet.hint)


def _code(sheet: Code, panel: Panel) -> Iterable[str]:
    return (sheet.title, " ".join(sheet.lines))


def _podium(sheet: Podium, panel: Panel) -> Iterable[str]:
    return (sheet.title, *map(_score, sheet.steps))


_SAID: Mapping[type, Callable[[Any, Panel], Iterable[str]]] = {
    Board: _board,
    Code: _code,
    Device: _device,
    Lobby: _lobby,
    Message: _message,
    Now: _now,
    Podium: _podium,
    Question: _question,
    Rounds: _rounds,
    Start: _start,
    Tray: _tray,
}
