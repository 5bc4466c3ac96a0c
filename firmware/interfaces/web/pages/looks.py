"""How kinds and faces look on every page: the name of an icon, and that of a colour; and where they
are explained. Pure.
"""

from engine.cards import Game, Kind
from engine.position import Table
from firmware.common.facts.menu import DishEntry
from firmware.words.labels import icon_of, title
from firmware.words.language import ENGLISH, Language, say

IconLook = list[str]


def look(game: Game, kind: Kind, face: str = "") -> IconLook:
    """A face has an icon of its own, in its kind's colour; what has none has its group's."""
    return [icon_of(game, face or kind.slug), kind.colour or kind.group]


def linked_looks(game: Game | None, language: Language = ENGLISH) -> dict[str, IconLook]:
    """All kinds' by their titles, each with the address where the kind is explained."""
    if game is None:
        return {}
    return {
        say(title(kind), language): [*look(game, kind), f"/menu?game={game.slug}#{kind.slug}"]
        for kind in game.kinds
    }


def menu_address(table: Table, entry: DishEntry) -> str:
    """Where a dish is explained: on this table's menu, else among all of its game."""
    on_menu = entry.game == table.game and entry.kind.slug in table.menu
    return f"/menu{'' if on_menu else f'?game={entry.game.slug}'}#{entry.kind.slug}"
