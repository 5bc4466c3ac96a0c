"""A terminal for the desk's tests: bytes in, the screen as a person would see it out."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Callable

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")
DEADLINE_S = 60.0  # only against hanging
KNOWN = {"h", "l", "m", "H", "J", "K"}


class Screen:
    """Knows exactly the escape sequences that the desk has leave to write, and no other."""

    def __init__(self) -> None:
        self.row = self.column = 0
        self.alternate = False
        self._style = ""
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._half = ""

    def resize(self, columns: int, rows: int) -> None:
        """An empty screen of another size; what is on its way is still for the former one."""
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.styles = [[""] * columns for _ in range(rows)]
        self.row, self.column = min(self.row, rows - 1), min(self.column, columns - 1)

    def feed(self, out: bytes) -> None:
        text, self._half = self._half + self._decode(out), ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                sequence = SEQUENCE.match(text, at)
                if sequence is None:
                    self._half = text[at:]
                    assert len(self._half) < 30, ascii(self._half[:30])
                    return
                assert sequence[2] in KNOWN, sequence[0]
                self._obey(sequence[1], sequence[2])
                at = sequence.end()
                continue
            self._put(text[at])
            at += 1

    def _put(self, character: str) -> None:
        if character in "\r\n":  # only outside the desk's own screen
            assert not self.alternate
            return
        assert character.isprintable(), ascii(character)
        if self.row < self.rows and self.column < self.columns:
            self.cells[self.row][self.column] = character
            self.styles[self.row][self.column] = self._style
        self.column = min(self.column + 1, self.columns - 1)

    def _obey(self, numbers: str, act: str) -> None:
        if act == "H":
            row, _, column = numbers.partition(";")
            self.row = min(int(row or 1), self.rows) - 1  # drawn for a larger screen: at its edge
            self.column = min(int(column or 1), self.columns) - 1
        elif act == "K":
            self.cells[self.row][self.column :] = [" "] * (self.columns - self.column)
        elif act == "J":
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif act == "m":
            self._style = "" if numbers == "0" else numbers
        elif numbers == "?1049":
            self.alternate = act == "h"

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.cells]


class Person:
    """Somebody before a terminal: types, and waits until the screen shows something."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.master, self.terminal = pty.openpty()
        self.written = b""
        self.screen = Screen()
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)
        self.screen.resize(columns, rows)

    def mode(self) -> list[object]:
        return list(termios.tcgetattr(self.terminal))

    def type(self, text: str | bytes) -> None:
        """Types all of it, looking at the screen meanwhile so that neither side gets stuck."""
        left = text.encode() if isinstance(text, str) else text
        os.set_blocking(self.master, False)
        while left:
            readable, writable, _ = select.select([self.master], [self.master], [], DEADLINE_S)
            assert readable or writable, "the terminal is stuck"
            if readable:
                self._look()
            if writable:
                left = left[os.write(self.master, left[:512]) :]

    def _look(self) -> bool:
        try:
            out = os.read(self.master, 65536)
        except OSError:  # the other end is gone
            return False
        self.written += out
        self.screen.feed(out)
        return True

    def sees(self, what: str | Callable[[], object], seconds: float = DEADLINE_S) -> None:
        """Waits until the text is on the screen (or the condition holds)."""
        deadline = time.monotonic() + seconds

        def there() -> object:
            return (
                any(what in row for row in self.screen.lines()) if isinstance(what, str) else what()
            )

        while not there():
            readable, _, _ = select.select([self.master], [], [], 0.02)
            if readable and not self._look():
                assert there(), self.screen.lines()
            assert time.monotonic() < deadline, "\n".join(self.screen.lines())

    def input_line(self) -> str:
        return self.screen.lines()[-1]

    def close(self) -> None:
        for fd in (self.master, self.terminal):
            try:
                os.close(fd)
            except OSError:
                continue
