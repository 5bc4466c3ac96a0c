"""What is on the menu: each dish with worked examples, and what to do with the box; and menus that
are proposed, with why.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.cards import Game, Kind


class ExampleCard(NamedTuple):
    """A card of an example. `counts_as` is the face that a special order copies, or "flipped" for a
    card that lies face down; "" for one that is what it is.
    """

    kind: Kind
    face: str
    on_wasabi: bool = False
    counts_as: str = ""


class ExampleTray(NamedTuple):
    """Cards, and the points (or yen) that the dish brings with them; `is_mixed`: others are there,
    too.
    """

    cards: tuple[ExampleCard, ...]
    points: int
    is_mixed: bool = False


# Trays of one table, where these are compared; else a single one.
Example = tuple[ExampleTray, ...]


class DishEntry(NamedTuple):
    """A dish among so many `players` (0: any number), and how many `cards` of it there are."""

    game: Game
    kind: Kind
    players: int
    cards: int
    examples: tuple[Example, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The printed numbers by which actions take turns."""
        return tuple(sorted(face.number for face in self.kind.faces if face.number))

    @property
    def is_kept(self) -> bool:
        return self.kind.slug in self.game.at_the_end


class BoxSetUp(NamedTuple):
    """What to do with the box before a game among so many `players` (0: nobody knows): how many
    cards to deal each, how many desserts to shuffle in before each round (none where the game has
    no such thing), and how many cards the deck has without them. Beside the menu of the last game
    some kinds are to be `taken` out of the box and some `put_back`.
    """

    game: Game
    players: int
    dealt: int
    desserts: tuple[int, ...]
    deck: int
    taken: tuple[Kind, ...] = ()
    put_back: tuple[Kind, ...] = ()
    is_first: bool = True


MenuReason = Literal[
    "first-game", "never-played", "not-lately", "gentle", "sharp", "for-so-many",
]  # fmt: skip


class MenuProposal(NamedTuple):
    """A menu, and why it. `names` play for the first time, `number` is of games since it was last
    played or of players (0: nobody knows), `dishes` are those that hurt others.
    """

    game: Game
    preset: str
    reason: MenuReason
    names: tuple[str, ...] = ()
    number: int = 0
    dishes: tuple[Kind, ...] = ()
