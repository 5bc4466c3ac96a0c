"""The words that may be typed at the desk instead of scanning, those that fit now first."""

from typing import NamedTuple

from engine.cards import DUMMY
from engine.codes import Codebook, Label
from engine.position import Table, seat_of

COMMANDS = {
    "lobby": ("next", "undo", "live", "tally", "remove", "new-game", "dummy", "pass-both-ways"),
    "tally": ("score", "undo", "remove", "next", "flip", "same-turn", "new-game"),
    "live": ("score", "undo", "remove", "next", "new-game"),
    "scored": ("next", "undo", "new-game"),
    "finished": ("new-game", "undo"),
}
ASIDE = ("page", "sound", "teach", "what")


_LOBBY = {"preset": 0, "badge": 1, "command": 2, "game": 3, "kind": 4, "face": 5, "card": 6}
_PLAYING = {"badge": 0, "face": 1, "command": 2, "card": 3, "kind": 4, "preset": 5, "game": 6}


class Word(NamedTuple):
    """A label's name; a badge's title is its player. fits: it makes sense just now (short forms
    prefer those)."""

    type: str
    slug: str
    title: str = ""
    fits: bool = True


def commands_now(table: Table) -> tuple[str, ...]:
    """What this phase knows, or the mode of an open round."""
    return COMMANDS[table.mode if table.phase == "playing" else table.phase]


def vocabulary(table: Table, codebook: Codebook) -> tuple[Word, ...]:
    """Every label as a word, in the order it should be offered."""
    rank = _LOBBY if table.phase == "lobby" else _PLAYING
    seat = ("dummy",) if DUMMY in table.seats else ()
    commands = (*seat, *commands_now(table), *ASIDE)

    def order(label: Label) -> tuple[int, int]:
        if label.type == "command" and label.slug in commands:
            return rank["command"], commands.index(label.slug)
        return rank[label.type], len(commands)

    def title(label: Label) -> str:
        name = table.names.get(label.slug, "") if label.type == "badge" else ""
        return name or label.title

    labels = sorted(codebook.labels, key=order)
    return tuple(
        Word(label.type, label.slug, title(label), _fits(table, commands, label))
        for label in labels
    )


def _races(table: Table, label: Label) -> bool:
    """Whether a menu tile is of a kind that takes places, and is played."""
    game = table.game
    if game is None or label.game != game.slug or label.kind not in table.menu:
        return False
    return game.kind(label.kind).act == "uramaki"


def _fits(table: Table, commands: tuple[str, ...], label: Label) -> bool:
    """Whether scanning a label could be accepted just now."""
    playing, lobby = table.phase == "playing", table.phase == "lobby"
    match label.type:
        case "command":
            return label.slug in commands
        case "badge":
            return seat_of(table, label.slug) is not None if playing else lobby
        case "face" | "card":
            here = table.game is not None and label.game == table.game.slug
            return playing and here and label.kind in table.menu
        case "kind":
            return lobby or (playing and table.mode == "tally" and _races(table, label))
        case _:
            return lobby or table.phase == "finished"
