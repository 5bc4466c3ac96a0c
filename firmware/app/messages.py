"""Facts from any thread in, one at a time out, to the one thread that owns the table."""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Any, NamedTuple

from drivers.events import Reading

MOST_WAITING = 500  # readings; an evening has half as many


class Typed(NamedTuple):
    """A line from the desk: a code, or `type slug`."""

    text: str


class Leave(NamedTuple):
    """Somebody wants the program to end."""


class Restart(NamedTuple):
    """Something to be done between two scans, in the table's thread; if it says so, the program
    starts anew.
    """

    do: Callable[[], bool]


class Opened(NamedTuple):
    """Every scanner that is plugged in is open; who takes this is ready for the next scan."""


class PluggedIn(NamedTuple):
    """So many keyboard-type devices are there now, each a scanner or one that may be."""

    number: int


class ByHand(NamedTuple):
    """Somebody sits at a desk, in a terminal or a browser: there need be no scanner."""


class Inbox:
    """What waits to be taken."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.leaving = self.anew = False

    def put(self, fact: Any) -> None:
        """Take a fact from any thread. A scanner that raves fills no memory: its readings are
        dropped while more wait than people can scan.
        """
        if isinstance(fact, Reading) and self._waiting.qsize() > MOST_WAITING:
            return
        self._waiting.put(fact)

    def leave(self) -> None:
        """End it at once, whatever waits. Any thread or signal may call it."""
        self.leaving = True
        self._waiting.put(Leave())

    def get(self, patience_s: float | None = None) -> Any:
        """The next fact; queue.Empty when none comes in that time (None: sleep until one does)."""
        return self._waiting.get(timeout=patience_s)

    def ends(self, fact: Any) -> bool:
        """Whether this is the end: nothing after it is taken any more."""
        if isinstance(fact, Restart) and not self.leaving:
            self.anew = fact.do()
            return self.anew
        return self.leaving or isinstance(fact, Leave)

    def __len__(self) -> int:
        return self._waiting.qsize()
