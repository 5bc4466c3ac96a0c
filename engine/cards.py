"""What is printed: faces, kinds, cards, seats, games. Nothing is worked out here.

A kind is what a menu tile names, a face one printed front, a card one physical card.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from engine.causes import Compare
from engine.presentation import Presentation

# What a card does while a round is played; "" for most, which just lie there.
Act = Literal[
    "", "nigiri", "wasabi", "uramaki", "miso", "chopsticks", "spoon", "menu", "takeout-box",
    "special-order",
]  # fmt: skip

# A new one goes at the end, as codes count on the order. Each place that shows colours has its own
# shade of it; tests/docs/test_badge_places.py lists them, and names those that lack a badge.
BADGES = ("red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white")


class Face(NamedTuple):
    """One printed front.

    `adds` is what it brings to its tray when it counts, column by column: `maki-2` adds 2 to
    "maki". `number` is the small action number in the corner, 0 where there is none.
    """

    slug: str
    kind: str
    title: str
    copies: int
    adds: tuple[tuple[str, int], ...]
    number: int


class OwnersTitle(str):
    """A title that an owner has given a face: it is the same in every language."""

    __slots__ = ()


class Deck(NamedTuple):
    """What an owner has corrected of a game's faces, by slug: what they are called, and how many of
    each there are.
    """

    names: Mapping[str, str] = {}
    copies: Mapping[str, int] = {}


class Kind(NamedTuple):
    """One menu tile. `number` is where its codes begin (a kind takes one number a face)."""

    slug: str
    title: str
    number: int
    group: str
    colour: str
    faces: tuple[Face, ...]
    act: Act = ""


class Card(NamedTuple):
    """One physical card. Copy 0 is an unnumbered one, laid by scanning the printed face."""

    face: Face
    copy: int

    @property
    def slug(self) -> str:
        return f"{self.face.slug}/{self.copy}"


class Seat(NamedTuple):
    """A player's place and name; badge None is the dummy's."""

    badge: str | None
    name: str


DUMMY = Seat(None, "Dummy")


Column = bytes  # one number a seat
By = dict[str, int]  # points by kind


class Scorer(NamedTuple):
    """`points(*columns)` takes one column a quantity and gives each seat's points.

    `columns` names the quantities; empty means those that the kind's own faces add. With
    `colours` a list comes behind them: for every seat how many cards of each colour it has.
    `compare` says why a seat is paid, where that depends on others; `numbers` are what the points
    are worked out with, by name, for the sentence that tells the rule.
    """

    points: Callable[..., Sequence[int]]
    columns: tuple[str, ...] = ()
    colours: bool = False
    compare: Compare | None = None
    numbers: Mapping[str, int | Sequence[int]] = {}


HandScorer = Callable[[Sequence[Sequence[str]]], list[By]]


class Game(NamedTuple):
    """Everything the table needs to know of a game; one file in `engine.games` declares one.

    `hand(seats)` is how many cards each seat is dealt (0: not counted), `shuffled_in(round, seats)`
    how many desserts go into the deck, `limit(tray)` the largest hand that is not asked about.
    `score_hands` gives each seat's points for whole hands, where they are no sum of columns.
    `unit` is what is counted where it is not points: larger amounts, such as yen.
    `card_table` and `deck` are what owners can correct, kept beside a game's scans.
    `menu` says how many kinds of each group a menu has; empty: every kind is in every game.
    `presentation` is what it says and looks like, which nothing in the engine reads.
    """

    slug: str
    title: str
    number: int
    kinds: tuple[Kind, ...]
    seats: tuple[int, int]
    rounds: int
    each_round: Mapping[str, Scorer]
    at_the_end: Mapping[str, Scorer]
    hand: Callable[[int], int]
    shuffled_in: Callable[[int, int], int] = lambda round_no, seats: 0
    menu: Mapping[str, int] = {}
    presets: Mapping[str, tuple[str, tuple[str, ...]]] = {}
    barred: Mapping[str, tuple[int, ...]] = {}
    variants: tuple[str, ...] = ()
    live: bool = True
    reshuffled: bool = True
    score_hands: HandScorer | None = None
    limit: Callable[[Sequence[str]], int] | None = None
    unit: str = ""
    card_table: object = None
    deck: Deck = Deck()
    presentation: Presentation = Presentation()

    def scorer(self, slug: str) -> Scorer | None:
        """What scores a kind, or None where nothing does."""
        return self.each_round.get(slug) or self.at_the_end.get(slug)

    def kind(self, slug: str) -> Kind:
        return next(kind for kind in self.kinds if kind.slug == slug)

    def face(self, slug: str) -> Face:
        return next(face for kind in self.kinds for face in kind.faces if face.slug == slug)


def face(slug: str, title: str, copies: int, number: int = 0, **adds: int) -> Face:
    """A face for the tables below; its kind is filled in by `kind`."""
    return Face(slug, "", title, copies, tuple(adds.items()), number)


def kind(
    slug: str,
    title: str,
    number: int,
    group: str,
    colour: str,
    *faces: Face,
    copies: int = 0,
    act: Act = "",
) -> Kind:
    """A kind with its faces; with `copies` it has one face of its own name."""
    faces = faces or (face(slug, title, copies),)
    own = tuple(face._replace(kind=slug, adds=face.adds or ((slug, 1),)) for face in faces)
    return Kind(slug, title, number, group, colour, own, act)
