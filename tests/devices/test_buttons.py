"""Buttons on gpiozero's mock pins, pressed by a clock moved by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.gpio_pins import BarredPins, GroundedPin, Pins
from support.soak import share

from drivers.buttons import HOLD_S, PAGE_S, PINS, SETTLE_S, Buttons
from drivers.events import BothHeld, ButtonEvent, PageHeld, PartFound, PartLost, Pressed


class Hand:
    """Fingers on the buttons, and all that the driver told."""

    def __init__(self, **settings):
        self.pins, self.events, self.at = Pins(), list[ButtonEvent](), 100.0
        settings = {"factory": self.pins} | settings
        self.buttons = Buttons(self.events.append, clock=lambda: self.at, **settings)
        self.due = self.buttons.turn(self.at)

    def push(self, name, after=1.0, bounces=0):
        self._contact(name, False, after, bounces)

    def let_go(self, name, after=0.1, bounces=0):
        self._contact(name, True, after, bounces)
        self.wait(SETTLE_S)

    def wait(self, seconds):
        """The driver's thread wakes up when it said."""
        end = self.at + seconds
        self.due = self.buttons.turn(self.at)
        while self.due is not None and self.due <= end:
            self.at = self.due
            self.due = self.buttons.turn(self.at)
        self.at = end

    def _contact(self, name, high, after, bounces):
        """The pin's level changes, to and fro while the contact bounces."""
        self.wait(after)
        pin = self.pins[PINS[name]]
        for level in (high, *(not high, high) * bounces):
            (pin.drive_high if level else pin.drive_low)()
            self.at += 0.002

    @property
    def presses(self):
        return [event.name for event in self.events if isinstance(event, Pressed)]


def test_each_button_says_its_name():
    hand = Hand()
    assert (hand.events, hand.due) == ([PartFound("buttons")], None)
    assert {name: hand.pins[pin].pull for name, pin in PINS.items()} == dict.fromkeys(PINS, "up")
    for name in ("next", "undo", "page", "undo"):
        hand.push(name)
        hand.let_go(name, after=0.2)
        pressed = hand.events[-1]
        assert isinstance(pressed, Pressed)
        assert (pressed.name, pressed.moment) == (name, pytest.approx(hand.at, abs=0.3))
    assert hand.presses == ["next", "undo", "page", "undo"]


@settings(max_examples=share(300))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(list(PINS)), st.integers(0, 5), st.integers(0, 5), st.floats(0.05, 9)
        ),
        max_size=12,
    )
)
def test_as_many_presses_as_fingers(pushes):
    hand = Hand()
    for name, down, up, held_s in pushes:
        hand.push(name, bounces=down)
        hand.let_go(name, after=held_s, bounces=up)
    assert hand.presses == [name for name, *_ in pushes]
    assert SETTLE_S < 0.05


@pytest.mark.parametrize(("held_s", "times"), [(0, 0), (HOLD_S - 0.3, 0), (HOLD_S, 1), (60, 1)])
@pytest.mark.parametrize(("first", "second"), [("next", "page"), ("page", "next")])
def test_next_and_page_held_together_do_nothing_else(first, second, held_s, times):
    hand = Hand()
    hand.push(first, bounces=3)
    hand.push(second, after=0.8, bounces=3)
    hand.wait(held_s)
    hand.let_go(first, bounces=3)
    hand.let_go(second, after=0.5, bounces=3)
    assert [type(event) for event in hand.events[1:]] == [BothHeld] * times
    assert hand.due is None
    for name in (first, second):
        hand.push(name)
        hand.let_go(name)
    assert hand.presses == [first, second]


def test_a_button_stuck_at_the_start_presses_nothing():
    pins = Pins()
    pins.pin(17, pin_class=GroundedPin)
    hand = Hand(factory=pins)
    assert hand.buttons.held() == ("next",)
    assert hand.presses == []


def test_after_stop_nothing_is_told():
    hand = Hand()
    hand.buttons.close()
    hand.pins[PINS["undo"]].drive_low()
    assert hand.presses == []
    assert hand.buttons.held() == ()


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ModuleNotFoundError("No module", name="gpiozero"), "pip install"),
        (ModuleNotFoundError("No module", name="lgpio"), "apt install python3-lgpio"),
        (RuntimeError("'GPIO busy'"), "stop it, or choose other pins"),
        (RuntimeError("'can not open gpiochip'"), "usermod -aG gpio"),
        (FileNotFoundError(2, "No such file", "/proc/cpuinfo"), "does not hide /proc"),
        (RuntimeError("the lab is busy: /proc/ is a gpiochip, too"), "check the wires"),
        (PermissionError(13, "Permission denied"), "usermod -aG gpio"),
        (RuntimeError("something else"), "check the wires"),
    ],
)
def test_what_to_do(error, says):
    pins = BarredPins(error)
    hand = Hand(factory=pins)
    [lost] = hand.events
    assert isinstance(lost, PartLost)
    assert says in lost.trouble.do
    assert len(str(lost.trouble)) <= 240
    assert lost.trouble.there == (not isinstance(error, ImportError))
    # a library comes with an installation, all else may come by itself
    assert hand.due == (None if isinstance(error, ImportError) else 101.0)


def test_pins_that_were_held_are_had_later():
    pins = BarredPins(RuntimeError("'GPIO busy'"))
    hand = Hand(factory=pins)
    assert hand.due is not None
    hand.at = hand.due
    assert hand.buttons.turn(hand.at) == 103.0
    pins.error = None
    hand.at = 103.0
    assert hand.buttons.turn(hand.at) is None
    assert hand.events[1:] == [PartFound("buttons")]
    hand.pins = pins
    hand.push("page")
    hand.let_go("page")
    assert hand.presses == ["page"]


@pytest.mark.parametrize(("held_s", "press"), [(0.2, "page"), (PAGE_S - 0.3, "page"), (PAGE_S, "")])
def test_page_held_is_told_once_and_is_no_press(held_s, press):
    hand = Hand(page_held=True)
    hand.push("page", bounces=3)
    hand.wait(held_s)
    assert hand.presses == []
    assert [type(event) for event in hand.events[1:]] == [PageHeld] * (not press)
    hand.wait(60 * (not press))
    hand.let_go("page", bounces=3)
    assert hand.presses == [press] * bool(press)
    assert hand.due is None
    # both held together are what they always were
    hand.push("page")
    hand.push("next", after=0.8)
    hand.wait(HOLD_S)
    hand.let_go("page")
    hand.let_go("next")
    assert hand.presses == [press] * bool(press)
    assert [type(event) for event in hand.events[1:]].count(BothHeld) == 1
