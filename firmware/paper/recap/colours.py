"""The colours of pictures, in their two looks: those of the pages, which a test compares.

Rule: a badge's colour is never alone; its pawn has a rhythm, as on the score track, and a letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from firmware.paper.recap.content import Look
from firmware.paper.render.marks import Colour


class Shades(NamedTuple):
    """What is no badge: `pale` is written on most badges, `dark` on the light ones."""

    paper: Colour
    sheet: Colour
    ink: Colour
    soft: Colour
    line: Colour
    edge: Colour
    pale: Colour
    dark: Colour = "#1d140c"


SHADES: Mapping[Look, Shades] = {
    "light": Shades(
        "#f6efe3", "#fffdf9", "#241a12", "#655747", "#e3d7c5", "#8a7964", pale="#ffffff"
    ),
    "dark": Shades(
        "#16110d", "#231b15", "#f8f0e5", "#c3b5a4", "#3d3229", "#93816e", pale="#1d140c"
    ),
}
BADGES: Mapping[Look, Mapping[str, Colour]] = {
    "light": {
        "red": "#c8102e",
        "orange": "#ee7412",
        "yellow": "#f5c400",
        "green": "#1b7a3a",
        "cyan": "#13a8c4",
        "blue": "#1f4fd1",
        "magenta": "#b0187f",
        "white": "#ffffff",
    },
    "dark": {
        "red": "#ff6a6a",
        "orange": "#ff9a3d",
        "yellow": "#ffd84a",
        "green": "#55c472",
        "cyan": "#4cd3ec",
        "blue": "#7ea4ff",
        "magenta": "#f57fd0",
        "white": "#ffffff",
    },
}
DUMMY: Mapping[Look, Colour] = {"light": "#6d675f", "dark": "#a59c91"}
DARK_LETTERS = frozenset(["orange", "yellow", "cyan", "white"])
# Where a pawn's rim is inked, in degrees clockwise from the top.
RIMS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "red": ((0, 360),),
    "orange": ((0, 180),),
    "yellow": ((0, 90), (180, 270)),
    "green": tuple((begin, begin + 45) for begin in range(0, 360, 90)),
    "cyan": ((0, 45),),
    "blue": ((0, 45), (90, 135)),
    "magenta": ((0, 45), (90, 135), (180, 225)),
    "white": ((0, 315),),
}
KINDS: Mapping[str, Colour] = {
    "cream": "#d9c58b",
    "dark-red": "#9d2235",
    "grey": "#8b8f94",
    "indigo": "#4b4fae",
    "blue": "#3d8fd1",
    "lemon": "#d8cf2e",
    "light-pink": "#ef9fb8",
    "leaf-green": "#5aa845",
    "lilac": "#b58fd6",
    "magenta": "#cf3f93",
    "mint": "#6fc7a4",
    "orange": "#ec8b2d",
    "petrol-blue": "#1f7f92",
    "plum": "#94487f",
    "purple": "#7b4bb3",
    "red": "#d8403a",
    "salmon-pink": "#f08a75",
    "tan": "#b98a5a",
    "teal": "#1f9b90",
    "yellow": "#efb71e",
    "yellow-green": "#a5bd2c",
    "sushi": "#f0885f",
    "action": "#5b9fc4",
}
NO_KIND: Colour = "#999999"


def badge(name: str, look: Look) -> Colour:
    """A badge's colour, or the dummy's."""
    return BADGES[look].get(name, DUMMY[look])


def on_badge(name: str, look: Look) -> Colour:
    """What is legible on a badge's colour."""
    shades = SHADES[look]
    return shades.dark if name in DARK_LETTERS else shades.pale


def tile(name: str) -> Colour:
    """What a kind's icon, in black and white, stands on."""
    return mixed(KINDS.get(name, NO_KIND), "#ffffff", 0.36)


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """So much of a colour, the rest of another."""
    pairs = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def rgb(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue
