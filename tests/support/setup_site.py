"""A folder with an owner's file in, a program with its page that starts anew as the real one out.

All of it runs in a thread of this process: real settings, journal, stickers and door, no hardware.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.log_lines import LogLines
from support.waiting import until
from support.web_site import DEADLINE_S, LONG, Answer, Guarded

from engine.catalogue import codebook_of, games_of
from firmware.common.http.limits import Limits
from firmware.common.settings.load import load
from firmware.common.settings.schema import Settings
from firmware.core.app.ipc_routes import sticker_routes
from firmware.core.app.loop import App
from firmware.core.app.messages import Restart
from firmware.core.app.pin import Pin
from firmware.core.journal.journal import Journal
from firmware.core.stickers.store import Stickers
from firmware.interfaces.web.feed import Feed
from firmware.interfaces.web.page import Page
from firmware.interfaces.web.thread import WebThread
from firmware.records.backup.running import Running
from firmware.records.backup.sticks import Sticks


class SetUp(Guarded):
    """`runs` counts how often it has started; `pin` is always the same object's digits."""

    port = 0

    def __init__(self, folder: Path, owners: str = "", limits: Limits = LONG) -> None:
        self.folder, self.limits = folder / "state", limits
        self.config = folder / "okanjo.toml"
        self.config.write_text(f'{owners}\n[state]\nfolder = "{self.folder}"\n', encoding="utf-8")
        self.log = LogLines()
        self.runs = 0
        self.pin = Pin(str(folder))
        self.devices = {"sda1": 1}  # that are plugged in
        self.sticks = Sticks(lambda stick: self.devices.get(stick, 0))
        self.error: BaseException | None = None
        self.comes_back = threading.Event()  # cleared: it ends, and does not start anew
        self.comes_back.set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            while self._once():
                self.comes_back.wait()
        except BaseException as why:  # told by the test's thread
            self.error = why
            self._ready.set()

    def _once(self) -> bool:
        """As firmware.wiring does it; whether it is to start anew."""
        settings = load(str(self.config))
        journal = Journal(settings.state_folder)
        if journal.restored:
            settings = load(str(self.config))
        games = games_of(settings.card_table)
        stickers = Stickers(settings.state_folder, codebook_of(games))
        feed = Feed()
        app = App(
            journal,
            games,
            [feed.show],
            names=settings.names,
            mode=settings.table.mode,
            sound=settings.sound.start,
            language=settings.language.device,
            stickers=stickers,
        )
        put = app.inbox.put
        restart = lambda do: put(Restart(do))  # noqa: E731
        running = Running(str(self.config), settings, journal, restart, self.sticks)
        page = Page(
            feed,
            self.pin,
            put,
            running,
            routes=sticker_routes(stickers, put),
        )
        web = WebThread(page, self.port, (), {}, self.limits)
        self.app, self.running, self.settings = app, running, settings
        app.show()
        web.start()
        until(lambda: web.port)
        self.port = web.port
        self.runs += 1
        self._ready.set()
        app.run()
        web.stop()
        journal.close()
        return app.inbox.restarting

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(DEADLINE_S)
        assert self.error is None, self.error

    def stop(self) -> None:
        """Whoever is on duty: a test may end while it is starting anew."""

        self.comes_back.set()

        def ended() -> bool:
            self.app.inbox.leave()
            self._thread.join(0.05)
            return not self._thread.is_alive()

        until(ended)
        assert self.error is None, self.error

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def loaded(self) -> Settings:
        """What the next start, and every command, goes by."""
        return load(str(self.config))

    sent = Guarded.post  # by anybody

    def post(self, path: str, sent: Any = None, **headers: str | None) -> Answer:
        """By somebody who has given the PIN."""
        content = {} if sent is None else sent
        return self.sent(path, content, **{**self.session(), **headers})

    def change(self, **changes: Any) -> Any:
        """By keys with __ for dots; waits until it has started anew, if it does."""
        return self.changed({key.replace("__", "."): value for key, value in changes.items()})

    def changed(self, changes: Mapping[str, Any]) -> Any:
        runs = self.runs
        reply = self.post("/setup/change", {"changes": changes}).json
        if reply.get("saved"):
            until(lambda: self.runs > runs or self.error)
        return reply


@contextmanager
def set_up(folder: Path, owners: str = "", limits: Limits = LONG) -> Iterator[SetUp]:
    site = SetUp(folder, owners, limits)
    site.start()
    try:
        yield site
    finally:
        site.stop()
