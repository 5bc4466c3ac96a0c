"""A port in, listening sockets out: those that systemd holds for us, else our own."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

FIRST_INHERITED = 3
MOST_INHERITED = 16
NEXT_PORTS = 10
ANYBODYS_PORT = 8080  # below 1024 a port may not be ours to take
BACKLOG = 1024  # who has not been accepted yet costs the kernel little, and us nothing
BUFFER_BYTES = 32_768  # what a connection may hold in the kernel, each way
UNHEARD_MS = 30_000  # a phone that left without a word is given up after that


def inherited(environment: Mapping[str, str]) -> list[socket.socket]:
    """What the service manager listens on in our place (sd_listen_fds(3)).

    Copies: the originals stay open, so that a program that starts itself anew finds them again,
    and nobody who asks meanwhile is refused.
    """
    count = environment.get("LISTEN_FDS", "")
    if environment.get("LISTEN_PID") != str(os.getpid()) or not count.isdigit():
        return []
    found = []
    for number in range(FIRST_INHERITED, FIRST_INHERITED + min(int(count), MOST_INHERITED)):
        with suppress(OSError):
            one = socket.socket(fileno=os.dup(number))
            found.append(_limited(one))
    return found


def own(port: int) -> list[socket.socket]:
    """On every address of both kinds, at the port or, where that is taken, one of the next."""
    ports = list(range(port, min(port + NEXT_PORTS, 65_536))) if port else [0]
    if 0 < port < 1024:
        ports += range(ANYBODYS_PORT, ANYBODYS_PORT + NEXT_PORTS)
    both = socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both else socket.AF_INET
    for one in ports:
        with suppress(OSError):
            address = ("", one)
            return [
                _limited(
                    socket.create_server(
                        address, family=family, backlog=BACKLOG, dualstack_ipv6=both
                    )
                )
            ]
    return []


def _limited(one: socket.socket) -> socket.socket:
    """Who is accepted has the same limits."""
    one.setblocking(False)
    with suppress(OSError):  # not every kind of socket has all of them
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
        # else the end of a state may wait 40 ms for the beginning's receipt
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
    return one
