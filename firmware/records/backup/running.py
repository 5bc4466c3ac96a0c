"""Back up and restore the state of the program that runs, asked by a page or `okanjo restore`.

Law: scoring goes on meanwhile. A backup is read beside the journal; a restore is staged and
checked beside it, and takes its place between two scans, in the thread that owns the journal.
What does the work is imported when it is asked for: a start is measured.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from engine.message import Message, gettext, ngettext
from firmware.common.ipc.server import Request, Route
from firmware.common.settings.errors import SettingsError
from firmware.common.settings.load import load
from firmware.common.settings.schema import Settings
from firmware.common.system.state_dir import same_folder
from firmware.core.journal.journal import Journal
from firmware.words.language import say
from firmware.words.worded import WordedError

if TYPE_CHECKING:
    from firmware.records.backup.archive import Report
    from firmware.records.backup.sticks import Sticks

BUSY = gettext("another backup or restore is running: wait a moment")
ENDING = gettext("Okanjo is ending or restarting: nothing was restored")
LOST = gettext("Scans that were only in memory (UNSAVED) are lost.")
UNSAVED = gettext("The disk cannot be written ({why}). Not in this backup: the last scans.")
SCANS_UNSAVED = ngettext(
    "The disk cannot be written ({why}). Not in this backup: {count} scan only in memory.",
    "The disk cannot be written ({why}). Not in this backup: {count} scans only in memory.",
    0,
)

TABLE_WITHIN_S = 4.0  # between two scans is soon, unless the program is about to end

_exclusive = threading.Lock()  # whoever asks, there is one folder to stage in


class NotDone(WordedError):
    """Nothing was changed; the text says why."""


class Running(NamedTuple):
    """The program that runs. `restart` has it call a function between two scans, and restart if
    that returns True. `sticks` are those that are plugged in.
    """

    config: str | None
    settings: Settings
    journal: Journal
    restart: Callable[[Callable[[], bool]], None]
    sticks: Sticks

    @property
    def folder(self) -> str:
        return os.path.abspath(self.settings.state_folder)

    @property
    def words(self) -> list[str]:
        """What a process takes that makes a backup: the state folder, and the settings file."""
        return [self.folder, *([self.config] if self.config else [])]


def back_up(running: Running) -> tuple[bytes, Report]:
    """Make a backup; NotDone."""
    from firmware.records.backup.archive import Report
    from firmware.records.backup.create import make
    from firmware.records.backup.last import remember

    with _exclusively():
        try:
            settings = load(running.config)  # some may have been changed on the device
        except SettingsError:  # in the middle of being edited
            settings = running.settings
        made = make(running.folder, settings, in_use=True)
        notes = made.notes + _unsaved(running.journal, made.last_seq)
        report = Report(made.counts, notes, is_whole=not notes)
        remember(running.folder, report)
    return made.content, report


def look_into(running: Running, content: bytes) -> Report:
    """Check a backup as a restore would, and change nothing; NotDone."""
    from firmware.records.backup.stage import check

    with _exclusively():
        return check(content, running.folder, running.config, load(running.config))


def restore(running: Running, content: bytes) -> Report:
    """Restore a backup and restart; NotDone."""
    from firmware.records.backup.archive import Report
    from firmware.records.backup.stage import staged

    with _exclusively():
        settings = load(running.config)  # with a mistake in the owner's file it could not restart
        with staged(content, running.folder, running.config, settings) as ready:
            notes = _between_two_scans(running, settings)
    return Report(ready.counts, ready.notes + notes)


@contextmanager
def _exclusively() -> Iterator[None]:
    """Let one backup or restore be carried out at a time; raise its errors as NotDone."""
    from firmware.records.backup.archive import BadBackup

    if not _exclusive.acquire(blocking=False):
        raise NotDone(BUSY)
    try:
        yield
    except (BadBackup, SettingsError) as why:
        raise NotDone(why.message) from None
    except OSError as why:
        message = gettext("{why}: nothing was changed", why=why.strerror or str(why))
        raise NotDone(message) from None
    finally:
        _exclusive.release()


def _unsaved(journal: Journal, last_seq: int) -> list[Message]:
    """Say which scans only memory holds."""
    if journal.saved:
        return []
    count = max(0, journal.last_seq - last_seq)
    if not count:
        return [UNSAVED._replace(values={"why": journal.trouble})]
    return [SCANS_UNSAVED._replace(values={"why": journal.trouble, "count": count})]


def _between_two_scans(running: Running, settings: Settings) -> list[Message]:
    """Take over in the thread that takes the scans: none is lost between the last one in the
    backup of the old state and the start with the new one.
    """
    from concurrent.futures import Future

    outcome: Future[list[Message]] = Future()

    def between() -> bool:
        if not outcome.set_running_or_notify_cancel():
            return False
        try:
            outcome.set_result(_take_over(running, settings))
        except Exception as why:  # a full disk, mostly; scoring goes on
            outcome.set_exception(why)
            return False
        return True

    running.restart(between)
    try:
        return outcome.result(TABLE_WITHIN_S)
    except TimeoutError:
        if outcome.cancel():
            raise NotDone(ENDING) from None
        return outcome.result()


def _take_over(running: Running, settings: Settings) -> list[Message]:
    from firmware.records.backup.stage import take_over

    saved = running.journal.saved or running.journal.retry()
    notes = take_over(running.folder, settings)
    return notes if saved else [*notes, LOST]


def restore_route(running: Running) -> Route:
    """Answer `okanjo restore`: the backup comes along with the request."""

    def answer(request: Request) -> Mapping[str, object]:
        """Restore it, if it is this program that is meant."""
        from firmware.records.backup.summary import MOST_BYTES

        if not same_folder(request.word("folder", str), running.folder):
            return {"elsewhere": True}
        if request.descriptor is None:
            return {"refused": "no file was sent"}
        with os.fdopen(os.dup(request.descriptor), "rb") as file:
            file.seek(0)
            content = file.read(MOST_BYTES + 1)
        try:
            report = restore(running, content)
        except NotDone as why:
            return {"refused": str(why)}
        return {"counts": report.counts._asdict(), "notes": [say(note) for note in report.notes]}

    return answer
