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
    f'a name of 1 to {LONGEST_NAME} characters: "Chris"',  # "", as in the shipped file: none
    lambda value: (
        isinstance(value, str)
        and len(value) <= LONGEST_NAME
        and value.isprintable()
        and value.strip() == value
    ),
)


def number(least: float, most: float, default: float) -> Check:
    """A number between two, both included."""
    return Check(
        default,
        f"a number from {least:g} to {most:g}",
        lambda value: type(value) in (int, float) and least <= value <= most,
    )


def yes_or_no(default: bool) -> Check:
    return Check(default, "true or false", lambda value: type(value) is bool)


PIN = "the BCM number of a pin, 0 to 27"


def pin(default: int) -> Check:
    """One of the header's pins, as the Pi's maker numbers them."""
    return Check(default, PIN, lambda value: type(value) is int and 0 <= value <= 27)


def pins(*default: int) -> Check:
    """1 to 20 different ones, in order."""
    return Check(
        list(default),
        f"a list of 1 to 20 different pins, each {PIN}",
        lambda value: (
            isinstance(value, list)
            and 1 <= len(value) <= 20
            and all(type(one) is int and 0 <= one <= 27 for one in value)
            and len({*value}) == len(value)
        ),
    )


HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?")


def host_names() -> Check:
    """Names of this device in somebody's network."""
    return Check(
        [],
        'a list of host names, 20 at most: ["scores.home.arpa"]',
        lambda value: (
            isinstance(value, list)
            and len(value) <= 20
            and all(isinstance(one, str) and HOST_NAME.fullmatch(one) for one in value)
        ),
    )


FITTED = ("auto", "yes", "no")  # auto: on a Raspberry Pi
HOUR = text(r"|([01]\d|2[0-3]):[0-5]\d", 'a time of day: "22:00"; "" for none')

CHECKS: Mapping[str, Check] = {
    "state.folder": text(r"|/.*", 'a folder from the root on: "/var/lib/okanjo"'),
    "table.mode": one_of("tally", "live"),
    "table.double_read_ms": whole(0, 10_000, 500),
    "display.fitted": one_of(*FITTED),
    "display.driver": text(r"[a-z0-9_]+", 'luma\'s name of a display: "sh1106"', "ssd1306"),
    "display.bus": one_of("i2c", "spi"),
    "display.i2c_port": whole(0, 99, 1),
    "display.i2c_address": whole(0x03, 0x77, 0x3C),
    "display.spi_dc": pin(24),
    "display.spi_reset": pin(25),
    "display.width": one_of(128, 256),
    "display.height": one_of(64, 128),
    "display.quarter_turns": whole(0, 3),
    "display.contrast": whole(0, 255, 0xCF),
    "display.dim_after_s": whole(0, 86_400, 60),
    "display.off_after_s": whole(0, 86_400, 600),
    "display.stays": yes_or_no(True),
    "sound.start": one_of("on", "soft", "off"),
    "sound.quiet_from": HOUR,
    "sound.quiet_until": HOUR,
    "track.kind": one_of("none", "apa102", "sk9822", "ws2812", "sk6812", "leds"),
    "track.length": whole(2, 300, 60),
    "track.order": text(r"|[rgb]{3}", 'the colours on the wire: "grb"; "" for the usual'),
    "track.brightness": number(0.01, 1, 0.2),
    "track.cap_ma": whole(50, 20_000, 500),
    "track.rhythms": yes_or_no(False),
    "track.pins": pins(5, 6, 13, 19, 26, 16, 20, 21, 12, 23),
    "buttons.fitted": one_of(*FITTED),
    "buttons.next": pin(17),
    "buttons.undo": pin(27),
    "buttons.page": pin(22),
    "buzzer.fitted": one_of(*FITTED),
    "buzzer.pin": pin(18),
    "buzzer.active": yes_or_no(False),
    "web.on": yes_or_no(True),
    "web.port": whole(1, 65_535, 8080),
    "web.names": host_names(),
}
