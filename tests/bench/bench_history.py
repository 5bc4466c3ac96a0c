"""/history with 10,000 games behind it, beside one with 100: CPU time, as other work counts for
nothing. The journals are real ones, made by `support/history_made.py`.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from bench.bench_figures import Figure, WentWrong, figure, p99, ratio
from bench.bench_process import disk_folder, environ
from bench.bench_scan import extra
from support.history_made import TITLES, evenings, journal
from support.table_app import GAMES

from firmware.common.system.state_dir import KEPT_FILE
from firmware.interfaces.web.pages.history.people import people
from firmware.interfaces.web.pages.history.view import view
from firmware.records.history.async_reader import History
from firmware.records.history.kept_file import command
from firmware.records.history.reader import NOW
from firmware.records.history.statistics import Chosen

FEW, MANY = 100, 10_000
LAPS, STARTS, EVENINGS = 60, 15, 10
FILE_ENV = environ()
# A process that was forked off a large one begins with its peak: so one between is small.
MEASURED = """import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)"""
GROWN = """import os, sys
from bench.bench_history import opened_in
from support.processes import rss_kb
opened_in(sys.argv[1])
before = rss_kb(os.getpid())
history = opened_in(sys.argv[2])
print(rss_kb(os.getpid()) - before)"""


@contextmanager
def _journals(*counts: int) -> Iterator[list[str]]:
    """State folders with so many games, each with its file."""
    with disk_folder() as disk, TemporaryDirectory(dir=disk) as folder:
        folders = []
        for count in counts:
            folders.append(str(journal(Path(folder) / str(count), evenings(count, left=0.01))))
            _read_all(folders[-1])
        yield folders


def _read_all(folder: str) -> tuple[float, float]:
    """CPU seconds and the most MB of the process that makes the file."""
    Path(folder, KEPT_FILE).unlink(missing_ok=True)
    words = [sys.executable, "-c", MEASURED, *command(folder, GAMES)]
    told = subprocess.run(words, env=FILE_ENV, check=True, stdout=subprocess.PIPE).stdout
    if not Path(folder, KEPT_FILE).exists():
        raise WentWrong("no file was made")
    cpu_s, kb = map(float, told.split())
    return cpu_s, kb / 1024


async def _opened(history: History) -> str:
    """What the page asks for when it opens."""
    now = await history.find(NOW, GAMES)
    sums = await history.sums(GAMES)
    kept = await history.kept(GAMES)
    return json.dumps(view(kept, sums, now, Chosen(), 1, TITLES))


def _cpu_ms(do: Callable[[], object]) -> float:
    begun = process_time()
    do()
    return (process_time() - begun) * 1000


async def _beside(few: str, many: str) -> tuple[list[float], list[float]]:
    histories = History(few), History(many)
    laps: tuple[list[float], list[float]] = [], []
    for lap in range(LAPS + 2):
        for history, own in zip(histories, laps, strict=True):
            begun = process_time()
            await _opened(history)
            if lap > 1:
                own.append((process_time() - begun) * 1000)
    return laps


def opens() -> Figure:
    """Opened again and again, in turns."""
    with _journals(FEW, MANY) as (few, many):
        small, large = asyncio.run(_beside(few, many))
    return ratio(large, small, 1.2, "ms")


def opens_first() -> Figure:
    """The first time after a start: what is kept is loaded, and compared with the journal."""
    small, large = list[float](), list[float]()
    with _journals(FEW, MANY) as (few, many):
        for _ in range(STARTS):
            small.append(_cpu_ms(lambda: asyncio.run(_opened(History(few)))))
            large.append(_cpu_ms(lambda: asyncio.run(_opened(History(many)))))
    extra = [own - other for own, other in zip(large, small, strict=True)]
    note = f"{median(large):.1f} beside {median(small):.1f} ms, {STARTS} laps"
    return Figure("ms", median(extra), p99(extra), 100, note, baseline=median(small))


def peoples_figures() -> Figure:
    """One player's, and how all compare."""
    laps = []
    with _journals(MANY) as (many,):
        kept = asyncio.run(History(many).rated(GAMES))
        for name in [*sorted(kept.names())] * 4:
            laps.append(_cpu_ms(lambda name=name: people(kept, name, TITLES)))  # type: ignore[misc]
            laps.append(_cpu_ms(lambda: people(kept, "", TITLES)))
    measured = figure("ms", laps, 300)
    return measured._replace(tail_within=max(laps) <= 300)


@cache
def _reading() -> tuple[float, float]:
    with _journals(MANY) as (many,):
        return _read_all(many)


def reading() -> Figure:
    """All games read and all players rated, where there is no file: in a process that ends."""
    cpu_s, mb = _reading()
    return Figure("s", cpu_s, None, 6, f"of CPU; {mb:.0f} MB in the process that ends")


def opened_in(folder: str) -> History:
    """The history of a folder, after somebody has looked."""
    history = History(folder)
    asyncio.run(_opened(history))
    return history


def rss() -> Figure:
    """What stays in the service's memory."""
    with _journals(FEW, MANY) as folders:
        words = [sys.executable, "-c", GROWN, *folders]
        told = subprocess.run(words, env=FILE_ENV, check=True, stdout=subprocess.PIPE).stdout
        size = Path(folders[1], KEPT_FILE).stat().st_size / 1e6
    note = f"more than with {FEW} games; the file has {size:.1f} MB"
    return Figure("MB", int(told) / 1024, None, 24, note)


def acknowledge_extra() -> Figure:
    """Scans while /history is opened first, with no file, again and again."""
    os.environ.update({"PYTHONPATH": FILE_ENV["PYTHONPATH"]})
    with _journals(MANY) as (many,):

        def visit() -> None:
            Path(many, KEPT_FILE).unlink(missing_ok=True)
            asyncio.run(_opened(History(many)))

        return extra(visit, EVENINGS)
