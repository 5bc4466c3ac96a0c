"""The backups that nobody has to think of: one of each evening, the last ten, in the state folder.

Law: a file of an evening is replaced whole or stays as it was, and only by a backup that lacks
nothing. One that does lies beside them, and takes nobody's place. What was erased goes from these
copies, too: nobody has made them who would know where to look.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware.common.system.files import give_to_owner, replace
from firmware.common.system.state_dir import BACKUPS_FOLDER
from firmware.core.journal.deleted import last_evening
from firmware.core.journal.rows import GameRow

if TYPE_CHECKING:
    from firmware.records.backup.create import Made

MOST = 10  # evenings
SPARED_BYTES = 4 << 20  # of the disk's last room: for the games themselves
EVENING = re.compile(r"\d{4}-\d\d-\d\d\.okanjo")
NO_DAY = "undated.okanjo"  # where no clock was ever right
LACKING = "lacking.okanjo"
UNFINISHED = ".okanjo.new"  # how a name ends that a power cut may leave


def kept(folder: str) -> list[str]:
    """The evenings that have a backup in this state folder, the last one last. OSError."""
    try:
        names = os.listdir(os.path.join(folder, BACKUPS_FOLDER))
    except FileNotFoundError:
        return []
    return sorted(name.partition(".")[0] for name in names if EVENING.fullmatch(name))


def path_of(folder: str, evening: str) -> str:
    """Where the backup of an evening lies."""
    return os.path.join(folder, BACKUPS_FOLDER, f"{evening}.okanjo" if evening else NO_DAY)


def is_due(folder: str, last_games: Iterable[GameRow]) -> bool:
    """Whether the evening of the last games has no backup, or only one from before a game's end."""
    games = [game for game in last_games if game.names]
    try:
        written_at = os.stat(path_of(folder, last_evening(games))).st_mtime
    except OSError:
        return bool(games)
    return any(game.ended is not None and game.ended > written_at for game in games)


def keep(folder: str, made: Made) -> None:
    """Write the backup of its evening; remove the earliest of more than ten, and those that still
    have a game that was erased.

    OSError when that cannot be done: then what was there stands.
    """
    place = os.path.join(folder, BACKUPS_FOLDER)
    if not os.path.isdir(place):
        os.mkdir(place, 0o700)
        give_to_owner(place, folder)
    for name in os.listdir(place):
        if name.endswith(UNFINISHED):
            os.unlink(os.path.join(place, name))
    room = os.statvfs(place)
    if room.f_bavail * room.f_frsize < len(made.content) + SPARED_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if not made.is_whole:
        replace(os.path.join(place, LACKING), made.content)
        return
    replace(path_of(folder, made.evening), made.content)
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(place, LACKING))
    others = [path_of(folder, evening) for evening in kept(folder) if evening != made.evening]
    for path in others[: -(MOST - 1)]:
        os.unlink(path)
    for path in (*others[-(MOST - 1) :], os.path.join(place, NO_DAY)):
        if path != path_of(folder, made.evening) and made.erased > _erased_before(path):
            os.unlink(path)


def _erased_before(path: str) -> int:
    """How many games had been erased when a backup was made; none of one that cannot be read."""
    from firmware.records.backup.archive import BadBackup, erased_before  # late: starts
    from firmware.records.backup.summary import MOST_BYTES

    try:
        with open(path, "rb") as file:
            return erased_before(file.read(MOST_BYTES + 1))
    except BadBackup:
        return 0
    except FileNotFoundError:
        return sys.maxsize
