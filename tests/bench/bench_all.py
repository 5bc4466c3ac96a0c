"""All parts running, from outside: memory, wake-ups and CPU at rest, CPU to a first scan."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.bench_desk import BESIDE, RESTARTS, ROOT, _status, _switches, prepared
from bench.bench_evening import evening, label
from bench.bench_figures import Figure, WentWrong, p99

from firmware.journal.journal import Journal

DISK = os.getcwd()
STILL_S = 33.0  # from the last scan until no light moves any more
IDLE_S = 60.0  # once round whatever happens each minute
TICKS = os.sysconf("SC_CLK_TCK")


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
    environ = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.Popen(
        [sys.executable, str(ROOT / "tests/bench/bench_child.py"), folder, *codes],
        stdin=subprocess.DEVNULL,  # a service: there is no desk
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environ,
        cwd=ROOT,
    )


@contextmanager
def _folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(dir=DISK, prefix=".bench-") as folder:
        yield os.path.abspath(folder)


def _cpu_s(pid: int) -> float:
    """User and system, of all threads, to a nanosecond and not by the scheduler's ticks."""
    spent = 0.0
    for task in Path(f"/proc/{pid}/task").iterdir():
        spent += int((task / "schedstat").read_text().split()[0]) / 1e9
    return spent


@cache
def _rest() -> Rest:
    """After a whole evening's scans, over a minute in which nobody does anything."""
    with _folder() as folder:
        codes = [label(line).code for line in evening(0)]
        Path(f"{folder}/codes").write_text("\n".join(codes))
        child = _start(folder, f"{folder}/codes")
        assert child.stdout is not None
        child.stdout.readline()
        mb = int(_status(child.pid)["VmRSS"].split()[0]) / 1024
        time.sleep(STILL_S)
        before, cpu, begun = _switches(child.pid), _cpu_s(child.pid), time.monotonic()
        time.sleep(IDLE_S)
        seconds = time.monotonic() - begun
        rest = Rest(
            len(codes),
            mb,
            int(_status(child.pid)["Threads"]),
            _switches(child.pid) - before,
            _cpu_s(child.pid) - cpu,
            seconds,
        )
        child.terminate()
        child.communicate(timeout=20)
        journal = Journal(f"{folder}/okanjo")
        kept = journal.last_game()
        journal.close()
    if kept is None or len(kept.scans) != len(codes):
        raise WentWrong("the bench's own evening went wrong")
    return rest


def rss() -> Figure:
    rest = _rest()
    note = f"after {rest.scans} scans, {rest.threads} threads, doubles included"
    return Figure("MB", rest.mb, None, 45, note)


def idle_wakeups() -> Figure:
    rest = _rest()
    note = f"{rest.switches} in {rest.seconds:.0f} s, swimming and dimming included"
    return Figure("1/s", rest.switches / rest.seconds, None, 0.2, note)


def idle_cpu() -> Figure:
    rest = _rest()
    note = f"{rest.cpu_s * 1000:.1f} ms in {rest.seconds:.0f} s"
    return Figure("%", 100 * rest.cpu_s / rest.seconds, None, 0.1, note)


def ready_cpu_ratio() -> Figure:
    """From the start until a scan would be taken, into a game of 250 scans; beside the imports."""
    ours, beside = [], []
    with _folder() as folder:
        prepared(folder)
        for lap in range(RESTARTS + 1):
            ready = _ended_cpu_s(_start(folder))
            environ = {**os.environ}
            environ.pop("PYTHONDONTWRITEBYTECODE", None)
            imports = _ended_cpu_s(subprocess.Popen([sys.executable, "-c", BESIDE], env=environ))
            if lap:  # the first one only warms the caches of the disk
                ours.append(ready)
                beside.append(imports)
    ratios = [one / other for one, other in zip(ours, beside, strict=True)]
    note = f"{median(ours) * 1000:.0f} ms of CPU beside {median(beside) * 1000:.0f}"
    return Figure("ratio", median(ours) / median(beside), p99(ratios), 1.5, note)


def _ended_cpu_s(child: subprocess.Popen[bytes]) -> float:
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0
    if child.stdout is not None:
        child.stdout.close()
    return used.ru_utime + used.ru_stime
