"""A folder in, the control socket in it out: where it may be, who holds it, and how it is bound."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from socket import socket

SOCKET = "control"
SYSTEM_FOLDER = "/run/okanjo"
BACKLOG = 64


def folders(state_folder: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Where the socket may be, best first."""
    given = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return list(dict.fromkeys(one for one in (given, SYSTEM_FOLDER, state_folder) if one))


@contextmanager
def address(folder: str) -> Iterator[str]:
    """The socket's path, by way of the open folder: a path of a socket has 107 bytes at most."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)


def inode(folder: str) -> tuple[int, int] | None:
    """Which file the socket's name stands for."""
    try:
        found = os.lstat(os.path.join(folder, SOCKET))
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_held(path: str) -> bool:
    """Whether another program listens there; what a program that is gone has left is removed."""
    import socket

    try:
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            return True  # somebody's file: it is not ours to remove
    except FileNotFoundError:
        return False
    with socket.socket(socket.AF_UNIX) as line:
        line.setblocking(False)
        try:
            line.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
            return False
        except OSError:  # its queue is full, or it is not for us
            return True
    return True


def bound(path: str) -> socket:
    import socket

    line = socket.socket(socket.AF_UNIX)
    try:
        os.fchmod(line.fileno(), 0o600)  # before it has a name: it is never open to others
        line.bind(path)
        line.listen(BACKLOG)
        line.setblocking(False)
    except BaseException:
        line.close()
        raise
    return line
