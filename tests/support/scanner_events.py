"""A sink that remembers what a scanner's thread hands out, and codes to scan."""

import queue
import threading
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from support.waiting import DEADLINE_S, until

F = TypeVar("F")


def ours(text: str) -> bool:
    """The tests' own idea of a valid code: six digits whose sum ends in 0."""
    return len(text) == 6 and text.isdecimal() and sum(map(int, text)) % 10 == 0


def valid(number: int) -> str:
    """The number-th valid code."""
    digits = f"{number % 100_000:05d}"
    return digits + str(-sum(map(int, digits)) % 10)


class Events:
    """A sink that remembers, and can wait for what must come."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.put = self._queue.put

    def next(self) -> object:
        return self._queue.get(timeout=DEADLINE_S)

    def until(self, kind: type[F]) -> F:
        """The next event of this kind; those before it are dropped."""
        while True:
            event = self.next()
            if isinstance(event, kind):
                return event

    def rest(self) -> list[object]:
        return [self._queue.get() for _ in range(self._queue.qsize())]


def _polls(place: Path) -> bool:
    return "poll" in place.read_text()


def at_rest(threads: Iterable[threading.Thread]) -> None:
    """Wait until each of them waits for its descriptors, and for nothing else."""
    for thread in threads:
        place = Path(f"/proc/self/task/{thread.native_id}/wchan")
        until(partial(_polls, place))
