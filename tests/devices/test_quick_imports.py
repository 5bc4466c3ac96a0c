"""What importing evdev, luma and paho brings along, and what is told without: each time in a new
interpreter, as each is imported only once.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

EVDEV = """
import sys
from drivers.quick_imports import plain_evdev
print(plain_evdev().InputDevice.__mro__[1].__module__, "asyncio" in sys.modules)
"""
WHOLE_LUMA = "import luma.oled.device"
LUMA_SET_UPS = """
from drivers.display.via_luma import SIZES, make_device
print([make_device(driver, width=w, height=h)[1].written for driver, (w, h) in SIZES.items()])
"""
LUMA = """
import sys, threading
from drivers.display.oled import renderer_for
renderer_for("ssd1306", 128, 64, 0)
late = {"multiprocessing", "cbor2", "luma.core.virtual", "luma.core.bitmap_font"}
print(late & set(sys.modules), threading.active_count())
"""
PAHO = """
import sys
from drivers.quick_imports import paho_client
client = paho_client().Client
there = {name for name, module in sys.modules.items() if module}
print({"email", "http", "socks", "urllib.request"} & there)
import urllib.request
print(client.__module__, urllib.request.getproxies.__module__)
"""
WITHOUT = "import sys; sys.modules[{!r}] = None\n"
HID = """
import queue
from drivers.scanner.hid import HidScanners
events = queue.SimpleQueue()
scanners = HidScanners(events.put, bool)
scanners.start()
print(events.get(timeout=20).reason)
scanners.stop()
"""
OLED = """
import threading
from drivers.display.oled import Oled, Picture
said = threading.Event()
events = []
oled = Oled(lambda event: (events.append(event), said.set()))
oled.start()
oled.show(Picture(b"x" * 1024))
assert said.wait(60)
oled.show(Picture(b"y" * 1024))
oled.stop()
print(events)
"""
OLED_AT_REST = """
import sys
from drivers.display.oled import Oled, Picture
Oled(print).show(Picture(bytes(1024)))
late = {"luma", "PIL", "smbus2", "gpiozero", "spidev", "lgpio", "asyncio", "dataclasses"}
print(late & {name.split(".")[0] for name in sys.modules})
"""


def output(program: str, *first: Path) -> str:
    """What a new interpreter prints, which looks for modules in these folders first."""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": ":".join(map(str, [*first, ROOT]))},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.stderr == ""
    return ran.stdout.strip()


def test_evdev_comes_without_asyncio() -> None:
    pytest.importorskip("evdev", reason="keyboard-type scanners need evdev")
    assert output(EVDEV) == "evdev.eventio False"


def test_an_evdev_that_needs_its_other_half_has_it(tmp_path: Path) -> None:
    (tmp_path / "evdev").mkdir()
    needs = "from .eventio_async import EventIO\nclass InputDevice(EventIO): pass\n"
    (tmp_path / "evdev" / "__init__.py").write_text(needs)
    (tmp_path / "evdev" / "eventio_async.py").write_text("class EventIO: pass\n")
    assert output(EVDEV, tmp_path) == "evdev.eventio_async False"


def test_without_evdev_that_is_said_and_nothing_else_breaks() -> None:
    assert output(WITHOUT.format("evdev") + HID) == "keyboard-type scanners need evdev"


@pytest.mark.parametrize("library", ["luma", "luma.oled", "smbus2"])
def test_without_a_library_of_the_display_it_says_what_to_install(library: str) -> None:
    events = output(WITHOUT.format(library) + OLED)
    assert events.count("Part") == 1
    assert "PartLost(part='display'" in events
    assert "pip install 'okanjo[display]'" in events


def test_nothing_heavy_of_the_display_is_loaded_before_its_start() -> None:
    assert output(OLED_AT_REST) == "set()"


@pytest.fixture
def luma() -> None:
    pytest.importorskip("luma.oled", reason="the display needs luma.oled")


def test_luma_comes_without_what_its_displays_of_letters_need(luma: None) -> None:
    assert output(LUMA) == "set() 1"
    assert output(WHOLE_LUMA + LUMA).endswith(" 5")  # luma's four threads


def test_every_display_is_set_up_as_by_the_whole_of_luma(luma: None) -> None:
    assert output(LUMA_SET_UPS) == output(WHOLE_LUMA + LUMA_SET_UPS) != ""


def test_paho_comes_without_what_its_proxies_need_which_can_be_had_afterwards() -> None:
    pytest.importorskip("paho.mqtt", reason="a broker needs paho-mqtt")
    assert output(PAHO).split() == ["set()", "paho.mqtt.client", "urllib.request"]
