"""Backup, restore and doctor's report on /setup: what came in, what there is to tell out.

What does it is what answers `okanjo backup` and `okanjo restore`; doctor is a process of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

from microdot import Request, Response

from firmware.backup.answers import BUSY, backup_routes
from firmware.ipc import server as ipc
from firmware.web.child import alone, errand
from firmware.web.connection import PIECE_BYTES
from firmware.web.handlers import Around, Route, fresh
from firmware.web.pages.restart import Anew
from firmware.web.request import TurnedAway

if TYPE_CHECKING:
    from firmware.backup.answers import Running

BACKUP = "application/octet-stream"
MOST_BACKUP = 64 << 20
DOCTOR_S = 60.0
_keeping, _looking = asyncio.Lock(), asyncio.Lock()


def running_of(around: Around) -> Running:
    """The program that is set up."""
    if around.page.running is None:
        raise TurnedAway(503, "This Okanjo cannot be set up from here.")
    return around.page.running


async def body_of(request: Request) -> AsyncIterator[bytes]:
    """What is sent along, piece by piece."""
    left = request.content_length or 0
    while left:
        piece = await request.g.line.read(min(left, PIECE_BYTES))
        left -= len(piece)
        yield piece


async def backup(around: Around, request: Request) -> Response:
    """All that lasts, as a file. It is in memory: the disk may be what is failing."""
    async with alone(_keeping, _sentence(BUSY)):
        file = os.fdopen(os.memfd_create("okanjo"), "w+b")
        try:
            await _kept(backup_routes(running_of(around))["backup"], file)
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
        except BaseException:
            file.close()
            raise
    headers = {"Content-Type": BACKUP, "Cache-Control": "no-store", "Content-Length": str(size)}
    pieces: Any = _pieces(file)
    return Response(pieces, 200, headers)


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        while piece := file.read(PIECE_BYTES):
            yield piece


async def restore(around: Around, request: Request) -> Response:
    """All that lasts, replaced by what came along, if there is nothing wrong with it."""
    from tempfile import TemporaryFile  # late: 1 MB that looking at scores need not cost

    running = running_of(around)
    async with alone(_keeping, _sentence(BUSY)):
        try:
            # beside the journal: what /tmp takes, memory would have to hold
            with TemporaryFile(dir=running.settings.state_folder) as file:
                async for piece in body_of(request):
                    file.write(piece)
                file.flush()
                anew = Anew(running)
                try:
                    answer = backup_routes(running._replace(anew=anew))["restore"]
                    told = await _kept(answer, file)
                except BaseException:
                    anew.give_up()
                    raise
        except OSError as why:
            raise TurnedAway(503, f"{why.strerror or why}. Nothing was changed.") from None
    return anew.answer({**_contents(told), "told": told["told"]})


def _contents(told: Mapping[str, Any]) -> dict[str, str]:
    from firmware.backup.describe import contents, counts_in

    return {"restored": contents(counts_in(told))}


async def _kept(route: ipc.Route, file: BinaryIO) -> Mapping[str, Any]:
    """What was done with the file, in a thread of its own; TurnedAway when it is refused."""
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
        raise TurnedAway(409, _sentence(str(found["refused"])))
    return found


def _sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}".strip(".") + "."


async def doctor(around: Around, request: Request) -> Response:
    """A line on everything there is to look at; it asks us over the control socket, and disturbs
    no part of ours.
    """
    running_of(around)
    async with alone(_looking, "It is being looked at already; wait a moment."):
        said = await errand(around, request.g.line, ["doctor", "--json"], DOCTOR_S)
    try:
        found = json.loads(said.out)
        return fresh({"fine": found["fine"], "lines": found["lines"]})
    except (ValueError, LookupError, TypeError):
        raise TurnedAway(503, "There is no report; try: okanjo doctor") from None


ROUTES = {
    "/setup/backup": (Route(backup, "POST", pin=True),),
    "/setup/restore": (Route(restore, "POST", pin=True, kind=BACKUP, most=MOST_BACKUP),),
    "/setup/doctor": (Route(doctor, "POST", pin=True),),
}
