"""A table with its page at a free port: an app in its own thread, the real door, no hardware."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.browser import until
from support.log_lines import LogLines
from support.table_app import GAMES

from engine.report import report
from firmware.app.loop import App
from firmware.journal.journal import Journal
from firmware.view.state import Shown
from firmware.web.auth import Pin
from firmware.web.feed import Feed
from firmware.web.page import Page
from firmware.web.thread import WebThread


class DeskPage:
    """Its address, its PIN, and the newest that was shown."""

    def __init__(
        self, folder: Path, port: int = 0, pin: Pin | None = None, **settings: Any
    ) -> None:
        self.feed, self.pin = Feed(), pin or Pin()
        self.log = LogLines()
        self._folder, self._settings = str(folder), settings
        self._plays = threading.Thread(target=self._play, daemon=True)
        put, waiting = self._put, lambda: len(self.app.inbox)
        self.thread = WebThread(Page(self.feed, self.pin, put, waiting), port, environment={})

    def _play(self) -> None:
        """The one thread that owns the table and its journal."""
        journal = Journal(self._folder, synchronous="OFF")
        self.app = App(journal, GAMES, [self.feed], **self._settings)
        self.app.run()
        journal.close()

    def _put(self, fact: Any) -> None:
        self.app.inbox.put(fact)

    def start(self) -> None:
        self._plays.start()
        until(lambda: self.feed.newest, "nothing is shown")
        self.thread.start()
        until(lambda: self.thread.port, "the page is at no port")

    def stop(self) -> None:
        """A second time does nothing."""
        self.thread.stop()
        self.app.inbox.leave()
        self._plays.join()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.thread.port}/desk"

    @property
    def shown(self) -> Shown:
        assert self.feed.newest is not None
        return self.feed.newest

    def result(self) -> dict[str, Any]:
        return report(self.app.table, self.app.table.names)


@contextmanager
def desk_page(folder: Path, **settings: Any) -> Iterator[DeskPage]:
    table = DeskPage(folder, **settings)
    table.start()
    try:
        yield table
    finally:
        table.stop()
