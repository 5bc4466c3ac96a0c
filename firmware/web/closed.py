"""Whoever knocks at a page that is switched off in, a sentence to them out.

The service manager holds the port, whatever the settings say: without an answer a browser would
wait for one until its owner gives up. Nobody there, nobody woken.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from drivers.threads import AGAIN_S, FdThread

if TYPE_CHECKING:
    from socket import socket

logger = logging.getLogger(__name__)
MOST_LINES = 16  # the oldest makes room
MOST_READ = 8192
MOST_HEARD = 16  # pieces of what they ask; whoever goes on is not listened to
SENTENCE = (
    "Okanjo's page is switched off. To switch it on: on = true under [web] in"
    " /etc/okanjo/okanjo.toml, then sudo systemctl restart okanjo\n"
)
ANSWER = (
    "HTTP/1.0 503 Service Unavailable\r\nContent-Type: text/plain; charset=UTF-8\r\n"
    "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n"
    f"Content-Length: {len(SENTENCE)}\r\n\r\n{SENTENCE}"
).encode("ascii")


class ClosedDoor(FdThread):
    """The page's port, if it is held for us, while the settings want no page."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        super().__init__("closed page", clock)
        self._environment = environment
        self._lines: dict[int, socket] = {}  # those that have been there longest first
        self._heard: dict[int, int] = {}  # pieces, by line

    def _run(self) -> None:
        if "LISTEN_FDS" not in self._environment:
            return
        from firmware.web.sockets import inherited

        listening = inherited(self._environment)
        try:
            if listening:
                logger.info("the page is switched off: whoever asks for it is told so")
            while listening and not self._stopping:
                self._turn(listening)
        finally:
            for one in (*listening, *self._lines.values()):
                one.close()
            self._lines.clear()
            self._heard.clear()

    def _turn(self, listening: list[socket]) -> None:
        doors = {one.fileno(): one for one in listening}
        ready = self._wait([*doors, *self._lines], None)
        for number in ready:
            if number in doors:
                self._let_in(doors[number])
            elif number in self._lines:
                self._answer(number)

    def _let_in(self, door: socket) -> None:
        try:
            line = door.accept()[0]
        except BlockingIOError:  # gone again
            return
        except OSError:  # no descriptor left for it
            self._wait((), self._clock() + AGAIN_S)
            return
        line.setblocking(False)
        if len(self._lines) >= MOST_LINES:
            self._end(next(iter(self._lines)))
        self._lines[line.fileno()], self._heard[line.fileno()] = line, 0

    def _answer(self, number: int) -> None:
        """Once something was asked; and who has been told may be the first to hang up, as an
        answer may be lost to whoever has not read it when we do.
        """
        from socket import SHUT_WR

        line = self._lines[number]
        try:
            more = bool(line.recv(MOST_READ))
            heard = self._heard[number] = self._heard[number] + 1
            if heard == 1:
                line.sendall(ANSWER)  # less than any socket has room for
                line.shutdown(SHUT_WR)
        except BlockingIOError:  # another one's, who has hung up just now
            return
        except OSError:
            more = False
        if not more or self._heard[number] > MOST_HEARD:
            self._end(number)

    def _end(self, number: int) -> None:
        del self._heard[number]
        self._lines.pop(number).close()

    def _failed(self, reason: str) -> None:
        logger.warning(f"the page that is switched off: {reason}")
