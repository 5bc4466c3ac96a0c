"""Every plain setting: its default, what it takes in words, and the test of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

LONGEST_NAME = 12


class Check(NamedTuple):
    """`takes` ends the sentence "it takes ..."."""

    default: Any
    takes: str
    fits: Callable[[Any], bool]


def whole(least: int, most: int, default: int = 0) -> Check:
    """A whole number between two, both included."""
    return Check(
        default,
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


def one_of(*words: Any, default: Any = None) -> Check:
    """One of a few."""
    listed = ", ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in words)
    return Check(
        words[0] if default is None else default,
        f"one of {listed}",
        lambda value: any(type(value) is type(word) and value == word for word in words),
    )


def text(pattern: str, takes: str, default: str = "") -> Check:
    """A text of a certain shape."""
    shape = re.compile(pattern)
    return Check(
        default, takes, lambda value: isinstance(value, str) and bool(shape.fullmatch(value))
    )


badge_name = Check(
    "",
    f'a name of 1 to {LONGEST_NAME} characters: "Chris"',
    lambda value: (
        isinstance(value, str)
        and 1 <= len(value) <= LONGEST_NAME
        and value.isprintable()
        and value.strip() == value
    ),
)

CHECKS: Mapping[str, Check] = {
    "state.folder": text(r"|/.*", 'a folder from the root on: "/var/lib/okanjo"'),
    "table.mode": one_of("tally", "live"),
    "table.double_read_ms": whole(0, 10_000, 500),
    "display.width": one_of(128, 256),
    "display.height": one_of(64, 128),
    "sound.start": one_of("on", "soft", "off"),
    "track.length": whole(2, 300, 60),
}
