"""Server-sent events: the feed's newest state, to every page that listens.

Law: a listener is sent the newest there is when it can take it, and nothing waits in a queue.
"""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from firmware.web.connection import Connection, hung_up, to_evict
from firmware.web.feed import Feed
from firmware.web.page import MOST_LISTENERS

# With the newest state's version. A page that misses it says that it is out of touch, and one that
# has not seen that state comes again.
HERE = b"event: here\ndata: %d\n\n"
AGAIN_MS = 1000  # when a browser that lost us may come again
TOO_MANY = "Too many pages are open; close some and try again."
START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")],
}


class Listeners:
    """All of them. The feed wakes nobody while there are none."""

    def __init__(self, feed: Feed, silent_s: float) -> None:
        self.feed, self.silent_s = feed, silent_s
        self._all: dict[EventStream, None] = {}  # those that have been there longest first

    def join(self, connection: Connection, desk: bool) -> EventStream:
        """The events for one more. One too many costs the oldest of the host that has most; if
        that is the newcomer's, the newcomer is turned away.
        """
        stream = EventStream(self, connection, desk)
        if len(self._all) >= MOST_LISTENERS:
            everybody = [*self._all, stream]
            evicted = everybody[to_evict([one.host for one in everybody])]
            hosts = [one.host for one in everybody]
            if hosts.count(evicted.host) <= hosts.count(stream.host):
                raise HTTPException(503, TOO_MANY, {"Retry-After": "5"})
            evicted.leave()
        self._all[stream] = None
        if len(self._all) == 1:
            loop = asyncio.get_running_loop()
            self.feed.wake_by(lambda: _wake(loop, self))
        return stream

    def leave(self, stream: EventStream) -> None:
        self._all.pop(stream, None)
        if not self._all:
            self.feed.wake_by(None)

    def wake(self) -> None:
        """Something newer is shown."""
        self.feed.awake()
        for stream in self._all:
            stream.push()


class EventStream:
    """One listener, as an ASGI response; `desk`: it shows the whole device."""

    def __init__(self, listeners: Listeners, connection: Connection, desk: bool) -> None:
        self._listeners, self._connection, self._desk = listeners, connection, desk
        self.host = connection.host
        self._seen = 0  # the stamp of the last event it was sent
        self._gone = self._idle = False
        self._woken = asyncio.Event()

    def leave(self, *ended: object) -> None:
        """Make room now; what is being sent ends by itself, or by its deadline."""
        self._gone = True
        self._listeners.leave(self)
        self._woken.set()

    def push(self) -> None:
        """Send the newest; or have it sent, once all before it is sent."""
        event = self._listeners.feed.event(self._desk)
        if event is None or event.stamp == self._seen:
            return
        if self._idle and not self._woken.is_set() and self._connection.push(event.line):
            self._seen = event.stamp
        else:
            self._woken.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def put(some: bytes, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": some, "more_body": more})

        left = asyncio.create_task(hung_up(receive))
        left.add_done_callback(self.leave)
        feed = self._listeners.feed
        try:
            await send(START)
            await put(b"retry: %d\n\n" % AGAIN_MS)
            while not self._gone:
                self._woken.clear()
                event = feed.event(self._desk)
                if event is not None and event.stamp != self._seen:
                    self._seen = event.stamp
                    await put(event.line)
                if not await self._waited():
                    newest = feed.event()
                    await put(HERE % (newest.stamp if newest else 0))
            await put(b"", more=False)
        finally:
            left.cancel()
            self.leave()

    async def _waited(self) -> bool:
        """Whether there is something to do before the page must be heard again."""
        self._idle = True
        try:
            async with asyncio.timeout(self._listeners.silent_s):
                await self._woken.wait()
        except TimeoutError:
            return False
        finally:
            self._idle = False
        return True


def _wake(loop: asyncio.AbstractEventLoop, listeners: Listeners) -> None:
    loop.call_soon_threadsafe(listeners.wake)
