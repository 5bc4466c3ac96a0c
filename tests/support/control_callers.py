"""Those who ask over the control socket, well or badly, and a program to be asked."""

import os
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from support.log_lines import LogLines

from firmware.ipc import client as control_client
from firmware.ipc.client import Answered
from firmware.ipc.server import Answer, Control, address

DEADLINE_S = 60.0
LONG_S = 1000.0  # nobody who is slow is dropped


def until(true: Callable[[], object]) -> None:
    """Wait for a condition, not for a time."""
    end = time.monotonic() + DEADLINE_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)


def listening(folder: Path) -> bool:
    """Whether somebody answers there; by then he has closed the line he did it on, too."""
    with suppress(OSError):
        return said(folder, b"") != b""
    return False


def caller(folder: Path) -> socket.socket:
    """Somebody who has the line, and has said nothing yet."""
    line = socket.socket(socket.AF_UNIX)
    try:
        with address(str(folder)) as path:
            line.connect(path)  # waits while the queue is full, as with a timeout it would not
        line.settimeout(DEADLINE_S)
    except BaseException:
        line.close()
        raise
    return line


def said(folder: Path, words: bytes, hang_up: bool = True) -> bytes:
    """What comes back for some bytes; what is cut off by a reset counts as nothing."""
    with caller(folder) as line:
        with suppress(OSError):
            line.sendall(words)
            if hang_up:
                line.shutdown(socket.SHUT_WR)
        heard = b""
        with suppress(ConnectionResetError):
            while chunk := line.recv(65536):
                heard += chunk
        return heard


def ask(
    places: Iterable[str],
    question: str,
    state_folder: str = "",
    *,
    descriptor: int | None = None,
    wait_s: float = DEADLINE_S,
    **more: Any,
) -> Answered:
    """As our commands ask, but more patiently than `okanjo doctor`."""
    return control_client.ask(
        places, question, state_folder, descriptor=descriptor, wait_s=wait_s, **more
    )


class Answers:
    """How the program is: objects to ask for, and one question that fails."""

    def __init__(self, folder: Path) -> None:
        self.told: dict[str, Any] = {"state_folder": str(folder), "pid": os.getpid()}
        self.log = LogLines()
        self.more: dict[str, Answer] = {}

    def doctor(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.told

    def echo(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**self.told, "more": asked["more"]}

    def fail(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        raise KeyError("a mistake")

    def read(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the file says that came along."""
        content = os.pread(asked["descriptor"], 100, 0) if "descriptor" in asked else b"nothing"
        return {**self.told, "read": content.decode()}

    def control(self, *places: Path, patience_s: float = LONG_S) -> Control:
        known: dict[str, Answer] = {
            "doctor": self.doctor,
            "echo": self.echo,
            "fail": self.fail,
            "read": self.read,
            **self.more,
        }
        return Control(known, list(map(str, places)), patience_s=patience_s)
