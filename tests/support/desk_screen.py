"""A person at a terminal (a pty): what they type, and the screen as they would see it."""

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


class Screen:
    """A terminal that knows the escape sequences prompt_toolkit writes, and fails at any other."""

    def __init__(self) -> None:
        self.row = self.column = 0
        self.alternate = False
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._half = ""

    def resize(self, columns: int, rows: int) -> None:
        """Empty the screen, and give it another size."""
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self._move(self.row, self.column)

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
                self._obey(sequence[1], sequence[2])
                at = sequence.end()
            else:
                self._put(text[at])
                at += 1

    def _move(self, row: int, column: int) -> None:
        self.row, self.column = (
            min(max(row, 0), self.rows - 1),
            min(max(column, 0), self.columns - 1),
        )

    def _put(self, character: str) -> None:
        if character in "\r\n\b":
            down, left = character == "\n", character == "\b"
            self._move(self.row + down, 0 if character == "\r" else self.column - left)
            return
        assert character.isprintable(), ascii(character)
        self.cells[self.row][self.column] = character
        self._move(self.row, self.column + 1)

    def _obey(self, numbers: str, act: str) -> None:
        count = int(numbers or 1) if numbers.isdecimal() or not numbers else 0
        match act:
            case "A" | "B":
                self._move(self.row + (count if act == "B" else -count), self.column)
            case "C" | "D":
                self._move(self.row, self.column + (count if act == "C" else -count))
            case "H":
                row, _, column = numbers.partition(";")
                self._move(int(row or 1) - 1, int(column or 1) - 1)
            case "J" | "K":
                self.cells[self.row][self.column :] = [" "] * (self.columns - self.column)
                if act == "J":
                    first = 0 if numbers == "2" else self.row + 1
                    for row in range(first, self.rows):
                        self.cells[row] = [" "] * self.columns
            case "h" | "l" if numbers == "?1049":
                self.alternate = act == "h"
            case _:
                assert act in "hlm", f"{numbers}{act}"

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
        self.screen.resize(columns, rows)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def mode(self) -> list[object]:
        return list(termios.tcgetattr(self.terminal))

    def type(self, text: str | bytes) -> None:
        """Type all of it, looking at the screen meanwhile so that neither side gets stuck."""
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
        """Wait until the text is on the screen (or the condition holds)."""
        deadline = time.monotonic() + seconds

        def there() -> object:
            if callable(what):
                return what()
            return any(what in row for row in self.screen.lines())

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
