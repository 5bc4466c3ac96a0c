"""Have photos read by a child process: one at a time, a few wait.

Law: whatever becomes of the child, the caller gets a sentence, and the next photo a new child.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from importlib.util import find_spec
from subprocess import DEVNULL, PIPE, Popen
from threading import BoundedSemaphore, Lock
from typing import NamedTuple

import firmware
from firmware.photo.errors import PhotoRefused
from firmware.photo.keep import keep

MOST_BYTES = 12_000_000
MOST_WAITING = 4
LIBRARIES = {"zxingcpp": "zxing-cpp", "PIL": "Pillow"}
TOO_LARGE = f"The file has more than {MOST_BYTES // 1_000_000} MB. Send a smaller one."
QUEUED = f"{MOST_WAITING} photos are waiting. Try again in a moment."
TOO_LONG = "Reading took too long and was stopped. Fill the picture with one tray."
ENDED = "Reading this photo stopped halfway. Send it again, or a smaller one."

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
    """Starts its child at the first photo; the child ends by itself when it is idle.

    `keep_in`: a folder to keep each photo in, with what was read (`keep.folder_of` the settings).
    """

    def __init__(self, keep_in: str = "") -> None:
        self._keep_in = keep_in
        self._child: Popen[bytes] | None = None
        self._turn = Lock()
        self._room = BoundedSemaphore(1 + MOST_WAITING)

    def read(self, photo: bytes, expected: int | None = None) -> Iterator[Read]:
        """Yield after each try, until `expected` codes are seen, or no more are to be found.

        PhotoRefused says why there is nothing more.
        """
        if len(photo) > MOST_BYTES:
            raise PhotoRefused(TOO_LARGE)
        if not self._room.acquire(blocking=False):
            raise PhotoRefused(QUEUED)
        try:
            with self._turn:
                yield from self._kept(photo, self._ask(photo, expected))
        finally:
            self._room.release()

    def close(self) -> None:
        """End the child, whatever it does."""
        if self._child:
            self._child.kill()
            self._child.communicate()
            self._child = None

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
        if self._child is None or self._child.poll() is not None:
            self.close()
            self._child = _start()
        child, answered = self._child, False
        assert child.stdin  # noqa: S101 - mypy cannot know that they are pipes
        assert child.stdout  # noqa: S101
        try:
            header = json.dumps({"bytes": len(photo), "expected": expected})
            child.stdin.write(header.encode() + b"\n" + photo)
            child.stdin.flush()
            while not answered and (line := child.stdout.readline()):
                answer = json.loads(line)
                refused = answer.get("refused")
                answered = bool(refused) or answer["done"]
                if refused:
                    raise PhotoRefused(refused)
                read = dict(answer["codes"]), answer["foreign"], answer["tries"], answer["ms"]
                yield Read(*read)
        except BrokenPipeError:
            pass
        finally:
            if not answered:
                self.close()
        if not answered:
            raise PhotoRefused(TOO_LONG if child.returncode == -signal.SIGALRM else ENDED)


def _start() -> Popen[bytes]:
    for module, library in LIBRARIES.items():
        if find_spec(module) is None:
            raise PhotoRefused(
                f"Photos need {library}, which is not installed: pip install 'okanjo[photo]'"
            )
    home = os.path.dirname(os.path.dirname(os.path.abspath(firmware.__file__)))
    isolated = "-I" if sys.flags.isolated else "-P"  # as we were started
    return Popen(  # noqa: S603 - our own program
        [sys.executable, isolated, "-m", "firmware.photo.reader"],
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={**os.environ, "PYTHONPATH": home},
        start_new_session=True,  # a Ctrl-C is not for it
    )
