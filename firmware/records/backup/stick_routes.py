"""What the running program answers to the unit that writes backups to a USB stick (stick.py), or
reads one.

Law: the program itself never touches a stick. It gives bytes, or gets them, and is told what became
of it.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Mapping
from typing import get_args

from firmware.common.facts.notices import Notice, OfStick
from firmware.common.ipc.server import BadRequest, Request, Route
from firmware.common.ipc.socket_path import Words
from firmware.common.system.machine_id import id_of_machine
from firmware.records.backup.running import Running
from firmware.records.backup.summary import MOST_BYTES, BackupFile

logger = logging.getLogger(__name__)
MAKING = "firmware.records.backup.making"
WRITTEN, LACKING, FOUND = "stick-written", "stick-lacking", "stick-found"
PULLED, FAILED = "stick-pulled", "stick-failed"
MADE_WITHIN_S = 240.0  # the unit waits a little longer


def stick_routes(running: Running, put: Callable[[Notice], None]) -> Mapping[str, Route]:
    """`put` passes to the table what is to be shown."""
    sticks = running.sticks

    def wanted(request: Request) -> Words:
        """Say which file is wanted of a stick; nothing where it is to get a backup."""
        name = sticks.wanted(request.word("stick", str))
        return {} if name is None else {"wanted": name}

    def backup(request: Request) -> Words:
        """Write a backup into the file that came along; say what it is to be called, and what is to
        be told when it is written. Without a name nothing is.
        """
        if request.descriptor is None:
            raise BadRequest("no file was sent")
        made = _made(running, request.descriptor)
        if "why" in made:
            logger.warning(f"no backup for the stick: {made['why']}")
            return {"case": "no-backup"}
        if not made["has_games"]:  # nobody has played yet
            return {"case": ""}
        table = running.settings.mqtt.id or id_of_machine()
        if made["is_whole"] and running.journal.saved:
            return {"name": f"{made['evening'] or 'undated'}-{table}.okanjo", "case": WRITTEN}
        return {"name": f"lacking-{table}.okanjo", "case": LACKING}  # in no good one's place

    def told(request: Request) -> Words:
        """Show what became of it, remember what the stick has, and take a file that was wanted."""
        from firmware.records.backup.archive import BackupCounts, Report
        from firmware.records.backup.last import remember

        sent, stick = request.word("case", str), request.word("stick", str)
        if sent == PULLED and sticks.is_there(stick):  # a spoiled file system fails just like that
            sent = FAILED
        backups = tuple(BackupFile(*row) for row in request.word("backups", list))
        content, why = _content(request.descriptor), request.word("why", str)
        sticks.told(stick, backups, request.word("others", int), content, why)
        for case in get_args(OfStick):
            if case == sent:
                put(Notice(case, number=backups[0].games if case == FOUND else 0))
        remember(running.folder, Report(BackupCounts(), [], is_whole=sent == WRITTEN))
        return {}

    return {"stick-wanted": wanted, "stick-backup": backup, "stick-told": told}


def _content(file: int | None) -> bytes:
    """What is in a file that came along."""
    if file is None:
        return b""
    with os.fdopen(os.dup(file), "rb") as content:
        return content.read(MOST_BYTES)


def _made(running: Running, file: int) -> Mapping[str, object]:
    """Have it made by a process of its own, into an open file: what that tells of it."""
    from subprocess import DEVNULL, PIPE, SubprocessError, run  # late: a start is measured

    from firmware.common.system import child

    words = child.command(MAKING, "send", *running.words)
    try:
        made = run(  # noqa: S603 - our own program
            words, stdin=DEVNULL, stdout=file, stderr=PIPE, timeout=MADE_WITHIN_S, check=True
        )
        return dict(json.loads(made.stderr.splitlines()[-1]))
    except (OSError, SubprocessError, ValueError, LookupError) as why:
        return {"why": str(why)}
