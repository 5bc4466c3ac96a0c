"""What the running program answers to other commands: questions in on a Unix socket, objects out.

One line of JSON each way: {"ask": "doctor"} and the answer, then the end. Unknown keys are left
aside, so that two versions understand each other. One open file may come along with a question.
Law: whoever asks badly, slowly or not at all is dropped, and holds nobody else up. With nobody
there the thread sleeps and is not woken.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from firmware.ipc.connection import LONGEST_QUESTION
from firmware.ipc.socket_path import SOCKET, address, bound, folders, inode, is_held

if TYPE_CHECKING:
    from socket import socket

    from firmware.ipc.connection import Talk

__all__ = ["LONGEST_QUESTION", "SOCKET", "Answer", "Control", "Later", "address", "folders"]

logger = logging.getLogger(__name__)
AT_ONCE = 16  # more, and the one that has been there longest goes
PATIENCE_S = 2.0
WORK_PATIENCE_S = 300.0  # ten years of evenings, on the smallest board
LAST_WORK_S = 2.0


class Later(NamedTuple):
    """An answer that takes its time: `work` is called in a thread of its own, one at a time.

    It is told how to find out whether anybody still waits for it. The file that came along is
    closed after it. `busy` is the answer while another is being worked out.
    """

    work: Callable[[Callable[[], bool]], Mapping[str, Any]]
    busy: Mapping[str, Any]


Answer = Callable[[Mapping[str, Any]], Mapping[str, Any] | Later]
Given = TypeVar("Given")


class Control:
    """The socket and its thread. `answers` are called in that thread, and must not wait: what
    takes its time is answered Later. A file that came along is their question's "descriptor".
    """

    def __init__(
        self,
        answers: Mapping[str, Answer],
        places: Sequence[str],
        clock: Callable[[], float] = time.monotonic,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._answers, self._places = answers, places
        self._clock, self._patience_s = clock, patience_s
        self._talks: dict[int, Talk] = {}
        self._woken = self._wake = -1
        self._thread: threading.Thread | None = None
        self._worker: threading.Thread | None = None
        self._busy = self._ending = False
        self._waking = threading.Lock()

    def start(self) -> None:
        """Listen from soon on; returns at once."""
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name="control", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Take the socket away; a second call does nothing. What is all but answered still is."""
        if self._thread is None:
            return
        self._ending = True
        if self._worker is not None:
            self._worker.join(LAST_WORK_S)
        self._rouse()
        self._thread.join()
        self._thread = None
        with self._waking:
            os.close(self._woken)
            os.close(self._wake)
            self._wake = -1

    def _rouse(self) -> None:
        with self._waking:
            if self._wake >= 0:
                os.write(self._wake, b"!")

    def _run(self) -> None:
        place, listening = self._listening()
        ours = inode(place) if listening else None
        if listening is None:
            why = "no control socket can be had: okanjo doctor cannot ask this program"
            logger.warning(why)
            return
        try:
            while self._turn(listening):
                pass
        finally:
            for talk in self._talks.values():
                with suppress(OSError):
                    talk.say()
                talk.close()
            if ours is not None and inode(place) == ours:  # not whatever came to its place
                with suppress(OSError):
                    os.unlink(os.path.join(place, SOCKET))
            listening.close()

    def _listening(self) -> tuple[str, socket | None]:
        """A socket in the first folder that takes one and where nobody listens already."""
        for place in self._places:
            with suppress(OSError), address(place) as path:
                if not is_held(path):
                    return place, bound(path)
        return "", None

    def _turn(self, listening: socket) -> bool:
        """Wait for something to happen, and see to all that has; False when it is time to end."""
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        poll.register(listening, select.POLLIN)
        for number, talk in self._talks.items():
            poll.register(number, _awaited(talk))
        due = min((talk.until for talk in self._talks.values()), default=None)
        left_ms = None if due is None else max(0, int(1000 * (due - self._clock())) + 1)
        ready = [number for number, _ in poll.poll(left_ms)]
        if self._woken in ready:
            os.read(self._woken, AT_ONCE)
            if self._ending:
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
        from firmware.ipc.connection import Talk  # late, as `socket` is: a start is measured

        try:
            line, _ = listening.accept()
        except OSError:  # out of descriptors, or gone again: the next turn must not come at once
            select.select([self._woken], [], [], 0.5)
            return
        line.setblocking(False)
        if len(self._talks) >= AT_ONCE:
            self._drop(next(one for one, talk in self._talks.items() if not talk.waits))
        self._talks[line.fileno()] = Talk(line, self._clock() + self._patience_s)

    def _go_on(self, number: int) -> None:
        talk = self._talks[number]
        if talk.waits and talk.to_say is None:  # nothing is asked of it: it has hung up
            self._drop(number)
            return
        try:
            if talk.to_say is None and talk.hear():
                self._see_to(talk)
            if talk.say():
                self._drop(number)
        except BlockingIOError:
            return
        except OSError:
            self._drop(number)

    def _see_to(self, talk: Talk) -> None:
        """Answer the question, or have the answer worked out."""
        asked = _question(bytes(talk.heard))
        if isinstance(asked, dict):
            asked.pop("descriptor", None)
            if talk.descriptor >= 0:
                asked["descriptor"] = talk.descriptor
        answer = self._answer(asked)
        if not isinstance(answer, Later):
            talk.to_say = _said(answer)
        elif self._busy:
            talk.to_say = _said(answer.busy)
        else:
            self._busy = talk.waits = True
            talk.until = self._clock() + WORK_PATIENCE_S
            at_work = talk, answer, talk.hand_over()
            self._worker = threading.Thread(
                target=self._work_out, args=at_work, name="answer", daemon=True
            )
            self._worker.start()

    def _work_out(self, talk: Talk, later: Later, descriptor: int) -> None:
        answer = self._carefully("a question", lambda: later.work(lambda: self._waits(talk)))
        if descriptor >= 0:
            os.close(descriptor)
        self._busy = False  # before it is said: who hears it may ask again at once
        talk.until = self._clock() + self._patience_s
        talk.to_say = _said(answer)
        self._rouse()

    def _waits(self, talk: Talk) -> bool:
        return not talk.over and not self._ending

    def _answer(self, asked: Any) -> Mapping[str, Any] | Later:
        if not isinstance(asked, dict) or not isinstance(asked.get("ask"), str):
            return {"error": 'write one line like {"ask": "doctor"}'}
        answer = self._answers.get(asked["ask"])
        if answer is None:
            return {"error": f"this can be asked: {', '.join(self._answers)}"}
        return self._carefully(asked["ask"], lambda: answer(asked))

    def _carefully(self, asked: str, answer: Callable[[], Given]) -> Given | Mapping[str, Any]:
        try:
            return answer()
        except Exception as error:  # a mistake of ours must not end the answering, nor the evening
            logger.error(f"no answer to {asked}: {error!r}")
            return {"error": f"a mistake of ours: {type(error).__name__}"}

    def _drop(self, number: int) -> None:
        self._talks.pop(number).close()


def _awaited(talk: Talk) -> int:
    if talk.to_say is not None:
        return select.POLLOUT
    return 0 if talk.waits else select.POLLIN  # a line that hangs up is told in any case


def _question(heard: bytes) -> Any:
    """The object in the first line; None where there is none."""
    import json  # 5 ms of CPU that a start need not spend

    question, _, _ = heard.partition(b"\n")
    try:
        return json.loads(question) if len(question) <= LONGEST_QUESTION else None
    except (ValueError, RecursionError):  # json reads nested lists by calling itself
        return None


def _said(answer: Mapping[str, Any]) -> bytes:
    import json

    return json.dumps(answer).encode() + b"\n"
