"""Settings that are right one by one -> what is wrong with them together, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

STRIPS = ("apa102", "sk9822", "ws2812", "sk6812")
SIZES = ((128, 64), (128, 128), (256, 64))
I2C_PINS = {2: "I2C data", 3: "I2C clock"}
# the kernel claims both selects, whether anything is wired to the second or not
SPI_PINS = {7: "SPI select 1", 8: "SPI select 0", 9: "SPI in", 10: "SPI out", 11: "SPI clock"}
LEAST_MISSED_FIRST = ("sound", "buzzer", "track", "buttons", "display")
TAKE_ANOTHER = "give one of them another pin"


def clashes(values: Mapping[str, Any]) -> list[str]:
    """Everything that cannot be true together."""
    return [*_display(values), *_pins(values)]


def reconciled(wanted: Mapping[str, Any], base: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values wanted, but for the fewest sections that would have to be the base's to agree."""
    for many in range(len(LEAST_MISSED_FIRST) + 1):
        for given_up in combinations(LEAST_MISSED_FIRST, many):
            values = {
                key: base[key] if key.partition(".")[0] in given_up else value
                for key, value in wanted.items()
            }
            if not clashes(values):
                return values
    return base


def _display(values: Mapping[str, Any]) -> Iterator[str]:
    size = values["display.width"], values["display.height"]
    if size not in SIZES:
        known = ", ".join(f"{width}x{height}" for width, height in SIZES)
        yield f"[display] {size[0]}x{size[1]} pixels: there are {known}"
    spi = values["display.bus"] == "spi" and values["display.fitted"] != "no"
    if spi and values["track.kind"] in STRIPS:
        yield (
            "[display] bus: a display on SPI and a strip cannot share SPI0;"
            ' put the display on "i2c", or use plain "leds"'
        )
    if (values["sound.quiet_from"] == "") != (values["sound.quiet_until"] == ""):
        yield "[sound] quiet_from and quiet_until: set both, or neither"


def _pins(values: Mapping[str, Any]) -> Iterator[str]:
    taken: dict[int, str] = {}
    for pin, what in _wired(values):
        if pin in taken:
            yield f"pin {pin} is both {taken[pin]} and {what}: {TAKE_ANOTHER}"
        taken.setdefault(pin, what)


def _wired(values: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Every pin in use, and for what."""
    display = values["display.fitted"] != "no"
    if display and values["display.bus"] == "i2c":
        yield from I2C_PINS.items()
    if display and values["display.bus"] == "spi":
        yield values["display.spi_dc"], "[display] spi_dc"
        yield values["display.spi_reset"], "[display] spi_reset"
    if (display and values["display.bus"] == "spi") or values["track.kind"] in STRIPS:
        yield from SPI_PINS.items()
    if values["track.kind"] == "leds":
        yield from ((pin, "[track] pins") for pin in values["track.pins"])
    if values["buttons.fitted"] != "no":
        yield from (
            (values[f"buttons.{one}"], f"[buttons] {one}") for one in ("next", "undo", "page")
        )
    if values["buzzer.fitted"] != "no":
        yield values["buzzer.pin"], "[buzzer] pin"
