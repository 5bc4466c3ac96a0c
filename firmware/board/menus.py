"""Menus of Sushi Go Party! that all tables of a round can play. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

from engine.cards import BADGES, GROUPS
from engine.games import sushi_go_party
from engine.position import empty
from firmware.board.tournament.tournament import PARTY, Menu
from firmware.mqtt.seats import BadOffer, offer_of
from firmware.system.text import plural

GAME = sushi_go_party.GAME
MENUS = {slug: title for slug, (title, _) in GAME.presets.items()}
DISHES = {
    GROUPS[group]: [(one.slug, one.title) for one in GAME.kinds if one.group == group]
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
    seats = [{"badge": badge, "name": ""} for badge in BADGES[:size]]
    offer = {"id": "x", "tournament": "", "round": 1, "table": 1, "game": PARTY, "menu": menu}
    try:
        offer_of(json.dumps({"v": 1, **offer, "seats": seats}), empty().games)
    except BadOffer as why:
        return str(why) if isinstance(menu, str) else f"Choose {HOW_MANY}"
    return ""


def title(menu: Menu) -> str:
    """A ready menu's title, or the dishes."""
    if isinstance(menu, str):
        return MENUS.get(menu, menu)
    titles = {slug: name for dishes in DISHES.values() for slug, name in dishes}
    return ", ".join(titles.get(slug, slug) for slug in menu)
