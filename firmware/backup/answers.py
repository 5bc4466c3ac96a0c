"""The program that runs in, what it answers to `okanjo backup` and `okanjo restore` out.

What does the work is imported in a thread of its own, when somebody asks: a start is measured.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from firmware.ipc.server import Answer, Later
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


def keep_answers(running: Running) -> Mapping[str, Answer]:
    """What answers each question: in a thread of its own, as it takes a while."""

    def backup(asked: Mapping[str, Any]) -> Told | Later:
        return _answer(running, "backup", asked)

    def restore(asked: Mapping[str, Any]) -> Told | Later:
        return _answer(running, "restore", asked)

    return {"backup": backup, "restore": restore}


def _answer(running: Running, question: str, asked: Mapping[str, Any]) -> Told | Later:
    """Have the work done, if it is us who are meant, and a file came along."""
    folder = os.path.abspath(running.settings.state_folder)
    told = {"state_folder": folder}
    meant = asked.get("folder", folder)
    if not isinstance(meant, str) or _real(meant) != _real(folder):
        return {**told, "elsewhere": True}
    descriptor = asked.get("descriptor", -1)
    if descriptor < 0 or not stat.S_ISREG(os.fstat(descriptor).st_mode):
        return {**told, "refused": "no file came along with the question"}

    def work(waits: Callable[[], bool]) -> Told:
        from firmware.backup.running import done

        return {**told, **done(running, question, descriptor, waits)}

    return Later(work, {**told, "refused": BUSY})


def _real(folder: str) -> str:
    try:
        return os.path.realpath(folder)
    except ValueError:  # what no folder can be called
        return ""
