"""Draw worked examples: trays of cards, each with the points that it brings."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Game
from firmware.common.facts.menu import DishEntry, Example, ExampleCard, ExampleTray
from firmware.paper.menu.blocks import Block, beside, flowed, framed, padded, paragraph, stacked
from firmware.paper.render import icons
from firmware.paper.render.marks import BLACK, WHITE, Box, Colour, DrawnMark, Line
from firmware.paper.table_sheet import colours
from firmware.paper.table_sheet.tiles import GREY
from firmware.words import rules
from firmware.words.labels import icon_of
from firmware.words.language import Language, say
from firmware.words.sheets import text_of

CARD_MM, TALL_MM = 6.6, 8.8
LINE_MM = 0.2
GAP_MM = 0.6
PLATE: Colour = "#f6f5f1"
PLATE_EDGE: Colour = "#b9b6ad"
HATCH: Colour = "#8c8c8c"
ON_WASABI = (3.4, 2.2)  # how far a nigiri lies to the left and up on its wasabi
POINTS, NOTE_POINTS = 10.0, 7.6


def drawn_examples(
    entry: DishEntry, shown: list[Example], room: float, compared: str, language: Language
) -> Block:
    """Draw examples in rows; above trays that are compared stands that they are."""
    single = [tray for trays in shown if len(trays) == 1 for tray in trays]
    blocks = [_trays(entry, single, room, language)]
    for trays in shown:
        if len(trays) > 1:
            caption = paragraph(compared, NOTE_POINTS, room, colour=GREY)
            blocks.append(stacked([caption, _trays(entry, trays, room, language)], 0.4))
    return stacked(blocks, 1.2)


def _trays(
    entry: DishEntry,
    trays: tuple[ExampleTray, ...] | list[ExampleTray],
    room: float,
    language: Language,
) -> Block:
    return flowed([drawn_tray(entry, tray, language) for tray in trays], room, 1.3)


def drawn_tray(entry: DishEntry, tray: ExampleTray, language: Language) -> Block:
    """Draw a tray's cards on a plate, an arrow, and what they bring."""
    if tray.cards:
        cards = _row(entry.game, tray.cards)
    else:
        cards = paragraph(say(rules.NO_CARD, language), NOTE_POINTS, 40.0, colour=GREY)
        cards = cards._replace(
            height=TALL_MM, marks=tuple(cards.at(0, (TALL_MM - cards.height) / 2))
        )
    points = text_of(rules.points(entry, tray), language)
    arrow = Block(3.6, 3.6, tuple(icons.place(icons.find("arrow"), 0.0, 0.0, 3.6)))
    row = beside([cards, arrow, paragraph(points, POINTS, 60.0, bold=True)], 0.9)
    plate = Box(0.0, 0.0, 0.0, 0.0, PLATE, PLATE_EDGE, 0.15, radius=1.2)
    return framed(padded(row, 0.9, 0.8), plate)


def _row(game: Game, cards: tuple[ExampleCard, ...]) -> Block:
    """Lay cards in a row; a nigiri lies on the wasabi before it."""
    marks, x = list[DrawnMark](), 0.0
    rise = ON_WASABI[1] if any(card.on_wasabi for card in cards) else 0.0
    for card in cards:
        left = x - (ON_WASABI[0] if card.on_wasabi else 0.0) * bool(x)
        block = _card(game, card)
        marks += block.at(left, 0.0 if card.on_wasabi else rise)
        x = left + block.width + GAP_MM
    return Block(x - GAP_MM, TALL_MM + rise, tuple(marks))


def _card(game: Game, card: ExampleCard) -> Block:
    """Draw a card; one that counts as another, with that one."""
    if card.counts_as == "flipped":
        return Block(CARD_MM, TALL_MM, tuple(_back()))
    own = Block(CARD_MM, TALL_MM, tuple(_front(game, card.face)))
    if not card.counts_as:
        return own
    copied = Block(CARD_MM, TALL_MM, tuple(_front(game, card.counts_as)))
    return beside([own, paragraph("=", 9.0, 10.0, bold=True), copied], 0.5)


def _front(game: Game, slug: str) -> Iterator[DrawnMark]:
    face = game.face(slug)
    kind = game.kind(face.kind)
    yield _edge(colours.tint(kind.colour, kind.group))
    icon = icons.find(icon_of(game, slug), icon_of(game, kind.slug), icons.PLATE)
    size = CARD_MM - 0.8
    yield from icons.place(icon, 0.4, (TALL_MM - size) / 2, size)


def _back() -> Iterator[DrawnMark]:
    """Draw a card that lies face down: its edge and slanting lines."""
    yield _edge(WHITE)
    inset, step = 0.8, 1.3
    right, foot = CARD_MM - inset, TALL_MM - inset
    offset = step
    while offset < right + foot - 2 * inset:
        begin = (min(inset + offset, right), max(inset, inset + offset - (right - inset)))
        end = (max(inset, inset + offset - (foot - inset)), min(inset + offset, foot))
        yield Line(begin, end, HATCH, 0.3)
        offset += step


def _edge(fill: Colour) -> Box:
    half = LINE_MM / 2
    return Box(half, half, CARD_MM - LINE_MM, TALL_MM - LINE_MM, fill, BLACK, LINE_MM, radius=0.9)
