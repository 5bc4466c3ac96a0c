"""Waiting for what another thread or process does, and a port for it."""

import socket
import time
from collections.abc import Callable
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
    """A port that nobody has now; the program looks further if somebody takes it."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return min(line.getsockname()[1], 65_500)
