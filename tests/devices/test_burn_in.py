"""A display that is left alone swims, dims, goes out, and wakes; by a clock moved by hand."""

import pytest
from support.oled_table import EVERY_CHIP, OledBench, pictures, rows

from drivers.display.burn_in import RING, BurnInGuard, BurnInSettings
from drivers.display.oled import Picture

PICTURE = next(pictures(1, seed=5))


@EVERY_CHIP
def test_an_idle_display_wakes_its_thread_no_more_than_that(driver):
    """Ten minutes: a swim each, once to dim, once to go out; then nothing, for ever."""
    bench = OledBench(driver)
    due = bench.show(PICTURE)
    began, turns = bench.now, 0
    while due is not None:
        assert due > bench.now
        bench.now = due
        due = bench.turn()
        turns += 1
        assert bench.sent <= 8 * 135 + 60
    assert bench.now == began + 600
    assert turns <= 12
    assert not bench.chip.lit


def test_it_goes_out_though_its_moment_comes_between_two_looks():
    """A busy machine: time passes while it is drawn on, too."""
    for off_s in range(20, 60):
        bench = OledBench(burn_in=BurnInSettings(move_s=0, dim_s=off_s / 2, off_s=off_s))
        bench.passes_s = 1.0
        due, dim = bench.show(PICTURE), False
        while due is not None:
            bench.now = max(bench.now, due)
            due = bench.turn()
            dim = dim or bench.chip.contrast == 0x10
        assert not bench.chip.lit, off_s
        assert dim, off_s


@EVERY_CHIP
@pytest.mark.parametrize("rotate", [0, 2])
def test_swimming_moves_every_pixel_and_loses_none(driver, rotate):
    bench = OledBench(driver, rotate=rotate, burn_in=BurnInSettings(dim_s=0, off_s=0))
    bench.show(PICTURE)
    for x, y in (*RING[1:], *RING):
        bench.now += 60
        bench.turn()
        glass = bench.chip.glass()
        if rotate:
            glass = [row[::-1] for row in glass[::-1]]
        assert glass == rows(PICTURE, 128, x, y)


@EVERY_CHIP
def test_a_dim_display_swims_without_a_flash(driver):
    """All is sent again, and at no moment is it brighter, dark, or lower by more than a step."""
    bench = OledBench(driver)
    bench.show(PICTURE)
    bench.now += 60
    bench.turn()
    seen = set()
    bench.bus.slow = lambda: seen.add((bench.chip.contrast, bench.chip.lit, bench.chip.start))
    bench.now += 60
    bench.turn()
    assert seen == {(0x10, True, 0), (0x10, True, 63)}


@EVERY_CHIP
def test_dim_after_a_minute_and_bright_at_the_next_change(driver):
    bench = OledBench(driver, burn_in=BurnInSettings(move_s=0))
    bench.show(PICTURE)
    assert bench.chip.contrast == 0xCF
    bench.now += 60
    bench.turn()
    assert bench.chip.contrast == 0x10
    assert bench.sent == 4
    bench.show(PICTURE[::-1])
    assert bench.chip.contrast == 0xCF
    assert bench.sees()


@EVERY_CHIP
def test_out_after_ten_minutes_and_right_again_at_the_next_change(driver):
    """Even if it lost its power while it was out."""
    for power in (False, True):
        bench = OledBench(driver)
        bench.show(PICTURE)
        bench.now += 600
        assert bench.turn() is None
        assert not bench.chip.lit
        if power:
            bench.chip.power()
        bench.show(PICTURE[::-1])
        assert bench.chip.lit
        assert bench.chip.glass() == rows(PICTURE[::-1], 128, *RING[1])


def test_a_picture_that_changes_by_itself_keeps_it_on_and_dim():
    """As a clock that is shown: each minute another picture, nobody there."""
    bench = OledBench()
    bench.show(PICTURE)
    for picture in pictures(20, seed=6):
        bench.now += 60
        bench.oled.show(Picture(picture, bench.number, wakes=False, stays_on=True))
        bench.turn()
        assert (bench.chip.lit, bench.chip.contrast) == (True, 0x10)
    bench.now += 600
    bench.turn()
    assert not bench.chip.lit, "it was taken away, or stands"
    bench.oled.show(Picture(PICTURE, bench.number, wakes=False, stays_on=True))
    bench.turn()
    assert (bench.chip.lit, bench.chip.contrast) == (True, 0x10)
    bench.show(PICTURE)
    assert bench.chip.contrast == 0xCF


@pytest.mark.parametrize("dim_s", [0, 120])
def test_where_it_does_not_dim_before_it_goes_out_it_stays_bright(dim_s):
    guard = BurnInGuard(BurnInSettings(move_s=0, dim_s=dim_s, off_s=100), 0)
    guard.stay_on(150)
    assert guard.appearance(151)[2] == 0xCF
