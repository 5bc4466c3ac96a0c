"""Parts and an app in, each given its turn when it is due, by a clock moved by hand; what each
did since out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.display.burn_in import BurnInSettings
from drivers.display.bus import I2c
from drivers.display.oled import Oled
from drivers.events import PartSink
from drivers.simulated.parts import SimulatedDisplay
from firmware.app.loop import App
from firmware.screen.render import picture
from firmware.simulate.faults import Hardware
from firmware.view.state import Shown


def simulated_oled(sink: PartSink, double: SimulatedDisplay, clock: Callable[[], float]) -> Oled:
    """A display that does not move its picture, so that an evening looks like its pictures."""
    care = BurnInSettings(move_s=0)
    return Oled(sink, bus=I2c(open_bus=double.open), care=care, clock=clock)


class Turns:
    """The clock, and whose turn it is."""

    def __init__(self, hardware: Hardware, buzzer_pin: int) -> None:
        self._hardware, self._buzzer_pin = hardware, buzzer_pin
        self._now = 1000.0
        self.parts: list[Any] = []
        self.app: App
        self.pins: Any = None
        self._due: list[float | None] = []
        self._tones: list[int] = []
        self.begin()

    def clock(self) -> float:
        return self._now

    def skip(self, seconds: float) -> None:
        """Time that somebody else takes."""
        self._now += seconds

    def begin(self) -> None:
        """From here on it is counted what the parts do."""
        self._tones = [0]
        self._bytes, self._frames = self._hardware.display.bytes, self._hardware.strip.frames

    def settle(self) -> None:
        """Everybody's turn now, until nobody has anything more to say."""
        while True:
            self._due = [part.turn(self._now) for part in self.parts]
            self._listen()
            if not len(self.app.inbox):
                return
            while len(self.app.inbox):
                self.app.take(self.app.inbox.get())

    def wait(self, seconds: float) -> None:
        """Time passes; whoever is due has his turn then, the app at the latest at the end."""
        end = self._now + seconds
        while self._now < end:
            due = min([due for due in self._due if due is not None], default=end)
            self._now = min(max(due, self._now), end)
            if self._now == end:
                self.app.take(None)
            self.settle()

    def done(self) -> str:
        """What display, strip and buzzer did since `begin`."""
        sent = self._hardware.display.bytes - self._bytes
        frames = self._hardware.strip.frames - self._frames
        tones = " ".join(str(hz) for hz in self._tones if hz) or "silent"
        display = f"{sent} bytes" if self._hardware.display.lit else "dark"
        strip = f"{frames} frames" if not self._hardware.strip.fault else "dead"
        return f"display {display}, strip {strip}, buzzer {tones}"

    def display_is_right(self, newest: Shown) -> bool:
        double = self._hardware.display
        return double.pages() == picture(newest.panel, double.width, double.height).pages

    def _listen(self) -> None:
        if self.pins is None:
            return
        pin = self.pins.pin(self._buzzer_pin)
        tone = round(pin.frequency or 0) if pin.state else 0
        if tone != self._tones[-1]:
            self._tones.append(tone)
