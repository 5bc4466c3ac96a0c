"""Have photos read by another process: one at a time, a few wait.

On the device that is a unit of its own (okanjo-photo.service), which systemd starts when somebody
connects; elsewhere a child. Law: however it fails, the caller gets a sentence, and the next photo a
new process.
"""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from importlib.util import find_spec
from subprocess import Popen
from threading import BoundedSemaphore, Lock
from typing import NamedTuple

from engine.message import Message
from firmware.common.system import child
from firmware.core.photo.errors import (
    ENDED,
    LIBRARY_MISSING,
    MOST_BYTES,
    MOST_WAITING,
    NOT_FOR_32_BITS,
    OF_READER,
    QUEUED,
    TOO_LARGE,
    TOO_LONG,
    PhotoRefused,
)
from firmware.core.photo.keep import keep
from firmware.core.photo.reader import MOST_S
from firmware.words.worded import received

SOCKET = "/run/okanjo/photo"  # as in okanjo-photo.socket
PATIENCE_S = MOST_S + 5  # until the next try is told: more than a photo may take
LIBRARIES = {"zxingcpp": "zxing-cpp", "PIL": "Pillow"}

Corners = list[list[float]]


class Read(NamedTuple):
    """What is seen after so many tries: six digits, and their four corners in the photo's pixels,
    from the symbol's own top left clockwise; and the texts of other codes. `ms` is CPU time.
    """

    codes: dict[str, Corners]
    foreign: list[str]
    tries: int
    ms: int


class Reader:
    """Has the unit read, or starts a child at the first photo; both end by themselves when idle.

    `keep_in`: a folder to keep each photo in, with what was read (`keep.folder_of` the settings).
    """

    def __init__(self, keep_in: str = "", unit: str = SOCKET) -> None:
        self._keep_in, self._unit = keep_in, unit
        self._line: socket.socket | None = None
        self._child: Popen[bytes] | None = None
        self._turn = Lock()
        self._room = BoundedSemaphore(1 + MOST_WAITING)

    def read(
        self, photo: bytes, expected: int | None = None, is_secret: bool = False
    ) -> Generator[Read]:
        """Yield after each try, until `expected` cards are seen, or no more are to be found. A
        secret photo is never kept.

        Raises PhotoRefused, which says why there is nothing more.
        """
        if len(photo) > MOST_BYTES:
            raise PhotoRefused(TOO_LARGE)
        if not self._room.acquire(blocking=False):
            raise PhotoRefused(QUEUED)
        try:
            with self._turn:
                answers = self._ask(photo, expected)
                yield from answers if is_secret else self._kept(photo, answers)
        finally:
            self._room.release()

    def close(self) -> None:
        """Leave the unit, or end the child; from any thread. A photo being read is refused."""
        line, self._line = self._line, None
        reads, self._child = self._child, None
        if line:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)  # to close it wakes nobody who reads it
            line.close()
        if reads:
            reads.kill()
            reads.wait()

    def _kept(self, photo: bytes, answers: Generator[Read]) -> Iterator[Read]:
        read, refused = Read({}, [], 0, 0), list[str]()
        try:
            with closing(answers):
                for read in answers:
                    yield read
        except PhotoRefused as why:
            refused = [str(why)]
            raise
        finally:
            if self._keep_in:
                keep(self._keep_in, photo, read.codes, [*refused, *read.foreign])

    def _ask(self, photo: bytes, expected: int | None) -> Generator[Read]:
        if why := missing():
            raise PhotoRefused(why)
        began, answered = time.monotonic(), False
        header = json.dumps({"bytes": len(photo), "expected": expected})
        try:
            line = self._connect()
            line.sendall(header.encode() + b"\n" + photo)
            with line.makefile("rb") as answers:
                while not answered and (answer_line := answers.readline()):
                    answer = json.loads(answer_line)
                    refused = answer.get("refused")
                    answered = bool(refused) or answer["done"]
                    if refused:
                        raise PhotoRefused(received(refused, OF_READER))
                    read = dict(answer["codes"]), answer["foreign"], answer["tries"], answer["ms"]
                    yield Read(*read)
        except (
            OSError,
            ValueError,
            LookupError,
            TypeError,
        ):  # ended, in the middle of a line perhaps; or silent
            pass
        finally:
            if not answered or not self._child:
                self.close()
        if not answered:
            raise PhotoRefused(TOO_LONG if time.monotonic() - began >= MOST_S else ENDED)

    def _connect(self) -> socket.socket:
        """Connect to the unit for one photo; where that is not possible, to a child process."""
        if self._line and self._child and self._child.poll() is None:
            return self._line
        self.close()
        self._line = socket.socket(socket.AF_UNIX)
        self._line.settimeout(PATIENCE_S)
        try:
            self._line.connect(self._unit)
        except OSError:
            self._line.close()
            self._line, self._child = child.start("firmware.core.photo.reader")
            self._line.settimeout(PATIENCE_S)
        return self._line


def missing(installed: Callable[[str], object] = find_spec) -> Message | None:
    """What is not installed, and what to do; None where all is there."""
    for module, library in LIBRARIES.items():
        if not installed(module):
            if module == "zxingcpp" and sys.maxsize < 1 << 32:
                return NOT_FOR_32_BITS._replace(values={"library": library})
            return LIBRARY_MISSING._replace(values={"library": library})
    return None
