"""What the running program answers to other commands: `okanjo doctor` and `okanjo teach`.

Each answer is made in the socket's thread, not in the one that owns the table.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.codes import Codebook
from engine.notation import printable
from engine.refusals import Refused
from firmware.app.teach_dialog import fitted, named, short
from firmware.ipc.server import Question, Route
from firmware.journal.journal import Journal
from firmware.stickers.csv_file import unfit
from firmware.stickers.store import NotTaught, Stickers
from firmware.system.text import plural
from firmware.view.outcome import TeachStep

Object = Mapping[str, Any]


def doctor_route(
    version: str,
    state_folder: str,
    journal: Journal,
    devices: Callable[[], Object],
    held: Callable[[], Iterable[str]],
    clock: Callable[[], float] = time.monotonic,
) -> Route:
    """`devices` is how scanners, parts and page are, `held` which buttons are down."""
    began = clock()

    def doctor(question: Question) -> Object:
        return {
            "okanjo": version,
            "pid": os.getpid(),
            "uptime_s": round(clock() - began),
            "state_folder": os.path.abspath(state_folder),
            "saved": journal.saved,
            "trouble": printable(journal.trouble, 200),
            "notices": [printable(notice.log, 400) for notice in journal.notices],
            "held": list(held()),
            **devices(),
        }

    return doctor


def sticker_routes(
    stickers: Stickers, state_folder: str, put: Callable[[TeachStep], None]
) -> Mapping[str, Route]:
    """`put` tells the table what has changed, so that it is shown."""
    here = {"state_folder": os.path.abspath(state_folder)}

    def list_(question: Question) -> Object:
        return {**here, "rows": stickers.rows()}

    def forget(question: Question) -> Object:
        return {**here, **_forget(stickers, str(question.words.get("sticker", "")), put)}

    def import_(question: Question) -> Object:
        return {**here, **_import(stickers, question.words.get("rows"), put)}

    return {"teach-list": list_, "teach-forget": forget, "teach-import": import_}


def _forget(stickers: Stickers, sticker: str, put: Callable[[TeachStep], None]) -> Object:
    try:
        code = stickers.forget(sticker)
    except NotTaught as why:
        return {"trouble": str(why)}
    if code is not None:
        name = named(code, stickers.book)
        lines = short(sticker), "is forgotten, was", fitted(name)
        put(TeachStep(lines, f"Forgotten: {printable(sticker)}, it was {name}"))
    return {"code": code}


def _import(stickers: Stickers, rows: Any, put: Callable[[TeachStep], None]) -> Object:
    if not isinstance(rows, list) or not all(_is_row(row, stickers.book) for row in rows):
        return {"trouble": "these are no stickers"}
    try:
        new = stickers.learn((sticker, code) for sticker, code in rows)
    except NotTaught as why:
        return {"trouble": str(why)}
    if new:
        count = plural(new, "sticker")
        put(TeachStep((count, "taught from a file"), f"Taught from a file: {count}"))
    return {"new": new}


def _is_row(row: Any, book: Codebook) -> bool:
    """Whether it can be taught: the command that asks may be of another version."""
    return (
        isinstance(row, list)
        and len(row) == 2
        and all(isinstance(one, str) for one in row)
        and not unfit(row[0])
        and not isinstance(book.read(row[1]), Refused)
    )
