"""Report presses of NEXT, UNDO and PAGE: one event for each press, however long it is held.

NEXT and PAGE act when they are let go, as both held together mean something else; so may PAGE
alone, held for two seconds.

gpiozero's own Button is not used: its thread for held buttons wakes ten times a second.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from drivers.events import BothHeld, ButtonSink, PageHeld, Pressed, Trouble
from drivers.pins import pin_factory, trouble
from drivers.threads import Clock, PartThread

if TYPE_CHECKING:
    from gpiozero import DigitalInputDevice, Factory

PINS = {"next": 17, "undo": 27, "page": 22}
SPIKE_S = 0.005  # a shorter contact is none: interference on a long wire
PAIR = ("next", "page")
HOLD_S = 5.0  # both of the pair
PAGE_S = 2.0  # PAGE alone, where that means something
SETTLE_S = 0.03  # contacts bounce for this long after they close, and after they open


class Buttons(PartThread[None]):
    """The buttons, each between its pin and ground; events come from gpiozero's thread."""

    def __init__(
        self,
        sink: ButtonSink,
        pins: Mapping[str, int] = PINS,
        *,
        page_held: bool = False,
        factory: Factory | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """`page_held`: PAGE alone held is told, and then no press of PAGE."""
        super().__init__("buttons", sink, clock)
        self._page_held = page_held
        self._pressed = sink
        self._pins, self._factory = dict(pins), factory
        self._buttons: dict[str, DigitalInputDevice] = {}
        self._edge_at: dict[str, float] = {}
        self._down: dict[str, float] = {}  # of the pair, those that are down: since when
        self._paired = False  # both were down together, so neither acts alone

    def held(self) -> tuple[str, ...]:
        """List the buttons that are down, as when one is stuck or wired to ground."""
        return tuple(name for name, button in self._buttons.items() if button.value)

    def _open(self) -> None:
        factory = self._factory or pin_factory()
        from gpiozero import DigitalInputDevice

        self._down.clear()
        for name, pin in self._pins.items():
            button = DigitalInputDevice(pin, pull_up=True, bounce_time=SPIKE_S, pin_factory=factory)
            self._buttons[name] = button
            button.when_activated = partial(self._edge, name, True)
            button.when_deactivated = partial(self._edge, name, False)

    def _edge(self, name: str, down: bool) -> None:
        """Report a press when a contact closes that had been quiet for long enough before."""
        now = self._clock()
        quiet_s = now - self._edge_at.get(name, float("-inf"))
        self._edge_at[name] = now
        if down and quiet_s >= SETTLE_S:
            if name in PAIR:
                self._down[name] = now
            else:
                self._pressed(Pressed(name, now))
        if name in PAIR:
            self._bell.put(None)

    def _work(self, now: float) -> float | None:
        """Report those of the pair that were let go, and both when they have been held."""
        down = tuple(self._down)
        self._paired = bool(down) and (self._paired or len(down) == len(PAIR))
        due = []
        if len(down) == len(PAIR):
            due.append(max(self._down.values()) + HOLD_S)
            if now >= due[0]:
                self._down.clear()
                self._pressed(BothHeld(now))
                return None
        for name in down:
            settled_at = self._edge_at[name] + SETTLE_S
            if not self._buttons[name].value and now >= settled_at:
                del self._down[name]
                if not self._paired:
                    self._pressed(Pressed(name, now))
            elif not self._buttons[name].value:
                due.append(settled_at)
            elif name == "page" and self._page_held and not self._paired:
                due.append(self._down[name] + PAGE_S)
                if now >= due[-1]:
                    due.pop()
                    del self._down[name]
                    self._pressed(PageHeld(now))
        return min(due, default=None)

    def _close(self) -> None:
        buttons, self._buttons = self._buttons, {}
        for button in buttons.values():
            button.close()

    def _trouble(self, error: Exception) -> Trouble:
        return trouble(error, " ".join(map(str, self._pins.values())))
