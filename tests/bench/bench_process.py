"""Processes from outside: their memory, their wake-ups, their CPU."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench.bench_figures import Figure, WentWrong, p99
from support.dealt_evening import evening, label

from drivers.events import Reading
from engine.catalogue import games_of
from engine.games.omakase import CARD_TABLE
from firmware.app.loop import App
from firmware.journal.journal import Journal

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


def status(path: Path) -> dict[str, int]:
    """The numbers in a `status` file of /proc."""
    lines = (line.partition(":") for line in path.read_text().splitlines())
    words = {name: value.split() for name, _, value in lines}
    return {name: int(value[0]) for name, value in words.items() if value and value[0].isdigit()}


def rss_mb(pid: int) -> float:
    return status(Path(f"/proc/{pid}/status"))["VmRSS"] / 1024


def switches(pid: int) -> int:
    """Context switches of all threads."""
    return sum(
        number
        for task in Path(f"/proc/{pid}/task").iterdir()
        for name, number in status(task / "status").items()
        if name.endswith("voluntary_ctxt_switches")
    )


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
    ratios = [one / other for one, other in zip(ours, beside, strict=True)]
    note = f"{median(ours) * 1000:.0f} ms of CPU beside {median(beside) * 1000:.0f}"
    return Figure("ratio", median(ours) / median(beside), p99(ratios), goal, note)


def _play(state: str) -> None:
    journal = Journal(state)
    app = App(journal, games_of(CARD_TABLE), [])
    for at, line in enumerate(evening(0)):
        app.take(Reading(label(line).code, "bench", 0, float(at), 3.0))
    journal.close()
    check_scans(state, len(evening(0)))


def check_scans(state: str, count: int) -> None:
    """Raise WentWrong unless a state folder holds that many scans."""
    journal = Journal(state)
    last = journal.last_game()
    journal.close()
    if last is None or len(last.scans) != count:
        raise WentWrong("the bench's own evening went wrong")
