"""The backups on a USB stick that is plugged in: which there are, and one of them brought here.

What is brought goes to the browser, which sends it as it would a file of its own: there is one way
to check and to restore a backup (`backup.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext, ngettext
from firmware.common.http.responses import NO_STORE, exclusive, json_response
from firmware.common.system.ask_root import NotTaken, root_of
from firmware.common.system.text import Json
from firmware.interfaces.web.context import Context, get, object_of, post
from firmware.interfaces.web.pages.setup.backup import BACKUP
from firmware.interfaces.web.pages.setup.device import BUSY, not_done, root_asked, under_way
from firmware.records.backup.summary import BackupFile
from firmware.words.language import Language, say
from firmware.words.worded import WordedText

GAMES = ngettext("{count} game", "{count} games", 0)
OF_TABLE = ngettext("{count} game, table {table}", "{count} games, table {table}", 0)
SIZED = ngettext(
    "{count} game, table {table}, {size} kB", "{count} games, table {table}, {size} kB", 0
)
SIZED_ONLY = ngettext("{count} game, {size} kB", "{count} games, {size} kB", 0)
LACKS = gettext("It lacks something.")
OTHERS = ngettext(
    "{count} more file there is damaged, or no backup.",
    "{count} more files there are damaged, or no backups.",
    0,
)


async def offered(context: Context, request: Request) -> Response:
    """Before the first game, and for everybody: the newest backup of each table."""
    newest = context.page.feed.newest
    backups = []
    if newest is not None and newest.never_played and root_of(os.environ).is_there:
        backups = context.running.sticks.newest()
    message = OF_TABLE if len(backups) > 1 else GAMES
    return json_response({"backups": _rows(backups, message, context.language(request))})


async def listed(context: Context, request: Request) -> Response:
    """All of them, how many files there are none, and whether a stick is looked at here at all."""
    language, sticks = context.language(request), context.running.sticks.plugged_in()
    backups = [(stick, kept) for stick, has in sticks.items() for kept in has.backups]
    others = sum(has.others for has in sticks.values())
    others_text = say(OTHERS._replace(values={"count": others}), language) if others else ""
    can = root_of(os.environ).is_there
    return json_response(
        {"backups": _rows(backups, SIZED, language), "others": others_text, "can": can}
    )


async def bring(context: Context, request: Request) -> Response:
    """Answer the bytes of a backup on a stick; root reads it."""
    sent, root = await object_of(request), root_asked()
    stick, name = sent.get("stick"), sent.get("name")
    if not (isinstance(stick, str) and isinstance(name, str)):
        raise HTTPException(400, 'Send {"stick": "sda1", "name": "2026-11-27-….okanjo"}.')
    with exclusive(under_way, "wish", WordedText(BUSY)):
        sticks = context.running.sticks
        try:
            content = await context.threads.call(
                sticks.bring, stick, name, partial(root.ask, "stick")
            )
        except (NotTaken, OSError) as why:
            raise not_done(root, why) from None
    return Response(content, 200, NO_STORE, BACKUP)


def _rows(
    backups: Iterable[tuple[str, BackupFile]], message: Message, language: Language
) -> list[Json]:
    return [
        {
            "stick": stick,
            "name": kept.name,
            "evening": kept.evening,
            "has": say(_has(kept, message), language),
            "lacks": "" if kept.is_whole else say(LACKS, language),
        }
        for stick, kept in backups
    ]


def _has(kept: BackupFile, message: Message) -> Message:
    if not kept.table:
        message = SIZED_ONLY if message is SIZED else GAMES
    size = max(1, round(kept.size / 1000))
    return message._replace(values={"count": kept.games, "table": kept.table, "size": size})


ENDPOINTS = (
    get("/stick", offered),
    post("/setup/sticks", listed),
    post("/setup/from-stick", bring),
)
