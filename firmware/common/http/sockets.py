"""Listening sockets: those passed by systemd, or new ones."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

FIRST_INHERITED = 3
NEXT_PORTS = 10
ANYBODYS_PORT = 8080  # below 1024 a port may not be ours to take
BUFFER_BYTES = 32_768  # in the kernel, each way
BACKLOG = 1024  # a waiting connection costs the kernel little, and this program nothing
AT_A_TIME = 16  # accepted in one go: as many as are there are served in between


def inherited(environment: Mapping[str, str]) -> list[socket.socket]:
    """What the service manager listens on in our place (sd_listen_fds(3)).

    Copies: the originals stay open, so that a program that starts itself anew finds them again,
    and nobody who asks meanwhile is refused.
    """
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return []
    numbers = range(FIRST_INHERITED, FIRST_INHERITED + int(environment["LISTEN_FDS"]))
    listeners = [socket.socket(fileno=os.dup(number)) for number in numbers]
    for listener in listeners:
        listener.setblocking(False)
    return listeners


def limit(listening: socket.socket, unread_s: float) -> None:
    """Limit what an accepted connection may hold, and for how long its caller may not read."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(unread_s * 1000))


def own(port: int) -> list[socket.socket]:
    """Listen on all addresses, at the port or, where it is taken, at one of the next."""
    ports = [*range(port, min(port + NEXT_PORTS, 65_536))] if port else [0]
    if 0 < port < 1024:
        ports += range(ANYBODYS_PORT, ANYBODYS_PORT + NEXT_PORTS)
    both = socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both else socket.AF_INET
    for candidate in ports:
        with suppress(OSError):
            listener = socket.create_server(("", candidate), family=family, dualstack_ipv6=both)
            listener.setblocking(False)
            return [listener]
    return []
