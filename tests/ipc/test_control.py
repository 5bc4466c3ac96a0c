"""The control socket: answers as long as anybody asks well, whatever the others do."""

import json
import os
import socket
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.control_callers import Answers, ask, caller, listening, said, until

from firmware.ipc.client import LONGEST_ANSWER, Answered
from firmware.ipc.connection import LONGEST_QUESTION
from firmware.ipc.server import AT_ONCE, SOCKET, Control


@pytest.fixture
def answers(tmp_path: Path) -> Answers:
    return Answers(tmp_path)


@pytest.fixture
def control(tmp_path: Path, answers: Answers) -> Iterator[Control]:
    running = answers.control(tmp_path)
    running.start()
    until(lambda: listening(tmp_path))
    yield running
    running.stop()


def test_who_asks_gets_the_object(tmp_path: Path, control: Control, answers: Answers) -> None:
    assert ask([str(tmp_path)], "doctor") == Answered(answers.told)


def test_the_socket_is_its_owners_alone_and_goes_with_the_program(
    tmp_path: Path, control: Control
) -> None:
    mode = (tmp_path / SOCKET).stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600
    control.stop()
    control.stop()
    assert not (tmp_path / SOCKET).exists()
    assert ask([str(tmp_path)], "doctor") == Answered(None)


@pytest.mark.usefixtures("control")
def test_two_versions_understand_each_other(tmp_path: Path, answers: Answers) -> None:
    """Keys that one of them does not know are left aside."""
    heard = said(tmp_path, b'{"ask": "doctor", "since": 7, "deep": {"er": []}}\n')
    assert json.loads(heard) == answers.told
    answers.told["built in later"] = [1]
    assert ask([str(tmp_path)], "doctor").told == answers.told
    refusal = ask([str(tmp_path)], "question of tomorrow")
    assert refusal == Answered(None, "it is of another version and does not understand")


@pytest.mark.usefixtures("control")
def test_what_goes_along_with_a_question_arrives_up_to_its_limit(
    tmp_path: Path, answers: Answers
) -> None:
    around = len(json.dumps({"ask": "echo", "more": ""}))
    more = "x" * (LONGEST_QUESTION - around)
    assert ask([str(tmp_path)], "echo", more=more).told == {**answers.told, "more": more}
    assert ask([str(tmp_path)], "echo", more=more + "x").told is None


@pytest.mark.usefixtures("control")
def test_without_the_end_of_the_line_the_end_of_the_input_will_do(tmp_path: Path) -> None:
    assert "pid" in json.loads(said(tmp_path, b'{"ask": "doctor"}'))


GARBAGE = [
    b"",
    b"\n",
    b"null\n",
    b'"doctor"\n',
    b"[1, 2]\n",
    b'{"ask": 1}\n',
    b'{"ask": ["doctor"]}\n',
    b"\x00\xff\xfe\n",
    b"GET / HTTP/1.1\r\nHost: okanjo\r\n\r\n",
    b"[" * (LONGEST_QUESTION - 1) + b"\n",
    b'{"ask": "doctor"' + b" " * LONGEST_QUESTION + b"}\n",
    b"x" * 1_000_000,
]


@pytest.mark.usefixtures("control")
@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_answered_by_how_to_ask_and_does_no_harm(
    tmp_path: Path, garbage: bytes, answers: Answers
) -> None:
    heard = said(tmp_path, garbage)
    assert not heard or list(json.loads(heard)) == ["error"]
    assert ask([str(tmp_path)], "doctor").told == answers.told
    assert answers.log == []


@pytest.mark.usefixtures("control")
@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.binary(max_size=300))
def test_any_bytes_get_one_line_of_json(tmp_path: Path, answers: Answers, words: bytes) -> None:
    heard = said(tmp_path, words)
    assert heard.endswith(b"\n")
    assert heard.count(b"\n") == 1
    assert "error" in json.loads(heard)


@pytest.mark.usefixtures("control")
def test_a_mistake_of_ours_ends_nothing(tmp_path: Path, answers: Answers) -> None:
    assert json.loads(said(tmp_path, b'{"ask": "fail"}\n')) == {
        "error": "a mistake of ours: KeyError"
    }
    assert answers.log == ["no answer to fail: KeyError('a mistake')"]
    assert ask([str(tmp_path)], "doctor").told == answers.told


def test_a_hundred_who_say_nothing_hold_nobody_up(tmp_path: Path, answers: Answers) -> None:
    """They stay for as long as they like: the program's patience outlasts the test."""
    control = answers.control(tmp_path)
    control.start()
    until(lambda: listening(tmp_path))
    before = len(os.listdir("/proc/self/fd"))
    silent = [caller(tmp_path) for _ in range(100)]
    for line in silent[::2]:
        with suppress(OSError):
            line.sendall(b'{"ask": "doc')
    assert ask([str(tmp_path)], "doctor").told == answers.told
    assert len(os.listdir("/proc/self/fd")) <= before + len(silent) + AT_ONCE
    for line in silent:
        line.close()
    control.stop()


@pytest.mark.parametrize("half", [b"", b'{"ask": "doc'])
def test_who_hangs_is_dropped(tmp_path: Path, answers: Answers, half: bytes) -> None:
    control = answers.control(tmp_path, patience_s=0.05)
    control.start()
    until(lambda: listening(tmp_path))
    assert said(tmp_path, half, hang_up=False) == b""
    control.stop()


def test_who_does_not_listen_is_dropped(tmp_path: Path, answers: Answers) -> None:
    answers.told["long"] = "x" * 900_000
    control = answers.control(tmp_path, patience_s=0.3)
    control.start()
    until(lambda: listening(tmp_path))
    before = len(os.listdir("/proc/self/fd"))
    with caller(tmp_path) as deaf:
        with suppress(OSError):  # should even the question come too late
            deaf.sendall(b'{"ask": "doctor"}\n')
            deaf.recv(1, socket.MSG_PEEK)  # it is being answered
        until(lambda: len(os.listdir("/proc/self/fd")) == before + 1)  # its own end is left
    control.stop()


@pytest.mark.usefixtures("control")
def test_a_long_answer_comes_whole(tmp_path: Path, answers: Answers) -> None:
    answers.told["long"] = "ü" * 150_000
    assert ask([str(tmp_path)], "doctor").told == answers.told
    answers.told["long"] = "x" * LONGEST_ANSWER
    assert ask([str(tmp_path)], "doctor") == Answered(
        None, "its answer cannot be read (ValueError)"
    )


def test_what_a_killed_program_left_is_taken_over(tmp_path: Path, answers: Answers) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / SOCKET))
    left.close()
    assert ask([str(tmp_path)], "doctor") == Answered(None)
    control = answers.control(tmp_path)
    control.start()
    until(lambda: listening(tmp_path))
    assert ask([str(tmp_path)], "doctor").told == answers.told
    control.stop()


def test_a_second_program_takes_the_next_folder_and_leaves_the_first_alone(
    tmp_path: Path, control: Control, answers: Answers
) -> None:
    """A desk beside the service: who asks gets the one with his own games."""
    own = tmp_path / "own"
    own.mkdir()
    other = Answers(own)
    second = other.control(tmp_path, own)
    second.start()
    until(lambda: listening(own))
    both = [str(tmp_path), str(own)]
    assert ask(both, "doctor", str(own)).told == other.told
    assert ask(both, "doctor", str(tmp_path)).told == answers.told
    assert ask(both, "doctor", "/elsewhere").told == answers.told
    second.stop()
    assert ask(both, "doctor", str(own)).told == answers.told


def test_a_file_of_that_name_is_not_touched(tmp_path: Path, answers: Answers) -> None:
    (tmp_path / SOCKET).write_text("mine")
    control = answers.control(tmp_path, tmp_path / "missing")
    control.start()
    until(lambda: answers.log)
    assert "no control socket can be had" in answers.log[0]
    assert (tmp_path / SOCKET).read_text() == "mine"
    control.stop()


def test_what_came_to_its_place_is_not_taken_away(tmp_path: Path, answers: Answers) -> None:
    control = answers.control(tmp_path)
    control.start()
    until(lambda: listening(tmp_path))
    (tmp_path / SOCKET).unlink()
    (tmp_path / SOCKET).write_text("somebody's")
    control.stop()
    assert (tmp_path / SOCKET).read_text() == "somebody's"


def test_a_folder_may_lie_deeper_than_a_socket_can(tmp_path: Path, answers: Answers) -> None:
    deep = tmp_path / ("x" * 100) / ("y" * 100)
    deep.mkdir(parents=True)
    control = answers.control(deep)
    control.start()
    until(lambda: listening(deep))
    assert ask([str(deep)], "doctor").told == answers.told
    control.stop()


def test_nobody_there_wakes_nothing(tmp_path: Path, control: Control) -> None:
    """Between two questions the thread's clock of switches stands still."""
    thread = next(one for one in threading.enumerate() if one.name == "control")
    task = f"/proc/self/task/{thread.native_id}"

    def switches() -> str:
        with open(f"{task}/status") as status:
            return next(line for line in status if line.startswith("voluntary"))

    ask([str(tmp_path)], "doctor")
    until(lambda: "poll" in Path(f"{task}/wchan").read_text())
    before = switches()
    time.sleep(0.3)  # not a wait for something: nothing is to happen
    assert switches() == before
