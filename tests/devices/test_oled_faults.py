"""Errors at every byte, absence for minutes, noise: two events, and the right picture."""

import atexit
import errno
import gc
import random
import tracemalloc

import pytest
from support.display_models import CHIPS
from support.oled_table import EVERY_CHIP, OledBench, pictures, rows
from support.soak import SOAK, share

from drivers.display.burn_in import RING, BurnInSettings
from drivers.display.bus import I2c
from drivers.events import PartFound, PartLost

FOUND = PartFound("display")
NO_ANSWER = PartLost("display", I2c().trouble(OSError(errno.EREMOTEIO, "gone")))


@EVERY_CHIP
def test_an_error_at_any_byte_is_made_good(driver):
    """Set-up, a whole picture, two changes: each byte of them is once the one that fails.

    Every 31st without OKANJO_SOAK=1.
    """
    first = random.Random(11).randbytes(1024)
    story = [first, first[:500] + bytes(60) + first[560:], first]
    whole = OledBench(driver)
    for picture in story:
        whole.show(picture)
    for fails in range(0, whole.bus.bytes, 1 if SOAK else 31):
        bench = OledBench(driver)
        bench.bus.fails = fails
        for picture in story:
            bench.show(picture)
            bench.now += 1.0  # the next try
            bench.turn()
            assert bench.sees()
        lost = bench.events.index(NO_ANSWER)
        assert bench.events == [FOUND] * lost + [NO_ANSWER, FOUND]


@EVERY_CHIP
def test_a_command_cut_short_swallows_nothing_of_the_next_set_up(driver):
    """Whatever argument the chip still waits for, the display comes up as it should."""
    for command in sorted(CHIPS[driver].arguments):
        bench = OledBench(driver)
        bench.chip.command(command)
        bench.show(next(pictures(1)))
        assert bench.sees()
        assert bench.chip.contrast == 0xCF


GONE = "no answer from address 0x3C on I2C bus 1: check its four wires and its address"
MISTAKE = "stopped by a bug in Okanjo: "


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (OSError(errno.EREMOTEIO, "gone"), GONE),
        (OSError(errno.EIO, "gone"), GONE),
        (OSError(errno.ETIMEDOUT, "gone"), "I2C bus 1 hangs"),
        # spidev's, and SMBus's own, for a transfer that was cut short: the wire's trouble
        (SystemError("returned NULL without setting an exception"), GONE),
        (MemoryError("no room"), f"{MISTAKE}MemoryError: no room"),
        (RuntimeError("never\nthought of"), f"{MISTAKE}RuntimeError: never th"),
    ],
)
def test_what_nobody_thought_of_is_told_once_and_tried_again(error, text):
    bench = OledBench(burn_in=BurnInSettings(move_s=0))
    story = pictures(9)
    bench.show(next(story))

    def falls_over():
        raise error

    bench.bus.slow = falls_over
    due = bench.show(next(story))
    for waits in (1, 2, 4, 8, 16, 30, 30):
        assert due == bench.now + waits
        bench.now, opened = due, bench.bus.opened
        due = bench.turn()
        assert bench.bus.opened == opened + 1
    kept, lost = bench.events
    assert kept == FOUND
    assert isinstance(lost, PartLost)
    assert str(lost.trouble).startswith(text)
    assert "\n" not in str(lost.trouble)
    bench.bus.slow, bench.now = lambda: None, due
    bench.chip.power()
    bench.turn()
    assert bench.events[2:] == [FOUND]
    assert bench.sees()


def test_a_scan_does_not_wait_for_the_long_pause():
    """30 s of pause are for an empty table: while somebody scans it is one second."""
    bench = OledBench(burn_in=BurnInSettings(move_s=0))
    bench.bus.gone = errno.EREMOTEIO
    story = pictures(100)
    due = bench.turn()
    for _ in range(8):
        bench.now = due
        due = bench.turn()
    assert due == bench.now + 30
    bench.bus.gone = 0
    bench.now += 0.4
    bench.show(next(story))
    assert not bench.chip.lit  # tried less than a second ago
    bench.now += 0.6
    bench.turn()
    assert bench.sees()


def test_scans_while_it_is_away_count_as_somebody_being_there():
    """Back after a quarter of an hour, and the last scan a moment ago: it is bright."""
    bench = OledBench(burn_in=BurnInSettings(move_s=0))
    bench.bus.gone = errno.EREMOTEIO
    bench.turn()
    bench.now += 900
    due = bench.show(next(pictures(1)))
    bench.bus.gone, bench.now = 0, due
    bench.turn()
    assert bench.sees()
    assert bench.chip.contrast == 0xCF


@pytest.mark.parametrize(
    ("number", "text", "do", "there"),
    [
        (errno.ENOENT, "there is no I2C bus 1", "switch I2C on with raspi-config", False),
        (errno.EACCES, "I2C bus 1: no permission", "join the group i2c", True),
        (
            errno.EBUSY,
            "the kernel holds address 0x3C on I2C bus 1",
            "remove the display's overlay from config.txt",
            True,
        ),
    ],
)
def test_a_bus_that_cannot_be_opened(number, text, do, there):
    bench = OledBench()
    bench.bus.refuses = number
    due = bench.turn()
    (lost,) = bench.events
    assert isinstance(lost, PartLost)
    assert (str(lost.trouble), lost.trouble.there) == (f"{text}: {do}", there)
    bench.bus.refuses, bench.now = 0, due
    bench.turn()
    assert bench.sees()


def test_the_end_comes_whatever_the_bus_does(monkeypatch):
    bench = OledBench()
    bench.show(next(pictures(1)))

    def falls_over():
        raise SystemError("returned NULL without setting an exception")

    bench.bus.slow = falls_over
    monkeypatch.setattr(bench.bus, "close", falls_over)
    bench.put(b"\xff" * 1024)
    bench.end()


def test_while_a_slow_bus_draws_the_newest_picture_overtakes():
    """Each page is taken from the newest picture: the second costs no pages twice."""
    bench = OledBench()
    first, second = (bytes([fill]) * 1024 for fill in (0x55, 0xAA))
    bench.turn()

    bench.put(first)
    bench.bus.slow = lambda: bench.put(second)
    bench.turn()
    assert bench.sees()
    assert bench.pages == second
    assert bench.sent <= 9 * 135


@EVERY_CHIP
def test_whatever_happens_the_last_picture_is_there_a_minute_later(driver):
    """A walk through errors, absence, loose plugs, pictures and pauses, always the same one."""
    rng = random.Random(driver)
    story = pictures(10_000, seed=1)
    for _ in range(share(200)):
        bench = OledBench(driver, burn_in=BurnInSettings(move_s=60, dim_s=60, off_s=600))
        for _ in range(rng.randint(1, 25)):
            bench.now += rng.choice((0, 0.3, 1, 5, 40, 700))
            befalls = rng.randrange(6)
            if befalls == 0:
                bench.bus.fails = rng.randrange(300)
            elif befalls == 1:
                bench.bus.gone = rng.choice((0, 5, 110, 121))
            elif befalls == 2:
                bench.chip.power()
            if rng.random() < 0.7:
                bench.show(next(story))
            else:
                bench.turn()
        bench.bus.gone, bench.bus.fails = 0, None
        bench.show(next(story))
        bench.now += 60
        bench.turn()
        assert bench.chip.glass() in [rows(bench.pages, 128, x, y) for x, y in RING]
        assert bench.chip.lit
        assert all(
            event != other for event, other in zip(bench.events, bench.events[1:], strict=False)
        )


def test_coming_and_going_leaves_no_memory_behind():
    bench = OledBench()
    story = list(pictures(8))

    def come_and_go(times):
        for number in range(times):
            bench.bus.fails = number % 4
            bench.show(story[number % 8])
            bench.now += 1
            bench.turn()

    come_and_go(20)
    hooks = atexit._ncallbacks()
    gc.collect()
    tracemalloc.start()
    try:
        bench.events.clear()
        come_and_go(20)
        bench.events.clear()
        gc.collect()
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert bench.bus.opened == bench.bus.closed + 1
    assert atexit._ncallbacks() == hooks  # one for each device that luma ever made
    assert grown < 20_000
