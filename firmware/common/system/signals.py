"""Wake a sleeping thread, or a loop, at every signal.

Python notes a signal that comes just as the main thread goes to sleep, and runs its handler only
when that thread wakes: that may be hours later. Its wake-up descriptor tells of each at once.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def signal_wakeup(wake: Callable[[], None]) -> Iterator[None]:
    """Call `wake` after each signal, from a thread of its own. To be used in the main thread."""
    woken, waker = os.pipe()
    os.set_blocking(waker, False)

    def watch() -> None:
        while os.read(woken, 64):
            wake()

    watching = threading.Thread(target=watch, name="signals", daemon=True)
    former = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    watching.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(former)
        os.close(waker)
        watching.join()
        os.close(woken)


@contextmanager
def signal_descriptor(*signals: signal.Signals) -> Iterator[int]:
    """A descriptor that can be read as soon as one of these signals has come, which does nothing
    else meanwhile. To be used in the main thread.
    """
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    former_fd = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    former = {each: signal.signal(each, lambda number, frame: None) for each in signals}
    try:
        yield woken
    finally:
        for each, action in former.items():
            signal.signal(each, action)
        signal.set_wakeup_fd(former_fd)
        os.close(waker)
        os.close(woken)
