"""Play sounds on a passive buzzer (tones by PWM) or an active one (on and off).

The sounds differ in rhythm alone, too: an active buzzer has one tone, and ears get tired.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from drivers.clock import QuietHours, is_quiet, minute_of_day
from drivers.events import PartSink, Trouble
from drivers.pins import pin_factory, trouble
from drivers.threads import Clock, PartThread

if TYPE_CHECKING:
    from gpiozero import DigitalOutputDevice, Factory, PWMOutputDevice

PIN = 18


class Beep(NamedTuple):
    """A tone in Hz for so long, then silence."""

    hz: int
    ms: int
    pause_ms: int = 0


# Which is played when: firmware/core/view/panel.py.
# High and rising for good, low and falling for bad; a piezo disc is loudest at 2 to 4 kHz.
SOUNDS: dict[str, tuple[Beep, ...]] = {
    "accepted": (Beep(2637, 60),),
    "refused": (Beep(440, 180, 80), Beep(330, 320)),
    "misread": (Beep(880, 50, 50), Beep(880, 50, 50), Beep(880, 50)),
    "saved-late": (Beep(1760, 60, 60), Beep(1319, 240)),
    "time-over": (Beep(2093, 400, 150), Beep(2093, 400, 150), Beep(2093, 400)),
    "round-over": (Beep(1568, 120, 40), Beep(1976, 120, 40), Beep(2349, 260)),
    "game-over": (
        Beep(1568, 110, 50),
        Beep(1568, 110, 50),
        Beep(1568, 110, 50),
        Beep(2093, 330, 90),
        Beep(1760, 160, 50),
        Beep(2093, 600),
    ),
}

LOUD, SOFT = 0.5, 0.04  # the share of a period that the pin is high
SHORTEST_MS = 12  # what an active buzzer still makes audible
TOO_LATE_S = 0.5
SOFTER = 4  # a soft beep of an active buzzer is so many times shorter


class Sound(NamedTuple):
    """One sound to be played once; `volume` is "on", "soft" or "off"."""

    name: str
    volume: str = "on"


def steps_of(sound: Sound, active: bool) -> list[tuple[int, float]]:
    """List the (Hz, seconds) of a sound one after another, 0 Hz for silence."""
    steps = []
    for hz, ms, pause_ms in SOUNDS[sound.name]:
        short_ms = max(SHORTEST_MS, ms // SOFTER) if active and sound.volume == "soft" else ms
        steps.append((hz, short_ms / 1000))
        if pause_ms:
            steps.append((0, (pause_ms + ms - short_ms) / 1000))
    return steps


class Buzzer(PartThread[Sound]):
    """A buzzer and its thread; a new sound cuts off the one that plays."""

    def __init__(
        self,
        sink: PartSink,
        pin: int = PIN,
        *,
        active: bool = False,
        quiet: QuietHours | None = None,
        now: Callable[[], int] = minute_of_day,
        clock_right: Callable[[], bool] = lambda: False,
        factory: Factory | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("buzzer", sink, clock)
        self._pin, self._active, self._factory = pin, active, factory
        self._quiet, self._minute, self._clock_right = quiet, now, clock_right
        self._buzzer: DigitalOutputDevice | PWMOutputDevice | None = None
        self._steps: list[tuple[int, float]] = []
        self._next_at = 0.0
        self._duty = LOUD

    def play(self, name: str, volume: str = "on") -> None:
        """Play one of SOUNDS from its beginning; any other name, or volume "off", is silence."""
        self.show(Sound(name, volume))

    def _take(self, newest: Sound, now: float) -> None:
        """Plan the sound from now on, in place of what still plays."""
        self._next_at = now
        silent = newest.name not in SOUNDS or newest.volume == "off" or self._is_quiet()
        self._steps = [] if silent else steps_of(newest, self._active)
        self._duty = SOFT if newest.volume == "soft" else LOUD

    def _is_quiet(self) -> bool:
        return is_quiet(self._quiet, self._clock_right, self._minute)

    def _open(self) -> None:
        factory = self._factory or pin_factory()
        from gpiozero import DigitalOutputDevice, PWMOutputDevice

        if self._active:
            self._buzzer = DigitalOutputDevice(self._pin, pin_factory=factory)
        else:
            # without a frequency the pin lies still: silent PWM would wake the processor
            self._buzzer = PWMOutputDevice(self._pin, frequency=None, pin_factory=factory)

    def _work(self, now: float) -> float | None:
        """Sound the tone that is due, in full even if a little late; None when all is silent."""
        if now > self._next_at + TOO_LATE_S:
            self._steps = []  # the buzzer was lost meanwhile: the sound is out of date
        if now < self._next_at:
            return self._next_at
        if not self._steps:
            self._sound(0)
            return None
        hz, lasts = self._steps.pop(0)
        self._sound(hz)
        self._next_at = now + lasts
        return self._next_at

    def _sound(self, hz: int) -> None:
        if self._buzzer is None:
            return
        if not self._active:
            self._buzzer.frequency = hz or None
        self._buzzer.value = self._duty if hz and not self._active else hz > 0

    def _close(self) -> None:
        buzzer, self._buzzer = self._buzzer, None
        if buzzer is not None:
            buzzer.off()
            buzzer.close()

    def _trouble(self, error: Exception) -> Trouble:
        return trouble(error, str(self._pin))
