"""Real threads, keys through evdev's reader, a journal on disk: from a key to light and picture."""

import os
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, sleep
from typing import Any

from bench.bench_child import fitted
from bench.bench_figures import Figure, WentWrong, p99
from bench.bench_process import disk_folder
from bench.bench_scan import scan_at
from support.dealt_evening import evening, label
from support.display_models import I2cBus, Ssd1306
from support.gpio_pins import Pins
from support.led_models import SpiBus
from support.scanner_doubles import Bus, Plug

from engine.refusals import Refused
from firmware.app.lifecycle import Runtime, build
from firmware.app.messages import Leave
from firmware.app.parts import Hardware
from firmware.journal.journal import Journal
from firmware.screen.render import picture
from firmware.view.state import Shown

I2C_HZ, SPI_HZ = 400_000, 4_000_000
TIMED = 140  # as many as fit before the picture swims
STEP_S = 0.4  # a flash is over


class Table:
    """The program with all parts, its loop in a thread of its own."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.now = monotonic()
        self.display = I2cBus(Ssd1306())
        self.strip = SpiBus(lambda sent, hz: self._note("led"))
        self.at: dict[str, float] = {}
        self.newest: Shown | None = None
        self.came = threading.Event()
        self.display.changed = lambda: self._note("oled")
        os.makedirs(f"{folder}/input")
        self.bus = Bus(Path(f"{folder}/input"))
        self.plug: Plug = self.bus.plug()
        self.ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        if not self.ready.wait(20):
            raise WentWrong("the table did not begin")
        self.until(lambda: self.came.is_set() and self.plug.grabs and len(self.strip.sent))
        self.until(lambda: self.display.chip.lit)

    def _note(self, part: str) -> None:
        self.at[part] = perf_counter()

    def show(self, shown: Shown) -> None:
        """The last of the outputs: all others have it."""
        self.newest = shown
        self.came.set()

    def _serve(self) -> None:
        settings = fitted(f"{self._folder}/state")
        journal = Journal(settings.state_folder)
        hardware = Hardware(
            clock=lambda: self.now,
            open_i2c=self.display.open,
            open_spi=self.strip.open,
            pins=Pins(),
            inputs=str(self.bus.folder),
            open_keyboard=self.bus.open,
        )
        self.runtime: Runtime = build(settings, journal, False, hardware)
        self.runtime.outputs.append(self.show)
        self.runtime.start()
        self.ready.set()
        self.runtime.app.run()
        self.runtime.stop()
        journal.close()

    def until(self, true: Callable[[], Any]) -> None:
        end = monotonic() + 20
        while not true():
            if monotonic() > end:
                raise WentWrong("the bench's table stands still")
            sleep(0.0002)

    def scan(self, code: str) -> float:
        return scan_at(self.plug, code, self.came)

    def settle(self) -> None:
        """A little later, nothing more comes out: the strip's flash is over. The clock stands
        still while a scan is timed, so no breath is taken for its light."""
        self.now += STEP_S
        if self.newest is not None:
            self.runtime.outputs[0](self.newest)
        frames = -1
        while frames != len(self.strip.sent):
            frames = len(self.strip.sent)
            sleep(0.003)

    def leave(self) -> None:
        self.runtime.app.inbox.put(Leave())
        self._thread.join(20)
        self.bus.close()


@cache
def _lit_and_shown() -> tuple[list[float], list[float]]:
    """For each scan of an evening: ms to the strip's last byte, and to the display's."""
    to_led, to_oled = [], []
    with disk_folder() as folder:
        table = Table(folder)
        for line in evening(0)[:TIMED]:
            table.settle()
            sent, frames = table.display.bytes, len(table.strip.sent)
            begun = table.scan(label(line).code)
            table.until(lambda frames=frames: len(table.strip.sent) > frames)
            table.until(lambda: table.newest and table.display.chip.glass() == _rows(table.newest))
            if table.newest is None or isinstance(table.newest.last.result, Refused):
                raise WentWrong("the bench's own evening went wrong")
            strip_ms = sum(map(len, table.strip.sent[frames:])) * 8000 / SPI_HZ
            to_led.append((table.at["led"] - begun) * 1000 + strip_ms)
            if table.display.bytes > sent:
                oled_ms = (table.display.bytes - sent) * 9000 / I2C_HZ
                to_oled.append((table.at["oled"] - begun) * 1000 + oled_ms)
        table.leave()
    return to_led, to_oled


def _rows(shown: Shown) -> list[str]:
    return picture(shown.panel, 128, 64).rows()


def key_to_led() -> Figure:
    return _figure(_lit_and_shown()[0], 5, 15)


def key_to_oled() -> Figure:
    """Of the scans that change the picture."""
    return _figure(_lit_and_shown()[1], 15, 40)


def _figure(laps: list[float], goal: float, tail_goal: float) -> Figure:
    tail = p99(laps)
    note = f"p99 {tail:.1f}, {len(laps)} scans"
    return Figure("ms", median(laps), tail, goal, note, tail_within=tail <= tail_goal)
