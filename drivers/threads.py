"""The devices' threads: one that waits for descriptors, one that shows the newest it is given.

Each starts and stops at once and sleeps while nothing is due. A fault ends none of them: it is
reported once, and tried again after the pauses of a `Backoff`.
"""

import os
import queue
import select
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Generic, TypeVar

from drivers.events import (
    PartFound,
    PartLost,
    PartSink,
    ReaderBack,
    ReaderFailed,
    ScannerSink,
    Trouble,
    mistake,
)

Clock = Callable[[], float]
T = TypeVar("T")

AGAIN_S = 1.0
PAUSES_S = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
STOP_WITHIN_S = 2.0  # a bus that hangs must not keep the program from ending


class Backoff:
    """The pauses between tries: 1, 2, 4, 8, 16 s, then always 30; `reset` after a success."""

    def __init__(self) -> None:
        self.tries = 0

    def pause_s(self) -> float:
        """Count a failed try; return the seconds to wait before the next."""
        self.tries += 1
        return PAUSES_S[min(self.tries, len(PAUSES_S)) - 1]

    def reset(self) -> None:
        self.tries = 0


class FdThread(ABC):
    """Base of threads that wait for descriptors. A subclass's `_run` works until `_stopping`.

    `stop` returns when the thread has ended; `_run` closes its own descriptors before. One that
    has not ended within `stop_within_s` (None: it always does) is left behind.
    """

    def __init__(
        self, name: str, clock: Clock = time.monotonic, stop_within_s: float | None = None
    ) -> None:
        self._clock = clock
        self._stop_within_s = stop_within_s
        self._stopping = False
        self._name = name
        self._thread: threading.Thread | None = None
        self._woken, self._waker = -1, -1

    def start(self) -> None:
        """Begin; returns at once, whether anything is plugged in or not."""
        self._stopping = False
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it; a second call does nothing."""
        if self._thread is None:
            return
        self._stopping = True
        self._wake()
        self._thread.join(self._stop_within_s)
        left, self._thread = self._thread.is_alive(), None
        if left:  # it may still look at its descriptors
            self._failed(f"something hangs, and was left after {self._stop_within_s:g} s")
            return
        os.close(self._woken)
        os.close(self._waker)

    def _wake(self) -> None:
        """Have `_wait` return."""
        if self._thread is not None:
            with suppress(OSError):  # the pipe is full, so it wakes anyway; or it has ended
                os.write(self._waker, b"\0")

    def _work(self) -> None:
        """Run until `stop`; report an unexpected error, and run again a second later."""
        while not self._stopping:
            try:
                self._run()
                return
            except Exception as error:  # a thread that ends in silence would end the scoring
                self._failed(f"a bug in Okanjo: {error!r}")
            self._wait((), self._clock() + AGAIN_S)

    @abstractmethod
    def _run(self) -> None:
        """Do the work until `_stopping`."""

    @abstractmethod
    def _failed(self, reason: str) -> None:
        """Report that the work has broken off."""

    def _wait(self, fds: Iterable[int | None], due: float | None) -> dict[int, int]:
        """Return the descriptors that are ready, with poll's flags; none at `due`. After `stop` or
        `_wake` it returns at once.
        """
        # A new one each time: a closed descriptor can never linger in it, and it costs 2 us.
        poll = select.poll()
        for fd in (self._woken, *fds):
            if fd is not None:
                poll.register(fd, select.POLLIN)
        wait_ms = None if due is None else max(0.0, due - self._clock()) * 1000
        ready = dict(poll.poll(wait_ms))
        if self._woken in ready and not self._stopping:
            os.read(self._woken, 4096)
        return ready


class ReaderThread(FdThread):
    """Base of threads that read scanners; tells its `sink` when it breaks off and reads again."""

    def __init__(self, reader: str, sink: ScannerSink, clock: Clock) -> None:
        super().__init__(reader, clock)
        self._sink = sink
        self._broke = False

    def _failed(self, reason: str) -> None:
        self._broke = True
        self._sink(ReaderFailed(self._name, reason))

    def _reads(self) -> None:
        """Report that it reads again, if it had broken off."""
        if self._broke:
            self._broke = False
            self._sink(ReaderBack(self._name))


class PartFault(Exception):
    """A part cannot work until a setting, or what is installed, changes: it is not tried again."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


class PartThread(ABC, Generic[T]):
    """Base of the parts' threads. A subclass opens, drives and closes its part.

    `show` returns at once, and only the newest counts. `tried` is set once the part shows
    something for the first time, or cannot for now.
    """

    def __init__(self, part: str, sink: PartSink, clock: Clock = time.monotonic) -> None:
        self.part = part
        self.tried = threading.Event()
        self._sink = sink
        self._clock = clock
        self._newest: T | None = None
        self._taken: T | None = None
        self._bell = queue.SimpleQueue[None]()  # the table rings it: an Event takes twice as long
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._open_now = self._hopeless = False
        self._reported: bool | None = None  # True: found, False: lost
        self._backoff = Backoff()
        self._retry_at, self._soonest_at = float("-inf"), float("-inf")

    def show(self, newest: T) -> None:
        """Show this as soon as possible, in place of what has not been shown yet."""
        self._newest = newest
        self._bell.put(None)

    def start(self) -> None:
        """Begin; returns at once, whether the part is there or not."""
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=self.part, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and give the part back; a second call does nothing."""
        if self._thread is None:
            return
        self._stopping = True
        self._bell.put(None)
        self._thread.join(STOP_WITHIN_S)
        self._thread = None

    def turn(self, now: float) -> float | None:
        """Do what is due; return when to call again, None: not before the next `show`."""
        newest = self._newest
        try:
            if newest is not None and newest is not self._taken:
                self._taken = newest
                self._take(newest, now)
                # The table is played at: the long pauses are for an empty one.
                self._retry_at = min(self._retry_at, self._soonest_at)
            if self._hopeless:
                return None
            if now < self._retry_at:
                return self._retry_at
            if not self._open_now:
                self._open_now = True
                self._open()
            due = self._work(now)
        except Exception as error:  # lgpio and gpiozero raise what they like; lights end no game
            return self._fail(error, now)
        self._backoff.reset()
        if self._reported is not True:
            self._reported = True
            self._sink(PartFound(self.part))
        return due

    def close(self) -> None:
        """Close the part, dark and silent if it still answers."""
        if self._open_now:
            self._open_now = False
            with suppress(Exception):  # it is gone already, and that has been reported
                self._close()

    def _run(self) -> None:
        while not self._stopping:
            due = self.turn(self._clock())
            self.tried.set()
            with suppress(queue.Empty):
                self._bell.get(timeout=None if due is None else max(0.0, due - self._clock()))
            while not self._bell.empty():  # before looking: what comes from now on rings again
                self._bell.get()
        if self._open_now:
            self._end()
        self.close()

    def _fail(self, error: Exception, now: float) -> float | None:
        self.close()
        if self._reported is not False:
            self._reported = False
            self._sink(PartLost(self.part, self._trouble(error)))
        # A library comes with an installation, and that starts the program again.
        self._hopeless = isinstance(error, PartFault | ImportError)
        self._soonest_at = now + PAUSES_S[0]
        self._retry_at = now + self._backoff.pause_s()
        return None if self._hopeless else self._retry_at

    def _take(self, newest: T, now: float) -> None:
        """Note the newest, even while the part is lost: it is not made up for later."""

    @abstractmethod
    def _open(self) -> None:
        """Open the device; PartFault where the settings cannot be, any other error is retried."""

    @abstractmethod
    def _work(self, now: float) -> float | None:
        """Show what is to be shown now; return when it will next look different by itself."""

    def _end(self) -> None:
        """Show the newest thing a last time, where it stays in sight after the end."""

    @abstractmethod
    def _close(self) -> None:
        """Give the part back, dark and silent; `_open` may have failed half-way."""

    def _trouble(self, error: Exception) -> Trouble:
        """Explain an error to the owner; a subclass knows its own part's."""
        return error.trouble if isinstance(error, PartFault) else mistake(error)
