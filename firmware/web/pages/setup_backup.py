"""Backup, restore and doctor's report on /setup.

Backup and restore are done as for `okanjo backup` and `okanjo restore`; doctor is a process of its
own.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from typing import TypeVar

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from firmware.backup.running import BUSY, NotDone, back_up
from firmware.backup.running import restore as restore_
from firmware.web.child import exclusive, run
from firmware.web.context import NO_STORE, Context, json_response, post

BACKUP = "application/octet-stream"
MOST_BACKUP = 64 << 20
DOCTOR_S = 60.0
ANSWERED_WITHIN_S = 2.0
_backup, _doctor = asyncio.Lock(), asyncio.Lock()
Done = TypeVar("Done")


async def backup(context: Context, request: Request) -> Response:
    """Send all that lasts as a file, made in memory: the disk may be what is failing."""
    running = context.running
    async with exclusive(_backup, _sentence(BUSY)):
        content, _ = await _carry_out(lambda: back_up(running))
    return Response(content, 200, NO_STORE, BACKUP)


async def restore(context: Context, request: Request) -> Response:
    """Replace all that lasts by the file that is sent, if there is nothing wrong with it, and have
    Okanjo start anew once this is answered.
    """
    running, answered = context.running, threading.Event()

    def restart(take_over: Callable[[], bool]) -> None:
        running.restart(lambda: take_over() and (answered.wait(ANSWERED_WITHIN_S) or True))

    async with exclusive(_backup, _sentence(BUSY)):
        content = await _received(request, running.folder)
        held = running._replace(restart=restart)
        report = await _carry_out(lambda: restore_(held, content))
    response = json_response({"restored": report.counts.describe(), "told": report.notes})

    async def after() -> None:
        answered.set()

    response.background = BackgroundTask(after)
    return response


async def _received(request: Request, folder: str) -> bytes:
    """Read what is sent; until all of it is there it takes no memory.

    It lies beside the journal: what /tmp takes, memory would have to hold.
    """
    from tempfile import TemporaryFile  # late: 1 MB that looking at scores need not cost

    try:
        with TemporaryFile(dir=folder) as file:
            async for piece in request.stream():
                file.write(piece)
            file.seek(0)
            return file.read()
    except OSError as why:
        raise HTTPException(503, f"{why.strerror or why}. Nothing was changed.") from None


async def _carry_out(work: Callable[[], Done]) -> Done:
    """Do the work in a thread of its own; HTTPException when it is refused."""
    try:
        return await asyncio.to_thread(work)
    except NotDone as why:
        raise HTTPException(409, _sentence(str(why))) from None


def _sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}".strip(".") + "."


async def doctor(context: Context, request: Request) -> Response:
    """A line on everything there is to look at; it asks us over the control socket, and disturbs
    no part of ours.
    """
    config = context.running.config
    async with exclusive(_doctor, "It is being looked at already; wait a moment."):
        said = await run(config, request.receive, ["doctor", "--json"], DOCTOR_S)
    try:
        found = json.loads(said.out)
        return json_response({"fine": found["fine"], "lines": found["lines"]})
    except (ValueError, LookupError, TypeError):
        raise HTTPException(503, "There is no report; try: okanjo doctor") from None


ENDPOINTS = (
    post("/setup/backup", backup),
    post("/setup/restore", restore, BACKUP, MOST_BACKUP),
    post("/setup/doctor", doctor),
)
