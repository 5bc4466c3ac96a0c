"""A connection: uvicorn's HTTP/1.1 protocol, and what it lacks against those who mean no good.

Rule 1: nobody holds a connection by being slow. A head has 5 s; a body, and an answer to somebody
who does not read, must move along by 16 kB in their time, and of an answer one piece waits at most.
Rule 2: nobody keeps others out. One connection too many costs the oldest of the host that has most.
Rule 3: what another server might read differently is no request: h11 is lenient in some of it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from http import HTTPStatus

from starlette.types import ASGIApp, Receive

from firmware.web.hosts import network
from firmware.web.page import HEAD_BYTES, MOST_CONNECTIONS, PIECE_BYTES, Limits

if "uvicorn" not in sys.modules and (_uvicorn := importlib.util.find_spec("uvicorn")):
    # the package itself imports its command line, and click: 2.5 MB and a quarter of a second
    sys.modules["uvicorn"] = importlib.util.module_from_spec(_uvicorn)
import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

HEADERS = {
    "Connection": "close",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
NO_HTTP = "This is no HTTP/1.1 request; open the page with http://."
TOO_LONG = "The request's head is too long; open the page's plain address."
TOO_SLOW = "The request took too long; ask again."
FULL = "Too many are asking at once; try again."

_BAD_BYTE = re.compile(rb"[^\t\r\n\x20-\x7e]|(?<!\r)\n|\r(?=[^\n])|\n[\t ]")
_BAD_FRAMING = re.compile(
    rb"\ntransfer-encoding:|\ncontent-length:[^\r]*(?:,|\r\n(?:.*\r\n)*content-length:)",
    re.IGNORECASE,
)


def uvicorn_of(app: ASGIApp) -> tuple[Config, ServerState]:
    """What uvicorn's protocol goes by, and what all connections have in common."""
    config = Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level=logging.CRITICAL + 1,  # whatever is wrong, the application has logged it
        access_log=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )
    # what load() does, without the import of a lifespan that is off
    config.loaded_app, config.ws_protocol_class, config.loaded = app, None, True
    state = ServerState()
    state.default_headers = [
        (name.lower().encode(), value.encode()) for name, value in HEADERS.items()
    ]
    return config, state


def to_evict(hosts: Sequence[str]) -> int:
    """The place of the oldest of the host that has most; `hosts` are in the order of arrival."""
    host, _ = Counter(hosts).most_common(1)[0]
    return hosts.index(host)


class Connection(H11Protocol):
    """One connection, with its deadlines; `connections` are all of them, the oldest first."""

    def __init__(
        self,
        config: Config,
        state: ServerState,
        limits: Limits,
        connections: dict[Connection, None],
        refused: Callable[[int, str, str, str], None],
    ) -> None:
        super().__init__(config=config, server_state=state, app_state={})
        self.app_state["connection"] = self
        self._limits, self._all, self._refused = limits, connections, refused
        self.host = ""
        self._head = bytearray()
        self._whole_head = False
        self._came = 0  # bytes of the body, since they were last looked at
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.set_write_buffer_limits(high=0)
        super().connection_made(transport)
        self.host = network(self.client[0]) if self.client else ""
        self._reading = self.loop.call_later(self._limits.head_s, self._check_head)
        self._all[self] = None
        if len(self._all) > MOST_CONNECTIONS:
            everybody = list(self._all)
            everybody[to_evict([one.host for one in everybody])].refuse(503, FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.pop(self, None)
        for timer in (self._reading, self._writing):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hand a head on when it is whole, and then whatever comes."""
        if self._whole_head:
            self._came += len(data)
            super().data_received(data)
            return
        seen = len(self._head)
        self._head += data
        end = self._head.find(b"\r\n\r\n", max(0, seen - 3)) + 4
        self._whole_head = end >= 4
        stop = end if self._whole_head else len(self._head)
        if stop > HEAD_BYTES:
            self.refuse(431, TOO_LONG)
        elif _BAD_BYTE.search(self._head, max(0, seen - 1), stop):
            self.refuse(400, NO_HTTP)
        elif self._whole_head:
            if _BAD_FRAMING.search(self._head, 0, stop):
                self.refuse(400, NO_HTTP)
                return
            self._restart_reading()
            whole, self._head = bytes(self._head), self._head[:80]  # what a refusal names
            super().data_received(whole)

    def send_400_response(self, msg: str) -> None:
        """Where h11 cannot read something."""
        self.refuse(400, NO_HTTP)

    def refuse(self, status: int, sentence: str) -> None:
        """Hang up, with a sentence for somebody who was not answered yet."""
        self._all.pop(self, None)
        if self.transport.is_closing():
            self.transport.abort()  # it was answered, and does not read: nothing of it stays
            return
        first = bytes(self._head[:80]).partition(b"\r")[0].decode("ascii", "backslashreplace")
        self._refused(status, sentence, self.host, first)
        if self.cycle is not None and self.cycle.response_started:
            self.transport.abort()
            return
        if self.cycle is not None:
            self.cycle.disconnected = True
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
        lines += [f"{name}: {value}" for name, value in HEADERS.items()]
        lines += ["Content-Type: text/plain; charset=utf-8", f"Content-Length: {len(sentence) + 1}"]
        lines += ["Retry-After: 1"] if status == 503 else []
        self.transport.write("\r\n".join((*lines, "", f"{sentence}\n")).encode("ascii"))
        self.transport.close()

    def push(self, some: bytes) -> bool:
        """Send a piece of the answer's body here and now, if all before it is sent; whether it was.
        To wake the task that sends it would cost three times as much.
        """
        if self.flow.write_paused or self.transport.is_closing():
            return False
        self.transport.write(self.conn.send(h11.Data(some)) or b"")
        return True

    # --- deadlines --------------------------------------------------------------

    def _check_head(self) -> None:
        if self._head:
            self.refuse(408, TOO_SLOW)
        else:  # nothing was said, and there is nothing to answer
            self.transport.abort()

    def _restart_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        self._came = 0
        self._reading = self.loop.call_later(self._limits.body_s, self._check_body)

    def _check_body(self) -> None:
        if self.cycle is None or not self.cycle.more_body:
            return
        if self._came < PIECE_BYTES and not self.flow.read_paused:  # else it is us who are slow
            self.refuse(408, TOO_SLOW)
        else:
            self._restart_reading()

    def pause_writing(self) -> None:
        """The peer takes no more for now."""
        super().pause_writing()
        waiting = self.transport.get_write_buffer_size()
        self._writing = self.loop.call_later(self._limits.write_s, self._check_writing, waiting)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._writing is not None:
            self._writing.cancel()

    def _check_writing(self, before: int) -> None:
        waiting = self.transport.get_write_buffer_size()
        if before - waiting < PIECE_BYTES:
            self.transport.abort()
        else:
            self._writing = self.loop.call_later(self._limits.write_s, self._check_writing, waiting)


async def hung_up(receive: Receive) -> None:
    """Wait until nobody is there any more who would read an answer."""
    while (await receive())["type"] != "http.disconnect":
        pass
