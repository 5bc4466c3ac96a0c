"""Answer the requests that other commands ask the running program over a Unix socket.

One line of JSON each way: {"ask": "doctor"} and the answer. A stream has the line to itself, for as
long as it likes. No slow caller holds another up, and of too many who are silent the oldest is hung
up on.
"""

import json
import logging
import os
import select
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import filterfalse
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from engine.notation import printable
from firmware.common.ipc.socket_path import SOCKET, Words, bind

PATIENCE_S = 2.0  # with a caller who is slow to ask, or to listen
MOST_SILENT = 16  # callers who have not asked yet: each has a thread
LONGEST_REQUEST = 1 << 17  # a whole file of stickers goes along with its request
LIKE = 'write one line like {"ask": "doctor"}'
HALF = r"half a character is in it: \ud800 to \udfff come in pairs"
KINDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    list: "a list",
    dict: "an object",
}
Kind = TypeVar("Kind")
logger = logging.getLogger(__name__)


class BadRequest(Exception):
    """What is wrong with a request, for whoever wrote it."""


class Request(NamedTuple):
    """What was asked, and an open file that came along."""

    words: Words
    descriptor: int | None = None

    def word(self, name: str, kind: type[Kind]) -> Kind:
        """The value of this name. Raise BadRequest where none of this kind was sent."""
        value = self.words.get(name)
        if type(value) is not kind:
            raise BadRequest(f'"{name}" must be {KINDS[kind]}')
        return value


Route = Callable[[Request], Words]
Stream = Callable[[socket.socket], None]


class Server:
    """The socket and its threads; a route or stream is called in its caller's thread."""

    def __init__(
        self,
        routes: Mapping[str, Route],
        state_folder: str,
        folders: Sequence[str],
        streams: Mapping[str, Stream] = MappingProxyType({}),
    ) -> None:
        self._routes, self._folders, self._streams = routes, folders, streams
        self._here = {"state_folder": os.path.abspath(state_folder)}  # goes with each answer
        self._listening: socket.socket | None = None
        self._silent: dict[socket.socket, None] = {}  # the oldest first
        self._lock = threading.Lock()

    def start(self) -> None:
        """Listen in the first folder where that can be done."""
        for folder in self._folders:
            with suppress(OSError):
                self._listening, self._folder = bind(folder), folder
                threading.Thread(target=self._accept, name="ipc", daemon=True).start()
                return
        logger.warning("no control socket: okanjo doctor cannot ask this program")

    def stop(self) -> None:
        """Take the socket away; callers who are being answered still get their answer."""
        if self._listening is None:
            return
        listening, self._listening = self._listening, None
        with suppress(OSError):
            os.unlink(os.path.join(self._folder, SOCKET))
        listening.shutdown(socket.SHUT_RDWR)  # wakes the thread
        listening.close()

    def _accept(self) -> None:
        while listening := self._listening:
            try:
                line, _ = listening.accept()
            except OSError:  # stopped, or out of descriptors
                time.sleep(0.1)
                continue
            self._make_room(line)
            caller = threading.Thread(target=self._serve, args=[line], name="caller", daemon=True)
            try:
                caller.start()
            except RuntimeError:  # no thread is to be had now
                self._has_asked(line)
                line.close()

    def _make_room(self, line: socket.socket) -> None:
        with self._lock:
            if len(self._silent) >= MOST_SILENT:
                oldest = next(iter(self._silent))
                silent = next(filterfalse(_has_come, self._silent), oldest)
                del self._silent[silent]
                with suppress(OSError):
                    silent.shutdown(socket.SHUT_RDWR)  # wakes its thread
            self._silent[line] = None

    def _has_asked(self, line: socket.socket) -> None:
        with self._lock:
            self._silent.pop(line, None)

    def _serve(self, line: socket.socket) -> None:
        files: list[int] = []
        with suppress(OSError), line:  # too slow, or gone
            line.settimeout(PATIENCE_S)
            heard, files, _, _ = socket.recv_fds(line, LONGEST_REQUEST, 1, socket.MSG_CMSG_CLOEXEC)
            if b"\n" not in heard:
                heard += line.makefile("rb").readline(LONGEST_REQUEST - len(heard))
            self._has_asked(line)
            answer = self._answer(heard, files)
            if isinstance(answer, bytes):
                line.sendall(answer + b"\n")
            else:
                answer(line)
        self._has_asked(line)
        for file in files:
            os.close(file)

    def _answer(self, heard: bytes, files: list[int]) -> bytes | Stream:
        name = ""
        try:
            request = Request(_read(heard), files[0] if files else None)
            name = request.word("ask", str)
            if name in self._streams:
                return self._streams[name]
            if name not in self._routes:
                raise BadRequest(f'this program has no answer to "{printable(name, 40)}"')
            answer = {**self._here, **self._routes[name](request)}
            return json.dumps(answer).encode()
        except BadRequest as why:
            answer = {"error": str(why)}
        except Exception as error:  # a mistake of ours must not end the answering
            logger.error(f"no answer to {name}: {error!r}")
            answer = {"error": f"a bug in Okanjo: {type(error).__name__}"}
        return json.dumps(answer).encode()


def _read(heard: bytes) -> Words:
    """The object that a line of JSON is. Raise BadRequest if it is none."""
    try:
        words = json.loads(heard)
        # Some halves may stand in it: so Python writes a folder's name that is not UTF-8.
        json.dumps(words, ensure_ascii=False).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise BadRequest(HALF) from None
    except (ValueError, RecursionError):
        raise BadRequest(LIKE) from None
    if not isinstance(words, dict):
        raise BadRequest(LIKE)
    return words


def _has_come(line: socket.socket) -> bool:
    """Whether something waits to be read: its thread has only not come to it yet."""
    waiting = select.poll()
    with suppress(ValueError):  # that has just closed it
        waiting.register(line, select.POLLIN)
    return bool(waiting.poll(0))
