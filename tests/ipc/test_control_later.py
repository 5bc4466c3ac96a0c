"""Open files over the control socket, and answers that take their time: nobody else waits."""

import array
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.control_callers import DEADLINE_S, Answers, ask, caller, listening, until

from firmware.ipc.client import Answered
from firmware.ipc.server import Control, Later


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


class Slow(Answers):
    """One question more, whose answer comes when the test says so."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.begun, self.done, self.given_up = (threading.Event() for _ in range(3))
        self.more = {"slow": self.slow}

    def slow(self, asked: Mapping[str, Any]) -> Later:
        def work(waits: Callable[[], bool]) -> Mapping[str, Any]:
            self.begun.set()
            while not self.done.wait(0.005):
                if not waits():
                    self.given_up.set()
                    return {}
            if "descriptor" in asked:
                os.pwrite(asked["descriptor"], b"written", 0)
            return {**self.told, "slow": True}

        return Later(work, {**self.told, "busy": True})


@pytest.fixture
def answers(tmp_path: Path) -> Slow:
    return Slow(tmp_path)


@pytest.fixture
def control(tmp_path: Path, answers: Slow) -> Iterator[Control]:
    running = answers.control(tmp_path)
    running.start()
    until(lambda: listening(tmp_path))
    yield running
    running.stop()


@pytest.mark.usefixtures("control")
def test_an_open_file_comes_along_and_is_closed_again(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("what it says")
    before = descriptors()
    for _ in range(20):
        with open(tmp_path / "file", "rb") as file:
            told, why = ask([str(tmp_path)], "read", descriptor=file.fileno())
        assert told is not None, why
        assert told["read"] == "what it says"
    until(lambda: descriptors() <= before)


@pytest.mark.usefixtures("control")
def test_a_number_in_the_question_is_no_open_file(tmp_path: Path) -> None:
    told = ask([str(tmp_path)], "read").told
    assert told is not None
    assert told["read"] == "nothing"
    with caller(tmp_path) as line:
        line.sendall(b'{"ask": "read", "descriptor": 0}\n')
        assert b'"nothing"' in line.recv(4096)


@pytest.mark.usefixtures("control")
@pytest.mark.parametrize("words", [b'{"ask": "doctor"}\n', b'{"ask": "read"}\n', b"x", b"\n"])
@pytest.mark.parametrize("count", [1, 2, 30])
def test_files_that_nobody_asked_for_are_closed(tmp_path: Path, words: bytes, count: int) -> None:
    before = descriptors()
    for _ in range(3):
        with caller(tmp_path) as line, open(os.devnull, "rb") as file:
            many = array.array("i", [file.fileno()] * count)
            line.sendmsg([words], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, many)])
            with open(os.devnull, "rb") as other:  # and once more, behind the question
                try:
                    socket.send_fds(line, [b"\n"], [other.fileno()])
                except OSError:
                    continue
    until(lambda: descriptors() <= before)


@pytest.mark.usefixtures("control")
def test_an_answer_may_take_its_time_and_holds_nobody_up(tmp_path: Path, answers: Slow) -> None:
    heard: list[Answered] = []

    def wait() -> None:
        with open(tmp_path / "file", "w+b") as file:
            heard.append(ask([str(tmp_path)], "slow", descriptor=file.fileno()))

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert answers.begun.wait(DEADLINE_S)
    assert ask([str(tmp_path)], "doctor").told == answers.told
    assert ask([str(tmp_path)], "slow").told == {**answers.told, "busy": True}
    answers.done.set()
    waiting.join()
    assert heard == [Answered({**answers.told, "slow": True})]
    assert (tmp_path / "file").read_bytes() == b"written"
    assert ask([str(tmp_path)], "slow").told == {**answers.told, "slow": True}


@pytest.mark.usefixtures("control")
def test_work_is_told_that_nobody_waits_for_it(tmp_path: Path, answers: Slow) -> None:
    before = descriptors()
    with caller(tmp_path) as line, open(os.devnull, "rb") as file:
        socket.send_fds(line, [b'{"ask": "slow"}\n'], [file.fileno()])
        assert answers.begun.wait(DEADLINE_S)
    assert answers.given_up.wait(DEADLINE_S)
    until(lambda: descriptors() <= before)
    answers.done.set()
    until(lambda: ask([str(tmp_path)], "slow").told == {**answers.told, "slow": True})


def test_the_end_gives_work_up_and_says_what_is_ready(tmp_path: Path, answers: Slow) -> None:
    before = descriptors()
    control = answers.control(tmp_path)
    control.start()
    until(lambda: listening(tmp_path))
    with caller(tmp_path) as line:
        line.sendall(b'{"ask": "slow"}\n')
        assert answers.begun.wait(DEADLINE_S)
        control.stop()
        assert answers.given_up.is_set()
        assert line.recv(4096) == b"{}\n"
    assert descriptors() <= before


@pytest.mark.usefixtures("control")
def test_many_who_say_nothing_do_not_drive_out_one_who_waits(tmp_path: Path, answers: Slow) -> None:
    with caller(tmp_path) as line:
        line.sendall(b'{"ask": "slow"}\n')
        assert answers.begun.wait(DEADLINE_S)
        silent = [caller(tmp_path) for _ in range(40)]
        answers.done.set()
        assert b'"slow": true' in line.recv(4096)
        for one in silent:
            one.close()


@pytest.mark.usefixtures("control")
def test_a_mistake_in_the_work_is_answered(tmp_path: Path, answers: Slow) -> None:
    def work(waits: Callable[[], bool]) -> Mapping[str, Any]:
        raise KeyError("a mistake")

    answers.slow = lambda asked: Later(work, {})  # type: ignore[method-assign]
    answers.more["slow"] = answers.slow
    own = tmp_path / "own"
    own.mkdir()
    control = answers.control(own)
    control.start()
    until(lambda: listening(own))
    with caller(own) as line:
        line.sendall(b'{"ask": "slow"}\n')
        assert b"a mistake of ours: KeyError" in line.recv(4096)
    control.stop()
