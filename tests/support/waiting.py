"""Waiting for what another thread or process does, and a port for it."""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom
from typing import TypeVar

DEADLINE_S = 90.0  # against hanging: how busy a machine is, is not tested
T = TypeVar("T")


def until(true: Callable[[], T], why: str = "waited in vain", within_s: float = DEADLINE_S) -> T:
    """Wait for a condition, not for a time; give what it gives."""
    end, pause_s = time.monotonic() + within_s, 0.0005
    while not (found := true()):
        assert time.monotonic() < end, why
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, 0.01)
    return found


def free_port() -> int:
    """A port that nobody has now, and that the kernel gives no caller either meanwhile."""
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as line, suppress(OSError):
            line.bind(("127.0.0.1", port))
            return port
