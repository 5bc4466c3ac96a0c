"""The light of each badge's colour, and its rhythm for players who cannot tell colours apart.

The badges are `BADGES` in engine/cards.py.
"""

Colour = tuple[int, int, int]

# Shares of full current, red, green and blue, 0 to 255: linear light, no gamma. An LED has
# brightness besides hue, and that is what sets red, orange, green and yellow apart for a
# colour-blind player. tests/devices/test_badge_colours.py measures how far: with simulated
# deuteranopia and protanopia no two are nearer than 27 (CIELAB); plain 255-or-0 colours come to 6.
COLOURS: dict[str, Colour] = {
    "red": (150, 0, 5),
    "orange": (255, 29, 0),
    "yellow": (255, 190, 2),
    "green": (4, 184, 30),
    "cyan": (0, 168, 226),
    "blue": (0, 0, 155),
    "magenta": (170, 6, 65),
    "white": (255, 242, 175),
}
NOBODY: Colour = (50, 40, 30)  # a seat without a badge

# No two are alike, however they are shifted in time.
RHYTHMS = {
    "red": "########",
    "orange": "####....",
    "yellow": "##..##..",
    "green": "#.#.#.#.",
    "cyan": "#.......",
    "blue": "#.#.....",
    "magenta": "#.#.#...",
    "white": "#######.",
}
BEAT_S = 0.2
RHYTHM_S = 8 * BEAT_S
UNLIT = 0.06  # between two beats a pawn still shows where it is


def colour(name: str | None) -> Colour:
    """Look up a badge's light; a dim one for a seat that has no badge."""
    return COLOURS.get(name or "", NOBODY)


def rhythm(name: str | None) -> str:
    return RHYTHMS.get(name or "", "#" * 8)
