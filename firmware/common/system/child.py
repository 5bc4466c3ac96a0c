"""Run a part of this program in another process, which holds itself to its limits."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from subprocess import DEVNULL, Popen

NICE = 10


def command(module: str, *words: str) -> list[str]:
    """The words that run a module of ours: isolated if we are, with nothing from where we work."""
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-m", module, *words]


def start(module: str, errors: int | None = DEVNULL) -> tuple[socket.socket, Popen[bytes]]:
    """Run a module of ours with a socket to us for its standard input and output. `errors` is where
    its error output goes; None for where ours goes.
    """
    ours, its = socket.socketpair()
    with its:
        try:
            return ours, Popen(  # noqa: S603 - our own program
                command(module),
                stdin=its.fileno(),
                stdout=its.fileno(),
                stderr=errors,
                start_new_session=True,  # a Ctrl-C is not for it
            )
        except OSError:
            ours.close()
            raise


def limit(memory_bytes: int) -> None:
    """Have this process take no more address space than that, write no file, and make way for
    others: for who opens what others have sent.
    """
    import resource  # late: only such a process needs it

    make_way(memory_bytes)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def make_way(memory_bytes: int) -> None:
    """Have this process take no more address space than that, and make way for others."""
    import resource

    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write("1000")  # where memory runs out, it is this one that goes
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    with suppress(PermissionError):  # a unit may not, and has begun so
        os.setpriority(os.PRIO_PROCESS, 0, NICE)
