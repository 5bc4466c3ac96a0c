"""The board at work: what it hears goes to the hall, and results to the database first.

Two threads: the broker's takes what is only shown, and `results` keeps what has to last.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from firmware.board.hall import RESULT, Hall, Said
from firmware.board.hear import Hearing
from firmware.board.said import Message, Nonsense, read
from firmware.board.store import Away, Store
from firmware.mqtt.broker import Options

logger = logging.getLogger(__name__)
MOST_TABLES = 5_000
AGAIN_S = 1.0


class Heard(NamedTuple):
    """A result, and what tells the broker that it is kept."""

    message: Message
    acknowledge: Callable[[], object]


class Board:
    """`changed` is called whenever there is something new to show, `say` with what is amiss ("" for
    nothing), and `failed` when the board cannot go on; from any thread.
    """

    def __init__(self, store: Store, failed: Callable[[Exception], None]) -> None:
        self.store, self._failed = store, failed
        self.hall = Hall(int(1000 * time.time()), store.games())
        self.changed: Callable[[], object] = lambda: None
        self.say: Callable[[str], object] = lambda trouble: None
        self._troubles = {"broker": "the broker does not answer yet", "database": ""}
        self._lock = threading.Lock()  # of the hall, for those who write
        self._inbox: queue.SimpleQueue[Heard | None] = queue.SimpleQueue()
        self._logged = set[str]()
        self._ended = threading.Event()
        self._hearing: Hearing | None = None
        self._writer = threading.Thread(target=self._keep_all, name="results", daemon=True)

    def start(self, options: Options) -> None:
        self._writer.start()
        self._hearing = Hearing(options, self._take, lambda why: self._tell("broker", why))

    def stop(self) -> None:
        """What is not kept by now comes again."""
        if self._hearing:
            self._hearing.close()
        self._ended.set()
        self._inbox.put(None)
        self._writer.join()
        self.store.close()

    def result(self, game: str) -> Said | None:
        """The result of a game, where one is kept and can be read."""
        with suppress(Away):
            return self.store.result(game)
        return None

    # --- the broker's thread ------------------------------------------------------------------

    def _take(
        self, topic: str, payload: bytes, retained: bool, acknowledge: Callable[[], object]
    ) -> None:
        try:
            message = read(topic, payload, retained)
            if message.kind != RESULT and self._is_full_for(message.device):
                raise Nonsense(f"there are {MOST_TABLES} tables already")
        except Nonsense as why:
            self._ignore(topic, str(why))
            acknowledge()
            return
        if message.kind == RESULT:
            self._inbox.put(Heard(message, acknowledge))
            return
        acknowledge()
        self._show(message)

    def _is_full_for(self, device: str) -> bool:
        tiles = self.hall.tiles
        return device not in tiles and len(tiles) >= MOST_TABLES

    def _ignore(self, topic: str, why: str) -> None:
        if why not in self._logged:
            self._logged.add(why)
            logger.warning(f"a message was ignored: {why} ({topic[:80]!r}; others are not logged)")

    def _show(self, message: Message) -> None:
        with self._lock:
            changed = self.hall.take(message.device, message.kind, message.said, time.time())
        if changed:
            self.changed()

    def _tell(self, part: str, why: str) -> None:
        """Log and show what is amiss with a part, once."""
        with self._lock:
            if self._troubles[part] == why:
                return
            self._troubles[part] = why
            self.say("; ".join(filter(None, self._troubles.values())))
        (logger.warning if why else logger.info)(why or f"the {part} answers")

    # --- the thread of results ----------------------------------------------------------------

    def _keep_all(self) -> None:
        try:
            while not self._ended.is_set():
                batch = [self._inbox.get()]
                with suppress(queue.Empty):
                    while True:  # a broker hands over few at once
                        batch.append(self._inbox.get_nowait())
                self._keep([one for one in batch if one])
        except Exception as why:  # that another board has taken the database, or a mistake of ours
            self._failed(why)

    def _keep(self, heard: list[Heard]) -> None:
        """Keep them, however long the database is away; only then let the broker forget them."""
        said = [one.message.said for one in heard]
        while True:
            try:
                refusals = self.store.keep(said, time.time())
                break
            except Away as why:
                self._tell("database", f"the database does not answer: {why}")
                if self._ended.wait(AGAIN_S):
                    return
        self._tell("database", "")
        for one, refusal in zip(heard, refusals, strict=True):
            if refusal:
                self._ignore(f"{one.message.device}/{RESULT}", refusal)
            elif not self._is_full_for(one.message.device):
                self._show(one.message)
            one.acknowledge()
