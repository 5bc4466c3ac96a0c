"""Taught stickers on /setup: listed, forgotten, brought in and taken away as CSV.

What does it is what answers `okanjo teach`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from microdot import Request, Response

from engine.notation import LONGEST_LINE, printable
from firmware.ipc.server import Question
from firmware.web.handlers import Around, Route, fresh
from firmware.web.pages.labels import codebook
from firmware.web.pages.setup_backup import body_of, running_of
from firmware.web.request import TurnedAway

CSV = "text/csv"
MOST_CSV = 1 << 20


async def listed(around: Around, request: Request) -> Response:
    """Each as it is, as it can be shown, and what it stands for."""
    from firmware.app.teach_dialog import named

    book = codebook(around)
    rows = (await _asked(around, "teach-list"))["rows"]
    return fresh(
        {"rows": [[one, printable(one, LONGEST_LINE), named(code, book)] for one, code in rows]}
    )


async def csv(around: Around, request: Request) -> Response:
    """The same as a file that can be brought in again."""
    from firmware.stickers.csv_import import listed as lines

    rows = (await _asked(around, "teach-list"))["rows"]
    content = "".join(f"{line}\n" for line in lines(rows, codebook(around)))
    kind = {"Content-Type": f"{CSV}; charset=UTF-8", "Cache-Control": "no-store"}
    return Response(content.encode("utf-8", "backslashreplace"), 200, kind)


async def forget(around: Around, request: Request) -> Response:
    """One of them."""
    try:
        sent = json.loads((request.body or b"").decode("utf-8"))
        sticker = sent["sticker"]
    except (ValueError, RecursionError, LookupError, TypeError):
        sticker = None
    if not isinstance(sticker, str):
        raise TurnedAway(400, 'Send {"sticker": "..."}.')
    code = (await _asked(around, "teach-forget", sticker=sticker))["code"]
    if code is None:
        raise TurnedAway(409, f"{printable(sticker, 100)} is no sticker that was taught.")
    return fresh({"forgotten": printable(sticker, LONGEST_LINE)})


async def bring(around: Around, request: Request) -> Response:
    """A file of them: all or, with a mistake in it, none."""
    from firmware.stickers.csv_import import BadFile, rows_of

    content = b"".join([piece async for piece in body_of(request)])
    taught = dict((await _asked(around, "teach-list"))["rows"])
    try:
        rows = rows_of(content, codebook(around), taught)
    except BadFile as why:
        return fresh({"mistakes": str(why).splitlines()})
    told = await _asked(around, "teach-import", rows=[list(row) for row in rows])
    return fresh({"new": told["new"]})


async def _asked(around: Around, question: str, **more: Any) -> Mapping[str, Any]:
    """What the program answers; in a thread, as a disk may take its time."""
    running_of(around)
    answer: Any = around.page.answers[question]
    told: Mapping[str, Any] = await asyncio.to_thread(answer, Question(more))
    if "trouble" in told:
        raise TurnedAway(503, f"Nothing was changed: {told['trouble']}.")
    return told


ROUTES = {
    "/setup/stickers": (Route(listed, "POST", pin=True),),
    "/setup/stickers.csv": (Route(csv, "POST", pin=True),),
    "/setup/forget": (Route(forget, "POST", pin=True),),
    "/setup/import": (Route(bring, "POST", pin=True, kind=CSV, most=MOST_CSV),),
}
