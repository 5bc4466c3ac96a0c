"""A sink that remembers what a scanner's thread hands out, and codes to scan."""

import gc
import os
import queue
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from support.waiting import until

DEADLINE = 60.0  # seconds until a condition that should come in milliseconds counts as missed
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
        return self._queue.get(timeout=DEADLINE)

    def until(self, kind: type[F]) -> F:
        """The next event of this kind; those before it are dropped."""
        while True:
            event = self.next()
            if isinstance(event, kind):
                return event

    def rest(self) -> list[object]:
        return [self._queue.get() for _ in range(self._queue.qsize())]


def at_rest(threads: Iterable[threading.Thread]) -> None:
    """Wait until each of them waits for its descriptors, and for nothing else."""
    for thread in threads:
        place = Path(f"/proc/self/task/{thread.native_id}/wchan")
        until(lambda place=place: "poll" in place.read_text())  # type: ignore[misc]


def switches(threads: Iterable[threading.Thread]) -> int:
    """How often the kernel has let them run."""
    told = 0
    for thread in threads:
        status = Path(f"/proc/self/task/{thread.native_id}/status").read_text().splitlines()
        told += sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)
    return told


def memory_kb() -> int:
    """The memory that this process has after a collection of garbage."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") // 1024


def held() -> int:
    """How many files are open here."""
    return len(os.listdir("/proc/self/fd"))
