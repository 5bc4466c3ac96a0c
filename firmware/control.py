"""What the running program answers to other commands: questions in on a Unix socket, objects out.

One line of JSON each way: {"ask": "doctor"} and the answer, then the end. Unknown keys are left
aside, so that two versions understand each other.
Law: whoever asks badly, slowly or not at all is dropped, and holds nobody else up. With nobody
there the thread sleeps and is not woken.
"""

from __future__ import annotations

import os
import select
import stat
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from socket import socket

SOCKET = "control"
SYSTEM_FOLDER = "/run/okanjo"
LONGEST_QUESTION = 1 << 17  # a whole file of stickers goes along with its question
AT_ONCE = 16  # more, and the one that has been there longest goes
PATIENCE_S = 2.0
BACKLOG = 64

Answer = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def folders(state_folder: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Where the socket may be, best first."""
    given = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return list(dict.fromkeys(one for one in (given, SYSTEM_FOLDER, state_folder) if one))


@contextmanager
def address(folder: str) -> Iterator[str]:
    """The socket's path, by way of the open folder: a path of a socket has 107 bytes at most."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)


class Talk:
    """One who asks: what has been heard, what is still to be said, and until when."""

    def __init__(self, line: socket, until: float) -> None:
        self.line, self.until = line, until
        self.heard = bytearray()
        self.to_say: bytes | None = None


class Control:
    """The socket and its thread. `answers` are called in that thread, and must not wait."""

    def __init__(
        self,
        answers: Mapping[str, Answer],
        places: Sequence[str],
        log: Callable[[str], None] = lambda line: None,
        clock: Callable[[], float] = time.monotonic,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._answers, self._places = answers, places
        self._log, self._clock, self._patience_s = log, clock, patience_s
        self._talks: dict[int, Talk] = {}
        self._woken = self._wake = -1
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listen from soon on; returns at once."""
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name="control", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Take the socket away; a second call does nothing."""
        if self._thread is None:
            return
        os.write(self._wake, b"!")
        self._thread.join()
        self._thread = None
        os.close(self._woken)
        os.close(self._wake)

    def _run(self) -> None:
        place, listening = self._listening()
        ours = _inode(place) if listening else None
        if listening is None:
            self._log("no control socket can be had: okanjo doctor cannot ask this program")
            return
        try:
            while self._turn(listening):
                pass
        finally:
            for talk in self._talks.values():
                talk.line.close()
            if ours is not None and _inode(place) == ours:  # not whatever came to its place
                with suppress(OSError):
                    os.unlink(os.path.join(place, SOCKET))
            listening.close()

    def _listening(self) -> tuple[str, socket | None]:
        """A socket in the first folder that takes one and where nobody listens already."""
        for place in self._places:
            with suppress(OSError), address(place) as path:
                if not _is_held(path):
                    return place, _bound(path)
        return "", None

    def _turn(self, listening: socket) -> bool:
        """Wait for something to happen, and see to all that has; False when it is time to end."""
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        poll.register(listening, select.POLLIN)
        for number, talk in self._talks.items():
            poll.register(number, select.POLLIN if talk.to_say is None else select.POLLOUT)
        due = min((talk.until for talk in self._talks.values()), default=None)
        left_ms = None if due is None else max(0, int(1000 * (due - self._clock())) + 1)
        ready = [number for number, _ in poll.poll(left_ms)]
        if self._woken in ready:
            return False
        for number in ready:
            if number in self._talks:
                self._go_on(number)
        if listening.fileno() in ready:
            self._welcome(listening)
        for number in [one for one, talk in self._talks.items() if talk.until <= self._clock()]:
            self._drop(number)
        return True

    def _welcome(self, listening: socket) -> None:
        try:
            line, _ = listening.accept()
        except OSError:  # out of descriptors, or gone again: the next turn must not come at once
            select.select([self._woken], [], [], 0.5)
            return
        line.setblocking(False)
        if len(self._talks) >= AT_ONCE:
            self._drop(next(iter(self._talks)))
        self._talks[line.fileno()] = Talk(line, self._clock() + self._patience_s)

    def _go_on(self, number: int) -> None:
        talk = self._talks[number]
        try:
            if talk.to_say is None:
                self._hear(talk)
            if talk.to_say is not None:
                talk.to_say = talk.to_say[talk.line.send(talk.to_say) :]
        except BlockingIOError:
            return
        except OSError:
            self._drop(number)
            return
        if talk.to_say == b"":
            self._drop(number)

    def _hear(self, talk: Talk) -> None:
        chunk = talk.line.recv(LONGEST_QUESTION + 1)
        talk.heard += chunk
        if not chunk or b"\n" in chunk or len(talk.heard) > LONGEST_QUESTION:
            talk.to_say = self._said(bytes(talk.heard))

    def _said(self, heard: bytes) -> bytes:
        import json  # 5 ms of CPU that a start need not spend

        question, _, _ = heard.partition(b"\n")
        try:
            asked = json.loads(question) if len(question) <= LONGEST_QUESTION else None
        except (ValueError, RecursionError):  # json reads nested lists by calling itself
            asked = None
        return json.dumps(self._answer(asked)).encode() + b"\n"

    def _answer(self, asked: Any) -> Mapping[str, Any]:
        if not isinstance(asked, dict) or not isinstance(asked.get("ask"), str):
            return {"error": 'write one line like {"ask": "doctor"}'}
        answer = self._answers.get(asked["ask"])
        if answer is None:
            return {"error": f"this can be asked: {', '.join(self._answers)}"}
        try:
            return answer(asked)
        except Exception as error:  # a mistake of ours must not end the answering, nor the evening
            self._log(f"no answer to {asked['ask']}: {error!r}")
            return {"error": f"a mistake of ours: {type(error).__name__}"}

    def _drop(self, number: int) -> None:
        self._talks.pop(number).line.close()


def _inode(folder: str) -> tuple[int, int] | None:
    """Which file the socket's name stands for."""
    try:
        found = os.lstat(os.path.join(folder, SOCKET))
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_held(path: str) -> bool:
    """Whether another program listens there; what a program that is gone has left is removed."""
    import socket

    try:
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            return True  # somebody's file: it is not ours to remove
    except FileNotFoundError:
        return False
    with socket.socket(socket.AF_UNIX) as line:
        line.setblocking(False)
        try:
            line.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
            return False
        except OSError:  # its queue is full, or it is not for us
            return True
    return True


def _bound(path: str) -> socket:
    import socket

    line = socket.socket(socket.AF_UNIX)
    try:
        os.fchmod(line.fileno(), 0o600)  # before it has a name: it is never open to others
        line.bind(path)
        line.listen(BACKLOG)
        line.setblocking(False)
    except BaseException:
        line.close()
        raise
    return line
