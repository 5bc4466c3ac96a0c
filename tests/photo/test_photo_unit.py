"""What reads photos as a unit of its own: behind a socket that somebody else holds, as systemd."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.photo_scenes import scene

from firmware.core.photo.client import Read, Reader
from firmware.core.photo.errors import ENDED, PhotoRefused
from firmware.words.language import say

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
CODES = ["062010", "061299", "062250"]
# What systemd does before it starts a program: its socket is the fourth descriptor.
PROGRAM = """
import os
os.environ["LISTEN_PID"] = str(os.getpid())
os.dup2({descriptor}, 3)
import firmware.core.photo.reader as reader
{limits}
reader.main()
"""


class Unit:
    """The socket, and who answers there; nobody starts them again but the test."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "photo")
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(self.path)
        self.listening.listen()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, limits: str = "") -> "subprocess.Popen[bytes]":
        descriptor = self.listening.fileno()
        program = PROGRAM.format(descriptor=descriptor, limits=limits)
        self.process = subprocess.Popen([sys.executable, "-c", program], pass_fds=[descriptor])
        return self.process

    def end(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
        self.listening.close()


@pytest.fixture
def unit(tmp_path: Path) -> Iterator[Unit]:
    unit = Unit(tmp_path)
    yield unit
    unit.end()


@pytest.fixture
def reader(unit: Unit) -> Iterator[Reader]:
    reader = Reader(unit=unit.path)
    yield reader
    reader.close()


@pytest.fixture(scope="module")
def tray() -> bytes:
    return scene(CODES, "medium", 2, field=(160, 210), size=(1512, 1984)).jpeg


def codes(reader: Reader, photo: bytes) -> list[str]:
    *_, read = reader.read(photo)
    return sorted(read.codes)


def test_photo_after_photo_of_one_program_and_another(
    unit: Unit, reader: Reader, tray: bytes
) -> None:
    process, other = unit.start(), Reader(unit=unit.path)
    for each_reader in (reader, other, reader):
        assert codes(each_reader, tray) == sorted(CODES)
        assert each_reader._child is None
    assert process.poll() is None


def test_killed_in_mid_photo_it_costs_that_photo_alone(
    unit: Unit, reader: Reader, tray: bytes
) -> None:
    process, answers = unit.start(), reader.read(tray)
    assert isinstance(next(iter(answers)), Read)
    process.kill()
    with pytest.raises(PhotoRefused, match="stopped halfway"):
        list(answers)
    process.wait()
    unit.start()
    assert codes(reader, tray) == sorted(CODES)
    assert reader._child is None


def test_a_caller_that_leaves_keeps_nobody_waiting(unit: Unit, reader: Reader, tray: bytes) -> None:
    process, left = unit.start(), Reader(unit=unit.path)
    next(iter(left.read(tray)))
    assert codes(reader, tray) == sorted(CODES)
    assert process.poll() is None


@pytest.mark.parametrize("limits", ["reader.IDLE_S = 1", "reader.MOST_S = 1"])
def test_idle_or_with_a_silent_caller_it_ends(unit: Unit, limits: str) -> None:
    process = unit.start(limits)
    with socket.socket(socket.AF_UNIX) as silent:
        if "MOST_S" in limits:
            silent.connect(unit.path)
        assert process.wait(60) == -signal.SIGALRM


def test_where_nobody_listens_a_child_reads(unit: Unit, reader: Reader, tray: bytes) -> None:
    unit.listening.close()
    assert codes(reader, tray) == sorted(CODES)
    assert reader._child
    os.unlink(unit.path)
    assert codes(reader, tray) == sorted(CODES)


@pytest.mark.parametrize("answer", [b"", b'{"codes": [', b"no JSON\n"])
def test_whatever_it_answers_the_caller_gets_a_sentence(
    unit: Unit, reader: Reader, answer: bytes
) -> None:
    def falls_over() -> None:
        caller, _ = unit.listening.accept()
        with caller:
            caller.recv(10)
            caller.sendall(answer)

    thread = threading.Thread(target=falls_over)
    thread.start()
    with pytest.raises(PhotoRefused, match="stopped halfway"):
        list(reader.read(bytes(1_000_000)))
    thread.join()


def test_silence_is_told_too(
    unit: Unit, reader: Reader, tray: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.core.photo.client.PATIENCE_S", 0.1)
    monkeypatch.setattr("firmware.core.photo.client.MOST_S", 0.1)
    with pytest.raises(PhotoRefused, match="took too long"):
        list(reader.read(tray))


def test_a_photo_is_given_up_from_another_thread(unit: Unit, reader: Reader, tray: bytes) -> None:
    """Nobody answers: the unit never starts."""
    errors: list[str] = []

    def read() -> None:
        with pytest.raises(PhotoRefused) as refused:
            codes(reader, tray)
        errors.append(str(refused.value))

    waits = threading.Thread(target=read)
    waits.start()
    with unit.listening.accept()[0] as line:
        line.recv(1)
        reader.close()
        waits.join(10)
    assert errors == [say(ENDED)]
