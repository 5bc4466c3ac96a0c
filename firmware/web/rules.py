"""Who may ask, for what and for how long: what uvicorn and Starlette do not check.

A page is asked for by a name of ours (else: DNS rebinding), and changes something only from itself
(else: CSRF) with the PIN. A head has 5 s, a body as long and again for each 16 kB. One connection
too many costs the oldest of the host that has most. What another server might read differently is
no request: h11 is lenient in some of it.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Collection
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from firmware.web.auth import Pin
from firmware.web.hosts import HOST, is_address, network
from firmware.web.page import HEAD_BYTES, MOST_CONNECTIONS, PIECE_BYTES, Limits

_NO_HEAD = re.compile(
    rb"""[^\t\r\n\x20-\x7e] | (?<!\r)\n | \r[^\n]  # other bytes and ends of lines than a head has
    | \n[\t\ ] | \ntransfer-encoding:  # a folded line, a body whose length is open
    | \ncontent-length:[^\r]*,  | \ncontent-length:(?s:.*)\ncontent-length:  # two lengths""",
    re.IGNORECASE | re.VERBOSE,
)


def check_host(header: str, names: Collection[str]) -> None:
    """Refuse a Host that is neither an address nor localhost nor in `names`, at any port."""
    found = HOST.fullmatch(header)
    if found is None or not 0 < int(found[2] or 80) < 65_536:
        raise HTTPException(400, "The request does not say plainly whom it asks (Host).")
    if not (found[1].lower() in {*names, "localhost"} or is_address(found[1])):
        sentence = "Okanjo does not go by this name. Open it by its address, or add the name to"
        raise HTTPException(421, f"{sentence} names under [web] in its settings.")


def check_write(request: Request, kind: str) -> None:
    """Refuse what a page from elsewhere can send: another Origin, or a form's Content-Type."""
    headers, ours = request.headers, f"http://{request.headers['host']}".lower()
    site = headers.get("sec-fetch-site", "same-origin")
    if headers.get("origin", "").lower() != ours or site != "same-origin":
        raise HTTPException(403, f"This can only be done from the page itself (Origin: {ours}).")
    sent = headers.get("content-type", "").lower().replace(" ", "")
    if sent not in (kind, f"{kind};charset=utf-8"):
        raise HTTPException(415, f"Send it as Content-Type: {kind}.")


def session_of(request: Request, pin: Pin) -> int:
    """Return the number of the session whose token came along; refuse the request without one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    session = pin.session(token) if scheme == "Bearer" else None
    if session is None:
        raise HTTPException(401, "Give the PIN first; it is shown on the device.")
    return session


class Connection(H11Protocol):
    """One connection; `others` are all there are, the oldest first."""

    def __init__(
        self,
        config: Config,
        state: ServerState,
        limits: Limits,
        others: dict[Connection, None],
        log: Callable[[int, str, str, str], None],
    ) -> None:
        super().__init__(config=config, server_state=state, app_state={"connection": self})
        self._limits, self._others, self._log = limits, others, log
        self._head, self._head_ended = b"", False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # of an answer, one piece waits at most
        self.host = network(self.client[0]) if self.client else ""
        self._deadline = self.loop.call_later(self._limits.head_s, self._expire)
        self._others[self] = None
        if len(self._others) > MOST_CONNECTIONS:
            to_evict(self._others).refuse(503, "Too many are asking at once; try again.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._others.pop(self, None)
        self._deadline.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hand the head to h11 when it is whole and checked, and then whatever comes."""
        if self._head_ended:
            super().data_received(data)
            return
        seen = max(0, len(self._head) - 1)
        self._head += data
        head, end, _ = self._head.partition(b"\r\n\r\n")
        if len(head) > HEAD_BYTES:
            self.refuse(431, "The request's head is too long; open the page's plain address.")
        elif _NO_HEAD.search(head + end, 0 if end else seen):
            self.send_400_response()
        elif end:
            self._head_ended = True
            super().data_received(self._head)
            self._deadline.cancel()
            pieces = int(dict(self.headers or ()).get(b"content-length", 0)) / PIECE_BYTES
            self._deadline = self.loop.call_later(self._limits.body_s * (1 + pieces), self._expire)

    def send_400_response(self, msg: str = "") -> None:
        self.refuse(400, "This is no HTTP/1.1 request; open the page with http://.")

    def _expire(self) -> None:
        if not self._head:  # there is nothing to answer
            self.transport.abort()
        elif self.cycle is None or self.cycle.more_body:
            self.refuse(408, "The request took too long; ask again.")

    def refuse(self, status: int, sentence: str) -> None:
        """Answer with the sentence, unless an answer has begun, and hang up."""
        self._others.pop(self, None)
        if self.transport.is_closing() or (self.cycle and self.cycle.response_started):
            self.transport.abort()  # nothing of it stays, whether it is read or not
            return
        if self.cycle:
            self.cycle.disconnected = True
        first = self._head[:80].partition(b"\r")[0].decode("ascii", "backslashreplace")
        self._log(status, sentence, self.host, first)
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
        lines += [b"%b: %b" % header for header in self.server_state.default_headers]
        lines += [b"Content-Type: text/plain; charset=utf-8", b"", f"{sentence}\n".encode()]
        self.transport.write(b"\r\n".join(lines))
        self.transport.close()


def to_evict(connections: Collection[Connection]) -> Connection:
    """Choose the oldest of the host that has most; the oldest come first."""
    counts = Counter(one.host for one in connections)
    return max(connections, key=lambda one: counts[one.host])
