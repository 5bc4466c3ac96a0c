"""Draw a menu on one page: each dish with its rule, examples and what to watch out for; below
them what to do with the box.

Rule 1: one page, whatever is on the menu and in any language. The type is as large as it can be
for that, and no word is ever cut. A second language has a page of its own; so that players can
find a dish on both, each page has the names of the other, too.
Rule 2: it says the same to who sees no colours, and on a printer that has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from engine.message import Message, gettext
from firmware.common.facts.menu import DishEntry, Example
from firmware.core.view.menu import entries, hand_sets, numbers_of_players, set_up
from firmware.paper.cards.stocks import A4, A5, LETTER
from firmware.paper.menu.blocks import (
    EMPTY,
    Block,
    beside,
    flowed,
    framed,
    padded,
    paragraph,
    stacked,
)
from firmware.paper.menu.choice import MenuChoice
from firmware.paper.menu.examples import NOTE_POINTS, drawn_examples, drawn_tray
from firmware.paper.render import fonts, icons
from firmware.paper.render.marks import (
    BLACK,
    WHITE,
    Box,
    Colour,
    DrawnMark,
    Line,
    PaperPage,
    Rect,
    Text,
    placed,
)
from firmware.paper.table_sheet import colours
from firmware.paper.table_sheet.tiles import FRAME, GREY, UNOFFICIAL
from firmware.words import page as page_words
from firmware.words import rules
from firmware.words.labels import icon_of, kind_title, title
from firmware.words.language import Language, say

PAPERS = {"a4": A4, "a5": A5, "letter": LETTER}
MARGIN_MM = 8.0
GAP_MM = 2.6
BAND_MM, ICON_MM = 11.8, 10.4
PAD_MM = 2.0
TITLE_POINTS, NAME_POINTS, RULE_POINTS, WORDS_POINTS = 22.0, 12.5, 10.0, 8.6
BOX_TINT: Colour = "#f6f5f1"
COLUMNS = (2, 1, 3, 4)  # as they are tried; another number must make the type so much larger
GAIN = 1.08
LARGEST, SMALLEST, STEPS = 1.7, 0.25, 9  # of the type, and how often the middle is tried


class Column(NamedTuple):
    """Dishes below each other."""

    blocks: tuple[Block, ...]

    @property
    def height(self) -> float:
        return sum(block.height + GAP_MM for block in self.blocks) - GAP_MM


class PageParts(NamedTuple):
    """A page's parts, laid out for a room of that size in mm, which is not the paper's yet."""

    head: Block
    columns: tuple[Column, ...]
    below: tuple[Block, ...]
    column_mm: float

    @property
    def height(self) -> float:
        highest = max(column.height for column in self.columns)
        return self.head.height + sum(block.height + GAP_MM for block in self.below) + highest

    def fits(self, room: Rect) -> bool:
        widths = [block.width for column in self.columns for block in column.blocks]
        whole = max(block.width for block in (self.head, *self.below, EMPTY))
        most = self.column_mm + 0.01
        return max(widths) <= most and whole <= room.width + 0.01 and self.height <= room.height


class Fitted(NamedTuple):
    """A page at a scale: the room that it has there, and how its parts lie in that."""

    scale: float
    room: Rect
    arranged: PageParts


class MenuPage(NamedTuple):
    """What is to stand on the page."""

    choice: MenuChoice
    language: Language
    shown: tuple[DishEntry, ...]
    sets: tuple[tuple[str, Example], ...]
    players: tuple[int, ...]
    second: Language | None = None

    @classmethod
    def of(cls, choice: MenuChoice, language: Language, second: Language | None = None) -> MenuPage:
        game, menu = choice.game, choice.menu
        shown = entries(game, menu)
        players = numbers_of_players(game, menu) or tuple(range(game.seats[0], game.seats[1] + 1))
        sets = tuple(hand_sets(game, shown))
        return cls(choice, language, tuple(shown), sets, players, second)

    def say(self, message: Message) -> str:
        return say(message, self.language)

    def second_name(self, message: Message) -> list[str]:
        """A name in the second language, if there is one and it is another."""
        name = say(message, self.second) if self.second else ""
        return [name] if name not in ("", self.say(message)) else []

    # --- its parts

    def head(self, room: float) -> Block:
        """The menu's name; its game, for how many players, whose."""
        game = self.choice.game
        seats = rules.for_players(self.players[0], self.players[-1], game.rounds)
        of_game = [title(game)] if game.menu else []
        also = self.second_name(self.choice.title)
        about = " · ".join([*also, *(self.say(message) for message in (*of_game, seats))])
        mark = Block(*_mark_size(), (Text(0.0, 4.4, "Okanjo", 11.0, True),))
        left = room - mark.width - 4.0
        name = paragraph(self.say(self.choice.title), TITLE_POINTS, left, bold=True)
        words = paragraph(about, 11.0, left, colour=GREY)
        lines = stacked([name, words], 0.2)
        marks = (*lines.marks, *mark.at(room - mark.width, 2.4))
        return Block(max(room, lines.width + 4.0 + mark.width), lines.height + 3.0, marks)

    def dish(self, entry: DishEntry, room: float) -> Block:
        """Its name on a band of its colour, then all that is told of it."""
        inside = room - 2 * PAD_MM
        own = [example for example in entry.examples if example not in self._set_examples()]
        rule, *more = (self.say(message) for message in rules.entry_rules(entry, self.players))
        blocks = [
            paragraph(rule, RULE_POINTS, inside, bold=True),
            *(paragraph(sentence, WORDS_POINTS, inside) for sentence in more),
            drawn_examples(entry, own, inside, self.say(COMPARED), self.language),
            stacked([_point(self.say(care), inside) for care in rules.care(entry)], 0.4),
        ]
        below = padded(stacked([block for block in blocks if block.height], 1.3), PAD_MM, 1.6)
        return stacked([self._band(entry, room), below])

    def _band(self, entry: DishEntry, room: float) -> Block:
        game, kind = entry.game, entry.kind
        icon = icons.find(icon_of(game, kind.slug), *_first_face(entry), icons.PLATE)
        drawn = Block(ICON_MM, ICON_MM, tuple(icons.place(icon, 0.0, 0.0, ICON_MM)))
        left = room - ICON_MM - 4.4
        group = self.say(page_words.group_name(kind.group))
        cards = self.say(rules.cards_in_all(entry))
        name = paragraph(self.say(title(kind)), NAME_POINTS, left, bold=True)
        also = [paragraph(own, RULE_POINTS, left) for own in self.second_name(title(kind))]
        about = paragraph(f"{group} · {cards}", WORDS_POINTS, left)
        row = beside([drawn, stacked([name, *also, about])], 1.6)
        high = max(BAND_MM, row.height + 1.2)
        marks = tuple(row.at(1.4, (high - row.height) / 2))
        tint = colours.tint(kind.colour, kind.group)
        band = Block(max(room, row.width + 2.8), high, marks)
        return framed(band, Box(0, 0, 0, 0, tint, radius=2.0))

    def _set_examples(self) -> list[Example]:
        return [example for _, example in self.sets]

    def set_strip(self, room: float) -> Block:
        """The sets that dishes make together, by name."""
        if not self.sets:
            return EMPTY
        game = self.choice.game
        blocks = [
            stacked(
                [
                    paragraph(self.say(kind_title(game, slug)), RULE_POINTS, room, bold=True),
                    *(
                        paragraph(name, WORDS_POINTS, room)
                        for name in self.second_name(kind_title(game, slug))
                    ),
                    drawn_tray(self.shown[0], tray, self.language),
                ],
                0.8,
            )
            for slug, (tray, *_) in self.sets
        ]
        wide = max(block.width for block in blocks)
        alike = [block._replace(width=wide) for block in blocks]
        return _frame(flowed(alike, room - 2 * PAD_MM, 2.4), room, WHITE)

    def box(self, room: float) -> Block:
        """What to do with the box, for any number of players."""
        game, menu = self.choice.game, self.choice.menu
        boxes = [set_up(game, menu, players) for players in self.players]
        sentences = [
            *([TAKE_THESE] if game.menu else []),
            rules.shuffled(boxes[0]),
            *rules.after_rounds(game),
        ]
        rows = [(self.say(PLAYERS), [f"{players}" for players in self.players])]
        if any(box.dealt for box in boxes):
            rows.append((self.say(CARDS_EACH), [f"{box.dealt}" for box in boxes]))
        for number in range(max(len(box.desserts) for box in boxes)):
            row = DESSERTS._replace(values={"round": number + 1})
            counts = [box.desserts[number] if box.desserts else 0 for box in boxes]
            rows.append((self.say(row), [f"{count}" for count in counts]))
        grid = _grid(rows) if len(rows) > 1 else EMPTY
        inside = room - 2 * PAD_MM
        left = inside - grid.width - 4.0 if grid.width else inside
        heading = paragraph(self.say(BEFORE_GAME), 11.0, left, bold=True)
        words = [_point(self.say(sentence), left) for sentence in sentences]
        column = stacked([heading, *words], 0.7)
        filled = column._replace(width=max(left, column.width))
        return _frame(beside([filled, grid], 4.0) if grid.width else filled, room, BOX_TINT)

    def play(self, room: float) -> Block:
        """How the game goes, for who does not know it."""
        sentences = [self.say(sentence) for sentence in rules.play(self.choice.game)]
        if not sentences:
            return EMPTY
        inside = room - 2 * PAD_MM
        heading = paragraph(self.say(HOW_TO_PLAY), 11.0, inside, bold=True)
        words = [_point(sentence, inside) for sentence in sentences]
        return _frame(stacked([heading, *words], 0.3), room, WHITE)

    # --- all of them

    def arranged(self, room: Rect, columns: int) -> PageParts:
        """Lay out its parts in a room of that size."""
        wide = (room.width - (columns - 1) * GAP_MM) / columns
        dishes = [self.dish(entry, wide) for entry in self.shown]
        foot = paragraph(self.say(UNOFFICIAL), NOTE_POINTS, room.width, colour=GREY)
        below = (
            self.set_strip(room.width),
            self.box(room.width),
            self.play(room.width),
            foot,
        )
        parted = _parted(dishes, columns)
        return PageParts(
            self.head(room.width), parted, tuple(block for block in below if block.height), wide
        )

    def largest(self, place: Rect) -> Fitted:
        """The page with its type as large as can be."""
        best = Fitted(SMALLEST, place, self.arranged(_room(place, SMALLEST), 1))
        for columns in COLUMNS:
            least = min(LARGEST, best.scale * GAIN)
            if columns <= len(self.shown) and (fitted := self.fitted(place, columns, least)):
                best = self.larger(place, columns, fitted)
        return best

    def larger(self, place: Rect, columns: int, fitted: Fitted) -> Fitted:
        """The largest type in so many columns, beginning with one that fits."""
        low, high = fitted.scale, LARGEST
        for _ in range(STEPS):
            scale = (low + high) / 2
            if tried := self.fitted(place, columns, scale):
                low, fitted = scale, tried
            else:
                high = scale
        return fitted

    def fitted(self, place: Rect, columns: int, scale: float) -> Fitted | None:
        """The page at a scale, or None if it is too large."""
        room = _room(place, scale)
        arranged = self.arranged(room, columns)
        return Fitted(scale, room, arranged) if arranged.fits(room) else None


def draw_menu(
    choice: MenuChoice, paper: str, language: Language, second: Language | None = None
) -> PaperPage:
    """Draw a menu on "a4", "a5" or "letter", its names in a second language, too, if any."""
    width, height = PAPERS[paper]
    place = Rect(MARGIN_MM, MARGIN_MM, width - 2 * MARGIN_MM, height - 2 * MARGIN_MM)
    scale, room, arranged = MenuPage.of(choice, language, second).largest(place)
    marks = (placed(mark, place.x, place.y, scale) for mark in _marks(arranged, room))
    return PaperPage(width, height, tuple(marks))


def _room(place: Rect, scale: float) -> Rect:
    return Rect(0.0, 0.0, place.width / scale, place.height / scale)


def _marks(arranged: PageParts, room: Rect) -> Iterator[DrawnMark]:
    """All parts at their places; what is left of the height is shared among the dishes."""
    yield from arranged.head.marks
    top = arranged.head.height
    foot = room.height - sum(block.height + GAP_MM for block in arranged.below)
    for number, column in enumerate(arranged.columns):
        x, y = number * (arranged.column_mm + GAP_MM), top
        more = (foot - top - column.height) / len(column.blocks)
        for block in column.blocks:
            high = block.height + more
            yield from block.at(x, y)
            yield Box(x, y, arranged.column_mm, high, line=FRAME, line_mm=0.25, radius=2.0)
            y += high + GAP_MM
    for block in arranged.below:
        yield from block.at(0.0, foot + GAP_MM)
        foot += block.height + GAP_MM


def _parted(blocks: Sequence[Block], columns: int) -> tuple[Column, ...]:
    """Part blocks into columns, in their order, so that the highest is as low as can be."""
    ways = (
        tuple(Column(tuple(blocks[begin:end])) for begin, end in pairwise((0, *cuts, len(blocks))))
        for cuts in combinations(range(1, len(blocks)), columns - 1)
    )
    return min(ways, key=lambda way: max(column.height for column in way))


def _mark_size() -> tuple[float, float]:
    return fonts.width("Okanjo", 11.0, True), 5.0


def _first_face(entry: DishEntry) -> tuple[str, ...]:
    return (icon_of(entry.game, entry.kind.faces[0].slug),)


def _point(text: str, room: float) -> Block:
    """Set a sentence after a dot."""
    dot = 0.9
    words = paragraph(text, WORDS_POINTS, room - 2.4)
    mark = Box(0.4, 1.35, dot, dot, BLACK, radius=dot / 2)
    return Block(words.width + 2.4, words.height, (mark, *words.at(2.4, 0.0)))


def _frame(block: Block, room: float, fill: Colour) -> Block:
    """Draw a block in a frame as wide as the page."""
    inside = padded(block, PAD_MM, 1.8)
    whole = inside._replace(width=max(room, inside.width))
    return framed(whole, Box(0, 0, 0, 0, fill, FRAME, 0.25, radius=2.0))


def _grid(rows: Sequence[tuple[str, Sequence[str]]]) -> Block:
    """A table: a heading for each row, then its numbers, the first row bold."""
    high, cell = 4.8, 6.6
    names = [
        paragraph(name, WORDS_POINTS, 200.0, bold=not number)
        for number, (name, _) in enumerate(rows)
    ]
    left = max(name.width for name in names) + 2.0
    width = left + cell * len(rows[0][1])
    marks = list[DrawnMark]()
    for number, (name, (_, figures)) in enumerate(zip(names, rows, strict=True)):
        y = number * high
        if number:
            marks.append(Line((0.0, y), (width, y), FRAME, 0.15))
        marks += name.at(0.0, y + (high - name.height) / 2)
        for column, figure in enumerate(figures):
            x = left + (column + 0.5) * cell
            marks.append(Text(x, y + 3.5, figure, 9.0, not number, "middle"))
    return Block(width, high * len(rows), tuple(marks))


COMPARED = gettext("Compared with each other")
BEFORE_GAME, HOW_TO_PLAY = gettext("Before the game"), gettext("How to play")
TAKE_THESE = gettext("Take these dishes out of the box.")
PLAYERS, CARDS_EACH = gettext("Players"), gettext("Cards for each")
DESSERTS = gettext("Desserts in round {round}")
