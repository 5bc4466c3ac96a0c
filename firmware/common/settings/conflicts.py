"""Find what is wrong with settings together that are right one by one."""

from __future__ import annotations

from collections.abc import Iterator

from drivers.pins import I2C_PINS, SPI_PINS
from engine.catalogue import SHIPPED
from engine.deck import with_deck
from engine.message import Message, Value, gettext
from firmware.common.settings.schema import Settings

Conflict = tuple[str, Message]  # the key of a setting that is part of it, if one can be named
SHARED_SPI = gettext(
    "[display] bus: a display on SPI and a strip cannot share SPI0;"
    ' put the display on "i2c", or use plain "leds"'
)
QUIET_HOURS = gettext("[sound] quiet_from and quiet_until: set both, or neither")
TAKEN_TWICE = gettext("pin {pin} is both {one} and {other}: give one of them another pin")
BUS_LINES = {
    "I2C data": gettext("I2C data"),
    "I2C clock": gettext("I2C clock"),
    "SPI select 0": gettext("SPI select 0"),
    "SPI select 1": gettext("SPI select 1"),
    "SPI in": gettext("SPI in"),
    "SPI out": gettext("SPI out"),
    "SPI clock": gettext("SPI clock"),
}
SIZES = ((128, 64), (128, 128), (256, 64))


def conflicts(settings: Settings) -> list[Conflict]:
    """Everything that cannot be true together."""
    return [*_display(settings), *_pins(settings), *_names_of_cards(settings)]


def _display(settings: Settings) -> Iterator[Conflict]:
    display, sound = settings.display, settings.sound
    size = display.width, display.height
    if size not in SIZES:
        known = ", ".join(f"{width}x{height}" for width, height in SIZES)
        yield (
            "display.width",
            gettext(
                "[display] {width}x{height} pixels: use {sizes}",
                width=display.width,
                height=display.height,
                sizes=known,
            ),
        )
    if display.bus == "spi" and display.fitted != "no" and settings.track.is_strip:
        yield "display.bus", SHARED_SPI
    if (sound.quiet_from == "") != (sound.quiet_until == ""):
        yield "sound.quiet_from", QUIET_HOURS


def _names_of_cards(settings: Settings) -> Iterator[Conflict]:
    """The names that two cards of a game would have."""
    for slug, deck in settings.decks.items():
        game = with_deck(SHIPPED[slug], deck)
        slugs = dict[str, str]()
        for face in (face for kind in game.kinds for face in kind.faces):
            first = slugs.setdefault(face.title.casefold(), face.slug)
            if first != face.slug:
                renamed, other = (
                    (face.slug, first) if face.slug in deck.names else (first, face.slug)
                )
                key = f"deck.{slug}.{renamed}"
                yield (
                    f"{key}.name",
                    gettext(
                        '[{section}] name: {other} is called "{name}", too. Give each card its own'
                        " name",
                        section=key,
                        other=other,
                        name=str(face.title),
                    ),
                )


def _pins(settings: Settings) -> Iterator[Conflict]:
    taken: dict[int, Value] = {}
    for pin, part in _wired(settings):
        if pin in taken:
            both: dict[str, Value] = {"pin": pin, "one": taken[pin], "other": part}
            yield "", TAKEN_TWICE._replace(values=both)
        taken.setdefault(pin, part)


def _wired(settings: Settings) -> Iterator[tuple[int, Value]]:
    """Every pin in use, and for what."""
    display, track = settings.display, settings.track
    on_spi = display.fitted != "no" and display.bus == "spi"
    if display.fitted != "no" and display.bus == "i2c":
        yield from ((pin, BUS_LINES[name]) for pin, name in I2C_PINS.items())
    if on_spi:
        yield display.spi_dc, "[display] spi_dc"
        yield display.spi_reset, "[display] spi_reset"
    if on_spi or track.is_strip:
        yield from ((pin, BUS_LINES[name]) for pin, name in SPI_PINS.items())
    if track.kind == "leds":
        yield from ((pin, "[track] pins") for pin in track.pins)
    if settings.buttons.fitted != "no":
        yield from ((pin, f"[buttons] {name}") for name, pin in settings.buttons.pins.items())
    if settings.buzzer.fitted != "no":
        yield settings.buzzer.pin, "[buzzer] pin"
