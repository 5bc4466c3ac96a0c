"""Views in, what the strip shows out: through the driver, a bus that is not there, LED models."""

import bisect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.track_evening import STRIPS, Players, Watched, drawn, kept

from drivers.events import PartFound
from drivers.lights.animation import Pawn, TrackView
from drivers.lights.colours import COLOURS
from drivers.lights.strip import Strip
from drivers.lights.strip_protocol import CHIPS

KINDS = list(CHIPS)
VIEW = TrackView((Pawn("red", 5, active=True), Pawn("blue", 9)), "accepted", 1)


def lit(watched):
    return {led for led, light in enumerate(watched.chain.light) if any(light)}


@pytest.mark.parametrize("name", STRIPS)
def test_golden(name):
    """Meant to change? Look at them, then `PYTHONPATH=.:tests python -m track_evening --write`."""
    pixels = bytes(part for line in drawn(name) for pixel in line for part in pixel)
    assert pixels == kept(name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_view_is_shown_and_then_rests(kind):
    watched = Watched(Strip(kind, brightness=0.5, cap_ma=2000))
    assert watched.facts == [PartFound("strip")]
    assert watched.spi.at == (0, 0)
    assert (watched.spi.max_speed_hz, watched.spi.mode) == (CHIPS[kind].spi_hz, 0)
    watched.show(VIEW)
    assert lit(watched) == {4, 5, 6, 9}
    watched.wait(60)
    assert lit(watched) == {5, 9}
    assert watched.chain.light[9][2] == pytest.approx(155 / 255 / 2, abs=0.003)
    frames, turns = len(watched.spi.sent), watched.turns
    watched.wait(3600)
    assert (len(watched.spi.sent), watched.turns) == (frames, turns)
    assert watched.due is None


def test_dark_until_there_is_something_to_show():
    """LEDs come up in whatever colours they like."""
    watched = Watched(Strip())
    assert len(watched.spi.sent) == 1
    assert lit(watched) == set()
    watched.chain.light = [(1.0, 1.0, 1.0)] * 60
    watched.show(TrackView())
    assert len(watched.spi.sent) == 1  # it is what was sent


@settings(max_examples=20)
@given(
    st.lists(
        st.tuples(st.floats(0, 1.5), st.sampled_from(list(COLOURS)), st.sampled_from(range(-2, 9))),
        max_size=40,
    ),
    st.booleans(),
)
def test_at_most_thirty_frames_in_any_second(scans, rhythms):
    watched = Watched(Strip(leds=30, rhythms=rhythms))
    players = Players(watched, dict.fromkeys(COLOURS, 0))
    for wait, colour, gain in scans:
        players.scan(colour, gain, wait=wait**4)
    players.win("red", wait=40)
    assert watched.due is None
    sent_at = watched.sent_at
    for first, at in enumerate(sent_at):
        assert bisect.bisect_left(sent_at, at + 0.9999) - first <= 30


@pytest.mark.parametrize("kind", KINDS)
def test_a_wait_between_scan_and_light_there_is_none(kind):
    """Even while it animates, a scan's own frame leaves at once."""
    watched = Watched(Strip(kind))
    players = Players(watched, dict.fromkeys(COLOURS, 3))
    for number in range(60):
        players.scan("red", 1)
        assert len(watched.spi.sent) == len(watched.sent_at)
        assert watched.sent_at[-1] == watched.at
        watched.wait(0.511 + number % 7 / 100)


def test_current_never_passes_the_cap():
    strip = Strip("ws2812", brightness=1.0, cap_ma=90)
    watched = Watched(strip, every=0.02)
    players = Players(watched, {name: at for at, name in enumerate(COLOURS)})
    players.scan("white", 0, wait=3)
    players.win("white", "red", wait=6)
    draws = [60 + 20 * sum(map(sum, row)) for row in watched.rows]
    assert max(draws) <= 90
    assert max(draws) > 80
