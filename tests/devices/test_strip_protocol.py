"""Colours through the encoders and the models of the LEDs and back; then what a strip draws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.led_models import chain_of

from drivers.lights.strip_protocol import (
    CHANNEL_MA,
    CHIPS,
    REST_MA,
    chip,
    current_ma,
    dimmed,
    frame,
)

APA102, WS2812, SK6812 = CHIPS["apa102"], CHIPS["ws2812"], CHIPS["sk6812"]
KINDS = st.sampled_from(list(CHIPS))
PICTURES = st.integers(1, 90).flatmap(lambda leds: st.binary(min_size=3 * leds, max_size=3 * leds))


def shown(kind, picture, brightness=1.0, cap_ma=math.inf, order="", hz=0, **settings):
    """The light of a strip that is sent this picture."""
    chain, strip = chain_of(kind, len(picture) // 3, order, **settings), chip(kind, order)
    chain.take(frame(strip, picture, brightness, cap_ma), hz or strip.spi_hz)
    return chain.light


def leds(picture, share=1.0):
    return [
        tuple(part / 255 * share for part in picture[start : start + 3])
        for start in range(0, len(picture), 3)
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


@given(KINDS, PICTURES, st.none() | st.permutations("rgb"))
def test_every_led_shows_its_own_colour(kind, picture, order):
    assert shown(kind, picture, order="".join(order or "")) == leds(picture)


@pytest.mark.parametrize("order", ["grx", "rr", "bgrw", "rrg"])
def test_an_order_that_is_none(order):
    with pytest.raises(ValueError, match="colour order"):
        chip("ws2812", order)


@pytest.mark.parametrize("kind", ["ws2812", "sk6812"])
@pytest.mark.parametrize("between_ns", [0, 312, 900])
@pytest.mark.parametrize("idles_high", [False, True])
def test_pauses_between_bytes_and_a_line_that_idles_high(kind, between_ns, idles_high):
    """Seen on a Pi 4: a clock of low between two bytes, and MOSI high before the first."""
    picture = bytes(range(0, 240, 4)) * 3
    light = shown(kind, picture, between_ns=between_ns, idles_high=idles_high)
    assert light == leds(picture)


@pytest.mark.parametrize("kind", ["ws2812", "sk6812"])
@pytest.mark.parametrize("hz", [3_125_000, 3_205_128])
def test_the_clocks_that_a_pi_can_make(kind, hz):
    """250 MHz over 80, and over 78; 500 over 156."""
    picture = b"\x55\xaa\x0f" * 3
    assert shown(kind, picture, hz=hz) == leds(picture)


# --- brightness and current ---------------------------------------------------------


@given(KINDS, PICTURES, st.floats(0, 1))
def test_brightness_is_a_share_of_every_colour(kind, picture, brightness):
    for led, wanted in zip(
        shown(kind, picture, brightness), leds(picture, brightness), strict=True
    ):
        assert led == pytest.approx(wanted, abs=0.5 / 255 + 1e-9)


def test_a_clocked_strip_keeps_its_shades_when_it_is_dimmed():
    """At brightness 0.05 a WS2812 has 14 shades left; an APA102's level leaves it more."""
    shades = {
        kind: len({shown(kind, bytes([part, 0, 0]), 0.05)[0] for part in range(256)})
        for kind in ("apa102", "ws2812")
    }
    assert shades["ws2812"] == 14
    assert shades["apa102"] > 190


@given(KINDS, PICTURES, st.floats(0, 1), st.floats(0, 3000))
def test_no_frame_draws_more_than_its_cap(kind, picture, brightness, cap_ma):
    resting = REST_MA * len(picture) / 3
    light = shown(kind, picture, brightness, cap_ma)
    drawn = resting + sum(map(sum, light)) * CHANNEL_MA
    assert drawn <= max(cap_ma, resting) + 1e-6
    level, lit = dimmed(CHIPS[kind], picture, brightness, cap_ma)
    assert drawn == pytest.approx(current_ma(lit, level))
