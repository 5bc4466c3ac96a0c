"""Look at the disk and the journal."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from engine.message import Message, Value, gettext, ngettext
from firmware.common.system.state_dir import JOURNAL
from firmware.common.system.text import quoted
from firmware.core.app.device_status import Status
from firmware.doctor.machine import IN_USE, NOTHING, OK, SUDO, WRONG, Case, Finding, Machine
from firmware.words.numbers import Figure

if TYPE_CHECKING:
    from firmware.core.journal.row_check import Damage
    from firmware.core.journal.rows import Found

LITTLE_BYTES = 20 << 20
TRIES = 5
TRIES_WITHIN_S = 1.5
PAGE = b"\xa5" * 4096
SLOW_MS, HOPELESS_MS = 50, 1000
FASTER = gettext("the card is slow: use class A1 or better")
DELETE = gettext("delete what you do not need")
BACK_UP = gettext("back up the games, replace the card")
READ_ONLY = gettext(
    "keep games on a writable disk: folder in [state]; a card that became read-only"
    " by itself is worn out"
)


def disk(case: Case) -> Iterator[Finding]:
    """Check the folder of the games: how much room it has, and how long saving a scan takes."""
    path = Path(case.state_folder).absolute()
    folder = str(next(parent for parent in (path, *path.parents) if parent.is_dir()))
    place: Value = folder if path.is_dir() else gettext("{folder} (not made yet)", folder=str(path))
    room = os.statvfs(folder)
    free = room.f_bavail * room.f_frsize
    if room.f_flag & os.ST_RDONLY:
        yield Finding("disk", WRONG, gettext("{folder}: read-only", folder=place), READ_ONLY)
    elif case.machine.may(folder, os.W_OK | os.X_OK):
        room_left = gettext("{folder}: {size} free", folder=place, size=_size(free))
        if free < LITTLE_BYTES:
            do = gettext("delete what you do not need: df -h shows how full it is")
            yield Finding("disk", WRONG, room_left, do)
        else:
            yield Finding("disk", OK, room_left)
        yield _timed(case.machine, folder)
    elif case.why:
        yield Finding("disk", OK, IN_USE, wanted=False)
    else:
        barred = gettext(
            "{folder}: no permission to write; owned by {owner}",
            folder=place,
            owner=_owner_of(folder),
        )
        do = gettext("sudo okanjo doctor, or set a folder of your own under [state]")
        yield Finding("disk", WRONG, barred, do)


def _size(count: int) -> Message:
    if count >= 1e9:
        return gettext("{size} GB", size=Figure(f"{count / 1e9:.1f}"))
    return gettext("{size} MB", size=f"{count / 1e6:.0f}")


def _timed(machine: Machine, folder: str) -> Finding:
    """Measure how long it takes to write a page to the disk, as every scan does."""
    try:
        ms = synced_ms(machine, folder)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        refusal = gettext("cannot be written: {why}", why=os.strerror(error.errno or 5))
        return Finding("disk", WRONG, refusal, DELETE if full else BACK_UP)
    text = gettext("saving a scan takes {ms} ms", ms=Figure(f"{ms:.1f}"))
    if ms >= HOPELESS_MS:
        return Finding("disk", WRONG, text, FASTER)
    return Finding("disk", OK, text, FASTER if ms >= SLOW_MS else NOTHING)


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
        yield Finding("journal", OK, gettext("in use by Okanjo"), wanted=False)
    else:
        yield from _look_into(os.path.join(case.state_folder, JOURNAL))


def _running(status: Status) -> Iterator[Finding]:
    if status.get("saved", True):
        yield Finding("journal", OK, gettext("everything is saved"))
    else:
        why = status.get("trouble") or "no reason given"
        do = gettext("the game continues; free some space or replace the card, and it is saved")
        yield Finding("journal", WRONG, gettext("UNSAVED: {why}", why=why), do)
    for notice in status.get("notices", []):
        do = gettext("this line goes at the next start")
        yield Finding("journal", WRONG, quoted(notice), do)


def _owner_of(path: str) -> str:
    """Whose it is; a number where the system has no name for it."""
    try:
        return Path(path).owner()
    except KeyError:
        return str(os.stat(path).st_uid)


def _look_into(path: str) -> Iterator[Finding]:
    from firmware.core.journal.database import damage_in, look, trouble
    from firmware.core.journal.rows import VERSION, Damaged, Newer

    try:
        os.stat(path)
        if not os.access(path, os.R_OK):
            yield Finding("journal", WRONG, gettext("no permission to read it"), SUDO)
            return
        contents, damage = look(path), damage_in(path)
    except FileNotFoundError:
        yield Finding("journal", OK, gettext("none yet: the first start creates it"))
    except Damaged as why:
        do = gettext("start Okanjo: it rescues what it can, and keeps the damaged file")
        yield Finding("journal", WRONG, gettext("damaged: {why}", why=str(why)), do)
    except Newer as why:
        yield Finding("journal", WRONG, quoted(str(why)), gettext("update Okanjo to use it"))
    except (sqlite3.Error, OSError) as error:
        do = SUDO if isinstance(error, PermissionError) else gettext("see disk, above")
        yield Finding("journal", WRONG, quoted(trouble(error) or "unreadable"), do)
    else:
        if any(damage):
            yield from _damaged(damage)
        else:
            yield Finding("journal", OK, _described(contents, VERSION))


def _damaged(damage: Damage) -> Iterator[Finding]:
    """What is damaged of a journal that can be gone on with."""
    rest = gettext("save a backup: it has the rest")
    if damage.games:
        games = ", ".join(map(str, sorted(damage.games)))
        text = gettext("damaged in games of the past: {games}", games=games)
        yield Finding("journal", WRONG, text, rest)
    if damage.merges:
        text = gettext("damaged where players are merged")
        yield Finding("journal", WRONG, text, gettext("merge them again on /history"))
    if damage.elsewhere:
        yield Finding("journal", WRONG, gettext("damaged in rows of no game"), rest)


def _described(contents: Found, version: int) -> Message:
    """How much a journal holds, and whether a game goes on."""
    scans = ngettext("{count} scan", "{count} scans", contents.last_seq)
    values: dict[str, Value] = {"scans": scans, "version": version}
    if not contents.games:
        return gettext("{scans}; no game yet (version {version})", **values)
    values["game"] = contents.games[-1].number
    if contents.games[-1].result is None:
        return gettext(
            "{scans}; game {game}, continues at the next start (version {version})", **values
        )
    return gettext("{scans}; game {game}, finished (version {version})", **values)
