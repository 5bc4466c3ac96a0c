"""A long body, as a restore sends: taken piece by piece, and dropped when it stands still."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from firmware.web.connection import PIECE_BYTES, Line, Patience
from firmware.web.request import TurnedAway

HEAD = b"POST /restore HTTP/1.1\r\nHost: okanjo\r\n\r\n"


async def taken(sent: bytes, length: int, body_s: float) -> AsyncIterator[bytes]:
    """The pieces of a body that is sent as far as it goes, and then nothing more."""
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    _, other = await asyncio.open_connection(sock=theirs)
    line = Line(reader, writer, Patience(head_s=60, body_s=body_s))
    sending = asyncio.create_task(_send(other, HEAD + sent))
    try:
        assert await line.head() == HEAD
        async for piece in line.pieces(length):
            yield piece
    finally:
        sending.cancel()
        other.transport.abort()
        writer.transport.abort()
        await asyncio.sleep(0)


async def _send(writer: asyncio.StreamWriter, sent: bytes) -> None:
    writer.write(sent)
    await writer.drain()


def pieces(sent: bytes, length: int, body_s: float = 60) -> list[bytes]:
    async def all_of_them() -> list[bytes]:
        return [piece async for piece in taken(sent, length, body_s)]

    return asyncio.run(all_of_them())


@pytest.mark.parametrize("length", [0, 1, PIECE_BYTES, PIECE_BYTES + 1, 1_000_000])
def test_a_long_body_comes_in_pieces_and_ends_where_it_should(length: int) -> None:
    sent = bytes(at % 251 for at in range(length))
    came = pieces(sent + b"and what nobody asked for", length)
    assert b"".join(came) == sent
    assert all(len(piece) == PIECE_BYTES for piece in came[:-1])


def test_one_that_stands_still_is_dropped() -> None:
    with pytest.raises(TurnedAway) as why:
        pieces(b"x" * (PIECE_BYTES * 2 - 1), PIECE_BYTES * 2, body_s=0.2)
    assert why.value.status == 408
