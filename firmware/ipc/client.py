"""A question to the program that runs in, its answer out: the other end of the control socket."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from firmware.ipc.server import address
from firmware.system.state_dir import same_folder

WAIT_S = 1.0
LONGEST_ANSWER = 1 << 20
BARRED = "you may not ask it"
UNSEEN = "cannot be seen"  # the folder is closed to who asks, whether anybody runs there or not


class Answered(NamedTuple):
    """What was told; or None, and why: "" when nobody runs there."""

    told: dict[str, Any] | None
    why: str = ""


class Asking(NamedTuple):
    """A question, what goes along with it, and how long to wait for the answer."""

    question: dict[str, Any]
    descriptor: int | None
    wait_s: float


def ask(
    places: Iterable[str],
    question: str,
    state_folder: str = "",
    *,
    descriptor: int | None = None,
    wait_s: float = WAIT_S,
    **more: Any,
) -> Answered:
    """Ask who listens in one of these folders; before others, the one with our state folder.

    `more` goes along in the question, and with it an open file.
    """
    asking = Asking({"ask": question, **more}, descriptor, wait_s)
    best = Answered(None)
    for place in places:
        answered = _ask(place, asking)
        if answered.why == UNSEEN and place != state_folder:
            answered = Answered(None, BARRED)  # a folder that is there only while a program runs
        if answered.told is None:
            better = answered.why and best.told is None and best.why in ("", UNSEEN)
            best = answered if better else best
        elif same_folder(str(answered.told.get("state_folder", "")), state_folder):
            return answered
        elif best.told is None:
            best = answered
    return best


def _is_name(folder: Any) -> bool:
    """Whether a folder can be called that, if it is told at all."""
    try:
        return b"\0" not in os.fsencode(str(folder))
    except ValueError:  # half a character
        return False


def _ask(place: str, asking: Asking) -> Answered:
    until = time.monotonic() + asking.wait_s
    try:
        with address(place) as path, socket.socket(socket.AF_UNIX) as line:
            _connect(line, path, min(until, time.monotonic() + WAIT_S))
            _put(line, asking)
            told = json.loads(_all(line, until))
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
        return Answered(None)
    except PermissionError as error:
        return Answered(None, UNSEEN if error.filename else BARRED)  # a socket names no file
    except (TimeoutError, BlockingIOError):
        return Answered(None, f"it does not answer within {asking.wait_s:g} s")
    except (OSError, ValueError, RecursionError) as error:
        return Answered(None, f"its answer cannot be read ({type(error).__name__})")
    if not isinstance(told, dict) or "error" in told or not _is_name(told.get("state_folder")):
        return Answered(None, "it is of another version and does not understand")
    return Answered(told)


def _put(line: socket.socket, asking: Asking) -> None:
    """The question; what goes along goes with its first bytes."""
    question = json.dumps(asking.question).encode() + b"\n"
    if asking.descriptor is not None:
        question = question[socket.send_fds(line, [question], [asking.descriptor]) :]
    if question:  # even an empty send fails once the other end has answered and gone
        line.sendall(question)


def _connect(line: socket.socket, path: str, until: float) -> None:
    """Get the line, waiting while others queue for it: with a timeout the kernel does not wait."""
    line.settimeout(WAIT_S)
    while True:
        try:
            return line.connect(path)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise
            time.sleep(0.01)


def _all(line: socket.socket, until: float) -> bytes:
    """All until the end, within the time; ValueError for more than anybody would say."""
    said = bytearray()
    line.settimeout(max(0.001, until - time.monotonic()))
    while chunk := line.recv(65536):
        said += chunk
        line.settimeout(max(0.001, until - time.monotonic()))
        if len(said) > LONGEST_ANSWER:
            raise ValueError("too long")
    return bytes(said)
