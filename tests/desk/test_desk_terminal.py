"""The program on a real terminal (a pty): however its desk ends, the terminal is as it was."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
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
DEADLINE_S = 60.0  # only against hanging


class Terminal:
    """A terminal with a person before it, who reads all that is written and types."""

    def __init__(self, folder: Path) -> None:
        self.master, self.end = pty.openpty()
        self.written = b""
        self._folder = folder
        self.resize(80, 24)

    def run(
        self,
        ignored: int = 0,
        before: str = "",
        ready: str = "Type  my-first",
        plain: bool = False,
    ) -> None:
        """Start the program, and wait until it is ready."""
        usual = {"TERM": "xterm", "LC_ALL": "C.UTF-8", "SSH_CONNECTION": "", "NO_COLOR": ""}
        usual["PYTHONUNBUFFERED"] = ""  # its usual buffer keeps what a terminal did not take
        program = [sys.executable, "-c", AS_UNDER_A_SHELL, str(int(ignored)), before + PROGRAM]
        self.program = subprocess.Popen(
            [*program, *settings(self._folder), "run", *["--plain"] * plain],
            stdin=self.end,
            stdout=self.end,
            stderr=self.end,
            env={**os.environ, "PYTHONPATH": str(ROOT), **usual},
            cwd=self._folder,
            start_new_session=True,
        )
        self.sees(ready)

    def resize(self, columns: int, rows: int) -> None:
        self.written = b""
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def mode(self) -> list[object]:
        return list(termios.tcgetattr(self.end))

    def is_alternate(self) -> bool:
        """Whether what was there before the program began is out of sight."""
        return self.written.rfind(b"\x1b[?1049h") > self.written.rfind(b"\x1b[?1049l")

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def sees(self, expected: str | Callable[[], object]) -> None:
        """Read until the text has been written, or the condition holds. Ctrl-L has all of the
        screen drawn anew: else only what has changed is written.
        """
        deadline = time.monotonic() + DEADLINE_S

        def is_there() -> object:
            return expected() if callable(expected) else expected in self.text()

        while not is_there():
            assert time.monotonic() < deadline, self.text()
            if select.select([self.master], [], [], 0.2)[0]:
                with suppress(OSError):  # the other end is gone
                    self.written += os.read(self.master, 65536)
            elif isinstance(expected, str) and self.is_alternate():
                self.type("\x0c")

    def text(self) -> str:
        """What was written; a blank that was there already is jumped over."""
        text = re.sub(r"\x1b\[\d*C", " ", self.written.decode("utf-8", "replace"))
        return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text)

    def ends(self) -> int:
        """The exit status. The person goes on reading: a full terminal would hold it up."""
        self.sees(lambda: self.program.poll() is not None)
        assert b"Traceback" not in self.written
        return self.program.returncode


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    yield terminal
    terminal.program.kill()
    terminal.program.wait()
    for end in (terminal.master, terminal.end):
        with suppress(OSError):
            os.close(end)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_the_program_but_not_the_terminal(
    terminal: Terminal, number: signal.Signals, status: int
) -> None:
    before = terminal.mode()
    terminal.run()
    terminal.sees(terminal.is_alternate)
    terminal.sees(lambda: terminal.mode() != before)
    terminal.program.send_signal(number)
    assert terminal.ends() == status
    assert terminal.mode() == before
    terminal.sees(lambda: not terminal.is_alternate())


def test_a_game_is_gone_on_with_after_leaving(terminal: Terminal, tmp_path: Path) -> None:
    """And a hangup is ignored under nohup."""
    before = terminal.mode()
    terminal.run(ignored=signal.SIGHUP)
    terminal.program.send_signal(signal.SIGHUP)
    terminal.type("my-first-meal red blue next\r")
    terminal.sees("✓ Round 1")
    terminal.type("\x1b[200~red\rtempura\rtempura\rmaki-2\roctopus\r\x1b[201~undo\r")
    terminal.sees("✗ Octopus is from another game")
    terminal.type("new-game new-game\rmy-first-meal red blue next\r")  # with the seats kept
    terminal.type("quit\rrm -rf everything\r")
    assert terminal.ends() == 0
    assert terminal.mode() == before
    os.set_blocking(terminal.end, False)
    with suppress(BlockingIOError):  # what was typed behind quit is not left for the shell
        assert os.read(terminal.end, 100) == b""
    assert left(tmp_path)["phase"] == "playing"
    terminal.run(ready="Scan a badge (red, blue")


def test_a_window_that_is_closed_ends_the_desk(terminal: Terminal) -> None:
    terminal.run()
    os.close(terminal.master)
    terminal.master = -1  # that number may be somebody else's by the end of the test
    assert terminal.program.wait(timeout=60) == 0


def test_a_resized_window_is_drawn_anew(terminal: Terminal) -> None:
    terminal.run()
    for columns, rows, drawn in (
        (140, 45, "│" + "█" * 3),
        (40, 10, "Okanjo. Scan a game or menu,"),
        (1, 1, ""),
        (80, 24, "› "),
    ):
        terminal.resize(columns, rows)
        terminal.sees(drawn.strip())
    terminal.type("red\r")
    terminal.sees("✓ Red joins")


@pytest.mark.parametrize(("before", "plain"), [(WITHOUT_PROMPT_TOOLKIT, False), ("", True)])
def test_what_cannot_be_a_screen_or_shall_not_gets_plain_lines(
    terminal: Terminal, before: str, plain: bool
) -> None:
    mode = terminal.mode()
    terminal.run(before=before, plain=plain)
    assert terminal.mode() == mode
    terminal.type("red\n")
    terminal.sees("accepted Red joins (1 player); now scan a menu or game\r\n")
    terminal.type("\\x1b[2J\n\x04")
    assert terminal.ends() == 0
    assert b"\x1b" not in terminal.written
