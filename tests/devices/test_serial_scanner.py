"""Bytes on a pseudo-terminal in, readings and facts out. Through pyserial itself."""

import gc
import os
import pty
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.scanner_facts import Facts, at_rest, eventually, held, switches, valid

from drivers.events import (
    PartialDropped,
    ReaderBack,
    ReaderFailed,
    Reading,
    ScannerFound,
    ScannerLost,
)
from drivers.scanner.serial import SerialScanner

Start = Callable[..., SerialScanner]


class Cable:
    """A pseudo-terminal whose far end has a name that comes and goes, as a USB port's does."""

    def __init__(self, port: Path) -> None:
        self._port = port
        self.master = -1

    @property
    def port(self) -> str:
        return str(self._port)

    def plug(self) -> None:
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self._port.symlink_to(os.ttyname(slave))
        self._slave = slave

    def send(self, text: str | bytes) -> None:
        rest = text.encode("latin-1") if isinstance(text, str) else text
        while rest:
            rest = rest[os.write(self.master, rest) :]

    def unplug(self) -> None:
        if self.master >= 0:
            self._port.unlink()
            os.close(self.master)
            os.close(self._slave)
        self.master = -1


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path / "scanner")
    cable.plug()
    yield cable
    cable.unplug()


@pytest.fixture
def facts() -> Facts:
    return Facts()


@pytest.fixture
def start(cable: Cable, facts: Facts) -> Iterator[Start]:
    running: list[SerialScanner] = []

    # Time stands still unless a test wants it to pass: a busy machine must cut no code in two.
    def begin(port: str = cable.port, **settings: object) -> SerialScanner:
        settings = {"clock": lambda: 1000.0} | settings
        scanner = SerialScanner(facts.put, port, **settings)  # type: ignore[arg-type]
        scanner.start()
        running.append(scanner)
        return scanner

    yield begin
    for scanner in running:
        scanner.stop()


def texts(facts: Facts, count: int) -> list[str]:
    return [facts.until(Reading).text for _ in range(count)]


# --- reading ------------------------------------------------------------------------------------


def test_a_reading_has_its_port_lane_and_time(cable: Cable, facts: Facts, start: Start) -> None:
    start(lane="red", baud=115200, clock=time.monotonic)
    assert facts.next() == ScannerFound(cable.port, name=cable.port)
    before = time.monotonic()
    cable.send("123455\r")
    reading = facts.next()
    assert isinstance(reading, Reading)
    assert reading[:3] == ("123455", cable.port, "red")
    assert before <= reading.at <= time.monotonic()
    assert 0 <= reading.ms_per_digit < 1000


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\t", "\r\n\r\n"])
def test_any_of_the_usual_ends(cable: Cable, facts: Facts, start: Start, end: str) -> None:
    start()
    facts.until(ScannerFound)
    cable.send(f"123455{end}0000007{end}")
    assert texts(facts, 2) == ["123455", "0000007"]
    assert facts.rest() == []


def test_silence_is_an_end_too(cable: Cable, facts: Facts, start: Start) -> None:
    start(clock=time.monotonic)
    facts.until(ScannerFound)
    cable.send("123455")
    assert texts(facts, 1) == ["123455"]


def test_a_code_in_pieces_is_one_code(cable: Cable, facts: Facts, start: Start) -> None:
    start()
    facts.until(ScannerFound)
    for piece in ("12", "34", "55", "\r"):
        cable.send(piece)
    assert texts(facts, 1) == ["123455"]


def test_nothing_is_lost_while_nobody_listens(cable: Cable, facts: Facts, start: Start) -> None:
    start()
    facts.until(ScannerFound)
    sent = [valid(n) for n in range(500)]
    cable.send("".join(code + "\r" for code in sent))  # more than the line's own buffer holds
    assert texts(facts, 500) == sent


def test_two_ports_at_once(cable: Cable, facts: Facts, start: Start, tmp_path: Path) -> None:
    other = Cable(tmp_path / "other")
    other.plug()
    start()
    second = start(other.port, lane=1)
    facts.until(ScannerFound)
    facts.until(ScannerFound)
    for one, two in zip("123455\r", "678900\r", strict=True):
        cable.send(one)
        other.send(two)
    heard = {facts.until(Reading)[:3], facts.until(Reading)[:3]}
    assert heard == {("123455", cable.port, 0), ("678900", other.port, 1)}
    second.stop()
    other.unplug()


# --- hostile ------------------------------------------------------------------------------------


def test_control_characters_stay_and_make_a_code_foreign(
    cable: Cable, facts: Facts, start: Start
) -> None:
    start()
    facts.until(ScannerFound)
    cable.send(b"\x00\x03\x04\x11\x13\x7f\xff12345\x1b[2J\b5\r")
    assert texts(facts, 1) == ["\x00\x03\x04\x11\x13\x7f\xff12345\x1b[2J\b5"]


def test_a_100_kb_line_is_kept_short_and_marked(cable: Cable, facts: Facts, start: Start) -> None:
    start()
    facts.until(ScannerFound)
    cable.send("7" * 100_000 + "\r123455\r")
    long, after = texts(facts, 2)
    assert (len(long), long[-1], after) == (257, "…", "123455")


def test_no_stream_of_bytes_stops_the_reader(cable: Cable, facts: Facts, start: Start) -> None:
    start()
    facts.until(ScannerFound)

    @settings(max_examples=200)
    @given(st.binary(max_size=600))
    def feed(noise: bytes) -> None:
        cable.send(noise + b"\r123455\r")
        ended = noise.replace(b"\n", b"\r").replace(b"\t", b"\r").split(b"\r")
        due = [line.decode("latin-1") for line in ended if line]
        heard = texts(facts, len(due) + 1)
        assert heard[-1] == "123455"
        assert [text[:256] for text in heard[:-1]] == [text[:256] for text in due]

    feed()


# --- coming and going ---------------------------------------------------------------------------


def test_a_code_cut_by_an_unplug_is_dropped_and_that_is_said(
    cable: Cable, facts: Facts, start: Start
) -> None:
    start()
    facts.until(ScannerFound)
    cable.send("whole\r123")
    assert texts(facts, 1) == ["whole"]
    cable.unplug()
    assert facts.next() == PartialDropped(cable.port, "unplugged")
    assert facts.next() == ScannerLost(cable.port, "unplugged", name=cable.port)
    cable.plug()
    assert facts.until(ScannerFound) == ScannerFound(cable.port, name=cable.port)
    cable.send("455\r")
    assert texts(facts, 1) == ["455"]


def test_a_port_that_is_not_there_is_said_once_and_found_when_it_comes(
    facts: Facts, start: Start, tmp_path: Path
) -> None:
    late = Cable(tmp_path / "serial" / "by-id" / "usb-scanner")
    scanner = start(late.port)
    assert facts.next() == ScannerLost(late.port, "not there", name=late.port)
    Path(late.port).parent.mkdir(parents=True)
    (Path(late.port).parent / "usb-another").touch()
    late.plug()
    assert facts.next() == ScannerFound(late.port, name=late.port)
    scanner.stop()
    late.unplug()


def test_a_port_that_stays_barred_is_said(facts: Facts, start: Start, tmp_path: Path) -> None:
    port = tmp_path / "port"
    start(str(port))
    assert facts.next() == ScannerLost(str(port), "not there", name=str(port))
    port.write_text("123455\r")  # no terminal: there, but it cannot be opened as one
    assert facts.next() == ScannerLost(str(port), "no serial port", name=str(port))


def test_a_port_is_ours_alone(cable: Cable, facts: Facts, start: Start) -> None:
    first = start()
    facts.until(ScannerFound)
    second = start()
    assert facts.until(ScannerLost) == ScannerLost(
        cable.port, "held by another program", name=cable.port
    )
    first.stop()
    assert facts.until(ScannerFound) == ScannerFound(
        cable.port, name=cable.port
    )  # looked again within a second
    second.stop()


def test_a_port_that_is_no_port_is_said(facts: Facts, start: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("123455\r")
    start(str(tmp_path / "file"))
    assert facts.next() == ScannerLost(
        str(tmp_path / "file"), "no serial port", name=str(tmp_path / "file")
    )


def memory_kb() -> int:
    gc.collect()
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


def test_a_thousand_plug_cycles_leave_nothing_behind(
    cable: Cable, facts: Facts, start: Start
) -> None:
    scanner = start()
    fds, memory = [], []
    for cycle in range(1000):
        facts.until(ScannerFound)
        cable.send(valid(cycle) + "\r12")
        assert texts(facts, 1) == [valid(cycle)]
        cable.unplug()
        facts.until(ScannerLost)
        if cycle % 300 == 99:
            eventually(lambda: held() <= min(fds, default=9999))
            fds.append(held())
            memory.append(memory_kb())
        cable.plug()
    assert memory[-1] - memory[0] < 1024
    scanner.stop()
    assert cable.port not in [thread.name for thread in threading.enumerate()]


def test_a_mistake_of_ours_is_told_and_so_is_its_end(
    cable: Cable, facts: Facts, start: Start
) -> None:
    broken: list[Exception] = []

    def clock() -> float:
        if broken:
            raise broken.pop()
        return time.monotonic()

    start(clock=clock)
    facts.until(ScannerFound)
    broken.append(RuntimeError("oh"))
    cable.send("123455\r")
    failed = facts.until(ReaderFailed)
    assert (failed.reader, failed.reason) == (cable.port, "a mistake of ours: RuntimeError('oh')")
    assert facts.next() == ScannerFound(cable.port, name=cable.port)
    assert facts.next() == ReaderBack(cable.port)


def test_at_rest_the_thread_never_wakes(cable: Cable, facts: Facts, start: Start) -> None:
    there = start()
    facts.until(ScannerFound)
    absent = start(cable.port + "-2")
    facts.until(ScannerLost)
    threads = [one._thread for one in (there, absent) if one._thread]
    assert len(threads) == 2
    at_rest(threads)
    before = switches(threads)
    time.sleep(1.2)
    assert switches(threads) - before <= 1
