"""The program that runs in, its answers to `okanjo backup` and `okanjo restore` out.

Law: scoring goes on meanwhile. A backup is read beside the journal; a restore is made ready and
checked beside it, and takes its place between two scans, in the thread that owns the journal.
"""

from __future__ import annotations

import io
import os
import queue
import threading
from collections.abc import Callable
from typing import Any

from engine.catalogue import games_of
from firmware.backup.answers import BUSY, Running
from firmware.backup.archive import MOST_BYTES, Backup, Counts
from firmware.backup.create import Before, GivenUp, keep_before, make
from firmware.backup.rows import BadBackup
from firmware.backup.stage import Staged, stage
from firmware.journal.journal import Journal
from firmware.settings.errors import SettingsError
from firmware.settings.load import load, owners_layers
from firmware.settings.schema import Settings
from firmware.system.files import remove
from firmware.system.swap import NEW, commit
from firmware.system.text import plural

Told = dict[str, Any]
LOOK_S = 0.1  # how long nobody may wait before it is noticed

_at_work = threading.Lock()  # by whatever door they come: there is one folder to stage in


def done(
    running: Running, question: str, descriptor: int, waits: Callable[[], bool]
) -> dict[str, Any]:
    """Carry it out with the file that came along: what was done, or why it was refused."""
    if not _at_work.acquire(blocking=False):
        return {"refused": BUSY}
    try:
        return (_backup if question == "backup" else _restore)(running, descriptor, waits)
    except (BadBackup, SettingsError) as why:
        return {"refused": str(why)}
    except OSError as why:
        return {"refused": f"{why.strerror or why}: nothing was changed"}
    except GivenUp:
        return {"refused": "it was given up: nothing was changed"}
    finally:
        _at_work.release()


def _backup(running: Running, descriptor: int, waits: Callable[[], bool]) -> Told:
    with os.fdopen(os.dup(descriptor), "r+b") as file:
        made = make(file, _folder(running), _in_force(running), running.version, waits, still=False)
    return _told(made.counts, [*made.told, *_unsaved(running.journal, made.last_seq)])


def _folder(running: Running) -> str:
    return os.path.abspath(running.settings.state_folder)


def _in_force(running: Running) -> Settings:
    """The settings as they are now: some may have been changed on the device."""
    try:
        return load(running.config)
    except SettingsError:  # in the middle of being edited
        return running.settings


def _told(counts: Counts, told: list[str]) -> Told:
    return {"counts": counts._asdict(), "told": told}


def _unsaved(journal: Journal, last_seq: int) -> list[str]:
    """A sentence on the scans that only memory holds."""
    if journal.saved:
        return []
    count = max(0, _last_seq(journal) - last_seq)
    some = f"{plural(count, 'scan')} in memory alone" if count else "what came last"
    return [f"The disk takes nothing ({journal.trouble}): {some}, and not in this backup."]


def _restore(running: Running, descriptor: int, waits: Callable[[], bool]) -> Told:
    with os.fdopen(os.dup(descriptor), "rb") as file:
        file.seek(0)
        content = file.read(MOST_BYTES + 1)
    load(running.config)  # with a mistake in the owner's file it could not start anew
    folder = _folder(running)
    new = os.path.join(folder, NEW)
    owners = owners_layers(running.config)
    games = games_of(running.settings.card_table)
    try:
        staged = stage(folder, Backup(io.BytesIO(content)), owners, games, waits)
        before = keep_before(folder, _in_force(running), running.version, waits, still=False)
        told = _between_two_scans(running, staged, before, waits)
    except BaseException:
        remove(new)
        raise
    if "refused" in told:
        remove(new)
    return told


def _between_two_scans(
    running: Running, staged: Staged, before: Before, waits: Callable[[], bool]
) -> Told:
    """Have what is ready become the state, in the thread that takes the scans: none is lost
    between the last one kept of the old state and the start on the new.
    """
    heard: queue.SimpleQueue[Told] = queue.SimpleQueue()
    once = threading.Lock()

    def take_over() -> bool:
        if not once.acquire(blocking=False):
            return False
        try:
            heard.put(_taken_over(running, staged, before))
        except Exception as why:  # a full disk, mostly; scoring goes on
            said = os.strerror(why.errno or 0) if isinstance(why, OSError) else str(why)
            heard.put({"refused": f"{said}: nothing was changed"})
            return False
        return True

    running.anew(take_over)
    while True:
        try:
            return heard.get(timeout=LOOK_S)
        except queue.Empty:
            if not waits() and once.acquire(blocking=False):
                raise GivenUp from None


def _taken_over(running: Running, staged: Staged, before: Before) -> Told:
    """In the thread that takes the scans: between two of them."""
    unsaved: list[str] = []
    if not running.journal.saved and not running.journal.retry():
        unsaved = ["Scans that only memory held, as the disk took nothing, are gone."]
    if before.last_seq != _last_seq(running.journal):  # people have gone on scoring
        before = keep_before(_folder(running), _in_force(running), running.version)
    commit(_folder(running))
    return _told(staged.counts, [*staged.told, *before.told, *unsaved])


def _last_seq(journal: Journal) -> int:
    last = journal.last_game()
    if last is None:
        return 0
    return last.scans[-1].seq if last.scans else last.game.first_seq - 1
