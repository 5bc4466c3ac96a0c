"""Food as a child would draw it, for icons: what several dishes are made of.

Drawn for this sheet from boxes, discs and lines; it shows food, not anybody's cards.
"""

from __future__ import annotations

from math import cos, pi, radians, sin

from firmware.labels.icons.pen import (
    Icon,
    arc,
    area,
    block,
    box,
    disc,
    dot,
    line,
    moved,
    oval,
    slice_of,
)
from firmware.labels.render.marks import BLACK, Shape


def bumpy(x: float, y: float, across: float, down: float, bumps: int, tilt: float) -> Shape:
    """Batter: an oval with waves."""
    steps, turned = 8 * bumps, radians(tilt)
    points = []
    for step in range(steps):
        angle = 2 * pi * step / steps
        far = 1 + 0.09 * cos(bumps * angle)
        right, below = across * far * cos(angle), down * far * sin(angle)
        points.append(
            (
                x + right * cos(turned) - below * sin(turned),
                y + right * sin(turned) + below * cos(turned),
            )
        )
    return area(*(xy for point in points for xy in point))


STEAM: Icon = tuple(
    line(x, 8, x - 1, 6.4, x + 1, 4.4, x, 2.8) for x in (8.5, 12, 15.5)
)  # fmt: skip
RICE: Icon = (oval(12, 16, 8.5, 4.2),)
NIGIRI: Icon = (*RICE, slice_of(12, 14.5, 10, 7.5, 180, 360), arc(12, 14.5, 10, 1.4, 0, 180))
ROLL: Icon = (disc(12, 12, 9, BLACK), disc(12, 12, 7))
WAVE = [(x, 12 - 3.2 * sin((x - 2) * 0.36)) for x in range(2, 21)]
EEL: Icon = (
    area(
        *(xy for x, y in WAVE for xy in (x, y - 3.2 * min(1, (x + 1) / 6))),
        22.4, 11.6, 22.4, 13.6,
        *(xy for x, y in reversed(WAVE) for xy in (x, y + 3.2 * min(1, (x + 1) / 6))),
    ),
    dot(19.3, 11.8, 1),
    line(5.5, 6.7, 5.5, 8.2), line(9, 7.2, 9, 8.7), line(12.5, 10.2, 12.5, 11.7),
)  # fmt: skip
STAR: Icon = (
    area(12, 2, 14.5, 9, 22, 9.2, 16, 13.8, 18.2, 21, 12, 16.8, 5.8, 21, 8, 13.8, 2, 9.2, 9.5, 9),
)
SOY: Icon = (
    area(9, 7, 15, 7, 18.5, 13, 18.5, 21, 5.5, 21, 5.5, 13),
    area(9.5, 3, 16.5, 3, 15, 7, 9, 7, fill=BLACK),
    box(8, 14, 8, 4.5),
)
TEA: Icon = (*STEAM, area(5, 10, 19, 10, 17, 21, 7, 21), line(6, 14, 18, 14))
WASABI: Icon = (
    oval(12, 18.5, 9.5, 2.8),
    area(5, 18, 6.5, 13, 9, 11.5, 10, 7.5, 13, 4, 13.5, 8, 16, 11, 17.5, 14, 19, 18),
    arc(12, 13.5, 4.5, 1.8, 20, 160),
    arc(12.3, 9, 2.4, 1.2, 20, 160),
)
CHOPSTICKS: Icon = (
    area(4.5, 2.5, 6.8, 2.5, 16.3, 21.5, 15.2, 21.5),
    area(12.5, 2.5, 14.8, 2.5, 19.3, 21.5, 18.2, 21.5),
)
TOFU: Icon = (
    area(12, 3.5, 21, 8, 12, 12.5, 3, 8),
    area(3, 8, 12, 12.5, 12, 21, 3, 16.5),
    area(21, 8, 12, 12.5, 12, 21, 21, 16.5),
)
EGG: Icon = (*NIGIRI, area(10, 7, 14, 7, 14.3, 19.9, 9.7, 19.9, fill=BLACK))
SALMON: Icon = (*NIGIRI, *(arc(x - 3, 15, 3.5, 7.6, -70, 0) for x in (9, 13, 17)))
SLICE = area(6, 5, 10.5, 4, 8.5, 18, 3, 20)
SASHIMI: Icon = tuple(
    mark for at in (0, 5.2, 10.4) for mark in moved((SLICE, line(7.8, 7, 6, 16.5)), at, 0, 1)
)
WATERMELON: Icon = (
    slice_of(12, 7, 10, 12, 0, 180),
    slice_of(12, 7, 7.5, 9, 0, 180),
    dot(9, 10),
    dot(15, 10),
    dot(12, 12.5),
)
ORANGE: Icon = (
    disc(12, 12, 9),
    disc(12, 12, 6.6, pen=0.9),
    line(12, 5.4, 12, 18.6, pen=0.9),
    line(6.3, 8.7, 17.7, 15.3, pen=0.9),
    line(17.7, 8.7, 6.3, 15.3, pen=0.9),
)
PINEAPPLE: Icon = (
    area(12, 1, 13.6, 5, 17, 3, 15.5, 8, 8.5, 8, 7, 3, 10.4, 5),
    oval(12, 14.8, 6, 7.2),
    line(7.5, 10.5, 15.5, 20, pen=0.9),
    line(11.5, 8, 17.8, 15.5, pen=0.9),
    line(16.5, 10.5, 8.5, 20, pen=0.9),
    line(12.5, 8, 6.2, 15.5, pen=0.9),
)
ONIGIRI: dict[str, Icon] = {
    "circle": (disc(12, 12, 9), area(8.5, 13, 15.5, 13, 15.5, 20, 12, 20.9, 8.5, 20, fill=BLACK)),
    "triangle": (area(12, 3, 22, 20.5, 2, 20.5), block(8.5, 14, 7, 6.5)),
    "square": (box(3.5, 3.5, 17, 17, 1), block(8.5, 13, 7, 7.5)),
    "rectangle": (box(1.5, 7, 21, 11.5, 1), block(8.5, 11.5, 7, 7)),
}
MAKI: dict[int, Icon] = {
    1: (*ROLL, dot(12, 12, 2.4)),
    2: moved((*ROLL, dot(12, 12, 2.6)), 0, 6, 0.52)
    + moved((*ROLL, dot(12, 12, 2.6)), 11.5, 6, 0.52),
    3: moved((*ROLL, dot(12, 12, 2.6)), 5.8, 0.5, 0.52)
    + moved((*ROLL, dot(12, 12, 2.6)), 0, 11, 0.52)
    + moved((*ROLL, dot(12, 12, 2.6)), 11.6, 11, 0.52),
}
SESAME: Icon = (
    disc(12, 12, 9.5),
    *(dot(12 + x, 12 + y, 0.6) for x, y in ((0, -7.6), (5.4, -5.4), (7.6, 0), (5.4, 5.4))),
    *(dot(12 + x, 12 + y, 0.6) for x, y in ((0, 7.6), (-5.4, 5.4), (-7.6, 0), (-5.4, -5.4))),
    disc(12, 12, 5.6),
)
FRUITS: dict[str, Icon] = {"watermelon": WATERMELON, "orange": ORANGE, "pineapple": PINEAPPLE}
