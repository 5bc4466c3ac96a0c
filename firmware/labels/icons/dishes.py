"""A face's or a kind's slug in, its icon out."""

from __future__ import annotations

from firmware.labels.icons.food import (
    CHOPSTICKS,
    EEL,
    EGG,
    FRUITS,
    MAKI,
    NIGIRI,
    ONIGIRI,
    ORANGE,
    PINEAPPLE,
    SALMON,
    SASHIMI,
    SESAME,
    SOY,
    STEAM,
    TEA,
    TOFU,
    WASABI,
    WATERMELON,
    bumpy,
)
from firmware.labels.icons.omakase import OMAKASE
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
    words,
)
from firmware.labels.render.marks import BLACK

DISHES: dict[str, Icon] = {
    "nigiri": NIGIRI,
    "egg-nigiri": EGG,
    "salmon-nigiri": SALMON,
    "squid-nigiri": (*NIGIRI, dot(8, 11), dot(12, 9.6), dot(16, 11), line(12, 12.5, 12, 13)),
    "maki": MAKI[1],
    **{f"maki-{icons}": icon for icons, icon in MAKI.items()},
    "temaki": (
        oval(12, 7, 8, 3.6),
        disc(9.5, 6, 1.7),
        disc(13.8, 5.6, 1.7),
        area(4, 7.6, 8, 10, 12, 10.6, 16, 10, 20, 7.6, 13, 22, 11, 22, fill=BLACK),
    ),
    "uramaki": (*SESAME, dot(12, 12, 2.4)),
    **{f"uramaki-{n}": (*SESAME, words(12, 14.9, str(n), 23.0)) for n in (3, 4, 5)},
    "tempura": (
        area(16.5, 6.5, 22, 2, 22.3, 6, 20.5, 7.4, 22, 9.8, 17.5, 9.3),
        bumpy(10, 13.5, 9, 5, 10, -35),
        line(6, 14.5, 7.5, 16), line(9, 11.5, 10.8, 13.3), line(12.5, 9.5, 14, 11),
        line(9.5, 15.7, 10.5, 16.7),
    ),
    "sashimi": SASHIMI,
    "dumpling": (
        slice_of(12, 18, 10, 12.5, 180, 360),
        *(line(12 + x, 8.6 + abs(x) * 0.28, 12 + x * 0.72,
        13 + abs(x) * 0.1) for x in (-6, -3, 0, 3, 6)),
        line(2, 18, 22, 18, pen=2),
    ),
    "eel": EEL,
    "tofu": TOFU,
    "edamame": (
        oval(12, 12, 11, 5.2, -35),
        disc(6.6, 15.8, 2.4), disc(12, 12, 2.7), disc(17.4, 8.2, 2.4),
    ),
    "miso-soup": (*STEAM, slice_of(12, 11, 9.5, 10, 0, 180), line(2.5, 11, 21.5, 11, pen=2),
        block(8.5, 20, 7, 1.6)),
    "onigiri": ONIGIRI["triangle"],
    **{f"onigiri-{shape}": icon for shape, icon in ONIGIRI.items()},
    "chopsticks": CHOPSTICKS,
    "spoon": (oval(8, 7.5, 4.4, 5.6, -35), area(10.2, 11.6, 11.8, 10.4, 20.6, 20.2, 19, 21.6)),
    "menu": (box(4, 3, 16, 18, 1.2), *(line(10, y, 17, y) for y in (8, 12, 16)),
        *(dot(7, y, 1.1) for y in (8, 12, 16))),
    "takeout-box": (
        arc(12, 9, 6.5, 6.5, 180, 360),
        area(3.5, 9, 20.5, 9, 18, 21, 6, 21),
        area(3.5, 9, 9, 9, 9, 13), area(20.5, 9, 15, 9, 15, 13),
    ),
    "soy-sauce": SOY,
    "tea": TEA,
    "special-order": (
        slice_of(12, 17, 8.5, 9, 180, 360),
        box(2.5, 17, 19, 3.4, 1),
        block(11.2, 5.5, 1.6, 2.4),
        dot(12, 5.2, 1.7),
        line(4.5, 7, 3, 5), line(19.5, 7, 21, 5),
    ),
    "wasabi": WASABI,
    "pudding": (oval(12, 18.8, 10, 2.6), area(8, 6, 16, 6, 19, 18.5, 5, 18.5),
        area(8, 6, 16, 6, 17.1, 10.5, 14.5, 9.5, 12, 11, 9.5, 9.5, 6.9, 10.5, fill=BLACK)),
    "green-tea-ice-cream": (disc(8.3, 9, 4.4), disc(15.7, 9, 4.4), disc(12, 6.2, 4.4),
        area(3.5, 11.5, 20.5, 11.5, 16, 20, 8, 20), block(6.5, 20, 11, 1.5)),
    "fruit": moved(WATERMELON, 0, 9, 0.6) + moved(ORANGE, 11.2, 10.4, 0.5) + moved(PINEAPPLE,
        6.5, -0.5, 0.52),
    **{
        f"fruit-{one}-{other}": moved(FRUITS[one], -0.5, 1, 0.56) + moved(FRUITS[other], 10.8,
        10, 0.56)
        for one in FRUITS
        for other in FRUITS
    },
}  # fmt: skip
ANY_DISH: Icon = (disc(12, 12, 9.5), disc(12, 12, 6))


def dish(face: str, kind: str = "") -> Icon:
    """The face's own icon, else its kind's; a dish that nobody has drawn yet is a plate."""
    known = {**DISHES, **OMAKASE}
    return known.get(face) or known.get(kind) or ANY_DISH
