"""The thread that saves what has to last: devices' results, and what people do in tournaments.

Whatever waits in the inbox is written in one transaction. When that is on the disk, and not before,
results are acknowledged to the broker and those who asked have their answers. While the database is
away, results wait and are tried again; whoever asks is told at once. What is known of tournaments
is read again then, as the last transaction may have been written though its answer was lost.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any, Protocol

from sqlalchemy.exc import DBAPIError

from engine.message import Message, gettext
from firmware.hall.broker.said import TableMessage
from firmware.hall.store.inbox import (
    AwaitedRequest,
    DeviceResult,
    UnreadableResult,
    Work,
    WorkQueue,
)
from firmware.hall.store.known import read_known
from firmware.hall.store.ledger import Heard, Ledger
from firmware.hall.store.requests import LookAtNames, Request
from firmware.hall.store.store import Away, Store, Unkeepable, Writing
from firmware.words.language import say

logger = logging.getLogger(__name__)
AGAIN_S = 1.0  # until the database is tried again
LOOK_S = 600.0  # for names whose time is over
ENDS = "The board is ending: try again when it is back."


class Listener(Protocol):
    """Who is told what comes of it, by the thread that saves."""

    def database_trouble(self, why: Message | None) -> None:
        """Why the database does not answer; None: it does."""

    def tournaments_changed(self) -> None: ...

    def seasons_changed(self) -> None: ...

    def result_heard(self, message: TableMessage, heard: Heard) -> None: ...

    def failed(self, why: Exception) -> None:
        """It cannot go on: another hall has taken the database, or it is a bug."""


class Writer:
    """`clock` is the computer's, which may jump; `running` are seconds that never do."""

    def __init__(
        self,
        store: Store,
        listener: Listener,
        clock: Callable[[], float] = time.time,
        running: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._listener, self._clock, self._running = store, listener, clock, running
        self.inbox = WorkQueue()
        self.known = read_known(store)  # replaced whole; any thread may read it
        self._looked = running()  # when it looked for old names
        self.look_at = self._looked  # when it does so again
        self._trouble = ""  # in the log's words: the database does not answer, and why
        self._thread = threading.Thread(target=self._run, name="results", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, within_s: float) -> bool:
        """Finish what it is at, and return whether that was done in time; a result that is not
        saved by now is sent again.
        """
        self.inbox.close()
        self._thread.join(within_s)
        return not self._thread.is_alive()

    def ask(self, request: Request) -> Any:
        """Have it written; return what the request returns. Raises NotPossible, Away."""
        if self._trouble:
            raise Away(self._trouble)  # at once, as others wait behind this one
        answer: Future[Any] = Future()
        if not self.inbox.put(AwaitedRequest(request, answer)):
            raise Away(ENDS)
        return answer.result()

    def tell(self, request: Request) -> None:
        """Have it written if it can be; nobody waits for it."""
        self.inbox.put(AwaitedRequest(request, Future()))

    # --- the thread -----------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self.inbox.closed:
                if self._running() >= self.look_at:
                    self._look_at_names()
                work = self.inbox.take(within_s=max(0.0, self.look_at - self._running()))
                if work:
                    self._save(work)
        except Exception as why:
            self._listener.failed(why)
        finally:
            self.inbox.close()
            _turn_away(self.inbox.take(), Away(ENDS))

    def _look_at_names(self) -> None:
        answer: Future[Any] = Future()
        now = self._running()
        try:
            request = LookAtNames(self._store.touched(), now - self._looked)
            self._save([AwaitedRequest(request, answer)])
            answer.result()
            self._looked = now
        except (Away, Unkeepable) as why:
            logger.warning(f"names whose time is over are there still: {why}")
        self.look_at = now + LOOK_S

    def _save(self, batch: list[Work]) -> None:
        """Write a batch, and tell what came of it; nobody is left waiting."""
        try:
            for work, answer in self._written(batch):
                self._tell(work, answer)
        except Exception:
            _turn_away(batch, Away(ENDS))
            raise

    def _written(self, batch: list[Work]) -> list[tuple[Work, Any]]:
        """Write a batch, however long the database is away; return what was written, and an answer
        or an exception for each.
        """
        read_again = False
        while True:
            try:
                if read_again:
                    self.read_again()
                answers = self._write(batch)
                self._have_trouble(None)
                return [*zip(batch, answers, strict=True)]
            except Away as why:
                read_again = True  # it may be written, though its answer was lost
                self._have_trouble(gettext("the database does not answer: {why}", why=str(why)))
                batch = _turn_away(batch, why)
                if self.inbox.wait_until_closed(AGAIN_S):
                    return []
                batch += _turn_away(self.inbox.take(), why)

    def _have_trouble(self, why: Message | None) -> None:
        self._trouble = say(why) if why else ""
        self._listener.database_trouble(why)

    def read_again(self) -> None:
        self.known = read_known(self._store)
        self._listener.tournaments_changed()

    def _write(self, batch: Iterable[Work]) -> list[Any]:
        """Write all in one transaction; return the answers. Raises Away."""
        with self._store.writing() as connection:
            ledger = Ledger(Writing(connection, self._clock()), self.known, self._store.session)
            answers = [_answer(ledger, work) for work in batch]
            try:
                ledger.keep_lines()
            except Unkeepable as why:
                logger.warning(f"{why}")
        before, self.known = self.known, ledger.known
        if self.known.tournaments is not before.tournaments:
            self._listener.tournaments_changed()
        elif self.known.seasons is not before.seasons:
            self._listener.seasons_changed()
        return answers

    def _tell(self, work: Work, answer: Any) -> None:
        match work:
            case DeviceResult(message, acknowledge):
                self._listener.result_heard(message, answer)
                acknowledge()
            case UnreadableResult():
                work.acknowledge()
            case AwaitedRequest() if isinstance(answer, Exception):
                work.answer.set_exception(answer)
            case AwaitedRequest():
                work.answer.set_result(answer)


def _answer(ledger: Ledger, work: Work) -> Any:
    """Do a piece of work within the transaction; return what came of it. Raises DBAPIError."""
    match work:
        case DeviceResult():
            return ledger.hear(work.message.content)
        case UnreadableResult():
            return ledger.hear_unreadable(work.device, work.why)
        case AwaitedRequest():
            return _answer_to(ledger, work.request)


def _answer_to(ledger: Ledger, request: Request) -> Any:
    """The answer to a request, or why there is none: it is not possible, or we have a bug, which
    is told to who asked and stops nobody else.
    """
    try:
        with ledger.apart("it"):
            return request.write(ledger)
    except DBAPIError:
        raise
    except Exception as why:
        return why


def _turn_away(batch: Iterable[Work], why: Away) -> list[Work]:
    """Tell those who wait for an answer that it cannot be; return what devices said."""
    left: list[Work] = []
    for work in batch:
        if not isinstance(work, AwaitedRequest):
            left.append(work)
        elif not work.answer.done():
            work.answer.set_exception(why)
    return left
