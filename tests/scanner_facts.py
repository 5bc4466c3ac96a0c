"""A sink that remembers what a scanner's thread hands out, and codes to scan."""

import queue
import time
from collections.abc import Callable
from typing import TypeVar

DEADLINE = 20.0  # seconds until a condition that should come in milliseconds counts as missed
F = TypeVar("F")


def ours(text: str) -> bool:
    """The tests' own idea of a valid code: six digits whose sum ends in 0."""
    return len(text) == 6 and text.isdecimal() and sum(map(int, text)) % 10 == 0


def valid(number: int) -> str:
    """The number-th valid code."""
    digits = f"{number % 100_000:05d}"
    return digits + str(-sum(map(int, digits)) % 10)


class Facts:
    """A sink that remembers, and can wait for what must come."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.put = self._queue.put

    def next(self) -> object:
        return self._queue.get(timeout=DEADLINE)

    def until(self, kind: type[F]) -> F:
        """The next fact of this kind; those before it are dropped."""
        while True:
            fact = self.next()
            if isinstance(fact, kind):
                return fact

    def rest(self) -> list[object]:
        return [self._queue.get() for _ in range(self._queue.qsize())]


def eventually(condition: Callable[[], bool]) -> None:
    """Wait for a condition of another thread's making."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.001)
