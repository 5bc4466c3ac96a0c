"""However the desk ends, the terminal is as it was; without a terminal there are plain lines."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from support.desk_screen import Person

from firmware.desk.terminal import LEAVE
from firmware.system.stdio import somebody_there

# A whole program around a desk: answers each scan, and ends when the person leaves. Its terminal
# is its controlling one, as it would be under a shell. `dies` and `evil` show what happens then.
PROGRAM = """
import os, queue, sys
if sys.argv[1:]:
    os.setsid()
    terminal = os.open(sys.argv[1], os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(terminal, fd)
from firmware.desk.desk import Desk
from firmware.desk.layout import DeskView, Outcome
from firmware.view.commands import BEGIN, Word
scans = queue.SimpleQueue()
desk = Desk(scans.put, lambda: scans.put(None))
words = (Word("badge", "red"), Word("command", "next"))
view = DeskView(hint=BEGIN, words=words)
with desk:
    desk.show(view)
    while (text := scans.get()) is not None:
        if text == "dies":
            raise RuntimeError("as it was told")
        answer = Outcome(text != "000000", f"{text}\\x1b[2J" if text == "evil" else f"took {text}")
        view = view._replace(heard=view.heard + 1, recent=(*view.recent, answer)[-5:])
        desk.show(view)
"""


Begin = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def person() -> Iterator[Person]:
    person = Person()
    yield person
    person.close()


@pytest.fixture
def begin(person: Person) -> Iterator[Begin]:
    """Starts the program at this person's terminal; it is ready for the first scan then."""
    programs = []

    def start(**environ: str) -> subprocess.Popen[bytes]:
        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, os.ttyname(person.terminal)],
            env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environ},
        )
        programs.append(program)
        person.sees("Begin: type")
        return program

    yield start
    for program in programs:
        program.kill()
        program.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_the_program_but_not_the_terminal(
    person: Person, begin: Begin, number: signal.Signals
) -> None:
    before = person.mode()
    program = begin()
    assert person.mode() != before
    program.send_signal(number)
    assert program.wait(timeout=60) == -number
    assert person.mode() == before
    person.sees(lambda: LEAVE in person.written)
    assert not person.screen.alternate


def test_an_exception_is_seen_on_a_restored_terminal(person: Person, begin: Begin) -> None:
    before = person.mode()
    program = begin()
    person.type("dies\r")
    assert program.wait(timeout=60) == 1
    assert person.mode() == before
    person.sees(lambda: b"RuntimeError: as it was told" in person.written)
    assert person.written.index(LEAVE) < person.written.index(b"Traceback")


def test_what_is_pasted_behind_quit_is_not_left_for_the_shell(person: Person, begin: Begin) -> None:
    program = begin()
    person.type("quit\rrm -rf everything\r")
    assert program.wait(timeout=60) == 0
    os.set_blocking(person.terminal, False)
    with suppress(BlockingIOError):
        assert os.read(person.terminal, 100) == b""


def test_a_window_that_is_closed_ends_the_desk(person: Person, begin: Begin) -> None:
    program = begin()
    os.close(person.master)
    person.master = -1  # that number may be somebody else's by the end of the test
    assert program.wait(timeout=60) in (0, -signal.SIGHUP)


def test_a_stopped_desk_comes_back(person: Person, begin: Begin) -> None:
    program = begin()
    program.send_signal(signal.SIGSTOP)
    person.resize(60, 20)
    program.send_signal(signal.SIGCONT)
    person.sees("Begin: type")
    person.type("123456\r")
    person.sees("✓ took 123456")
    person.type("\x03")
    assert program.wait(timeout=60) == 0


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"LC_ALL": "C"}])
def test_a_dumb_terminal_gets_plain_lines(
    person: Person, begin: Begin, environ: dict[str, str]
) -> None:
    before = person.mode()
    person.screen.alternate = False
    program = begin(**environ)
    assert person.mode() == before
    person.type("red\n")
    person.sees(lambda: b"accepted took badge red\r\n" in person.written)
    person.type("evil\n\x04")
    assert program.wait(timeout=60) == 0
    person.sees(lambda: rb"accepted evil\x1b[2J" in person.written)
    assert b"\x1b" not in person.written


def piped(lines: bytes) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=lines, capture_output=True, timeout=120, check=True
    )
    assert done.stderr == b""
    return done.stdout.decode().splitlines()


def test_a_pipe_is_answered_line_by_line() -> None:
    told = piped(b"# an evening\nred\n\n123456\r\n000000\ncommand next\nbadge purple\nred next")
    assert told == [
        "accepted took badge red",
        "accepted took 123456",
        "refused took 000000",
        "accepted took command next",
        "refused There is no badge purple. There are: red.",
        "accepted took badge red",
        "accepted took command next",
    ]


def test_a_pipe_takes_the_lines_of_a_file_of_scans() -> None:
    lines = b"badge red # her seat\nred:badge red\n2:123456\t# a card\nred:123456\n"
    assert piped(lines) == [
        "accepted took badge red",
        "accepted took red:badge red",
        "accepted took 2:123456",
        "accepted took red:123456",
    ]


def test_a_hostile_pipe_is_survived() -> None:
    told = piped(b"x" * 100_000 + b"\n\x1b[2J\x00\xff\n654321\nevil\n")
    assert len(told) == 4
    assert told[0].startswith("accepted took xxx")
    assert told[1:] == [
        r"accepted took \x1b[2J\x00\xff",
        "accepted took 654321",
        r"accepted evil\x1b[2J",
    ]


def test_a_long_pipe_is_answered_to_the_end() -> None:
    codes = [f"{number:06d}" for number in range(1, 2001)]
    assert piped("\n".join(codes).encode()) == [f"accepted took {code}" for code in codes]


def test_nobody_sits_at_dev_null() -> None:
    read_end, write_end = os.pipe()
    with open(os.devnull) as nothing:
        assert not somebody_there(nothing.fileno())
        assert somebody_there(read_end)
    os.close(read_end)
    os.close(write_end)
    assert not somebody_there(read_end)
