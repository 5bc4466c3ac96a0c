"""Sounds as tones on a mock pin; a clock and a wall clock moved by hand."""

import itertools

import pytest
from support.gpio_pins import BarredPins, Pins

from drivers.buzzer import LOUD, PIN, SOFT, SOUNDS, Buzzer, Sound, steps_of
from drivers.clock import QuietHours
from drivers.events import PartEvent, PartFound, PartLost

NIGHT = QuietHours(22 * 60, 7 * 60)


class Ear:
    """A buzzer and who listens to it: `heard` is (Hz or 0, share of the period, ms)."""

    def __init__(self, **settings):
        self.pins, self.events, self.at = Pins(), list[PartEvent](), 100.0
        settings = {"factory": self.pins} | settings
        self.active = settings.get("active", False)
        self.buzzer = Buzzer(self.events.append, **settings)
        self.due = self.buzzer.turn(self.at)

    def tone(self):
        pin = self.pins[PIN]
        if self.active:
            return (1 if pin.state else 0, pin.state)
        return (pin.frequency or 0, pin.state)

    def play(self, name, volume="on", for_ms=60_000):
        self.buzzer.play(name, volume)
        self.due = self.buzzer.turn(self.at)
        return self.listen(for_ms)

    def listen(self, for_ms=60_000):
        heard, end = [], self.at + for_ms / 1000
        while self.due is not None and self.due <= end:
            heard.append((*self.tone(), round((self.due - self.at) * 1000)))
            self.at = self.due
            self.due = self.buzzer.turn(self.at)
        return heard


@pytest.mark.parametrize("volume", ["on", "soft"])
@pytest.mark.parametrize("active", [True, False])
def test_no_two_sounds_have_the_same_rhythm(active, volume):
    """By ear: another number of beeps, or one that lasts at least half as long again."""

    def beeps(name):
        return [seconds for hz, seconds in steps_of(Sound(name, volume), active) if hz]

    for name, other in itertools.combinations(SOUNDS, 2):
        first, second = beeps(name), beeps(other)
        if len(first) == len(second):
            pairs = [sorted(pair) for pair in zip(first, second, strict=True)]
            assert any(long >= 1.5 * short for short, long in pairs), (name, other)


@pytest.mark.parametrize("name", SOUNDS)
def test_soft_is_as_long_but_less(name):
    loud, soft = Ear().play(name), Ear().play(name, "soft")
    assert [(hz, ms) for hz, _, ms in soft] == [(hz, ms) for hz, _, ms in loud]
    assert {share for hz, share, _ in soft if hz} == {SOFT}
    loud, soft = Ear(active=True).play(name), Ear(active=True).play(name, "soft")
    assert len([1 for on, *_ in soft if on]) == len([1 for on, *_ in loud if on])
    assert sum(ms for on, _, ms in soft if on) < sum(ms for on, _, ms in loud if on) / 2
    assert abs(sum(ms for *_, ms in soft) - sum(ms for *_, ms in loud)) < 460  # its last beep


@pytest.mark.parametrize(("name", "volume"), [("accepted", "off"), ("", "on"), ("applause", "on")])
def test_silence(name, volume):
    assert Ear().play(name, volume) == []


def test_a_new_sound_cuts_the_old_one_short():
    ear = Ear()
    ear.play("game-over", for_ms=200)
    assert ear.play("accepted") == [(2637, LOUD, 60)]
    ear.play("game-over", for_ms=200)
    assert ear.play("") == []
    assert ear.tone() == (0, 0)


def test_closed_it_is_silent_in_the_middle_of_a_sound():
    ear = Ear()
    ear.play("game-over", for_ms=100)
    assert ear.tone() != (0, 0)
    ear.buzzer.close()
    assert ear.tone() == (0, 0)


# --- quiet hours --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "right", "heard"),
    [
        ((21, 59), True, True),
        ((22, 0), True, False),
        ((23, 59), True, False),
        ((0, 0), True, False),
        ((6, 59), True, False),
        ((7, 0), True, True),
        ((3, 0), False, True),  # what time it is, is not known
    ],
)
def test_quiet_hours_hold_while_the_clock_is_right(clock, right, heard):
    hour, minute = clock
    ear = Ear(quiet=NIGHT, now=lambda: hour * 60 + minute, clock_right=lambda: right)
    assert bool(ear.play("refused")) == heard


# --- faults -------------------------------------------------------------------------


def test_a_sound_missed_while_the_buzzer_was_away_is_not_made_up_for():
    pins = BarredPins(RuntimeError("'GPIO busy'"))
    ear = Ear(factory=pins)
    [lost] = ear.events
    assert isinstance(lost, PartLost)
    assert str(lost.trouble).startswith("GPIO 18: ")
    ear.buzzer.play("game-over")
    ear.buzzer.turn(100.1)
    pins.error = None
    ear.pins = pins
    ear.at, ear.due = 200.0, ear.buzzer.turn(200.0)
    assert ear.events[1:] == [PartFound("buzzer")]
    assert ear.listen() == []
    assert ear.play("accepted") == [(2637, LOUD, 60)]
