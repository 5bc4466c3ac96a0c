"""The desk: score at a terminal or through a pipe, without a scanner.

Rule 1. One thread owns the terminal; it sleeps until a key, a new view or a signal wakes it.
Rule 2. A word is looked up only when every scan before it has been answered, because what a short
        word stands for depends on where the game is. A code needs no looking up and never waits.
Rule 3. However the desk ends, the terminal is as it was before.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import signal
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

from firmware.desk.output import DeskView
from firmware.desk.plain import Plain
from firmware.desk.words import HELP, Unclear, Words

if TYPE_CHECKING:
    from firmware.desk.screen import Screen

HELP_WORDS = ("help", "?")
LEAVE_WORDS = ("quit", "exit")
STOP_S = 2.0  # a terminal that takes nothing must not keep the program from ending


class Desk:
    """Read lines, send their scans to `sink`, show the views that answer them.

    `leave` is called once, when the person goes (quit, Ctrl-C, the end of the input) and the
    terminal is restored. Both are called from the desk's own thread.

    It has one of two faces: a screen, or plain lines. A face gives `lines`, what was entered, None
    at the end of the input; `waits` says that a scan is sent only when the one before it has been
    answered, even if both are codes; `signals` are passed on to functions in the desk's thread.
    """

    def __init__(
        self,
        sink: Callable[[str], None],
        leave: Callable[[], None],
        stdin_fd: int = 0,
        stdout_fd: int = 1,
        environ: Mapping[str, str] = os.environ,
        face: Screen | Plain | None = None,
    ) -> None:
        self._sink, self._leave = sink, leave
        self._face = face or choose_face(stdin_fd, stdout_fd, environ)
        self._first = self._newest = self._view = DeskView()
        self._words = Words()
        self._sent = 0
        self._over = False
        self._changed, self._ended = asyncio.Event(), asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._signals = ExitStack()

    def __enter__(self) -> Desk:
        self.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the thread. Call it from the main thread, so that signals reach the desk."""
        if threading.current_thread() is threading.main_thread():
            for number, act in self._face.signals.items():
                former = signal.signal(number, lambda *_, act=act: self._call(act))
                self._signals.callback(signal.signal, number, former or signal.SIG_DFL)
        self._thread.start()

    def show(self, view: DeskView) -> None:
        """Show the newest view, from any thread; never block."""
        self._newest = view
        self._call(self._update)

    def stop(self) -> None:
        """End the thread, restore the terminal and (in the main thread) the signals."""
        self._over = True
        self._call(self._ended.set)
        if self._thread.is_alive():
            self._thread.join(timeout=STOP_S)
        self._face.close()
        self._signals.close()

    def _call(self, act: Callable[[], None]) -> None:
        """Call a function in the desk's thread, if it runs."""
        if self._loop:
            with suppress(RuntimeError):  # it has ended in this moment
                self._loop.call_soon_threadsafe(act)

    def _run(self) -> None:
        # Signals are for the main thread: taken here, they would not interrupt its waiting.
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            with asyncio.Runner(loop_factory=_new_loop) as runner:
                runner.run(self._attend())
        finally:
            self._face.close()
            if not self._over:
                self._leave()

    async def _attend(self) -> None:
        """Serve lines until they end, the person leaves, or the desk is stopped."""
        self._loop = asyncio.get_running_loop()
        self._update()
        if self._over:
            return
        tasks = [
            asyncio.create_task(self._serve_lines()),
            asyncio.create_task(self._face.run()),
            asyncio.ensure_future(self._ended.wait()),
        ]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    def _update(self) -> None:
        """Take the newest view over, and show it."""
        view, self._view = self._view, self._newest
        if self._view.words is not view.words:
            self._words = Words(self._view.words)
        self._face.show(self._view, self._words)
        self._changed.set()

    async def _serve_lines(self) -> None:
        while self._view is self._first:  # which has no words yet
            await self._next_view()
        while (line := await self._face.lines.get()) is not None:
            if self._face.waits or not line.isdecimal():
                await self._answers()
            wanted = line.strip().lower()
            if wanted in LEAVE_WORDS:
                break
            if wanted in HELP_WORDS:
                self._face.help(HELP)
            elif isinstance(pieces := self._words.read(line, self._view.sticker), Unclear):
                self._face.say(pieces.why)
            else:
                await self._scan(pieces)
        await self._answers()

    async def _scan(self, pieces: list[str]) -> None:
        """Send the scans of a line; stop at a refusal.

        What follows a refused scan was typed in the belief that it would be accepted: after a
        refused badge, cards would be laid into the wrong tray.
        """
        note = "" if self._face.waits or self._view.sticker else self._words.meant(pieces)
        for at, piece in enumerate(pieces):
            if at or self._words.knows(piece):
                await self._answers()
            answers = self._view.answers()
            if at and answers and not answers[-1].accepted:
                rest = " ".join(pieces[at:])
                self._face.say(f"Not scanned, as what came before was refused: {rest}")
                return
            self._sent += 1
            self._sink(self._words.resolve(piece))
        if note:
            self._face.say(note)

    async def _answers(self) -> None:
        """Wait until every scan that was sent is answered."""
        while self._view.heard < self._sent:
            await self._next_view()

    async def _next_view(self) -> None:
        self._changed.clear()
        await self._changed.wait()


def choose_face(stdin_fd: int, stdout_fd: int, environ: Mapping[str, str]) -> Screen | Plain:
    """Give a screen to a person at a terminal that can show it; plain lines to all others."""
    terminal = os.isatty(stdin_fd) and os.isatty(stdout_fd)
    if terminal and can_draw(environ) and find_spec("prompt_toolkit"):
        from firmware.desk.screen import screen_on  # late: pipes need none of it

        return screen_on(stdin_fd, stdout_fd, environ)
    return Plain(stdin_fd, stdout_fd)


def can_draw(environ: Mapping[str, str]) -> bool:
    """Tell whether a terminal takes more than plain lines: it is not dumb, and speaks UTF-8."""
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "UTF-8"
    return environ.get("TERM", "") not in ("", "dumb", "unknown") and "utf" in locale.lower()


def _new_loop() -> asyncio.AbstractEventLoop:
    """Make a loop that can wait for regular files too, as epoll cannot."""
    return asyncio.SelectorEventLoop(selectors.SelectSelector())
