"""The desk: score at a terminal or through a pipe, without a scanner.

Rule 1. One thread owns the terminal; it sleeps until a key, a new view or a signal wakes it.
Rule 2. A line is looked up only when every scan before it has been answered, because what a short
        word stands for depends on where the game is.
Rule 3. However the desk ends, the terminal is as it was before.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import re
import selectors
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

from engine.notation import printable
from firmware.interfaces.desk.help import help_lines
from firmware.interfaces.desk.line import serve
from firmware.interfaces.desk.output import DeskView
from firmware.interfaces.desk.words import LONGEST_LINE, DeskWords, Unclear
from firmware.words.language import say

if TYPE_CHECKING:
    from firmware.interfaces.desk.screen import Screen

CHUNK = 4096
STOP_S = 2.0  # a terminal that takes nothing must not keep the program from ending


class Desk:
    """Read lines, send their scans to `sink`, show the views that answer them.

    `leave` is called once, when the person goes (quit, Ctrl-C, the end of the input) and the
    terminal is restored. Both are called from the desk's own thread. `taught` finds what a foreign
    sticker stands for.

    A face reads and prints: a screen, or plain lines. It gives `lines`, what was entered, None at
    the end.
    """

    def __init__(
        self,
        face: Screen | PlainDesk,
        sink: Callable[[str], None],
        leave: Callable[[], None],
        taught: Callable[[str], object] = lambda text: None,
    ) -> None:
        self._face, self._sink, self._leave, self._taught = face, sink, leave, taught
        self._view, self._words = DeskView(), DeskWords()
        self._sent = 0
        self._over = False
        # epoll cannot wait for regular files.
        self._loop = asyncio.SelectorEventLoop(selectors.SelectSelector())
        self._changed = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def __enter__(self) -> Desk:
        """Start the thread. Call it from the main thread, which gets the signals."""
        signal.signal(signal.SIGWINCH, lambda *_: self._call(self._face.resized))
        self._task = self._loop.create_task(self._attend())
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        """End the thread and restore the terminal."""
        self._over = True
        self._call(self._task.cancel)
        self._thread.join(timeout=STOP_S)
        signal.signal(signal.SIGWINCH, signal.SIG_DFL)

    def show(self, view: DeskView) -> None:
        """Show the newest view, from any thread; never block."""
        self._call(lambda: self._update(view))

    def _call(self, act: Callable[[], object]) -> None:
        """Call a function in the desk's thread, if it has not ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act)

    def _run(self) -> None:
        # Signals are for the main thread: taken here, they would not interrupt its waiting.
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._task)
        finally:
            self._loop.close()
            if not self._over:
                self._leave()

    def _update(self, view: DeskView) -> None:
        if view.words is not self._view.words:
            self._words = DeskWords(view.words, self._taught, view.language)
        self._view = view
        self._face.show(view, self._words)
        self._changed.set()

    async def _attend(self) -> None:
        """Serve lines until they end, the person leaves, or the desk is stopped."""
        async with asyncio.TaskGroup() as group:
            reading = group.create_task(self._face.run())
            while not self._view.words:
                await self._next_view()
            while (line := await self._face.lines.get()) is not None:
                if self._words.is_end(line):
                    break
                if self._words.is_help(line):
                    self._face.help(help_lines(self._words.language))
                else:
                    await self._serve(line)
            reading.cancel()

    async def _serve(self, line: str) -> None:
        """Send the scans of a line, and say where it stopped."""
        try:
            pieces = self._words.read(line, self._view.sticker)
        except Unclear as why:
            self._face.say(why.said(self._words.language), is_long=len(line.split()) > 1)
            return
        sentences = await serve(pieces, self._scan, lambda: self._view.remove_is_newest)
        if sentences:
            self._face.say(" ".join(say(sentence, self._words.language) for sentence in sentences))

    async def _scan(self, piece: str) -> bool:
        """Send a scan, and wait for its answer: whether it was accepted."""
        self._sent += 1
        self._sink(self._words.resolve(piece))
        while self._view.heard < self._sent:
            await self._next_view()
        return self._view.answer is None or self._view.answer.accepted

    async def _next_view(self) -> None:
        self._changed.clear()
        await self._changed.wait()


class PlainDesk:
    """Plain lines, for a pipe, a file or a dumb terminal; each is answered before the next."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue(maxsize=1)
        self._stdin, self._stdout = stdin.fileno(), stdout
        self._is_person = stdin.isatty()
        self._printed = 0
        self._hint = ""

    async def run(self) -> None:
        """Read lines to the end of the input."""
        decode = codecs.getincrementaldecoder("utf-8")("backslashreplace").decode
        partial = ""
        while chunk := await self._read():
            *lines, rest = re.split("[\r\n]", partial + decode(chunk))
            for line in lines:
                await self._enter(line)
            partial = rest[:LONGEST_LINE]
        await self._enter(partial + decode(b"", final=True))
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

    def show(self, view: DeskView, words: DeskWords) -> None:
        """Print an answer that is new, and for a person the hint when it changes."""
        answer = view.answer
        if answer and view.heard != self._printed:
            self._printed = view.heard
            mark = ("accepted" if answer.accepted else "refused") + " UNSAVED" * view.unsaved
            self._print(f"{mark} {answer.text.replace(chr(10), ' / ')}")
        if self._is_person and view.hint not in ("", self._hint):
            self._hint = view.hint
            self._print(self._hint)

    def say(self, note: str, is_long: bool = False) -> None:
        self._print(f"refused {note}")

    def help(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self._print(line)

    def resized(self) -> None:
        """Do nothing: lines are never cut to a width."""

    def _print(self, line: str) -> None:
        """Write a line at once. Scoring goes on when nobody can read it: the scan is saved."""
        with suppress(OSError):
            print(printable(line, LONGEST_LINE), file=self._stdout, flush=True)


def choose_face() -> Screen | PlainDesk:
    """Give a screen to a person at a terminal that can show it; plain lines to all others."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and can_draw(os.environ)
    if terminal and find_spec("prompt_toolkit"):
        from firmware.interfaces.desk.screen import open_screen  # late: pipes need none of it

        return open_screen()
    return PlainDesk(sys.stdin, sys.stdout)


def can_draw(environ: Mapping[str, str]) -> bool:
    """Tell whether a terminal takes more than plain lines: it is not dumb, and speaks UTF-8."""
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "UTF-8"
    return environ.get("TERM", "") not in ("", "dumb", "unknown") and "utf" in locale.lower()
