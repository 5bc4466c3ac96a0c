"""Which menu is to be printed: a ready one by its name, or dishes of one's own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.cards import Game, Kind
from engine.codes import Codebook, slug_in
from engine.lobby import in_order
from engine.message import Message, gettext, joined
from firmware.paper.errors import RequestError, unknown
from firmware.words.labels import menu_title, title
from firmware.words.refusals import dishes

WHICH_MENU = gettext("which menu? Use one of {menus}, or dishes of your own, such as {dishes}")
ODD_MENU = gettext("a menu of {game} has {dishes}; yours has {own}")


Kinds = Mapping[str, tuple[Game, Kind]]


class MenuChoice(NamedTuple):
    """A menu of a game: the slugs of its dishes in the game's order; `preset` is "" for one's own
    and where a game has no menus.
    """

    game: Game
    menu: tuple[str, ...]
    preset: str = ""

    @classmethod
    def of(cls, game: Game, slugs: Sequence[str]) -> MenuChoice:
        """The menu that has these dishes, and those that are always in."""
        always = {kind.slug for kind in game.kinds if kind.group == "always"}
        menu = in_order(game, {*always, *slugs})
        presets = {in_order(game, {*always, *own}): name for name, (_, own) in game.presets.items()}
        return cls(game, menu, presets.get(menu, ""))

    @property
    def name(self) -> str:
        """What it is asked for by: its slug, or all its dishes."""
        if not self.game.menu:
            return self.game.slug
        slugs = (self.preset,) if self.preset else self.menu
        return ",".join(slug_in(self.game, slug) for slug in slugs)

    @property
    def title(self) -> Message:
        return menu_title(self.game, self.preset)


def ready_menus(book: Codebook) -> dict[str, MenuChoice]:
    """All menus that have a name: those of games that have some, the others' only one by their
    game's.
    """
    menus = {}
    for game in book.games.values():
        for preset, (_, own) in game.presets.items():
            menus[slug_in(game, preset)] = MenuChoice.of(game, own)
        if not game.menu:
            menus[game.slug] = MenuChoice(game, tuple(kind.slug for kind in game.kinds))
    return menus


def parse_menu(text: str | None, book: Codebook) -> MenuChoice:
    """Return the menu that a text names: `cutthroat-combo`, or `temaki,eel,tofu,…`. Capitals and
    blanks are let pass.
    """
    names = [_slug(name) for name in (text or "").split(",") if _slug(name)]
    menus, kinds = ready_menus(book), _kinds(book)
    if not names or (len(names) == 1 and names[0] in book.games.keys() - menus.keys()):
        raise _which(menus)
    if len(names) == 1 and names[0] not in kinds:
        if names[0] not in menus:
            raise unknown(gettext("menu"), names[0], menus)
        return menus[names[0]]
    return _of_dishes(names, kinds)


def _of_dishes(names: Sequence[str], kinds: Kinds) -> MenuChoice:
    """The menu of these dishes, all of the game that the first is of."""
    game = kinds[names[0]][0] if names[0] in kinds else None
    there = {slug: kind.slug for slug, (own, kind) in kinds.items() if game in (own, None)}
    for name in names:
        if name not in there:
            raise unknown(gettext("dish"), name, there)
    return _checked(MenuChoice.of(kinds[names[0]][0], [there[name] for name in names]))


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9/]+", "-", name.lower()).strip("-")


def _kinds(book: Codebook) -> Kinds:
    """All dishes that can be chosen, by the slugs of their tiles."""
    games = [game for game in book.games.values() if game.menu]
    return {slug_in(game, kind.slug): (game, kind) for game in games for kind in game.kinds}


def _which(menus: Mapping[str, MenuChoice]) -> RequestError:
    """Which menus there are; and how dishes are named, by those of the first."""
    first = next(choice for choice in menus.values() if choice.preset)
    dishes = first._replace(preset="").name
    return RequestError(WHICH_MENU._replace(values={"menus": ", ".join(menus), "dishes": dishes}))


def _checked(choice: MenuChoice) -> MenuChoice:
    """The menu, if it has as many dishes of each group as its game asks for."""
    game = choice.game
    have = Counter(game.kind(slug).group for slug in choice.menu)
    wanted = {group: count for group, count in game.menu.items() if group != "always"}
    if any(have[group] != count for group, count in wanted.items()):
        values = {
            "game": title(game),
            "dishes": joined([dishes(group, count) for group, count in wanted.items()]),
            "own": joined([dishes(group, have[group]) for group in wanted]),
        }
        raise RequestError(ODD_MENU._replace(values=values))
    return choice
