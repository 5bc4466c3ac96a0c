"""`okanjo backup FILE` and `okanjo restore FILE`.

The program that runs is asked over its socket, with an open file along: it holds the state, and
sees no file of the user's. Where none runs, all is done here; and beside one that cannot be asked,
a backup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

from engine.catalogue import games_of
from engine.notation import LONGEST_LINE, printable, printable_lines
from firmware import VERSION
from firmware.backup.archive import MOST_BYTES, Backup, Counts
from firmware.backup.create import Made, check_folder, keep_before, make
from firmware.backup.describe import contents, counts_in, size
from firmware.backup.rows import BadBackup
from firmware.backup.stage import put_in_order, stage
from firmware.backup.target import check_no_loss, check_target, put
from firmware.cli.errors import CommandFailed
from firmware.ipc.client import BARRED, UNSEEN, ask
from firmware.ipc.socket_path import folders
from firmware.settings.load import load, owners_layers
from firmware.settings.schema import Settings
from firmware.system.exit_status import BUSY
from firmware.system.files import remove
from firmware.system.state_dir import AlreadyRunning, claim, release, same_folder
from firmware.system.swap import NEW, READY, commit, finish, pending

GOES_ON = "Okanjo starts anew with it, by itself."
START = "The next start goes on with it: okanjo run"
UNASKED = (
    "Okanjo runs and cannot be asked: a scan that is in its memory alone (UNSAVED) is not in this"
    " backup."
)
WAIT_S = 310.0  # a little longer than whoever runs takes


class Done(NamedTuple):
    """What is in the backup, what its owner should know, and whether a running program did it."""

    counts: Counts
    told: list[str]
    running: bool


def backup(config: str | None, file: str) -> int:
    """Write all that lasts into one file."""
    settings = load(config)
    with _told_in_a_sentence():
        check_target(file)
        with _in_memory() as content:
            done = _asked("backup", settings, content) or _backup(config, settings, content)
            content.seek(0)
            packed = content.read()
        if not done.counts.games:
            check_no_loss(file)
        put(packed, file)
        name = printable(file, LONGEST_LINE)
        _say(f"{contents(done.counts)}: {name}, {size(len(packed))}", done, file == "-")
    return 0


def restore(config: str | None, file: str) -> int:
    """Bring back all that lasts; nothing is replaced before all of it is checked."""
    settings = load(config)
    with _told_in_a_sentence():
        with _in_memory() as content:
            content.write(_read(file))
            content.flush()
            done = _asked("restore", settings, content) or _restore(config, settings, content)
        _say(f"Restored: {contents(done.counts)}.", done)
        print(GOES_ON if done.running else START)
    return 0


@contextmanager
def _told_in_a_sentence() -> Iterator[None]:
    try:
        yield
    except BadBackup as why:
        raise CommandFailed(str(why)) from None
    except AlreadyRunning as why:
        raise CommandFailed(str(why), BUSY) from None
    except BrokenPipeError:
        raise
    except OSError as why:
        where = f"{printable(str(why.filename), LONGEST_LINE)}: " if why.filename else ""
        sudo = ". Try it with sudo" if isinstance(why, PermissionError) else ""
        raise CommandFailed(f"{where}{why.strerror or why}{sudo}") from None


def _say(line: str, done: Done, aside: bool = False) -> None:
    """What was done, and what its owner should know; aside where standard output is the file."""
    for one in (line, *done.told):
        print(printable_lines(one), file=sys.stderr if aside else sys.stdout)


@contextmanager
def _in_memory() -> Iterator[BinaryIO]:
    """A file in memory: another program can be given it, and no disk of the user's holds it up."""
    with os.fdopen(os.memfd_create("okanjo"), "w+b") as file:
        yield file


def _read(file: str) -> bytes:
    """The backup's bytes, no more of them than any backup has."""
    if file == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open(file, "rb") as there:
        return there.read(MOST_BYTES + 1)


def _asked(question: str, settings: Settings, content: BinaryIO) -> Done | None:
    """What the program that runs on our state has done; None when none runs."""
    folder = os.path.abspath(settings.state_folder)
    told, why = ask(
        folders(settings.state_folder),
        question,
        settings.state_folder,
        descriptor=content.fileno(),
        wait_s=WAIT_S,
        folder=folder,
    )
    if told is None:
        if why in (BARRED, UNSEEN):
            sudo = f"sudo okanjo {question} ..."
            raise CommandFailed(f"Okanjo may be running, and you may not ask it: {sudo}", BUSY)
        if why:
            raise CommandFailed(f"Okanjo runs, but {why}. Stop it first, or start it anew", BUSY)
        return None
    if "elsewhere" in told or not same_folder(told["state_folder"], folder):
        return None
    return _done(told)


def _done(told: dict[str, Any]) -> Done:
    if "refused" in told:
        raise BadBackup(str(told["refused"]))
    sentences = told.get("told")
    return Done(counts_in(told), list(map(str, sentences or ())), running=True)


def _backup(config: str | None, settings: Settings, content: BinaryIO) -> Done:
    """With nobody there, under a claim of our own; else beside whoever holds it."""
    folder = os.path.abspath(settings.state_folder)
    check_folder(folder)  # a claim would make it
    try:
        held = claim(folder)
    except AlreadyRunning:
        made = _beside(folder, settings, content)
        return Done(made.counts, [*made.told, UNASKED], running=False)
    try:
        if _put_in_order(folder):
            settings = load(config)
        made = make(content, folder, settings, VERSION)
    finally:
        release(held)
    return Done(made.counts, made.told, running=False)


def _beside(folder: str, settings: Settings, content: BinaryIO) -> Made:
    """What is on disk of a program that cannot be asked; AlreadyRunning while that is a restore,
    which is moving all of it.
    """
    before = pending(folder)
    made = make(content, folder, settings, VERSION, still=False)
    if before or pending(folder):
        raise AlreadyRunning(f"a restore is going on in {folder}: wait a moment")
    return made


def _put_in_order(folder: str) -> bool:
    """Finish a restore; whether one was. On a read-only disk one that has not begun may lie."""
    try:
        return pending(folder) and put_in_order(folder)
    except OSError:
        if os.path.lexists(os.path.join(folder, READY)):
            raise
        return False


def _restore(config: str | None, settings: Settings, content: BinaryIO) -> Done:
    folder = os.path.abspath(settings.state_folder)
    content.seek(0)
    backup = Backup(content)
    held = claim(folder)
    try:
        if put_in_order(folder):
            settings = load(config)
        try:
            games = games_of(settings.card_table)
            staged = stage(folder, backup, owners_layers(config), games)
            before = keep_before(folder, settings, VERSION)
            commit(folder)
        except BaseException:
            remove(os.path.join(folder, NEW))
            raise
        finish(folder)
    finally:
        release(held)
    return Done(staged.counts, [*staged.told, *before.told], running=False)
