"""A feed in, its newest state out to everybody who listens: server-sent events.

Law: a listener is sent the newest there is when it can take it, and nothing waits in a queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from firmware.web.connection import Line
from firmware.web.feed import Feed
from firmware.web.quota import gives_way
from firmware.web.request import TurnedAway

MOST_LISTENERS = 64
# With the newest state's version. A page that misses it says that it is out of touch, and one that
# has not seen that state comes again.
HERE = b"event: here\ndata: %d\n\n"
AGAIN_MS = 1000  # when a browser that lost us may come again


class Listener:
    """One of them; `desk`: it shows the whole device."""

    def __init__(self, line: Line, desk: bool) -> None:
        self.line, self.desk, self.host = line, desk, line.host
        self.seen = 0  # the stamp of the last event it was sent
        self.waits = False
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
        self._all: dict[Listener, None] = {}  # those that have been there longest first

    def __len__(self) -> int:
        return len(self._all)

    def join(self, line: Line, desk: bool) -> AsyncIterator[bytes]:
        """The events for one more, until it goes away."""
        if len(self._all) >= MOST_LISTENERS:
            gone = gives_way(self._all, line.host)
            if gone is None:
                raise TurnedAway(
                    503, "Too many pages are open; close some and try again.", Retry_After="5"
                )
            self._leave(gone)
            gone.line.turn_out(b"")
        listener = Listener(line, desk)
        self._all[listener] = None
        if len(self._all) == 1:
            loop = asyncio.get_running_loop()
            self._feed.wake_by(lambda: _wake(loop, self))
        return self._events(listener)

    def wake(self) -> None:
        """Something newer is shown. Who just waits is sent it here and now: to wake his task would
        cost four times as much, for each.
        """
        self._feed.awake()
        for listener in self._all:
            event = self._feed.event(listener.desk)
            if event is None or event.stamp == listener.seen:
                continue
            if listener.waits and not listener.woken.is_set() and listener.line.slip(event.line):
                listener.seen = event.stamp
            else:
                listener.woken.set()

    async def _events(self, listener: Listener) -> AsyncIterator[bytes]:
        try:
            yield b"retry: %d\n\n" % AGAIN_MS
            while not listener.gone:
                listener.woken.clear()
                event = self._feed.event(listener.desk)
                if event is not None and event.stamp != listener.seen:
                    listener.seen = event.stamp
                    yield event.line
                if not await self._woken(listener):
                    newest = self._feed.event()
                    yield HERE % (newest.stamp if newest else 0)
        finally:
            self._leave(listener)

    async def _woken(self, listener: Listener) -> bool:
        """Whether there is something to do; it may have been sent things meanwhile."""
        listener.waits = True
        try:
            async with asyncio.timeout(self._silent_s):
                await listener.woken.wait()
        except TimeoutError:
            return False
        finally:
            listener.waits = False
        return True

    def _leave(self, listener: Listener) -> None:
        listener.leave()
        self._all.pop(listener, None)
        if not self._all:
            self._feed.wake_by(None)


def _wake(loop: asyncio.AbstractEventLoop, listeners: Listeners) -> None:
    loop.call_soon_threadsafe(listeners.wake)
