"""A tournament on paper: standings, pairings, table signs and results sheets.

Rule 1: a copier in black and white may eat every colour.
Rule 2: no name breaks a line: it is written smaller, and cut off at last.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from engine.message import Message, Value, gettext, pgettext
from firmware.common.http.qr import rows as qr_rows
from firmware.hall.nameless import name_of
from firmware.hall.tournament.tournament import TournamentRound, TournamentTable
from firmware.hall.views import Row, ShownSeat, View
from firmware.hall.words.figures import score
from firmware.hall.words.rounds import name
from firmware.paper.cards.stocks import A4, LETTER
from firmware.paper.render import fonts, marks, pdf
from firmware.paper.render.marks import (
    BLACK,
    POINTS_PER_MM,
    Line,
    Mark,
    PaperPage,
    Path,
    Rect,
    Text,
)
from firmware.paper.table_sheet import colours
from firmware.words.plates import badge_letters

PAPERS = {"a4": A4, "letter": LETTER}
MARGIN, HEAD, FOOT = 12.0, 22.0, 8.0  # mm
GREY, PALE = "#5a5a5a", "#c8c8c8"
SMALLEST = 0.7  # of a name's size, before it is cut off
Link = Callable[[int], tuple[str, str]]  # of a table's number: the address for its result, its code
Marks = Iterator[Mark]
T = TypeVar("T")


# --- what all pages have


def written(pages: Iterable[PaperPage], title: str) -> bytes:
    file = io.BytesIO()
    pdf.write(pages, file, title)
    return file.getvalue()


def batched(all_of: Iterable[T], most: int) -> Iterator[tuple[T, ...]]:
    """As in itertools from Python 3.12 on."""
    rest = iter(all_of)
    while some := tuple(islice(rest, most)):
        yield some


def fitted(text: str, points: float, width: float, bold: bool = False) -> tuple[str, float]:
    """The text and its size, so that it is no wider than that."""
    wide = fonts.width(text, points, bold)
    if wide <= width:
        return text, points
    smaller = points * max(SMALLEST, width / wide)
    cut = text
    while cut and fonts.width(text, smaller, bold) > width:
        cut = cut[:-1]
        text = f"{cut.rstrip()}…"
    return text, smaller


def _fit(
    position: tuple[float, float],
    text: str,
    points: float,
    width: float,
    bold: bool = False,
    colour: str = BLACK,
) -> Text:
    return Text(*position, *fitted(text, points, width, bold), bold, colour=colour)


def _name(
    view: View,
    shown: ShownSeat | Row,
    position: tuple[float, float],
    points: float,
    width: float,
) -> Text:
    """Draw a name, with the player's number where a reader may lack its letters."""
    used, number = {font for font, _ in fonts.runs(shown.name)}, f" ({shown.player})"
    shown_as = shown.name if used else view.say(name_of({}, shown.player))
    unsure = used.intersection(fonts.EASTERN.values()) and not shown_as.endswith(number)
    return _fit(position, f"{shown_as}{number}" if unsure else shown_as, points, width)


def _headed(view: View, subtitle: str, papers: list[list[Mark]], paper: str) -> Iterator[PaperPage]:
    """The pages, each with a heading, and its number at the foot."""
    title, (wide, high) = view.tournament.rules.title, PAPERS[paper]
    for number, drawn in enumerate(papers, 1):
        foot = view.say(gettext("{number} of {all}", number=number, all=len(papers)))
        yield PaperPage(
            wide,
            high,
            (
                _fit((MARGIN, MARGIN + 6), title, 17, wide - 2 * MARGIN, True),
                _fit((MARGIN, MARGIN + 13), subtitle, 12, wide - 2 * MARGIN, colour=GREY),
                *drawn,
                Text(wide - MARGIN, high - MARGIN, foot, 9, align="right", colour=GREY),
            ),
        )


def _room(paper: str) -> Rect:
    wide, high = PAPERS[paper]
    return Rect(MARGIN, MARGIN + HEAD, wide - 2 * MARGIN, high - 2 * MARGIN - HEAD - FOOT)


def _badge(view: View, slug: str, x: float, y: float, radius: float) -> Marks:
    """A player's disc about (x, y), with the letters of its colour."""
    disc, letters = colours.BADGES[slug], badge_letters(slug, view.language)
    return marks.lettered(letters, x, y, radius, disc, colours.on(disc), 0.25)


def _qr(text: str, x: float, y: float, side: float) -> Path:
    rows = qr_rows(text)
    return Path(marks.pixels(rows), BLACK, x, y, side / len(rows))


# --- standings


def standings(view: View, paper: str = "a4") -> Iterator[PaperPage]:
    room, each = _room(paper), 6.4
    pages = list(batched(view.rows, int(room.height / each) - 1)) or [()]
    drawn = [[*_standings(view, page, room, each)] for page in pages]
    return _headed(view, view.since, drawn, paper)


def _standings(view: View, rows: Sequence[Row], room: Rect, each: float) -> Marks:
    right, cut = room.x + room.width, any(row.cut for row in rows)
    columns: list[tuple[float, float, Message, Callable[[Row], Value]]] = [
        (room.x + 12, 12, pgettext("paper", "Place"), lambda row: row.place),
        (right - 80, 22, pgettext("paper", "Place points"), lambda row: row.place_points),
        (right - 56, 22, pgettext("paper", "Share"), lambda row: row.share),
        (right - 39, 15, pgettext("paper", "Wins"), lambda row: str(row.wins)),
        (right, 37, pgettext("paper", "Opponents’ points"), lambda row: row.opponents),
    ]
    if cut:
        columns.append((right - 104, 24, pgettext("paper", "Top cut"), lambda row: row.cut))
    yield Text(room.x + 17, room.y, view.say(pgettext("paper", "Name")), 9, True)
    for x, wide, title, _ in columns:
        yield Text(x, room.y, *fitted(view.say(title), 9, wide, True), True, "right")
    for number, row in enumerate(rows, 1):
        y = room.y + number * each
        yield Line((room.x, y - 4.6), (right, y - 4.6), PALE, 0.15)
        yield _name(view, row, (room.x + 17, y), 11, room.width - (136 if cut else 120))
        for x, _, _, of in columns:
            yield Text(x, y, view.say(of(row)), 11, align="right")


# --- pairings


def pairings(view: View, round: TournamentRound, paper: str = "a4") -> Iterator[PaperPage]:
    """Draw who sits where, first by table, then by name, to hang on a wall."""
    drawn = [*_by_table(view, round, _room(paper)), *_by_name(view, round, _room(paper))]
    return _headed(view, view.say(name(round.stage)), drawn, paper)


def _by_table(view: View, round: TournamentRound, room: Rect) -> Iterator[list[Mark]]:
    line, gap = 6.6, 5.0
    high = line * max(len(table.players) for table in round.tables) + 3
    rows, wide = int((room.height + gap) // (high + gap)), (room.width - gap) / 2
    for page in batched(round.tables, 2 * rows):
        drawn: list[Mark] = []
        for index, table in enumerate(page):
            across, down = divmod(index, min(rows, -(-len(page) // 2)))
            x, y = room.x + across * (wide + gap), room.y - 4 + down * (high + gap)
            drawn += _table(view, table, Rect(x, y, wide, high), line)
        yield drawn


def _table(view: View, table: TournamentTable, room: Rect, line: float) -> Marks:
    x, y, wide, high = room
    yield marks.Box(x, y, wide, high, line=GREY, line_mm=0.25, radius=2)
    size = 30 * min(1, 17 / fonts.width(str(table.number), 30, True))
    yield Text(x + 11, y + high / 2 + size * 0.13, str(table.number), size, True, "middle")
    for row, seat in enumerate(view.seats(table)):
        down = y + 1.5 + (row + 0.5) * line
        yield from _badge(view, seat.badge, x + 25, down, 2.4)
        yield _name(view, seat, (x + 29.5, down + 1.5), 12, wide - (56 if table.result else 32))
        if table.result:
            yield Text(x + wide - 3, down + 1.5, _ended(view, seat), 10, align="right")


def _ended(view: View, seat: ShownSeat) -> str:
    if seat.points is None or seat.place is None:
        return "–"
    points = score(seat.points)
    return view.say(pgettext("paper", "{points} · place {place}", points=points, place=seat.place))


def _by_name(view: View, round: TournamentRound, room: Rect) -> Iterator[list[Mark]]:
    line, gap = 7.4, 8.0
    rows, wide = int(room.height / line), (room.width - gap) / 2
    bye = view.say(pgettext("paper", "Bye"))
    for page in batched(view.by_name(round), 2 * rows):
        drawn: list[Mark] = []
        for index, (seat, number) in enumerate(page):
            across, down = divmod(index, min(rows, -(-len(page) // 2)))
            x, y = room.x + across * (wide + gap), room.y + down * line
            drawn.append(Line((x, y + 2), (x + wide, y + 2), PALE, 0.15))
            drawn.append(_name(view, seat, (x, y), 13, wide - 24))
            if number:
                drawn += _badge(view, seat.badge, x + wide - 18, y - 1.6, 2.4)
            drawn.append(Text(x + wide, y, str(number) if number else bye, 15, True, "right"))
        yield drawn


# --- with the tables' codes: for the organiser to print


def signs(view: View, tables: Iterable[int], link: Link, paper: str) -> Iterator[PaperPage]:
    wide, high = PAPERS[paper]
    for number in tables:
        yield PaperPage(wide, high, tuple(_sign(view, number, *link(number), wide, high)))


def _sign(view: View, number: int, address: str, code: str, across: float, down: float) -> Marks:
    title = view.tournament.rules.title
    x, middle, wide = MARGIN, across / 2, across - 2 * MARGIN
    yield Text(middle, MARGIN + 8, *fitted(title, 22, wide, True), True, "middle", GREY)
    foot, side = down - MARGIN, 42.0
    top, below = MARGIN + 15, foot - side - 5
    tall = (below - top) * POINTS_PER_MM / fonts.CAPITAL
    points = min(tall, tall * wide / fonts.width(str(number), tall, True))
    y = (top + below + points * fonts.CAPITAL / POINTS_PER_MM) / 2
    yield Text(middle, y, str(number), points, True, "middle")
    yield _qr(f"{address}?code={code}", x, foot - side, side)
    after, left = x + side + 8, wide - side - 8
    enter = view.say(pgettext("paper", "No device here? Enter your result:"))
    yield _fit((after, foot - side + 5), enter, 13, left)
    yield _fit((after, foot - side + 14), address, 13, left, True)
    yield _fit((after, foot), view.say(_code(code)), 26, left, True)


def _code(code: str) -> Message:
    return pgettext("paper", "Code {code}", code=code)


def sheets(view: View, round: TournamentRound, link: Link, paper: str) -> Iterator[PaperPage]:
    """Draw a result slip for each table, three on a page."""
    wide, high = PAPERS[paper]
    for page in batched(round.tables, 3):
        drawn: list[Mark] = []
        for index, table in enumerate(page):
            slip = Rect(MARGIN, index * high / 3 + 8, wide - 2 * MARGIN, high / 3 - 12)
            drawn += [Line((0, slip.y - 8), (wide, slip.y - 8), PALE, 0.2)] if index else []
            drawn += _slip(view, name(round.stage), table, *link(table.number), slip)
        yield PaperPage(wide, high, tuple(drawn))


def _slip(
    view: View, round: Message, table: TournamentTable, address: str, code: str, room: Rect
) -> Marks:
    x, y, wide, _ = room
    right, side, line = x + wide, 20.0, 9.6
    heading = view.say(pgettext("paper", "Table {number}", number=table.number))
    yield _fit((x, y + 8), heading, 26, wide - 85, True)
    yield _fit((x, y + 14.5), f"{view.tournament.rules.title} · {view.say(round)}", 11, wide - 85)
    yield _qr(f"{address}?code={code}", right - side, y, side)
    for row, (words, points) in enumerate(
        (
            (view.say(pgettext("paper", "Or enter it at")), 9),
            (address, 9),
            (view.say(_code(code)), 13),
        )
    ):
        text, size = fitted(words, points, 60, points > 9)
        yield Text(right - side - 4, y + 4 + row * 6, text, size, points > 9, "right")
    columns = (
        (pgettext("paper", "Points"), right - 86, 20),
        (pgettext("paper", "Place"), right - 64, 16),
        (pgettext("paper", "Signature"), right - 46, 46),
    )
    for title, left, across in columns:
        yield _fit((left, y + 24.5), view.say(title), 9, across + 1, colour=GREY)
    for row, seat in enumerate(view.seats(table)):
        top = y + 26 + row * line
        yield from _badge(view, seat.badge, x + 3, top + 4, 2.8)
        yield _name(view, seat, (x + 8, top + 5.6), 13, wide - 98)
        for _, left, across in columns:
            yield marks.Box(left, top, across, line - 1.6, line=GREY, line_mm=0.25, radius=1)
