"""Where the socket of the running program lies, how it is bound there, and what passes by it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from firmware.common.system.systemd import runtime_folder

SOCKET = "socket"
SYSTEM_FOLDER = "/run/okanjo"
Words = Mapping[str, Any]  # a JSON object: each question, and its answer, has keys of its own


def folders(state_folder: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the folders where the socket may lie, best first."""
    own = runtime_folder(environment)
    return list(dict.fromkeys(folder for folder in (own, SYSTEM_FOLDER, state_folder) if folder))


@contextmanager
def address(folder: str) -> Iterator[str]:
    """The socket's path, by way of the open folder: a path of a socket has 107 bytes at most."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)


def bind(folder: str) -> socket.socket:
    """Listen for this user's programs; OSError where another program listens already."""
    with address(folder) as path, socket.socket(socket.AF_UNIX) as line:
        line.settimeout(1)
        with suppress(FileNotFoundError):
            try:
                line.connect(path)
            except ConnectionRefusedError:  # left by a program that was killed
                os.unlink(path)
        os.fchmod(line.fileno(), 0o600)  # before it has a name: it is never open to others
        line.bind(path)
        line.listen()
        line.settimeout(None)
        return line.dup()
