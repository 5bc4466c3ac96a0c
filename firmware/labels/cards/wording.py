"""A card's label in, the words for its sticker out: name, copy, action number, digits.

Rule 1: names are whole. On the display they have 21 characters; paper has room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.cards import Game
from engine.codes import Codebook, Label

IN_FULL = {"fruit-watermelon-pineapple": "Watermelon, pineapple"}


class Wording(NamedTuple):
    """What one label says. `number` is the card's action number, 0 where it has none; `copy` is
    "2/5", or empty where there is but one such card.
    """

    digits: str
    name: str
    number: int
    copy: str


def title(label: Label) -> str:
    """A card's name, uncut."""
    return IN_FULL.get(label.face or "", label.title)


def worded(label: Label, game: Game) -> Wording:
    face = game.face(str(label.face))
    name = title(label)
    if face.number:  # it stands in the disc
        name = name.removesuffix(f" {face.number}")
    copy = f"{label.copy}/{face.copies}" if face.copies > 1 else ""
    return Wording(label.code, name, face.number, copy)


def cards(book: Codebook, game: Game) -> tuple[Label, ...]:
    """Every physical card of a game, in the deck's order."""
    return tuple(one for one in book.labels if one.type == "card" and one.game == game.slug)


def faces(labels: Iterable[Label], game: Game) -> Iterator[Wording]:
    """Of each face, one label's words: whether they fit is the same for all of them."""
    last = {label.face: label for label in labels}
    return (worded(label, game) for label in last.values())
