"""What labels, cards, tiles, games and players are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.cards import Game, Kind, OwnersTitle
from engine.codes import Label
from engine.message import Message, Value, gettext
from engine.presentation import DishWords
from engine.refusals import Titled
from firmware.common.system.text import quoted


class Seated(Protocol):
    """A seat, wherever it is told of; a dummy has no badge."""

    @property
    def badge(self) -> str | None: ...
    @property
    def name(self) -> str: ...


def title(titled: Titled) -> Message:
    """The title of a label, face, kind or game, as it is printed; one that an owner gave is never
    translated.
    """
    name = titled.title
    return quoted(name) if isinstance(name, OwnersTitle) else Message(name)


def title_first(titled: Titled) -> Message:
    """The title where a sentence begins with it. The dish Menu is told from a menu."""
    return gettext("The dish Menu") if _is_menu(titled) else title(titled)


def title_within(titled: Titled) -> Message:
    """The title within a sentence."""
    return gettext("the dish Menu") if _is_menu(titled) else title(titled)


def _is_menu(titled: Titled) -> bool:
    """Whether a kind or its tile is the dish Menu."""
    is_kind = isinstance(titled, Kind) or (isinstance(titled, Label) and titled.type == "kind")
    return is_kind and titled.title == "Menu"


def named(label: Label | str, copies: int = 0) -> Value:
    """A label as told from others: a card by its number of so many copies, a tile, a command. A
    code that this version does not know stands for itself.
    """
    if isinstance(label, str):
        return label
    if label.type == "card" and copies > 1:
        card, number = title(label), label.copy or 0
        return gettext("{title} - {number}/{copies}", title=card, number=number, copies=copies)
    if label.type == "kind":
        return gettext("{title} tile", title=title(label))
    return in_capitals(label) if label.type == "command" else title(label)


def in_capitals(command: Titled) -> Message:
    """A command as it is called within a sentence."""
    return Message(command.title.upper())


def dish(game: Game, slug: str) -> DishWords:
    """How a game tells of a kind, a face, a set or a mark."""
    return game.presentation.dishes.get(slug) or DishWords()


def own(game: Game, message: Message) -> Message:
    """A message of a game's, looked up in the game's catalogue if it brings one."""
    return message._replace(domain=game.presentation.domain or message.domain)


def icon_of(game: Game, slug: str) -> str:
    """The name of the icon of a kind or a face; there may be no icon of that name."""
    return dish(game, slug).icon or slug


def kind_title(game: Game | None, slug: str) -> Message:
    """What a kind, a face, a set or a mark is called."""
    if game and (named := dish(game, slug).title):
        return own(game, named)
    for kind in game.kinds if game else ():
        if kind.slug == slug:
            return title(kind)
    return Message(slug.replace("-", " ").capitalize())


def cards_of(game: Game, slug: str) -> Message:
    """What a kind's cards are called within a sentence, where players are compared."""
    cards = dish(game, slug).cards
    return own(game, cards) if cards else noun(kind_title(game, slug))


def noun(name: Message) -> Message:
    """The name of a card or kind within a sentence."""
    return name._replace(text=name.text.lower(), context="noun")


def menu_title(game: Game, preset: str) -> Message:
    """The menu, or the game where it has none."""
    if not game.menu:
        return title(game)
    return Message(game.presets[preset][0]) if preset else gettext("Your own menu")


def player(seat: Seated) -> Value:
    """A player as called at the table: by name, else by the badge's colour, which the engine gives
    for a name (`engine.position.seat_for`).
    """
    if seat.badge is None:
        return COMMANDS["dummy"]
    return colour(seat.badge) if seat.name == seat.badge.capitalize() else seat.name


def called(name: str) -> Value:
    """A player of whom there is but the name: one that the engine gave stands for a badge."""
    return NAMELESS.get(name, name)


def badge_and_player(seat: Seated) -> Value:
    """A badge's colour and the name of who has it, once where they are the same."""
    badge, name = colour(seat.badge or ""), player(seat)
    return (
        name
        if seat.name.lower() == seat.badge
        else gettext("{badge} {name}", badge=badge, name=name)
    )


def colour(badge: str) -> Message:
    """The name of a badge's colour."""
    return BADGES.get(badge) or Message(badge.capitalize())


def field_of(badge: str) -> Message:
    """What the field for a name is called that goes with a badge."""
    return gettext("{badge} badge", badge=noun(colour(badge)))


BADGES: Mapping[str, Message] = {
    "red": gettext("Red"),
    "orange": gettext("Orange"),
    "yellow": gettext("Yellow"),
    "green": gettext("Green"),
    "cyan": gettext("Cyan"),
    "blue": gettext("Blue"),
    "magenta": gettext("Magenta"),
    "white": gettext("White"),
}
COMMANDS: Mapping[str, Message] = {"dummy": gettext("Dummy")}
NAMELESS = {badge.capitalize(): name for badge, name in {**BADGES, **COMMANDS}.items()}


def group_title(group: str) -> Message:
    """The heading under which a menu's kinds of a group stand."""
    return GROUPS.get(group) or Message(group.capitalize())


GROUPS: Mapping[str, Message] = {
    "always": gettext("Always"),
    "roll": gettext("Rolls"),
    "appetizer": gettext("Appetizers"),
    "special": gettext("Specials"),
    "dessert": gettext("Desserts"),
    "sushi": gettext("Sushi"),
    "action": gettext("Actions"),
}
