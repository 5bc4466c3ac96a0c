"""What a setting takes: in words for its owner, and as a test of a value."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

LONGEST_NAME = 12
MOST_LISTED = 20


class Check(NamedTuple):
    """`takes` ends the sentence "it takes ..."; `fits` is given whatever TOML can hold."""

    takes: str
    fits: Callable[[Any], bool]


def whole(least: int, most: int) -> Check:
    """A whole number between two, both included."""
    return Check(
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


def number(least: float, most: float) -> Check:
    """A number between two, both included."""
    return Check(
        f"a number from {least:g} to {most:g}",
        lambda value: type(value) in (int, float) and least <= value <= most,
    )


def one_of(*words: str | int) -> Check:
    """One of a few."""
    listed = ", ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in words)
    return Check(
        f"one of {listed}",
        lambda value: any(type(value) is type(word) and value == word for word in words),
    )


def text(pattern: str, takes: str) -> Check:
    """A text of a certain shape."""
    shape = re.compile(pattern)
    return Check(takes, lambda value: isinstance(value, str) and bool(shape.fullmatch(value)))


def several(each: Check, least: int, takes: str) -> Check:
    """A list of values, each of which fits."""
    return Check(
        takes,
        lambda value: (
            isinstance(value, list)
            and least <= len(value) <= MOST_LISTED
            and all(map(each.fits, value))
        ),
    )


YES_OR_NO = Check("true or false", lambda value: type(value) is bool)
# One of the header's, as the Pi's maker numbers them.
BCM_PIN = Check("the BCM number of a pin, 0 to 27", whole(0, 27).fits)
BCM_PINS = several(BCM_PIN, 1, f"a list of 1 to 20 different pins, each {BCM_PIN.takes}")
HOST = text(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?", "a host name")
HOST_NAMES = several(HOST, 0, 'a list of host names, 20 at most: ["scores.home.arpa"]')
HOUR = text(r"|([01]\d|2[0-3]):[0-5]\d", 'a time of day: "22:00"; "" for none')
PLAYER_NAME = Check(
    f'a name of 1 to {LONGEST_NAME} characters: "Chris"',  # "", as in the shipped file: none
    lambda value: (
        isinstance(value, str)
        and len(value) <= LONGEST_NAME
        and value.isprintable()
        and value.strip() == value
    ),
)
