"""Views in, pins of gpiozero's own mock out."""

import pytest
from support.gpio_pins import Pins

from drivers.events import PartEvent, PartFound, PartLost
from drivers.lights.animation import Pawn, TrackView, fitting_scale
from drivers.lights.plain_leds import PINS, PlainLeds, bar


@pytest.mark.parametrize(
    ("highest", "scale"),
    [(-5, 1), (0, 1), (59, 1), (60, 2), (118, 2), (119, 5), (296, 10), (1180, 20), (1181, 50)],
)
def test_the_scale_that_fits_sixty_leds(highest, scale):
    assert fitting_scale(highest, 60) == scale


def view(*values, active=0, flash="", number=0, winner=None):
    pawns = [
        Pawn("red", value, index == active, index == winner) for index, value in enumerate(values)
    ]
    return TrackView(tuple(pawns), flash, number)


@pytest.mark.parametrize(
    ("values", "leds", "lit"),
    [
        ((0, 4), 10, 0),
        ((7, 4), 10, 7),
        ((10, 4), 10, 10),
        ((11, 4), 10, 6),  # two points an LED
        ((7, 25), 10, 2),  # the best seat needs five
        ((-4, 25), 10, 0),
        ((1, 300), 10, 1),
        ((300, 1), 1, 1),
        ((20, 20), 20, 20),
    ],
)
def test_the_bar_of_the_seat_on_show(values, leds, lit):
    assert bar(view(*values), leds) == lit


def test_with_nobody_active_the_winner_is_on_show_and_else_nobody():
    assert bar(view(7, 4, active=None), 10) == 0
    assert bar(view(7, 4, active=None, winner=1), 10) == 4


def test_a_bar_grows_and_a_flash_is_every_led_at_once():
    pins, events = Pins(), list[PartEvent]()
    leds = PlainLeds(events.append, factory=pins)
    assert leds.turn(10.0) is None
    assert events == [PartFound("leds")]
    leds.show(view(3, 5))
    assert leds.turn(11.0) is None
    assert pins.lit(PINS) == [5, 6, 13]
    leds.show(view(4, 5, flash="accepted", number=1))
    due = leds.turn(12.0)
    assert pins.lit(PINS) == list(PINS)
    assert due is not None
    assert leds.turn(due) is None
    assert pins.lit(PINS) == [5, 6, 13, 19]
    leds.show(view(4, 5, flash="refused", number=2))
    due, times = leds.turn(13.0), 1
    while due is not None:
        due = leds.turn(due)
        times += len(pins.lit(PINS)) == len(PINS)
    assert times == 3
    leds.close()
    assert pins.lit(PINS) == []


def test_pins_of_others():
    pins, events = Pins(), list[PartEvent]()
    first = PlainLeds(events.append, (5, 6), factory=pins)
    first.turn(0.0)
    twice = PlainLeds(events.append, (6, 13), factory=pins)
    assert twice.turn(0.0) == 1.0
    lost = events[1]
    assert isinstance(lost, PartLost)
    assert str(lost.trouble).startswith("GPIO 6 13: ")
    assert "its own pins" in lost.trouble.do
    first.close()
    assert twice.turn(1.0) is None
    assert events[2] == PartFound("leds")
