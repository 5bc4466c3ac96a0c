"""Draw the race of a game: everybody's total grows round by round, and the lanes change places.

What moves is drawn once and then only put down anew, as indexes of one palette: that is quick, and
each frame is small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from firmware.paper.recap import canvas, colours, gif
from firmware.paper.recap.canvas import Area, Canvas, Fit
from firmware.paper.recap.content import Race, Runner
from firmware.paper.render.marks import Colour
from firmware.words.numbers import numeral

WIDTH, MOST_HEIGHT = 640, 800
MARGIN, GAP, HEAD, FOOT = 24, 9, 152, 42
HIGHEST_LANE = 134
A_STEP_CS, START_CS, HOLD_CS, END_CS = 110, 70, 100, 400  # hundredths of a second
FRAMES = (18, 12, 8)  # a step; the first of these with which the file is small enough
MOST_BYTES = 1_000_000
LEVELS = 6  # shades of a letter's edge
RESERVED = 1  # of the palette: for what stays as it was
Indexes = Image.Image  # of mode "L"


class Lane(NamedTuple):
    """A runner's lane and pawn, and the indexes of the bar and its edge."""

    runner: Runner
    card: Indexes
    pawn: Indexes
    bar: int
    edge: int


class Painter:
    """The palette, and everything that is drawn once."""

    def __init__(self, race: Race) -> None:
        self._race = race
        self.height = min(HIGHEST_LANE, (MOST_HEIGHT - HEAD - FOOT) / len(race.runners) - GAP)
        self.height_in_all = round(HEAD + len(race.runners) * (self.height + GAP) + FOOT)
        self.size = round(self.height * 0.46)  # of a pawn
        self.shades = colours.SHADES[race.look]
        ground = _ground(race, self.height_in_all)
        self._key = _key(race)
        self.ground = self.indexes(ground.image)
        self.lanes = [
            Lane(
                runner,
                self.indexes(self._card(runner)),
                self.indexes(self._pawn(runner)),
                self._index(colours.badge(runner.plate.badge, race.look)),
                self._index(self.shades.edge),
            )
            for runner in race.runners
        ]
        self.on_sheet = self._levels(self.shades.sheet)
        self.on_paper = self._levels(self.shades.paper)

    @property
    def palette(self) -> bytes:
        whole = bytes(self._key.getpalette() or ())
        return (bytes(3 * RESERVED) + whole)[: 3 * gif.COLOURS]

    def indexes(self, image: Image.Image) -> Indexes:
        """A picture as indexes of the palette."""
        near = image.quantize(palette=self._key, dither=Image.Dither.NONE)
        shifted = [min(gif.COLOURS - 1, index + RESERVED) for index in range(gif.COLOURS)]
        return Image.frombytes("L", near.size, near.tobytes()).point(shifted)

    def _index(self, colour: str) -> int:
        return self.indexes(Image.new("RGB", (1, 1), colour)).tobytes()[0]

    def _levels(self, ground: Colour) -> list[int]:
        """The index for each strength of ink, 0 to 255, on that ground."""
        ramp = [self._index(mix) for mix in _ramp(self.shades.ink, ground)]
        return [ramp[round(strength / 255 * (LEVELS - 1))] for strength in range(256)]

    # --- what moves --------------------------------------------------------------

    def _card(self, runner: Runner) -> Image.Image:
        """A lane with the runner's name, and room for the bar below it."""
        drawn = Canvas(WIDTH - 2 * MARGIN, round(self.height), self._race.look)
        box = Area(0, 0, WIDTH - 2 * MARGIN, self.height)
        drawn.card(box, self.shades.sheet, min(18, self.height / 4), self.shades.line)
        name = Area(20, self.height * 0.04, box.width - 40, self.height * 0.42)
        drawn.text(name, runner.name, Fit(30, 13, bold=True))
        return drawn.image

    def _pawn(self, runner: Runner) -> Image.Image:
        """A plate over the end of its bar: left of its middle is the bar, right of it nothing."""
        drawn = Canvas(self.size, self.size, self._race.look)
        drawn.image.paste(self.shades.sheet, (0, 0, self.size, self.size))
        half = self.size // 2
        top, bottom = _bar_edges(self.size)
        drawn.image.paste(self.shades.edge, (0, top, half, bottom))
        colour = colours.badge(runner.plate.badge, self._race.look)
        drawn.image.paste(colour, (0, top + 1, half, bottom - 1))
        drawn.plate(runner.plate, 0, 0, self.size)
        return drawn.image

    def written(self, text: str, pixels: int, wide: int, levels: Sequence[int]) -> Indexes:
        """Bold words as indexes, on a ground as wide as that at most."""
        high = round(pixels * canvas.NEXT_LINE)
        while canvas.width(text, pixels, True) > wide and pixels > 12:
            pixels -= 1
        ink = Image.new("L", (min(wide, round(canvas.width(text, pixels, True)) + 2), high), 0)
        text = canvas.shortened(text, wide, pixels, True)
        base_line = canvas.BASE_LINE * pixels + (high - pixels) / 2
        canvas.write(ImageDraw.Draw(ink), 0, base_line, text, pixels, True, 255)
        return ink.point([*levels])


def animation(race: Race) -> bytes:
    """The GIF, of MOST_BYTES at most."""
    painter, content = Painter(race), b""
    for frames in FRAMES:
        size = WIDTH, painter.height_in_all
        content = gif.animated(size, painter.palette, _frames(race, painter, frames))
        if len(content) <= MOST_BYTES:
            break
    return content


def _ground(race: Race, height: int) -> Canvas:
    """What stands still: the menu and the date."""
    ground = Canvas(WIDTH, height, race.look)
    wide = WIDTH - 2 * MARGIN
    ground.text(Area(MARGIN, 18, wide, 52), race.title, Fit(38, 16, bold=True))
    soft = ground.shades.soft
    ground.text(Area(MARGIN, 68, wide, 32), race.date, Fit(23, 14), soft)
    foot = Area(MARGIN, height - FOOT, wide, FOOT - 6)
    ground.text(foot, "Okanjo", Fit(20, 20, bold=True), soft, "middle")
    return ground


def _key(race: Race) -> Image.Image:
    """The palette: the colours of the look and of those who run, and their smooth edges."""
    shades = colours.SHADES[race.look]
    exact = [shades.paper, shades.sheet, shades.ink, shades.soft, shades.line, shades.edge]
    edges = [_ramp(ink, shades.paper) for ink in (shades.ink, shades.soft)]
    edges += [_ramp(ink, shades.sheet) for ink in (shades.ink, shades.edge)]
    for runner in race.runners:
        fill = colours.badge(runner.plate.badge, race.look)
        ink = colours.on_badge(runner.plate.badge, race.look)
        exact += [fill, ink]
        edges += [_ramp(fill, ink), _ramp(fill, shades.sheet), _ramp(shades.edge, fill)]
    wanted = dict.fromkeys([*exact, *(colour for ramp in edges for colour in ramp)])
    entries = [colours.rgb(colour) for colour in wanted][: gif.COLOURS - RESERVED]
    entries += [entries[0]] * (gif.COLOURS - len(entries))
    key = Image.new("P", (1, 1))
    key.putpalette(bytes(part for entry in entries for part in entry))
    return key


def _ramp(ink: Colour, ground: Colour) -> list[Colour]:
    """From the ground to what is written on it."""
    return [colours.mixed(ink, ground, level / (LEVELS - 1)) for level in range(LEVELS)]


def _bar_edges(size: int) -> tuple[int, int]:
    """Where a bar begins and ends, from the top of its pawn."""
    return round(size * 0.28), round(size * 0.72)


# --- frame by frame --------------------------------------------------------------


def _frames(race: Race, painter: Painter, count: int) -> Iterator[tuple[Indexes, int]]:
    """Each picture, and how long it stays."""
    lanes = painter.lanes
    totals = [(0,) * len(lanes), *zip(*(lane.runner.totals for lane in lanes), strict=True)]
    places = [[*range(len(lanes))], *(_places(sums) for sums in totals[1:])]
    numbers = [["0"] * len(lanes), *zip(*(lane.runner.numbers for lane in lanes), strict=True)]
    most = max(1, *(total for sums in totals for total in sums))
    paint = _Frame(painter, most)
    yield paint.frame("", totals[0], places[0], numbers[0]), START_CS
    stays = round(A_STEP_CS / count)
    if len(race.steps) == 1:
        count *= 2
    for step, words in enumerate(race.steps):
        for number in range(1, count):
            part = _eased(number / count)
            now = [a + (b - a) * part for a, b in zip(totals[step], totals[step + 1], strict=True)]
            turn = _eased(min(1.0, max(0.0, number / count - 0.35) / 0.5))
            where = [
                a + (b - a) * turn for a, b in zip(places[step], places[step + 1], strict=True)
            ]
            counted = [numeral(round(total), race.language).replace("-", "−") for total in now]
            yield paint.frame(words, now, where, counted), stays
        end = totals[step + 1], places[step + 1], numbers[step + 1]
        yield paint.frame(words, *end), HOLD_CS
    yield paint.frame(race.verdict, *end), END_CS


def _places(totals: Sequence[int]) -> list[int]:
    """Whose lane is where: the highest total on top, seats in their order where they are alike."""
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return [order.index(seat) for seat in range(len(totals))]


def _eased(part: float) -> float:
    """Slow, fast, slow."""
    return part * part * (3 - 2 * part)


class _Frame:
    """Puts down what moves; `most` is the total that fills a lane."""

    def __init__(self, painter: Painter, most: int) -> None:
        self._painter, self._most = painter, most
        self._font = max(14, round(painter.height * 0.3))
        self._room = WIDTH - 2 * MARGIN - 40 - round(1.3 * painter.size) - 12 - self._font * 4

    def frame(
        self,
        words: str,
        totals: Sequence[float],
        places: Sequence[float],
        numbers: Sequence[str],
    ) -> Indexes:
        painter = self._painter
        image = painter.ground.copy()
        if words:
            text = painter.written(words, 30, WIDTH - 2 * MARGIN, painter.on_paper)
            image.paste(text, (MARGIN, 104))
        # who is behind is put down first, so that who comes forward passes in front
        for seat in sorted(range(len(totals)), key=lambda seat: totals[seat]):
            top = round(HEAD + places[seat] * (painter.height + GAP))
            self._lane(image, top, painter.lanes[seat], totals[seat], numbers[seat])
        return image

    def _lane(self, image: Indexes, top: int, lane: Lane, total: float, number: str) -> None:
        painter, size = self._painter, self._painter.size
        image.paste(lane.card, (MARGIN, top))
        left, row = MARGIN + 20, top + round(painter.height * 0.48)
        end = left + round(0.3 * size + self._room * max(0.0, total) / self._most)
        upper, lower = (row + edge for edge in _bar_edges(size))
        middle = end + size // 2
        image.paste(lane.edge, (left, upper, middle, lower))
        image.paste(lane.bar, (left + 1, upper + 1, middle, lower - 1))
        image.paste(lane.pawn, (end, row))
        text = painter.written(number, self._font, self._font * 4, painter.on_sheet)
        image.paste(text, (end + size + 10, row + (size - text.height) // 2))
