"""Server-sent events: what is newest, to every page that listens.

Law: a listener is sent the newest there is when it can take it, and nothing waits in a queue.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Protocol

import h11
from starlette.types import Receive, Scope, Send

from firmware.common.facts.requests import NotServed
from firmware.common.http.connection import Connection, to_evict
from firmware.common.http.limits import Limits
from firmware.common.http.refused import AGAIN, RequestRefused

# With the newest state's version. A page that does not get it in time says that it is out of touch;
# one that has not seen that state connects again.
HERE = b"event: here\ndata: %d\n\n"
AGAIN_MS = 1000  # a browser that lost the connection tries again so soon
START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")],
}
BEGINNING = {"type": "http.response.body", "body": b"retry: %d\n\n" % AGAIN_MS, "more_body": True}
END = {"type": "http.response.body", "body": b""}


class Event(Protocol):
    """What a listener is sent, unless it has seen the same stamp; `v` is the version that the page
    knows it by.
    """

    @property
    def stamp(self) -> int: ...
    @property
    def line(self) -> bytes: ...
    @property
    def v(self) -> int: ...


class Source(Protocol):
    """Calls `wake`, in any thread, when there is something newer."""

    wake: Callable[[], object] | None


Newest = Callable[[int], Event | None]  # for a listener that has seen the event of this stamp


class Listeners:
    """All of them, the oldest first. The source wakes nobody while there are none."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self._source, self._limits = source, limits
        self._all: dict[Connection, EventStream] = {}
        self._tick: asyncio.TimerHandle | None = None

    def make_room(self, newcomer: Connection) -> None:
        """Hang up on the oldest listener of the host that has most, when there are too many; turn
        the newcomer away if its own host would have as many.
        """
        if len(self._all) < self._limits.listeners:
            return
        everybody = [*self._all, newcomer]
        counts, evicted = Counter(connection.host for connection in everybody), to_evict(everybody)
        if counts[evicted.host] <= counts[newcomer.host]:
            raise RequestRefused(503, NotServed("too-many-pages"), AGAIN)
        evicted.transport.abort()
        self.leave(evicted)

    def add(self, connection: Connection, stream: EventStream) -> None:
        self._all[connection] = stream
        if self._tick is None:
            loop = asyncio.get_running_loop()
            self._tick = loop.call_later(self._limits.silent_s, self._say_here)
            self._source.wake = lambda: loop.call_soon_threadsafe(self._wake)

    def leave(self, connection: Connection) -> None:
        self._all.pop(connection, None)
        if not self._all and self._tick is not None:
            self._source.wake = None
            self._tick.cancel()
            self._tick = None

    def _wake(self) -> None:
        """Send what is new."""
        for stream in self._all.values():
            stream.push()

    def _say_here(self) -> None:
        """Send each page what it could not take before, or else that the table is still there."""
        self._tick = asyncio.get_running_loop().call_later(self._limits.silent_s, self._say_here)
        for stream in self._all.values():
            if not stream.push():
                stream.say_here()


class EventStream:
    """One listener, as an ASGI response."""

    def __init__(self, listeners: Listeners, connection: Connection, newest: Newest) -> None:
        self._listeners, self._connection, self._newest = listeners, connection, newest
        self._seen = 0  # the stamp of the last event it was sent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await send(START)
            return await send(END)
        self._listeners.make_room(self._connection)
        await send(START)
        await send(BEGINNING)
        self._listeners.add(self._connection, self)
        try:
            self.push()
            await hung_up(receive)
        finally:
            self._listeners.leave(self._connection)

    def push(self) -> bool:
        """Send the newest, if it is new to this listener; return whether it was sent."""
        event = self._newest(self._seen)
        if event is None or event.stamp == self._seen or not self.write(event.line):
            return False
        self._seen = event.stamp
        return True

    def say_here(self) -> None:
        newest = self._newest(self._seen)
        self.write(HERE % (newest.v if newest else 0))

    def write(self, some: bytes) -> bool:
        """Send this, if all before it is sent; return whether it was. A task of its own that sends
        it would cost three times as much.
        """
        connection = self._connection
        if connection.flow.write_paused or connection.transport.is_closing():
            return False
        connection.transport.write(connection.conn.send(h11.Data(some)) or b"")
        return True


async def hung_up(receive: Receive) -> None:
    """Wait until the caller has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
