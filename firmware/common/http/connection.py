"""Who may ask, for what and for how long: what uvicorn and Starlette do not check.

A page is asked for by this device's name (else: DNS rebinding), and changes something only from
itself (else: CSRF) with the PIN. An unfinished request must bring 16 kB every 5 s, or its
connection is closed. Of too many connections, the oldest of the host that has most is closed. What
another server might read differently is refused: h11 is lenient in some of it.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Collection, Mapping
from ipaddress import ip_address, ip_network

from uvicorn.protocols.http.h11_impl import H11Protocol

from firmware.common.facts.requests import NotServed, NotServedCase
from firmware.common.http.hosts import is_address
from firmware.common.http.limits import HEAD_BYTES, PIECE_BYTES
from firmware.common.http.refused import RequestRefused

# Lines of printable ASCII, none of them folded; the last one may be incomplete.
_LINES = re.compile(rb"(?:[!-~][\t -~]*\r\n)*(?:[!-~][\t -~]*)?\r?")
_REQUEST_LINE = re.compile(rb"[!-~]+ [!-~]+ HTTP/1\.[01]")
# A body whose length is open, or what may be read in two ways: what is decided by, twice.
_UNCLEAR = re.compile(
    rb"(?is)\n(?:transfer-encoding:|content-length:[^\r]*,"
    rb"|(content-length|content-type|origin|sec-fetch-site):.*\n\1:)"
)


def check_host(header: str, names: Collection[str]) -> None:
    """Refuse a Host that is neither an address nor localhost nor in `names`, at any port."""
    name = re.sub(":[0-9]{1,5}$", "", header).lower()
    if not (name in names or name == "localhost" or is_address(name)):
        raise RequestRefused(421, NotServed("unknown-name"))


def check_origin(headers: Mapping[str, str], scheme: str) -> None:
    """Refuse what a page from elsewhere sends."""
    ours = f"{scheme}://{headers['host']}".lower()
    site = headers.get("sec-fetch-site", "same-origin")
    if headers.get("origin", "").lower() != ours or site != "same-origin":
        raise RequestRefused(403, NotServed("other-site", origin=ours))


def network(address: str) -> str:
    """What counts as one host: an IPv4 address, or a /64 of IPv6, as anybody has 2**64 of these."""
    address = address.removeprefix("::ffff:").partition("%")[0]
    return str(ip_network((address, 64), strict=False)) if ":" in address else address


def are_neighbours(address: str, here: str) -> bool:
    """Whether an address can be of the network of `here`, our end of that connection: no router of
    the internet brings a private one, and a /64 of IPv6 is one network.
    """
    ip = ip_address(address.removeprefix("::ffff:").partition("%")[0])
    return ip.is_private or ip.is_link_local or network(address) == network(here)


class Connection(H11Protocol):
    """One connection, and the request it brings; `app_state` has the site's `limits`, and `log`,
    which gives why something is refused as a sentence.
    """

    connections: set[Connection]  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # of an answer, one piece waits at most; asyncio under TLS takes 0 for always too much
        transport.set_write_buffer_limits(high=1)
        self.address = self.client[0] if self.client else ""
        self.host = network(self.address)
        self.app_state = {**self.app_state, "connection": self}
        self.since, self._came = self.loop.time(), PIECE_BYTES
        self._check_progress()  # the time for the first piece begins
        if len(self.connections) > self.app_state["limits"].connections:
            to_evict(self.connections).hang_up(503, "too-many-requests")

    def connection_lost(self, exc: Exception | None) -> None:
        self._check.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hand it to h11, a head only as far as it is right."""
        self._came += len(data)
        head = b"" if self.scope else self.conn.trailing_data[0] + data
        if _is_right(head):
            super().data_received(data)
        else:
            self.send_400_response("")

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, whatever uvicorn would say of it."""
        sentence = self.app_state["log"](400, NotServed("not-http"), self.host)
        super().send_400_response(f"{sentence}\n")

    def _check_progress(self) -> None:
        """Hang up if the request is neither whole nor has moved along."""
        if self.cycle is None or self.cycle.more_body:
            if self._came < PIECE_BYTES and not self.flow.read_paused:
                self.hang_up(408, "too-slow")
            self._came = 0
            self._check = self.loop.call_later(
                self.app_state["limits"].piece_s, self._check_progress
            )

    def hang_up(self, status: int, case: NotServedCase) -> None:
        """Close the connection at once, with all that waits to be sent."""
        self.connections.discard(self)
        self.app_state["log"](status, NotServed(case), self.host)
        self.transport.abort()


def _is_right(begun: bytes) -> bool:
    """Whether a head can be read in one way only, as far as it has come."""
    head = begun.partition(b"\r\n\r\n")[0]
    first, is_whole, _ = begun.partition(b"\r\n")
    if len(head) > HEAD_BYTES or (is_whole and not _REQUEST_LINE.fullmatch(first)):
        return False
    return bool(_LINES.fullmatch(head)) and not _UNCLEAR.search(head)


def to_evict(connections: Collection[Connection]) -> Connection:
    """Choose the oldest of the host that has most."""
    counts = Counter(connection.host for connection in connections)
    return min(connections, key=lambda connection: (-counts[connection.host], connection.since))
