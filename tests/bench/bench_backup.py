"""The evening's backup, written after each game: what it costs, and whether a scan waits for it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.bench_figures import Figure, WentWrong, figure
from bench.bench_process import disk_folder, environ
from bench.bench_scan import extra
from support.backup_tools import played

from firmware.core.journal.database import create, read_all, reading
from firmware.core.journal.mark import write_mark
from firmware.core.journal.rows import Found
from firmware.records.backup.evenings import kept
from firmware.records.backup.keeper import MAKING

LAPS, EVENINGS, SCANS_OF_A_GAME = 5, 20, 100
MOST_SCANS = 400_000  # that a backup holds


@contextmanager
def _years(games: int) -> Iterator[str]:
    """A state folder with so many finished games, as many scans in each as a backup holds."""
    with disk_folder() as disk, TemporaryDirectory(dir=disk) as folder:
        played(Path(folder) / "one", "party-tally")
        with reading(f"{folder}/one/journal.db") as connection:
            everything = read_all(connection)
        game = next(game for game in everything.games if game.result)
        scans = [scan for scan in everything.scans if scan.seq >= game.first_seq]
        scans = scans[: min(SCANS_OF_A_GAME, MOST_SCANS // games)]
        all_games = [
            game._replace(number=number + 1, first_seq=number * len(scans) + 1, began=1.79e9)
            for number in range(games)
        ]
        all_scans = [
            scan._replace(seq=number * len(scans) + index + 1)
            for number in range(games)
            for index, scan in enumerate(scans)
        ]
        state = os.path.join(folder, "okanjo")
        os.mkdir(state)
        create(f"{state}/journal.db", Found(len(all_scans), all_games, all_scans))
        write_mark(f"{state}/journal.db", len(all_scans))
        yield state


def _written(state: str) -> tuple[float, float]:
    """CPU seconds and the most MB of the process that writes it."""
    words = [sys.executable, "-m", MAKING, "keep", state, os.devnull]
    child = subprocess.Popen(words, env=environ(), stdout=subprocess.DEVNULL)
    _, ended, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(ended)
    if child.returncode or not kept(state):
        raise WentWrong("no backup was written")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def thousand_games() -> Figure:
    with _years(1000) as state:
        laps = [_written(state) for _ in range(LAPS)]
    result = figure("s", [cpu_s for cpu_s, _ in laps], 3)
    return result._replace(note=f"of CPU; {max(mb for _, mb in laps):.0f} MB; {LAPS} laps")


def most_games() -> Figure:
    """10,000 games with 400,000 scans: as much as one backup holds."""
    with _years(10_000) as state:
        cpu_s, mb = _written(state)
    return Figure("MB", mb, None, 220, f"{cpu_s:.1f} s of CPU")


def acknowledge_extra() -> Figure:
    """Scans while backup after backup is written."""
    with _years(1000) as state:

        def write() -> None:
            _written(state)

        return extra(write, EVENINGS)
