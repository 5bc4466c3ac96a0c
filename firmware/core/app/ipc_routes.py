"""Answer other commands for the running program: `okanjo doctor` and `okanjo teach`.

The socket's thread does so, not the one that owns the table.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping

from engine.notation import printable
from firmware.common.ipc.server import Request, Route
from firmware.common.ipc.socket_path import Words
from firmware.common.system.text import plural
from firmware.core.app.teach_dialog import fitted, named, short
from firmware.core.journal.journal import Journal
from firmware.core.stickers.store import NotTaught, Stickers
from firmware.core.view.outcome import TeachStep


def doctor_route(
    version: str,
    journal: Journal,
    devices: Callable[[], Words],
    held: Callable[[], Iterable[str]],
) -> Route:
    """`devices` describes scanners, parts and page; `held` lists the buttons that are down."""
    began = time.monotonic()

    def doctor(request: Request) -> Words:
        return {
            "okanjo": version,
            "pid": os.getpid(),
            "uptime_s": round(time.monotonic() - began),
            "saved": journal.saved,
            "trouble": printable(journal.trouble, 200),
            "notices": [printable(notice.log, 400) for notice in journal.notices],
            "held": list(held()),
            **devices(),
        }

    return doctor


def sticker_routes(stickers: Stickers, put: Callable[[TeachStep], None]) -> Mapping[str, Route]:
    """`put` passes what has changed to the table, which shows it."""

    def list_(request: Request) -> Words:
        return {"rows": stickers.rows()}

    def forget(request: Request) -> Words:
        sticker = str(request.words["sticker"])
        try:
            code = stickers.forget(sticker)
        except NotTaught as why:
            return {"trouble": str(why)}
        if code is not None:
            name = named(code, stickers.book)
            lines = short(sticker), "is forgotten, was", fitted(name)
            put(TeachStep(lines, f"Forgotten: {printable(sticker)}, it was {name}"))
        return {"code": code}

    def import_(request: Request) -> Words:
        try:
            new = stickers.learn((sticker, code) for sticker, code in request.words["rows"])
        except NotTaught as why:
            return {"trouble": str(why)}
        if new:
            count = plural(new, "sticker")
            put(TeachStep((count, "taught from a file"), f"Taught from a file: {count}"))
        return {"new": new}

    return {"teach-list": list_, "teach-forget": forget, "teach-import": import_}
