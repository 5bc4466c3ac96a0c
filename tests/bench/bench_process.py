"""Processes from outside: their memory, their wake-ups, their CPU."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.bench_figures import Figure, WentWrong, ratio
from support.dealt_evening import evening, label

from drivers.events import Reading
from engine.catalogue import games_of
from engine.games.omakase import CARD_TABLE
from firmware.core.app.loop import App
from firmware.core.journal.journal import Journal

ROOT = Path(__file__).parents[2]
BESIDE = "import evdev, sqlite3, PIL.Image"
RESTARTS = 15


@contextmanager
def disk_folder() -> Iterator[str]:
    """A folder on a disk; the one for temporary files may be memory."""
    with tempfile.TemporaryDirectory(dir=os.getcwd(), prefix=".bench-") as folder:
        yield os.path.abspath(folder)


def environ(**more: str) -> dict[str, str]:
    """What an installed Okanjo sees, which is compiled once."""
    around = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}", **more}
    around.pop("PYTHONDONTWRITEBYTECODE", None)
    return around


def ended_cpu_s(child: subprocess.Popen[bytes]) -> float:
    """Wait for its end; the CPU it used, user and system."""
    _, ended, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(ended)
    if child.stdout is not None:
        child.stdout.close()
    return used.ru_utime + used.ru_stime


def cpu_over_imports(start: Callable[[str], float], goal: float) -> Figure:
    """CPU of a start into a game of 250 scans, beside that of three imports, in turns."""
    ours, beside = [], []
    with disk_folder() as folder:
        _play(os.path.join(folder, "okanjo"))
        for lap in range(RESTARTS + 1):
            started = start(folder)
            words = [sys.executable, "-c", BESIDE]
            imports = ended_cpu_s(subprocess.Popen(words, env=environ()))
            if lap:  # the first one only warms the caches of the disk
                ours.append(started)
                beside.append(imports)
    return ratio(ours, beside, goal, "s of CPU")


def _play(state: str) -> None:
    journal = Journal(state)
    app = App(journal, games_of(CARD_TABLE), [])
    for number, line in enumerate(evening(0)):
        app.take(Reading(label(line).code, "bench", 0, float(number), 3.0))
    journal.close()
    check_scans(state, len(evening(0)))


def check_scans(state: str, count: int) -> None:
    """Raise WentWrong unless a state folder holds that many scans."""
    journal = Journal(state)
    last = journal.last_game()
    journal.close()
    if last is None or len(last.scans) != count:
        raise WentWrong("the bench's own evening went wrong")
