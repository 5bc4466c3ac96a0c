"""The program that runs in, what it answers to `okanjo backup` and `okanjo restore` out.

What does the work is imported when somebody asks: a start is measured.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from firmware.ipc.server import Question, Route
from firmware.journal.journal import Journal
from firmware.settings.schema import Settings

Told = Mapping[str, Any]
BUSY = "another backup or restore is going on: wait a moment"


class Running(NamedTuple):
    """The program: `anew` has it call a function between two scans, and start anew if that says
    so.
    """

    version: str
    config: str | None
    settings: Settings
    journal: Journal
    anew: Callable[[Callable[[], bool]], None]


def backup_routes(running: Running) -> Mapping[str, Route]:
    def backup(question: Question) -> Told:
        return _answer(running, "backup", question)

    def restore(question: Question) -> Told:
        return _answer(running, "restore", question)

    return {"backup": backup, "restore": restore}


def _answer(running: Running, what: str, question: Question) -> Told:
    """Do it with the file that came along, if it is us who are meant."""
    folder = os.path.abspath(running.settings.state_folder)
    told = {"state_folder": folder}
    meant = question.words.get("folder", folder)
    if not isinstance(meant, str) or _real(meant) != _real(folder):
        return {**told, "elsewhere": True}
    file = question.descriptor
    if file is None or not stat.S_ISREG(os.fstat(file).st_mode):
        return {**told, "refused": "no file came along with the question"}
    from firmware.backup.running import done

    return {**told, **done(running, what, file, question.is_waited_for)}


def _real(folder: str) -> str:
    try:
        return os.path.realpath(folder)
    except ValueError:  # what no folder can be called
        return ""
