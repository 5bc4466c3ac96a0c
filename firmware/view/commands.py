"""The words that may be typed at the desk instead of scanning, those that fit now first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.cards import Seat
from engine.codes import Codebook, Label
from engine.position import Table

COMMANDS = {
    "lobby": ("next", "undo", "live", "tally", "remove", "new-game", "dummy", "pass-both-ways"),
    "playing": ("score", "undo", "remove", "next", "flip", "same-turn", "new-game"),
    "scored": ("next", "undo", "new-game"),
    "finished": ("new-game", "undo"),
}
ASIDE = ("page", "sound", "teach")


def vocabulary(table: Table, codebook: Codebook) -> tuple[Word, ...]:
    """Every label as a word, in the order it should be offered."""
    rank = _LOBBY if table.phase == "lobby" else _PLAYING
    seat = ("dummy",) if Seat(None) in table.seats else ()
    commands = (*seat, *COMMANDS[table.phase], *ASIDE)

    def order(label: Label) -> tuple[int, int]:
        if label.type == "command" and label.slug in commands:
            return rank["command"], commands.index(label.slug)
        return rank[label.type], len(commands)

    fits = _fits(table, commands)
    labels = sorted(codebook.labels, key=order)
    return tuple(Word(one.type, one.slug, one.title, fits(one)) for one in labels)


_LOBBY = {"preset": 0, "badge": 1, "command": 2, "game": 3, "kind": 4, "face": 5, "card": 6}
_PLAYING = {"badge": 0, "face": 1, "command": 2, "card": 3, "kind": 4, "preset": 5, "game": 6}


def _fits(table: Table, commands: tuple[str, ...]) -> Callable[[Label], bool]:
    """Whether scanning a label could be accepted just now."""
    seated = {seat.badge for seat in table.seats}
    playing = table.phase == "playing"
    lobby, over = table.phase == "lobby", table.phase == "finished"

    def fits(label: Label) -> bool:
        if label.type == "command":
            return label.slug in commands
        if label.type == "badge":
            return label.slug in seated if playing else lobby
        if label.type in ("face", "card"):
            here = table.game is not None and label.game == table.game.slug
            return playing and here and label.kind in table.menu
        if label.type == "kind":
            return lobby or (playing and label.slug == "uramaki" and "uramaki" in table.menu)
        return lobby or over

    return fits


class Word(NamedTuple):
    """A label's name. fits: it makes sense just now (short forms prefer those)."""

    type: str
    slug: str
    title: str = ""
    fits: bool = True
