"""A page that is switched off, while the service manager holds its port: nobody waits in vain."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from appliance.test_service import Manager
from support.table_program import OKANJO, environ
from support.web_site import all_of, answer, caller, request, said, until
from web.test_web_door import HAND_OVER, fcntl_high

from firmware.ipc.client import ask
from firmware.web.closed import MOST_HEARD, MOST_LINES, SENTENCE


class Service:
    """The program as the service manager starts it, with a port that is held for it."""

    def __init__(self, folder: Path) -> None:
        self.held = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self.held.getsockname()[1]
        self.manager = Manager(str(folder / "notify"))
        file, self.state = folder / "okanjo.toml", str(folder / "okanjo")
        file.write_text(f'[state]\nfolder = "{self.state}"\n[web]\non = false\n')
        copy = fcntl_high(self.held)
        words = [*OKANJO[1:], "--config", str(file), "run"]
        self.child = subprocess.Popen(
            [sys.executable, "-c", HAND_OVER, "0", str(copy), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            pass_fds=[copy],
            env=environ(folder, **self.manager.environment),
        )
        os.close(copy)

    def sockets(self) -> int:
        """What it has open besides may still become more: it has only just begun."""
        folder, found = f"/proc/{self.child.pid}/fd", 0
        for number in os.listdir(folder):
            with suppress(FileNotFoundError):  # closed just now
                found += os.readlink(f"{folder}/{number}").startswith("socket:")
        return found


@contextmanager
def served(folder: Path) -> Iterator[Service]:
    service = Service(folder)
    try:
        yield service
        service.child.terminate()
        _, log = service.child.communicate(timeout=90)
        assert service.child.returncode == 0, log
        assert b"mistake" not in log
    finally:
        service.child.kill()
        service.child.communicate()
        service.held.close()
        service.manager.line.close()


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Service]:
    with served(tmp_path) as service:
        yield service


def test_who_asks_is_told_in_a_sentence(closed: Service) -> None:
    for asked in (
        request("GET", "/"),
        request("POST", "/scan", body=b"{}"),
        b"\x16\x03\x01nonsense",
    ):
        told = answer(said(closed.port, asked))
        assert (told.status, told.body.decode()) == (503, SENTENCE)
        assert int(told.headers["content-length"]) == len(told.body)


def test_who_came_before_the_program_is_told_too(closed: Service) -> None:
    early = caller(closed.port, request("GET", "/"))
    assert answer(all_of(early)).status == 503
    early.close()


def test_a_crowd_that_says_nothing_keeps_nobody_out_and_nothing_is_left_of_it(
    closed: Service,
) -> None:
    assert answer(said(closed.port, request("GET", "/"))).status == 503
    until(lambda: ask([closed.state], "doctor", closed.state)[0])  # all of it has begun
    before = closed.sockets()
    crowd = [caller(closed.port) for _ in range(5 * MOST_LINES)]
    assert answer(said(closed.port, request("GET", "/"))).status == 503
    until(lambda: closed.sockets() <= before + MOST_LINES)
    for one in crowd:
        one.close()
    until(lambda: closed.sockets() <= before)


def test_who_goes_on_and_on_is_hung_up_on(closed: Service) -> None:
    with caller(closed.port) as line:

        def on_and_on() -> None:
            for _ in range(1000 * MOST_HEARD):
                line.sendall(b"x" * 8192)

        with pytest.raises(ConnectionError):
            on_and_on()
