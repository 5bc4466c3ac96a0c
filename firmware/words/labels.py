"""What labels, cards, tiles and games are called."""

from __future__ import annotations

from engine.codes import Label
from engine.refusals import Titled
from firmware.words.message import Message, gettext


def title(thing: Titled) -> Message:
    """The title of a label, face, kind or game, as it is printed."""
    return Message(thing.title)


def named(label: Label, copies: int) -> Message:
    """A label as told from others: a card by its number of so many copies, a tile, a command."""
    if label.type == "card" and copies > 1:
        card, number = title(label), label.copy or 0
        return gettext("{title} - {number}/{copies}", title=card, number=number, copies=copies)
    if label.type == "kind":
        return gettext("{title} tile", title=title(label))
    return Message(label.title.upper()) if label.type == "command" else title(label)
