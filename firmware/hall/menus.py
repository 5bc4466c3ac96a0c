"""Menus of Sushi Go Party! that all tables of a round can play. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.cards import BADGES
from engine.games import sushi_go_party
from engine.message import Message, gettext
from engine.position import Table, empty
from engine.seats import labels_of, lobby_of
from firmware.hall.lists import listed
from firmware.hall.tournament.rules import PARTY, Menu
from firmware.words.labels import group_title, title
from firmware.words.refusals import dishes, sentence

GAME = sushi_go_party.GAME
ALWAYS = "always"  # the group that is on every menu
MENUS = {slug: Message(name) for slug, (name, _) in GAME.presets.items()}
DISHES = {
    group: [(kind.slug, title(kind)) for kind in GAME.kinds if kind.group == group]
    for group in GAME.menu
}
TITLES = {slug: name for group in DISHES.values() for slug, name in group}
GROUPS = {group: group_title(group) for group in DISHES}
HOW_MANY = listed(dishes(group, count) for group, count in GAME.menu.items() if group != ALWAYS)


def unfit(menu: Menu, sizes: Iterable[int]) -> Message | None:
    """Why a table of one of these sizes could not begin with that menu, as a device says."""
    return next(filter(None, (_unfit(menu, size) for size in sorted({*sizes}))), None)


@cache
def _unfit(menu: Menu, size: int) -> Message | None:
    table = empty()
    labels = labels_of(table.games, PARTY, menu, BADGES[:size])
    lobby = lobby_of(table, labels) if labels else None
    if isinstance(lobby, Table):
        return None
    if not isinstance(menu, str):
        return gettext("Choose {dishes}", dishes=HOW_MANY)
    if lobby:
        return gettext("their game cannot begin: {why}", why=sentence(lobby))
    return gettext("it is unknown")


def menu_title(menu: Menu) -> Message:
    """A ready menu's title, or the dishes."""
    if isinstance(menu, str):
        return MENUS.get(menu, Message(menu))
    return listed(TITLES.get(slug, slug) for slug in menu)
