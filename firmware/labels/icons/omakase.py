"""A face's slug in, its icon out: the dishes and actions that only Omakase has."""

from __future__ import annotations

from firmware.labels.icons.food import EEL, EGG, MAKI, NIGIRI, ROLL, SALMON, SASHIMI, SOY, STAR
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
from firmware.labels.render.marks import BLACK, WHITE, Box, Disc

OMAKASE: dict[str, Icon] = {
    "assorted-sashimi": (box(1.5, 17.5, 21, 3, 1), *moved(SASHIMI, 2, 0.5, 0.86)),
    "premium-eel": (*moved(EEL, 0, 6, 0.84), *moved(STAR, 13, 0, 0.42)),
    "octopus": (
        *(line(x, 13, x - (12 - x) * 0.25, 18, x - (12 - x) * 0.6, 20.5, pen=2.6) for x in (6.5,
        10, 14, 17.5)),
        disc(12, 9, 6.5),
        dot(9.7, 9, 1), dot(14.3, 9, 1), arc(12, 10.5, 1.8, 1.5, 20, 160),
    ),
    "fatty-tuna": (*NIGIRI, line(6, 13, 9, 8.5), line(10, 13, 13.5, 7.8),
        line(14.5, 13, 17.5, 9), *moved(STAR, 15.5, 0, 0.34)),
    "crab": (
        *(line(12 + side * 6, y, 12 + side * 10, y + 2.5) for side in (-1, 1) for y in (14,
        16.5)),
        oval(12, 14.5, 7.5, 5), dot(9.8, 13, 0.9), dot(14.2, 13, 0.9),
        arc(12, 15, 2, 1.5, 20, 160),
        line(6.5, 11.5, 4.5, 8), line(17.5, 11.5, 19.5, 8),
        slice_of(4.5, 6, 2.8, 2.8, -30, 240), slice_of(19.5, 6, 2.8, 2.8, -60, 210),
    ),
    "karaage": (
        area(3, 15, 5, 10, 9, 10, 12, 12.5, 12, 18, 8, 20.5, 4, 19),
        area(12, 13, 15, 10.5, 20, 11.5, 21.5, 16, 18.5, 20, 13, 19.5, 11.5, 16.5),
        area(7, 9, 9, 4.5, 14, 3.5, 17.5, 7, 16, 11.5, 11.5, 12.5, 8, 11.5),
        dot(11, 7.5, 0.7), dot(13.5, 9, 0.7), dot(7, 14, 0.7), dot(8.5, 16.5, 0.7),
        dot(16, 15, 0.7), dot(18, 16.5, 0.7),
    ),
    "salmon-roe": (
        *(disc(x, y, 2.5) for x, y in ((6.5, 9), (10, 7), (14, 7), (17.5, 9), (12, 9.5),
        (8.5, 10.5), (15.5, 10.5))),
        area(3, 11, 12, 12.4, 21, 11, 20, 20, 12, 21, 4, 20, fill=BLACK),
    ),
    "tuna": NIGIRI,
    "salmon": SALMON,
    "shrimp": (*NIGIRI, line(7, 8.5, 7.6, 13.5), line(12, 7.2, 12, 14.5),
        line(17, 8.5, 16.4, 13.5), area(20.5, 13, 23, 9, 23.3, 15.5)),
    "cucumber-roll": (*ROLL, box(9.6, 9.6, 4.8, 4.8)),
    "salmon-roll": (*ROLL, disc(12, 12, 3), line(10.4, 13.6, 13.6, 10.4)),
    "tuna-roll": MAKI[1],
    "omelette": EGG,
    "sake": (
        area(6, 3, 11, 3, 10.2, 8, 13.5, 13, 12.5, 21, 4.5, 21, 3.5, 13, 6.8, 8),
        area(15, 14.5, 22, 14.5, 20.8, 21, 16.2, 21),
    ),
    "umeshu": (area(5, 3, 19, 3, 17.5, 21, 6.5, 21), line(5.5, 8, 18.5, 8), disc(12, 15.5, 3.8),
        line(12, 11.7, 13.4, 13.4)),
    "chefs-choice": (
        disc(6.5, 9, 4.2), disc(17.5, 9, 4.2), disc(12, 6.8, 4.8),
        area(6, 11.5, 8.5, 8.5, 15.5, 8.5, 18, 11.5, 18, 21, 6, 21),
        Box(6.7, 8, 10.6, 6, WHITE), line(6, 17.3, 18, 17.3),
    ),
    "matcha": (slice_of(12, 11, 9.5, 10, 0, 180), oval(12, 11, 9.5, 2.6, fill=BLACK),
        block(8.5, 20, 7, 1.6), line(10, 3, 9, 5, 11, 6.5), line(14, 3, 13, 5, 15, 6.5)),
    "shoyu": SOY,
    "fork": (*(line(x, 2.5, x, 9) for x in (8.4, 12, 15.6)),
        area(7.8, 9, 16.2, 9, 14.6, 12, 13.2, 13, 13.2, 21.5, 10.8, 21.5, 10.8, 13, 9.4, 12)),
    "ginger": (
        oval(17.5, 7, 4.4, 3, -40), oval(6, 9.5, 4.2, 2.8, 35), oval(15, 18, 4, 2.8, 40),
        oval(10.8, 13.2, 7.2, 4.6, -18), Disc(15.2, 9.6, 2.2, WHITE), Disc(8, 11.2, 2.2, WHITE),
        Disc(13.6, 16, 2, WHITE),
        arc(10, 13.5, 2.4, 3.2, 120, 230), arc(14.5, 12.5, 2.4, 3.2, 120, 230),
    ),
}  # fmt: skip
