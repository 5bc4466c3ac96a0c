"""Photos of trays that no camera took: cards with a label each, and what is known of them.

`easy`, `medium` and `hard` are the camera's: tilt, focus, motion, noise, light, JPEG. Troubles come
on top: what lies on a table, what shines, what a cheap phone makes of it; and harsher ones:
"pattern", "art", "shine", "shadow", "flicker", "dim", "shaken", "fan". Same seed, same bytes.
"""

import io
import math
from functools import cache
from random import Random
from statistics import NormalDist
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter, ImageOps
from ppf.datamatrix import DataMatrix

PX = 12  # of the table for a mm
CARD_MM = (57, 88)
AT_MM = 5  # where a label's corner lies on a card
SLEEVE_MM = 3  # that it stands out
PHOTO = (4032, 3024)
TROUBLES = ("cloth", "sleeves", "glare", "curl", "phone")


class Level(NamedTuple):
    tilt: float  # degrees
    blur: float  # sigma in pixels of 12 megapixels, as all here
    motion: int
    noise: float
    quality: int  # of the JPEG
    shade: float  # by how much one side is darker than the other


LEVELS = {
    "easy": Level(8, 0.8, 0, 3, 90, 0.15),
    "medium": Level(22, 1.5, 4, 6, 85, 0.35),
    "hard": Level(35, 2.2, 7, 10, 75, 0.5),
}


class Scene(NamedTuple):
    """A photo as a JPEG, and the middle of each label that is in sight, in its pixels; by how many
    degrees each card is turned against the clock.
    """

    jpeg: bytes
    labels: dict[str, tuple[float, float]]
    turns: dict[str, float]


class Laid(NamedTuple):
    """A tray in front of a lens, before light, motion and sensor: photos of it differ."""

    rng: Random
    sight: Image.Image
    labels: dict[str, tuple[float, float]]
    turns: dict[str, float]

    def take(self, level: str, troubles: tuple[str, ...] = ()) -> Scene:
        return Scene(_take(self.rng, self.sight, LEVELS[level], troubles), self.labels, self.turns)


def scene(
    codes: list[str],
    level: str,
    seed: int,
    mm: float = 10,
    troubles: tuple[str, ...] = (),
    field: tuple[int, int] = (360, 270),
    size: tuple[int, int] = PHOTO,
    on: dict[str, str] | None = None,
) -> Scene:
    """Lay these cards on a table of `field` mm, in two rows, and take a photo of it."""
    tilt = LEVELS[level].tilt
    return lay(codes, tilt, seed, mm, troubles, field, size, on).take(level, troubles)


def lay(
    codes: list[str],
    tilt: float,
    seed: int,
    mm: float = 10,
    troubles: tuple[str, ...] = (),
    field: tuple[int, int] = (360, 270),
    size: tuple[int, int] = PHOTO,
    on: dict[str, str] | None = None,
) -> Laid:
    """`on`: cards, and the card that each lies on, a little lower, as docs/labels.md says."""
    rng, on = Random(seed), on or {}
    width, height = (side * PX for side in field)
    table = _cloth(rng, (width, height), troubles)
    owner = Image.new("L", table.size)
    laid, turns = [], {}
    poses: dict[str, tuple[float, float, float]] = {}
    apart = [code for code in codes if code not in on]
    columns = math.ceil(len(apart) / 2)
    for number, code in enumerate([*apart, *on], 1):
        card, mask, spot = _card(rng, code, mm, troubles)
        if code in on:
            x, y, turn = _lower(rng, *poses[on[code]])
        elif "fan" in troubles:
            x, y, turn = _fanned(rng, number - 1, len(apart), width, height)
        else:
            turn = (
                rng.uniform(0, 360) if seed % 2 else rng.uniform(-25, 25) + rng.choice([0, 0, 180])
            )
            x = width * (0.04 + 0.92 * ((number - 1) % columns + 0.5) / columns) + rng.gauss(
                0, 2 * PX
            )
            y = height * (0.27 + 0.46 * ((number - 1) // columns)) + rng.gauss(0, 2 * PX)
        poses[code] = x, y, turn
        turns[code] = turn
        turned = card.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        mask = mask.rotate(turn, expand=True)
        corner = round(x - turned.width / 2), round(y - turned.height / 2)
        table.paste(turned, corner, mask)
        owner.paste(number, corner, mask)
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        half = mm * PX / 2
        points = []
        for right, down in [(0, 0), *((a, b) for a in (-half, 0, half) for b in (-half, 0, half))]:
            u, v = spot[0] + right - card.width / 2, spot[1] + down - card.height / 2
            points.append((x + u * cos + v * sin, y - u * sin + v * cos))
        laid.append((number, code, points))
    if "glare" in troubles:
        table = _glare(rng, table)
    if "shadow" in troubles:
        table = _shadow(rng, table)
    to_photo = _camera(rng, tilt, table.size, size)
    photo = table.transform(
        size,
        Image.Transform.PERSPECTIVE,
        _inverse(to_photo),
        Image.Resampling.BICUBIC,
        fillcolor=90,
    )
    seen = {}
    for number, code, points in laid:
        inside = all(
            0 <= x < width and 0 <= y < height and owner.getpixel((int(x), int(y))) == number
            for x, y in points
        )
        if inside:
            seen[code] = _project(to_photo, *points[0])
    return Laid(rng, photo, seen, turns)


def _lower(rng: Random, x: float, y: float, turn: float) -> tuple[float, float, float]:
    """A card on another: 2 to 4.5 cm lower in that one's own directions, roughly straight."""
    right, down = rng.gauss(0, 5) * PX, rng.uniform(20, 45) * PX
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return x + right * cos + down * sin, y - right * sin + down * cos, turn + rng.gauss(0, 6)


def _fanned(
    rng: Random, number: int, count: int, width: int, height: int
) -> tuple[float, float, float]:
    """Two hands, each spread about a point below it, so that upper left corners show."""
    hand, place = divmod(number, math.ceil(count / 2))
    turn = 40 - 80 * place / max(1, math.ceil(count / 2) - 1) + rng.uniform(-2, 2)
    far, lean = 62 * PX, math.radians(turn)
    x = width * (0.26 + 0.48 * hand) - far * math.sin(lean)
    return x, height * 0.62 - far * math.cos(lean) + 16 * PX, turn


@cache
def symbol(code: str) -> Image.Image:
    """A DataMatrix, a pixel a module."""
    rows = DataMatrix(code).matrix
    side = len(rows)
    image = Image.new("L", (side, side))
    image.putdata([0 if module else 255 for row in rows for module in row])
    return ImageOps.expand(image, 1, 255)


def label(code: str, mm: float) -> Image.Image:
    side = round(mm * PX)
    image = symbol(code)
    fine = image.resize((image.width * 40,) * 2, Image.Resampling.NEAREST)
    return fine.resize((side, side), Image.Resampling.BOX).point(
        lambda grey: 25 + grey * 220 // 255
    )


def _card(
    rng: Random, code: str, mm: float, troubles: tuple[str, ...]
) -> tuple[Image.Image, Image.Image, tuple[float, float]]:
    """A card, what of it is not transparent, and the middle of its label."""
    width, height = (side * PX for side in CARD_MM)
    card = Image.new("L", (width, height), rng.randrange(90, 235))
    draw = ImageDraw.Draw(card)
    for _ in range(14):
        x, y, grey = rng.randrange(width), rng.randrange(height), rng.randrange(20, 245)
        match rng.randrange(3):
            case 0:
                radius = rng.randrange(10, width // 4)
                box = (x - radius, y - radius, x + radius, y + radius)
                draw.ellipse(box, rng.choice([grey, None]), grey, rng.choice([3, 6]))
            case 1:
                box = (x, y, x + rng.randrange(10, width // 2), y + rng.randrange(10, height // 3))
                draw.rectangle(box, rng.choice([grey, None]), grey, 4)
            case _:
                words = rng.choice(["TEMPURA", "MAKI ROLL", "x2=5", "6/3", "PUDDING"])
                draw.text((x, y), words, grey, font_size=rng.randrange(30, 90))
    draw.rectangle((0, 0, width - 1, height - 1), None, 245, 8)
    margin = AT_MM * PX
    if "art" in troubles:
        _art(rng, card, margin, round(mm * PX))
    card.paste(label(code, mm), (margin, margin))
    middle = margin + mm * PX / 2
    if "curl" in troubles:
        card = _curled(rng, card, margin, mm * PX)
    mask = Image.new("L", card.size, 255)
    if "sleeves" in troubles:
        rim = SLEEVE_MM * PX
        # The film takes contrast; its seams shine, and the card lies askew in it.
        film = Image.blend(card, Image.new("L", card.size, 215), rng.uniform(0.05, 0.2))
        card, mask = ImageOps.expand(film, rim, 200), ImageOps.expand(mask, rim, 110)
        middle += rim
        draw, seams = ImageDraw.Draw(card), ImageDraw.Draw(mask)
        for inset in (2, rim - rng.randrange(4, rim)):
            box = (inset, inset, card.width - inset, card.height - inset)
            draw.rectangle(box, None, 250, 4)
            seams.rectangle(box, None, 200, 4)
    if "glare" in troubles and rng.random() < 0.6:
        card = _streak(rng, card)
    if "shine" in troubles and rng.random() < 0.5:
        card = _shine(rng, card)
    return card, mask, (middle, middle)


def _art(rng: Random, card: Image.Image, margin: int, side: int) -> None:
    """Fine print right up to the label: checks, halftone, a barcode and a name beside it."""
    draw, cell = ImageDraw.Draw(card), rng.choice([8, 10, 14])
    for top in range(0, card.height, cell):
        for left in range(0, card.width, cell):
            if (top // cell + left // cell) % 2 and (top < 3 * margin + side or rng.random() < 0.3):
                draw.rectangle(
                    (left, top, left + cell - 1, top + cell - 1), rng.choice([20, 60, 230])
                )
    beside = margin + side + PX
    draw.rectangle((beside, margin, beside + 25 * PX, margin + side), 240)
    left = beside + 2 * PX
    while left < beside + 22 * PX:
        wide = rng.choice([3, 3, 6, 9])
        draw.rectangle((left, margin + PX, left + wide - 1, margin + side * 2 // 3), 25)
        left += wide + rng.choice([3, 3, 6, 9])
    draw.text((beside + 2 * PX, margin + side * 2 // 3), "Chopsticks 3", 25, font_size=2.5 * PX)


def _shine(rng: Random, card: Image.Image) -> Image.Image:
    """A window in a sleeve: a hard-edged patch that burns out, in folds of the film."""
    shine = Image.new("L", card.size)
    draw = ImageDraw.Draw(shine)
    for _ in range(rng.randrange(1, 4)):
        x, y = rng.randrange(card.width), rng.randrange(card.height)
        long, wide = rng.uniform(8, 40) * PX, rng.uniform(1, 7) * PX
        lean = rng.uniform(0, math.pi)
        a, b = long * math.cos(lean), long * math.sin(lean)
        c, d = -wide * math.sin(lean), wide * math.cos(lean)
        draw.polygon(
            [(x, y), (x + a, y + b), (x + a + c, y + b + d), (x + c, y + d)], rng.randrange(80, 255)
        )
    return ImageChops.screen(card, shine.filter(ImageFilter.BoxBlur(rng.choice([1, 4, 10]))))


def _curled(rng: Random, card: Image.Image, margin: int, side: float) -> Image.Image:
    """A label whose corner has come off: it bends toward the camera, and casts a shadow."""
    steps, lift = 8, rng.uniform(0.05, 0.16)
    rising = rng.choice([(0, 0), (1, 0), (0, 1), (1, 1)])
    width = round(side)
    box = (margin, margin, margin + width, margin + width)
    part = card.crop(box)

    def source(x: float, y: float) -> tuple[float, float]:
        """Near the corner that rises, the picture is pulled to the middle."""
        u, v = x / width, y / width
        near = max(0.0, 1 - math.hypot(u - rising[0], v - rising[1]) / 0.9) ** 2
        return x + (rising[0] * 2 - 1) * near * lift * width, y + (
            rising[1] * 2 - 1
        ) * near * lift * width

    mesh = []
    for row in range(steps):
        for column in range(steps):
            left, top = width * column // steps, width * row // steps
            right, bottom = width * (column + 1) // steps, width * (row + 1) // steps
            corners = [
                source(*corner)
                for corner in ((left, top), (left, bottom), (right, bottom), (right, top))
            ]
            mesh.append(
                ((left, top, right, bottom), [axis for corner in corners for axis in corner])
            )
    bent = part.transform(
        part.size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC, fillcolor=230
    )
    light = Image.linear_gradient("L").rotate(rng.choice([0, 90, 180, 270])).resize(part.size)
    dark = light.point(lambda grey: 150 + grey * 105 // 255)
    card = card.copy()
    card.paste(ImageChops.multiply(bent, dark), box)
    return card


def _streak(rng: Random, card: Image.Image) -> Image.Image:
    """The lamp in a sleeve or a coated card: a soft bright band across it."""
    shine = Image.new("L", (card.width // 8, card.height // 8))
    across = rng.uniform(-0.3, 1.1) * shine.height
    slope, wide = rng.uniform(-0.8, 0.8) * shine.width, rng.uniform(3, 12)
    ImageDraw.Draw(shine).line(
        (0, across, shine.width, across + slope), rng.randrange(90, 200), round(wide)
    )
    shine = shine.filter(ImageFilter.GaussianBlur(rng.uniform(1.5, 5))).resize(card.size)
    return ImageChops.screen(card, shine)


def _glare(rng: Random, table: Image.Image) -> Image.Image:
    """Lamps: a white core that burns out what is under it, and a wide veil about it."""
    light = Image.new("L", (table.width // 16, table.height // 16))
    for _ in range(rng.randrange(1, 4)):
        x, y = rng.randrange(light.width), rng.randrange(light.height)
        for radius, grey in ((rng.uniform(15, 35), 60), (rng.uniform(2, 5), 255)):
            spot = Image.new("L", light.size)
            ImageDraw.Draw(spot).ellipse(
                (x - radius, y - radius * 0.6, x + radius, y + radius * 0.6), grey
            )
            light = ImageChops.screen(light, spot.filter(ImageFilter.GaussianBlur(radius / 3)))
    return ImageChops.screen(table, light.resize(table.size, Image.Resampling.BICUBIC))


def _shadow(rng: Random, table: Image.Image) -> Image.Image:
    """The one who takes the photo stands in the light: an edge runs over cards and labels."""
    width, height = table.width // 8, table.height // 8
    shadow = Image.new("L", (width, height), 255)
    left, right = (width * rng.uniform(0.1, 0.9) for _ in "ab")
    ImageDraw.Draw(shadow).polygon(
        [(0, height), (0, 0), (left, 0), (right, height)], rng.randrange(70, 130)
    )
    shadow = shadow.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 12)))
    return ImageChops.multiply(table, shadow.resize(table.size))


def _cloth(rng: Random, size: tuple[int, int], troubles: tuple[str, ...]) -> Image.Image:
    """What the cards lie on: wood, or dark wood, or a table cloth, or a newspaper."""
    kind = "wood"
    if "cloth" in troubles:
        kind = rng.choice(["gingham", "stripes", "weave", "paper", "black", "white"])
    if "pattern" in troubles:
        kind = rng.choice(["checks", "dots", "ebony", "print"])
    coarse = size[0] // 4, size[1] // 4
    grain = Image.new("L", coarse, 115)
    for across, down, deep in ((3, 60, 40), (12, 9, 25), (200, 40, 18)):
        spots = Image.frombytes("L", (across, down), rng.randbytes(across * down))
        even = spots.resize(coarse, Image.Resampling.BICUBIC).point(
            lambda grey, deep=deep: 128 + (grey - 128) * deep // 128
        )
        grain = ImageChops.add(grain, even, offset=-128)
    grain = grain.resize(size, Image.Resampling.BILINEAR)
    if kind in ("wood", "ebony"):
        return grain if kind == "wood" else grain.point(lambda grey: grey // 3)
    cell = rng.choice([4, 8, 10, 15]) * PX
    light = {"black": 25, "white": 215}.get(kind, rng.randrange(170, 240))
    cloth = Image.new("L", size, light)
    draw = ImageDraw.Draw(cloth)
    if kind in ("gingham", "stripes"):
        dark = Image.new("L", size, 255)
        for vertical in (False, True)[: 1 + (kind == "gingham")]:
            band = Image.new("L", size, 255)
            pen = ImageDraw.Draw(band)
            for start in range(0, max(size), 2 * cell):
                box = (
                    (start, 0, start + cell, size[1])
                    if vertical
                    else (0, start, size[0], start + cell)
                )
                pen.rectangle(box, 110)
            dark = ImageChops.multiply(dark, band)
        cloth = ImageChops.multiply(cloth, dark)
    elif kind == "weave":
        tile = Image.frombytes("L", (2, 2), bytes([light, 60, 60, light])).resize(
            (14, 14), Image.Resampling.NEAREST
        )
        for x in range(0, size[0], tile.width):
            cloth.paste(tile, (x, 0))
        row = cloth.crop((0, 0, size[0], tile.height))
        for y in range(0, size[1], tile.height):
            cloth.paste(row, (0, y))
    elif kind in ("checks", "dots"):
        # As fine as a label's own modules, or a little coarser.
        fine = rng.randrange(8, 30)
        tile = Image.new("L", (2 * fine, 2 * fine), light)
        pen = ImageDraw.Draw(tile)
        for corner in (0, fine):
            box = (corner, corner, corner + fine - 1, corner + fine - 1)
            (pen.rectangle if kind == "checks" else pen.ellipse)(box, 40)
        for x in range(0, size[0], tile.width):
            cloth.paste(tile, (x, 0))
        row = cloth.crop((0, 0, size[0], tile.height))
        for y in range(0, size[1], tile.height):
            cloth.paste(row, (0, y))
    elif kind == "print":
        for _ in range(400):
            place, grey = (rng.randrange(size[0]), rng.randrange(size[1])), rng.randrange(10, 90)
            words = "".join(rng.choices("ABCDEFGHKMNPRSTXYZ0123456789#%&@", k=6))
            draw.text(place, words, grey, font_size=rng.randrange(20, 120))
    elif kind == "paper":
        for y in range(0, size[1], 4 * PX):
            line = "".join(rng.choices("abcdefghij klmno pqrstu vwxyz", k=260))
            draw.text((0, y), line, 40, font_size=3 * PX)
    return ImageChops.add(cloth, grain.filter(ImageFilter.GaussianBlur(3)), 1, -115)


Matrix = tuple[tuple[float, float, float], ...]


def _camera(rng: Random, tilt: float, table: tuple[int, int], photo: tuple[int, int]) -> Matrix:
    """The table's pixels to the photo's: a pinhole that leans, and has all of the table in view."""
    lean, roll = math.radians(tilt * rng.uniform(0.8, 1.1)), math.radians(rng.uniform(-6, 6))
    width, height = table
    focal, far = 1.2 * photo[0], 0.8 * width
    while True:
        cos, sin = math.cos(roll), math.sin(roll)
        up, deep = math.cos(lean), math.sin(lean)
        # Turn about the middle of the table, then lean away, `far` in front of the lens.
        rows = (
            (focal * cos, -focal * sin, 0.0),
            (focal * up * sin, focal * up * cos, 0.0),
            (deep * sin, deep * cos, far),
        )
        move = ((1, 0, -width / 2), (0, 1, -height / 2), (0, 0, 1))
        matrix = _times(rows, move)
        corners = [_project(matrix, x, y) for x in (0, width) for y in (0, height)]
        xs, ys = zip(*corners, strict=True)
        if max(xs) - min(xs) <= photo[0] and max(ys) - min(ys) <= photo[1]:
            right, down = (photo[0] - max(xs) - min(xs)) / 2, (photo[1] - max(ys) - min(ys)) / 2
            return _times(((1, 0, right), (0, 1, down), (0, 0, 1)), matrix)
        far *= 1.02


def _times(a: Matrix, b: Matrix) -> Matrix:
    def row(left: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, z = (sum(left[k] * b[k][column] for k in range(3)) for column in range(3))
        return x, y, z

    return tuple(row(left) for left in a)


def _project(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    u, v, w = (a * x + b * y + c for a, b, c in matrix)
    return u / w, v / w


def _inverse(matrix: Matrix) -> list[float]:
    """As Pillow wants it: eight numbers, from the photo's pixels to the table's."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    rows = [
        e * i - f * h, c * h - b * i, b * f - c * e,
        f * g - d * i, a * i - c * g, c * d - a * f,
        d * h - e * g, b * g - a * h, a * e - b * d,
    ]  # fmt: skip
    return [entry / rows[8] for entry in rows[:8]]


def _take(rng: Random, photo: Image.Image, look: Level, troubles: tuple[str, ...]) -> bytes:
    """Light, motion, lens, sensor, JPEG; a cheap phone smears and sharpens before it saves."""
    scale, cheap = photo.width / PHOTO[0], "phone" in troubles
    if "flicker" in troubles:  # a lamp on the mains, line after line of the sensor
        lines, deep = rng.uniform(250, 900), rng.uniform(0.2, 0.5)
        bands = Image.new("L", (1, 3024))
        start = rng.uniform(0, 6)
        bands.putdata(
            [
                round(255 * (1 - deep / 2 + deep / 2 * math.sin(start + 6.283 * y / lines)))
                for y in range(3024)
            ]
        )
        photo = ImageChops.multiply(photo, bands.resize(photo.size))
    if "dim" in troubles:
        photo = photo.point(lambda grey: grey * 3 // 10 + 3)
    for turn, dark in ((90, look.shade), (0, look.shade / 2)):
        ramp = Image.linear_gradient("L").rotate(turn).resize(photo.size)
        photo = ImageChops.multiply(
            photo, ramp.point(lambda grey, dark=dark: round(255 * (1 - dark) + grey * dark))
        )
    photo = photo.point(lambda grey: round(grey * 0.92 + 8))
    steps, course = (
        round((look.motion + 5 * ("shaken" in troubles)) * scale),
        rng.uniform(0, math.pi),
    )
    if steps > 1:
        still = photo
        for step in range(1, steps):
            moved = ImageChops.offset(
                still, round(step * math.cos(course)), round(step * math.sin(course))
            )
            photo = Image.blend(photo, moved, 1 / (step + 1))
    photo = photo.filter(ImageFilter.GaussianBlur(max(0.3, look.blur * scale)))
    grains = Image.frombytes("L", photo.size, rng.randbytes(photo.width * photo.height))
    normal = NormalDist(128, max(0.5, look.noise * scale))  # what is scaled down has less
    photo = ImageChops.add(
        photo,
        grains.point([round(normal.inv_cdf((level + 0.5) / 256)) for level in range(256)]),
        offset=-128,
    )
    if cheap:
        photo = photo.filter(ImageFilter.MedianFilter(3)).filter(ImageFilter.UnsharpMask(2, 120, 2))
        photo = ImageEnhance.Contrast(photo).enhance(1.2)
    chroma = [
        Image.frombytes("L", (8, 6), rng.randbytes(48))
        .resize(photo.size)
        .point(lambda grey: 112 + grey // 8)
        for _ in "br"
    ]
    file = io.BytesIO()
    Image.merge("YCbCr", (photo, *chroma)).save(file, "JPEG", quality=look.quality - 20 * cheap)
    return file.getvalue()
