"""Draw a sheet as a picture for a display of a given size.

Every page has one light bar with its heading; nothing is smaller than 6 x 8 pixels, a total
never lower than 16. Larger displays show all scores beside the page.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.standings import Standing
from firmware.core.screen import score_grid
from firmware.core.screen.font import LETTERS, TALL, THIN, WIDE, cut, icon, measure
from firmware.core.screen.raster import Bitmap, Paper
from firmware.core.screen.score_grid import Field
from firmware.words import sheets
from firmware.words.language import Language
from firmware.words.line import beginning, broken
from firmware.words.sheets import Worded

BAR = 10
APART = 8  # at least, between the texts of a line


def picture(display: Worded, width: int = 128, height: int = 64) -> Bitmap:
    """A sheet as pixels."""
    paper = Paper(width, height)
    draw_on(paper, display)
    return paper.picture()


def draw_on(paper: Paper, display: Worded) -> None:
    """Draw a sheet on the paper."""
    DRAWN[type(display.sheet)](paper, display, display.sheet)


def _bar(
    paper: Paper, display: Worded, title: str, note: str = "", *, gives_way: bool = False
) -> None:
    """A heading with a note at its end, where a mark takes the note's place. The clock of a round
    stands before that, if it cuts neither; or as the title, if that `gives_way`.
    """
    note, end = display.mark or note, paper.width - 2
    end_of_clock = end - _taken(note)
    clock = _clock(display, end_of_clock - 2 - _taken(title))
    if gives_way and not clock:
        title = _clock(display, end_of_clock - 2) or title
    _headed(paper, title, [(end, note), (end_of_clock, clock)])


def _taken(text: str) -> int:
    """The columns that a text and the air beside it take up in a line."""
    return measure(LETTERS, text) + APART if text else 0


def _clock(display: Worded, room: int) -> str:
    """The clock of a round in so many columns, if they are enough for it."""
    return next((text for text in display.clock if measure(LETTERS, text) <= room), "")


def _clock_beside(paper: Paper, display: Worded, y: int, text: str) -> Worded:
    """Write the clock at the end of another line, where the text there leaves room for it; return
    what is left for the heading.
    """
    clock = _clock(display, paper.width - 4 - _taken(text))
    if not clock:
        return display
    paper.write_right(paper.width - 2, y, clock)
    return display._replace(clock=())


def _headed(
    paper: Paper, title: str, notes: Sequence[tuple[int, str]], width: int | None = None
) -> None:
    """The light bar: a title, and notes by the column each ends at."""
    width = width or paper.width
    room = width - 1
    for end, note in notes:
        if note:
            note = cut(note, end - 2)
            paper.write_right(end, 1, note)
            room = min(room, end - measure(LETTERS, note) - APART)
    _line(paper, width, 1, cut(title, room))
    paper.invert(0, 0, width, BAR)


def _body(paper: Paper) -> Field:
    return Field(0, BAR, paper.width, paper.height - BAR)


def _foot(paper: Paper, width: int, height: int, text: str) -> None:
    _line(paper, width, height - 9, text)


def _line(paper: Paper, width: int, y: int, text: str) -> None:
    """A line as wide as that; one full of wide letters takes the margin, too."""
    text = cut(text, width - 1)
    paper.write(min(2, width - measure(LETTERS, text)), y, text)


def _current(paper: Paper, display: Worded, sheet: sheets.Current) -> None:
    """Keep each line within whole pages of the display's memory: a scan changes fewer of them."""
    paper.write(2, 16, cut(sheet.card, 124))
    rest = _clock_beside(paper, display, 16, sheet.card) if paper.width < 256 else display
    _bar(paper, rest, sheet.name, sheet.note)
    worth = "" if sheet.worth is None else f"{sheet.worth:+d}"
    total, drawn, left = sheet.total, icon(sheet.icon), 2
    face = score_grid.fitting([total], 122 - (measure(WIDE, worth) + 8 if worth else 0), 24)
    paper.write_right(126, 24 + (24 - face.height) // 2, total, face)
    room = 116 - measure(face, total)
    if drawn and measure(THIN, worth) + 27 <= room:
        paper.draw(left, 24, drawn)
        left, room = left + 27, room - 27
    beside = score_grid.fitting([worth], room)
    paper.write(left, 24 + (24 + face.height) // 2 - beside.height, worth, beside)
    _foot(paper, 128, 64, sheet.hint)
    _all_scores(paper, display)


def _board(paper: Paper, display: Worded, sheet: sheets.Board) -> None:
    _bar(paper, display, sheet.title, sheet.note, gives_way=sheet.is_scored)
    score_grid.board(paper, _body(paper), display.seats)


def _tray(paper: Paper, display: Worded, sheet: sheets.TraySheet) -> None:
    _bar(paper, display, sheet.name, sheet.note)
    total = str(sheet.total)
    face = score_grid.fitting([total], 30, 24)
    side = max(measure(face, total), measure(LETTERS, sheet.caption)) + 8
    columns = max(1, (paper.width - side) // 96)
    width = (paper.width - side) // columns
    rows = (paper.height - BAR) // 9
    lines = _shortened(sheet.lines, rows * columns, display.language)
    deep = min(len(lines), rows)
    pitch = 9 if deep == rows else 10
    top = BAR + (paper.height - BAR - deep * pitch) // 2 + 1
    for index, (words, points) in enumerate(lines):
        x, y = 2 + index // rows * width, top + index % rows * pitch
        _leader(paper, x, y, width - 8, words, str(points))
    middle = BAR + (paper.height - BAR - face.height - 12) // 2
    paper.write_right(paper.width - 2, middle, total, face)
    paper.write_right(paper.width - 2, middle + face.height + 4, sheet.caption)


def _shortened(
    lines: tuple[tuple[str, int], ...], room: int, language: Language
) -> list[tuple[str, int]]:
    """The lines that fit; the smallest become one, so that the sum stays right."""
    if len(lines) <= room:
        return list(lines)
    by_weight = sorted(range(len(lines)), key=lambda number: -abs(lines[number][1]))
    kept, rest = sorted(by_weight[: room - 1]), by_weight[room - 1 :]
    more = sheets.more(len(rest), language)
    return [*(lines[number] for number in kept), (more, sum(lines[number][1] for number in rest))]


def _leader(paper: Paper, x: int, y: int, width: int, words: str, number: str) -> None:
    words = cut(words, width - measure(LETTERS, number) - 4)
    paper.write(x, y, words)
    paper.write_right(x + width, y, number)
    start = x + measure(LETTERS, words) + 3
    gap = x + width - measure(LETTERS, number) - 2 - start
    if gap >= 8:
        paper.dots(start, y + 6, gap)


def _rounds(paper: Paper, display: Worded, sheet: sheets.RoundsTable) -> None:
    body = _body(paper)
    if display.mark or not score_grid.is_table(body, len(display.seats)):
        _bar(paper, display, sheet.title)
    else:
        ends = score_grid.column_ends(body, len(display.seats), len(sheet.heads))
        _headed(
            paper,
            sheet.title,
            [pair for block in ends for pair in zip(block, sheet.heads, strict=True)],
        )
    score_grid.rounds(paper, body, display.seats, sheet)


def _device(paper: Paper, display: Worded, sheet: sheets.DeviceLines) -> None:
    _bar(paper, display, sheet.title)
    for row, line in enumerate(sheet.lines[: (paper.height - BAR - 2) // 10]):
        _line(paper, paper.width, BAR + 4 + row * 10, line)


def _lines(paper: Paper, display: Worded, sheet: sheets.TextLines) -> None:
    _bar(paper, display, sheet.title)
    pitch = min(12, (paper.height - BAR) // max(1, len(sheet.lines)))
    top = BAR + (paper.height - BAR - pitch * len(sheet.lines)) // 2 + 2
    for row, line in enumerate(sheet.lines):
        paper.write_centred(paper.width // 2, top + pitch * row, cut(line, paper.width - 1))


def _question(paper: Paper, display: Worded, sheet: sheets.RoundQuestion) -> None:
    _bar(paper, display, sheet.title)
    _foot(paper, paper.width, paper.height, sheet.hint)
    rows = (paper.height - BAR - 12) // 10
    columns = 1 if len(sheet.lines) <= rows else 2
    width = paper.width // columns
    for row, (name, why, short) in enumerate(sheet.lines):
        x, y = row % columns * width + 2, BAR + 3 + row // columns * 10
        if columns > 1 or measure(LETTERS, why) > width - 40:
            why = short
        right = x + width - 6
        paper.write_right(right, y, why)
        paper.write(x, y, cut(name, right - measure(LETTERS, why) - 4 - x))


def _photo(paper: Paper, display: Worded, sheet: sheets.PhotoSheet) -> None:
    """The sum large beside one column of kinds; where there are more kinds, in its heading."""
    _foot(paper, paper.width, paper.height, sheet.hint)
    foot = paper.height - 11 - 9 * len(sheet.remarks)
    for row, remark in enumerate(sheet.remarks):
        _line(paper, paper.width, foot + 9 * row, remark)
    rows, total = (foot - BAR - 1) // 9, "" if sheet.total is None else f"{sheet.total:+d}"
    face = score_grid.fitting([total], 36, 24)
    side = measure(face, total) + 10 if total else 0
    if len(sheet.lines) > rows * max(1, (paper.width - side) // 90):
        side = 0
        _bar(paper, display, sheet.title, f"{sheet.note}  {total}".strip())
    else:
        _bar(paper, display, sheet.title, sheet.note)
        paper.write_right(paper.width - 2, BAR + (foot - BAR - face.height) // 2, total, face)
    if not rows:
        return
    columns = max(1, (paper.width - side) // 90, -(-len(sheet.lines) // rows))
    columns = min(columns, paper.width // 63)
    width = (paper.width - side) // columns
    for index, (words, points) in enumerate(
        _shortened(sheet.lines, rows * columns, display.language)
    ):
        x, y = 2 + index // rows * width, BAR + 3 + index % rows * 9
        _leader(paper, x, y, width - 6, words, str(points))
    for column in range(1, columns):
        paper.dots_down(column * width - 2, BAR + 3, rows * 9 - 2)


def _start(paper: Paper, display: Worded, sheet: sheets.Start) -> None:
    _bar(paper, display, sheet.title)
    share = paper.width // max(1, len(sheet.counts))
    height = 12 * len(sheet.way) - 5 + 41 * bool(sheet.counts)
    top = BAR + (paper.height - BAR - height) // 2 + 1
    for column, (number, words) in enumerate(sheet.counts):
        paper.write_centred(share * column + share // 2, top, str(number), TALL)
        paper.write_centred(share * column + share // 2, top + 28, cut(words, share - 2))
    for row, line in enumerate(sheet.way):
        y = top + height - 12 * (len(sheet.way) - row) + 5
        paper.write_centred(paper.width // 2, y, cut(line, paper.width - 1))


def _lobby(paper: Paper, display: Worded, sheet: sheets.Lobby) -> None:
    """As many lines as there is room for above the seats; who may play again comes first."""
    _bar(paper, display, sheet.title)
    columns = 2 if len(display.seats) <= 4 else 4
    room = paper.height - 26 - 10 * -(-len(display.seats) // columns)
    lines = [*sheet.lines[: max(0, room // 9 - len(sheet.again))], *sheet.again]
    for row, line in enumerate(lines):
        _line(paper, paper.width, 13 + row * 9, line)
    below = 14 + 9 * len(lines)
    width = paper.width // columns
    for index, seat in enumerate(display.seats):
        x, y = index % columns * width + 2, below + 2 + index // columns * 10
        paper.write(x, y, cut(seat.name, width - 3))
    _foot(paper, paper.width, paper.height, sheet.hint)


def _seats(paper: Paper, display: Worded, sheet: sheets.SeatsSheet) -> None:
    """Colours before names; where there are many, their first letters, which all differ."""
    _foot(paper, paper.width, paper.height, sheet.hint)
    _line(paper, paper.width, BAR + 1, sheet.note)
    _bar(paper, _clock_beside(paper, display, BAR + 1, sheet.note), sheet.title)
    room, top = paper.height - BAR - 20, BAR + 10
    columns = 1 if len(sheet.seats) <= room // 8 else 2
    rows, width = -(-len(sheet.seats) // columns), paper.width // columns
    for number, (whole, short) in enumerate(sheet.seats):
        column, row = divmod(number, rows)
        y = top + row * min(room, 12 * rows) // rows
        paper.write(column * width + 2, y, cut(whole if columns == 1 else short, width - 3))


def _podium(paper: Paper, display: Worded, sheet: sheets.Podium) -> None:
    """The winners' names whole beside their score, as long as there is room for all others."""
    winners, others, words = sheet.winners, sheet.others, sheet.title
    total = sheets.score(winners[0])
    total, face = score_grid.fitted(total, score_grid.fitting([total], 60), 60)
    room = paper.width - measure(face, total) - 7
    title = [*broken(words, room)]
    note = display.mark or sheet.tie
    notes = [*broken(note, paper.width)] if note else []
    if len(title) + len(notes) + -(-len(others) // 2) > paper.height // 9:
        if len(winners) > 1:
            words, others = sheet.short, (*winners, *others)
        first = beginning(words, room)
        title = [first, *[beginning(words[len(first) :], room)] * (first != words)]
    bar = max(19, 9 * len(title) + 1)
    for row, line in enumerate(title):
        paper.write(2, (bar + 1 - 9 * len(title)) // 2 + 9 * row, line)
    paper.write_right(paper.width - 2, (bar - 16) // 2, total, face)
    paper.invert(0, 0, paper.width, bar)
    for row, line in enumerate(notes):
        _line(paper, paper.width, bar + 1 + 9 * row, line)
    top = bar + 9 * len(notes)
    _places(paper, Field(0, top, paper.width, paper.height - top), others)


def _places(paper: Paper, field: Field, seats: Sequence[Standing]) -> None:
    """Place, name and score of everybody, in as few columns as it takes."""
    columns = 1
    while 9 * -(-len(seats) // columns) > field.height + 1:
        columns += 1
    rows, width = -(-len(seats) // columns), field.width // columns
    pitch = min(20, (field.height + 1) // max(1, rows))
    top = field.y + (field.height + 2 - rows * pitch) // 2
    for index, seat in enumerate(seats):
        x, y = index // rows * width + 2, top + index % rows * pitch + (pitch - 8) // 2
        name, live = f"{seat.place} {seat.name}", sheets.score(seat)
        if pitch < 18:
            _leader(paper, x, y, width - 8, name, live)
        else:
            face = score_grid.fitting([live], width // 2)
            paper.write_right(x + width - 4, y - 4, live, face)
            paper.write(x, y, cut(name, width - 12 - measure(face, live)))
    for column in range(1, columns):
        paper.dots_down(column * width - 2, top, rows * pitch - 2)


def _qr(paper: Paper, square: Field, rows: Sequence[str]) -> None:
    """A QR, dark on light as phones want it, as large as whole pixels allow."""
    scale = max(1, (square.width - 4) // len(rows))
    paper.invert(*square)
    side = scale * len(rows)
    x, y = square.x + (square.width - side) // 2, square.y + (square.height - side) // 2
    paper.stamp(x, y, rows, scale)


def _code(paper: Paper, display: Worded, sheet: sheets.QrCode) -> None:
    """Words, and the code as large as there is room beside or, on a square display, below them."""
    beside = paper.width > paper.height
    side = paper.height - (0 if beside else BAR + 22)
    room = paper.width - (side + 2 if beside else 0)
    _headed(paper, display.mark or sheet.title, [], room)
    for row, line in enumerate(broken(sheet.text, room)):
        paper.write(2, BAR + 3 + row * 10, line)
    x = paper.width - side if beside else (paper.width - side) // 2
    if sheet.code:  # a browser that shows the display has not every code
        _qr(paper, Field(x, paper.height - side, side, side), sheet.code)


def _all_scores(paper: Paper, display: Worded) -> None:
    """Beside or below what a small display shows."""
    if paper.width >= 256:
        field = Field(136, BAR, paper.width - 136, paper.height - BAR)
    elif paper.height >= 128:
        field = Field(0, 68, paper.width, paper.height - 68)
    else:
        return
    if score_grid.has_room(field, display.seats):
        if field.x:
            paper.dots_down(field.x - 4, field.y + 2, field.height - 2)
        score_grid.board(paper, field, display.seats)


DRAWN: dict[type[sheets.Sheet], Callable[[Paper, Worded, Any], None]] = {
    sheets.Current: _current,
    sheets.Board: _board,
    sheets.TraySheet: _tray,
    sheets.RoundsTable: _rounds,
    sheets.DeviceLines: _device,
    sheets.TextLines: _lines,
    sheets.RoundQuestion: _question,
    sheets.PhotoSheet: _photo,
    sheets.SeatsSheet: _seats,
    sheets.Start: _start,
    sheets.Lobby: _lobby,
    sheets.Podium: _podium,
    sheets.QrCode: _code,
}
