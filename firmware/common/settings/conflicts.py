"""Find what is wrong with settings together that are right one by one, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from drivers.pins import I2C_PINS, SPI_PINS
from firmware.common.settings.schema import Settings

SIZES = ((128, 64), (128, 128), (256, 64))


def conflicts(settings: Settings) -> list[str]:
    """Everything that cannot be true together."""
    return [*_display(settings), *_pins(settings)]


def _display(settings: Settings) -> Iterator[str]:
    display, sound = settings.display, settings.sound
    size = display.width, display.height
    if size not in SIZES:
        known = ", ".join(f"{width}x{height}" for width, height in SIZES)
        yield f"[display] {size[0]}x{size[1]} pixels: use {known}"
    if display.bus == "spi" and display.fitted != "no" and settings.track.is_strip:
        yield (
            "[display] bus: a display on SPI and a strip cannot share SPI0;"
            ' put the display on "i2c", or use plain "leds"'
        )
    if (sound.quiet_from == "") != (sound.quiet_until == ""):
        yield "[sound] quiet_from and quiet_until: set both, or neither"


def _pins(settings: Settings) -> Iterator[str]:
    taken: dict[int, str] = {}
    for pin, what in _wired(settings):
        if pin in taken:
            yield f"pin {pin} is both {taken[pin]} and {what}: give one of them another pin"
        taken.setdefault(pin, what)


def _wired(settings: Settings) -> Iterator[tuple[int, str]]:
    """Every pin in use, and for what."""
    display, track = settings.display, settings.track
    on_spi = display.fitted != "no" and display.bus == "spi"
    if display.fitted != "no" and display.bus == "i2c":
        yield from I2C_PINS.items()
    if on_spi:
        yield display.spi_dc, "[display] spi_dc"
        yield display.spi_reset, "[display] spi_reset"
    if on_spi or track.is_strip:
        yield from SPI_PINS.items()
    if track.kind == "leds":
        yield from ((pin, "[track] pins") for pin in track.pins)
    if settings.buttons.fitted != "no":
        yield from ((pin, f"[buttons] {name}") for name, pin in settings.buttons.pins.items())
    if settings.buzzer.fitted != "no":
        yield settings.buzzer.pin, "[buzzer] pin"
