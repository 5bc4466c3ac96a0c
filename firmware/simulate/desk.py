"""Views of the desk in, the same as simulated parts show them out: what a driver sent is what is
seen, a dark display and dim pawns where nothing comes.
"""

from __future__ import annotations

import threading

from firmware.desk.desk import Desk
from firmware.desk.layout import DeskView
from firmware.screen.raster import Picture
from firmware.simulate.faults import Hardware, Script
from firmware.view.state import Shown


class SimulatedDesk:
    """Stands between an app's DeskOutput and the desk; `narrate` tells what happens just now."""

    def __init__(self, desk: Desk, hardware: Hardware) -> None:
        self._desk, self._hardware = desk, hardware
        self._view, self._seen = DeskView(), DeskView()
        self._words = ""
        self._one_at_a_time = threading.Lock()
        hardware.display.changed = hardware.strip.changed = self._refresh

    def show(self, view: DeskView) -> None:
        self._view = view
        self._refresh()

    def narrate(self, words: str) -> None:
        self._words = words
        self._refresh()

    def _refresh(self) -> None:
        """From the app's thread, or from a driver's."""
        with self._one_at_a_time:
            seen = self._as_seen(self._view)
            if seen != self._seen:
                self._seen = seen
                self._desk.show(seen)

    def _as_seen(self, view: DeskView) -> DeskView:
        display, strip = self._hardware.display, self._hardware.strip
        return view._replace(
            picture=Picture(display.width, display.height, display.pages()),
            lamps=tuple(
                lamp._replace(dim=lamp.dim or not strip.is_lit(lamp.place)) for lamp in view.lamps
            ),
            hint=f"{self._words}. {view.hint}" if self._words else view.hint,
        )


class Narrator:
    """An Output that plays the script of faults, by the number of scans, and tells of it."""

    def __init__(self, script: Script, hardware: Hardware, desk: SimulatedDesk) -> None:
        self._script, self._hardware, self._desk = script, hardware, desk

    def show(self, shown: Shown) -> None:
        for step in self._script.reach(shown.number):
            step.act(self._hardware)
            self._desk.narrate(step.words)
