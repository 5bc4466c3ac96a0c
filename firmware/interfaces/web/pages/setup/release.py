"""An update on /setup: a release is laid down as it comes, unread; root alone looks into it."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterable
from io import FileIO

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.http.responses import json_response
from firmware.common.releases.offer import MOST_FILE
from firmware.common.system.ask_root import NotTaken, Root
from firmware.common.system.files import remove
from firmware.common.system.state_dir import open_plain
from firmware.interfaces.web.context import Context, post, refusal
from firmware.interfaces.web.pages.setup.device import not_done, one_change, root_asked

FILE = "application/octet-stream"
MB = 1_000_000
NEEDED = 250 * MB  # beside the file: unpacked, installed, and room for the games
PIECE = 1 << 20
NO_ROOM = gettext(
    "The disk has only {free} MB left, and an update needs {needed} MB. Use a larger card, or free"
    " some space."
)


async def update(context: Context, request: Request) -> Response:
    """Lay down the file of a release that is sent, and have root update by it; answer once that
    has begun.
    """
    root = root_asked()
    with one_change():
        check_room(root, int(request.headers["content-length"]))
        try:
            await lay_down(context, request.stream(), root.release)
            await context.threads.call(root.ask, "update")
        except BaseException as why:
            remove(root.release)
            if isinstance(why, NotTaken | OSError):
                raise not_done(root, why) from None
            raise
    return json_response({"asked": "update"})


def check_room(root: Root, size: int) -> None:
    """Refuse to fill the disk: games are saved there, too."""
    free = shutil.disk_usage(os.path.dirname(root.release)).free
    needed = size + NEEDED
    if free < needed:
        raise refusal(507, NO_ROOM._replace(values={"free": free // MB, "needed": needed // MB}))


async def lay_down(context: Context, sent: AsyncIterable[bytes], path: str) -> None:
    """Write what is sent as it comes, a piece at a time; nothing of what does not come to its end.
    OSError, and whatever ends it.
    """
    new = f"{path}.new"
    await context.threads.call(remove, new)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with open(new, "xb", buffering=0, opener=lambda name, _: open_plain(name, flags)) as file:
        try:
            piece = bytearray()
            async for came in sent:
                piece += came
                if len(piece) >= PIECE:
                    await context.threads.call(_write, file, piece)
                    piece = bytearray()
            await context.threads.call(_write, file, piece)
            os.rename(new, path)
        except BaseException:
            remove(new)
            raise


def _write(file: FileIO, piece: bytearray) -> None:
    """All of it: a file that is not buffered may take less."""
    left = memoryview(piece)
    while left:
        left = left[file.write(left) :]


ENDPOINTS = (post("/setup/update", update, FILE, MOST_FILE),)
