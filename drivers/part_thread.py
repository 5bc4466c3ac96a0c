"""A thread for one part: the newest thing it is to show in, turns out; faults become facts.

Rule 1: `show` returns at once, and only the newest counts.
Rule 2: a fault is said once and ends nothing: tried again after 1, 2, 4 ... 30 s.
Rule 3: while nothing is due it sleeps and is not woken.
"""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from drivers.parts import PartFound, PartLost, PartSink, Trouble, mistake

Clock = Callable[[], float]
T = TypeVar("T")

FIRST_RETRY_S = 1.0
LAST_RETRY_S = 30.0
STOP_WITHIN_S = 2.0  # a bus that hangs must not keep the program from ending


class PartFault(Exception):
    """A part cannot be had as the settings want it."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(*trouble)
        self.trouble = trouble


class PartThread(Generic[T]):
    """Base of the parts' threads. A subclass says how to open, use, close and explain its part."""

    def __init__(self, part: str, sink: PartSink, clock: Clock = time.monotonic) -> None:
        self.part = part
        self._sink = sink
        self._clock = clock
        self._newest: T | None = None
        self._taken: T | None = None
        self._bell = threading.Condition()
        self._rung = self._stopping = False
        self._thread: threading.Thread | None = None
        self._open_now = self._found = self._lost = False
        self._retry_s, self._retry_at = FIRST_RETRY_S, float("-inf")

    def show(self, newest: T) -> None:
        """Show this as soon as may be; what came before it and is not shown yet never will be."""
        with self._bell:
            self._newest = newest
            self._rung = True
            self._bell.notify()

    def start(self) -> None:
        """Begin; returns at once, whether the part is there or not."""
        self._stopping, self._rung = False, True
        self._thread = threading.Thread(target=self._run, name=self.part, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Leave the part dark and silent and give it back; a second call does nothing."""
        if self._thread is None:
            return
        with self._bell:
            self._stopping = True
            self._bell.notify()
        self._thread.join(STOP_WITHIN_S)
        self._thread = None

    def turn(self, at: float) -> float | None:
        """Do what is due now; when to come again, None: not before something new is shown."""
        newest = self._newest
        try:
            if newest is not None and newest is not self._taken:
                self._taken = newest
                self._take(newest, at)
            if at < self._retry_at:
                return self._retry_at
            if not self._open_now:
                self._open_now = True
                self._open()
            due = self._work(at)
        except Exception as error:  # lgpio and gpiozero raise what they like; lights end no game
            return self._fail(error, at)
        if not self._found:
            self._found, self._lost, self._retry_s = True, False, FIRST_RETRY_S
            self._sink(PartFound(self.part))
        return due

    def close(self) -> None:
        """Give the part back, dark and silent, if it can still be told so."""
        if self._open_now:
            self._open_now = self._found = False
            try:
                self._close()
            except Exception as error:  # it is gone already, and that has been said
                del error

    def _run(self) -> None:
        due: float | None = None
        while self._awaited(due):
            due = self.turn(self._clock())
        self.close()

    def _awaited(self, due: float | None) -> bool:
        """Sleep until something is new or due; whether to go on."""
        with self._bell:
            while not (self._rung or self._stopping):
                left = None if due is None else due - self._clock()
                if left is not None and left <= 0:
                    break
                self._bell.wait(left)
            self._rung = False
            return not self._stopping

    def _fail(self, error: Exception, at: float) -> float | None:
        self.close()
        if not self._lost:
            self._lost = True
            self._sink(PartLost(self.part, self._trouble(error)))
        if isinstance(error, ImportError):
            return None  # a library comes with an installation, and that starts the program anew
        self._retry_at = at + self._retry_s
        self._retry_s = min(LAST_RETRY_S, 2 * self._retry_s)
        return self._retry_at

    def _take(self, newest: T, at: float) -> None:
        """Something new is to be shown. Said while the part is lost, too: old news is not shown."""

    def _open(self) -> None:
        raise NotImplementedError

    def _work(self, at: float) -> float | None:
        """Show what is to be shown now; when to be called again though nothing new has come."""
        raise NotImplementedError

    def _close(self) -> None:
        """Dark and silent, and given back; what `_open` did not reach is not there."""
        raise NotImplementedError

    def _trouble(self, error: Exception) -> Trouble:
        """What is wrong and what to do; a subclass knows its part's own troubles."""
        return error.trouble if isinstance(error, PartFault) else mistake(error)
