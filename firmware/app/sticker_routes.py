"""Stickers in, what the running program answers `okanjo teach` over the control socket out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from engine.codes import Codebook
from engine.notation import printable
from engine.refusals import Refused
from firmware.app.teach_dialog import fitted, named, short
from firmware.ipc.server import Question, Route
from firmware.stickers.csv_file import unfit
from firmware.stickers.store import NotTaught, Stickers
from firmware.system.text import plural
from firmware.view.outcome import TeachStep

Object = Mapping[str, Any]


def stickers_answers(
    stickers: Stickers, state_folder: str, tell: Callable[[TeachStep], None]
) -> Mapping[str, Route]:
    """What answers each question. What it changes is told the table, which shows it."""
    here = {"state_folder": os.path.abspath(state_folder)}

    def listed(question: Question) -> Object:
        return {**here, "rows": stickers.rows()}

    def forgotten(question: Question) -> Object:
        return {**here, **_forgotten(stickers, str(question.words.get("sticker", "")), tell)}

    def imported(question: Question) -> Object:
        return {**here, **_imported(stickers, question.words.get("rows"), tell)}

    return {"teach-list": listed, "teach-forget": forgotten, "teach-import": imported}


def _forgotten(stickers: Stickers, sticker: str, tell: Callable[[TeachStep], None]) -> Object:
    try:
        code = stickers.forget(sticker)
    except NotTaught as why:
        return {"trouble": str(why)}
    if code is not None:
        name = named(code, stickers.book)
        lines = short(sticker), "is forgotten, was", fitted(name)
        tell(TeachStep(lines, f"Forgotten: {printable(sticker)}, it was {name}"))
    return {"code": code}


def _imported(stickers: Stickers, rows: Any, tell: Callable[[TeachStep], None]) -> Object:
    if not isinstance(rows, list) or not all(_is_row(row, stickers.book) for row in rows):
        return {"trouble": "these are no stickers"}
    try:
        new = stickers.learn((sticker, code) for sticker, code in rows)
    except NotTaught as why:
        return {"trouble": str(why)}
    if new:
        count = plural(new, "sticker")
        tell(TeachStep((count, "taught from a file"), f"Taught from a file: {count}"))
    return {"new": new}


def _is_row(row: Any, book: Codebook) -> bool:
    """Whether it may be taught: who asks may be of another version."""
    return (
        isinstance(row, list)
        and len(row) == 2
        and all(isinstance(one, str) for one in row)
        and not unfit(row[0])
        and not isinstance(book.read(row[1]), Refused)
    )
