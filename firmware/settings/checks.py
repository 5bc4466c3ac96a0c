"""What a setting takes: in words for its owner, and as a test of a value."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

LONGEST_NAME = 12
MOST_LISTED = 20
PIN = "the BCM number of a pin, 0 to 27"
HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?")


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


def _is_pin(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 27


def _is_host(value: Any) -> bool:
    return isinstance(value, str) and bool(HOST.fullmatch(value))


YES_OR_NO = Check("true or false", lambda value: type(value) is bool)
BCM_PIN = Check(PIN, _is_pin)  # one of the header's, as the Pi's maker numbers them
BCM_PINS = Check(
    f"a list of 1 to 20 different pins, each {PIN}",
    lambda value: (
        isinstance(value, list)
        and 1 <= len(value) <= MOST_LISTED
        and all(map(_is_pin, value))
        and len({*value}) == len(value)
    ),
)
HOST_NAMES = Check(
    'a list of host names, 20 at most: ["scores.home.arpa"]',
    lambda value: (
        isinstance(value, list) and len(value) <= MOST_LISTED and all(map(_is_host, value))
    ),
)
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
