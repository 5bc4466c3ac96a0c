"""Views in, what the strip shows out: through the driver, a simulated bus and LED models.

Then a strip that fails, is away, or cannot be as it is set.
"""

import bisect
import errno

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.led_models import SpiBus, chain_of
from support.soak import share
from support.track_evening import STRIPS, Players, Watched, golden, image

from drivers.events import PartEvent, PartFound, PartLost
from drivers.lights.animation import Pawn, TrackView
from drivers.lights.colours import COLOURS
from drivers.lights.strip import ScoreTrack, Strip, complaint
from drivers.lights.strip_protocol import CHIPS

FOUND = PartFound("strip")
VIEW = TrackView((Pawn("red", 5, active=True), Pawn("blue", 9)), "accepted", 1)


@pytest.mark.parametrize("name", STRIPS)
def test_golden(name):
    """To accept a change: `PYTHONPATH=.:tests python -m support.track_evening --write`."""
    assert image(name).tobytes() == golden(name).tobytes()


@pytest.mark.parametrize("kind", ["apa102", "ws2812"])
def test_a_view_is_shown_and_then_rests(kind):
    watched = Watched(Strip(kind, 20, brightness=0.5, cap_ma=2000))
    assert watched.events == [FOUND]
    assert watched.spi.at == (0, 0)
    assert (watched.spi.max_speed_hz, watched.spi.mode) == (CHIPS[kind].spi_hz, 0)
    watched.show(VIEW)
    assert watched.lit() == {4, 5, 6, 9}
    watched.wait(60)
    assert watched.lit() == {5, 9}
    assert watched.chain.light[9][2] == pytest.approx(155 / 255 / 2, abs=0.003)
    frames, turns = len(watched.spi.sent), watched.turns
    watched.wait(3600)
    assert (len(watched.spi.sent), watched.turns) == (frames, turns)
    assert watched.due is None


def test_dark_until_there_is_something_to_show():
    """LEDs come up in whatever colours they like."""
    watched = Watched(Strip())
    assert len(watched.spi.sent) == 1
    assert watched.lit() == set()
    watched.chain.light = [(1.0, 1.0, 1.0)] * 60
    watched.show(TrackView())
    assert len(watched.spi.sent) == 1  # it is what was sent


@settings(max_examples=share(100))
@given(
    st.lists(
        st.tuples(st.floats(0, 1.5), st.sampled_from(list(COLOURS)), st.sampled_from(range(-2, 9))),
        max_size=20,
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
    for first, moment in enumerate(sent_at):
        assert bisect.bisect_left(sent_at, moment + 0.9999) - first <= 30


def test_a_scan_does_not_wait_for_the_animation():
    watched = Watched(Strip())
    players = Players(watched, dict.fromkeys(COLOURS, 3))
    for number in range(60):
        players.scan("red", 1)
        assert len(watched.spi.sent) == len(watched.sent_at)
        assert watched.sent_at[-1] == watched.at
        watched.wait(0.511 + number % 7 / 100)


def test_current_never_passes_the_cap():
    watched = Watched(Strip("ws2812", brightness=1.0, cap_ma=90))
    watched.show(TrackView(tuple(Pawn("white", led) for led in range(0, 60, 2))))
    assert 60 + 20 * sum(map(sum, watched.chain.light)) == pytest.approx(90, abs=10)


# --- faults -------------------------------------------------------------------------


def test_after_a_fault_it_is_sent_even_what_it_showed_before():
    watched = Watched(Strip())
    watched.show(VIEW)
    watched.wait(60)
    watched.spi.fault = errno.EIO
    watched.show(VIEW._replace(number=2))
    watched.wait(60)
    watched.chain.light = [(1.0, 1.0, 1.0)] * 60
    watched.spi.fault = 0
    watched.wait(31)
    assert [type(event) for event in watched.events] == [PartFound, PartLost, PartFound]
    assert watched.lit() == {5, 9}
    assert watched.spi.opened == watched.spi.closed + 1


def test_a_flash_missed_while_the_strip_was_away_is_not_made_up_for():
    watched = Watched(Strip())
    watched.spi.fault = errno.EIO
    watched.show(VIEW)
    watched.wait(5)
    watched.show(VIEW._replace(flash="refused", number=2))
    watched.wait(0.6)
    watched.spi.fault = 0
    watched.wait(16)
    assert watched.events[-1] == FOUND
    assert watched.lit() == {5, 9}


@pytest.mark.parametrize(
    ("fault", "says", "there"),
    [
        (errno.ENOENT, "raspi-config", False),
        (errno.EACCES, "usermod -aG spi", True),
        (errno.EIO, "wires", True),
        (None, "apt install python3-spidev", False),
    ],
)
def test_what_to_do(fault, says, there):
    events, spi = list[PartEvent](), SpiBus()
    spi.fault = fault

    def no_spidev(bus, device):
        raise ImportError("No module named 'spidev'")

    track = ScoreTrack(events.append, Strip(), open_spi=spi.open if fault else no_spidev)
    due = track.turn(0.0)
    (lost,) = events
    assert isinstance(lost, PartLost)
    assert says in lost.trouble.do
    assert lost.trouble.there == there
    assert "\n" not in str(lost.trouble)
    assert len(str(lost.trouble)) <= 240
    assert due == (1.0 if fault else None)  # a library does not come by itself


@pytest.mark.parametrize(
    ("strip", "says"),
    [(Strip(order="rrb"), "colour order"), (Strip(leds=600), "draw 600 mA while dark")],
)
def test_settings_that_cannot_be(strip, says):
    trouble = complaint(strip)
    assert trouble
    assert says in str(trouble)
    assert trouble.there
    events, spi = list[PartEvent](), SpiBus()
    assert ScoreTrack(events.append, strip, open_spi=spi.open).turn(0.0) is None
    assert events == [PartLost("strip", trouble)]
    assert spi.opened == 0


def test_the_longest_strip():
    """As long as the settings take: the bus objects to a WS2812's transfer of over 4096 bytes."""
    chain = chain_of("ws2812", 300)
    track = ScoreTrack(print, Strip("ws2812", 300, cap_ma=2000), open_spi=SpiBus(chain.take).open)
    track.show(TrackView((Pawn("red", 299),)))
    track.turn(0.0)
    assert [led for led, light in enumerate(chain.light) if any(light)] == [299]


def test_closed_it_is_dark():
    watched = Watched(Strip())
    watched.show(VIEW)
    watched.track.close()
    assert watched.lit() == set()
    assert watched.spi.closed == 1
