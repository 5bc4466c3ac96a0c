"""Pictures reach a modelled glass pixel by pixel, in few bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.chip_models import CHIPS
from support.oled_table import EVERY_CHIP, Bench, pictures, rows
from support.soak import share

from drivers.display.bus import I2c, measured_hz
from drivers.display.paged import changes
from drivers.display.via_luma import Frame, LumaOled
from drivers.events import PartFound
from drivers.simulated.display import I2cBus


@EVERY_CHIP
def test_every_picture_reaches_the_glass_pixel_by_pixel(driver):
    bench = Bench(driver)
    for picture in pictures(share(6000), seed=7):
        bench.show(picture)
        assert bench.sees()
    assert bench.events == [PartFound("display")]


def test_a_digit_costs_its_columns_and_seven_bytes_a_page():
    """24 columns of four pages: 3 bytes to say where, 24 of pixels, 2 to begin each of both."""
    bench = Bench()
    bench.turn()
    digit = bytearray(1024)
    for page in range(4):
        digit[page * 128 + 40 : page * 128 + 64] = b"\xff" * 24
    bench.show(bytes(digit))
    assert bench.sent == 4 * (3 + 24 + 2 * 2)


@EVERY_CHIP
def test_the_first_picture_is_sent_in_full_over_the_noise(driver):
    bench = Bench(driver)
    bench.turn()
    assert bench.sees()
    assert 1024 <= bench.sent <= 1024 + 8 * 7 + 60


@EVERY_CHIP
def test_the_display_stays_dark_until_its_first_picture_is_whole(driver):
    bench = Bench(driver)
    lit_early = []
    bench.bus.slow = lambda: lit_early.append(bench.chip.lit)
    bench.show(b"\x0f" * 1024)
    assert not any(lit_early)
    assert bench.chip.lit


@EVERY_CHIP
def test_upside_down(driver):
    bench = Bench(driver, rotate=2)
    for picture in pictures(50, seed=3):
        bench.show(picture)
        assert bench.chip.glass() == [row[::-1] for row in rows(picture, 128)[::-1]]


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
@pytest.mark.parametrize("size", [(128, 32), (64, 48), (64, 32), (96, 16)])
def test_smaller_glasses_lie_where_luma_says(size):
    """The part of the RAM behind a smaller glass is the one that luma's own drawing fills."""
    bench = Bench("ssd1306", *size)
    for picture in pictures(20, size=size[0] * size[1] // 8):
        bench.show(picture)
    by_luma = CHIPS["ssd1306"](*size, seed=1)
    line = I2c(open_bus=I2cBus(by_luma).open).open()
    drawn = LumaOled("ssd1306", *size, 0)
    while drawn.step(line, Frame(bench.pages, 0, 0, 100)):
        pass
    assert bench.chip.glass() == by_luma.glass() == rows(bench.pages, size[0])


@EVERY_CHIP
def test_luma_says_nothing_that_the_models_do_not_know(driver):
    """But for three commands, which luma has for an SSD1306 and gives to its kin as well."""
    bench = Bench(driver)
    for picture in pictures(5):
        bench.show(picture)
    known_strays = {"ssd1306": set(), "ssd1309": {0x8D}, "sh1106": {0x20, 0x8D}}
    assert bench.chip.unknown == known_strays[driver]


def test_each_message_holds_what_it_was_given_and_nothing_of_the_one_before():
    """Grey displays take many thousand bytes at once; i2c-dev takes up to 8,192 in a message."""
    sent = []

    class Listening(I2cBus):
        def i2c_rdwr(self, *messages):
            sent.extend((one.addr, one.flags, bytes(one)) for one in messages)

    line = I2c(address=0x3D, open_bus=Listening(None).open).open()
    many = bytes(range(251)) * 40
    line.data(many)
    line.data((1, 2, 3))
    line.draw((0xB0, 2, 0x10), b"\0")
    assert {(at, flags) for at, flags, _ in sent} == {(0x3D, 0)}
    contents = [content for _, _, content in sent]
    assert max(map(len, contents)) <= 8192
    assert {content[0] for content in contents[:-2]} == {0x40}
    assert b"".join([content[1:] for content in contents[:-3]]) == many
    assert contents[-3:] == [b"\x40\1\2\3", b"\0\xb0\2\x10", b"\x40\0"]


@pytest.mark.parametrize("hz", [62_500, 100_000, 400_000])
def test_the_clock_of_a_bus_is_measured_without_being_seen(hz):
    bench = Bench()
    bench.show(next(pictures(1)))

    def seconds():
        """Time stands still but for the wire, and 50 us that each call takes anyway."""
        return bench.bus.bytes * 9 / hz + bench.bus.messages * 50e-6

    assert measured_hz(I2c(open_bus=bench.bus.open), seconds) == pytest.approx(hz)
    assert bench.sees()


@given(st.binary(min_size=20, max_size=20), st.binary(min_size=20, max_size=20), st.integers(1, 9))
def test_no_other_cut_takes_fewer_bytes(was, now, gap):
    """Against every way to send a page, worked out column by column."""
    was = bytes(byte % 3 for byte in was)
    now = bytes(byte % 3 for byte in now)
    runs = list(changes(was, now, 10, gap, 20))
    sent = bytearray(was)
    for first, end in runs:
        sent[first:end] = now[first:end]
    assert bytes(sent) == now
    least = sum(fewest(was[at : at + 10], now[at : at + 10], gap) for at in (0, 10))
    assert sum(end - first + gap for first, end in runs) == least


def fewest(was, now, gap):
    """The least cost, where a run costs its columns and `gap` to begin."""
    outside, inside = 0, gap
    for old, new in zip(was, now, strict=True):
        outside, inside = (
            min(outside, inside) if old == new else 10**6,
            min(inside, outside + gap) + 1,
        )
        outside = min(outside, inside) if old == new else inside
    return min(outside, inside)
