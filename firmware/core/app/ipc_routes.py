"""Answer other commands for the running program: `okanjo doctor` and `okanjo teach`.

The socket's thread does so, not the one that owns the table.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping

from engine.notation import printable
from firmware.common.facts.notices import Notice
from firmware.common.ipc.server import BadRequest, Request, Route
from firmware.common.ipc.socket_path import Words
from firmware.core.app.teach_dialog import meaning_of
from firmware.core.journal.journal import Journal
from firmware.core.stickers.store import NotTaught, Stickers


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
            "notices": [printable(finding.log, 400) for finding in journal.findings],
            "held": list(held()),
            **devices(),
        }

    return doctor


def sticker_routes(stickers: Stickers, put: Callable[[Notice], None]) -> Mapping[str, Route]:
    """`put` passes what has changed to the table, which shows it."""

    def list_(request: Request) -> Words:
        return {"rows": stickers.rows()}

    def forget(request: Request) -> Words:
        sticker = request.word("sticker", str)
        try:
            code = stickers.forget(sticker)
        except NotTaught as why:
            return {"trouble": str(why)}
        if code is not None:
            meaning, copies = meaning_of(code, stickers.book)
            put(Notice("forgotten-by-command", sticker, meaning, copies))
        return {"code": code}

    def import_(request: Request) -> Words:
        rows = request.word("rows", list)
        if not all(
            isinstance(row, list | tuple) and [*map(type, row)] == [str, str] for row in rows
        ):
            raise BadRequest('"rows" must be like [["4001234567890", "002008"]]')
        try:
            new = stickers.learn((sticker, code) for sticker, code in rows)
        except NotTaught as why:
            return {"trouble": str(why)}
        if new:
            put(Notice("taught-from-file", number=new))
        return {"new": new}

    return {"teach-list": list_, "teach-forget": forget, "teach-import": import_}
