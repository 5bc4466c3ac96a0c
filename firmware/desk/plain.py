"""The desk as plain lines, for a pipe, a file or a dumb terminal: each scan's answer is a line."""

from __future__ import annotations

import asyncio
import codecs
import os
import re
from contextlib import suppress
from typing import TextIO

from engine.notation import printable
from firmware.desk.output import DeskView
from firmware.desk.words import LONGEST_LINE, Words

CHUNK = 4096


class Plain:
    """Each answer is printed before the next line is read."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue(maxsize=1)
        self._stdin, self._stdout = stdin.fileno(), stdout
        self._is_person = stdin.isatty()
        self._printed = 0
        self._hint = ""

    async def run(self) -> None:
        """Read lines to the end of the input."""
        decode = codecs.getincrementaldecoder("utf-8")("backslashreplace").decode
        begun = ""
        while chunk := await self._read():
            *lines, rest = re.split("[\r\n]", begun + decode(chunk))
            for line in lines:
                await self._enter(line)
            begun = rest[:LONGEST_LINE]
        await self._enter(begun + decode(b"", final=True))
        await self.lines.put(None)

    async def _read(self) -> bytes:
        """Wait for input without blocking; nothing is its end."""
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._stdin, ready.set)
        try:
            await ready.wait()
            return os.read(self._stdin, CHUNK)
        except OSError:  # EIO: a terminal that hung up
            return b""
        finally:
            loop.remove_reader(self._stdin)

    async def _enter(self, line: str) -> None:
        if line.strip() and not line.lstrip().startswith("#"):
            await self.lines.put(line[:LONGEST_LINE])

    def show(self, view: DeskView, words: Words) -> None:
        """Print the answers that are new, and for a person the hint when it changes."""
        fresh, self._printed = view.heard - self._printed, view.heard
        for outcome in view.answers()[-fresh:] if fresh > 0 else ():
            mark = ("accepted" if outcome.accepted else "refused") + " UNSAVED" * view.unsaved
            self._print(f"{mark} {' / '.join(outcome.text.split(chr(10)))}")
        if self._is_person and view.hint not in ("", self._hint):
            self._hint = view.hint
            self._print(self._hint)

    def say(self, note: str) -> None:
        self._print(f"refused {note}")

    def ask(self, question: str) -> None:
        """A file of scans is asked nothing."""

    def help(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self._print(line)

    def resized(self) -> None:
        """Lines are as long as they are."""

    def _print(self, line: str) -> None:
        """Write a line at once. Scoring goes on when nobody can read it: the scan is saved."""
        with suppress(OSError):
            print(printable(line, LONGEST_LINE), file=self._stdout, flush=True)
