"""A feed in, its newest state out to everybody who listens: server-sent events.

Law: a listener is sent the newest there is when it can take it, and nothing waits in a queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from firmware.web.feed import Feed
from firmware.web.guard import TurnedAway
from firmware.web.line import Line

MOST_LISTENERS = 64
AGAIN_MS = 1000  # when a browser that lost us may come again


class Listener:
    """One of them; `desk`: it shows the whole device."""

    def __init__(self, line: Line, desk: bool) -> None:
        self.desk = desk
        self.woken = asyncio.Event()
        self.gone = False
        self._watch = asyncio.create_task(line.hung_up())
        self._watch.add_done_callback(self._hung_up)

    def _hung_up(self, watch: asyncio.Task[None]) -> None:
        self.gone = True
        self.woken.set()

    def leave(self) -> None:
        self._watch.cancel()


class Listeners:
    """All of them. The feed wakes nobody while there are none."""

    def __init__(self, feed: Feed, silent_s: float) -> None:
        self._feed, self._silent_s = feed, silent_s
        self._all: set[Listener] = set()

    def __len__(self) -> int:
        return len(self._all)

    def join(self, line: Line, desk: bool) -> AsyncIterator[bytes]:
        """The events for one more, until it goes away."""
        if len(self._all) >= MOST_LISTENERS:
            raise TurnedAway(
                503, "Too many pages are open; close some and try again.", Retry_After="5"
            )
        listener = Listener(line, desk)
        self._all.add(listener)
        if len(self._all) == 1:
            loop = asyncio.get_running_loop()
            self._feed.wake_by(lambda: _wake(loop, self))
        return self._events(listener)

    def wake(self) -> None:
        """Something newer is shown."""
        self._feed.awake()
        for listener in self._all:
            listener.woken.set()

    async def _events(self, listener: Listener) -> AsyncIterator[bytes]:
        seen = 0
        try:
            yield b"retry: %d\n\n" % AGAIN_MS
            while not listener.gone:
                listener.woken.clear()
                event = self._feed.event(listener.desk)
                if event is not None and event.stamp != seen:
                    seen = event.stamp
                    yield event.line()
                try:
                    async with asyncio.timeout(self._silent_s):
                        await listener.woken.wait()
                except TimeoutError:
                    yield b": \n\n"
        finally:
            self._leave(listener)

    def _leave(self, listener: Listener) -> None:
        listener.leave()
        self._all.discard(listener)
        if not self._all:
            self._feed.wake_by(None)


def _wake(loop: asyncio.AbstractEventLoop, listeners: Listeners) -> None:
    loop.call_soon_threadsafe(listeners.wake)
