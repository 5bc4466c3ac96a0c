"""Draw pages of tiles: a code, an icon and a few words in a frame, to be cut out or left on.

Rule 1: quiet zones are white, whatever else a tile has.
Rule 2: a neighbour's code lies higher or lower. A scanner's line is often wider than a tile, and
would else read what it meets first.
Rule 3: nothing within 6 mm of the edge: many printers cannot reach it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.codes import Codebook, Label
from engine.message import Message, gettext
from firmware.paper.cards.layout import Symbology
from firmware.paper.cards.sheets import RULER_MM, ruler
from firmware.paper.cards.stocks import A4, LETTER
from firmware.paper.render import barcodes, fonts, icons, marks
from firmware.paper.render.icons import Icon
from firmware.paper.render.marks import (
    BLACK,
    POINTS_PER_MM,
    WHITE,
    Colour,
    Line,
    Mark,
    PaperPage,
    Rect,
    Text,
)
from firmware.paper.table_sheet.colours import PLAIN, on
from firmware.words.labels import title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.line import folded, is_wide

PAPERS = {"a4": A4, "letter": LETTER}
MARGIN, GUTTER = 9.0, 2.6
HEAD_MM, FOOT_MM, TITLE_MM = 13.0, 7.0, 5.6
TALLEST_MM = 40.0
CUT_MM = 2.0
FRAME: Colour = "#8c8c8c"
GREY: Colour = "#5a5a5a"
PAD, GAP = 0.6, 1.8  # around a code, and between icon and words
BARS_MM, TALL_BARS_MM = 9.0, 14.0
DIGITS_MM, DIGITS_POINTS = 3.4, 5.5
MODULE_MM, SQUARE_MM = 0.4, 0.8  # the largest that is of use
DOT_MM, DOT_SIDE_MM = 10.0, 0.9  # the ring for a tactile dot, which has 8 to 10; from the frame
BADGE_POINTS, TITLE_POINTS, TWO_LINES_POINTS = 13.0, 10.0, 8.4
WORDS_POINTS, LEAST_POINTS = 6.4, 4.6
SECOND_TITLE = 0.7  # of the first title's size
# How two languages are tried on a tile: how small all is set, and how many have their words there.
IN_TWO_LANGUAGES = (
    (1.0, 2), (0.9, 2), (0.82, 2), (1.0, 1), (0.9, 1), (0.8, 1), (0.72, 1), (0.8, 0), (0.66, 0),
)  # fmt: skip


class SecondWords(NamedTuple):
    """What a tile or a section says in a second language, where that is something else."""

    title: str = ""
    words: str = ""


class PaperTile(NamedTuple):
    """One label and what it says. `full` is a badge's colour, behind the words; a badge has
    `letters` for an icon. `dot`: there is a place for a tactile dot, to the left of its code.
    """

    label: Label
    title: str
    words: str = ""
    note: str = ""
    icon: Icon = ()
    tint: Colour = PLAIN
    full: Colour | None = None
    number: int = 0
    letters: str = ""
    dot: bool = False
    second: SecondWords = SecondWords()


class Printing(NamedTuple):
    """Which codes there are on a tile, for what printer, in which language its words are, and in
    which second one, if any.
    """

    code: Symbology
    dpi: int
    language: Language = ENGLISH
    second: Language | None = None


def command(
    book: Codebook, slug: str, words: Message | None = None, language: Language = ENGLISH
) -> PaperTile:
    label = book.label("command", slug)
    name, about = say(title(label), language), say(words, language) if words else ""
    return PaperTile(label, name.upper(), about, icon=icons.find(slug, icons.CARD))


def tile(tile: PaperTile, place: Rect, printing: Printing, code_on_top: bool) -> Iterator[Mark]:
    """Draw the frame, the code in its upper or lower part, the words in the other."""
    x, y, width, height = place
    high = min(TALL_BARS_MM, max(BARS_MM, height * 0.36)) + DIGITS_MM + 1.2
    code_y, words_y = (y, y + high) if code_on_top else (y + height - high, y)
    words = Rect(x, words_y, width, height - high)
    yield marks.Box(x, y, width, height, WHITE, FRAME, 0.2, radius=1.6)
    if tile.full is not None:
        yield marks.Box(
            x + 1, words_y + 1, width - 2, height - high - 2, tile.full, BLACK, 0.2, radius=1.2
        )
    yield from _words(tile, words)
    taken = 0.0
    if tile.dot:
        bars_mm = high - DIGITS_MM - 1.2
        middle = code_y + 1.2 + bars_mm / 2
        yield marks.disc(x + DOT_SIDE_MM + DOT_MM / 2, middle, DOT_MM / 2, WHITE, FRAME, 0.15)
        taken = DOT_SIDE_MM + DOT_MM
    yield from code(tile.label.code, Rect(x + taken, code_y, width - taken, high), printing)


def code(digits: str, place: Rect, printing: Printing) -> Iterator[Mark]:
    """Draw bars, a square or both in the middle of a place, the digits below them."""
    dpi = printing.dpi
    high = place.height - DIGITS_MM - 1.2
    above = place.height - DIGITS_MM + 0.5  # the square stays over the digits, quiet zone and all
    square = module = 0
    if printing.code != "code128":
        square = _module(SQUARE_MM, above / barcodes.DATAMATRIX_WITH_QUIET, dpi)
    square_mm = barcodes.to_mm(square * barcodes.DATAMATRIX_WITH_QUIET, dpi)
    room = place.width - 2 * PAD - square_mm
    if printing.code != "datamatrix":
        module = _module(MODULE_MM, room / barcodes.CODE_128_WITH_QUIET, dpi)
    bars_mm = barcodes.to_mm(module * barcodes.CODE_128_WITH_QUIET, dpi)
    left = place.x + (place.width - bars_mm - square_mm) / 2
    top = place.y + 1.2
    middle = left + (bars_mm if module else square_mm) / 2
    if module:
        across = round(barcodes.to_dots(left, dpi)) + barcodes.CODE_128_QUIET * module
        tall = int(barcodes.to_dots(high, dpi))
        yield barcodes.code128_bars(
            digits, across, round(barcodes.to_dots(top, dpi)), module, tall, dpi
        )
    if square:
        drawn = barcodes.to_mm(square * barcodes.DATAMATRIX_MODULES, dpi)
        across = round(barcodes.to_dots(left + bars_mm, dpi)) + barcodes.DATAMATRIX_QUIET * square
        down = place.y + 0.3 + (above - drawn) / 2
        yield barcodes.datamatrix_bars(
            digits, across, round(barcodes.to_dots(down, dpi)), square, dpi
        )
    yield Text(middle, place.y + place.height - 0.9, digits, DIGITS_POINTS, False, "middle", GREY)


def _module(largest_mm: float, room_mm: float, dpi: int) -> int:
    """Return a module's dots: as many as there is room for, if no more than are of use."""
    return max(1, int(barcodes.to_dots(min(largest_mm, room_mm), dpi) + 0.01))


def _words(tile: PaperTile, place: Rect) -> Iterator[Mark]:
    x, y, width, height = place
    ink = BLACK if tile.full is None else on(tile.full)
    size = min(height - 2.4, 15.0)
    left = x + 1.6
    if tile.full is not None:  # within the colour's own edge
        size, left = size - 3.0, left + 1.6
    top = y + (height - size) / 2
    if tile.full is not None:
        yield from _letter(tile.letters, left + size / 2, top + size / 2, size - 1.2)
        left += size + GAP
    elif tile.icon:
        yield marks.Box(left, top, size, size, tile.tint, radius=1.2)
        yield from icons.place(tile.icon, left + 0.6, top + 0.6, size - 1.2)
        if tile.number:
            yield from _number(tile.number, left + size - 1.2, top + size - 1.4)
        left += size + GAP
    yield from _text(tile, Rect(left, y, x + width - 1.4 - left, height), ink)


def _letter(letters: str, x: float, y: float, size: float) -> Iterator[Mark]:
    """Draw a badge's letters in a disc about (x, y), for players to whom colours say little."""
    unit = size / 24
    yield marks.disc(x, y, 11 * unit, WHITE, BLACK, 1.15 * unit)
    share = marks.letter_share(letters)
    yield Text(x, y + 5.4 * share * unit, letters, 43 * share * unit, True, "middle")


def _number(number: int, x: float, y: float) -> Iterator[Mark]:
    """Draw the card's action number, as a disc at the icon's corner."""
    yield marks.disc(x, y, 2.0, BLACK, WHITE, 0.4)
    yield Text(x, y + 0.9, str(number), 7.0, True, "middle", WHITE)


def _text(tile: PaperTile, place: Rect, ink: Colour) -> Iterator[Mark]:
    """Set title, words and note, as large as they fit, in the middle of the height."""
    largest = TITLE_POINTS if tile.full is None else BADGE_POINTS
    if tile.second != SecondWords():
        yield from _in_two_languages(tile, place, ink, largest)
        return
    titles, points = _set_title(tile.title, place.width, largest)
    title_mm = points * 1.15 / POINTS_PER_MM
    room = place.height - 1.6 - len(titles) * title_mm
    size, lines = WORDS_POINTS, wrap(tile.words, WORDS_POINTS, place.width)
    while size > LEAST_POINTS and len(lines) * _step(size) > room:
        size -= 0.2
        lines = wrap(tile.words, size, place.width)
    notes = [tile.note] if tile.note and room - len(lines) * _step(size) > _step(size) else []
    high = len(titles) * title_mm + (len(lines) + len(notes)) * _step(size)
    y = place.y + (place.height - high) / 2 - points * 0.25 / POINTS_PER_MM
    for text in titles:
        y += title_mm
        yield Text(place.x, y, text, points, True, colour=ink)
    y += points * 0.15 / POINTS_PER_MM
    for text in (*lines, *notes):
        y += _step(size)
        colour = GREY if text in notes and ink == BLACK else ink
        yield Text(place.x, y, text, size, colour=colour)


def _in_two_languages(tile: PaperTile, place: Rect, ink: Colour, largest: float) -> Iterator[Mark]:
    """Set the second title smaller below the first, then the words: those of the second language
    only where they need not be tiny, and of a long title's low tile none.
    """
    pale = GREY if tile.full is None else ink
    title, words = tile.second
    room = place.height - (1.0 if tile.full is None else 3.2)  # within the colour's own edge
    for share, languages in IN_TWO_LANGUAGES:
        size = WORDS_POINTS * share
        lines = [
            *_lined(tile.title, share * largest, place.width, ink, bold=True),
            *_lined(title, SECOND_TITLE * share * largest, place.width, pale),
        ]
        for text, colour in ((tile.words, ink), (words, pale))[:languages]:
            lines += [
                Text(0, 0, part, size, colour=colour) for part in wrap(text, size, place.width)
            ]
        high = sum(_step(line.points) for line in lines)
        if high <= room:
            break
    if tile.note and high + _step(size) <= room:
        lines.append(Text(0, 0, tile.note, size, colour=pale))
        high += _step(size)
    y = place.y + (place.height - high) / 2
    for line in lines:
        y += _step(line.points)
        base = y - line.points * (fonts.BELOW + 0.02) / POINTS_PER_MM
        yield line._replace(x=place.x, y=base)


def _lined(
    title: str, points: float, width: float, colour: Colour, bold: bool = False
) -> list[Text]:
    """Set a title in lines of its size, or smaller where one word is wider than the place."""
    lines = wrap(title, points, width, bold)
    widest = max((fonts.width(line, points, bold) for line in lines), default=0.0)
    size = points * min(1.0, width / max(0.1, widest))
    return [Text(0, 0, line, size, bold, colour=colour) for line in lines]


def _step(points: float) -> float:
    """Return how far it is from line to line, in mm."""
    return points * 1.2 / POINTS_PER_MM


def _set_title(title: str, width: float, largest: float) -> tuple[list[str], float]:
    """Set a title in one line, or in two where it would become small."""
    points = fit_size(title, largest, width)
    if points >= TWO_LINES_POINTS:
        return [title], points
    lines = wrap(title, TWO_LINES_POINTS, width, bold=True)
    return lines, min(fit_size(line, TWO_LINES_POINTS, width) for line in lines)


def fit_size(text: str, points: float, width: float) -> float:
    """Return the size at which a bold line is no wider than that."""
    return min(points, points * width / max(0.1, fonts.width(text, points, bold=True)))


def shrunk(text: str, points: float, width: float) -> float:
    """Return the size at which a line is no wider than that."""
    return min(points, points * width / max(0.1, fonts.width(text, points)))


def wrap(text: str, points: float, width: float, bold: bool = False) -> list[str]:
    """Text in lines no wider than that, as far as single words allow; `\xa0` is no break."""
    if any(map(is_wide, text)):
        return folded(text, width, lambda part: fonts.width(part, points, bold))
    lines: list[str] = []
    for word in text.split(" ") if text else []:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fonts.width(longer, points, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Section(NamedTuple):
    """Tiles that belong together; None leaves a place empty."""

    title: str
    note: str
    tiles: tuple[PaperTile | None, ...]
    columns: int = 4
    second: SecondWords = SecondWords()

    @property
    def rows(self) -> int:
        return -(-len(self.tiles) // self.columns)


class Sheet(NamedTuple):
    """One page's worth of sections."""

    title: str
    part: str
    note: str
    sections: tuple[Section, ...]


def area(paper: str) -> Rect:
    """Return what may be printed on."""
    width, height = PAPERS[paper]
    return Rect(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)


def rows_mm(paper: str, sections: Sequence[Section]) -> float:
    """Return how high a row can be, gutter included, if all of these are on one page."""
    titles = sum(bool(section.title) for section in sections)
    room = area(paper).height - HEAD_MM - FOOT_MM - titles * TITLE_MM
    return min(TALLEST_MM, room / max(1, sum(section.rows for section in sections)))


def page(sheet: Sheet, paper: str, printing: Printing, number: int, of: int) -> PaperPage:
    """Lay out a page."""
    width, height = PAPERS[paper]
    place = area(paper)
    high = rows_mm(paper, sheet.sections)
    drawn: list[Mark] = [
        *heading(sheet.title, sheet.part, sheet.note, place),
        *foot(place, number, of, printing),
    ]
    y = place.y + HEAD_MM
    for section in sheet.sections:
        if section.title:
            drawn += _title(section, place.x, y, place.width)
            y += TITLE_MM
        drawn += _tiles(section, Rect(place.x, y, place.width, high), printing)
        y += section.rows * high
    return PaperPage(width, height, tuple(drawn))


def heading(title: str, part: str, note: str, place: Rect) -> Iterator[Mark]:
    """Write the page's name, what it is for, and whose it is."""
    room = place.width - fonts.width("Okanjo", 11.0, True) - 7.0
    wide = fonts.width(title, 17.0, True) + fonts.width(part, 17.0)
    points = 17.0 * min(1.0, room / max(0.1, wide))
    yield Text(place.x, place.y + 5.4, title, points, True)
    after = place.x + fonts.width(title, points, True) + 3.5
    yield Text(after, place.y + 5.4, part, points, colour=GREY)
    yield Text(place.x + place.width, place.y + 5.4, "Okanjo", 11.0, True, "right")
    yield Text(place.x, place.y + 10.2, note, shrunk(note, 7.6, place.width), colour=GREY)


def _title(section: Section, x: float, y: float, width: float) -> Iterator[Mark]:
    yield Text(x, y + 3.6, section.title, 9.0, True)
    after = x + fonts.width(section.title, 9.0, True) + 2.5
    title, words = section.second
    if title:
        yield Text(after, y + 3.6, title, 7.6)
        after += fonts.width(title, 7.6) + 2.5
    note, room = section.note, x + width - after
    if words and shrunk(joined := f"{note} · {words}", 6.8, room) >= LEAST_POINTS:
        note = joined
    points = shrunk(note, 6.8, room)
    yield Text(after, y + 3.6, note, points, colour=GREY)
    begin = after + (fonts.width(note, points) + 2.5 if note else 0)
    if begin < x + width:
        yield Line((begin, y + 2.5), (x + width, y + 2.5), FRAME, 0.15)


def _tiles(section: Section, first: Rect, printing: Printing) -> Iterator[Mark]:
    """Lay tiles row by row; `first` is the place of the first row with its gutter."""
    x, y, width, high = first
    across = (width + GUTTER) / section.columns
    for index, item in enumerate(section.tiles):
        row, column = divmod(index, section.columns)
        place = Rect(x + column * across, y + row * high, across - GUTTER, high - GUTTER)
        if item is not None:
            yield from tile(item, place, printing, code_on_top=column % 2 == 1)
        if column:
            cut, foot = place.x - GUTTER / 2, place.y + place.height
            yield _cut((cut, place.y), (cut, place.y + CUT_MM))
            yield _cut((cut, foot - CUT_MM), (cut, foot))
    for row in range(1, section.rows):
        cut = y + row * high - GUTTER / 2
        yield _cut((x, cut), (x + CUT_MM, cut))
        yield _cut((x + width - CUT_MM, cut), (x + width, cut))


def _cut(start: tuple[float, float], end: tuple[float, float]) -> Line:
    """Draw a short line that shows where to cut."""
    return Line(start, end, FRAME, 0.15)


def foot(place: Rect, number: int, of: int, printing: Printing) -> Iterator[Mark]:
    """Draw a ruler to check the print with, and the page's number."""
    x, y = place.x, place.y + place.height
    how, whose = (say(words, printing.language) for words in (FULL_SIZE, UNOFFICIAL))
    yield ruler(x, y, printing.dpi)
    room = place.width - 12 - RULER_MM - 3 - GAP  # for both
    shrunk = min(1.0, room / (fonts.width(how, 6.4) + fonts.width(whose, 5.6)))
    yield Text(x + RULER_MM + 3, y - 0.6, how, 6.4 * shrunk)
    yield Text(x + place.width, y - 0.6, f"{number} / {of}", 8.0, True, "right")
    yield Text(x + place.width - 12, y - 0.6, whose, 5.6 * shrunk, False, "right", GREY)


FULL_SIZE = gettext("50 mm: print at 100 %, not “fit to page”")
UNOFFICIAL = gettext("Unofficial. The games’ names belong to their publishers.")
