"""Queue photos for the reader: each gets a place before its body is read; one is read at a time.

Law: at most five photos are in memory, and one per address: the phones of a household have an IPv6
address each.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager, suppress

from engine.message import gettext
from firmware.common.http.request_threads import RequestThreads
from firmware.common.http.responses import busy, exclusive
from firmware.core.photo.client import Read, Reader
from firmware.core.photo.errors import MOST_WAITING, QUEUED
from firmware.words.worded import WordedText

BEING_READ = gettext("Your last photo is still being read. Wait a moment.")


class Photos:
    """The queue before a reader."""

    def __init__(self, reader: Reader, threads: RequestThreads) -> None:
        self._reader, self._threads = reader, threads
        self._turn = asyncio.Lock()
        self._ended = False
        self._whose = set[str]()  # addresses whose photo is being read, or waits for its turn

    def place(self, address: str) -> AbstractContextManager[None]:
        """Reserve a place for a photo that is still to be sent from there, or refuse it."""
        if len(self._whose) > MOST_WAITING:
            raise busy(WordedText(QUEUED))
        return exclusive(self._whose, address, WordedText(BEING_READ))

    async def read(
        self, photo: bytes, expected: int | None, is_secret: bool = False
    ) -> AsyncGenerator[Read]:
        """Yield what is seen after each try; PhotoRefused, as the reader says it."""
        async with self._turn:
            answers = self._reader.read(photo, expected, is_secret)
            try:
                while True:
                    step = self._threads.begin(next, answers, None)
                    read = await asyncio.shield(step)
                    if read is None:
                        return
                    yield read
            finally:
                # Nobody can stop a thread, and we may be called off twice: its caller hung up, and
                # the server ends.
                while not step.done():
                    with suppress(asyncio.CancelledError):
                        await asyncio.wait([step])
                step.exception()
                answers.close()
                if self._ended:  # the thread may have begun a moment later
                    self._reader.close()

    def close(self) -> None:
        """End the reader. Photos that wait for it are refused."""
        self._ended = True
        self._reader.close()
