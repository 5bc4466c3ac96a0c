"""Keyboard-type scanners come and go: what the reader reports. By evdev's own reader."""

import errno
import itertools
import os
import subprocess
import sys
import threading
import time
from operator import gt
from pathlib import Path

import pytest
from support.scanner_bench import Usb
from support.scanner_doubles import MODEL, PLACE, SOURCE, PipedDevice, typed
from support.scanner_events import at_rest, held, memory_kb, switches, valid
from support.waiting import until

from drivers.events import (
    ReaderBack,
    ReaderFailed,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
)
from drivers.scanner.hid import READER

FOUND = ScannerFound(SOURCE, place=PLACE, name=MODEL)


@pytest.mark.parametrize("fault", [errno.ENODEV, errno.EIO])
def test_a_read_error_is_a_loss_and_the_device_is_back_by_itself(usb: Usb, fault: int) -> None:
    plug = usb.named(clock=time.monotonic)
    plug.fault = fault
    plug.send(typed("12"))
    assert usb.until(ScannerLost).reason in ("unplugged", "input/output error")
    plug.fault = 0
    assert usb.until(ScannerFound) == FOUND  # no inotify event tells of this


def test_rights_that_come_late_are_noticed(usb: Usb) -> None:
    usb.start({MODEL: 0})
    plug = usb.plug(forbidden=True)
    until(lambda: plug.opens > 0)
    plug.forbidden = False
    os.chmod(plug.path, 0o640)
    assert usb.until(ScannerFound) == FOUND


def test_a_node_that_opens_badly_is_tried_again_but_not_for_ever(usb: Usb) -> None:
    opens: list[str] = []

    def dead(path: str) -> PipedDevice:
        opens.append(path)
        raise OSError(errno.ENXIO, "No such device or address")

    ticks = itertools.count()  # on this clock a second is over each time somebody looks
    usb.plug()
    thread = usb.start(open_device=dead, clock=lambda: float(next(ticks)))._thread
    until(lambda: len(opens) == 6)
    assert thread is not None
    at_rest([thread])
    assert len(opens) == 6


def test_the_folder_may_come_go_and_come_again(usb: Usb) -> None:
    usb.folder /= "dev/input"
    usb.start({MODEL: 0})
    for _ in range(3):
        usb.folder.mkdir(parents=True)
        plug = usb.plug()
        assert usb.until(ScannerFound) == FOUND
        usb.unplug(plug)
        usb.until(ScannerLost)
        usb.folder.rmdir()
        usb.folder.parent.rmdir()


def test_a_reader_that_was_built_for_another_python_is_said(usb: Usb) -> None:
    def broken(path: str) -> PipedDevice:
        raise ImportError("undefined symbol")

    usb.plug()
    usb.start(open_device=broken)
    missing = usb.until(ReaderMissing)
    assert missing.reason == "keyboard-type scanners need evdev: undefined symbol"


def test_a_mistake_of_ours_is_told_and_so_is_its_end(usb: Usb) -> None:
    plug = usb.plug()
    broken = [RuntimeError("oh")]

    class Broken(PipedDevice):
        def read(self):  # type: ignore[no-untyped-def]
            if broken:
                raise broken.pop()
            return super().read()

    def opened(path: str) -> PipedDevice:
        device = usb.open(path)
        device.__class__ = Broken
        return device

    usb.start({MODEL: 0}, open_device=opened, clock=time.monotonic)
    usb.until(ScannerFound)
    plug.send(typed("123455\r"))
    failed = usb.until(ReaderFailed)
    assert (failed.reader, failed.reason) == (READER, "a mistake of ours: RuntimeError('oh')")
    assert usb.next() == FOUND
    assert usb.next() == ReaderBack(READER)
    assert usb.until(Reading).text == "123455"


def test_without_evdev_that_is_said_and_nothing_else_breaks() -> None:
    script = (
        "import queue\n"
        "from drivers.scanner.hid import HidScanners\n"
        "events = queue.SimpleQueue()\n"
        "scanners = HidScanners(events.put, bool)\n"
        "scanners.start()\n"
        "print(events.get(timeout=20).reason)\n"
        "scanners.stop()\n"
    )
    # -S: no installed packages at all
    home = Path(__file__).parents[2]
    command = [sys.executable, "-S", "-c", script]
    ran = subprocess.run(command, cwd=home, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("keyboard-type scanners need evdev\n", "")


def test_a_thousand_plug_cycles_leave_nothing_behind(usb: Usb) -> None:
    scanners = usb.start(remembered=(SOURCE,))
    counts, memory = [], []
    for cycle in range(1000):
        plug = usb.plug(f"event{cycle % 3}")
        usb.until(ScannerFound)
        plug.send(typed(valid(cycle) + "\r" + "12"))
        assert usb.until(Reading).text == valid(cycle)
        usb.unplug(plug)
        usb.until(ScannerLost)
        if cycle % 300 == 99:
            memory.append(memory_kb())
            counts.append((held(), threading.active_count()))
    assert not any(map(gt, counts[-1], counts[0]))  # fewer: somebody before us has ended
    assert memory[-1] - memory[0] < 1024
    scanners.stop()
    assert "keyboard-type scanners" not in [thread.name for thread in threading.enumerate()]


def test_at_rest_the_thread_never_wakes(usb: Usb) -> None:
    plug = usb.plug()
    thread = usb.start({MODEL: 0})._thread
    assert thread is not None
    usb.scan(plug)
    until(lambda: plug.grabs == 1)
    at_rest([thread])
    before = switches([thread])
    time.sleep(1.2)
    assert switches([thread]) - before <= 1
