"""A connection: one request's bytes in, one answer's bytes out, each with its deadline.

Law: nobody holds a connection by being slow. A head has 5 s, a body and an answer must move along,
and of what waits to be sent there is never more than one piece.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from errno import ECONNRESET
from typing import NamedTuple

from firmware.web.request import HEAD_BYTES, TurnedAway, end_of_head

PIECE_BYTES = 16_384
LINGERING_BYTES = 65_536


class Patience(NamedTuple):
    """How long somebody may take, in seconds; a body moves along by 16 kB at least."""

    head_s: float = 5.0
    body_s: float = 5.0
    write_s: float = 10.0
    lingering_s: float = 1.0
    silent_s: float = 2.0  # then a listener hears that we are here, and who is gone is found out


class Gone(Exception):
    """Nobody is there any more, and there is nobody to tell."""


class Line:
    """One who asks. `stage`: "asking", "answered", or "lingering" when all has been said."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: Patience
    ) -> None:
        self._reader, self._writer, self._patience = reader, writer, patience
        self._early = b""  # of the body, came with the head
        self._kept = bytearray()  # of the answer, goes out with what follows
        self._in_head = True
        self.task = asyncio.current_task()
        self.stage = "asking"
        peer = writer.get_extra_info("peername")
        # its address; one of IPv4 as it is known
        self.host = str(peer[0]).removeprefix("::ffff:") if isinstance(peer, tuple) else ""
        self.first = ""  # the request's first line, for the log
        writer.transport.set_write_buffer_limits(high=0)

    async def head(self) -> bytes:
        """Everything up to the empty line."""
        received, looked_at = bytearray(), 0
        try:
            async with asyncio.timeout(self._patience.head_s):
                while (end := end_of_head(received, looked_at)) < 0:
                    looked_at = len(received)
                    received += await self._some(HEAD_BYTES) or self._ended(received)
        except TimeoutError:
            raise TurnedAway(408, "The request took too long; ask again.") from None
        finally:
            first = bytes(received[:80]).partition(b"\r")[0]
            self.first = first.decode("ascii", "backslashreplace")
        self._early = bytes(received[end:])
        return bytes(received[:end])

    def _ended(self, received: bytearray) -> bytes:
        if not received:
            raise Gone
        raise TurnedAway(400, "Only half a request came; ask again.")

    async def _some(self, most: int) -> bytes:
        try:
            return await self._reader.read(most)
        except OSError:
            raise Gone from None

    async def read(self, most: int) -> bytes:
        """Some of the body, at most so much; the caller knows how long it is."""
        if self._early:
            some, self._early = self._early[:most], self._early[most:]
            return some
        try:
            async with asyncio.timeout(self._patience.body_s):
                some = await self._some(most)
        except TimeoutError:
            raise TurnedAway(408, "The request took too long; ask again.") from None
        if not some:
            raise TurnedAway(400, "Only half a request came; ask again.")
        return some

    async def body(self, length: int) -> bytes:
        """All of it, soon: it is short."""
        body = b""
        try:
            async with asyncio.timeout(self._patience.body_s):
                while len(body) < length:
                    body += await self.read(length - len(body))
        except TimeoutError:
            raise TurnedAway(408, "The request took too long; ask again.") from None
        return body

    async def pieces(self, length: int) -> AsyncIterator[bytes]:
        """A long one, by 16 kB; each of them within the time of a short one."""
        while length > 0:
            piece = await self.body(min(length, PIECE_BYTES))
            length -= len(piece)
            yield piece

    # --- the answer -----------------------------------------------------------

    async def awrite(self, some: bytes) -> None:
        """What microdot writes to: the answer's head, in lines, goes out with what follows it."""
        if self._in_head:
            self._kept += some
            self._in_head = some != b"\r\n"
            return
        some, self._kept = bytes(self._kept) + some, bytearray()
        for at in range(0, len(some), PIECE_BYTES):
            await self._send(some[at : at + PIECE_BYTES])

    async def flush(self) -> None:
        """A head that nothing follows."""
        if self._kept:
            await self.awrite(b"")

    async def _send(self, piece: bytes) -> None:
        try:
            async with asyncio.timeout(self._patience.write_s):
                await self._writer.drain()  # what was given to `slip` may be there still
                self._writer.write(piece)
                await self._writer.drain()
        except OSError as error:  # microdot knows this one as somebody who has gone away
            self._writer.transport.abort()
            raise ConnectionResetError(ECONNRESET, "gone, or too slow") from error

    def slip(self, some: bytes) -> bool:
        """Send it without waiting, if all before it has been sent; whether it was."""
        if self._writer.is_closing() or self._writer.transport.get_write_buffer_size():
            return False
        self._writer.write(some)
        return True

    async def hung_up(self) -> None:
        """Wait until the other end is closed; whatever it still says is not listened to."""
        with suppress(Gone):
            while await self._some(PIECE_BYTES):
                pass

    async def close(self) -> None:
        """Say that all is said, and wait a moment for the other end: to close with something
        unread would take back what was sent.
        """
        self.stage = "lingering"
        with suppress(OSError, Gone, TimeoutError):
            if not self._writer.is_closing():
                self._writer.write_eof()
                async with asyncio.timeout(self._patience.lingering_s):
                    left = LINGERING_BYTES
                    while left > 0 and (some := await self._some(PIECE_BYTES)):
                        left -= len(some)
        self._writer.close()

    def end(self) -> None:
        """Whatever became of it."""
        self._writer.close()

    def turn_out(self, last_words: bytes) -> None:
        """Make room, now."""
        if self.stage == "asking" and not self._writer.is_closing():
            self._writer.write(last_words)
            self._writer.close()
        else:
            self._writer.transport.abort()
        if self.task is not None:
            self.task.cancel()
