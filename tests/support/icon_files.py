"""Draw the icons' SVG files once more, for the display: firmware/screen/icons.txt.

`PYTHONPATH=.:tests python -m support.icon_files`, or `make icons`, writes it anew.
"""

from collections.abc import Iterator
from pathlib import Path

from engine.codes import codebook
from firmware.labels.render import icons
from firmware.labels.render.marks import BLACK, Outline, Point

ROOT = Path(__file__).parents[2]
PIXELS = ROOT / "firmware/screen/icons.txt"
SIDE = 24  # pixels, one a unit
FINE = 8  # samples across a pixel, and down
DARK = 0.45  # of a pixel has to be black: with half of it, thin lines break
BENT = 12  # straight lines for a curve
BITS = str.maketrans(".#", "01")


def drawn() -> dict[str, str]:
    """Which icon each kind, face, game and command has, by slugs; a face may have its kind's."""
    found = {}
    for label in codebook().labels:
        own = label.face or label.kind or label.slug
        if {own, label.kind} & icons.names():
            found[own] = own if own in icons.names() else label.kind
    return dict(sorted(found.items()))


def pixels() -> str:
    """A line for each kind and face: three bytes a column, the top row their lowest bit."""
    cards = {slug for label in codebook().labels for slug in (label.kind, label.face)}
    lines = []
    for slug, name in drawn().items():
        if slug in cards:
            columns = ["".join(column)[::-1] for column in zip(*lit(name), strict=True)]
            numbers = [int(column.translate(BITS), 2) for column in columns]
            lines.append(f"{slug} {b''.join(one.to_bytes(3, 'little') for one in numbers).hex()}\n")
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
    return ["".join(".#"[one > FINE * FINE * DARK] for one in row) for row in rows]


def _straight(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """Yield a closed outline's lines, its curves in short ones."""
    points = [outline[0][0]]
    for step in outline[1:]:
        if len(step) == 1:
            points += step
            continue
        begin = points[-1]
        for at in range(1, BENT + 1):
            t = at / BENT
            shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x, y = (
                sum(share * one for share, one in zip(shares, ones, strict=True))
                for ones in zip(begin, *step, strict=True)
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


def main() -> None:
    """Write it."""
    PIXELS.write_text(pixels(), encoding="ascii")


if __name__ == "__main__":
    main()
