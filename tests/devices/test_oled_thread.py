"""The display's thread: pictures from another one, a bus that hangs, no libraries."""

import threading
import time

import pytest
from support.display_models import I2cBus, Ssd1306
from support.oled_table import pictures, rows
from support.processes import wake_ups
from support.waiting import until

from drivers.display.burn_in import BurnInSettings
from drivers.display.bus import I2c
from drivers.display.oled import Oled, Picture
from drivers.events import PartEvent

STORY = list(pictures(300, seed=9))


class OledAtWork:
    """A display at work on a modelled chip, stopped at the test's end."""

    def __init__(self, first=None, **settings):
        self.chip = Ssd1306()
        self.bus = I2cBus(self.chip)
        self.events = list[PartEvent]()
        self.oled = Oled(self.events.append, bus=I2c(open_bus=self.bus.open), **settings)
        self.number = 0
        if first:
            self.show(first)
        self.oled.start()

    def show(self, pages):
        self.oled.show(Picture(pages, self.number))

    def wake(self, pages):
        self.number += 1
        self.show(pages)

    def shows(self, picture):
        return self.chip.glass() == rows(picture, 128)

    def hang(self, picture):
        """Bring a picture whose first byte hangs; it goes on once the result is set."""
        hangs, goes_on = threading.Event(), threading.Event()

        def hang():
            hangs.set()
            assert goes_on.wait(120)

        self.bus.slow = hang
        self.show(picture)
        assert hangs.wait(60)
        return goes_on


@pytest.fixture
def table():
    made = []

    def make(*first, **settings):
        made.append(OledAtWork(*first, **settings))
        return made[-1]

    yield make
    for display in made:
        display.bus.slow = lambda: None
        display.oled.stop()


def test_a_bus_that_hangs_holds_up_nobody(table):
    """300 pictures while one call hangs: all are taken at once, one of them is drawn."""
    display = table()
    until(lambda: display.events)
    goes_on = display.hang(b"\xff" * 1024)
    before = display.bus.bytes
    for picture in STORY:
        display.wake(picture)
    assert display.bus.bytes == before  # the call still hangs: nothing of these waited for it
    goes_on.set()
    until(lambda: display.shows(STORY[-1]))
    assert display.bus.bytes - before <= 2 * 9 * 135


@pytest.mark.parametrize("stays", [True, False])
def test_what_is_left_there_at_the_end(table, stays):
    display = table(
        stays=stays, clock=lambda: 1000.0
    )  # by which the end may take as long as it likes
    display.show(STORY[3])
    until(lambda: display.shows(STORY[3]))
    display.show(STORY[4])
    display.oled.stop()
    display.oled.stop()
    assert display.shows(STORY[4] if stays else bytes(1024))
    assert display.chip.lit == stays
    assert display.bus.closed == display.bus.opened == 1


def test_stopping_does_not_wait_for_a_bus_that_hangs(table):
    display = table()
    until(lambda: display.events)
    goes_on = display.hang(STORY[0])
    display.oled.stop()
    assert not goes_on.is_set()
    goes_on.set()


def test_it_says_when_its_first_picture_is_there_or_will_not_be(table):
    display = table()
    assert display.oled.tried.wait(60)
    assert display.chip.lit
    assert table(driver="ssd1036").oled.tried.wait(60)
    away = Oled(lambda event: None, bus=I2c(open_bus=I2cBus(Ssd1306()).open, address=0x3D))
    away.start()
    assert away.tried.wait(60)
    away.stop()


def test_out_by_itself_and_awake_when_somebody_comes(table):
    display = table(STORY[0], burn_in=BurnInSettings(move_s=0, dim_s=0, off_s=0.05))
    until(lambda: display.bus.opened and not display.chip.lit and display.events)
    lit = []
    display.bus.slow = lambda: lit.append(display.chip.lit)
    display.show(STORY[0])  # nothing new: it sleeps on
    for pages in STORY[1:3]:  # new, but nobody came: with the second, the first is done
        picture = Picture(pages, display.number, wakes=False)
        display.oled.show(picture)
        until(lambda: display.oled._taken is picture)  # noqa: B023
    assert True not in lit
    display.wake(STORY[0])
    until(lambda: True in lit or display.chip.lit)


def test_at_rest_its_thread_sleeps(table):
    display = table(burn_in=BurnInSettings(move_s=0, dim_s=0, off_s=0))
    display.show(STORY[0])
    until(lambda: display.shows(STORY[0]) and display.events)

    def sleeps():
        before = wake_ups(display.oled._thread.native_id)
        time.sleep(0.6)
        return wake_ups(display.oled._thread.native_id) == before

    until(sleeps)  # it may still be on its way to bed


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"driver": "ssd1036"}, 'there is no display "ssd1036": use one of ssd1306, ssd1309, sh'),
        ({"width": 100}, "no ssd1306 has 100 x 64 pixels: use 128 x 64"),
        (
            {"driver": "ssd1322", "width": 100},
            "no ssd1322 has 100 x 64 pixels: use 256 x 64",
        ),
    ],
)
def test_a_setting_that_cannot_be_is_said_once(table, settings, words):
    display = table(**settings)
    until(lambda: display.events)
    display.show(bytes(settings.get("width", 128) * 8))
    display.oled.stop()
    assert len(display.events) == 1
    trouble = display.events[0].trouble
    assert str(trouble).startswith(words)
    assert trouble.there
    assert display.bus.opened == 0
