"""Colours through the encoders and the models of the LEDs and back; then what a strip draws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.led_models import TimedChain

from drivers.lights.strip_protocol import (
    CHIPS,
    chip,
    current_ma,
    dimmed,
    frame,
)
from drivers.simulated.strip import ClockedChain, Malformed

APA102, SK9822, WS2812, SK6812 = CHIPS.values()
PICTURES = st.integers(1, 90).flatmap(lambda leds: st.binary(min_size=3 * leds, max_size=3 * leds))


def chain_of(one, physical, **settings):
    if one.clocked:
        return ClockedChain(physical, one.name == "sk9822", one.order)
    return TimedChain(physical, one.name, one.order, **settings)


def shown(one, picture, brightness=1.0, cap_ma=None, **settings):
    chain = chain_of(one, len(picture) // 3, **settings)
    chain.take(frame(one, picture, brightness, cap_ma), one.spi_hz)
    return chain.light


def leds(picture, share=1.0):
    return [
        tuple(part / 255 * share for part in picture[at : at + 3])
        for at in range(0, len(picture), 3)
    ]


# --- byte by byte -------------------------------------------------------------------


def test_an_apa102_is_sent_32_zeros_then_brightness_blue_green_red():
    """APA102 data sheet, "Serial data structure"; the end by SK9822's needs."""
    sent = frame(APA102, bytes([1, 2, 3]) + bytes([255, 0, 0]), 1.0)
    assert sent[:12].hex(" ", 4) == "00000000 ff030201 ff0000ff"
    assert set(sent[12:]) == {0}


def test_a_ws2812_is_sent_four_bits_a_bit_green_first():
    sent = frame(WS2812, bytes([0, 0xA5, 0]), 1.0)
    assert sent.strip(b"\0").hex(" ", 4) == "e8e88e8e 88888888 88888888"
    assert frame(SK6812, bytes([0, 0xA5, 0]), 1.0).strip(b"\0")[:4].hex() == "c8c88c8c"


# --- as the chips see it ------------------------------------------------------------


@given(st.sampled_from(list(CHIPS)), PICTURES)
def test_every_led_shows_its_own_colour(name, picture):
    assert shown(CHIPS[name], picture) == leds(picture)


@given(PICTURES, st.permutations("rgb"))
def test_a_strip_with_other_colour_order(picture, order):
    for name in CHIPS:
        assert shown(chip(name, "".join(order)), picture) == leds(picture)


def test_a_white_led_in_every_pixel_stays_dark():
    picture = bytes(range(30))
    assert shown(chip("sk6812", "grbw"), picture) == leds(picture)


@pytest.mark.parametrize(
    ("name", "order"),
    [("ws2812", "grx"), ("ws2812", "rr"), ("apa102", "bgrw"), ("sk6812", "wgrbw")],
)
def test_an_order_that_is_none(name, order):
    with pytest.raises(ValueError, match="colour order"):
        chip(name, order)


@pytest.mark.parametrize("one", [WS2812, SK6812])
@pytest.mark.parametrize("between_ns", [0, 312, 900])
def test_pauses_between_bytes_and_a_line_that_idles_high(one, between_ns):
    """Seen on a Pi 4: a clock of low between two bytes, and MOSI high before the first."""
    picture = bytes(range(0, 240, 4)) * 3
    for idles_high in (False, True):
        light = shown(one, picture, between_ns=between_ns, idles_high=idles_high)
        assert light == leds(picture)


@pytest.mark.parametrize("one", [WS2812, SK6812])
@pytest.mark.parametrize("hz", [3_125_000, 3_205_128])
def test_the_clocks_that_a_pi_can_make(one, hz):
    """250 MHz over 80, and over 78; 500 over 156."""
    chain = chain_of(one, 3)
    chain.take(frame(one, b"\x55\xaa\x0f" * 3, 1.0), hz)
    assert chain.light == leds(b"\x55\xaa\x0f" * 3)


def test_what_the_models_object_to():
    """Frames as other programs send them: without a gap, with three bits a bit, ended too early."""
    chain = TimedChain(2)
    good = frame(WS2812, b"\xff" * 6, 1.0)
    with pytest.raises(Malformed, match="without a reset"):
        chain.take(good.rstrip(b"\0"), 3_200_000)
    with pytest.raises(Malformed, match="in the middle"):
        chain.take(good[:140] + bytes(8) + good[140:], 3_200_000)
    with pytest.raises(Malformed, match=r"ends high|no bit"):
        chain.take(bytes(200) + b"\xdb\x6d\xb6" * 6 + bytes(200), 2_400_000)
    with pytest.raises(Malformed, match="in the middle"):
        chain.take(good, 6_400_000)  # a clock that follows the core's
    long = ClockedChain(200)
    with pytest.raises(Malformed, match="never gets"):
        long.take(bytes(4) + b"\xff\x01\x02\x03" * 200 + bytes(4), 4_000_000)
    with pytest.raises(Malformed, match="not meant"):
        long.take(bytes(4) + b"\xff\x01\x02\x03" + b"\x0f\xff\xff\xff", 4_000_000)


def test_an_sk9822_with_an_apa102s_end_would_be_one_scan_late():
    chain = ClockedChain(3, sk9822=True)
    end = bytes(1)
    chain.take(bytes(4) + b"\xff\x00\x00\xff" * 3 + end, 4_000_000)
    assert chain.light == [(0.0, 0.0, 0.0)] * 3
    chain.take(bytes(4) + b"\xff\x00\xff\x00" * 3 + end, 4_000_000)
    assert chain.light == [(1.0, 0.0, 0.0)] * 3


# --- brightness and current ---------------------------------------------------------


@given(st.sampled_from(list(CHIPS)), PICTURES, st.floats(0, 1))
def test_brightness_is_a_share_of_every_colour(name, picture, brightness):
    for led, wanted in zip(
        shown(CHIPS[name], picture, brightness), leds(picture, brightness), strict=True
    ):
        assert led == pytest.approx(wanted, abs=0.5 / 255 + 1e-9)


def test_a_clocked_strip_keeps_its_shades_when_it_is_dimmed():
    """At brightness 0.05 a WS2812 has 14 shades left; an APA102's level leaves it more."""
    shades = {
        one.name: len({shown(one, bytes([part, 0, 0]), 0.05)[0] for part in range(256)})
        for one in (APA102, WS2812)
    }
    assert shades["ws2812"] == 14
    assert shades["apa102"] > 190


@given(st.sampled_from(list(CHIPS)), PICTURES, st.floats(0, 1), st.floats(0, 3000))
def test_no_frame_draws_more_than_its_cap(name, picture, brightness, cap_ma):
    one = CHIPS[name]
    resting = one.rest_ma * len(picture) / 3
    light = shown(one, picture, brightness, cap_ma)
    drawn = resting + sum(part for led in light for part in led) * one.channel_ma
    assert drawn <= max(cap_ma, resting) + 1e-6
    assert drawn == pytest.approx(
        current_ma(one, *reversed(dimmed(one, picture, brightness, cap_ma)))
    )


def test_what_sixty_leds_draw():
    """60 LEDs white at full: 60 x 3 x 20 mA, and 60 mA that they draw when dark."""
    white = b"\xff" * 180
    assert current_ma(WS2812, white) == 3660
    assert current_ma(WS2812, dimmed(WS2812, white, 1.0, 500)[1]) == pytest.approx(500, abs=15)
    assert current_ma(WS2812, bytes(180)) == 60
