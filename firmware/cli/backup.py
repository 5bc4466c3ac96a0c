"""`okanjo backup FILE` and `okanjo restore FILE`.

A backup is read beside the program that runs. To restore one, that program is asked over its
socket, with the file along: it holds the state. Where none runs, all is done here.
Law: no file is overwritten that is not a backup, and none with games by one without any.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

from engine.message import Message
from engine.notation import LONGEST_LINE, printable, printable_lines
from firmware.cli.errors import CommandFailed
from firmware.common.ipc.client import BARRED, UNSEEN, ask
from firmware.common.ipc.socket_path import folders
from firmware.common.settings.load import load
from firmware.common.settings.schema import Settings
from firmware.common.system.exit_status import BUSY
from firmware.common.system.files import write
from firmware.common.system.state_dir import AlreadyRunning, claim, same_folder
from firmware.common.system.swap import finish, pending
from firmware.records.backup.archive import BackupCounts, BadBackup, Report, is_backup
from firmware.records.backup.create import check_folder, make
from firmware.records.backup.last import remember
from firmware.records.backup.stage import put_in_order, staged, take_over
from firmware.records.backup.summary import MOST_BYTES
from firmware.records.backup.unpack import unpack
from firmware.words.language import say

GOES_ON = "Okanjo restarts with it now."
START = "Okanjo will use it at the next start: okanjo run"
RUNNING = Message("Okanjo is running: scans that the display marks UNSAVED are not in this backup.")
WAIT_S = 310.0  # a little longer than the program that runs takes
_name = partial(printable, longest=LONGEST_LINE)


def backup(config: str | None, file: str) -> int:
    """Write all that lasts into one file."""
    settings = load(config)
    with _errors_as_sentences():
        before = _check_target(file)
        content, report = _back_up(config, settings)
        if before and not report.counts.games:
            _check_no_loss(before, file)
        _put(content, file)
        remember(os.path.abspath(settings.state_folder), report)
        done = f"{say(report.counts.describe())}: {_name(file)}, {_size(len(content))}"
        _print(done, report, aside=file == "-")
    return 0


def restore(config: str | None, file: str) -> int:
    """Bring back all that lasts; nothing is replaced before all of it is checked."""
    settings = load(config)
    with _errors_as_sentences():
        content = _read(file)
        answer = _ask(settings, content)
        report = answer or _restore(config, settings, content)
        _print(f"Restored: {say(report.counts.describe())}.", report)
        print(GOES_ON if answer else START)
    return 0


@contextmanager
def _errors_as_sentences() -> Iterator[None]:
    try:
        yield
    except BadBackup as why:
        raise CommandFailed(str(why)) from None
    except OSError as why:
        if why.filename or isinstance(why, BrokenPipeError):
            raise
        raise CommandFailed(why.strerror or str(why)) from None


def _print(line: str, report: Report, aside: bool = False) -> None:
    """Print what was done, and the notes: to standard error if `aside`, where standard output is
    the file.
    """
    for text in (line, *map(say, report.notes)):
        print(printable_lines(text), file=sys.stderr if aside else sys.stdout)


def _size(count: int) -> str:
    """`9 kB`."""
    if count >= 1_000_000:
        return f"{count / 1_000_000:.1f} MB"
    return f"{count / 1000:.0f} kB" if count >= 1000 else f"{count} bytes"


def _check_target(file: str) -> bytes:
    """Return the backup that lies there, if any. Raise CommandFailed where the file may not go,
    before any work is done.
    """
    if file == "-":
        if os.isatty(1):
            raise CommandFailed(
                "a backup cannot be shown in a terminal: name a file, or use ... - > FILE"
            )
        return b""
    name = _name(file)
    if not os.path.basename(file) or os.path.isdir(file):
        raise CommandFailed(f"{name or 'no name'}: name a file to write, such as evening.okanjo")
    if not os.path.exists(file):
        return b""
    if not os.path.isfile(file):
        raise CommandFailed(f"{name} is not a regular file; - writes to standard output")
    content = _read(file)
    if not is_backup(content):
        raise CommandFailed(f"{name} exists and is not an Okanjo backup: use another name")
    return content


def _check_no_loss(before: bytes, file: str) -> None:
    """Raise CommandFailed where a backup without a game would replace one with games, or a damaged
    one.
    """
    with suppress(BadBackup):
        if not unpack(before).counts.games:
            return
    raise CommandFailed(
        f"there are no games to back up, and {_name(file)} has some, so it was not replaced. Is"
        " folder under [state] in the settings right (okanjo config)? If so, use another name"
    )


def _put(content: bytes, file: str) -> None:
    """Write the file, or to standard output."""
    if file == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    write(file, lambda out: out.write(content))


def _read(file: str) -> bytes:
    """Read a file, no more of it than any backup has."""
    if file == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open(file, "rb") as content:
        return content.read(MOST_BYTES + 1)


def _ask(settings: Settings, content: bytes) -> Report | None:
    """Have the program that runs on our state restore a backup; None when none runs.

    The file that goes along lies in memory: another program can be given it, and no disk of the
    user's holds it up.
    """
    state = settings.state_folder
    folder = os.path.abspath(state)
    with os.fdopen(os.memfd_create("okanjo"), "w+b") as file:
        file.write(content)
        file.flush()
        sent = file.fileno()
        answer, why = ask(
            folders(state), "restore", state, descriptor=sent, wait_s=WAIT_S, folder=folder
        )
    if answer is None:
        if why in (BARRED, UNSEEN):
            sudo = "sudo okanjo restore ..."
            raise CommandFailed(f"Okanjo may be running, and you may not control it: {sudo}", BUSY)
        if why:
            raise CommandFailed(f"Okanjo is running, but {why}. Stop or restart it first", BUSY)
        return None
    if "elsewhere" in answer or not same_folder(answer["state_folder"], folder):
        return None
    if "refused" in answer:
        raise CommandFailed(str(answer["refused"]))
    return Report(BackupCounts(**answer["counts"]), [*map(Message, answer["notes"])])


def _back_up(config: str | None, settings: Settings) -> tuple[bytes, Report]:
    """Make a backup under a claim of our own, or else beside the program that runs."""
    folder = os.path.abspath(settings.state_folder)
    check_folder(folder)  # a claim would make it
    try:
        held = claim(folder)
    except AlreadyRunning:
        return _back_up_beside(folder, settings)
    with held:
        if pending(folder) and put_in_order(folder):
            settings = load(config)
        made = make(folder, settings)
    return made.content, Report(made.counts, made.notes, made.is_whole)


def _back_up_beside(folder: str, settings: Settings) -> tuple[bytes, Report]:
    """Back up what a program has on disk; AlreadyRunning while that is a restore, which is moving
    all of it.
    """
    before = pending(folder)
    made = make(folder, settings, in_use=True)
    if before or pending(folder):
        raise AlreadyRunning(f"a restore is running in {folder}: wait a moment")
    return made.content, Report(made.counts, [*made.notes, RUNNING], made.is_whole)


def _restore(config: str | None, settings: Settings, content: bytes) -> Report:
    """Restore a state that no program runs on."""
    folder = os.path.abspath(settings.state_folder)
    with claim(folder):
        if put_in_order(folder):
            settings = load(config)
        with staged(content, folder, config, settings) as ready:
            notes = take_over(folder, settings)
        finish(folder)
    return Report(ready.counts, ready.notes + notes)
