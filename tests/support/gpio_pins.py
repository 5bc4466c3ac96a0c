"""gpiozero's mock pins for tests: a factory that forgets nothing; presses by hand, tones heard."""

import pytest

pytest.importorskip("gpiozero", reason="buttons, buzzer and plain LEDs need gpiozero")
from gpiozero.pins.mock import MockFactory, MockPWMPin


class Pins(MockFactory):
    """A Pi's pins, with PWM."""

    def __init__(self):
        super().__init__(pin_class=MockPWMPin)

    def __getitem__(self, number):
        return self.pin(number)

    def lit(self, numbers):
        """Which of these pins are high."""
        return [number for number in numbers if self[number].state]


class BarredPins(Pins):
    """Pins that cannot be had, for a reason."""

    def __init__(self, error):
        super().__init__()
        self.error = error

    def pin(self, name, pin_class=None, **settings):
        if self.error is not None:
            raise self.error
        return super().pin(name, pin_class, **settings)


class GroundedPin(MockPWMPin):
    """A pin with a wire to ground, whatever pulls it up."""

    def _set_pull(self, value):
        super()._set_pull(value)
        self.drive_low()
