"""Keyboard-type scanners that come and go, in; what is said of it out. By evdev's reader."""

import errno
import gc
import itertools
import os
import subprocess
import sys
import threading
import time
from operator import gt
from pathlib import Path

import pytest
from support.scanner_doubles import (
    MODEL,
    PLACE,
    SOURCE,
    Bus,
    PipedDevice,
    Start,
    scan,
    typed,
)
from support.scanner_facts import Facts, at_rest, eventually, held, ours, switches, valid

from drivers.events import (
    ReaderBack,
    ReaderFailed,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
)
from drivers.scanner.hid import READER, HidScanners

pytest_plugins = "support.scanner_bench"  # the fixtures


# --- coming and going ---------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [errno.ENODEV, errno.EIO])
def test_a_read_error_is_a_loss_and_the_device_is_back_by_itself(
    bus: Bus, facts: Facts, start: Start, fault: int
) -> None:
    plug = bus.plug()
    start({"1a86:5723": 0}, clock=time.monotonic)
    facts.until(ScannerFound)
    plug.fault = fault
    plug.send(typed("12"))
    assert facts.until(ScannerLost).reason in ("unplugged", "input/output error")
    plug.fault = 0
    assert facts.until(ScannerFound) == ScannerFound(
        SOURCE, place=PLACE, name=MODEL
    )  # no inotify event tells of this


def test_rights_that_come_late_are_noticed(bus: Bus, facts: Facts, start: Start) -> None:
    start({"1a86:5723": 0})
    plug = bus.plug(forbidden=True)
    eventually(lambda: plug.opens > 0)
    plug.forbidden = False
    os.chmod(plug.path, 0o640)
    assert facts.until(ScannerFound) == ScannerFound(SOURCE, place=PLACE, name=MODEL)


def test_a_node_that_opens_badly_is_tried_again_but_not_for_ever(
    bus: Bus, facts: Facts, start: Start
) -> None:
    opens: list[str] = []

    def dead(path: str) -> PipedDevice:
        opens.append(path)
        raise OSError(errno.ENXIO, "No such device or address")

    ticks = itertools.count()  # on this clock a second is over each time somebody looks
    bus.plug()
    start(open_device=dead, clock=lambda: float(next(ticks)))
    eventually(lambda: len(opens) == 6)
    live = bus.plug("event1")
    eventually(lambda: live.path in opens)
    assert opens.count(str(bus.folder / "event0")) == 6


def test_the_folder_may_come_go_and_come_again(tmp_path: Path, facts: Facts) -> None:
    bus = Bus(tmp_path / "dev" / "input")
    scanners = HidScanners(
        facts.put, ours, {"1a86:5723": 0}, folder=str(bus.folder), open_device=bus.open
    )
    scanners.start()
    for _ in range(3):
        bus.folder.mkdir(parents=True)
        plug = bus.plug()
        assert facts.until(ScannerFound) == ScannerFound(SOURCE, place=PLACE, name=MODEL)
        bus.unplug(plug)
        facts.until(ScannerLost)
        bus.folder.rmdir()
        bus.folder.parent.rmdir()
    scanners.stop()


def test_a_reader_that_was_built_for_another_python_is_said(facts: Facts, bus: Bus) -> None:
    def broken(path: str) -> PipedDevice:
        raise ImportError("undefined symbol")

    bus.plug()
    scanners = HidScanners(facts.put, ours, folder=str(bus.folder), open_device=broken)
    scanners.start()
    missing = facts.until(ReaderMissing)
    assert missing.reason == "keyboard-type scanners need evdev: undefined symbol"
    scanners.stop()


def test_a_mistake_of_ours_is_told_and_so_is_its_end(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug(fault=0)
    broken = [RuntimeError("oh")]

    class Broken(PipedDevice):
        def read(self):  # type: ignore[no-untyped-def]
            if broken:
                raise broken.pop()
            return super().read()

    def opened(path: str) -> PipedDevice:
        device = bus.open(path)
        device.__class__ = Broken
        return device

    start({MODEL: 0}, open_device=opened, clock=time.monotonic)
    facts.until(ScannerFound)
    plug.send(typed("123455\r"))
    failed = facts.until(ReaderFailed)
    assert (failed.reader, failed.reason) == (READER, "a mistake of ours: RuntimeError('oh')")
    assert facts.next() == ScannerFound(SOURCE, place=PLACE, name=MODEL)
    assert facts.next() == ReaderBack(READER)
    assert facts.until(Reading).text == "123455"


def test_without_evdev_that_is_said_and_nothing_else_breaks() -> None:
    script = (
        "import queue\n"
        "from drivers.scanner.hid import READER, HidScanners\n"
        "facts = queue.SimpleQueue()\n"
        "scanners = HidScanners(facts.put, bool)\n"
        "scanners.start()\n"
        "print(facts.get(timeout=20).reason)\n"
        "scanners.stop()\n"
    )
    # -S: no installed packages at all
    home = Path(__file__).parents[2]
    command = [sys.executable, "-S", "-c", script]
    ran = subprocess.run(command, cwd=home, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("keyboard-type scanners need evdev\n", "")


def memory_kb() -> int:
    gc.collect()
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


def test_a_thousand_plug_cycles_leave_nothing_behind(bus: Bus, facts: Facts, start: Start) -> None:
    scanners = start(remembered=(SOURCE,))
    counts, memory = [], []
    for cycle in range(1000):
        plug = bus.plug(f"event{cycle % 3}")
        facts.until(ScannerFound)
        plug.send(typed(valid(cycle) + "\r" + "12"))
        assert facts.until(Reading).text == valid(cycle)
        bus.unplug(plug)
        facts.until(ScannerLost)
        if cycle % 300 == 99:
            memory.append(memory_kb())
            counts.append((held(), threading.active_count()))
    assert not any(map(gt, counts[-1], counts[0]))  # fewer: somebody before us has ended
    assert memory[-1] - memory[0] < 1024
    scanners.stop()
    assert "keyboard-type scanners" not in [thread.name for thread in threading.enumerate()]


def test_at_rest_the_thread_never_wakes(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    thread = start({"1a86:5723": 0})._thread
    assert thread is not None
    scan(plug, facts)
    eventually(lambda: plug.grabs == 1)
    at_rest([thread])
    before = switches([thread])
    time.sleep(1.2)
    assert switches([thread]) - before <= 1


# --- the real thing -----------------------------------------------------------------------------


def fds_on(path: str) -> int:
    """How many descriptors this process has on a device."""
    links = (os.path.join("/proc/self/fd", fd) for fd in os.listdir("/proc/self/fd"))
    return sum(os.path.islink(link) and os.readlink(link) == path for link in links)
