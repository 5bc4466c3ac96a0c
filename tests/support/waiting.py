"""Waiting for what another thread or process does, and a port for it."""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom
from typing import TypeVar

DEADLINE_S = 90.0  # against hanging: how busy a machine is, is not tested
T = TypeVar("T")


def until(
    true: Callable[[], T | None], why: str = "waited in vain", within_s: float = DEADLINE_S
) -> T:
    """Wait for a condition, not for a time; give what it gives.

    A look that takes long, as one by a command does, leaves the machine as long to what it is for.
    """
    looked_at, pause_s = time.monotonic(), 0.0005
    end = looked_at + within_s
    while not (result := true()):
        now = time.monotonic()
        assert now < end, why
        time.sleep(max(pause_s, 2 * (now - looked_at)))
        looked_at, pause_s = time.monotonic(), min(2 * pause_s, 0.01)
    return result


def free_port() -> int:
    """A port that nobody has now, and that the kernel gives no caller either meanwhile."""
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as line, suppress(OSError):
            line.bind(("127.0.0.1", port))
            return port
