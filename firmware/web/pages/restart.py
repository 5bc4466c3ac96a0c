"""Do something between two scans, answer, and restart Okanjo.

Law: the answer is on its way before the program ends that would send it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.responses import Response

from firmware.backup.running import Running
from firmware.web.context import Context, json_response, unavailable

DONE_WITHIN_S = 5.0
TOLD_WITHIN_S = 2.0
ENDING = "Okanjo is just starting anew; try again in a moment."


def running_of(context: Context) -> Running:
    """The program that is set up."""
    if context.page.running is None:
        raise HTTPException(503, "This Okanjo cannot be set up from here.")
    return context.page.running


class Restart:
    """`Running.restart`, but the restart waits until the answer is on its way to whoever asked."""

    def __init__(self, running: Running) -> None:
        self._restart = running.restart
        self._told = threading.Event()

    def __call__(self, do: Callable[[], bool]) -> None:
        def held() -> bool:
            done = do()
            if done:
                self._told.wait(TOLD_WITHIN_S)
            return done

        self._restart(held)

    def answer(self, told: Mapping[str, Any]) -> Response:
        """The last that is sent before the end."""
        response = json_response(told)
        response.background = BackgroundTask(self._sent)
        return response

    async def _sent(self) -> None:
        self._told.set()

    def give_up(self) -> None:
        """Nobody is there to be told."""
        self._told.set()

    async def between_two_scans(self, do: Callable[[], object]) -> None:
        """Done by the table's thread, and Okanjo starts anew; whatever `do` raises comes here, and
        then it goes on.
        """
        done = Future[None]()

        def in_turn() -> bool:
            if not done.set_running_or_notify_cancel():
                return False
            try:
                do()
            except Exception as why:  # whatever it is: who asked is told, and scoring goes on
                done.set_exception(why)
                return False
            done.set_result(None)
            return True

        self(in_turn)
        try:
            async with asyncio.timeout(DONE_WITHIN_S):
                await asyncio.shield(asyncio.wrap_future(done))
        except TimeoutError:
            if done.cancel():
                raise unavailable(ENDING, 5) from None
            await asyncio.wrap_future(done)  # it has just begun
