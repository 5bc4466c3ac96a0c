"""One thread in, the cost of a scan with all its displays out: bytes on the OLED's bus, and CPU
beside luma's own way to bring the same picture to the same display.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import thread_time_ns
from typing import Any

from bench.bench_figures import Figure, WentWrong, p99, share
from support.dealt_evening import evening, label
from support.display_models import I2cBus, Ssd1306
from support.gpio_pins import Pins
from support.led_models import SpiBus
from support.pictures import image_of
from support.scanner_doubles import Bus, typed
from support.table_app import SCANNER, AppTable

from drivers.buzzer import Buzzer
from drivers.display.burn_in import BurnInSettings
from drivers.display.bus import I2c
from drivers.display.oled import Oled
from drivers.events import Reading
from drivers.lights.strip import ScoreTrack, Strip
from drivers.scanner.evdev_device import Keyboard
from firmware.core.app.outputs import display_picture, sound_output, track_view
from firmware.core.screen.font import LETTERS, Columns, Typeface
from firmware.core.screen.raster import Paper
from firmware.core.screen.render import draw_on
from firmware.words.sheets import display

SCANS = 200
BETWEEN_S = 4.0  # an interruption is over before the next scan
PUBLIC_BYTES = 1034  # luma alone, a picture
ROUNDS = 5


class Wires(I2cBus):
    """Only counts, so that next to nothing of what is timed is a double's."""

    def write_i2c_block_data(self, _address: int, _register: int, values: Sequence[int]) -> None:
        self.bytes += 2 + len(values)

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            self.bytes += 1 + message.len


class ByHand:
    """A table with strip, buzzer and display, without their threads."""

    def __init__(self, folder: str) -> None:
        self.now = 1000.0
        self.display, self.strip = Wires(Ssd1306()), SpiBus()
        self.events: list[Any] = []
        clock = self.clock
        self.track = ScoreTrack(self.events.append, Strip(), open_spi=self.strip.open, clock=clock)
        self.buzzer = Buzzer(self.events.append, factory=Pins(), clock=clock)
        self.oled = Oled(
            self.events.append,
            bus=I2c(open_bus=self.display.open),
            burn_in=BurnInSettings(move_s=0),
            clock=clock,
        )
        outputs = [
            lambda shown: self.track.show(track_view(shown, 60)),
            sound_output(self.buzzer),
            lambda shown: self.oled.show(display_picture(shown, 128, 64)),
        ]
        self.table = AppTable(Path(folder, "state"), outputs=outputs, clock=clock)
        self.turn()

    def clock(self) -> float:
        return self.now

    def turn(self) -> None:
        for part in (self.track, self.buzzer, self.oled):
            part.turn(self.now)

    def quiet(self) -> None:
        """Until the next scan: the page returns, the flash ends."""
        self.now += BETWEEN_S
        self.table.app.do_what_is_due()
        self.turn()

    def check(self) -> None:
        if self.table.outcome.is_refused:
            raise WentWrong("the bench's own evening went wrong")


@contextmanager
def by_hand() -> Iterator[tuple[ByHand, str]]:
    """With a journal in memory where there is a file system for it: a disk's driver is CPU, too,
    and no software's of ours."""
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else os.getcwd()  # noqa: S108
    with tempfile.TemporaryDirectory(dir=memory, prefix=".bench-") as folder:
        by_hand = ByHand(folder)
        yield by_hand, folder
        by_hand.table.unplugged()


def oled_bytes_per_scan() -> Figure:
    laps = []
    with by_hand() as (parts, _):
        for line in evening(0)[:SCANS]:
            before = parts.display.bytes
            parts.table.app.take(Reading(label(line).code, SCANNER, 0, parts.now, 3.0))
            parts.turn()
            parts.check()
            parts.quiet()
            laps.append(float(parts.display.bytes - before))
    p95 = share(laps, 0.95)
    note = f"p95 {p95:.0f}, p99 {p99(laps):.0f}; luma alone {PUBLIC_BYTES}; {len(laps)} scans"
    return Figure("B", median(laps), p99(laps), 300, note, p95, p95 <= 700)


class Texts(Paper):
    """Paper that remembers what was written or drawn on it, and where."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.texts: list[tuple[int, int, str]] = []
        self.icons: list[tuple[int, int, Any]] = []

    def write(self, x: int, y: int, text: str, face: Typeface = LETTERS) -> None:
        super().write(x, y, text, face)
        self.texts.append((x, y, text))

    def draw(self, x: int, y: int, drawn: Columns) -> None:
        super().draw(x, y, drawn)
        icon = Paper(24, 24)
        icon.draw(0, 0, drawn)
        self.icons.append((x, y, image_of(icon.picture())))


def path_over_luma_ratio() -> Figure:
    """Keys to bytes of strip, buzzer and display, the row in the journal between; beside luma
    drawing the texts and the icon of the same page. The median of five rounds.
    """
    rounds = [_path_over_luma() for _ in range(ROUNDS)]
    ratios = sorted(own / luma for own, luma, _ in rounds)
    ours, luma, ready = (median(column) for column in zip(*rounds, strict=True))
    note = (
        f"{ours:.0f} us (journal in memory) beside {luma:.0f} for the same page by canvas;"
        f" {ours / ready:.2f} beside a picture ready drawn; rounds "
        + " ".join(f"{ratio:.2f}" for ratio in ratios)
    )
    return Figure("ratio", median(ratios), ratios[-1], 0.45, note, baseline=luma)


def _path_over_luma() -> tuple[float, float, float]:
    """Medians in microseconds of an evening: our path, luma with texts, luma with a picture."""
    from luma.core.interface.serial import i2c
    from luma.core.render import canvas
    from luma.oled.device import ssd1306
    from smbus2 import i2c_msg

    theirs = Wires(Ssd1306())
    line = i2c(bus=theirs, address=0x3C)
    line._managed, line._i2c_msg_write = True, i2c_msg.write  # whole, as on a bus of its own
    device = ssd1306(line)
    ours, texts, images = [], [], []
    with by_hand() as (parts, folder):
        bus = Bus(Path(folder))
        plug = bus.plug()
        keyboard = Keyboard(plug.path, bus.open(plug.path))
        for line in evening(0)[:SCANS]:
            plug.send(typed(label(line).code + "\r"))
            begun = thread_time_ns()
            for code in _codes(keyboard, parts.clock):
                parts.table.app.take(Reading(code.text, SCANNER, 0, parts.now, code.ms_per_digit))
            parts.turn()
            ours.append((thread_time_ns() - begun) / 1000)
            parts.check()
            paper = Texts(128, 64)
            draw_on(paper, display(parts.table.shown.panel))
            image = image_of(paper.picture())
            begun = thread_time_ns()
            with canvas(device) as draw:
                for x, y, text in paper.texts:
                    draw.text((x, y), text, fill="white")
                for x, y, icon in paper.icons:
                    draw.bitmap((x, y), icon, fill="white")
            texts.append((thread_time_ns() - begun) / 1000)
            begun = thread_time_ns()
            with canvas(device) as draw:
                draw.bitmap((0, 0), image, fill="white")
            images.append((thread_time_ns() - begun) / 1000)
            parts.quiet()
        keyboard.device.close()
        bus.close()
    return median(ours), median(texts), median(images)


def _codes(keyboard: Keyboard, clock: Any) -> Iterator[Any]:
    """Every code that the device holds."""
    for kind, code, value, moment in keyboard.events(clock):
        ended = keyboard.keys.take(kind, code, value, moment)
        if ended:
            yield ended
