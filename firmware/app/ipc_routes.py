"""What runs in, what it answers over the control socket out: one object for each question."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.notation import printable
from firmware.ipc.server import Question, Route
from firmware.journal.journal import Journal


def answers(
    version: str,
    state_folder: str,
    journal: Journal,
    told: Callable[[], Mapping[str, Any]],
    held: Callable[[], Iterable[str]],
    more: Mapping[str, Route],
    clock: Callable[[], float] = time.monotonic,
) -> Mapping[str, Route]:
    """What answers each question, in another thread than the one that owns journal and table: so
    it reads what is there once, and never waits. `told` is how the parts are, `held` which buttons
    are down; `more` are answered by others.
    """
    began = clock()

    def doctor(question: Question) -> Mapping[str, Any]:
        return {
            "okanjo": version,
            "pid": os.getpid(),
            "uptime_s": round(clock() - began),
            "state_folder": os.path.abspath(state_folder),
            "saved": journal.saved,
            "trouble": printable(journal.trouble, 200),
            "notices": [printable(notice.log, 400) for notice in journal.notices],
            "held": list(held()),
            **told(),
        }

    return {"doctor": doctor, **more}
