"""A table of the whole program as it is wired, on models of all its parts (`support.tables`).

Real are: settings, journal, app, every driver and its thread, evdev's reader, luma's set-up,
gpiozero. Modelled are the chips at the ends of the wires. One clock, moved by hand, is everybody's.
"""

import random
import threading

from gpiozero.pins.mock import MockPWMPin
from support.dealt_evening import CUTTHROAT, after, deal, label
from support.display_models import I2cBus, Ssd1306
from support.failing_disk import FailingDisk
from support.gpio_pins import Pins
from support.led_models import ClockedChain, SpiBus
from support.log_lines import LogLines
from support.scanner_doubles import Bus as Ports
from support.scanner_doubles import typed
from support.tables import AnyTable
from support.waiting import until

from drivers.lights.strip import ScoreTrack
from engine.position import SHARED_LANE, LaneName, empty
from firmware.common.facts.refusals import Refusal
from firmware.common.facts.shown import Shown
from firmware.common.settings.load import load
from firmware.core.app.lifecycle import build
from firmware.core.app.messages import Leave, WakeUp
from firmware.core.app.outputs import track_view
from firmware.core.app.parts import Hardware
from firmware.core.journal.journal import Journal

LEDS = 60
FOREIGN = "4006381333931"
SETTINGS = """
[state]
folder = "{folder}/state"
[display]
fitted = "yes"
[track]
kind = "apa102"
[buttons]
fitted = "yes"
[buzzer]
fitted = "yes"
[[scanner]]
usb = "1a86:5723"
[names]
red = "Chris"
green = "Élodie"
"""


NAMES = {"red": "Chris", "green": "Élodie"}


class TonePin(MockPWMPin):
    """A pin that lets its factory hear every tone; it breaks when that says so."""

    def _set_state(self, value):
        if self.factory.broken and value:
            raise OSError(5, "no such line")
        super()._set_state(value)
        if value and self.frequency:
            self.factory.heard.append((round(self.frequency), value))


class TonePins(Pins):
    def __init__(self):
        super().__init__()
        self.pin_class = TonePin
        self.heard, self.broken = [], False


class HeldDisk(FailingDisk):
    """A commit waits until it is let go."""

    def __init__(self, *settings):
        super().__init__(*settings)
        self.go, self.waits = threading.Event(), threading.Event()
        self.sleep = self._hold

    def _hold(self, _seconds):
        self.waits.set()
        assert self.go.wait(120)


class WholeTable(AnyTable):
    """The program at work, and one scanner; `more` settings are beside SETTINGS."""

    def __init__(self, folder, more=""):
        super().__init__()
        self.now = 1000.0
        self.chip = Ssd1306()
        self.bus = I2cBus(self.chip)
        self.hangs = threading.Event()  # cleared: every call on the display's bus waits
        self.hangs.set()
        self.bus.slow = lambda: self.hangs.wait(20)
        self.chain = ClockedChain(LEDS)
        self.spi, self.pins = SpiBus(self.chain.take), TonePins()
        (folder / "input").mkdir()
        self.ports = Ports(folder / "input")
        self.scanner = self.ports.plug()
        self.log, self.disks = LogLines(), []
        file = folder / "okanjo.toml"
        file.write_text(SETTINGS.format(folder=folder) + more)
        self.settings = load(str(file))
        self._nudges = 0
        self._newest: Shown | None = None
        self.sound = "", "on"
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="table", daemon=True)
        self._thread.start()
        assert self._begun.wait(60)
        until(lambda: self._newest)
        # gpiozero is slow to import the first time
        until(lambda: sum(line.endswith(" found") for line in self.log) == 4)
        until(lambda: any(line.startswith("scanner found") for line in self.log))

    def _serve(self):
        """What the main thread of the program does."""
        journal = Journal(self.settings.state_folder, disk=self._disk)
        hardware = Hardware(
            clock=lambda: self.now,
            open_i2c=self.bus.open,
            open_spi=self.spi.open,
            pins=self.pins,
            inputs=str(self.ports.folder),
            open_keyboard=self.ports.open,
        )
        self.runtime = build(self.settings, journal, False, hardware)
        self.runtime.outputs.append(self.show)
        oled = self.runtime.parts.display
        assert oled is not None
        self.oled = oled
        self.runtime.start()
        self._begun.set()
        try:
            self.runtime.app.run()
        finally:
            self.runtime.stop()
            journal.close()

    def _disk(self, *settings):
        self.disks.append(HeldDisk(*settings))
        return self.disks[-1]

    @property
    def shown(self) -> Shown:
        assert self._newest is not None, "nothing was shown yet"
        return self._newest

    def read(self, text: str, lane: LaneName = SHARED_LANE) -> str:
        assert lane == SHARED_LANE, "its one scanner is everybody's"
        number = self.shown.number + 1
        self.type(text)
        self.acknowledges(number)
        result = self.outcome.result
        return result.reason if isinstance(result, Refusal) else ""

    def moment(self) -> None:
        self.now += 1

    def acknowledges(self, number: int) -> None:
        """Wait until so many scans are answered."""
        until(lambda: self.shown.number >= number)

    @property
    def disk(self):
        return self.disks[0]

    def show(self, shown):
        """An answer sounds once, however often it is shown; what is saved late sounds, too."""
        if self._newest is None or shown.number != self._newest.number:
            self.sound = shown.panel.sound, shown.device.sound
        elif shown.panel.sound == "saved-late":
            self.sound = "saved-late", shown.device.sound
        self._newest = shown

    def log_count(self, start):
        """How many lines of the log begin so."""
        return sum(line.startswith(start) for line in self.log)

    def poke(self):
        """The strip's and the buzzer's threads look at the clock again."""
        for part in self.runtime.parts.others:
            if isinstance(part, ScoreTrack):
                part.show(track_view(self.shown, LEDS))

    def nudge(self, most=10):
        """Time passes, and somebody looks. A thread that is slow may meet the end of a fault as
        its last moment, and then waits by a clock that stands still. Not for ever: after a minute
        a display would be right because it swims."""
        self._nudges += 1
        if self._nudges % 15 == 0 and self._nudges <= 15 * most:
            self.later(2)
            picture = self.oled._newest
            assert picture is not None, "the display was shown nothing"
            self.oled.show(picture._replace(number=-self._nudges))
            self.runtime.app.inbox.put(WakeUp())

    def later(self, seconds):
        """Time passes, and the parts notice."""
        self.now += seconds
        self.poke()

    def type(self, text):
        self._nudges = 0
        self.scanner.send(typed(text + "\r"))

    def press(self, button):
        pin = self.pins[self.settings.buttons.pins[button]]
        self.now += 1
        pin.drive_low()
        self.now += 1
        pin.drive_high()
        self.now += 1

    def leave(self):
        """The program ends; twice is once."""
        if not self._thread.is_alive():
            return
        self.runtime.app.inbox.put(Leave())
        self._thread.join(60)
        assert not self._thread.is_alive()
        self.ports.close()


def evening(seed, scans=200):
    """So many scans' texts: a game for four to its end, with mistakes, undos, pages and sounds."""
    rng = random.Random(seed)
    lines = [CUTTHROAT, *(f"badge {badge}" for badge in ("red", "green", "blue", "white"))]
    lines.append("command next")
    for number in range(3):
        table = after(empty(), lines)
        now = list(deal(table, rng, goes=2))
        if after(table, now).asked or after(table, [*now, "command score"]).asked:
            now.append("command score")
        lines += [*now, "command score", *(["command next"] if number < 2 else [])]
    texts = [label(line).code for line in lines]
    spare = scans - len(texts) - 4
    for index in sorted(rng.sample(range(8, len(texts) - 1), spare // 2), reverse=True):
        kind, text = rng.randrange(3), texts[index]
        if kind == 0 and lines[index].startswith("card"):
            texts[index + 1 : index + 1] = [label("command undo").code, text]
        elif kind == 1:
            texts[index + 1 : index + 1] = [label("command page").code, FOREIGN]
        else:
            texts[index + 1 : index + 1] = [FOREIGN, label("badge magenta").code]
    sound = label("command sound").code
    for index in (20, 25, 30):
        texts.insert(index, sound)
    new_game = label("command new-game").code
    return texts + [new_game] * (scans - len(texts))
