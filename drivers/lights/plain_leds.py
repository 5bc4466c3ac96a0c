"""Show the points of one seat as a bar of 1 to 20 plain LEDs.

Only on or off, no dimming: a pin dimmed by software would wake the processor all evening.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from drivers.events import PartSink, Trouble
from drivers.lights.animation import TrackSeen, TrackView, fitting_scale, flashing, follow
from drivers.pins import pin_factory, trouble
from drivers.threads import Clock, PartThread

if TYPE_CHECKING:
    from gpiozero import DigitalOutputDevice, Factory

PINS = (5, 6, 13, 19, 26, 16, 20, 21, 12, 23)


def bar(view: TrackView, leds: int) -> int:
    """Count the LEDs to light for the active seat, else the winner; 0 if there is neither.

    A full bar is the first of 1, 2, 5, 10, 20 ... points an LED that the best seat fits on, so
    that bars can be compared; a single point lights an LED.
    """
    shown = [pawn for pawn in view.pawns if pawn.active]
    shown = shown or [pawn for pawn in view.pawns if pawn.winner]
    if not shown:
        return 0
    scale = fitting_scale(max(pawn.value for pawn in view.pawns), leds + 1)
    return -(-max(0, shown[0].value) // scale)


class PlainLeds(PartThread[TrackView]):
    """LEDs on pins in the order of the bar, and their thread; `show` a TrackView."""

    def __init__(
        self,
        sink: PartSink,
        pins: Sequence[int] = PINS,
        *,
        factory: Factory | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("leds", sink, clock)
        self._pins, self._factory = tuple(pins), factory
        self._leds: list[DigitalOutputDevice] = []
        self._seen = TrackSeen()

    def _take(self, newest: TrackView, now: float) -> None:
        self._seen = follow(self._seen, newest, now)

    def _open(self) -> None:
        factory = self._factory or pin_factory()
        from gpiozero import DigitalOutputDevice

        for pin in self._pins:
            self._leds.append(DigitalOutputDevice(pin, pin_factory=factory))

    def _work(self, now: float) -> float | None:
        """Show the bar, or the last scan's flash by all LEDs at once."""
        flash = flashing(self._seen, now)
        lit = bar(self._seen.view, len(self._leds))
        if flash is not None:
            lit = len(self._leds) if flash.lit else 0
        for number, led in enumerate(self._leds):
            if bool(led.value) != (number < lit):
                led.value = number < lit
        return flash.until if flash else None

    def _close(self) -> None:
        leds, self._leds = self._leds, []
        for led in leds:
            led.off()
            led.close()

    def _trouble(self, error: Exception) -> Trouble:
        return trouble(error, " ".join(map(str, self._pins)))
