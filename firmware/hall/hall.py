"""Run the hall: messages go to what is known of its tables, and results to the database first.

Two threads: the broker's takes what is only shown, `results` saves what has to last: results and
acts of tournaments.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

from firmware.common.broker.connection import Options
from firmware.hall.broker.hear import Hearing
from firmware.hall.broker.said import Message, Nonsense, read, sender
from firmware.hall.seats import assignments, offers
from firmware.hall.store.ledger import Heard, Ledger, read_known
from firmware.hall.store.store import Away, Store, Writing
from firmware.hall.tables import RESULT, Said, Tables
from firmware.hall.tournament.tournament import Act, Tournament, after
from firmware.hall.uncounted import Lines, Uncounted

logger = logging.getLogger(__name__)
MOST_TABLES = 5_000
DATABASE_AGAIN_S = 1.0
LOOK_S = 3600.0  # for names whose time is over
NO_NAMES: Mapping[int, str] = {}
ENDS = "The board is ending: try again when it is back."
FINE = {
    "broker": "the broker answers",
    "database": "the database answers",
    "seats": "the broker takes seats for tables",
}
Answer = TypeVar("Answer")


class Unkept(NamedTuple):
    """A result that is to be saved, and then acknowledged."""

    message: Message
    acknowledge: Callable[[], object]

    def write(self, ledger: Ledger) -> Heard:
        return ledger.hear(self.message.said)


class Unread(NamedTuple):
    """A result that cannot be taken: the organiser is told, then it is acknowledged."""

    device: str
    why: str
    acknowledge: Callable[[], object]

    def write(self, ledger: Ledger) -> None:
        ledger.hear_unreadable(self.device, self.why)


class Asked(NamedTuple):
    """A write that its caller waits for."""

    do: Callable[[Ledger], Any]
    done: Future[Any]

    def write(self, ledger: Ledger) -> Any:
        return ledger.apart("it", self.do)


Work = Unkept | Unread | Asked


class Hall:
    """`changed` is called whenever there is something new to show, `say` with what is amiss ("" for
    nothing), and `failed` when the hall cannot go on; from any thread.
    """

    def __init__(
        self,
        store: Store,
        failed: Callable[[Exception], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store, self._failed, self._clock, self._look_at = store, failed, clock, 0.0
        self.tables = Tables(int(1000 * time.time()), store.games())
        self.changed: Callable[[], object] = lambda: None
        self.say: Callable[[str], object] = lambda trouble: None
        self._troubles = {"broker": "the broker does not answer yet", "database": "", "seats": ""}
        self._lock = threading.Lock()  # of the hall, for those who write
        self._known, self._is_known = read_known(store), True
        self._inbox: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._logged = set[str]()
        self._ended = threading.Event()
        self._hearing: Hearing | None = None
        self._writer = threading.Thread(target=self._keep_all, name="results", daemon=True)

    def start(self, options: Options) -> None:
        tell = partial(self._tell, "broker"), partial(self._tell, "seats")
        self._hearing = Hearing(options, self.store.session, self._take, *tell)
        self._seat()
        self._writer.start()

    def stop(self) -> None:
        """Stop both threads; a result that is not saved by now is sent again."""
        if self._hearing:
            self._hearing.close()
        self._ended.set()
        self._inbox.put(None)
        self._writer.join()
        self.store.close()

    def result(self, device: str) -> Said | None:
        """The result of the game that a table shows, where one is kept and can be read."""
        tile = self.tables.tiles.get(device)
        with suppress(Away):
            return self.store.result(device, tile.game_id) if tile and tile.kept else None
        return None

    # --- tournaments: for any other thread; writes wait for the disk --------------------------

    @property
    def tournaments(self) -> Mapping[int, Tournament]:
        return self._known.tournaments

    @property
    def names(self) -> Mapping[int, Mapping[int, str]]:
        return self._known.names

    def open(self, act: Act, who: str) -> int:
        """Open a tournament; return its number. Refused, Away; so do the others."""
        after(Tournament(0), act, who)  # a mistake is raised here, not in the thread
        return self._ask(lambda ledger: ledger.open(act, who))

    def act(
        self, number: int, act: Act, who: str, names: Mapping[int, str] = NO_NAMES
    ) -> Tournament:
        """Do it; `names` are those of its players, where it gives some."""
        if known := self.tournaments.get(number):
            after(known, act, who)
        return self._ask(lambda ledger: ledger.act(number, act, who, names))

    def join(self, number: int, names: Sequence[str], who: str, here: bool = False) -> list[int]:
        """Have them join; return their numbers."""
        return self._ask(lambda ledger: ledger.join(number, names, who, here))

    @property
    def uncounted(self) -> Lines:
        """What devices said that does not count."""
        return self._known.uncounted

    def settle(self, those: Sequence[Uncounted]) -> None:
        """Drop these lines, but none that is another one by now."""
        self._ask(
            lambda ledger: ledger.settle(
                line.key for line in those if ledger.line_of(line.key) == line
            )
        )

    def _ask(self, write: Callable[[Ledger], Answer]) -> Answer:
        if why := self._troubles["database"]:
            raise Away(why)  # at once, as others wait behind this one
        done: Future[Answer] = Future()
        self._inbox.put(Asked(write, done))
        if self._ended.is_set():
            self._turn_away()
        return done.result()

    def _turn_away(self) -> None:
        """Answer those who would wait for a thread that has ended."""
        _answer(self._waiting(), Away(ENDS))

    def _waiting(self) -> list[Work]:
        """What is in the inbox."""
        found: list[Work | None] = []
        with suppress(queue.Empty):
            while True:
                found.append(self._inbox.get_nowait())
        return [one for one in found if one]

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
            if device := sender(topic, RESULT):
                self._inbox.put(Unread(device, str(why), acknowledge))
            else:
                acknowledge()
            return
        if message.kind == RESULT:
            self._inbox.put(Unkept(message, acknowledge))
            return
        acknowledge()
        self._show(message)

    def _is_full_for(self, device: str) -> bool:
        tiles = self.tables.tiles
        return device not in tiles and len(tiles) >= MOST_TABLES

    def _ignore(self, topic: str, why: str) -> None:
        if why not in self._logged:
            self._logged.add(why)
            logger.warning(f"a message was ignored: {why} ({topic[:80]!r}; others are not logged)")

    def _show(self, message: Message) -> None:
        with self._lock:
            changed = self.tables.take(message.device, message.kind, message.said, time.time())
        if changed:
            self.changed()

    def _tell(self, part: str, why: str) -> None:
        """Log and show what is amiss with a part, once."""
        with self._lock:
            if self._troubles[part] == why:
                return
            self._troubles[part] = why
            self.say("; ".join(filter(None, self._troubles.values())))
        (logger.warning if why else logger.info)(why or FINE[part])

    # --- the thread of results ----------------------------------------------------------------

    def _keep_all(self) -> None:
        try:
            while not self._ended.is_set():
                if self._clock() >= self._look_at:
                    self._remove_old_names()
                first = None
                with suppress(queue.Empty):
                    first = self._inbox.get(timeout=max(0.0, self._look_at - self._clock()))
                self._keep([one for one in [first, *self._waiting()] if one])  # a broker's few
        except Exception as why:  # another hall has taken the database, or it is a bug
            self._failed(why)
        finally:
            self._ended.set()
            self._turn_away()

    def _remove_old_names(self) -> None:
        """Remove names whose time is over."""
        with suppress(Away):
            touched = self.store.touched()
            self._keep([Asked(lambda ledger: ledger.forget_old(touched), Future())])
        self._look_at = self._clock() + LOOK_S

    def _keep(self, batch: Sequence[Work]) -> None:
        """Save results, however long the database is away, and acknowledge them only then. Callers
        that ask are told that it is away.
        """
        while True:
            try:
                answers = self._write(batch)
                break
            except Away as why:
                self._is_known = False  # it may be written all the same
                self._tell("database", f"the database does not answer: {why}")
                if self._ended.wait(DATABASE_AGAIN_S):
                    _answer(batch, Away(ENDS))
                    return
                batch = [*batch, *self._waiting()]
                _answer(batch, why)
                batch = [one for one in batch if not isinstance(one, Asked)]
        self._tell("database", "")
        for one, answer in zip(batch, answers, strict=True):
            if isinstance(one, Unkept):
                self._kept(one, answer)
            elif isinstance(one, Unread):
                one.acknowledge()
            elif isinstance(answer, Exception):
                one.done.set_exception(answer)
            else:
                one.done.set_result(answer)

    def _write(self, batch: Sequence[Work]) -> list[Any]:
        """Write all in one transaction; return an answer or an exception for each. Raises Away."""
        if not self._is_known:
            self._known, self._is_known = read_known(self.store), True
            self._seat()
        with self.store.writing() as connection:
            ledger = Ledger(Writing(connection, self._clock()), self._known, self.store.session)
            answers = [work.write(ledger) for work in batch]
            if failure := ledger.apart("lines of what does not count", Ledger.keep_lines):
                logger.warning(f"{failure}")
        before, self._known = self._known, ledger.known
        if ledger.known.tournaments is not before.tournaments:
            self._seat()
            self.changed()
        return answers

    def _seat(self) -> None:
        """Tell the hall and the devices who sits where."""
        known = self._known
        with self._lock:
            self.tables.assign(assignments(known.tournaments.values(), known.names))
        if self._hearing:
            self._hearing.offer(offers(known.tournaments.values(), known.names))

    def _kept(self, one: Unkept, heard: Heard) -> None:
        if heard.why:
            self._ignore(f"{one.message.device}/{RESULT}", heard.why)
        if heard.kept and not self._is_full_for(one.message.device):
            self._show(one.message)
        one.acknowledge()


def _answer(those: Sequence[Work], why: Exception) -> None:
    for one in those:
        if isinstance(one, Asked):
            one.done.set_exception(why)
