"""An okanjo command in a process of its own, out of the way of the table.

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
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Receive

import firmware
from firmware.web.events import hung_up

NICE = 10


class Said(NamedTuple):
    """An exit status, and what stood on standard output and standard error."""

    status: int
    out: str
    err: str


@asynccontextmanager
async def exclusive(lock: asyncio.Lock, sentence: str) -> AsyncIterator[None]:
    """The only one of its kind; whoever comes meanwhile is turned away with the sentence."""
    if lock.locked():
        raise HTTPException(503, sentence, {"Retry-After": "3"})
    async with lock:
        yield


async def run(config: str | None, receive: Receive, words: Sequence[str], limit_s: float) -> Said:
    """Run it with these settings; ClientDisconnect when nobody waits any more."""
    process = await _begun(config, words)
    said = asyncio.create_task(process.communicate())
    left = asyncio.create_task(hung_up(receive))
    try:
        with suppress(OSError):  # a service may not; or it has ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        await asyncio.wait((said, left), timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
        if said.done():
            out, err = (text.decode("utf-8", "replace") for text in said.result())
            return Said(process.returncode or 0, out, err)
        if left.done():
            raise ClientDisconnect
        raise HTTPException(504, f"It took more than {limit_s:g} s, and was given up.")
    finally:
        await _ended(process)
        for task in (said, left):
            task.cancel()


async def _begun(config: str | None, words: Sequence[str]) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-I" if sys.flags.isolated else "-P",  # as we were started; nothing from where we work
        "-m",
        "firmware",
        *(("--config", config) if config else ()),
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
