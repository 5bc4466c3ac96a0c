"""The process that reads photos: `python -m firmware.photo.reader`, on standard input and output.

A request is a line of JSON, `{"bytes": 1500000, "expected": 9}` (null: nobody knows), and the
photo's bytes. An answer is a line of JSON after each try, with all that is seen so far:
`{"codes": [[digits, corners], ...], "foreign": [...], "tries": 2, "ms": 170, "done": false}`, or
`{"refused": sentence}`. The next request may follow the answer that is `done`, or refused.

Law: whatever it is sent, it takes no more memory and time than its limits, and writes no file: the
kernel sees to that.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

MOST_MEMORY = 250 << 20  # bytes of address space
MOST_S = 20  # for a photo
IDLE_S = 300
NICE = 10

Answer = dict[str, Any]


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # nor any file
    os.nice(NICE)
    serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more requests; the alarm's signal ends the process."""
    signal.alarm(IDLE_S)
    while header := requests.readline(1000):
        signal.alarm(MOST_S)
        request = json.loads(header)
        photo = requests.read(request["bytes"])
        for answer in _answers(photo, request["expected"]):
            answers.write(json.dumps(answer).encode() + b"\n")
            answers.flush()
        signal.alarm(IDLE_S)


def _answers(photo: bytes, expected: int | None) -> Iterator[Answer]:
    from firmware.photo.errors import PhotoRefused

    try:
        yield from _read(photo, expected)
    except PhotoRefused as why:
        yield {"refused": str(why)}
    except MemoryError:
        yield {"refused": "This photo takes too much memory. Send a smaller one."}
    except Exception as why:  # a decoder's own; whoever sent it has to be told
        yield {"refused": f"This photo cannot be read ({type(why).__name__}). Take another."}


def _read(photo: bytes, expected: int | None) -> Iterator[Answer]:
    from firmware.photo.eye import look
    from firmware.photo.picture import open_photo

    began = time.process_time()
    picture, scale = open_photo(photo)
    for seen in look(picture, expected):
        codes = [
            [code, [[round(x * scale, 1), round(y * scale, 1)] for x, y in corners]]
            for code, corners in seen.codes.items()
        ]
        ms = round(1000 * (time.process_time() - began))
        told = {"codes": codes, "foreign": seen.foreign, "tries": seen.tries}
        yield {**told, "ms": ms, "done": seen.done}


if __name__ == "__main__":
    main()
