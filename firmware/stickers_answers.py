"""Stickers in, what the running program answers `okanjo teach` over the control socket out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from engine.codes import Codebook
from engine.refusals import Refused
from firmware.control import Answer
from firmware.scanline import shown
from firmware.stickers import NotTaught, Stickers
from firmware.stickers_file import unfit
from firmware.teaching import fitted, named, short
from firmware.way import Lesson

Object = Mapping[str, Any]


def stickers_answers(
    stickers: Stickers, state_folder: str, tell: Callable[[Lesson], None]
) -> Mapping[str, Answer]:
    """By question. What was changed is told the table, which shows it."""
    book = stickers.book
    here = {"state_folder": os.path.abspath(state_folder)}

    def listed(asked: Object) -> Object:
        return {**here, "rows": stickers.rows()}

    def forgotten(asked: Object) -> Object:
        sticker = str(asked.get("sticker", ""))
        try:
            code = stickers.forget(sticker)
        except NotTaught as why:
            return {**here, "trouble": str(why)}
        if code is not None:
            name = named(code, book)
            lines = short(sticker), "is forgotten, was", fitted(name)
            tell(Lesson(lines, f"Forgotten: {shown(sticker)}, it was {name}"))
        return {**here, "code": code}

    def imported(asked: Object) -> Object:
        rows = asked.get("rows")
        if not isinstance(rows, list) or not all(_is_row(row, book) for row in rows):
            return {**here, "trouble": "these are no stickers"}
        try:
            new = stickers.learn((sticker, code) for sticker, code in rows)
        except NotTaught as why:
            return {**here, "trouble": str(why)}
        if new:
            count = f"{new} sticker{'s' * (new > 1)}"
            tell(Lesson((count, "taught from a file"), f"Taught from a file: {count}"))
        return {**here, "new": new}

    return {"teach-list": listed, "teach-forget": forgotten, "teach-import": imported}


def _is_row(row: Any, book: Codebook) -> bool:
    """Whether it may be taught: who asks may be of another version."""
    return (
        isinstance(row, list)
        and len(row) == 2
        and all(isinstance(one, str) for one in row)
        and not unfit(row[0])
        and not isinstance(book.read(row[1]), Refused)
    )
