"""The desk, for scoring without hardware: a terminal's keys in, codes and `type slug` out to a
sink; the newest DeskView in, the picture, the score track and the last scans out.

Rule 1. One thread owns the terminal; it sleeps until a key, a new view or a signal wakes it.
Rule 2. A word is looked up only when every scan before it has been answered, because what a short
        word stands for depends on where the game is. A code needs no looking up and never waits.
Rule 3. However it ends, the terminal is as it was before.
"""

import os
import select
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import FrameType, TracebackType

from firmware.desk.layout import DeskView, Outcome
from firmware.desk.modes import Full, Plain
from firmware.desk.terminal import Terminal, look
from firmware.desk.words import HELP, Unclear, Words

HELP_WORDS = ("help", "?")
LEAVE_WORDS = ("quit", "exit")
CHUNK = 4096  # what a terminal holds


class Desk:
    """sink gets the text of each scan; leave is called once, when the person goes (quit, Ctrl-C,
    the end of the input), all scans are answered and the terminal is restored already. Both are
    called from the desk's own thread."""

    def __init__(
        self,
        sink: Callable[[str], None],
        leave: Callable[[], None],
        stdin_fd: int = 0,
        stdout_fd: int = 1,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._sink, self._leave, self._stdin = sink, leave, stdin_fd
        self._newest = self._view = DeskView()
        self._words = Words()
        self._lines: deque[str] = deque()  # entered, not looked at yet
        self._pieces: deque[str] = deque()  # of the line in hand, not sent yet
        self._sent = 0
        self._waits = self._begun = self._over = self._ending = False
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(self._woken, False)
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._former: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}
        seen = look(environ) if os.isatty(stdin_fd) and os.isatty(stdout_fd) else None
        self._former_wake = -1
        self._mode: Full | Plain = (
            Full(Terminal(stdin_fd, stdout_fd, seen))
            if seen
            else Plain(stdout_fd, person=os.isatty(stdin_fd))
        )

    def __enter__(self) -> "Desk":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """To be called from the main thread, so that signals restore the terminal too."""
        if threading.current_thread() is threading.main_thread():
            for number, act in (
                (signal.SIGTERM, self._on_end),
                (signal.SIGHUP, self._on_end),
                (signal.SIGWINCH, self._on_change),
                (signal.SIGCONT, self._on_change),
            ):
                if (former := signal.getsignal(number)) is not signal.SIG_IGN:
                    self._former[number] = former
                    signal.signal(number, act)
            # The number of a signal wakes the desk, whatever the main thread is busy with.
            self._former_wake = signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        self._thread.start()

    def show(self, view: DeskView) -> None:
        """The newest view; never blocks, and views that come faster than they are drawn are
        skipped."""
        self._newest = view
        self._rouse()

    def stop(self) -> None:
        """Ends the thread and restores the terminal and, called from the main thread, the
        signals; twice is once."""
        self._over = True
        self._rouse()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)
        self._mode.close()
        if threading.current_thread() is threading.main_thread() and self._former:
            signal.set_wakeup_fd(self._former_wake)
            while self._former:
                number, former = self._former.popitem()
                signal.signal(number, former if former is not None else signal.SIG_DFL)
        if not self._thread.is_alive() and self._wake >= 0:
            woken, wake, self._woken, self._wake = self._woken, self._wake, -1, -1
            os.close(wake)
            os.close(woken)

    def _rouse(self) -> None:
        with suppress(BlockingIOError):  # full: it will wake up as it is
            if self._wake >= 0:
                os.write(self._wake, b"\0")

    def _on_change(self, number: int, frame: FrameType | None) -> None:
        """Python has to have a function for it; its number has woken the desk already."""

    def _on_end(self, number: int, frame: FrameType | None) -> None:
        """The terminal first; then whatever would have happened without a desk."""
        self._mode.close()
        former = self._former.get(number)
        if callable(former):
            former(number, frame)
        else:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def _run(self) -> None:
        try:
            # Signals are for the main thread: taken here, they would not interrupt its waiting.
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
            self._mode.open()
            self._attend()
        finally:
            self._mode.close()
            if not self._over:
                self._leave()

    def _attend(self) -> None:
        while not self._over:
            self._mode.draw(self._view)
            if self._ending and self._answered() and not self._lines and not self._pieces:
                return
            ready, _, _ = select.select(self._awaited(), [], [], self._mode.patience())
            if self._woken in ready:
                self._look_up()
            if self._stdin in ready and not self._read():
                return
            if not ready and not self._take(self._mode.silence()):
                return
            self._send()

    def _awaited(self) -> list[int]:
        """A pipe that is full of scans is read line by line; a keyboard always."""
        closed = self._mode.waits and (self._ending or self._lines or self._pieces)
        return [self._woken] if closed else [self._woken, self._stdin]

    def _look_up(self) -> None:
        signals = os.read(self._woken, CHUNK)
        if self._former_wake >= 0 and (others := signals.replace(b"\0", b"")):
            with suppress(OSError):
                os.write(self._former_wake, others)  # who waited for signals before us still does
        if signal.SIGWINCH in signals or signal.SIGCONT in signals:
            self._mode.open()
        view, self._view = self._view, self._newest
        self._begun = self._begun or self._view is not view
        if self._mode.waits:
            self._mode.draw(self._view)  # an answer stands above whatever is said next
        if self._view.words is not view.words:
            self._words = Words(self._view.words)
            self._mode.learn(self._words)
        if self._pieces and self._answered() and (answers := self._view.answers()):
            self._stop_if_refused(answers[-1])

    def _stop_if_refused(self, answer: Outcome) -> None:
        """What follows a refused scan on the same line was typed in the belief that it would be
        accepted: after a refused badge, cards would be laid into the wrong tray."""
        if not answer.accepted:
            self._mode.say(
                f"Not scanned, as what came before was refused: {' '.join(self._pieces)}"
            )
            self._pieces.clear()

    def _read(self) -> bool:
        """Whether to go on: not when a terminal is gone, or somebody wants out."""
        try:
            chunk = os.read(self._stdin, CHUNK)
        except OSError:  # EIO: hung up
            chunk = b""
        if chunk:
            return self._take(self._mode.feed(chunk))
        self._ending = True
        return self._mode.waits and self._take(self._mode.feed(chunk))

    def _take(self, lines: Iterable[str | None]) -> bool:
        for line in lines:
            if line is None:
                return False
            self._lines.append(line)
        return True

    def _answered(self) -> bool:
        return self._view.heard >= self._sent

    def _send(self) -> None:
        """Everything that need not wait for an answer; nothing before the first view, which
        brings the words."""
        while self._begun and (self._pieces or self._lines):
            if not self._pieces:
                line = self._lines[0]
                if not self._answered() and (self._mode.waits or not line.isdecimal()):
                    return
                self._enter(self._lines.popleft())
                continue
            piece = self._pieces[0]
            if not self._answered() and (self._waits or self._words.knows(piece)):
                return
            self._pieces.popleft()
            self._sent += 1
            self._sink(self._words.resolve(piece))

    def _enter(self, line: str) -> None:
        wanted = line.strip().lower()
        if self._ending and wanted in LEAVE_WORDS:
            return
        if wanted in HELP_WORDS:
            self._mode.help(HELP)
        elif wanted in LEAVE_WORDS:
            self._ending = True
        elif isinstance(pieces := self._words.read(line, self._view.sticker), Unclear):
            self._mode.say(pieces.why)
        else:
            self._pieces.extend(pieces)
            self._waits = self._mode.waits or len(pieces) > 1  # a refusal stops the line
            if not (self._mode.waits or self._view.sticker) and (
                meant := self._words.meant(pieces)
            ):
                self._mode.say(meant)
