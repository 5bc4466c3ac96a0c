"""Draw players and their scores: cells with totals, or a table of the rounds.

A total is at least 16 pixels high, a name at least one letter long, and no cell leaves its field.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.standings import Standing
from firmware.core.screen.font import LETTERS, TALL, THIN, WIDE, Typeface, cut, measure
from firmware.core.screen.raster import Paper
from firmware.words.sheets import RoundsTable, score

CELL_HEIGHT = 26  # a name and a total
NARROW = 40
CELL_WIDTH = 62  # the same with what it is the sum of


class Field(NamedTuple):
    """A part of the paper, in pixels."""

    x: int
    y: int
    width: int
    height: int


def cells(field: Field, count: int) -> list[Field]:
    """The field shared out evenly: wide cells while there is height for them."""
    columns = max(2, field.width // CELL_WIDTH)
    while -(-count // columns) * CELL_HEIGHT > field.height:
        columns += 1
    rows = -(-count // columns)
    columns = -(-count // rows)
    width, height = field.width // columns, field.height // rows
    return [
        Field(field.x + index % columns * width, field.y + index // columns * height, width, height)
        for index in range(count)
    ]


def fitting(numbers: Sequence[str], width: int, height: int = 16) -> Typeface:
    """The largest face in which every one of the numbers has room."""
    faces = (TALL, WIDE, THIN) if height >= TALL.height else (WIDE, THIN)
    for face in faces:
        if all(measure(face, number) <= width for number in numbers):
            return face
    return THIN


def fitted(number: str, face: Typeface, room: int) -> tuple[str, Typeface]:
    """A number as it can be shown whole; one beyond all measure is cut, in small letters."""
    if measure(face, number) <= room:
        return number, face
    return cut(number, room), LETTERS


def has_room(field: Field, seats: Sequence[Standing]) -> bool:
    """Whether every total can be shown whole in its cell."""
    width = min(share.width for share in cells(field, len(seats))) - 3 if seats else 0
    return all(measure(THIN, score(seat)) <= width for seat in seats)


def board(paper: Paper, field: Field, seats: Sequence[Standing]) -> None:
    """Every seat's name and score; with it, where all have room, banked and gained."""
    if not seats:
        return
    shares = cells(field, len(seats))
    height, width = shares[0].height - 11, shares[0].width - 3
    lives = [score(seat) for seat in seats]
    face = fitting(lives, width - 8 if height >= TALL.height else width, height)
    digits = max(measure(face, live) for live in lives)
    sums = _sums(seats)
    beside, below = _widest(sums, "\n"), _widest(sums, " ")
    if height >= face.height + 12 and below <= width:
        sums = [two.replace("\n", " ") for two in sums]
    elif digits + 6 + beside + 3 > width:
        sums = [""] * len(sums)
    for share, seat, live, two in zip(shares, seats, lives, sums, strict=True):
        _edge(paper, field, share)
        _cell(paper, share, seat.name, live, face, two, digits + 6 + beside)


def _edge(paper: Paper, field: Field, share: Field) -> None:
    """Narrow cells stand so close that a dotted line has to keep their numbers apart."""
    if share.width < NARROW and share.x > field.x:
        paper.dots_down(share.x, share.y + 2, share.height - 2)


def _sums(seats: Sequence[Standing]) -> list[str]:
    """Banked, and under it gained, where that says more than the live total."""
    if not any(seat.banked for seat in seats):
        return [""] * len(seats)
    gained = [(seat.score or 0) - seat.banked for seat in seats]
    if not any(gained):
        return [""] * len(seats)
    return [f"{seat.banked}\n{more:+d}" for seat, more in zip(seats, gained, strict=True)]


def _widest(sums: Sequence[str], between: str) -> int:
    return max(
        measure(LETTERS, line) for two in sums for line in two.replace("\n", between).split("\n")
    )


def _cell(
    paper: Paper, share: Field, name: str, live: str, face: Typeface, two: str, right: int
) -> None:
    """A name and the total; under it a line "52 +24", or beside it two lines that end at right."""
    below = " " in two
    x, y = share.x + 2, share.y + (share.height - 7 - face.height - 12 * below) // 2
    paper.write(x, y, cut(name, share.width - 3))
    shown, in_face = fitted(live, face, share.width - 3)
    paper.write(x, y + 8 + (face is TALL) * 2, shown, in_face)
    if below:
        paper.write(x, y + face.height + 14, two)
    elif two:
        for row, line in enumerate(two.split("\n")):
            paper.write_right(x + right, y + face.height - 8 + 8 * row, line)


ROW = 9  # a line of letters and its air


def is_table(field: Field, players: int) -> bool:
    """Whether every player gets a line of the rounds, in as many blocks as stand side by side."""
    return -(-players // _blocks(field, players)) * ROW <= field.height


def _blocks(field: Field, players: int) -> int:
    return 1 if players * ROW <= field.height else max(1, field.width // 128)


def column_ends(field: Field, players: int, columns: int) -> list[list[int]]:
    """Block by block, where each column of numbers ends; the last, the total, stands apart."""
    blocks = _blocks(field, players)
    width = field.width // blocks
    pitch, apart = 17 * width // 128, 22 * width // 128
    ends = [
        field.x + (block + 1) * width - (2 if block == blocks - 1 else 7) for block in range(blocks)
    ]
    return [
        [
            end - apart * (column > 0) - pitch * max(0, column - 1)
            for column in reversed(range(columns))
        ]
        for end in ends
    ]


def rounds(paper: Paper, field: Field, seats: Sequence[Standing], sheet: RoundsTable) -> None:
    """Round by round: a line for each player where there is room, else a cell."""
    if is_table(field, len(seats)):
        _round_lines(paper, field, seats, sheet)
    else:
        _round_cells(paper, field, seats, sheet)


def _round_lines(paper: Paper, field: Field, seats: Sequence[Standing], sheet: RoundsTable) -> None:
    blocks = column_ends(field, len(seats), len(sheet.heads))
    lines = -(-len(seats) // len(blocks))
    widest = max([measure(LETTERS, row[0]) for row in sheet.cells], default=0)
    pitch = min(13, field.height // max(1, lines))
    top = field.y + (field.height - lines * pitch) // 2
    for index, (seat, row) in enumerate(zip(seats, sheet.cells, strict=True)):
        x, y = (
            field.x + index // lines * (field.width // len(blocks)) + 2,
            top + index % lines * pitch + (pitch - 8) // 2,
        )
        ends = blocks[index // lines]
        for end, number in zip(ends, row, strict=True):
            paper.write_right(end, y, number)
        paper.write(x, y, cut(seat.name, ends[0] - widest - 5 - x))


def _round_cells(paper: Paper, field: Field, seats: Sequence[Standing], sheet: RoundsTable) -> None:
    """Too many for a table: under each name its rounds, two a line; the total is elsewhere."""
    shares = cells(field, len(seats))
    for share, seat, row in zip(shares, seats, sheet.cells, strict=True):
        numbers = row[:-1] or row
        x, y = share.x + 2, share.y + (share.height - 25) // 2
        _edge(paper, field, share)
        paper.write(x, y, cut(seat.name, share.width - 3))
        end, half = x + share.width - 3, share.width // 2
        for index, number in enumerate(numbers):
            left = index % 2 == 0 and len(numbers) > 1
            paper.write_right(end - half * left, y + 9 * (1 + index // 2), number)
