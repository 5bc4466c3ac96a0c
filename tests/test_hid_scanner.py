"""Plugs, cables and key events in; readings and facts out. Through evdev's own reader."""

import errno
import gc
import itertools
import os
import pty
import sqlite3
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scanner_doubles import (
    KEY_OF,
    Bus,
    PipedDevice,
    Plug,
    ecodes,
    evdev,
    event,
    keys,
    report,
    typed,
)
from scanner_facts import Facts, eventually, ours, valid

from drivers import watch
from drivers.hid_scanner import HidScanners
from drivers.readings import (
    GrabRefused,
    Lane,
    PartialDropped,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
)

SOURCE = "1a86:5723 Scanner"
Start = Callable[..., HidScanners]


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[Bus]:
    bus = Bus(tmp_path)
    yield bus
    bus.close()


@pytest.fixture
def facts() -> Facts:
    return Facts()


@pytest.fixture
def start(bus: Bus, facts: Facts) -> Iterator[Start]:
    running: list[HidScanners] = []

    # Time stands still unless a test wants it to pass: a busy machine must cut no code in two.
    def begin(
        lanes: dict[str, Lane] | None = None, remembered: tuple[str, ...] = (), **seams: object
    ) -> HidScanners:
        at_rest = {"folder": str(bus.folder), "open_device": bus.open, "clock": lambda: 1000.0}
        scanners = HidScanners(facts.put, ours, lanes, remembered, **(at_rest | seams))  # type: ignore[arg-type]
        scanners.start()
        running.append(scanners)
        return scanners

    yield begin
    for scanners in running:
        scanners.stop()


def scan(plug: Plug, facts: Facts, text: str = "123455") -> Reading:
    plug.send(typed(text + "\r"))
    return facts.until(Reading)


# --- who is a scanner ---------------------------------------------------------------------------


def test_the_first_valid_code_makes_a_scanner_and_is_handed_out(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug()
    start(clock=time.monotonic)
    before = time.monotonic()
    plug.send(typed("123455\r"))
    assert facts.next() == ScannerFound(SOURCE, learnt=True)
    reading = facts.next()
    assert isinstance(reading, Reading)
    assert (reading.text, reading.source, reading.lane) == ("123455", SOURCE, 0)
    assert before <= reading.at <= time.monotonic()
    eventually(lambda: plug.grabs == 1)


def test_it_is_grabbed_when_its_enter_is_up_again(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start()
    plug.send(typed("123455") + report(ecodes.KEY_ENTER, 1))
    facts.until(Reading)
    assert plug.grabs == 0
    plug.send(report(ecodes.KEY_ENTER, 0))
    eventually(lambda: plug.grabs == 1)


def test_a_missing_key_up_does_not_put_off_the_grab_for_ever(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug()
    start(clock=time.monotonic)
    plug.send(typed("123455") + report(ecodes.KEY_ENTER, 1))
    eventually(lambda: plug.grabs == 1)


def test_after_a_replug_it_is_grabbed_at_once(bus: Bus, facts: Facts, start: Start) -> None:
    start()
    scan(bus.plug(), facts)
    bus.unplug(next(iter(bus.plugs.values())))
    assert facts.until(ScannerLost) == ScannerLost(SOURCE, "unplugged")
    again = bus.plug("event7", phys="usb-2/input0")
    assert facts.until(ScannerFound) == ScannerFound(SOURCE)
    eventually(lambda: again.grabs == 1)
    assert scan(again, facts, "whatever").text == "whatever"


def test_a_remembered_one_is_grabbed_at_the_start(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start(remembered=(SOURCE,))
    assert facts.next() == ScannerFound(SOURCE)
    eventually(lambda: plug.grabs == 1)


def test_a_named_one_is_grabbed_at_the_start_and_has_its_lane(
    bus: Bus, facts: Facts, start: Start
) -> None:
    named = bus.plug("event0", 0xABCD, 0x0001)
    other = bus.plug("event1", 0xABCD, 0x0002)
    start({"ABCD:0001": "red"})
    facts.until(ScannerFound)
    eventually(lambda: named.grabs == 1)
    assert scan(named, facts, "foreign-7").lane == "red"
    assert other.grabs == 0


def test_twins_are_told_apart_by_where_they_are_plugged_in(
    bus: Bus, facts: Facts, start: Start
) -> None:
    left = bus.plug("event0", phys="usb-1.1/input0")
    right = bus.plug("event1", phys="usb-1.2/input0")
    start({"1a86:5723/usb-1.1/input0": "red", "1a86:5723": "blue"})
    assert scan(left, facts).lane == "red"
    assert scan(right, facts).lane == "blue"


def test_an_ordinary_keyboard_is_never_grabbed_nor_heard(
    bus: Bus, facts: Facts, start: Start
) -> None:
    keyboard, scanner = bus.plug("event0", name="Keyboard"), bus.plug("event1", 0xABCD)
    start({"abcd:5723": 0}, clock=time.monotonic)
    facts.until(ScannerFound)
    slow = time.monotonic() - 5
    keyboard.send(typed("dear diary\r123456\r99\t"))  # fast, but nothing of ours
    keyboard.send(typed("123455\r", slow, gap=0.06))  # ours, but at a hand's pace
    keyboard.send(event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
    keyboard.send(event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0) + typed("secret"))
    eventually(keyboard.drained)
    assert scan(scanner, facts).source == "abcd:5723 Scanner"
    bus.unplug(keyboard)
    bus.unplug(scanner)
    assert facts.until(ScannerLost).source == "abcd:5723 Scanner"
    assert keyboard.grabs == 0
    assert facts.rest() == []


def test_what_cannot_type_digits_and_enter_is_closed_again(
    bus: Bus, facts: Facts, start: Start
) -> None:
    mouse = bus.plug("event0", keys=[ecodes.BTN_LEFT, ecodes.BTN_RIGHT])
    start({"1a86:5723": 0})
    bus.plug("event1", 0xABCD)
    bus.plug("event2", name="Second")
    assert facts.until(ScannerFound).source == "1a86:5723 Second"
    assert (mouse.opens, mouse.grabs, mouse.reads) == (1, 0, 0)  # and is not opened anew


def test_one_held_by_another_program_is_read_and_that_is_said_once(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug(busy=True)
    start({"1a86:5723": 0})
    assert facts.until(GrabRefused) == GrabRefused(SOURCE, "held by another program")
    scan(plug, facts)
    scan(plug, facts)
    plug.busy = False
    scan(plug, facts)
    eventually(lambda: plug.grabs == 1)
    assert facts.rest() == []


def test_a_name_from_outside_comes_out_harmless(bus: Bus, facts: Facts, start: Start) -> None:
    bus.plug(name="\x1b[2J\n'; rm -rf /" + "x" * 500)
    start({"1a86:5723": 0})
    source = facts.until(ScannerFound).source
    assert source.startswith("1a86:5723 ?[2J?'; rm")
    assert source.isprintable()
    assert len(source) < 80


# --- reading ------------------------------------------------------------------------------------


def test_each_way_to_end_a_code(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start({"1a86:5723": 0}, clock=time.monotonic)
    pad = [ecodes.ecodes[f"KEY_KP{digit}"] for digit in "123455"]
    for stream in (
        typed("123455\r"),
        typed("123455\t"),
        keys([*pad, ecodes.KEY_KPENTER]),
        typed("123455"),  # no terminator: the silence after it
    ):
        plug.send(stream)
        assert facts.until(Reading).text == "123455"


def test_held_shift_changes_no_digit(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start()
    plug.send(report(ecodes.KEY_LEFTSHIFT, 1) + typed("123455\r"))
    assert facts.until(Reading).text == "123455"


def test_the_kernels_stamps_tell_the_pace_however_late_they_are_read(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug()
    start(clock=time.monotonic)
    then = time.monotonic() - 2
    plug.send(typed("123455\r", then, gap=0.012))
    reading = facts.until(Reading)
    assert reading.ms_per_digit == pytest.approx(12, abs=0.01)
    assert reading.at == pytest.approx(then + 5 * 0.012, abs=0.001)


def test_dropped_events_drop_the_code_and_say_so(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start({"1a86:5723": 0})
    facts.until(ScannerFound)
    plug.send(typed("4006") + event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
    plug.send(report(ecodes.KEY_9, 1) + typed("123455\r"))  # the tail looks like one of ours
    assert facts.next() == PartialDropped(SOURCE, "keys were lost")
    assert scan(plug, facts, "999999").text == "999999"
    assert facts.rest() == []


def test_a_code_cut_by_an_unplug_is_dropped_and_that_is_said(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug()
    start({"1a86:5723": 0})
    facts.until(ScannerFound)
    plug.send(typed("123"))
    eventually(plug.drained)
    bus.unplug(plug)
    assert facts.next() == PartialDropped(SOURCE, "unplugged")
    assert facts.next() == ScannerLost(SOURCE, "unplugged")
    assert scan(bus.plug(), facts, "455").text == "455"


def test_two_scanners_interleaved_key_by_key(bus: Bus, facts: Facts, start: Start) -> None:
    left, right = bus.plug("event0", name="Left"), bus.plug("event1", name="Right")
    start({"1a86:5723": 0})
    facts.until(ScannerFound)
    facts.until(ScannerFound)
    for one, other in zip("123455\r", "678900\r", strict=True):
        left.send(typed(one))
        right.send(typed(other))
        eventually(lambda: left.drained() and right.drained())
    heard = {facts.until(Reading)[:2], facts.until(Reading)[:2]}
    assert heard == {("123455", "1a86:5723 Left"), ("678900", "1a86:5723 Right")}


def test_nothing_is_lost_while_a_commit_takes_250_ms_or_as_long_as_it_likes(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug()
    start({"1a86:5723": 0})
    facts.until(ScannerFound)
    plug.cable.setsockopt(1, 7, 4608)  # SOL_SOCKET, SO_SNDBUF: about the kernel's 64 events
    slow_card, heard = threading.Event(), []

    def owner() -> None:
        journal = sqlite3.connect(":memory:", isolation_level=None)
        journal.execute("create table scans (text)")
        for _ in range(100):
            heard.append(facts.until(Reading).text)
            slow_card.wait()  # in the first commit, until every key has been read
            journal.execute("insert into scans values (?)", heard[-1:])
        journal.close()

    consumer = threading.Thread(target=owner)
    consumer.start()
    for n in range(100):
        plug.send(typed(valid(n * 7) + "\r"))
    eventually(plug.drained)  # every key of a hundred codes, and the first is not committed yet
    assert len(heard) <= 1
    slow_card.set()
    consumer.join()
    assert heard == [valid(n * 7) for n in range(100)]


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
    assert facts.until(ScannerFound) == ScannerFound(SOURCE)  # no inotify event tells of this


def test_a_hang_up_under_evdevs_reader_is_a_loss(bus: Bus, facts: Facts, start: Start) -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    plug = bus.plug()

    def on_the_line(path: str) -> PipedDevice:
        fd = os.open(os.ttyname(slave), os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        return PipedDevice(fd, plug)

    scanners = start({"1a86:5723": 0}, open_device=on_the_line)
    facts.until(ScannerFound)
    os.write(master, typed("123455\r"))
    assert facts.until(Reading).text == "123455"
    os.close(master)
    assert facts.until(ScannerLost).source == SOURCE
    scanners.stop()
    os.close(slave)


def test_rights_that_come_late_are_noticed(bus: Bus, facts: Facts, start: Start) -> None:
    start({"1a86:5723": 0})
    plug = bus.plug(forbidden=True)
    eventually(lambda: plug.opens > 0)
    plug.forbidden = False
    os.chmod(plug.path, 0o640)
    assert facts.until(ScannerFound) == ScannerFound(SOURCE)


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
        assert facts.until(ScannerFound) == ScannerFound(SOURCE)
        bus.unplug(plug)
        facts.until(ScannerLost)
        bus.folder.rmdir()
        bus.folder.parent.rmdir()
    scanners.stop()


def test_without_inotify_it_looks_once_a_second(
    bus: Bus, facts: Facts, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_libc() -> object:
        raise OSError("no such library")

    monkeypatch.setattr(watch, "_libc", no_libc)
    start({"1a86:5723": 0})
    bus.plug()
    assert facts.until(ScannerFound) == ScannerFound(SOURCE)


def test_a_reader_that_was_built_for_another_python_is_said(facts: Facts, bus: Bus) -> None:
    def broken(path: str) -> PipedDevice:
        raise ImportError("undefined symbol")

    bus.plug()
    scanners = HidScanners(facts.put, ours, folder=str(bus.folder), open_device=broken)
    scanners.start()
    missing = facts.until(ReaderMissing)
    assert missing.reason == "keyboard-type scanners need evdev: undefined symbol"
    scanners.stop()


def test_without_evdev_that_is_said_and_nothing_else_breaks() -> None:
    script = (
        "import queue\n"
        "from drivers.hid_scanner import HidScanners\n"
        "facts = queue.SimpleQueue()\n"
        "scanners = HidScanners(facts.put, bool)\n"
        "scanners.start()\n"
        "print(facts.get(timeout=20).reason)\n"
        "scanners.stop()\n"
    )
    # -S: no installed packages at all
    home = Path(__file__).parent.parent
    command = [sys.executable, "-S", "-c", script]
    ran = subprocess.run(command, cwd=home, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("keyboard-type scanners need evdev\n", "")


def memory_kb() -> int:
    gc.collect()
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


def test_a_thousand_plug_cycles_leave_nothing_behind(bus: Bus, facts: Facts, start: Start) -> None:
    scanners = start(remembered=(SOURCE,))
    fds, threads, memory = [], [], []
    for cycle in range(1000):
        plug = bus.plug(f"event{cycle % 3}")
        facts.until(ScannerFound)
        plug.send(typed(valid(cycle) + "\r" + "12"))
        assert facts.until(Reading).text == valid(cycle)
        bus.unplug(plug)
        facts.until(ScannerLost)
        if cycle % 300 == 99:
            fds.append(len(os.listdir("/proc/self/fd")))
            threads.append(threading.active_count())
            memory.append(memory_kb())
    assert len(set(fds)) == 1
    assert len(set(threads)) == 1
    assert memory[-1] - memory[0] < 1024
    scanners.stop()
    assert "keyboard-type scanners" not in [thread.name for thread in threading.enumerate()]


def test_starting_and_stopping_leaves_nothing_behind(bus: Bus, facts: Facts) -> None:
    bus.plug()
    counts = set()
    for _ in range(20):
        scanners = HidScanners(
            facts.put, ours, {"1a86:5723": 0}, folder=str(bus.folder), open_device=bus.open
        )
        scanners.start()
        facts.until(ScannerFound)
        scanners.stop()
        scanners.stop()
        counts.add((len(os.listdir("/proc/self/fd")), threading.active_count()))
    assert len(counts) == 1


def test_at_rest_the_thread_never_wakes(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start({"1a86:5723": 0})
    scan(plug, facts)
    [thread] = [t for t in threading.enumerate() if t.name == "keyboard-type scanners"]

    def switches() -> int:
        with open(f"/proc/self/task/{thread.native_id}/status") as status:
            return sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)

    eventually(lambda: plug.grabs == 1)
    time.sleep(0.3)  # whatever the scan itself still had to wake for
    before = switches()
    time.sleep(1.2)
    assert switches() - before <= 1


# --- hostile ------------------------------------------------------------------------------------


def test_a_100_kb_line_and_escape_sequences_come_out_whole_or_marked(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug()
    start({"1a86:5723": 0})
    facts.until(ScannerFound)
    feeder = threading.Thread(target=plug.send, args=(typed("1" * 100_000 + "\r"),))
    feeder.start()
    text = facts.until(Reading).text
    feeder.join()
    assert (len(text), text[-1]) == (257, "…")
    escape = keys([ecodes.KEY_ESC, ecodes.KEY_LEFTBRACE, ecodes.KEY_2]) + typed("j")
    plug.send(escape + typed("; rm -rf /\r"))
    assert facts.until(Reading).text == "\x1b[2j; rm -rf /"


events = st.tuples(
    st.sampled_from([0, 1, 1, 1, 4]) | st.integers(0, 0xFFFF),
    st.integers(0, 130) | st.integers(0, 0xFFFF),
    st.sampled_from([0, 1, 1, 2]) | st.integers(-(2**31), 2**31 - 1),
    st.sampled_from([0.0, 1.0, 1e9]) | st.floats(0, 1e12),
)


def test_no_stream_of_events_stops_the_reader(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start({"1a86:5723": 0})
    facts.until(ScannerFound)
    in_step = event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0) + keys([ecodes.KEY_ENTER])

    @settings(max_examples=200, deadline=None)
    @given(st.lists(st.lists(events, max_size=50), min_size=1, max_size=4))
    def feed(streams: list[list[tuple[int, int, int, float]]]) -> None:
        for stream in streams:
            plug.send(b"".join(event(*one) for one in stream))
        plug.send(in_step + typed("123455\r"))
        while facts.until(Reading).text != "123455":
            pass

    feed()


# --- the real thing -----------------------------------------------------------------------------


def fds_on(path: str) -> int:
    """How many descriptors this process has on a device."""
    links = (os.path.join("/proc/self/fd", fd) for fd in os.listdir("/proc/self/fd"))
    return sum(os.path.islink(link) and os.readlink(link) == path for link in links)


@pytest.mark.skipif(not os.access("/dev/uinput", os.W_OK), reason="no /dev/uinput to write to")
def test_a_real_input_device_of_this_kernel(facts: Facts) -> None:
    pressable = {ecodes.EV_KEY: list(range(1, 120))}
    with evdev.UInput(pressable, name="Okanjo test", vendor=0x0B4D, product=0x0001) as virtual:
        other = evdev.InputDevice(virtual.device.path)
        opened = fds_on(other.path)
        scanners = HidScanners(facts.put, ours)
        scanners.start()
        eventually(lambda: fds_on(other.path) > opened)
        source = "0b4d:0001 Okanjo test"
        for known in (False, True):
            for one in "123455\r":
                for value in (1, 0):
                    virtual.write(ecodes.EV_KEY, KEY_OF[one], value)
                    virtual.syn()
            if not known:
                assert facts.until(ScannerFound) == ScannerFound(source, learnt=True)
            assert facts.until(Reading).text == "123455"
        with pytest.raises(OSError, match="busy"):
            other.grab()
        other.close()
    assert facts.until(ScannerLost) == ScannerLost("0b4d:0001 Okanjo test", "unplugged")
    scanners.stop()
