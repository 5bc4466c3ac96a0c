"""What waits for the thread that saves, until it takes it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

from engine.message import Message
from firmware.hall.broker.said import TableMessage
from firmware.hall.store.requests import Request


class DeviceResult(NamedTuple):
    """A device's result, to be acknowledged once it is saved."""

    message: TableMessage
    acknowledge: Callable[[], object]


class UnreadableResult(NamedTuple):
    """A result that cannot be taken: acknowledged once the organiser has a line of it."""

    device: str
    why: Message
    acknowledge: Callable[[], object]


class AwaitedRequest(NamedTuple):
    """A request; somebody waits for its answer."""

    request: Request
    answer: Future[Any]


Work = DeviceResult | UnreadableResult | AwaitedRequest


class WorkQueue:
    """Any thread puts work in, one takes all of it. Once closed, it takes in no more."""

    def __init__(self) -> None:
        self._work: list[Work] = []
        self._closed = False
        self._changed = threading.Condition()

    @property
    def closed(self) -> bool:
        return self._closed

    def put(self, work: Work) -> bool:
        """Return whether it was taken in."""
        with self._changed:
            if not self._closed:
                self._work.append(work)
                self._changed.notify()
            return not self._closed

    def take(self, within_s: float = 0.0) -> list[Work]:
        """All that is there, as soon as there is any: nothing after so long, or once closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._work or self._closed, within_s)
            work, self._work = self._work, []
            return work

    def wait_until_closed(self, within_s: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._closed, within_s)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
