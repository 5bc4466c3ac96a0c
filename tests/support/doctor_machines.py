"""Machines for the doctor to look at: a tree of real files, modelled buses and pins; lines out."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("luma.oled", reason="the display needs luma.oled")
from support.display_models import I2cBus, Ssd1306
from support.gpio_pins import GroundedPin, Pins

import drivers.buttons
import drivers.buzzer
import drivers.lights.plain_leds
import drivers.lights.strip  # noqa: F401 - see below
from drivers.display.bus import I2c
from firmware.common.settings.load import load
from firmware.core.app.device_status import Status
from firmware.core.app.parts import Hardware
from firmware.doctor.machine import OK, Case, Finding, Machine
from firmware.doctor.report import LATE_PROBES, PROBES, DoctorLine, look, run_probes, worded

# All that the probes import late is there by now: on a busy machine it takes as long as they have.
I2c(open_bus=I2cBus(Ssd1306()).open).open().cleanup()

KEYS_OF_A_KEYBOARD = "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe"
ALL_PARTS = """
[display]
fitted = "auto"
[track]
kind = "apa102"
[[scanner]]
usb = "0c2e:0b61"
"""


PHYS = "usb-0000:01:00.0-1.1/input0"


MOUSE = ("046d:c077", "Mouse", "", "70000 0 0 0 0")
SCANNER = ("0c2e:0b61", "Honeywell 1400g", PHYS, KEYS_OF_A_KEYBOARD)


class WordedFinding(DoctorLine):
    """A finding as the terminal shows it, which knows whether it fails."""

    @property
    def fails(self) -> bool:
        return self.wanted and self.state != OK


def in_words(finding: Finding) -> WordedFinding:
    return WordedFinding(*worded(finding))


def _read_any(photo: bytes) -> None:
    """A reader to whom any photo is fine."""


class FakeMachine:
    """A machine on which all is well; take away, or spoil, what a test is about."""

    def __init__(self, folder: Path, settings: str = ALL_PARTS) -> None:
        self.root, self.state = folder / "root", folder / "state"
        self.state.mkdir(parents=True)
        self.config = folder / "okanjo.toml"
        self.set(settings)
        self.bus = I2cBus(Ssd1306())
        self.bus_hz = 400_000
        self.pins = Pins()
        self.barred: set[str] = set()
        self.absent: set[str] = set()
        self.sync_s = 0.002
        self.wall = 1_790_000_000.0
        self.vcgencmd = "throttled=0x0\n"
        self.read_photo: Callable[[bytes], None] = _read_any
        self._passed_s = 0.0
        self.hung = threading.Event()
        self._built()

    def _built(self) -> None:
        self.put("sys/firmware/devicetree/base/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
        self.put("etc/os-release", 'NAME="x"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
        for node in ("i2c-1", "spidev0.0", "gpiochip0", "input/event0", "input/event1"):
            self.put(f"dev/{node}")
        self.plug(SCANNER, MOUSE)
        self.put("run/systemd/timesync/synchronized")
        self.clocked(400_000)

    def set(self, settings: str) -> None:
        state = f'[state]\nfolder = "{self.state}"\n'
        self.config.write_text(state + settings)

    def put(self, path: str, content: str | bytes = "") -> None:
        there = self.root / path
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes(content if isinstance(content, bytes) else content.encode())

    def plug(self, *devices: tuple[str, str, str, str]) -> None:
        """These input devices and no others, as a 64-bit kernel tells of them."""
        shutil.rmtree(self.root / "sys/class/input", ignore_errors=True)
        for event, (model, name, phys, keys) in enumerate(devices):
            vendor, product = model.split(":")
            texts = {"name": name, "phys": phys, "uniq": "", "capabilities/key": keys}
            for file, text in {**texts, "id/vendor": vendor, "id/product": product}.items():
                self.put(f"sys/class/input/event{event}/device/{file}", f"{text}\n")

    def take(self, path: str) -> None:
        (self.root / path).unlink()

    def clocked(self, hz: int) -> None:
        """The bus as the device tree sets it, and as it is."""
        self.bus_hz = hz
        self.put("sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", hz.to_bytes(4, "big"))

    def stuck(self, pin: int) -> None:
        self.pins.pin(pin, pin_class=GroundedPin)

    def hang(self) -> None:
        """The next transfer never ends."""
        self.bus.slow = self.hung.wait

    @property
    def machine(self) -> Machine:
        return Machine(
            root=str(self.root),
            hardware=Hardware(
                open_i2c=self.bus.open, pins=self.pins, inputs=str(self.root / "dev/input")
            ),
            may=lambda path, mode: path.removeprefix(str(self.root)) not in self.barred,
            installed=lambda library: library not in self.absent,
            sync=self._sync,
            vcgencmd=lambda: self.vcgencmd,
            read_photo=self.read_photo,
            environment={"HOME": str(self.state), "RUNTIME_DIRECTORY": str(self.state)},
            clock=lambda: self._passed_s + self.bus.bytes * 9 / self.bus_hz,
            wall=lambda: self.wall,
        )

    def _sync(self, descriptor: int) -> None:
        """Whatever this machine's own disk is busy with: a probe that waits disturbs the next."""
        os.fstat(descriptor)
        self._passed_s += self.sync_s

    def lines(self) -> dict[str, list[WordedFinding]]:
        """What the doctor says of it: all lines of each part."""
        findings = dict[str, list[WordedFinding]]()
        for line in map(in_words, look(str(self.config), self.machine)):
            findings.setdefault(line.part, []).append(line)
        return findings

    def only(self, part):
        """The one line of a part."""
        (line,) = self.lines()[part]
        return line

    def lines_when(self, status: Status | None, why: str = "") -> dict[str, list[WordedFinding]]:
        """The same, when a running program tells this, or nothing for a reason."""
        findings = dict[str, list[WordedFinding]]()
        for line in map(in_words, self.findings(status, why)):
            findings.setdefault(line.part, []).append(line)
        return findings

    def findings(self, status: Status | None, why: str = "") -> Iterator[Finding]:
        """All of it, before it is worded."""
        case = Case(self.machine, load(str(self.config)), status, why)
        yield from run_probes({**PROBES, **LATE_PROBES}, case)
