"""Report presses of NEXT, UNDO and PAGE: one event for each press, however long it is held.

gpiozero's own Button is not used: its thread for held buttons wakes ten times a second.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from drivers.events import ButtonSink, Pressed, Trouble
from drivers.pins import pin_factory, trouble
from drivers.threads import Clock, PartThread

if TYPE_CHECKING:
    from gpiozero import DigitalInputDevice, Factory

PINS = {"next": 17, "undo": 27, "page": 22}
SPIKE_S = 0.005  # a shorter contact is none: interference on a long wire
SETTLE_S = 0.03  # contacts bounce for this long after they close, and after they open


class Buttons(PartThread[None]):
    """The buttons, each between its pin and ground; events come from gpiozero's thread."""

    def __init__(
        self,
        sink: ButtonSink,
        pins: Mapping[str, int] = PINS,
        *,
        factory: Factory | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("buttons", sink, clock)
        self._pressed = sink
        self._pins, self._factory = dict(pins), factory
        self._buttons: dict[str, DigitalInputDevice] = {}
        self._edge_at: dict[str, float] = {}

    def held(self) -> tuple[str, ...]:
        """List the buttons that are down, as when one is stuck or wired to ground."""
        return tuple(name for name, button in self._buttons.items() if button.value)

    def _open(self) -> None:
        factory = self._factory or pin_factory()
        from gpiozero import DigitalInputDevice

        for name, pin in self._pins.items():
            button = DigitalInputDevice(pin, pull_up=True, bounce_time=SPIKE_S, pin_factory=factory)
            self._buttons[name] = button
            button.when_activated = partial(self._edge, name, True)
            button.when_deactivated = partial(self._edge, name, False)

    def _edge(self, name: str, down: bool) -> None:
        """Report a press when a contact closes that had been quiet for long enough before."""
        at = self._clock()
        quiet_s = at - self._edge_at.get(name, float("-inf"))
        self._edge_at[name] = at
        if down and quiet_s >= SETTLE_S:
            self._pressed(Pressed(name, at))

    def _work(self, at: float) -> float | None:
        return None

    def _close(self) -> None:
        buttons, self._buttons = self._buttons, {}
        for button in buttons.values():
            button.close()

    def _trouble(self, error: Exception) -> Trouble:
        return trouble(error, f"button pins {' '.join(map(str, self._pins.values()))}")
