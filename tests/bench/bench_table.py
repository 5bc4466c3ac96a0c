"""Real threads, keys through evdev's reader, a journal on disk: from a key to light and picture."""

import threading
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from bench.bench_figures import Figure, WentWrong, p99
from bench.bench_process import disk_folder
from bench.bench_scan import scan_at
from support.dealt_evening import evening, label
from support.table_whole import WholeTable

from engine.refusals import Refused
from firmware.common.facts.shown import Shown
from firmware.core.screen.render import picture
from firmware.words.sheets import display

I2C_HZ, SPI_HZ = 400_000, 4_000_000
TIMED = 140  # as many as fit before the picture swims
STEP_S = 0.4  # a flash is over


class LastBytes:
    """When strip and display of a table had theirs; `came` is set once all outputs are told."""

    def __init__(self, table: WholeTable) -> None:
        self.at: dict[str, float] = {}
        self.came = threading.Event()
        table.spi.take = lambda sent, hz: self._note("led")
        table.bus.changed = lambda: self._note("oled")
        table.runtime.outputs.append(lambda shown: self.came.set())

    def _note(self, part: str) -> None:
        self.at[part] = perf_counter()


def settle(table: WholeTable) -> None:
    """A little later, nothing more comes out: the strip's flash is over. The clock stands still
    while a scan is timed, so no breath is taken for its light."""
    table.later(STEP_S)
    frames = -1
    while frames != len(table.spi.sent):
        frames = len(table.spi.sent)
        sleep(0.003)


def _at_once(true: Callable[[], Any]) -> None:
    end = perf_counter() + 20
    while not true():
        if perf_counter() > end:
            raise WentWrong("the bench's table stands still")
        sleep(0.0002)


@cache
def _lit_and_shown() -> tuple[list[float], list[float]]:
    """For each scan of an evening: ms to the strip's last byte, and to the display's."""
    to_led, to_oled = [], []
    with disk_folder() as folder:
        table = WholeTable(Path(folder), more="[table]\ndouble_read_ms = 0\n")
        last = LastBytes(table)
        for line in evening(0)[:TIMED]:
            settle(table)
            sent, frames = table.bus.bytes, len(table.spi.sent)
            begun = scan_at(table.scanner, label(line).code, last.came)
            _at_once(partial(_sent_more, table, frames))
            _at_once(lambda: table.chip.glass() == _rows(table.shown))
            if table.shown.last and isinstance(table.shown.last.result, Refused):
                raise WentWrong("the bench's own evening went wrong")
            strip_ms = sum(map(len, table.spi.sent[frames:])) * 8000 / SPI_HZ
            to_led.append((last.at["led"] - begun) * 1000 + strip_ms)
            if table.bus.bytes > sent:
                oled_ms = (table.bus.bytes - sent) * 9000 / I2C_HZ
                to_oled.append((last.at["oled"] - begun) * 1000 + oled_ms)
        table.leave()
    return to_led, to_oled


def _sent_more(table: WholeTable, frames: int) -> bool:
    return len(table.spi.sent) > frames


def _rows(shown: Shown) -> list[str]:
    return picture(display(shown.panel), 128, 64).rows()


def key_to_led() -> Figure:
    return _figure(_lit_and_shown()[0], 5, 15)


def key_to_oled() -> Figure:
    """Of the scans that change the picture."""
    return _figure(_lit_and_shown()[1], 15, 40)


def _figure(laps: list[float], goal: float, tail_goal: float) -> Figure:
    tail = p99(laps)
    note = f"p99 {tail:.1f}, {len(laps)} scans"
    return Figure("ms", median(laps), tail, goal, note, tail_within=tail <= tail_goal)
