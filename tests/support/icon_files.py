"""Draw the icons' SVG files once more: for the display in firmware/core/screen/icons.txt, for the
pages in firmware/interfaces/web/assets/icons.svg; one of them as Okanjo's own, for tabs and home
screens.

`PYTHONPATH=.:tests python -m support.icon_files`, or `make icons`, writes them anew.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw

from engine.codes import codebook
from engine.table import DEVICES_OWN
from firmware.paper.render import icons
from firmware.paper.render.marks import BLACK, Outline, Point

ROOT = Path(__file__).parents[2]
PIXELS, SYMBOLS = (
    ROOT / "firmware/core/screen/icons.txt",
    ROOT / "firmware/interfaces/web/assets/icons.svg",
)
OWN = {
    48: ROOT / "firmware/common/http/assets/okanjo-48.png",
    192: ROOT / "firmware/common/http/assets/okanjo-192.png",
    512: ROOT / "firmware/interfaces/web/assets/okanjo-512.png",
}
LACQUER, PLATE, RICE, SALMON, INK = "#b3361b", "#f6efe3", "#fffdf9", "#f0885f", "#241a12"
SIDE = 24  # pixels, one a unit
SIXTHS = 6  # parts of a unit
FINE = 8  # samples across a pixel, and down
DARK = 0.45  # of a pixel has to be black: with half of it, thin lines break
BENT = 12  # straight lines for a curve
BITS = str.maketrans(".#", "01")
PATH = re.compile(r'<path fill="(#\w+)" d="([^"]+)"/>')
TOKEN = re.compile(r"[MLHVCZ]|\d*\.\d+|\d+")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}  # how many numbers a command takes


def drawn() -> dict[str, str]:
    """Which icon each kind, face, game and command has, by slugs; a face may have its kind's. Of
    the device's own commands only WHAT stands elsewhere than on paper: on the desk.
    """
    icon_of = dict[str, str]()
    for label in codebook().labels:
        own = label.face or label.kind or label.slug
        if own not in DEVICES_OWN - {"what"} and {own, label.kind} & icons.names():
            icon_of[own] = own if own in icons.names() else label.kind or ""
    return dict(sorted(icon_of.items()))


# --- for the display ------------------------------------------------------------------


def pixels() -> str:
    """A line for each kind and face: three bytes a column, the top row their lowest bit."""
    cards = {slug for label in codebook().labels for slug in (label.kind, label.face)}
    lines = []
    for slug, name in drawn().items():
        if slug in cards:
            columns = ["".join(column)[::-1] for column in zip(*lit(name), strict=True)]
            numbers = [int(column.translate(BITS), 2) for column in columns]
            lines.append(
                f"{slug} {b''.join(number.to_bytes(3, 'little') for number in numbers).hex()}\n"
            )
    return "".join(lines)


def lit(name: str) -> list[str]:
    """An icon's rows from the top, a `#` for each pixel that is lit: what is black on paper."""
    side = SIDE * FINE
    black = [bytearray(side) for _ in range(side)]
    for path in icons.load(name):
        lines = [line for outline in path.outlines for line in _straight(outline)]
        for row, samples in enumerate(black):
            for begin, end in _inside(lines, (row + 0.5) / FINE):
                left, right = round(begin * FINE), round(end * FINE)
                samples[left:right] = bytes([path.fill == BLACK]) * (right - left)
    rows = [
        [sum(sum(row[x : x + FINE]) for row in black[y : y + FINE]) for x in range(0, side, FINE)]
        for y in range(0, side, FINE)
    ]
    return ["".join(".#"[covered > FINE * FINE * DARK] for covered in row) for row in rows]


def _straight(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """Yield a closed outline's lines, its curves in short ones."""
    points = [outline[0][0]]
    for step in outline[1:]:
        if len(step) == 1:
            points += step
            continue
        begin = points[-1]
        for number in range(1, BENT + 1):
            t = number / BENT
            shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x, y = (
                sum(share * value for share, value in zip(shares, values, strict=True))
                for values in zip(begin, *step, strict=True)
            )
            points.append((x, y))
    return zip(points, [*points[1:], points[0]], strict=True)


def _inside(lines: list[tuple[Point, Point]], y: float) -> Iterator[tuple[float, float]]:
    """Yield from where to where a row is inside, by SVG's own rule: "nonzero"."""
    crossed = sorted(
        (x0 + (y - y0) * (x1 - x0) / (y1 - y0), 1 if y0 < y1 else -1)
        for (x0, y0), (x1, y1) in lines
        if (y0 <= y) != (y1 <= y)
    )
    winding, begin = 0, 0.0
    for x, turn in crossed:
        if not winding:
            begin = x
        winding += turn
        if not winding:
            yield begin, x


# --- for the pages --------------------------------------------------------------------


def symbols() -> str:
    """A symbol for each slug. Whole sixths of a unit, counted from the point before, are packed
    small; the largest icon has two pixels a unit.
    """
    side = SIDE * SIXTHS
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" hidden="">\n']
    for slug, name in drawn().items():
        inside = f'<use href="#icon-{name}"/>'
        if slug == name:
            text = (Path(icons.FOLDER) / f"{name}.svg").read_text(encoding="utf-8")
            inside = "".join(
                f'<path{"" if fill == BLACK else f" fill={fill!r}"} d="{relative(d)}"/>'
                for fill, d in PATH.findall(text)
            ).replace("'", '"')
        lines.append(f'<symbol id="icon-{slug}" viewBox="0 0 {side} {side}">{inside}</symbol>\n')
    return "".join([*lines, "</svg>\n"])


def relative(path: str) -> str:
    """A path of absolute commands as one of relative ones, in sixths."""
    tokens, written, command, last = TOKEN.findall(path), "", "", ""
    x = y = 0
    start = x, y
    while tokens:
        if tokens[0] in TAKES:
            command = tokens.pop(0)
        to = [round(SIXTHS * float(tokens.pop(0))) for _ in range(TAKES[command])]
        origin = {"H": (x,), "V": (y,)}.get(command, (x, y) * 3)
        written += command.lower() * (command in ("M", "Z") or command != last)
        steps = (end - begin for end, begin in zip(to, origin, strict=False))
        written += "".join(f"{step}" if step < 0 else f" {step}" for step in steps)
        last = command
        match command:
            case "H":
                x = to[0]
            case "V":
                y = to[0]
            case "Z":
                x, y = start
            case _:
                x, y = to[-2:]
        if command == "M":
            start = x, y
    return re.sub(r"([a-z]) ", r"\1", written)


# --- for tabs and home screens --------------------------------------------------------


def own(side: int) -> Image.Image:
    """A salmon nigiri on a plate, within the circle that a home screen may cut out."""
    fine = 4 * side
    image = Image.new("RGB", (fine, fine), LACQUER)
    draw = ImageDraw.Draw(image)
    draw.circle((fine / 2, fine / 2), fine * 0.4, PLATE)
    scale = fine * 0.68 / SIDE
    whites = iter((RICE, SALMON))
    for path in icons.load("salmon-nigiri"):
        colour = INK if path.fill == BLACK else next(whites)
        for outline in path.outlines:
            points = [begin for begin, _ in _straight(outline)]
            draw.polygon(
                [(fine / 2 + scale * (x - 12), fine / 2 + scale * (y - 13.5)) for x, y in points],
                colour,
            )
    return image.resize((side, side), Image.Resampling.BOX).quantize(8 if side == 48 else 16)


def main() -> None:
    """Write them all."""
    for side, path in OWN.items():
        own(side).save(path, optimize=True)
    PIXELS.write_text(pixels(), encoding="ascii")
    SYMBOLS.write_text(symbols(), encoding="ascii")


if __name__ == "__main__":
    main()
