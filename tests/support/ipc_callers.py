"""Callers of the program's socket, well-behaved or not."""

import socket
from contextlib import suppress
from pathlib import Path

from support.waiting import DEADLINE_S

from firmware.common.ipc.socket_path import address


def listening(folder: Path) -> bool:
    """Return whether a program answers there."""
    with suppress(OSError):
        return reply(folder, b"\n") != b""
    return False


def caller(folder: Path) -> socket.socket:
    """Connect, and say nothing yet."""
    line = socket.socket(socket.AF_UNIX)
    try:
        with address(str(folder)) as path:
            line.connect(path)  # waits while the queue is full, as with a timeout it would not
        line.settimeout(DEADLINE_S)
    except BaseException:
        line.close()
        raise
    return line


def reply(folder: Path, words: bytes) -> bytes:
    """Return what comes back for some bytes; what is cut off by a reset counts as nothing."""
    with caller(folder) as line:
        with suppress(OSError):
            line.sendall(words)
            line.shutdown(socket.SHUT_WR)
        heard = b""
        with suppress(ConnectionResetError):
            while chunk := line.recv(65536):
                heard += chunk
        return heard
