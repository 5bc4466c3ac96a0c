"""A question to the program that runs in, its answer out: the other end of the control socket."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from firmware.control import address

WAIT_S = 1.0
LONGEST_ANSWER = 1 << 20
BARRED = "you may not ask it"
UNSEEN = "cannot be seen"  # the folder is closed to who asks, whether anybody runs there or not


class Answered(NamedTuple):
    """What was told; or None, and why: "" when nobody runs there."""

    told: dict[str, Any] | None
    why: str = ""


def ask(places: Iterable[str], question: str, state_folder: str = "", **more: Any) -> Answered:
    """Ask who listens in one of these folders; before others, the one with our state folder.

    `more` goes along in the question.
    """
    best = Answered(None)
    for place in places:
        answered = _ask(place, {"ask": question, **more})
        if answered.why == UNSEEN and place != state_folder:
            answered = Answered(None, BARRED)  # a folder that is there only while a program runs
        if answered.told is None:
            better = answered.why and best.told is None and best.why in ("", UNSEEN)
            best = answered if better else best
        elif _same(str(answered.told.get("state_folder", "")), state_folder):
            return answered
        elif best.told is None:
            best = answered
    return best


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _is_name(folder: Any) -> bool:
    """Whether a folder can be called that, if it is told at all."""
    try:
        return b"\0" not in os.fsencode(str(folder))
    except ValueError:  # half a character
        return False


def _ask(place: str, question: dict[str, Any]) -> Answered:
    until = time.monotonic() + WAIT_S
    try:
        with address(place) as path, socket.socket(socket.AF_UNIX) as line:
            _connect(line, path, until)
            line.sendall(json.dumps(question).encode() + b"\n")
            told = json.loads(_all(line, until))
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
        return Answered(None)
    except PermissionError as error:
        return Answered(None, UNSEEN if error.filename else BARRED)  # a socket names no file
    except (TimeoutError, BlockingIOError):
        return Answered(None, f"it does not answer within {WAIT_S:g} s")
    except (OSError, ValueError, RecursionError) as error:
        return Answered(None, f"its answer cannot be read ({type(error).__name__})")
    if not isinstance(told, dict) or "error" in told or not _is_name(told.get("state_folder")):
        return Answered(None, "it is of another version and does not understand")
    return Answered(told)


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
    while chunk := line.recv(65536):
        said += chunk
        line.settimeout(max(0.001, until - time.monotonic()))
        if len(said) > LONGEST_ANSWER:
            raise ValueError("too long")
    return bytes(said)
