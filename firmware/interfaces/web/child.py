"""An okanjo command, or a picture drawn, in a process of its own, out of the way of the table.

Law: it runs niced, alone of its kind, and ends when its caller hangs up.
"""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Receive

from engine.message import gettext
from firmware.common.http.events import hung_up
from firmware.common.http.responses import busy, exclusive
from firmware.common.system import child
from firmware.words.worded import WordedText

NICE = 10
MOST_KEPT = 4
MOST_WAITING = 8
BEING_MADE = gettext("Your last labels are still being made. Wait a moment.")
MANY_PICTURES = gettext("Many pictures are being made. Try again in a moment.")
Drawn = tuple[bytes, str]


class Drawings:
    """PDFs, drawn one at a time and one per host; the last few are kept. Pictures take the same
    turns; of these a page has several, so that they wait for each other.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._hosts = set[str]()  # whose is being drawn, or waits for its turn
        self._kept = dict[Hashable, Drawn]()
        self._pictures = dict[Hashable, bytes]()
        self._waiting = 0

    async def get(self, host: str, key: Hashable, draw: Callable[[], Awaitable[Drawn]]) -> Drawn:
        if key not in self._kept:
            with exclusive(self._hosts, host, WordedText(BEING_MADE)):
                async with self._turn:
                    self._kept[key] = await draw()
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return self._kept[key]

    async def picture(self, key: Hashable, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        """A picture by all that is on it; once many wait, who comes after is sent away."""
        if key not in self._pictures and self._waiting >= MOST_WAITING:
            raise busy(WordedText(MANY_PICTURES))
        self._waiting += 1
        try:
            async with self._turn:
                content = self._pictures.pop(key, None) or await draw()
        finally:
            self._waiting -= 1
        self._pictures[key] = content  # as the newest
        if len(self._pictures) > MOST_KEPT:
            del self._pictures[next(iter(self._pictures))]
        return content


async def run(
    config: str | None, receive: Receive, words: Sequence[str], limit_s: float
) -> tuple[int, str, str]:
    """Run it with these settings; return its exit status and what it wrote on standard output and
    standard error. ClientDisconnect when the caller hangs up meanwhile.
    """
    settings = ("--config", config) if config else ()
    command = child.command("firmware", *settings, *words)
    status, out, err = await piped(receive, command, limit_s)
    return status, out.decode(errors="replace"), err.decode(errors="replace")


async def piped(
    receive: Receive, command: Sequence[str], limit_s: float, sent: bytes | None = None
) -> tuple[int, bytes, bytes]:
    """Run a command that reads what is sent to it, if anything; return its exit status and what it
    wrote on standard output and standard error. ClientDisconnect as `run`.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=DEVNULL if sent is None else PIPE,
        stdout=PIPE,
        stderr=PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        start_new_session=True,
    )
    with suppress(OSError):  # a service may not; or it has ended already
        os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
    left = asyncio.create_task(hung_up(receive))
    left.add_done_callback(lambda _: _kill(process))
    try:
        async with asyncio.timeout(limit_s):
            out, err = await process.communicate(sent)
    except TimeoutError:
        why = gettext("It took more than {seconds} s and was stopped.", seconds=f"{limit_s:g}")
        raise HTTPException(504, WordedText(why)) from None
    finally:
        has_left = left.done()
        left.cancel()
        _kill(process)
        await process.wait()
    if has_left:
        raise ClientDisconnect
    return process.returncode or 0, out, err


def _kill(process: Process) -> None:
    """Kill it with all that it has started."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
