"""The socket of the running program: it answers, whatever other callers do."""

import json
import os
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.ipc_callers import DEADLINE_S, caller, reply
from support.processes import open_files
from support.waiting import until

from firmware.common.ipc import client, server
from firmware.common.ipc.client import BARRED, LONGEST_ANSWER, UNSEEN
from firmware.common.ipc.server import LONGEST_REQUEST, MOST_SILENT, Request, Server
from firmware.common.ipc.socket_path import SOCKET, address, folders


class Program:
    """Something to ask: quick requests, one that takes long, one that fails."""

    def __init__(self, folder: Path, *places: Path) -> None:
        self.folder = str(folder)
        self.own: dict[str, Any] = {}
        self.begun, self.done = threading.Event(), threading.Event()
        routes = {name: getattr(self, name) for name in ("doctor", "echo", "fail", "read", "slow")}
        self.server = Server(routes, self.folder, [str(place) for place in places or (folder,)])
        self.server.start()

    @property
    def told(self) -> dict[str, Any]:
        return {"state_folder": self.folder, **self.own}

    def doctor(self, request: Request) -> dict[str, Any]:
        return self.own

    def echo(self, request: Request) -> dict[str, Any]:
        return {"more": request.words["more"]}

    def fail(self, request: Request) -> dict[str, Any]:
        raise KeyError("a mistake")

    def read(self, request: Request) -> dict[str, Any]:
        file = request.descriptor
        content = "nothing" if file is None else os.pread(file, 100, 0).decode()
        return {"read": content}

    def slow(self, request: Request) -> dict[str, Any]:
        self.begun.set()
        self.done.wait(DEADLINE_S)
        if request.descriptor is not None:
            os.pwrite(request.descriptor, b"written", 0)
        return {"slow": True}


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    yield program
    program.done.set()
    program.server.stop()


def ask(folder: Path | str, request: str, **more: Any) -> Any:
    """As our commands ask, but more patiently."""
    return client.ask([str(folder)], request, str(folder), **{"wait_s": DEADLINE_S, **more})[0]


def test_who_asks_gets_the_object(tmp_path: Path, program: Program) -> None:
    assert ask(tmp_path, "doctor") == program.told
    program.own["long"] = "ü" * 150_000
    assert ask(tmp_path, "doctor") == program.told
    more = "x" * (LONGEST_REQUEST - 100)
    assert ask(tmp_path, "echo", more=more)["more"] == more


def test_the_socket_is_its_owners_alone_and_goes_with_the_program(
    tmp_path: Path, program: Program
) -> None:
    mode = (tmp_path / SOCKET).stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600
    program.server.stop()
    program.server.stop()
    assert not (tmp_path / SOCKET).exists()
    assert client.ask([str(tmp_path)], "doctor") == (None, "")


GARBAGE = [
    b"",
    b"[1, 2]\n",
    b'{"ask": ["doctor"]}\n',
    b'{"ask": "question of tomorrow"}\n',
    b"GET / HTTP/1.1\r\nHost: okanjo\r\n\r\n",
    b"[" * (LONGEST_REQUEST - 1) + b"\n",
    b"x" * 1_000_000,
]


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_does_no_harm(tmp_path: Path, garbage: bytes, program: Program) -> None:
    heard = reply(tmp_path, garbage)
    assert not heard or list(json.loads(heard)) == ["error"]
    assert ask(tmp_path, "doctor") == program.told


def test_a_mistake_of_ours_ends_nothing(
    tmp_path: Path, program: Program, caplog: pytest.LogCaptureFixture
) -> None:
    answer = json.loads(reply(tmp_path, b'{"ask": "fail"}\n'))
    assert answer == {"error": "a bug in Okanjo: KeyError"}
    assert caplog.messages == ["no answer to fail: KeyError('a mistake')"]
    assert ask(tmp_path, "doctor") == program.told


def test_hundreds_who_say_nothing_hold_nobody_up_and_are_dropped(
    tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE_S", 30.0)
    before = open_files()
    silent = [caller(tmp_path) for _ in range(300)]
    for line in silent[::2]:
        with suppress(BrokenPipeError):  # hung up on: the oldest make room
            line.sendall(b'{"ask": "doc')
    until(lambda: ask(tmp_path, "doctor") == program.told)
    until(lambda: threading.active_count() < 2 * MOST_SILENT)  # a service has 64 threads at most
    assert ask(tmp_path, "doctor") == program.told
    for line in silent:
        line.close()
    monkeypatch.setattr(server, "PATIENCE_S", 0.05)
    silent = [caller(tmp_path) for _ in range(10)]
    assert [line.recv(10) for line in silent] == [b""] * 10
    for line in silent:
        line.close()
    until(lambda: open_files() <= before)


def test_an_answer_may_take_its_time_and_holds_nobody_up(tmp_path: Path, program: Program) -> None:
    heard: list[Any] = []

    def wait() -> None:
        with open(tmp_path / "file", "w+b") as file:
            heard.append(ask(tmp_path, "slow", descriptor=file.fileno()))

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert program.begun.wait(DEADLINE_S)
    assert ask(tmp_path, "doctor") == program.told
    program.done.set()
    waiting.join()
    assert heard == [{**program.told, "slow": True}]
    assert (tmp_path / "file").read_bytes() == b"written"


def test_an_open_file_comes_along_and_is_closed_again(tmp_path: Path, program: Program) -> None:
    (tmp_path / "file").write_text("what it says")
    before = open_files()
    for _ in range(5):
        with open(tmp_path / "file", "rb") as file:
            assert ask(tmp_path, "read", descriptor=file.fileno())["read"] == "what it says"
    until(lambda: open_files() <= before)
    assert ask(tmp_path, "read")["read"] == "nothing"
    with caller(tmp_path) as line:  # a number in the request is no open file
        line.sendall(b'{"ask": "read", "descriptor": 0}\n')
        assert b'"nothing"' in line.recv(4096)


def test_what_a_killed_program_left_is_taken_over(tmp_path: Path) -> None:
    """In a folder that lies deeper than a socket's path may be long."""
    deep = tmp_path / ("x" * 100) / ("y" * 100)
    deep.mkdir(parents=True)
    with address(str(deep)) as path, socket.socket(socket.AF_UNIX) as left:
        left.bind(path)
    assert client.ask([str(deep)], "doctor") == (None, "")
    program = Program(deep)
    assert ask(deep, "doctor") == program.told
    program.server.stop()


def test_a_second_program_takes_the_next_folder(tmp_path: Path, program: Program) -> None:
    """A desk beside the service: who asks gets the one with his own games."""
    own = tmp_path / "own"
    own.mkdir()
    second = Program(own, tmp_path, own)
    both = [str(tmp_path), str(own)]
    assert client.ask(both, "doctor", str(own)) == (second.told, "")
    assert client.ask(both, "doctor", str(tmp_path)) == (program.told, "")
    assert client.ask(both, "doctor", "/elsewhere") == (program.told, "")
    second.server.stop()
    assert client.ask(both, "doctor", str(own)) == (program.told, "")


def test_no_folder_for_it_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Program(tmp_path / "missing").server.stop()
    assert "no control socket" in caplog.text


def test_nobody_is_there(tmp_path: Path) -> None:
    places = [str(tmp_path), str(tmp_path / "missing"), "/dev/null"]
    assert client.ask(places, "doctor") == (None, "")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_closed_folder_hides_whether_anybody_is_there(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    os.seteuid(12345)
    try:
        assert client.ask([str(tmp_path)], "doctor", str(tmp_path)) == (None, UNSEEN)
        assert client.ask([str(tmp_path)], "doctor", "/elsewhere") == (None, BARRED)
    finally:
        os.seteuid(0)


LONG = b'{"state_folder": "' + b"x" * LONGEST_ANSWER + b'"}'


@pytest.mark.parametrize("nonsense", [b"", b"[]", b"[" * 100_000, b'{"answer": "x"}', LONG])
def test_nonsense_is_no_answer(tmp_path: Path, nonsense: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as odd:
        odd.bind(str(tmp_path / SOCKET))
        odd.listen()

        def answer() -> None:
            line, _ = odd.accept()
            with line, suppress(OSError):
                line.recv(4096)
                line.sendall(nonsense)

        thread = threading.Thread(target=answer)
        thread.start()
        words, why = client.ask([str(tmp_path)], "doctor", wait_s=60.0)
        thread.join()
    assert words is None
    assert why.startswith("its answer cannot be read")


def test_a_program_that_never_answers_is_not_waited_for(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(tmp_path / SOCKET))
        mute.listen()
        answered = client.ask([str(tmp_path)], "doctor", wait_s=0.1)
    assert answered == (None, "it does not answer within 0.1 s")


@pytest.mark.parametrize(
    ("environment", "first"),
    [({}, "/run/okanjo"), ({"RUNTIME_DIRECTORY": "/run/other:/run/more"}, "/run/other")],
)
def test_the_services_folder_comes_before_the_state_folder(
    environment: dict[str, str], first: str
) -> None:
    places = folders("/var/lib/okanjo", environment)
    assert (places[0], places[-1]) == (first, "/var/lib/okanjo")
