"""Keyboard-type scanners, by evdev's own reader: which are taken for scanners, what they type, and
how they come and go.
"""

import errno
import itertools
import os
import threading
import time
from collections.abc import Iterator
from operator import gt
from pathlib import Path
from typing import Any

import pytest
from support.processes import open_files, rss_kb, wake_ups
from support.scanner_doubles import (
    MODEL,
    PLACE,
    SOURCE,
    Bus,
    PipedDevice,
    Plug,
    ecodes,
    event,
    report,
    typed,
)
from support.scanner_events import Events, at_rest, ours, valid
from support.soak import share
from support.waiting import until

from drivers.events import (
    GrabRefused,
    Lane,
    PartialDropped,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
    device_of,
)
from drivers.scanner.hid import HidScanners

FOUND = ScannerFound(SOURCE, place=PLACE, name=MODEL)


class Usb(Bus, Events):
    """A bus to plug scanners into, with the thread that reads it and the events it reports."""

    def __init__(self, folder: Path) -> None:
        Bus.__init__(self, folder)
        Events.__init__(self)
        self._running: list[HidScanners] = []

    def start(
        self,
        lanes: dict[str, Lane] | None = None,
        remembered: tuple[str, ...] = (),
        **more: Any,
    ) -> HidScanners:
        """Time stands still unless a test wants it to pass: a busy machine must cut no code."""
        at_rest: dict[str, Any] = {
            "folder": str(self.folder),
            "open_device": self.open,
            "clock": lambda: 1000.0,
        }
        scanners = HidScanners(self.put, ours, lanes, remembered, **(at_rest | more))
        scanners.start()
        self._running.append(scanners)
        return scanners

    def named(self, lane: Lane = 0, **more: Any) -> Plug:
        """Plug in a scanner that the settings name, and start."""
        plug = self.plug()
        self.start({MODEL: lane}, **more)
        self.until(ScannerFound)
        return plug

    def scan(self, plug: Plug, text: str = "123455") -> Reading:
        """Scan a label; wait for its reading."""
        plug.send(typed(text + "\r"))
        return self.until(Reading)

    def close(self) -> None:
        for scanners in self._running:
            scanners.stop()
        super().close()


@pytest.fixture
def usb(tmp_path: Path) -> Iterator[Usb]:
    usb = Usb(tmp_path)
    yield usb
    usb.close()


# --- which are taken ----------------------------------------------------------------------------


def test_the_first_valid_code_makes_a_scanner_and_is_handed_out(usb: Usb) -> None:
    plug = usb.plug()
    usb.start(clock=time.monotonic)
    before = time.monotonic()
    plug.send(typed("123455\r"))
    assert usb.next() == ScannerFound(SOURCE, learnt=True, place=PLACE)
    reading = usb.next()
    assert isinstance(reading, Reading)
    assert (reading.text, reading.source, reading.lane) == ("123455", SOURCE, 0)
    assert before <= reading.moment <= time.monotonic()
    until(lambda: plug.grabs == 1)


def test_it_is_grabbed_when_its_enter_is_up_again(usb: Usb) -> None:
    plug = usb.plug()
    usb.start()
    plug.send(typed("123455") + report(ecodes.KEY_ENTER, 1))
    usb.until(Reading)
    assert plug.grabs == 0
    plug.send(report(ecodes.KEY_ENTER, 0))
    until(lambda: plug.grabs == 1)


def test_a_missing_key_up_does_not_put_off_the_grab_for_ever(usb: Usb) -> None:
    plug = usb.plug()
    usb.start(clock=time.monotonic)
    plug.send(typed("123455") + report(ecodes.KEY_ENTER, 1))
    until(lambda: plug.grabs == 1)


def test_after_a_replug_it_is_grabbed_at_once(usb: Usb) -> None:
    usb.start()
    usb.scan(usb.plug())
    usb.unplug(next(iter(usb.plugs.values())))
    assert usb.until(ScannerLost) == ScannerLost(SOURCE, "unplugged", PLACE)
    again = usb.plug("event7", phys="usb-2/input0")
    assert usb.until(ScannerFound) == ScannerFound(SOURCE, place="usb-2/input0")
    until(lambda: again.grabs == 1)
    assert usb.scan(again, "whatever").text == "whatever"


def test_a_remembered_one_is_grabbed_at_the_start(usb: Usb) -> None:
    plug = usb.plug()
    usb.start(remembered=(SOURCE,))
    assert usb.next() == ScannerFound(SOURCE, place=PLACE)
    until(lambda: plug.grabs == 1)


def test_twins_are_told_apart_by_where_they_are_plugged_in(usb: Usb) -> None:
    left = usb.plug("event0", phys="usb-1.1/input0")
    right = usb.plug("event1", phys="usb-1.2/input0")
    usb.start({"1a86:5723/usb-1.1/input0": "red", "1a86:5723": "blue"})
    red, blue = usb.scan(left), usb.scan(right)
    assert (red.lane, blue.lane) == ("red", "blue")
    assert red.source == blue.source == SOURCE
    assert device_of(red) != device_of(blue)
    usb.unplug(left)
    assert device_of(usb.until(ScannerLost)) == device_of(red)
    again = usb.plug("event7", phys="usb-1.1/input0")
    assert device_of(usb.until(ScannerFound)) == device_of(usb.scan(again)) == device_of(red)


def test_twins_on_bluetooth_share_their_place_and_have_numbers(usb: Usb) -> None:
    left = usb.plug("event0", phys="b8:27:eb:00:00:01", uniq="AA:00:00:00:00:01")
    right = usb.plug("event1", phys="b8:27:eb:00:00:01", uniq="aa:00:00:00:00:02")
    usb.start({"1a86:5723/aa:00:00:00:00:01": "red", "1a86:5723/AA:00:00:00:00:02": "blue"})
    red, blue = usb.scan(left), usb.scan(right)
    assert (red.lane, blue.lane) == ("red", "blue")
    assert device_of(red) != device_of(blue)


def test_an_ordinary_keyboard_is_never_grabbed_nor_heard(usb: Usb) -> None:
    keyboard, scanner = usb.plug("event0", name="Keyboard"), usb.plug("event1", 0xABCD)
    usb.start({"abcd:5723": 0}, clock=time.monotonic)
    usb.until(ScannerFound)
    slow = time.monotonic() - 1
    keyboard.send(typed("dear diary\r123456\r99\t"))  # fast, but nothing of ours
    keyboard.send(typed("123455\r", slow, gap=0.06))  # ours, but at a hand's pace
    keyboard.send(event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
    keyboard.send(event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0) + typed("secret"))
    until(keyboard.drained)
    assert usb.scan(scanner).source == "abcd:5723 Scanner"
    usb.unplug(keyboard)
    usb.unplug(scanner)
    assert usb.until(ScannerLost).source == "abcd:5723 Scanner"
    assert keyboard.grabs == 0
    assert usb.rest() == []


def test_what_cannot_type_digits_and_enter_is_closed_again(usb: Usb) -> None:
    mouse = usb.plug("event0", keys=[ecodes.BTN_LEFT, ecodes.BTN_RIGHT])
    usb.start({MODEL: 0})
    usb.plug("event1", 0xABCD)
    usb.plug("event2", name="Second")
    assert usb.until(ScannerFound).source == "1a86:5723 Second"
    assert (mouse.grabs, mouse.reads) == (0, 0)


def test_one_held_by_another_program_is_read_and_that_is_said_once(usb: Usb) -> None:
    plug = usb.plug(busy=True)
    usb.start({MODEL: 0})
    assert usb.until(GrabRefused) == GrabRefused(SOURCE, "in use by another program", PLACE)
    usb.scan(plug)
    usb.scan(plug)
    plug.busy = False
    usb.scan(plug)
    until(lambda: plug.grabs == 1)
    assert usb.rest() == []


def test_a_name_from_outside_comes_out_harmless(usb: Usb) -> None:
    usb.plug(name="\x1b[2J\n'; rm -rf /" + "x" * 500)
    usb.start({MODEL: 0})
    source = usb.until(ScannerFound).source
    assert source.startswith("1a86:5723 ?[2J?'; rm")
    assert source.isprintable()
    assert len(source) < 80


# --- reading ------------------------------------------------------------------------------------


def test_silence_ends_a_code(usb: Usb) -> None:
    plug = usb.named(clock=time.monotonic)
    plug.send(typed("123455"))
    assert usb.until(Reading).text == "123455"


def test_the_kernels_stamps_tell_the_pace_however_late_they_are_read(usb: Usb) -> None:
    plug = usb.plug()
    usb.start(clock=time.monotonic)
    then = time.monotonic() - 2
    plug.send(typed("123455\r", then, gap=0.012))
    reading = usb.until(Reading)
    assert reading.ms_per_digit == pytest.approx(12, abs=0.01)
    assert reading.moment == pytest.approx(then + 5 * 0.012, abs=0.001)


def test_dropped_events_drop_the_code_and_say_so(usb: Usb) -> None:
    plug = usb.named("red")
    plug.send(typed("4006") + event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
    plug.send(report(ecodes.KEY_9, 1) + typed("123455\r"))  # the tail looks like one of ours
    assert usb.next() == PartialDropped(SOURCE, "keys were lost", PLACE, "red")
    assert usb.scan(plug, "999999").text == "999999"
    assert usb.rest() == []


def test_a_code_cut_by_an_unplug_is_dropped_and_that_is_said(usb: Usb) -> None:
    plug = usb.named()
    plug.send(typed("123"))
    until(plug.drained)
    usb.unplug(plug)
    assert usb.next() == PartialDropped(SOURCE, "unplugged", PLACE)
    assert usb.next() == ScannerLost(SOURCE, "unplugged", PLACE, MODEL)
    assert usb.scan(usb.plug(), "455").text == "455"


def test_two_scanners_interleaved_key_by_key(usb: Usb) -> None:
    left, right = usb.plug("event0", name="Left"), usb.plug("event1", name="Right")
    usb.start({MODEL: 0})
    usb.until(ScannerFound)
    usb.until(ScannerFound)
    for character, other in zip("123455\r", "678900\r", strict=True):
        left.send(typed(character))
        right.send(typed(other))
        until(lambda: left.drained() and right.drained())
    heard = {usb.until(Reading)[:2], usb.until(Reading)[:2]}
    assert heard == {("123455", "1a86:5723 Left"), ("678900", "1a86:5723 Right")}


def test_nothing_is_lost_while_a_commit_takes_250_ms_or_as_long_as_it_likes(usb: Usb) -> None:
    plug = usb.named()
    plug.cable.setsockopt(1, 7, 4608)  # SOL_SOCKET, SO_SNDBUF: about the kernel's 64 events
    slow_card, heard = threading.Event(), []

    def owner() -> None:
        for _ in range(100):
            heard.append(usb.until(Reading).text)
            slow_card.wait()  # the first commit lasts until every key has been read

    consumer = threading.Thread(target=owner)
    consumer.start()
    for n in range(100):
        plug.send(typed(valid(n * 7) + "\r"))
    until(plug.drained)  # every key of a hundred codes, and the first is not committed yet
    assert len(heard) <= 1
    slow_card.set()
    consumer.join()
    assert heard == [valid(n * 7) for n in range(100)]


# --- coming and going ---------------------------------------------------------------------------


def test_a_read_error_is_a_loss_and_the_device_is_back_by_itself(usb: Usb) -> None:
    plug = usb.named(clock=time.monotonic)
    plug.fault = errno.EIO
    plug.send(typed("12"))
    assert usb.until(ScannerLost).reason == "unplugged"
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
    assert thread
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


def test_plugging_in_and_out_leaves_nothing_behind(usb: Usb) -> None:
    scanners = usb.start(remembered=(SOURCE,))
    counts, memory = [], []
    for cycle in range(share(1000)):
        plug = usb.plug(f"event{cycle % 3}")
        usb.until(ScannerFound)
        plug.send(typed(valid(cycle) + "\r" + "12"))
        assert usb.until(Reading).text == valid(cycle)
        usb.unplug(plug)
        usb.until(ScannerLost)
        if cycle % 30 == 9:
            memory.append(rss_kb())
            counts.append((open_files(), threading.active_count()))
    assert not any(map(gt, counts[-1], counts[0]))  # fewer: somebody before us has ended
    assert memory[-1] - memory[0] < 1024
    scanners.stop()
    assert "keyboard-type scanners" not in [thread.name for thread in threading.enumerate()]


def test_at_rest_the_thread_never_wakes(usb: Usb) -> None:
    plug = usb.plug()
    thread = usb.start({MODEL: 0})._thread
    usb.scan(plug)
    until(lambda: plug.grabs == 1)
    assert thread
    at_rest([thread])
    before = wake_ups(thread.native_id)
    time.sleep(1.2)
    assert wake_ups(thread.native_id) - before <= 1
