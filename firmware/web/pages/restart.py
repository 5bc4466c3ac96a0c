"""Something to be done between two scans in, what came of it out; then Okanjo starts anew.

Law: the answer is on its way to whoever asked before the program ends that would send it.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from microdot import Response

from firmware.web.handlers import JSON
from firmware.web.request import TurnedAway

if TYPE_CHECKING:
    from firmware.backup.answers import Running

DONE_WITHIN_S = 5.0
TOLD_WITHIN_S = 2.0
ENDING = "Okanjo is just starting anew; try again in a moment."


class Anew:
    """`Running.anew`, but the restart waits until the answer is on its way to whoever asked."""

    def __init__(self, running: Running) -> None:
        self._anew = running.anew
        self._told = threading.Event()

    def __call__(self, do: Callable[[], bool]) -> None:
        def held() -> bool:
            done = do()
            if done:
                self._told.wait(TOLD_WITHIN_S)
            return done

        self._anew(held)

    def answer(self, told: Mapping[str, Any]) -> Response:
        """The last that is sent before the end."""
        content = json.dumps(told).encode()
        headers = {"Content-Type": JSON, "Cache-Control": "no-store"}
        sent: Any = self._sent(content)
        return Response(sent, 200, {**headers, "Content-Length": str(len(content))})

    async def _sent(self, content: bytes) -> AsyncIterator[bytes]:
        try:
            yield content
        finally:
            self._told.set()

    def give_up(self) -> None:
        """Nobody is there to be told."""
        self._told.set()

    async def between_two_scans(self, do: Callable[[], object]) -> None:
        """Done by the table's thread, and Okanjo starts anew; whatever `do` raises comes here, and
        then it goes on.
        """
        loop, once = asyncio.get_running_loop(), threading.Lock()
        done: asyncio.Future[None] = loop.create_future()

        def in_turn() -> bool:
            if not once.acquire(blocking=False):
                return False
            try:
                do()
            except Exception as why:  # whatever it is: who asked is told, and scoring goes on
                _later(loop, done, why)
                return False
            _later(loop, done, None)
            return True

        self(in_turn)
        try:
            async with asyncio.timeout(DONE_WITHIN_S):
                await asyncio.shield(done)
        except TimeoutError:
            if once.acquire(blocking=False):
                raise TurnedAway(503, ENDING, Retry_After="5") from None
            await done  # it has just begun


def _later(
    loop: asyncio.AbstractEventLoop, done: asyncio.Future[None], why: Exception | None
) -> None:
    def settle() -> None:
        if done.done():
            return
        if why is None:
            done.set_result(None)
        else:
            done.set_exception(why)

    with suppress(RuntimeError):  # the server has ended meanwhile
        loop.call_soon_threadsafe(settle)
