"""Who may ask, for what and for how long: what uvicorn and Starlette do not check.

A page is asked for by a name of ours (else: DNS rebinding), and changes something only from itself
(else: CSRF) with the PIN. A request that is not whole brings 16 kB every 5 s, or is hung up on. One
connection too many costs the oldest of the host that has most. What another server might read
differently is no request: h11 is lenient in some of it.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Collection
from ipaddress import ip_network

from starlette.exceptions import HTTPException
from starlette.requests import Request
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from firmware.app.pin import Pin
from firmware.web.hosts import is_address
from firmware.web.page import HEAD_BYTES, MOST_CONNECTIONS, PIECE_BYTES

# Lines of printable ASCII, none of them folded; the last may not be there whole.
_LINES = re.compile(rb"(?:[!-~][\t -~]*\r\n)*(?:[!-~][\t -~]*)?\r?")
# A body whose length is open, or may be read in two ways.
_LENGTHS = re.compile(rb"(?is)\n(transfer-encoding:|content-length:([^\r]*,|.*\ncontent-length:))")


def check_host(header: str, names: Collection[str]) -> None:
    """Refuse a Host that is neither an address nor localhost nor in `names`, at any port."""
    name = re.sub(":[0-9]{1,5}$", "", header).lower()
    if not (name in names or name == "localhost" or is_address(name)):
        sentence = "Okanjo does not go by this name. Open it by its address, or add the name to"
        raise HTTPException(421, f"{sentence} names under [web] in its settings.")


def check_write(request: Request, kind: str) -> None:
    """Refuse what a page from elsewhere can send: another Origin, or a form's Content-Type."""
    headers, ours = request.headers, f"http://{request.headers['host']}".lower()
    site = headers.get("sec-fetch-site", "same-origin")
    if headers.get("origin", "").lower() != ours or site != "same-origin":
        raise HTTPException(403, f"This can only be done from the page itself (Origin: {ours}).")
    if headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise HTTPException(415, f"Send it as Content-Type: {kind}.")


def session_of(request: Request, pin: Pin) -> str:
    """Return the name of the session whose token came along; refuse the request without one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    session = pin.session(token) if scheme == "Bearer" else None
    if session is None:
        raise HTTPException(401, "Give the PIN first; it is shown on the device.")
    return session


def network(address: str) -> str:
    """Whose an address is: one of IPv4 is a host's; of IPv6 everybody has 2**64 to choose from."""
    address = address.removeprefix("::ffff:").partition("%")[0]
    return str(ip_network((address, 64), strict=False)) if ":" in address else address


class Common(ServerState):
    """What all connections have in common; `open` are all there are, the oldest first."""

    def __init__(self, piece_s: float, log: Callable[[int, str, str], None]) -> None:
        super().__init__()
        self.piece_s, self.log = piece_s, log
        self.open: dict[Connection, None] = {}


class Connection(H11Protocol):
    """One connection, and the request it brings."""

    def __init__(self, config: Config, common: Common) -> None:
        super().__init__(config=config, server_state=common, app_state={"connection": self})
        self._common, self._came = common, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # of an answer, one piece waits at most
        self.host = network(self.client[0]) if self.client else ""
        self._check = self.loop.call_later(self._common.piece_s, self._check_progress)
        self._common.open[self] = None
        if len(self._common.open) > MOST_CONNECTIONS:
            to_evict(self._common.open).hang_up(503, "Too many are asking at once.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._common.open.pop(self, None)
        self._check.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hand it to h11, a head only as far as it is right."""
        self._came += len(data)
        head = b"" if self.scope else self.conn.trailing_data[0] + data
        head = head.partition(b"\r\n\r\n")[0]
        if len(head) > HEAD_BYTES or not _LINES.fullmatch(head) or _LENGTHS.search(head):
            self.send_400_response()
        else:
            super().data_received(data)

    def send_400_response(self, msg: str = "") -> None:
        sentence = "This is no HTTP/1.1 request; open the page's plain address with http://."
        self._common.log(400, sentence, self.host)
        super().send_400_response(f"{sentence}\n")

    def _check_progress(self) -> None:
        """Hang up if the request is neither whole nor has moved along."""
        if self.cycle is None or self.cycle.more_body:
            if self._came < PIECE_BYTES and not self.flow.read_paused:
                self.hang_up(408, "The request took too long.")
            self._came = 0
            self._check = self.loop.call_later(self._common.piece_s, self._check_progress)

    def hang_up(self, status: int, sentence: str) -> None:
        """Whatever was sent, and whether it is read or not, nothing of it stays."""
        self._common.open.pop(self, None)
        self._common.log(status, sentence, self.host)
        self.transport.abort()


def to_evict(connections: Collection[Connection]) -> Connection:
    """Choose the oldest of the host that has most; the oldest come first."""
    counts = Counter(one.host for one in connections)
    return max(connections, key=lambda one: counts[one.host])
