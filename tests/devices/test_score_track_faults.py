"""A strip that fails, is away, cannot be as it is set, or hangs: what its driver says and does."""

import errno
import threading

import pytest
from support.led_models import TimedChain
from support.scanner_facts import Facts, eventually
from support.track_evening import Watched

from drivers.events import PartFound, PartLost
from drivers.lights.animation import Pawn, TrackView
from drivers.lights.strip import ScoreTrack, Strip, complaint
from drivers.simulated.strip import ClockedChain, SpiBus

VIEW = TrackView((Pawn("red", 5, active=True), Pawn("blue", 9)), "accepted", 1)


def lit(watched):
    return {led for led, light in enumerate(watched.chain.light) if any(light)}


def test_a_fault_is_said_once_and_tried_again_ever_more_rarely():
    watched = Watched(Strip())
    watched.show(VIEW)
    watched.spi.fault = errno.EIO
    watched.wait(0.5)
    found, lost = watched.facts
    assert found == PartFound("strip")
    assert lost.part == "strip"
    assert "wires" in lost.trouble.do
    watched.wait(watched.due - watched.at)
    waits = []
    for _ in range(7):
        waits.append(round(watched.due - watched.at))
        watched.wait(watched.due - watched.at)
    assert waits == [2, 4, 8, 16, 30, 30, 30]
    assert len(watched.facts) == 2
    watched.spi.fault = 0
    watched.wait(31)
    assert watched.facts[2:] == [PartFound("strip")]
    assert lit(watched) == {5, 9}
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
    assert watched.facts[-1] == PartFound("strip")
    assert lit(watched) == {5, 9}


def test_what_nobody_thought_of_ends_no_strip_either():
    watched = Watched(Strip())
    watched.show("no view of a track")
    [found, lost] = watched.facts
    assert found == PartFound("strip")
    assert lost.trouble.found.startswith("stopped by a mistake of ours: AttributeError")
    watched.show(VIEW)
    watched.wait(2)
    assert watched.facts[2:] == [PartFound("strip")]
    assert lit(watched) == {5, 9}


@pytest.mark.parametrize(
    ("fault", "says", "there"),
    [
        (errno.ENOENT, "raspi-config", False),
        (errno.EACCES, "usermod -aG spi", True),
        (errno.EIO, "wires", True),
    ],
)
def test_what_to_do(fault, says, there):
    facts, spi = [], SpiBus()
    spi.fault = fault
    track = ScoreTrack(facts.append, Strip(), open_spi=spi.open)
    track.turn(0.0)
    trouble = facts[0].trouble
    assert says in trouble.do
    assert trouble.there == there
    assert "\n" not in trouble.found
    assert len(trouble.found) <= 160


def test_without_the_library_it_says_so_and_lets_be():
    def no_spidev(bus, device):
        raise ImportError("No module named 'spidev'")

    facts = []
    track = ScoreTrack(facts.append, Strip(), open_spi=no_spidev)
    assert track.turn(0.0) is None
    assert "apt install python3-spidev" in facts[0].trouble.do
    assert not facts[0].trouble.there


@pytest.mark.parametrize(
    ("strip", "says"),
    [
        (Strip("neopixel"), "take one of apa102, sk9822, ws2812, sk6812"),
        (Strip(order="xyz"), "colour order"),
        (Strip(leds=0), "count them"),
        (Strip(leds=600), "draw 600 mA while dark"),
        (Strip("ws2812", leds=322, cap_ma=2000), "spidev.bufsiz=65536"),
    ],
)
def test_settings_that_cannot_be(strip, says):
    trouble = complaint(strip)
    assert says in f"{trouble.found}: {trouble.do}"
    assert trouble.there
    facts, spi = [], SpiBus()
    ScoreTrack(facts.append, strip, open_spi=spi.open, room=lambda: 4096).turn(0.0)
    assert facts == [PartLost("strip", trouble)]
    assert spi.opened == 0


@pytest.mark.parametrize(
    ("strip", "room"),
    [
        (Strip("ws2812", leds=320, cap_ma=2000), 4096),
        (Strip("ws2812", leds=1000, cap_ma=2000), 65536),
        (Strip("apa102", leds=2000, cap_ma=3000), 4096),  # with a clock of its own it may be cut
    ],
)
def test_long_strips(strip, room):
    assert complaint(strip, room) is None
    chain = (TimedChain if strip.kind == "ws2812" else ClockedChain)(strip.leds)
    spi = SpiBus(chain, room)
    track = ScoreTrack(print, strip, open_spi=spi.open, room=lambda: room)
    track.show(TrackView((Pawn("red", strip.leds - 1),)))
    track.turn(0.0)
    assert [led for led, light in enumerate(chain.light) if any(light)] == [strip.leds - 1]


# --- its thread ---------------------------------------------------------------------


class SlowSpi(SpiBus):
    """A bus whose writes last until they are let go."""

    def __init__(self, chain):
        super().__init__(chain)
        self.go = threading.Event()
        self.writing = threading.Event()

    def writebytes2(self, sent):
        self.writing.set()
        assert self.go.wait(60)
        super().writebytes2(sent)


def test_the_thread_takes_the_newest_and_is_dark_when_stopped():
    facts, chain = Facts(), ClockedChain(60)
    spi = SlowSpi(chain)
    track = ScoreTrack(facts.put, Strip(), open_spi=spi.open)
    track.start()
    assert spi.writing.wait(60)
    for number in range(1000):  # none of them waits for the bus
        track.show(TrackView((Pawn("red", number % 50),)))
    spi.go.set()
    assert facts.next() == PartFound("strip")
    eventually(lambda: any(chain.light[49]))
    assert len(spi.sent) == 2
    track.stop()
    track.stop()
    assert not any(map(any, chain.light))
    assert (spi.opened, spi.closed) == (1, 1)
