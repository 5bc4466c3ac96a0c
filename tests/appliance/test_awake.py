"""A signal is seen to at once, whatever moment it comes at: who sleeps is woken."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.web_site import until

from firmware.app.messages import Inbox, WakeUp
from firmware.system.signals import awake


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    """Which is to be left at a signal, as the program has it."""
    inbox = Inbox()
    former = signal.signal(signal.SIGUSR1, lambda number, frame: inbox.leave())
    yield inbox
    signal.signal(signal.SIGUSR1, former)


def sleeps() -> bool:
    """The main thread, in the kernel."""
    stat = Path(f"/proc/self/task/{os.getpid()}/stat").read_text()
    return stat.rpartition(")")[2].split()[0] == "S"


def signalled() -> threading.Thread:
    """A signal that does not disturb the main thread's sleep, as one that comes just before it."""

    def to_itself() -> None:
        until(sleeps)
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)

    thread = threading.Thread(target=to_itself)
    thread.start()
    return thread


def test_a_signal_just_before_it_sleeps_is_seen_to_at_once(inbox: Inbox) -> None:
    with awake(lambda: inbox.put(WakeUp())):
        other = signalled()
        assert isinstance(inbox.get(60), WakeUp)
        until(lambda: inbox.leaving)
        other.join()
