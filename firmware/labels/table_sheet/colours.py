"""The printer's colours for badges and kinds.

Rule 1: a colour says nothing that is not written beside it; a copier in black and white may eat
them all. Badges are full colours that stay apart for colour-blind players, the rest are tints.
"""

from firmware.labels.render.marks import BLACK, WHITE, Colour

BADGES: dict[str, Colour] = {
    "red": (172, 0, 17),
    "orange": (240, 140, 36),
    "yellow": (255, 228, 32),
    "green": (20, 146, 100),
    "cyan": (96, 200, 250),
    "blue": (9, 21, 155),
    "magenta": (192, 56, 158),
    "white": (255, 255, 255),
}
PLAIN: Colour = (236, 236, 236)  # commands; what has no colour of its own
GAME: Colour = (214, 236, 214)
TINTS: dict[str, Colour] = {
    "yellow": (255, 236, 150),
    "red": (250, 190, 180),
    "plum": (224, 190, 218),
    "lemon": (250, 248, 170),
    "lilac": (220, 208, 244),
    "yellow-green": (216, 238, 160),
    "blue": (180, 208, 246),
    "indigo": (190, 190, 236),
    "leaf-green": (182, 226, 176),
    "purple": (214, 180, 234),
    "teal": (164, 222, 214),
    "magenta": (248, 184, 220),
    "mint": (190, 240, 216),
    "grey": (216, 218, 222),
    "cream": (252, 240, 212),
    "tan": (234, 214, 184),
    "orange": (255, 212, 160),
    "dark-red": (230, 170, 170),
    "light-pink": (255, 214, 222),
    "petrol-blue": (168, 208, 220),
    "salmon-pink": (255, 200, 178),
}
GROUPS: dict[str, Colour] = {"sushi": (252, 216, 200), "action": (206, 226, 238)}


def badge(slug: str) -> Colour:
    return BADGES.get(slug, PLAIN)


def tint(colour: str, group: str = "") -> Colour:
    """Return a kind's colour, or its group's if it has none."""
    return TINTS.get(colour) or GROUPS.get(group) or PLAIN


def on(colour: Colour) -> Colour:
    """Return black or white, whichever stands out more (WCAG 2.1: alike at 0.179)."""
    red, green, blue = ((part / 255) ** 2.2 for part in colour)
    return BLACK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else WHITE
