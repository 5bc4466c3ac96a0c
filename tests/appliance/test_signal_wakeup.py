"""A signal is handled at once, whatever moment it comes at: in sleep, or during a restart."""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.table_program import environ, settings
from support.waiting import until

from firmware.common.system.signals import signal_descriptor, signal_wakeup
from firmware.core.app.messages import Inbox, Restart, WakeUp


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    """Which is left at a signal, as by the program."""
    inbox = Inbox()
    former = signal.signal(signal.SIGUSR1, lambda number, frame: inbox.leave())
    yield inbox
    signal.signal(signal.SIGUSR1, former)


def sleeps() -> bool:
    """The main thread, in the kernel."""
    stat = Path(f"/proc/self/task/{os.getpid()}/stat").read_text()
    return stat.rpartition(")")[2].split()[0] == "S"


def test_a_signal_just_before_it_sleeps_is_seen_to_at_once(inbox: Inbox) -> None:
    def to_itself() -> None:
        """It does not disturb the main thread's sleep, like one that comes just before."""
        until(sleeps)
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)

    with signal_wakeup(lambda: inbox.put(WakeUp())):
        other = threading.Thread(target=to_itself)
        other.start()
        assert isinstance(inbox.get(60), WakeUp)
        until(lambda: inbox.leaving)
        other.join()


def test_a_signal_during_a_restart_is_not_lost(inbox: Inbox) -> None:
    def restore() -> bool:
        signal.raise_signal(signal.SIGUSR1)
        return True

    assert inbox.ends(Restart(restore))
    assert inbox.restarting  # nothing is saved any more: it would go to the new state
    assert not inbox.starts_again


# What `run` does until it starts again: no inbox takes a signal then.
ONE_RUN = """
import signal, sys
from firmware.core.journal.journal import Journal
from firmware.main import serve
from firmware.common.settings.load import load
settings = load(sys.argv[1])
journal = Journal(settings.state_folder)
status = serve(settings, journal, False)
print(status, signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)
"""


def test_between_two_runs_a_signal_ends_the_program_by_itself(tmp_path: Path) -> None:
    _, config = settings(tmp_path)
    program = [sys.executable, "-c", ONE_RUN, config]
    ended = subprocess.run(program, env=environ(tmp_path), input=b"", capture_output=True)
    assert ended.stdout.splitlines()[-1] == b"0 True"


def test_a_descriptor_tells_of_a_signal_that_does_nothing_else() -> None:
    came: list[int] = []
    former = signal.signal(signal.SIGUSR1, lambda number, frame: came.append(number))
    try:
        with signal_descriptor(signal.SIGUSR1) as descriptor:
            assert select.select([descriptor], [], [], 0)[0] == []
            signal.raise_signal(signal.SIGUSR1)
            assert select.select([descriptor], [], [], 60)[0] == [descriptor]
        assert came == []
        signal.raise_signal(signal.SIGUSR1)
        assert came == [signal.SIGUSR1]
    finally:
        signal.signal(signal.SIGUSR1, former)
