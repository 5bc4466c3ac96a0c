"""Listening sockets in, everybody answered out: the loop of the web's thread.

Law: whoever comes, however many and however slow, nothing here waits for them, nothing grows, and
the table's thread never waits for anything here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from logging import ERROR, WARNING
from socket import socket
from typing import TYPE_CHECKING, Any

from firmware.history.async_reader import History
from firmware.web.connection import Gone, Line, Patience
from firmware.web.dispatch import Reception
from firmware.web.events import MOST_LISTENERS, Listeners
from firmware.web.feed import Builders
from firmware.web.handlers import SHORT_BODY, Around
from firmware.web.quota import gives_way
from firmware.web.sockets import BACKLOG
from firmware.web.static import assets, version

if TYPE_CHECKING:
    from firmware.web.door import Page

PATIENCE = Patience()
AT_A_TIME = 16  # accepted in one go: as many as are there are served in between
MOST_LINES = 2 * MOST_LISTENERS
FULL = b"Too many are asking at once; try again.\n"
FULL_ANSWER = (
    b"HTTP/1.0 503 Service Unavailable\r\nContent-Type: text/plain; charset=UTF-8\r\n"
    b"Content-Length: %d\r\nRetry-After: 1\r\nConnection: close\r\n\r\n%b" % (len(FULL), FULL)
)


def built_by(page: Page) -> Builders:
    """How what is shown becomes what pages are sent."""
    from firmware.web.pages.desk import DeskState
    from firmware.web.pages.scores import state

    desk = DeskState(page.size, page.track, page.rhythms)
    return Builders(state, desk.of, desk.tray)


class Server:
    """The page and all who look at it, until `woken` can be read."""

    def __init__(
        self, page: Page, names: Callable[[], Collection[str]], patience: Patience = PATIENCE
    ) -> None:
        self._feed, self._patience = page.feed, patience
        found = assets()
        page.feed.build_with((page.builders or built_by)(page), version(found))
        listeners = Listeners(page.feed, patience.silent_s)
        around = Around(page, listeners, found, History(page.state_folder))
        self._reception = Reception(page, around, names)
        self._lines: dict[Line, None] = {}  # those that have been there longest first

    def run(self, listening: Sequence[socket], woken: int) -> None:
        """Serve in this thread; returns at once when it is time, whoever is there."""
        try:
            asyncio.run(self._serve(listening, woken))
        finally:
            self._feed.wake_by(None)

    async def _serve(self, listening: Sequence[socket], woken: int) -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(self._on_mistake)
        loop.add_reader(woken, ended.set)
        doors = []
        try:
            for one in listening:
                # a copy: to end serving is not to give up the address
                copy = one.dup()
                doors.append(
                    await asyncio.start_server(
                        self._welcome, sock=copy, limit=SHORT_BODY, backlog=AT_A_TIME
                    )
                )
                one.listen(BACKLOG)  # asyncio has just set its own
            await ended.wait()
        finally:
            loop.remove_reader(woken)
            for door in doors:
                door.close()

    def _on_mistake(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """What would be printed otherwise: no descriptors left, or a mistake of ours."""
        told = f"page: {context.get('message')}: {context.get('exception')!r}"
        self._reception.mistake(told, WARNING)

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line(reader, writer, self._patience)
        if len(self._lines) >= MOST_LINES and not self._made_room(line.host):
            line.turn_out(FULL_ANSWER)
            return
        self._lines[line] = None
        try:
            response = await self._reception.answer(line)
            await response.write(line)  # type: ignore[arg-type]  # it needs no more than awrite
            await line.flush()
            await line.close()
        except (Gone, OSError):
            pass  # whoever asked is not there any more
        except asyncio.CancelledError:
            pass  # it is time to end, or to make room; asyncio would call that a mistake
        except Exception as mistake:  # of ours: it costs this answer, and ends no page
            self._reception.mistake(f"a mistake of Okanjo's, please report it: {mistake!r}", ERROR)
        finally:
            self._lines.pop(line, None)
            line.end()

    def _made_room(self, host: str) -> bool:
        """Who has been told all goes first, then who has been asking for longest, then one of
        whoever has most of the places.
        """
        stages = (
            next((line for line in self._lines if line.stage == stage), None)
            for stage in ("lingering", "asking")
        )
        line = next(filter(None, stages), None) or gives_way(self._lines, host)
        if line is None:
            return False
        del self._lines[line]
        line.turn_out(FULL_ANSWER)
        return True
