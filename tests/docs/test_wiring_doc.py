"""docs/wiring.md, docs/wiring.svg and the settings' defaults: one and the same wiring."""

import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from drivers.lights.strip import BRIGHTNESS, CAP_MA
from drivers.lights.strip_protocol import chip, current_ma, dimmed

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "wiring.md").read_text(encoding="utf-8")
DRAWING = (ROOT / "docs" / "wiring.svg").read_text(encoding="utf-8")
SETTINGS = (ROOT / "config" / "okanjo.toml").read_text(encoding="utf-8")
DRAWN = ET.fromstring(DRAWING)  # noqa: S314 (our own file)
SVG = "{http://www.w3.org/2000/svg}"

# What each place of the header is, pins 1 to 40: Raspberry Pi documentation, "GPIO and the 40-pin
# header". A number is a GPIO's; 27 and 28 are a HAT's identity.
HEADER = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15),
    *(17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, "ID", "ID", 5, "GND"),
    *(6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
LEDS = (5, 6, 13, 19, 26, 16, 20, 21, 12, 23)
PARTS = {
    "SDA": 2,
    "SCL": 3,
    "MOSI": 10,
    "SCLK": 11,
    "NEXT": 17,
    "UNDO": 27,
    "PAGE": 22,
    "BUZZER": 18,
    **{f"LED {at}": gpio for at, gpio in enumerate(LEDS, 1)},
}
SPI_OLED = {"DC": 24, "RST": 25, "CS": 8}


def rows_under(heading: str) -> list[list[str]]:
    """The cells of every row of the first table that ends its heading like this."""
    lines = TEXT.splitlines()
    first = next(at for at, line in enumerate(lines) if line.endswith(heading))
    rows = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def drawn_pins() -> dict[int, tuple[str, str]]:
    """Every pin of the drawing: what the board says beside it, and its wire's tag ("" for none)."""
    pins = {}
    for group in DRAWN.iter(f"{SVG}g"):
        if (group.get("id") or "").startswith("pin-"):
            number, beside, *tag = (text.text or "" for text in group.iter(f"{SVG}text"))
            assert group.get("id") == f"pin-{number}"
            pins[int(number)] = (beside, tag[0] if tag else "")
    return pins


def shipped() -> Iterator[tuple[str, Any]]:
    """Every default in the settings file, "track.length" and its value, behind a # or not."""
    section = ""
    for line in SETTINGS.splitlines():
        if heading := re.fullmatch(r"(?:# ?)?\[+([\w.-]+)\]+", line.strip()):
            section = heading[1]
        elif pair := re.fullmatch(r"(?:# ?)?(\w+) = (.+)", line.strip()):
            try:
                yield f"{section}.{pair[1]}", tomllib.loads(f"it = {pair[2]}")["it"]
            except tomllib.TOMLDecodeError:
                continue  # a sentence with an = in it


def test_the_drawing_is_one_file_with_a_title_and_needs_no_other() -> None:
    assert DRAWN.tag == f"{SVG}svg"
    for name in ("title", "desc"):
        assert (DRAWN.findtext(f"{SVG}{name}") or "").strip()
    assert DRAWN.get("aria-labelledby") == "title desc"
    names = {part.tag for part in DRAWN.iter()}
    plain = {"svg", "title", "desc", "style", "g", "rect", "circle", "path", "text"}
    assert names <= {SVG + name for name in plain}
    assert not re.search(r"href|url\(|@import|@font-face|<!ENTITY|\bon\w+=", DRAWING)
    assert DRAWING.count("http") == 1, "its namespace and nothing else"


def test_no_letter_of_the_drawing_is_too_small_to_read() -> None:
    """Shown 800 px wide, one unit is one pixel."""
    assert (DRAWN.get("viewBox") or "").split()[2] == "800"
    assert min(int(size) for size in re.findall(r"font-size[:=]\D*(\d+)", DRAWING)) >= 12


def test_the_drawing_has_all_pins_as_they_are_on_the_board() -> None:
    pins = drawn_pins()
    assert sorted(pins) == list(range(1, 41))
    for number, is_there in enumerate(HEADER, 1):
        said = pins[number][0].removeprefix("GPIO ").replace(" ", "")
        assert said == str(is_there), f"pin {number}"


def test_the_drawing_shows_every_part_where_it_belongs() -> None:
    tags = {number: tag for number, (_, tag) in drawn_pins().items() if tag}
    wanted = {HEADER.index(gpio) + 1: tag for tag, gpio in {**PARTS, **SPI_OLED}.items()}
    assert {number: tag for number, tag in tags.items() if tag not in ("GND", "3V3")} == wanted
    for number, tag in tags.items():
        if tag in ("GND", "3V3"):
            assert HEADER[number - 1] == tag, f"pin {number}"


def test_a_wire_begins_at_every_tag_but_the_plain_leds_and_no_wire_elsewhere() -> None:
    ends = {}  # the outer end of each tag: what the tag says
    for group in DRAWN.iter(f"{SVG}g"):
        tag = group.find(f"{SVG}rect")
        if (group.get("id") or "").startswith("pin-") and tag is not None:
            x, y, wide, high = (float(tag.get(side, "")) for side in ("x", "y", "width", "height"))
            ends[x if x < 400 else x + wide, y + high / 2] = (
                group.get("id"),
                group.findtext(f"{SVG}text[last()]") or "",
            )
    wires = {
        (float(start[1]), float(start[2]))
        for path in DRAWN.findall(f"{SVG}g[@id='wires']/{SVG}path")
        if (start := re.match(r"M([\d.]+) ([\d.]+)", path.get("d", "")))
    }
    alone = {"pin-39", *(pin for pin, tag in ends.values() if tag.startswith("LED"))}
    alone |= {pin for pin, tag in ends.values() if tag in SPI_OLED}
    assert {end for end, (pin, _) in ends.items() if pin not in alone} == wires & set(ends)
    columns = {x for x, _ in ends}
    assert {(x, y) for x, y in wires if x in columns} <= set(ends)


def test_the_table_says_what_the_drawing_shows() -> None:
    table = {int(pin): (tag, gpio) for _, _, tag, pin, gpio in rows_under("| Tag | Pin | GPIO |")}
    for pin, (_, gpio) in table.items():
        is_there = HEADER[pin - 1]
        assert gpio == (str(is_there) if isinstance(is_there, int) else "–"), f"pin {pin}"
    drawn = {pin: tag for pin, (_, tag) in drawn_pins().items() if tag and tag not in SPI_OLED}
    assert {pin: tag for pin, (tag, _) in table.items()} == drawn


def test_an_oled_on_spi_is_wired_as_the_header_is() -> None:
    rows = rows_under("| Its contact | Pin | GPIO |")
    for contact, pin, gpio in rows:
        is_there = HEADER[int(pin) - 1]
        assert gpio == (str(is_there) if isinstance(is_there, int) else "–"), contact
    said = {name: gpio for contact, _, gpio in rows for name in re.split(r", | or ", contact)}
    assert {name: said[name] for name in SPI_OLED} == {k: str(v) for k, v in SPI_OLED.items()}
    assert (said["MOSI"], said["CLK"]) == ("10", "11")


@pytest.mark.parametrize(
    ("setting", "wanted"),
    [
        *((f"buttons.{name.lower()}", PARTS[name]) for name in ("NEXT", "UNDO", "PAGE")),
        ("buzzer.pin", PARTS["BUZZER"]),
        ("track.pins", list(LEDS)),
        ("track.brightness", BRIGHTNESS),
        ("track.cap_ma", CAP_MA),
        ("display.spi_dc", SPI_OLED["DC"]),
        ("display.spi_reset", SPI_OLED["RST"]),
    ],
)
def test_the_settings_ship_this_wiring(setting: str, wanted: Any) -> None:
    assert dict(shipped())[setting] == wanted


def test_the_settings_in_the_text_are_those_that_ship() -> None:
    told = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", TEXT, re.S)]
    assert told
    defaults = dict(shipped())
    for block in told:
        for section, keys in block.items():
            for key, value in keys.items():
                assert defaults[f"{section}.{key}"] == value, f"[{section}] {key}"


def test_the_power_table_adds_up() -> None:
    """The figures of the text, reckoned by what darkens the pictures."""
    apa102 = chip("apa102")
    white, dark = b"\xff" * 3, bytes(3)

    def ma(picture: bytes, brightness: float, cap_ma: float | None = None) -> float:
        level, lit = dimmed(apa102, picture, brightness, cap_ma)
        return current_ma(apa102, lit, level)

    rows = rows_under("| 60 LEDs | Sum | mA |")
    assert [float(figure) for _, _, figure in rows] == [
        ma(dark * 60, 1.0),
        ma(white * 60, 1.0),
        pytest.approx(ma(white * 60, BRIGHTNESS), rel=0.01),
        pytest.approx(ma(white * 8 + dark * 52, BRIGHTNESS), rel=0.01),
        CAP_MA,
    ]
    assert 0.95 * CAP_MA < ma(white * 60, BRIGHTNESS, CAP_MA) <= CAP_MA
    for _, sum_, figure in rows[:-1]:
        assert re.fullmatch(r"[\d +×.()]+", sum_)
        reckoned = eval(sum_.replace("×", "*"))  # noqa: S307 (our own text, figures only)
        assert round(reckoned) == int(figure)


def test_every_file_the_text_links_to_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert "wiring.svg" in targets
    for target in targets:
        assert (ROOT / "docs" / target).exists(), target
