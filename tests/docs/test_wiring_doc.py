"""docs/wiring.md and the settings' defaults: one and the same wiring, and sums that add up."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from drivers.lights.strip_protocol import chip, current_ma, dimmed
from firmware.common.settings.errors import Layer
from firmware.common.settings.load import checked
from firmware.common.settings.schema import Settings

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "wiring.md").read_text(encoding="utf-8")
# What each place of the header is, pins 1 to 40: Raspberry Pi documentation, "GPIO and the 40-pin
# header". A number is a GPIO's; 27 and 28 are a HAT's identity.
HEADER = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15),
    *(17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, "ID", "ID", 5, "GND"),
    *(6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)


def rows_under(heading: str) -> list[list[str]]:
    """The cells of every row of the first table that ends its heading like this."""
    _, _, table = TEXT.partition(f"{heading}\n")
    lines = table.partition("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_pin_is_the_gpio_that_the_header_has_there() -> None:
    rows = [row[-2:] for row in rows_under("| Tag | Pin | GPIO |")]
    for pin, gpio in rows + [row[-2:] for row in rows_under("| Its contact | Pin | GPIO |")]:
        place = HEADER[int(pin) - 1]
        assert gpio == (str(place) if isinstance(place, int) else "–"), f"pin {pin}"


@pytest.mark.parametrize("drawing", sorted(DOCS.glob("wiring*.svg")), ids=lambda path: path.stem)
def test_the_drawings_say_what_the_table_says(drawing: Path) -> None:
    wired = {pin: tag for *_, tag, pin, _ in rows_under("| Tag | Pin | GPIO |")}
    for pin, tag in re.findall(r'id="pin-(\d+)".*?tag role"[^>]*>([^<]+)<', drawing.read_text()):
        assert wired[pin] == tag, pin


def test_the_settings_ship_this_wiring() -> None:
    wired = {
        tag: int(gpio) for *_, tag, _, gpio in rows_under("| Tag | Pin | GPIO |") if gpio != "–"
    }
    on_spi = {contact: gpio for contact, _, gpio in rows_under("| Its contact | Pin | GPIO |")}
    settings = Settings()
    assert settings.buttons.pins == {name: wired[name.upper()] for name in ("next", "undo", "page")}
    assert settings.buzzer.pin == wired["BUZZER"]
    assert settings.track.pins == tuple(wired[f"LED {number}"] for number in range(1, 11))
    assert [settings.display.spi_dc, settings.display.spi_reset] == [
        int(on_spi[contact]) for contact in ("DC", "RES or RST")
    ]


def test_the_settings_in_the_text_are_those_that_ship() -> None:
    for block in re.findall(r"```toml\n(.*?)```", TEXT, re.S):
        written, _ = checked([Layer("text", block, tomllib.loads(block))])
        assert {key: written.values[key] for key in written.sources} == {
            key: Settings().values[key] for key in written.sources
        }


def test_the_power_table_adds_up() -> None:
    """The figures of the text, worked out by what darkens the pictures."""
    apa102, shipped = chip("apa102"), Settings().track
    white, dark = b"\xff" * 3, bytes(3)

    def ma(picture: bytes, brightness: float) -> float:
        level, lit = dimmed(apa102, picture, brightness)
        return current_ma(lit, level)

    wanted: list[Any] = [ma(dark * 60, 1.0), ma(white * 60, 1.0)]
    wanted += [
        pytest.approx(ma(picture, shipped.brightness), rel=0.01)
        for picture in (white * 60, white * 8 + dark * 52)
    ]
    rows = rows_under("| 60 LEDs | Sum | mA |")
    assert [float(figure) for _, _, figure in rows] == [*wanted, shipped.cap_ma]
