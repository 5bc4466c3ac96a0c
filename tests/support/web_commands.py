"""The commands that a page has begun, in processes of their own."""

import os
import select
import signal
import socket
from contextlib import suppress
from functools import partial
from pathlib import Path

from support.waiting import until
from support.web_site import caller


def held_up(port: int, asking: bytes) -> socket.socket:
    """Whoever asks for an errand, which has begun and does not come to its end."""
    while True:
        line = caller(port, asking)
        until(partial(_begun_or_done, line))
        if any(stopped(child) for child in children()):
            return line
        line.close()  # it was done before it could be stopped


def _begun_or_done(line: socket.socket) -> object:
    return children() or select.select([line], [], [], 0)[0]


def stopped(child: str) -> bool:
    """Stop it, and wait until it is; False when it has ended before."""

    def state() -> str:
        return Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]

    with suppress(OSError):
        os.kill(int(child), signal.SIGSTOP)
        until(lambda: state() in "TZX")
        return state() == "T"
    return False


def children(pid: int | str = "self", module: bytes = b"firmware") -> list[str]:
    """The errands of a process that are still under way."""
    return [pid for task in Path(f"/proc/{pid}/task").iterdir() for pid in _begun_by(task, module)]


def _begun_by(task: Path, module: bytes) -> list[str]:
    try:
        begun = (task / "children").read_text().split()
        return [pid for pid in begun if module in Path(f"/proc/{pid}/cmdline").read_bytes()]
    except OSError:  # one of them has just ended
        return []
