"""The printer's colours for badges and kinds.

Rule 1: a colour says nothing that is not written beside it; a copier in black and white may eat
them all. Badges are full colours that stay apart for colour-blind players, the rest are tints.
"""

from firmware.paper.render.marks import BLACK, WHITE, Colour

BADGES: dict[str, Colour] = {
    "red": "#ac0011",
    "orange": "#f08c24",
    "yellow": "#ffe420",
    "green": "#149264",
    "cyan": "#60c8fa",
    "blue": "#09159b",
    "magenta": "#c0389e",
    "white": "#ffffff",
}
PLAIN: Colour = "#ececec"  # commands; what has no colour of its own
GAME: Colour = "#d6ecd6"
TINTS: dict[str, Colour] = {
    "yellow": "#ffec96",
    "red": "#fabeb4",
    "plum": "#e0beda",
    "lemon": "#faf8aa",
    "lilac": "#dcd0f4",
    "yellow-green": "#d8eea0",
    "blue": "#b4d0f6",
    "indigo": "#bebeec",
    "leaf-green": "#b6e2b0",
    "purple": "#d6b4ea",
    "teal": "#a4ded6",
    "magenta": "#f8b8dc",
    "mint": "#bef0d8",
    "grey": "#d8dade",
    "cream": "#fcf0d4",
    "tan": "#ead6b8",
    "orange": "#ffd4a0",
    "dark-red": "#e6aaaa",
    "light-pink": "#ffd6de",
    "petrol-blue": "#a8d0dc",
    "salmon-pink": "#ffc8b2",
}
GROUPS: dict[str, Colour] = {"sushi": "#fcd8c8", "action": "#cee2ee"}


def tint(colour: str, group: str = "") -> Colour:
    """Return a kind's colour, or its group's if it has none."""
    return TINTS.get(colour) or GROUPS.get(group) or PLAIN


def on(colour: Colour) -> Colour:
    """Return black or white, whichever stands out more (WCAG 2.1: alike at 0.179)."""
    red, green, blue = ((part / 255) ** 2.2 for part in bytes.fromhex(colour[1:]))
    return BLACK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else WHITE
