"""A seed in, requests out that no browser would send: whole ones broken, and plain garbage."""

import random
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress

from support.web_site import caller, request

SEEDS = [
    request("GET", "/"),
    request("HEAD", "/state"),
    request("GET", "/events?desk"),
    request("POST", "/pin", None, b'{"pin":"000000x"}'),
    request("POST", "/scan", {"Authorization": "Bearer " + "a" * 32}, b'{"code":"001010"}'),
    request("POST", "/press", None, b'{"button":"next"}'),
]
PIECES = [
    b"\r\n", b"\n", b"\r", b"\x00", b" ", b"\t", b":", b"%", b"%00", b"%2e%2e/", b"../", b"//",
    b"\\", b"?", b"&", b"#", b"\xff\xfe", b"\xc3\xa4", b"\x1b[2J", b"HTTP/1.1", b"HTTP/2.0",
    b"Host: evil\r\n", b"Content-Length: 99999\r\n", b"Content-Length: -1\r\n",
    b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n", b"Origin: null\r\n", b" folded\r\n",
    b"Connection: upgrade\r\nUpgrade: websocket\r\n", b"Expect: 100-continue\r\n", b"A" * 3000,
    b"X: y\r\n" * 70, b"\r\n\r\n", b"{" * 2000, b'{"code":', b"GET ", b"PRI * HTTP/2.0",
    b"\x16\x03\x01\x02\x00", b"'; DROP TABLE scans; --", b"<script>", b"A" * 9000,
]  # fmt: skip


def malformed(seed: int) -> Iterator[bytes]:
    """Without end. Some of them happen to be right."""
    dice = random.Random(seed)
    while True:
        kind = dice.randrange(6)
        if kind == 0:
            yield dice.randbytes(dice.randrange(1, 300))
        elif kind == 1:
            yield b"".join(dice.choices(PIECES, k=dice.randrange(1, 12)))
        else:
            yield _broken(dice, dice.choice(SEEDS))


def _broken(dice: random.Random, whole: bytes) -> bytes:
    """One to four things done to it."""
    raw = bytearray(whole)
    for _ in range(dice.randrange(1, 5)):
        offset = dice.randrange(len(raw) + 1)
        kind = dice.randrange(6)
        if kind == 0:
            raw[offset : offset + dice.randrange(1, 20)] = b""
        elif kind == 1:
            raw[offset:offset] = dice.choice(PIECES)
        elif kind == 2 and offset < len(raw):
            raw[offset] = dice.randrange(256)
        elif kind == 3:
            raw[offset : offset + 4] = dice.choice(PIECES)
        elif kind == 4:
            del raw[offset:]
        else:
            end = dice.randrange(offset, len(raw) + 1)
            raw[offset:offset] = raw[offset:end]
    return bytes(raw)


def sent(port: int, requests: Sequence[bytes]) -> list[bytes]:
    """What comes back for each, all sent at once; each is hung up after."""
    lines = [caller(port, raw) for raw in requests]
    for line in lines:
        with suppress(OSError):
            line.shutdown(socket.SHUT_WR)
    return [_heard(line) for line in lines]


def _heard(line: socket.socket) -> bytes:
    """To the end; of what has none (events), the beginning."""
    heard = b""
    with line, suppress(ConnectionError):
        while chunk := line.recv(65536):
            heard += chunk
            if b"text/event-stream" in heard:
                break
    return heard
