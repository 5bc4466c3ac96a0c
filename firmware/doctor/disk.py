"""Look at the disk and the journal."""

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from engine.notation import printable
from firmware.common.system.state_dir import JOURNAL
from firmware.core.app.device_status import Status
from firmware.doctor.machine import OK, WRONG, Case, Finding, Machine

LITTLE_BYTES = 20 << 20
TRIES = 5
TRIES_WITHIN_S = 1.5
PAGE = b"\xa5" * 4096
SLOW_MS, HOPELESS_MS = 50, 1000
FASTER = "the card is slow: use class A1 or better"
READ_ONLY = (
    "keep games on a writable disk: folder in [state]; a card that became read-only"
    " by itself is worn out"
)


def disk(case: Case) -> Iterator[Finding]:
    """Check the folder of the games: how much room it has, and how long saving a scan takes."""
    path = Path(case.state_folder).absolute()
    folder = str(next(parent for parent in (path, *path.parents) if parent.is_dir()))
    place = folder if path.is_dir() else f"{path} (not made yet)"
    room = os.statvfs(folder)
    free = room.f_bavail * room.f_frsize
    if room.f_flag & os.ST_RDONLY:
        yield Finding("disk", WRONG, f"{place}: read-only", READ_ONLY)
    elif case.machine.may(folder, os.W_OK | os.X_OK):
        state = WRONG if free < LITTLE_BYTES else OK
        do = "delete what you do not need: df -h shows how full it is" if state == WRONG else ""
        yield Finding("disk", state, f"{place}: {_size(free)} free", do)
        yield _timed(case.machine, folder)
    elif case.why:
        yield Finding("disk", OK, "in use by Okanjo, not checked", wanted=False)
    else:
        do = "sudo okanjo doctor, or set a folder of your own under [state]"
        whose = f"no permission to write; owned by {_owner_of(folder)}"
        yield Finding("disk", WRONG, f"{place}: {whose}", do)


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


def _timed(machine: Machine, folder: str) -> Finding:
    """Measure how long it takes to write a page to the disk, as every scan does."""
    try:
        ms = synced_ms(machine, folder)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        do = "delete what you do not need" if full else "back up the games, replace the card"
        return Finding("disk", WRONG, f"cannot be written: {os.strerror(error.errno or 5)}", do)
    text = f"saving a scan takes {ms:.1f} ms"
    if ms >= HOPELESS_MS:
        return Finding("disk", WRONG, text, FASTER)
    return Finding("disk", OK, text, FASTER if ms >= SLOW_MS else "")


def synced_ms(machine: Machine, folder: str) -> float:
    """The median of five synced writes, fewer where they take long; nothing is left behind."""
    times: list[float] = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        until = machine.clock() + TRIES_WITHIN_S
        while len(times) < TRIES and (not times or machine.clock() < until):
            before = machine.clock()
            file.write(PAGE)
            machine.sync(file.fileno())
            times.append(1000 * (machine.clock() - before))
    return median(times)


def journal(case: Case) -> Iterator[Finding]:
    """Whether every scan is kept: by the program that runs, else by looking into the file."""
    if case.status is not None:
        yield from _running(case.status)
    elif case.why:
        yield Finding("journal", OK, "in use by Okanjo", wanted=False)
    else:
        yield _look_into(os.path.join(case.state_folder, JOURNAL))


def _running(status: Status) -> Iterator[Finding]:
    if status.get("saved", True):
        yield Finding("journal", OK, "everything is saved")
    else:
        trouble = printable(status.get("trouble") or "no reason given")
        do = "the game continues; free some space or replace the card, and it is saved"
        yield Finding("journal", WRONG, f"UNSAVED: {trouble}", do)
    for notice in status.get("notices", []):
        yield Finding("journal", WRONG, printable(notice, 400), "this line goes at the next start")


def _owner_of(path: str) -> str:
    """Whose it is; a number where the system has no name for it."""
    try:
        return Path(path).owner()
    except KeyError:
        return str(os.stat(path).st_uid)


def _look_into(path: str) -> Finding:
    from firmware.core.journal.database import damaged_games, look, trouble
    from firmware.core.journal.rows import VERSION, Damaged, Newer

    sudo = "sudo okanjo doctor"
    try:
        os.stat(path)
        if not os.access(path, os.R_OK):
            return Finding("journal", WRONG, "no permission to read it", sudo)
        contents = look(path)
        damaged = damaged_games(path)
    except FileNotFoundError:
        return Finding("journal", OK, "none yet: the first start creates it")
    except Damaged as why:
        do = "start Okanjo: it rescues what it can, and keeps the damaged file"
        return Finding("journal", WRONG, printable(f"damaged: {why}", 200), do)
    except Newer as why:
        return Finding("journal", WRONG, printable(str(why), 200), "update Okanjo to use it")
    except (sqlite3.Error, OSError) as error:
        do = sudo if isinstance(error, PermissionError) else "see disk, above"
        return Finding("journal", WRONG, trouble(error) or "unreadable", do)
    if damaged:
        games = ", ".join(map(str, sorted(damaged)))
        do = "save a backup: it has the rest"
        return Finding("journal", WRONG, f"damaged in games of the past: {games}", do)
    state = "no game yet"
    if contents.games:
        goes_on = contents.games[-1].result is None
        rest = "continues at the next start" if goes_on else "finished"
        state = f"game {contents.games[-1].number}, {rest}"
    return Finding("journal", OK, f"{contents.last_seq} scans; {state} (version {VERSION})")
