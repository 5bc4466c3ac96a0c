"""The words of an okanjo command in, what it says out: in a process of its own, out of the way.

Law: it is polite to the table (nice), alone of its kind, and ends with whoever waits for it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

import firmware
from firmware.web.connection import Gone, Line
from firmware.web.request import TurnedAway

if TYPE_CHECKING:
    from firmware.web.handlers import Around

NICE = 10
AGAIN_S = "3"


class Said(NamedTuple):
    """An exit status, and what stood on standard output and standard error."""

    status: int
    out: str
    err: str


@asynccontextmanager
async def alone(lock: asyncio.Lock, sentence: str) -> AsyncIterator[None]:
    """The only one of its kind; whoever comes meanwhile is turned away with the sentence."""
    if lock.locked():
        raise TurnedAway(503, sentence, Retry_After=AGAIN_S)
    async with lock:
        yield


async def errand(around: Around, line: Line, words: Sequence[str], limit_s: float) -> Said:
    """Carry it out with the settings that this program runs by. Gone when nobody waits any more."""
    process = await _begun(around, words)
    said, left = asyncio.create_task(process.communicate()), asyncio.create_task(line.hung_up())
    try:
        with suppress(OSError):  # a service may not; or it has ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        await asyncio.wait((said, left), timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
        if said.done():
            out, err = (text.decode("utf-8", "replace") for text in said.result())
            return Said(process.returncode or 0, out, err)
        if left.done():
            raise Gone
        raise TurnedAway(504, f"It took more than {limit_s:g} s, and was given up.")
    finally:
        await _ended(process)
        for task in (said, left):
            task.cancel()
        await asyncio.wait((said, left))  # only then may somebody else read from the line


async def _begun(around: Around, words: Sequence[str]) -> Process:
    running = around.page.running
    config = ("--config", running.config) if running and running.config else ()
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-I" if sys.flags.isolated else "-P",  # as we were started; nothing from where we work
        "-m",
        "firmware",
        *config,
        *words,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        env=_environment(),
        start_new_session=True,
    )


async def _ended(process: Process) -> None:
    """Whatever became of it, nothing of it is left."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def _environment() -> dict[str, str]:
    """Ours; and wherever this Okanjo lies, the same is found again."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(firmware.__file__)))
    paths = filter(None, (home, os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}
