"""Asking a program that is slow, mute or not ours: an answer, or why there is none, in time."""

import os
import socket
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from firmware.ipc.client import BARRED, UNSEEN, Answered, ask
from firmware.ipc.server import SOCKET, folders


def test_nobody_is_there(tmp_path: Path) -> None:
    places = [str(tmp_path), str(tmp_path / "missing"), "/dev/null"]
    assert ask(places, "doctor") == Answered(None)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_closed_folder_hides_whether_anybody_is_there(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    place = str(tmp_path)
    os.seteuid(12345)
    try:
        assert ask([place], "doctor", place) == Answered(None, UNSEEN)
        assert ask([place], "doctor", "/elsewhere") == Answered(None, BARRED)
    finally:
        os.seteuid(0)


FOLDERS = [b'{"state_folder": "a\\u0000b"}', b'{"state_folder": "\\ud800"}']


@pytest.mark.parametrize(
    "said", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"error": "x"}', *FOLDERS]
)
def test_nonsense_is_no_answer(tmp_path: Path, said: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as odd:
        odd.bind(str(tmp_path / SOCKET))
        odd.listen()

        def answer() -> None:
            line, _ = odd.accept()
            with line:
                line.recv(4096)
                line.sendall(said)

        thread = threading.Thread(target=answer)
        thread.start()
        told, why = ask([str(tmp_path)], "doctor", wait_s=60.0)
        thread.join()
    assert told is None
    assert why


def test_a_program_that_never_answers_is_not_waited_for(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(tmp_path / SOCKET))
        mute.listen()
        assert ask([str(tmp_path)], "doctor") == Answered(None, "it does not answer within 1 s")


def test_a_program_that_drips_is_not_waited_for(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dripping:
        dripping.bind(str(tmp_path / SOCKET))
        dripping.listen()
        over = threading.Event()

        def drip() -> None:
            line, _ = dripping.accept()
            with line, suppress(OSError):
                while not over.wait(0.01):
                    line.sendall(b" ")

        thread = threading.Thread(target=drip)
        thread.start()
        answered = ask([str(tmp_path)], "doctor")
        over.set()
        thread.join()
    assert answered == Answered(None, "it does not answer within 1 s")


@pytest.mark.parametrize(
    ("environment", "first"),
    [
        ({}, "/run/okanjo"),
        ({"RUNTIME_DIRECTORY": "/run/other:/run/more"}, "/run/other"),
    ],
)
def test_the_services_folder_comes_before_the_state_folder(
    environment: dict[str, str], first: str
) -> None:
    places = folders("/var/lib/okanjo", environment)
    assert places[0] == first
    assert places[-1] == "/var/lib/okanjo"
