"""The whole program at a desk, from outside: CPU of a restart, memory, and wake-ups out."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from bench.bench_figures import Figure, WentWrong
from bench.bench_process import (
    ROOT,
    check_scans,
    cpu_over_imports,
    disk_folder,
    ended_cpu_s,
    environ,
)
from support.dealt_evening import evening, label
from support.processes import rss_kb, wake_ups

IDLE_S = 25.0
SETTLED_S = 5.0  # interruptions, and whatever else ends after a scan, are over
ROWS, COLUMNS = 50, 140  # room for the picture in half blocks
PICTURE = "▀".encode()


class Desk:
    """The program on a terminal of its own, ready: it shows its first picture."""

    def __init__(self, folder: str) -> None:
        config = Path(folder, "okanjo.toml")  # whatever is installed on this machine
        config.write_text(f'[state]\nfolder = "{folder}/okanjo"\n')
        self.terminal, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        around = environ(XDG_STATE_HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8")
        self.child = subprocess.Popen(
            [sys.executable, "-m", "firmware", "--config", str(config), "run"],
            stdin=end,
            stdout=end,
            stderr=end,
            env=around,
            cwd=ROOT,
            start_new_session=True,
        )
        os.close(end)
        self._written = b""
        deadline = time.monotonic() + 30
        while PICTURE not in self._written:
            if time.monotonic() > deadline or self.child.poll() is not None:
                raise WentWrong(f"the desk did not show it: {self._written[-500:]!r}")
            self.look(0.5)

    def look(self, seconds: float) -> bool:
        """Take what it writes; False when nothing came in that time."""
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return False
        with suppress(OSError):
            self._written += os.read(self.terminal, 1 << 16)
        return True

    def settle(self, seconds: float) -> None:
        """Go on reading until that long nothing more has come."""
        while self.look(seconds):
            pass

    def type(self, line: str) -> None:
        os.write(self.terminal, f"{label(line).code}\r".encode())

    def killed_cpu_s(self) -> float:
        """Kill it; the CPU it had used."""
        self.child.kill()
        used = ended_cpu_s(self.child)
        os.close(self.terminal)
        return used


def restart_cpu_ratio() -> Figure:
    """A restart until it shows."""
    return cpu_over_imports(lambda folder: Desk(folder).killed_cpu_s(), 3.5)


def rss() -> Figure:
    """Resident memory after an evening's scans; each is answered before the next."""
    with disk_folder() as folder:
        desk = Desk(folder)
        for number, line in zip(count(1), evening(1), strict=False):
            desk.type(line)
            desk.settle(0.05 if number % 50 else 0.5)
        mb = rss_kb(desk.child.pid) / 1024
        desk.killed_cpu_s()
        check_scans(f"{folder}/okanjo", len(evening(1)))
    return Figure("MB", mb, None, 60, f"after {len(evening(1))} scans")


def idle_wakeups() -> Figure:
    """While nobody does anything, after an evening's scans."""
    with disk_folder() as folder:
        desk = Desk(folder)
        for line in evening(1)[:20]:
            desk.type(line)
            desk.settle(0.1)
        desk.settle(SETTLED_S)
        before, begun = wake_ups(pid=desk.child.pid), time.monotonic()
        while time.monotonic() - begun < IDLE_S:
            desk.look(IDLE_S - (time.monotonic() - begun))
        woken = wake_ups(pid=desk.child.pid) - before
        seconds = time.monotonic() - begun
        desk.killed_cpu_s()
    return Figure("1/s", woken / seconds, None, 0.2, f"{woken} in {seconds:.0f} s")
