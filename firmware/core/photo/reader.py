"""The process that reads photos: `python -m firmware.core.photo.reader`, on standard input and
output; or on each connection, one after the other, to a socket that systemd holds
(sd_listen_fds(3)).

A request is a line of JSON, `{"bytes": 1500000, "expected": 9}` (null: nobody knows), and the
photo's bytes. An answer is a line of JSON after each try, with all that is seen so far:
`{"codes": [[digits, corners], ...], "foreign": [...], "tries": 2, "ms": 170, "done": false}`, or
`{"refused": [text, values]}`, one of the messages of `errors.OF_READER`. The next request may
follow the answer that is `done`, or refused.

Law: whatever it is sent, it takes no more memory and time than its limits, and writes no file: the
kernel enforces that.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO, NoReturn

from firmware.common.system import child

MOST_MEMORY = 250 << 20  # bytes of address space
MOST_S = 20  # for a photo
IDLE_S = 300
INHERITED = 3

Answer = dict[str, Any]


def main() -> None:
    child.limit(MOST_MEMORY)
    if os.environ.get("LISTEN_PID") == str(os.getpid()):
        serve_connections(socket.socket(fileno=INHERITED))
    serve(sys.stdin.buffer, sys.stdout.buffer, IDLE_S)


def serve_connections(listening: socket.socket) -> NoReturn:
    """A caller that leaves, or sends nothing, keeps nobody else waiting for long."""
    while True:
        signal.alarm(IDLE_S)
        connection, _ = listening.accept()
        with (
            suppress(OSError),
            connection,
            connection.makefile("rb") as requests,
            connection.makefile("wb") as answers,
        ):
            serve(requests, answers, MOST_S)


def serve(requests: BinaryIO, answers: BinaryIO, idle_s: int) -> None:
    """Answer until there are no more requests; the alarm's signal ends the process."""
    signal.alarm(idle_s)
    while header := requests.readline(1000):
        signal.alarm(MOST_S)
        request = json.loads(header)
        photo = requests.read(request["bytes"])
        for answer in _answers(photo, request["expected"]):
            answers.write(json.dumps(answer).encode() + b"\n")
            answers.flush()
        signal.alarm(idle_s)


def _answers(photo: bytes, expected: int | None) -> Iterator[Answer]:
    from firmware.core.photo.errors import MUCH_MEMORY, ODD, PhotoRefused
    from firmware.words.worded import sent

    try:
        yield from _read(photo, expected)
    except PhotoRefused as why:
        yield {"refused": sent(why.message)}
    except MemoryError:
        yield {"refused": sent(MUCH_MEMORY)}
    except Exception as why:  # a decoder's own; whoever sent it has to be told
        yield {"refused": sent(ODD, why=type(why).__name__)}


def _read(photo: bytes, expected: int | None) -> Iterator[Answer]:
    from firmware.core.photo.eye import look
    from firmware.core.photo.picture import open_photo

    began = time.process_time()
    picture, scale = open_photo(photo)
    for seen in look(picture, expected):
        codes = [
            [code, [[round(x * scale, 1), round(y * scale, 1)] for x, y in corners]]
            for code, corners in seen.codes.items()
        ]
        ms = round(1000 * (time.process_time() - began))
        answer = {"codes": codes, "foreign": seen.foreign, "tries": seen.tries}
        yield {**answer, "ms": ms, "done": seen.done}


if __name__ == "__main__":
    main()
