"""The threads of requests that take a while: by a disk, say, or another process.

Law: nobody can stop a thread, so the program ends without one that hangs. For asyncio's own threads
both its loop and the interpreter would wait for ever.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

MOST_AT_ONCE = 8
P = ParamSpec("P")
T = TypeVar("T")


class RequestThreads:
    """The threads of one site."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(MOST_AT_ONCE)
        self._running = set[threading.Thread]()

    async def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call it in a thread, as soon as there is a place for one."""
        async with self._places:
            return await self.begin(function, *args, **kwargs)

    def begin(
        self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> asyncio.Future[T]:
        """Call it in a thread now."""
        outcome = Future[T]()
        outcome.set_running_or_notify_cancel()

        def run() -> None:
            try:
                outcome.set_result(function(*args, **kwargs))
            except BaseException as why:  # whatever it is, it is the caller's
                outcome.set_exception(why)
            finally:
                self._running.discard(thread)

        thread = threading.Thread(target=run, name="request", daemon=True)
        self._running.add(thread)
        thread.start()
        return asyncio.wrap_future(outcome)

    def join(self, within_s: float) -> bool:
        """Wait for those that still run, when the loop has ended; return whether all came to an
        end.
        """
        until = time.monotonic() + within_s
        for thread in list(self._running):
            thread.join(max(0.0, until - time.monotonic()))
        return not self._running
