"""The program on a real terminal (a pty): however its desk ends, the terminal is as it was."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.desk_screen import Person
from support.table_program import ROOT, left, settings

# With the terminal for its controlling one, as under a shell; and with no signals ignored but the
# one that is to be: a test runner under `nohup` hands an ignored SIGHUP down.
AS_UNDER_A_SHELL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
for number in (signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN if number == int(sys.argv[1]) else signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, "-c", *sys.argv[2:]])
"""
PROGRAM = "import sys\nfrom firmware.__main__ import main\nsys.exit(main())\n"
WITHOUT_PROMPT_TOOLKIT = "import sys\nsys.modules['prompt_toolkit'] = None\n"
Begin = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def person() -> Iterator[Person]:
    person = Person()
    yield person
    person.close()


@pytest.fixture
def begin(person: Person, tmp_path: Path) -> Iterator[Begin]:
    """Start the program at this person's terminal, and wait until it is ready."""
    programs = []

    def start(
        ignored: int = 0, before: str = "", ready: str = "Begin: type", **environ: str
    ) -> subprocess.Popen[bytes]:
        usual = {"TERM": "xterm", "LC_ALL": "C.UTF-8", "SSH_CONNECTION": "", "NO_COLOR": ""}
        program = subprocess.Popen(
            [
                *(sys.executable, "-c", AS_UNDER_A_SHELL, str(int(ignored)), before + PROGRAM),
                *(*settings(tmp_path), "run"),
            ],
            stdin=person.terminal,
            stdout=person.terminal,
            stderr=person.terminal,
            env={**os.environ, "PYTHONPATH": str(ROOT), **usual, **environ},
            cwd=tmp_path,
            start_new_session=True,
        )
        programs.append(program)
        person.sees(lambda: ready.encode() in person.written)
        return program

    yield start
    for program in programs:
        program.kill()
        program.wait()


def end_of(program: subprocess.Popen[bytes], person: Person) -> int:
    """Its exit status. The person goes on reading: a full terminal would hold the program up."""
    person.sees(lambda: program.poll() is not None)
    return program.returncode


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 0), (signal.SIGHUP, 0), (signal.SIGINT, 130)]
)
def test_a_signal_ends_the_program_but_not_the_terminal(
    person: Person, begin: Begin, number: signal.Signals, status: int
) -> None:
    before = person.mode()
    program = begin()
    assert person.screen.alternate
    assert person.mode() != before
    program.send_signal(number)
    assert end_of(program, person) == status
    assert person.mode() == before
    person.sees(lambda: not person.screen.alternate)
    assert b"Traceback" not in person.written


def test_under_nohup_a_hangup_is_ignored(person: Person, begin: Begin) -> None:
    program = begin(ignored=signal.SIGHUP)
    program.send_signal(signal.SIGHUP)
    person.type("red\r")
    person.sees("✓ Red; now a menu")
    person.type("quit\r")
    assert end_of(program, person) == 0


def test_a_game_is_gone_on_with_after_leaving(person: Person, begin: Begin, tmp_path: Path) -> None:
    before = person.mode()
    program = begin()
    person.type("my-first-meal red blue next\r")
    person.sees("✓ Round 1")
    person.type("\x1b[200~red\rtempura\rtempura\rmaki-2\roctopus\r\x1b[201~undo\r")
    person.sees("✗ Octopus: other game: lay aside")
    person.type("quit\rrm -rf everything\r")
    assert end_of(program, person) == 0
    assert person.mode() == before
    assert b"Traceback" not in person.written
    os.set_blocking(person.terminal, False)
    with suppress(BlockingIOError):  # what was typed behind quit is not left for the shell
        assert os.read(person.terminal, 100) == b""
    assert left(tmp_path)["phase"] == "playing"
    begin(ready="A badge (red, blue")


def test_a_window_that_is_closed_ends_the_desk(person: Person, begin: Begin) -> None:
    program = begin()
    os.close(person.master)
    person.master = -1  # that number may be somebody else's by the end of the test
    assert program.wait(timeout=60) == 0


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGTSTP])
def test_a_stopped_desk_comes_back(person: Person, begin: Begin, number: int) -> None:
    before = person.mode()
    program = begin()
    program.send_signal(number)
    os.waitid(os.P_PID, program.pid, os.WSTOPPED | os.WNOWAIT)
    if number == signal.SIGTSTP:
        person.sees(lambda: not person.screen.alternate)
        assert person.mode() == before
    person.resize(100, 40)
    program.send_signal(signal.SIGCONT)
    person.sees("Begin: type")
    person.type("red\r")
    person.sees("✓ Red; now a menu")
    person.type("\x03")
    assert end_of(program, person) == 0
    assert person.mode() == before


def test_a_resized_window_is_drawn_anew(person: Person, begin: Begin) -> None:
    program = begin()
    for columns, rows, drawn in (
        (140, 45, "│" + "█" * 3),
        (40, 10, "(The display needs a terminal of"),
        (1, 1, ""),
        (80, 24, "› "),
    ):
        person.resize(columns, rows)
        program.send_signal(signal.SIGWINCH)
        person.sees(drawn.strip())
    person.type("red\r")
    person.sees("✓ Red; now a menu")


@pytest.mark.parametrize(
    ("before", "environ"),
    [("", {"TERM": "dumb"}), ("", {"LC_ALL": "C"}), (WITHOUT_PROMPT_TOOLKIT, {})],
)
def test_what_cannot_be_a_screen_gets_plain_lines(
    person: Person, begin: Begin, before: str, environ: dict[str, str]
) -> None:
    mode = person.mode()
    program = begin(before=before, **environ)
    assert person.mode() == mode
    person.type("red\n")
    person.sees(lambda: b"accepted Red; now a menu or game\r\n" in person.written)
    person.type("\\x1b[2J\n\x04")
    assert end_of(program, person) == 0
    assert b"\x1b" not in person.written
