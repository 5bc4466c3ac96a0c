"""From the last key event to acknowledged, beside a bare commit of one row: milliseconds out.

A real device's events go through evdev's reader, the scanners' thread, the app and its journal.
"""

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from bench.bench_figures import Figure, WentWrong, p99
from bench.bench_process import disk_folder
from support.dealt_evening import evening, label
from support.scanner_doubles import KEY_OF, Bus, Plug, report, typed

from drivers.scanner.hid import HidScanners
from engine.catalogue import games_of
from engine.codes import codebook
from engine.games.omakase import CARD_TABLE
from engine.refusals import Refused
from firmware.common.facts.shown import Shown
from firmware.core.app.loop import App
from firmware.core.app.messages import Leave
from firmware.core.journal.journal import Journal

GOAL = 2.0  # times the bare commit
EVENINGS = 7


class Acknowledged:
    """An output that notes when it was called for which scan."""

    def __init__(self) -> None:
        self.at = 0.0
        self.number = self.refused = 0
        self.came = threading.Event()

    def show(self, shown: Shown) -> None:
        now = perf_counter()
        if shown.number > self.number:
            self.at, self.number = now, shown.number
            self.refused += bool(shown.last and isinstance(shown.last.result, Refused))
            self.came.set()


class BareCommit:
    """One row into a table, with the journal's own settings of SQLite."""

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute(
            "CREATE TABLE scans (seq INTEGER PRIMARY KEY, code TEXT, lane, at REAL, crc INTEGER)"
        )

    def ms(self, code: str) -> float:
        begun = perf_counter()
        self._connection.execute(
            "INSERT INTO scans (code, lane, at, crc) VALUES (?, 0, 1.5e9, 1)", (code,)
        )
        return (perf_counter() - begun) * 1000


def acknowledge_over_commit() -> Figure:
    """A scan, from its last key to the acknowledgement, beside the bare commit made next to it.

    Pair by pair: a disk that syncs now in 0.4 ms and now in 3 would toss two medians about.
    """
    laps = []
    for seed in range(EVENINGS):
        with disk_folder() as folder:
            laps += evening_laps(folder, seed)
    pairs = [scan / commit for scan, commit in laps]
    scans, commits = zip(*laps, strict=True)
    note = (
        f"{len(laps)} scans: {median(scans):.2f} ms, 99 % in {p99(scans):.2f};"
        f" bare commits: {median(commits):.2f} ms, 99 % in {p99(commits):.2f}"
    )
    return Figure("ratio", median(pairs), p99(pairs), GOAL, note, baseline=median(commits))


def scan_at(plug: Plug, code: str, came: threading.Event) -> float:
    """All digits first; give when the key that ends the code was pressed."""
    came.clear()
    plug.send(typed(code))
    while not plug.drained():
        sleep(0.0001)
    sleep(0.001)  # the reader waits for its device again
    begun = perf_counter()
    plug.send(report(KEY_OF["\r"], 1))
    if not came.wait(10):
        raise WentWrong(f"{code} was not acknowledged")
    plug.send(report(KEY_OF["\r"], 0))
    return begun


def evening_laps(folder: str, seed: int) -> list[tuple[float, float]]:
    """One evening scanned: each scan's time to its acknowledgement, and a bare commit's."""
    bus = Bus(Path(folder))
    plug = bus.plug()
    acknowledged = Acknowledged()
    journal = Journal(os.path.join(folder, "state"))
    app = App(journal, games_of(CARD_TABLE), [acknowledged.show], double_read_ms=0)
    scanners = HidScanners(
        app.inbox.put,
        lambda text: not isinstance(codebook().read(text), Refused),
        {"1a86:5723": 0},
        folder=folder,
        open_device=bus.open,
    )
    laps: list[tuple[float, float]] = []

    def scan() -> None:
        bare = BareCommit(os.path.join(folder, "bare.db"))
        for number, line in enumerate(evening(seed)):
            code = label(line).code
            first = bare.ms(code) if number % 2 else None  # neither is always the second to sync
            begun = scan_at(plug, code, acknowledged.came)
            scanned = (acknowledged.at - begun) * 1000
            laps.append((scanned, bare.ms(code) if first is None else first))

    people = threading.Thread(target=_then_leave, args=(scan, app))
    scanners.start()
    people.start()
    app.run()  # here, as in the program: the thread that made the journal owns it
    people.join()
    scanners.stop()
    journal.close()
    bus.close()
    if len(laps) != len(evening(seed)) or acknowledged.refused or journal.trouble:
        raise WentWrong(f"the bench's own evening went wrong: {len(laps)}, {journal.trouble}")
    return laps


def _then_leave(scan: Callable[[], None], app: App) -> None:
    try:
        scan()
    finally:
        app.inbox.put(Leave())


def extra(work: Callable[[], None], evenings: int) -> Figure:
    """99 % of the scans while other work is done again and again in this process, beside those
    while none is.
    """
    over, done = threading.Event(), 0
    beside, alone = list[float](), list[float]()

    def again_and_again() -> None:
        nonlocal done
        while not over.is_set():
            work()
            done += 1

    for seed in range(evenings):
        alone += _scans(seed)
        over.clear()
        thread = threading.Thread(target=again_and_again)
        thread.start()
        beside += _scans(seed)
        over.set()
        thread.join()
    note = f"{len(alone)} scans each: {p99(beside):.2f} beside {p99(alone):.2f} ms;"
    note += f" medians {median(beside):.2f} and {median(alone):.2f}; {done} times"
    return Figure("ms", p99(beside) - p99(alone), None, 5, note, baseline=p99(alone))


def _scans(seed: int) -> list[float]:
    with disk_folder() as disk, TemporaryDirectory(dir=disk) as folder:
        return [scan for scan, _ in evening_laps(folder, seed)]
