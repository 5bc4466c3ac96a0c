"""Pictures reach a modelled glass pixel by pixel, in few bytes."""

import pytest
from support.display_models import I2cBus, Ssd1306
from support.oled_table import EVERY_CHIP, OledBench, pictures, rows
from support.soak import share

from drivers.display.bus import I2c, measured_hz
from drivers.events import PartFound


@EVERY_CHIP
def test_every_picture_reaches_the_glass_pixel_by_pixel(driver):
    bench = OledBench(driver)
    for picture in pictures(share(6000), seed=7):
        bench.show(picture)
        assert bench.sees()
    assert bench.events == [PartFound("display")]


def test_a_digit_costs_its_columns_and_seven_bytes_a_page():
    """24 columns of four pages: 3 bytes to say where, 24 of pixels, 2 to begin each of both."""
    bench = OledBench()
    bench.turn()
    digit = bytearray(1024)
    for page in range(4):
        digit[page * 128 + 40 : page * 128 + 64] = b"\xff" * 24
    bench.show(bytes(digit))
    assert bench.sent == 4 * (3 + 24 + 2 * 2)


@EVERY_CHIP
def test_the_display_stays_dark_until_its_first_picture_is_whole(driver):
    bench = OledBench(driver)
    lit_early = []
    bench.bus.slow = lambda: lit_early.append(bench.chip.lit)
    bench.show(b"\x0f" * 1024)
    assert not any(lit_early)
    assert bench.chip.lit


@EVERY_CHIP
def test_upside_down(driver):
    bench = OledBench(driver, rotate=2)
    for picture in pictures(50, seed=3):
        bench.show(picture)
        assert bench.chip.glass() == [row[::-1] for row in rows(picture, 128)[::-1]]


def test_each_message_holds_what_it_was_given_and_nothing_of_the_one_before():
    """Grey displays take many thousand bytes at once; i2c-dev takes up to 8,192 in a message."""
    sent = list[tuple[int, int, bytes]]()

    class ListeningBus(I2cBus):
        def i2c_rdwr(self, *messages):
            sent.extend((message.addr, message.flags, bytes(message)) for message in messages)

    line = I2c(address=0x3D, open_bus=ListeningBus(Ssd1306()).open).open()
    many = bytes(range(251)) * 40
    line.data(many)
    line.data((1, 2, 3))
    line.draw((0xB0, 2, 0x10), b"\0")
    assert {(address, flags) for address, flags, _ in sent} == {(0x3D, 0)}
    contents = [content for _, _, content in sent]
    assert max(map(len, contents)) <= 8192
    assert {content[0] for content in contents[:-2]} == {0x40}
    assert b"".join([content[1:] for content in contents[:-3]]) == many
    assert contents[-3:] == [b"\x40\1\2\3", b"\0\xb0\2\x10", b"\x40\0"]


@pytest.mark.parametrize("hz", [62_500, 100_000, 400_000])
def test_the_clock_of_a_bus_is_measured_without_being_seen(hz):
    bench = OledBench()
    bench.show(next(pictures(1)))

    def seconds():
        """Time stands still but for the wire, and 50 us that each call takes anyway."""
        return bench.bus.bytes * 9 / hz + bench.bus.messages * 50e-6

    assert measured_hz(I2c(open_bus=bench.bus.open), seconds) == pytest.approx(hz)
    assert bench.sees()
