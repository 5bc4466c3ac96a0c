"""All parts running, from outside: memory, wake-ups and CPU at rest, CPU to a first scan."""

import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench.bench_figures import Figure
from bench.bench_process import (
    ROOT,
    check_scans,
    cpu_over_imports,
    disk_folder,
    ended_cpu_s,
    environ,
)
from support.dealt_evening import evening, label
from support.processes import rss_kb, status, wake_ups

STILL_S = 33.0  # from the last scan until no light moves any more
IDLE_S = 60.0  # once round whatever happens each minute


class Rest(NamedTuple):
    """What a program with all parts was seen to use."""

    scans: int
    mb: float
    threads: int
    switches: int
    cpu_s: float
    seconds: float


def _start(folder: str, *codes: str) -> subprocess.Popen[bytes]:
    os.makedirs(f"{folder}/input", exist_ok=True)
    return subprocess.Popen(
        [sys.executable, str(ROOT / "tests/bench/bench_child.py"), folder, *codes],
        stdin=subprocess.DEVNULL,  # a service: there is no desk
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environ(),
        cwd=ROOT,
    )


def _cpu_s(pid: int) -> float:
    """User and system, of all threads, to a nanosecond and not by the scheduler's ticks."""
    spent = 0.0
    for task in Path(f"/proc/{pid}/task").iterdir():
        spent += int((task / "schedstat").read_text().split()[0]) / 1e9
    return spent


@cache
def _rest() -> Rest:
    """After a whole evening's scans, over a minute in which nobody does anything."""
    with disk_folder() as folder:
        codes = [label(line).code for line in evening(0)]
        Path(f"{folder}/codes").write_text("\n".join(codes))
        child = _start(folder, f"{folder}/codes")
        assert child.stdout
        child.stdout.readline()
        mb = rss_kb(child.pid) / 1024
        time.sleep(STILL_S)
        before, cpu, begun = wake_ups(pid=child.pid), _cpu_s(child.pid), time.monotonic()
        time.sleep(IDLE_S)
        seconds = time.monotonic() - begun
        threads = status(child.pid)["Threads"]
        woken, spent = wake_ups(pid=child.pid) - before, _cpu_s(child.pid) - cpu
        child.terminate()
        child.communicate(timeout=20)
        check_scans(f"{folder}/okanjo", len(codes))
    return Rest(len(codes), mb, threads, woken, spent, seconds)


def rss() -> Figure:
    at_rest = _rest()
    note = f"after {at_rest.scans} scans, {at_rest.threads} threads, doubles included"
    return Figure("MB", at_rest.mb, None, 45, note)


def idle_wakeups() -> Figure:
    at_rest = _rest()
    note = f"{at_rest.switches} in {at_rest.seconds:.0f} s, swimming and dimming included"
    return Figure("1/s", at_rest.switches / at_rest.seconds, None, 0.2, note)


def idle_cpu() -> Figure:
    at_rest = _rest()
    note = f"{at_rest.cpu_s * 1000:.1f} ms in {at_rest.seconds:.0f} s"
    return Figure("%", 100 * at_rest.cpu_s / at_rest.seconds, None, 0.1, note)


def ready_cpu_ratio() -> Figure:
    """From the start until a scan would be taken."""
    return cpu_over_imports(lambda folder: ended_cpu_s(_start(folder)), 1.5)
