"""The whole program at a desk, from outside: CPU of a restart, memory, and wake-ups out."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from statistics import median

from bench.bench_evening import evening, label
from bench.bench_figures import Figure, WentWrong

from drivers.events import Reading
from engine.catalogue import games_of
from engine.games.omakase import CARD_TABLE
from firmware.app.loop import App
from firmware.journal.journal import Journal

BESIDE = "import evdev, sqlite3, PIL.Image"
RESTARTS = 15
IDLE_S = 25.0
SETTLED_S = 5.0  # interruptions, and whatever else ends after a scan, are over
ROWS, COLUMNS = 50, 140  # room for the picture in half blocks
PICTURE = "▀".encode()
ROOT = Path(__file__).parents[2]
DISK = os.getcwd()


def prepared(folder: str) -> str:
    """A state folder with a game of 250 scans in it."""
    state = os.path.join(folder, "okanjo")
    journal = Journal(state)
    app = App(journal, games_of(CARD_TABLE), [])
    for at, line in enumerate(evening(0)):
        app.take(Reading(label(line).code, "bench", 0, float(at), 3.0))
    last = journal.last_game()
    if last is None or len(last.scans) != len(evening(0)):
        raise WentWrong("the bench's own evening went wrong")
    journal.close()
    return folder


class Program:
    """A child with a terminal of its own."""

    def __init__(self, words: list[str], folder: str) -> None:
        self.terminal, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environ = {**os.environ, "XDG_STATE_HOME": folder, "TERM": "xterm-256color"}
        environ.pop("LC_ALL", None)
        environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed Okanjo is compiled, once
        self.child = subprocess.Popen(
            [sys.executable, *words],
            stdin=end,
            stdout=end,
            stderr=end,
            env={**environ, "LANG": "C.UTF-8"},
            cwd=ROOT,
            start_new_session=True,
        )
        os.close(end)
        self.written = b""

    def look(self, seconds: float) -> bool:
        """Take what it writes; False when nothing came in that time."""
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return False
        with suppress(OSError):
            self.written += os.read(self.terminal, 1 << 16)
        return True

    def wait_for(self, what: bytes) -> None:
        deadline = time.monotonic() + 30
        while what not in self.written:
            if time.monotonic() > deadline or self.child.poll() is not None:
                raise WentWrong(f"the desk did not show it: {self.written[-500:]!r}")
            self.look(0.5)

    def settle(self, seconds: float) -> None:
        """Go on reading until that long nothing more has come."""
        while self.look(seconds):
            pass

    def killed_cpu_s(self) -> float:
        """Kill it; the CPU it had used."""
        with suppress(ProcessLookupError):
            self.child.send_signal(signal.SIGKILL)
        return self.ended_cpu_s()

    def ended_cpu_s(self) -> float:
        """Wait for its end; the CPU it used, user and system."""
        _, status, used = os.wait4(self.child.pid, 0)
        self.child.returncode = os.waitstatus_to_exitcode(status)
        os.close(self.terminal)
        return used.ru_utime + used.ru_stime


@contextmanager
def _folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(dir=DISK, prefix=".bench-") as folder:
        yield os.path.abspath(folder)


def _desk(folder: str) -> Program:
    """A desk, ready: it shows its first picture."""
    config = Path(folder, "okanjo.toml")  # whatever is installed on this machine
    config.write_text(f'[state]\nfolder = "{folder}/okanjo"\n')
    desk = Program(["-m", "firmware", "--config", str(config), "run"], folder)
    desk.wait_for(PICTURE)
    return desk


def restart_cpu_ratio() -> Figure:
    """A restart into a game of 250 scans until it shows, beside three imports, in turns."""
    ours, beside = [], []
    with _folder() as folder:
        prepared(folder)
        for lap in range(RESTARTS + 1):
            desk = _desk(folder).killed_cpu_s()
            imports = Program(["-c", BESIDE], folder).ended_cpu_s()
            if lap:  # the first one only warms the caches of the disk
                ours.append(desk)
                beside.append(imports)
    note = f"{median(ours) * 1000:.0f} ms of CPU beside {median(beside) * 1000:.0f}"
    return Figure("ratio", median(ours) / median(beside), None, 3.5, note)


def _evening_at(desk: Program) -> None:
    """Type a whole evening; each scan is answered before the next."""
    for number, line in zip(count(1), evening(1), strict=False):
        os.write(desk.terminal, f"{label(line).code}\r".encode())
        while desk.look(0.05 if number % 50 else 0.5):
            pass


def rss() -> Figure:
    """Resident memory after an evening's scans."""
    with _folder() as folder:
        desk = _desk(folder)
        _evening_at(desk)
        status = _status(desk.child.pid)
        desk.killed_cpu_s()
        kept = Journal(os.path.join(folder, "okanjo")).last_game()
        if kept is None or len(kept.scans) != len(evening(1)):
            raise WentWrong("the desk did not take the evening's scans")
    note = f"after {len(kept.scans)} scans"
    return Figure("MB", int(status["VmRSS"].split()[0]) / 1024, None, 60, note)


def idle_wakeups() -> Figure:
    """Context switches of all threads while nobody does anything, after an evening's scans."""
    with _folder() as folder:
        desk = _desk(folder)
        for line in evening(1)[:20]:
            os.write(desk.terminal, f"{label(line).code}\r".encode())
            desk.settle(0.1)
        desk.settle(SETTLED_S)
        before, begun = _switches(desk.child.pid), time.monotonic()
        while time.monotonic() - begun < IDLE_S:
            desk.look(IDLE_S - (time.monotonic() - begun))
        switches = _switches(desk.child.pid) - before
        seconds = time.monotonic() - begun
        desk.killed_cpu_s()
    note = f"{switches} in {seconds:.0f} s"
    return Figure("1/s", switches / seconds, None, 0.2, note)


def _status(pid: int) -> dict[str, str]:
    return _fields(Path(f"/proc/{pid}/status"))


def _fields(path: Path) -> dict[str, str]:
    lines = (line.partition(":") for line in path.read_text().splitlines())
    return {name: value.strip() for name, _, value in lines}


def _switches(pid: int) -> int:
    return sum(
        int(_fields(task / "status")[kind])
        for task in Path(f"/proc/{pid}/task").iterdir()
        for kind in ("voluntary_ctxt_switches", "nonvoluntary_ctxt_switches")
    )
