"""Backup and restore on /setup, done as for `okanjo backup` and `okanjo restore`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from urllib.parse import quote

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from firmware.common.http.responses import NO_STORE, as_sentence, exclusive, json_response
from firmware.interfaces.web.context import Context, post
from firmware.records.backup.running import BUSY, back_up, look_into
from firmware.records.backup.running import restore as restore_
from firmware.words.language import say
from firmware.words.worded import WordedText

BACKUP = "application/octet-stream"
NOTES = "Okanjo-Notes"
MOST_BACKUP = 16 << 20  # archive.MOST_BYTES, which comes late
ANSWERED_WITHIN_S = 2.0
BUSY_NOW = WordedText(BUSY, as_sentence)
_under_way = set[str]()


async def backup(context: Context, request: Request) -> Response:
    """Send all that lasts as a file, made in memory: the disk may be what is failing. A header says
    what its owner should know of it.
    """
    running = context.running
    with exclusive(_under_way, "backup", BUSY_NOW):
        content, report = await context.threads.call(back_up, running)
    language = context.language(request)
    notes = "\n".join(say(note, language) for note in report.notes)
    return Response(content, 200, {**NO_STORE, NOTES: quote(notes)}, BACKUP)


async def check_backup(context: Context, request: Request) -> Response:
    """Say what is in the backup that is sent, before its owner decides; it changes nothing."""
    with exclusive(_under_way, "backup", BUSY_NOW):
        report = await context.threads.call(look_into, context.running, await request.body())
    return json_response({"has": say(report.counts.describe(), context.language(request))})


async def restore(context: Context, request: Request) -> Response:
    """Replace all that lasts by the file that is sent, if there is nothing wrong with it, and have
    Okanjo start anew once this is answered.
    """
    running, answered = context.running, threading.Event()

    def restart(take_over: Callable[[], bool]) -> None:
        running.restart(lambda: take_over() and (answered.wait(ANSWERED_WITHIN_S) or True))

    with exclusive(_under_way, "backup", BUSY_NOW):
        content = await request.body()
        held = running._replace(restart=restart)
        report = await context.threads.call(restore_, held, content)
    language = context.language(request)
    notes = [say(note, language) for note in report.notes]
    response = json_response({"restored": say(report.counts.describe(), language), "notes": notes})

    async def after() -> None:
        answered.set()

    response.background = BackgroundTask(after)
    return response


ENDPOINTS = (
    post("/setup/backup", backup),
    post("/setup/check-backup", check_backup, BACKUP, MOST_BACKUP),
    post("/setup/restore", restore, BACKUP, MOST_BACKUP),
)
