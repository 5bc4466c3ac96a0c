"""A scanner on a serial port, here a pseudo-terminal: what the reader reports, by pyserial."""

import os
import pty
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.processes import open_files, rss_kb, wake_ups
from support.scanner_events import Events, at_rest, valid
from support.soak import share
from support.waiting import until

from drivers.events import (
    PartialDropped,
    ReaderBack,
    ReaderFailed,
    Reading,
    ScannerFound,
    ScannerLost,
)
from drivers.scanner.serial import SerialScanner


class SerialCable(Events):
    """A pseudo-terminal whose far end has a name that comes and goes, as a USB port's does.

    With it the thread that reads it, and the events that this reports.
    """

    def __init__(self, port: Path) -> None:
        super().__init__()
        self.port = str(port)
        self.found = ScannerFound(self.port, name=self.port)
        self.master = -1
        self._running: list[SerialScanner] = []

    def plug(self) -> None:
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.symlink(os.ttyname(self._slave), self.port)

    def send(self, text: str | bytes) -> None:
        rest = text.encode("latin-1") if isinstance(text, str) else text
        while rest:
            rest = rest[os.write(self.master, rest) :]

    def unplug(self) -> None:
        if self.master >= 0:
            os.unlink(self.port)
            os.close(self.master)
            os.close(self._slave)
        self.master = -1

    def start(self, **settings: Any) -> SerialScanner:
        """Time stands still unless a test wants it to pass: a busy machine must cut no code."""
        settings = {"clock": lambda: 1000.0} | settings
        scanner = SerialScanner(self.put, self.port, **settings)
        scanner.start()
        self._running.append(scanner)
        return scanner

    def open(self, **settings: object) -> SerialScanner:
        """Start, and wait until the port is open."""
        scanner = self.start(**settings)
        assert self.next() == self.found
        return scanner

    def texts(self, count: int) -> list[str]:
        return [self.until(Reading).text for _ in range(count)]

    def lost(self, reason: str) -> ScannerLost:
        return ScannerLost(self.port, reason, name=self.port)

    def close(self) -> None:
        for scanner in self._running:
            scanner.stop()
        self.unplug()


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[SerialCable]:
    cable = SerialCable(tmp_path / "scanner")
    cable.plug()
    yield cable
    cable.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[SerialCable]:
    """Another port, where nothing is plugged in as yet."""
    other = SerialCable(tmp_path / "serial" / "other")
    yield other
    other.close()


# --- reading ------------------------------------------------------------------------------------


def test_a_reading_has_its_port_lane_and_time(cable: SerialCable) -> None:
    cable.open(lane="red", baud=115200, clock=time.monotonic)
    before = time.monotonic()
    cable.send("123455\r")
    reading = cable.next()
    assert isinstance(reading, Reading)
    assert reading[:3] == ("123455", cable.port, "red")
    assert before <= reading.moment <= time.monotonic()
    assert 0 <= reading.ms_per_digit < 1000


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\t", "\r\n\r\n"])
def test_any_of_the_usual_ends(cable: SerialCable, end: str) -> None:
    cable.open()
    cable.send(f"123455{end}0000007{end}")
    assert cable.texts(2) == ["123455", "0000007"]
    assert cable.rest() == []


def test_silence_is_an_end_too(cable: SerialCable) -> None:
    cable.open(clock=time.monotonic)
    cable.send("123455")
    assert cable.texts(1) == ["123455"]


def test_nothing_is_lost_while_nobody_listens(cable: SerialCable) -> None:
    cable.open()
    sent = [valid(n) for n in range(500)]
    cable.send("".join(code + "\r" for code in sent))  # more than the line's own buffer holds
    assert cable.texts(500) == sent


# --- hostile ------------------------------------------------------------------------------------


def test_no_stream_of_bytes_stops_the_reader(cable: SerialCable) -> None:
    cable.open()

    @settings(max_examples=share(1000))
    @given(st.binary(max_size=600))
    def feed(noise: bytes) -> None:
        cable.send(noise + b"\r123455\r")
        ended = noise.replace(b"\n", b"\r").replace(b"\t", b"\r").split(b"\r")
        due = [line.decode("latin-1") for line in ended if line]
        heard = cable.texts(len(due) + 1)
        assert heard[-1] == "123455"
        assert [text[:256] for text in heard[:-1]] == [text[:256] for text in due]

    feed()


# --- coming and going ---------------------------------------------------------------------------


def test_a_code_cut_by_an_unplug_is_dropped_and_that_is_said(cable: SerialCable) -> None:
    cable.open()
    cable.send("whole\r123")
    assert cable.texts(1) == ["whole"]
    cable.unplug()
    assert cable.next() == PartialDropped(cable.port, "unplugged")
    assert cable.next() == cable.lost("unplugged")
    cable.plug()
    assert cable.until(ScannerFound) == cable.found
    cable.send("455\r")
    assert cable.texts(1) == ["455"]


def test_a_port_that_is_not_there_is_said_once_and_found_when_it_comes(other: SerialCable) -> None:
    other.start()
    assert other.next() == other.lost("not there")
    os.mkdir(os.path.dirname(other.port))
    Path(f"{other.port}-not").touch()
    other.plug()
    assert other.next() == other.found


def test_a_port_that_is_no_port_is_said(cable: SerialCable) -> None:
    cable.unplug()
    cable.start()
    assert cable.next() == cable.lost("not there")
    Path(cable.port).write_text("123455\r")  # no terminal: there, but it cannot be opened as one
    assert cable.next() == cable.lost("no serial port")


def test_a_port_is_ours_alone(cable: SerialCable) -> None:
    first = cable.open()
    cable.start()
    assert cable.until(ScannerLost) == cable.lost("in use by another program")
    first.stop()
    assert cable.until(ScannerFound) == cable.found  # looked again within a second


def test_plugging_in_and_out_leaves_nothing_behind(cable: SerialCable) -> None:
    scanner = cable.start()
    fds, memory = list[int](), []
    for cycle in range(share(1000)):
        cable.until(ScannerFound)
        cable.send(valid(cycle) + "\r12")
        assert cable.texts(1) == [valid(cycle)]
        cable.unplug()
        cable.until(ScannerLost)
        if cycle % 30 == 9:
            until(lambda: open_files() <= min(fds, default=9999))
            fds.append(open_files())
            memory.append(rss_kb())
        cable.plug()
    assert memory[-1] - memory[0] < 1024
    scanner.stop()
    assert cable.port not in [thread.name for thread in threading.enumerate()]


def test_a_mistake_of_ours_is_told_and_so_is_its_end(cable: SerialCable) -> None:
    broken: list[Exception] = []

    def clock() -> float:
        if broken:
            raise broken.pop()
        return time.monotonic()

    cable.open(clock=clock)
    broken.append(RuntimeError("oh"))
    cable.send("123455\r")
    failed = cable.until(ReaderFailed)
    assert (failed.reader, failed.reason) == (cable.port, "a bug in Okanjo: RuntimeError('oh')")
    assert cable.next() == cable.found
    assert cable.next() == ReaderBack(cable.port)


def test_at_rest_the_thread_never_wakes(cable: SerialCable, other: SerialCable) -> None:
    present, absent = cable.open(), other.start()
    other.until(ScannerLost)
    threads = [scanner._thread for scanner in (present, absent) if scanner._thread]
    at_rest(threads)
    before = wake_ups(*(thread.native_id for thread in threads))
    time.sleep(1.2)
    assert wake_ups(*(thread.native_id for thread in threads)) - before <= 1
