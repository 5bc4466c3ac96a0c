"""Backup, restore and doctor's report on /setup: what came in, what there is to tell out.

What does it is what answers `okanjo backup` and `okanjo restore`; doctor is a process of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from typing import Any, BinaryIO

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from firmware.backup.answers import BUSY, backup_routes
from firmware.ipc import server as ipc
from firmware.web.child import exclusive, run
from firmware.web.context import NO_STORE, Context, json_response, post
from firmware.web.page import PIECE_BYTES
from firmware.web.pages.restart import Restart, running_of

BACKUP = "application/octet-stream"
MOST_BACKUP = 64 << 20
DOCTOR_S = 60.0
_keeping, _looking = asyncio.Lock(), asyncio.Lock()


async def backup(context: Context, request: Request) -> Response:
    """All that lasts, as a file. It is in memory: the disk may be what is failing."""
    async with exclusive(_keeping, _sentence(BUSY)):
        file = os.fdopen(os.memfd_create("okanjo"), "w+b")
        try:
            await _kept(backup_routes(running_of(context))["backup"], file)
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
        except BaseException:
            file.close()
            raise
    headers = {"Content-Length": f"{size}", **NO_STORE}
    return StreamingResponse(_pieces(file), 200, headers, BACKUP)


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        while piece := file.read(PIECE_BYTES):
            yield piece


async def restore(context: Context, request: Request) -> Response:
    """All that lasts, replaced by what came along, if there is nothing wrong with it."""
    from tempfile import TemporaryFile  # late: 1 MB that looking at scores need not cost

    running = running_of(context)
    async with exclusive(_keeping, _sentence(BUSY)):
        try:
            # beside the journal: what /tmp takes, memory would have to hold
            with TemporaryFile(dir=running.settings.state_folder) as file:
                async for piece in request.stream():
                    file.write(piece)
                file.flush()
                restart = Restart(running)
                try:
                    answer = backup_routes(running._replace(anew=restart))["restore"]
                    told = await _kept(answer, file)
                except BaseException:
                    restart.give_up()
                    raise
        except OSError as why:
            raise HTTPException(503, f"{why.strerror or why}. Nothing was changed.") from None
    return restart.answer({**_contents(told), "told": told["told"]})


def _contents(told: Mapping[str, Any]) -> dict[str, str]:
    from firmware.backup.describe import contents, counts_in

    return {"restored": contents(counts_in(told))}


async def _kept(route: ipc.Route, file: BinaryIO) -> Mapping[str, Any]:
    """What was done with the file, in a thread of its own; HTTPException when it is refused."""
    gone, descriptor = False, os.dup(file.fileno())  # the thread may outlast who asked

    def work() -> Mapping[str, Any]:
        with os.fdopen(descriptor):
            return route(ipc.Question({}, descriptor, lambda: not gone))

    try:
        found = await asyncio.to_thread(work)
    except asyncio.CancelledError:
        gone = True
        raise
    if "refused" in found:
        raise HTTPException(409, _sentence(str(found["refused"])))
    return found


def _sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}".strip(".") + "."


async def doctor(context: Context, request: Request) -> Response:
    """A line on everything there is to look at; it asks us over the control socket, and disturbs
    no part of ours.
    """
    running_of(context)
    async with exclusive(_looking, "It is being looked at already; wait a moment."):
        said = await run(context.page.config, request.receive, ["doctor", "--json"], DOCTOR_S)
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
