"""Seats that somebody arranged: the labels to scan for them, and the lobby that these lead to.

Rule: what NEXT could not begin is refused here, before anybody is offered it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.catalogue import Games, codebook_of
from engine.codes import Label, slug_in
from engine.lobby import obstacle
from engine.position import Scan, Table
from engine.refusals import Refused
from engine.table import scan


def labels_of(
    games: Games, game: str, menu: str | Sequence[str], badges: Iterable[str]
) -> list[Label] | None:
    """What to scan for a game, with a preset or with the kinds of a menu, and for those who play
    it; None where a slug is unknown, or is of another game.
    """
    book = codebook_of(games)
    try:
        if isinstance(menu, str) and menu:
            chosen = [book.label("preset", slug_in(games[game], menu))]
        else:
            kinds = (book.label("kind", slug_in(games[game], kind)) for kind in menu)
            chosen = [book.label("game", game), *kinds]
        if any(label.game != game for label in chosen):
            return None
        always = [kind.slug for kind in games[game].kinds if kind.group == "always"]
        chosen = [label for label in chosen if label.kind not in always]
        return [*chosen, *(book.label("badge", badge) for badge in badges)]
    except KeyError:
        return None


def lobby_of(table: Table, labels: Iterable[Label]) -> Table | Refused:
    """The lobby after these scans, if NEXT could begin its game; else why it could not."""
    for label in labels:
        table, result = scan(table, Scan(label))
        if isinstance(result, Refused):
            return result
    return obstacle(table) or table
