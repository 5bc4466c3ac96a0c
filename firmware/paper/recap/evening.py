"""Draw the picture of an evening: who won, the games, what stood out, which dishes paid.

What is there shares the height: few games get more room than many.
"""

from __future__ import annotations

from firmware.paper.recap import colours
from firmware.paper.recap.canvas import Area, Canvas, Fit, fitted, text_height, width
from firmware.paper.recap.content import (
    DishLine,
    DishTable,
    EveningCard,
    GameLine,
    Highlight,
    ScoreLine,
)

WIDTH, HEIGHT = 1080, 1350
MARGIN, GAP, ROUND = 50, 18, 34
HEAD, FOOT = 112, 62
HEADING = 54  # of the dishes
HIGHLIGHT = 150
DISH, MOST_DISHES = (46, 78), 6  # a row's least and most height, rows a column
TOP = (196, 330)
FULL_GAMES = 3  # up to so many games with all their scores
SCORES = (46, 78)
DISH_NUMBER = Fit(31, 31, bold=True)
APART = 0.86  # how far a winner's plate is from the next, in parts of its size
HEADLINE = Fit(78, 24, bold=True, lines=3)
FULL, COMPACT = 128, (46, 74)


def draw(card: EveningCard) -> Canvas:
    """The whole picture."""
    canvas = Canvas(WIDTH, HEIGHT, card.look)
    inner = Area(MARGIN, MARGIN - 12, WIDTH - 2 * MARGIN, HEIGHT - MARGIN + 12 - FOOT)
    _head(canvas, Area(inner.x, inner.y, inner.width, HEAD), card)
    _foot(canvas, Area(inner.x, inner.bottom, inner.width, FOOT))
    top, games, dishes = _heights(card, inner.height - HEAD - GAP)
    y = inner.y + HEAD + GAP
    _top(canvas, Area(inner.x, y, inner.width, top), card)
    y += top + GAP
    _games(canvas, Area(inner.x, y, inner.width, games), card)
    y += games + GAP
    if card.highlights:
        _highlights(canvas, Area(inner.x, y, inner.width, HIGHLIGHT), card.highlights)
        y += HIGHLIGHT + GAP
    _dishes(canvas, Area(inner.x, y, inner.width, dishes), card.dishes)
    return canvas


def _heights(card: EveningCard, room: float) -> tuple[float, float, float]:
    """Of the winners, the games, the dishes: the least of each, and what is left shared out."""
    rows = _dish_rows(card)
    least_games, most_games = _games_height(card)
    fixed = (HIGHLIGHT + GAP if card.highlights else 0) + 2 * GAP
    heading = HEADING + GAP if rows else 0
    while rows > 3 and TOP[0] + least_games + heading + rows * DISH[0] + fixed > room:
        rows -= 1
    top, games, dishes = float(TOP[0]), least_games, float(heading + rows * DISH[0])
    left = room - fixed - top - games - dishes
    for _ in range(2):
        more = min(max(0.0, left) / 2, TOP[1] - top)
        top, left = top + more, left - more
        more = min(max(0.0, left) / 2, most_games - games)
        games, left = games + more, left - more
    more = min(max(0.0, left), heading + rows * DISH[1] - dishes)
    top += max(0.0, left - more)
    return top, games, dishes + more


def _dish_rows(card: EveningCard) -> int:
    """Rows that a column of dishes has: a single table has two columns."""
    if len(card.dishes) == 1:
        return min(MOST_DISHES, -(-len(card.dishes[0].lines) // 2))
    return min(MOST_DISHES, max((len(table.lines) for table in card.dishes), default=0))


def _games_height(card: EveningCard) -> tuple[float, float]:
    count = len(card.games)
    if count == 1:
        players = len(card.games[0].lines)
        return 56 + SCORES[0] * players, 56 + SCORES[1] * players
    if count <= FULL_GAMES:
        return count * FULL, count * FULL * 1.25
    rows = count + bool(card.more)
    return rows * COMPACT[0] + 2 * GAP, rows * COMPACT[1] + 2 * GAP


def _head(canvas: Canvas, box: Area, card: EveningCard) -> None:
    """The evening: its date, and where, how much and how long it was."""
    date = Area(box.x, box.y, box.width, box.height * 0.6)
    canvas.text(date, card.date, Fit(60, 30, bold=True))
    below = Area(box.x, date.bottom, box.width, box.height - date.height)
    about = Fit(31, 18)
    soft = canvas.shades.soft
    wide = canvas.text(below, card.about, about, soft, "right")
    venue = Area(below.x, below.y, below.width - wide - GAP, below.height)
    if card.venue:
        canvas.text(venue, card.venue, Fit(31, 15, bold=True), soft)


def _foot(canvas: Canvas, box: Area) -> None:
    canvas.text(box, "Okanjo", Fit(24, 24, bold=True), canvas.shades.soft, "middle")


def _top(canvas: Canvas, box: Area, card: EveningCard) -> None:
    """The winners: one has all of the card in the badge's colour."""
    alone = card.plates[0].badge if len(card.plates) == 1 else ""
    fill = colours.badge(alone, card.look) if alone else canvas.shades.sheet
    ink = colours.on_badge(alone, card.look) if alone else canvas.shades.ink
    canvas.card(box, fill, ROUND, canvas.shades.edge if alone else canvas.shades.line)
    count = max(1, len(card.plates))
    size = min(box.height - 72, 210 if count == 1 else 128, 400 / (count * APART))
    across = size * (1 + APART * (count - 1)) if card.plates else 0
    left = box.x + 44
    centre = left + across / 2, box.y + box.height / 2
    shine = colours.mixed(ink, fill, 0.13) if alone else canvas.shades.paper
    canvas.rays(box.inside(2), ROUND, centre, shine)
    for number, plate in reversed([*enumerate(card.plates)]):
        x = left + number * size * APART
        canvas.plate(plate, x, centre[1] - size / 2, size, bool(alone))
    words = Area(left + across + 40, box.y + 20, 0, box.height - 40)
    words = words._replace(width=box.right - words.x - 40)
    note = 56 if card.note else 0
    headline = words._replace(height=words.height - note)
    lines, pixels = fitted(card.headline, headline, HEADLINE)
    high = text_height(len(lines), pixels)
    top = words.y + (words.height - high - note) / 2
    canvas.text(headline._replace(y=top, height=high), card.headline, HEADLINE, ink)
    if card.note:
        below = Area(words.x, top + high + 8, words.width, note - 8)
        canvas.text(below, card.note, Fit(38, 20), ink)


# --- games -----------------------------------------------------------------------


def _games(canvas: Canvas, box: Area, card: EveningCard) -> None:
    canvas.card(box, canvas.shades.sheet, ROUND, canvas.shades.line)
    if len(card.games) == 1:
        _scores(canvas, box, card.games[0])
        return
    full = len(card.games) <= FULL_GAMES
    rows = len(card.games) + bool(card.more)
    pad = 0 if full else GAP
    height = (box.height - 2 * pad) / rows
    for number, row in enumerate(card.games):
        place = Area(box.x + 30, box.y + pad + number * height, box.width - 60, height)
        (_full if full else _compact)(canvas, place, row)
        if number:
            line = Area(place.x, place.y, place.width, 2)
            canvas.card(line, canvas.shades.line, 0)
    if card.more:
        place = Area(box.x + 30, box.bottom - pad - height, box.width - 60, height)
        canvas.text(place, card.more, Fit(27, 18), canvas.shades.soft)


def _scores(canvas: Canvas, box: Area, row: GameLine) -> None:
    """The only game: its menu, and everybody's points as bars."""
    inner = box.inside(30, 10)
    title = Area(inner.x, inner.y, inner.width, 44)
    canvas.text(title, row.title, Fit(32, 18, bold=True))
    height = (inner.height - title.height) / len(row.lines)
    most = max(1, *(line.points for line in row.lines))
    for number, line in enumerate(row.lines):
        place = Area(inner.x, title.bottom + number * height, inner.width, height)
        size = min(60.0, height - 6)
        middle = place.y + height / 2
        canvas.plate(line.plate, place.x, middle - size / 2, size)
        name = Area(place.x + size + 16, place.y, 350, height)
        canvas.text(name, line.name, Fit(34, 16, bold=number < row.winners))
        wide = canvas.text(place, line.number, Fit(42, 24, bold=True), align="right")
        track = Area(name.right + 16, middle - 11, 0, 22)
        room = place.right - track.x - max(wide, 100) - 20
        points = max(0, line.points) / most
        canvas.bar(
            track._replace(width=room * points), colours.badge(line.plate.badge, canvas.look)
        )


def _full(canvas: Canvas, box: Area, row: GameLine) -> None:
    """A game in two lines: its menu and who won it, then everybody's points."""
    inner = box.inside(0, 12)
    first = Area(inner.x, inner.y, inner.width, inner.height * 0.42)
    title = first._replace(width=first.width * 0.5)
    canvas.text(title, row.title, Fit(31, 17, bold=True))
    verdict = Area(title.right + 16, first.y, first.right - title.right - 16, first.height)
    fit = Fit(31, 15)
    canvas.text(verdict, row.verdict, fit, canvas.shades.soft, "right")
    second = Area(inner.x, first.bottom, inner.width, inner.height - first.height)
    _totals(canvas, second, row.lines)


def _totals(canvas: Canvas, box: Area, lines: tuple[ScoreLine, ...]) -> None:
    """Plates with their totals, side by side."""
    each = min(170, box.width / len(lines))
    size = min(46.0, box.height - 4)
    for number, line in enumerate(lines):
        x = box.x + number * each
        canvas.plate(line.plate, x, box.y + (box.height - size) / 2, size)
        place = Area(x + size + 8, box.y, each - size - 14, box.height)
        canvas.text(place, line.number, Fit(33, 15, bold=True))


def _compact(canvas: Canvas, box: Area, row: GameLine) -> None:
    """A game in one line: its menu, who won it, and with how much."""
    size = min(46.0, box.height - 8)
    title = box._replace(width=box.width * 0.44)
    canvas.text(title, row.title, Fit(28, 15, bold=True))
    winners = row.lines[: row.winners]
    x = title.right + 14
    step = min(size * 0.6, 120 / max(1, len(winners)))
    for number, line in reversed([*enumerate(winners)]):
        canvas.plate(line.plate, x + number * step, box.y + (box.height - size) / 2, size)
    x += size + step * (len(winners) - 1) + 14
    wide = canvas.text(box, row.best, Fit(33, 18, bold=True), align="right")
    name = Area(x, box.y, box.right - wide - 16 - x, box.height)
    canvas.text(name, row.verdict, Fit(28, 15))


# --- what stood out, and the dishes ------------------------------------------------


def _highlights(canvas: Canvas, box: Area, highlights: tuple[Highlight, ...]) -> None:
    wide = (box.width - GAP * (len(highlights) - 1)) / len(highlights)
    for number, highlight in enumerate(highlights):
        tile = Area(box.x + number * (wide + GAP), box.y, wide, box.height)
        canvas.card(tile, canvas.shades.sheet, ROUND, canvas.shades.line)
        inner = tile.inside(28, 12)
        label = inner._replace(height=30)
        canvas.text(label, highlight.label, Fit(25, 15), canvas.shades.soft)
        value = Area(inner.x, label.bottom, inner.width, 46)
        canvas.text(value, highlight.value, Fit(41, 20, bold=True))
        text = Area(inner.x, value.bottom, inner.width, inner.bottom - value.bottom)
        canvas.text(text, highlight.text, Fit(26, 14, lines=2))


def _dishes(canvas: Canvas, box: Area, tables: tuple[DishTable, ...]) -> None:
    """One table in two columns, or a column for each of several."""
    if not tables:
        return
    canvas.card(box, canvas.shades.sheet, ROUND, canvas.shades.line)
    inner = box.inside(30, 8)
    columns = max(2, len(tables))
    wide = (inner.width - 44 * (columns - 1)) / columns
    rows = max(1, int((inner.height - HEADING) / DISH[0]))
    single = len(tables) == 1
    rows = min(rows, -(-len(tables[0].lines) // 2) if single else MOST_DISHES)
    height = min(DISH[1], (inner.height - HEADING) / rows)
    for number, table in enumerate(tables):
        x = inner.x + number * (wide + 44)
        heading = Area(x, inner.y, inner.width if single else wide, HEADING)
        canvas.text(heading, table.heading, Fit(28, 15, bold=True))
        most = max(1, table.lines[0].points)
        numbers = max(width(line.number, DISH_NUMBER.largest, True) for line in table.lines)
        for index, line in enumerate(table.lines[: rows * (2 if single else 1)]):
            column, row = divmod(index, rows)
            left = x + column * (wide + 44)
            place = Area(left, heading.bottom + row * height, wide, height)
            _dish(canvas, place, line, line.points / most, numbers)


def _dish(canvas: Canvas, box: Area, line: DishLine, share: float, numbers: float) -> None:
    """Its icon, its name above a bar, and its points, which take so much room at most."""
    size = min(58.0, box.height - 6)
    top = box.y + (box.height - size) / 2
    canvas.icon(line.icon, line.colour, Area(box.x, top, size, size))
    canvas.text(box, line.number, DISH_NUMBER, align="right")
    x = box.x + size + 14
    room = box.right - numbers - 20 - x
    canvas.text(Area(x, top, room, size * 0.66), line.title, Fit(28, 13))
    thick = max(9, size * 0.2)
    track = Area(x, top + size - thick, room * max(0.0, share), thick)
    canvas.bar(track, colours.KINDS.get(line.colour, colours.NO_KIND))
