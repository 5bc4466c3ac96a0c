"""The doubles that are shipped: they show what the real parts would, and fail when told to."""

import pytest
from support.evening import party

from drivers.simulated.parts import SimulatedDisplay, SimulatedStrip
from drivers.simulated.scanner import keystrokes
from firmware.screen.render import picture


def test_a_simulated_display_shows_what_an_ssd1306_would() -> None:
    """Page, column, start line, on and off, by SSD1306's data sheet."""
    display = SimulatedDisplay()
    want = picture(party().panel())
    display.write_i2c_block_data(0x3C, 0, [0xE3, 0xA8, 63, 0x40, 0xAF])
    for page in range(8):
        display.write_i2c_block_data(0x3C, 0, [0xB0 | page, 0x00, 0x10])
        display.i2c_rdwr(b"\x40" + want.pages[page * 128 : page * 128 + 128])
    assert display.pages() == want.pages
    display.write_i2c_block_data(0x3C, 0, [0x40 | 63])  # a row down
    rows = want._replace(pages=display.pages()).rows()
    assert rows == [want.rows()[63], *want.rows()[:63]]
    display.write_i2c_block_data(0x3C, 0, [0xAE])
    assert display.pages() == bytes(1024)
    assert display.bytes == 7 + 8 * (5 + 130) + 3 + 3


def test_doubles_fail_when_told_to_and_forget_when_unplugged() -> None:
    display, strip = SimulatedDisplay(), SimulatedStrip()
    seen = []
    strip.changed = lambda: seen.append(strip.is_lit(1))
    strip.writebytes2(bytes(4) + b"\xff\0\0\0" + b"\xff\0\1\0" + bytes(5))
    for double, write in (
        (display, lambda: display.i2c_rdwr(b"\x40\1")),
        (strip, lambda: strip.writebytes2(bytes(12))),
    ):
        double.unplug(5)
        with pytest.raises(OSError, match="Input/output error"):
            write()
        double.plug()
        write()
    assert seen == [True, False, False]


def test_keystrokes_are_a_scanners() -> None:
    assert len(keystrokes("0")) == 4 * 24
    assert len(keystrokes("A")) == 8 * 24  # with Shift down and up
    with pytest.raises(ValueError, match="no key"):
        keystrokes("é")
