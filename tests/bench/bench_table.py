"""Real threads, keys through evdev's reader, a journal on disk: how long from a key to light and
picture, and what a display that hangs and a card that is busy cost.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from support.failing_disk import FailingDisk
from support.gpio_pins import Pins
from support.scanner_doubles import EVENT, KEY_OF, Bus, Plug, report

from drivers.simulated.display import I2cBus, Ssd1306
from drivers.simulated.strip import SpiBus
from engine.refusals import Refused
from firmware.app.lifecycle import Runtime, build
from firmware.app.messages import Leave
from firmware.app.parts import Hardware
from firmware.journal.journal import Journal
from firmware.screen.render import picture
from firmware.view.state import Shown

I2C_HZ, SPI_HZ = 400_000, 4_000_000
HANG_S = 1.0
TIMED = 140  # as many as fit before the picture swims
PAIRED = 140
STEP_S = 0.4  # a flash is over
SLOW_CODES = 24
RING = 64  # events that the kernel keeps for a reader that is late
REPORT_S = 0.001


class Table:
    """The program with all parts, its loop in a thread of its own."""

    def __init__(self, folder: str, hung: bool = False, slow_s: float = 0.0) -> None:
        self._folder, self._hung, self._slow_s = folder, hung, slow_s
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
        if not hung:
            self.until(lambda: self.display.chip.lit)

    def _note(self, part: str) -> None:
        if part == "oled" and self._hung:
            sleep(HANG_S)
            raise OSError(110, "timed out")
        self.at[part] = perf_counter()

    def show(self, shown: Shown) -> None:
        """The last of the outputs: all others have it."""
        self.at["shown"] = perf_counter()
        self.newest = shown
        self.came.set()

    def _disk(self, folder: str, synchronous: str) -> FailingDisk:
        disk = FailingDisk(folder, synchronous)
        disk.slow_s = self._slow_s
        return disk

    def _serve(self) -> None:
        settings = fitted(f"{self._folder}/state")
        journal = Journal(settings.state_folder, disk=self._disk)
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

    @property
    def refused(self) -> bool:
        return self.newest is None or isinstance(self.newest.recent[-1].result, Refused)

    def leave(self) -> None:
        self.runtime.app.inbox.put(Leave())
        self._thread.join(20)
        self.bus.close()


@contextmanager
def tables(**kinds: dict[str, Any]) -> Iterator[dict[str, Table]]:
    with disk_folder() as folder:
        made = {name: Table(f"{folder}/{name}", **kind) for name, kind in kinds.items()}
        yield made
        for table in made.values():
            table.leave()


@cache
def _lit_and_shown() -> tuple[list[float], list[float]]:
    """For each scan of an evening: ms to the strip's last byte, and to the display's."""
    to_led, to_oled = [], []
    with tables(one={}) as made:
        table = made["one"]
        for line in evening(0)[:TIMED]:
            table.settle()
            sent, frames = table.display.bytes, len(table.strip.sent)
            begun = table.scan(label(line).code)
            table.until(lambda frames=frames: len(table.strip.sent) > frames)
            table.until(lambda: table.newest and table.display.chip.glass() == _rows(table.newest))
            if table.refused:
                raise WentWrong("the bench's own evening went wrong")
            strip_ms = sum(map(len, table.strip.sent[frames:])) * 8000 / SPI_HZ
            to_led.append((table.at["led"] - begun) * 1000 + strip_ms)
            if table.display.bytes > sent:
                oled_ms = (table.display.bytes - sent) * 9000 / I2C_HZ
                to_oled.append((table.at["oled"] - begun) * 1000 + oled_ms)
    return to_led, to_oled


def _rows(shown: Shown) -> list[str]:
    return picture(shown.panel, 128, 64).rows()


def key_to_led() -> Figure:
    laps, _ = _lit_and_shown()
    tail = p99(laps)
    return Figure(
        "ms", median(laps), tail, 5, f"p99 {tail:.1f}, {len(laps)} scans", None, tail <= 15
    )


def key_to_oled() -> Figure:
    _, laps = _lit_and_shown()
    tail = p99(laps)
    note = f"p99 {tail:.1f}, {len(laps)} scans that change the picture"
    return Figure("ms", median(laps), tail, 15, note, None, tail <= 40)


def scan_with_hung_oled() -> Figure:
    """Two tables, scanned at in turns; one has a display that hangs for a second a call."""
    ms: dict[str, list[float]] = {"free": [], "hung": []}
    with tables(free={}, hung={"hung": True}) as made:
        for number, line in enumerate(evening(0)[:PAIRED]):
            for name in sorted(made, reverse=bool(number % 2)):
                table = made[name]
                table.settle()
                begun = table.scan(label(line).code)
                ms[name].append((table.at["shown"] - begun) * 1000)
                if table.refused:
                    raise WentWrong("the bench's own evening went wrong")
    extra = median(ms["hung"]) - median(ms["free"])
    tail = p99(ms["hung"]) - p99(ms["free"])
    note = f"{median(ms['hung']):.2f} beside {median(ms['free']):.2f} ms; p99 {tail:+.1f}"
    return Figure("ms", extra, tail, 1, note, None, tail <= 10)


def characters_lost() -> Figure:
    """Codes typed at a key report a millisecond, while every commit takes 250 ms."""
    lost = 0
    with tables(slow={"slow_s": 0.25}) as made:
        table = made["slow"]
        codes = [label(line).code for line in evening(0)[:SLOW_CODES]]
        for code in codes:
            lost += _type_paced(table.plug, code + "\r")
            table.now += 1
        number = len(codes)
        table.until(lambda: table.newest and table.newest.number >= number)
        assert table.newest is not None
        heard = {outcome.text for outcome in table.newest.recent}
        lost += sum(len(code) for code in codes[-len(table.newest.recent) :] if code not in heard)
        lost += 6 * (number != table.newest.number)
    note = f"{sum(map(len, codes))} characters in {len(codes)} codes, 250 ms a commit"
    return Figure("chars", float(lost), None, 0, note)


def _type_paced(plug: Plug, text: str) -> int:
    """How many characters the kernel's ring would have had no room for."""
    lost = 0
    for character in text:
        for value in (1, 0):
            sleep(REPORT_S)
            if plug.waiting() > (RING - 3) * EVENT.size:
                lost += value
            plug.send(report(KEY_OF[character], value))
    return lost
