"""Menus of Sushi Go Party! that all tables of a round can play. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.cards import BADGES
from engine.games import sushi_go_party
from engine.position import Table, empty
from engine.seats import labels_of, lobby_of
from firmware.common.system.text import plural
from firmware.hall.tournament.rules import PARTY, Menu
from firmware.words.labels import group_title
from firmware.words.language import say
from firmware.words.refusals import sentence

GAME = sushi_go_party.GAME
MENUS = {slug: title for slug, (title, _) in GAME.presets.items()}
DISHES = {
    say(group_title(group)): [(kind.slug, kind.title) for kind in GAME.kinds if kind.group == group]
    for group in GAME.menu
}
HOW_MANY = ", ".join(
    plural(count, group) for group, count in GAME.menu.items() if group != "always"
)


def unfit(menu: Menu, sizes: Iterable[int]) -> str:
    """Why a table of one of these sizes could not begin with that menu, as a device says; or ""."""
    return next(filter(None, (_unfit(menu, size) for size in sorted({*sizes}))), "")


@cache
def _unfit(menu: Menu, size: int) -> str:
    table = empty()
    labels = labels_of(table.games, PARTY, menu, BADGES[:size])
    lobby = lobby_of(table, labels) if labels else None
    if isinstance(lobby, Table):
        return ""
    if not isinstance(menu, str):
        return f"Choose {HOW_MANY}"
    return f"their game cannot begin: {say(sentence(lobby))}" if lobby else "it is unknown"


def title(menu: Menu) -> str:
    """A ready menu's title, or the dishes."""
    if isinstance(menu, str):
        return MENUS.get(menu, menu)
    titles = {slug: name for dishes in DISHES.values() for slug, name in dishes}
    return ", ".join(titles.get(slug, slug) for slug in menu)
