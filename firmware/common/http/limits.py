"""A site's limits; light, as every start of the device imports them."""

from __future__ import annotations

from typing import NamedTuple

MOST_CONNECTIONS = 192  # of a device, as the next
MOST_LISTENERS = 64
HEAD_BYTES = 8192
PIECE_BYTES = 16_384  # of a request, that have to come in their time
SHORT_BODY = 16_384


class Limits(NamedTuple):
    """Seconds: for each piece of a request, until a caller is given up that does not read, between
    two signs for a listener that the site is still there, for a TLS handshake, and at the end for
    threads, until one that hangs is left behind. Then how many connections and listeners may be.
    """

    piece_s: float = 5.0
    unread_s: float = 30.0
    silent_s: float = 2.0
    handshake_s: float = 5.0
    end_s: float = 5.0
    connections: int = MOST_CONNECTIONS
    listeners: int = MOST_LISTENERS
