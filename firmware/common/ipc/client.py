"""Send the running program a request over its socket."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable

from engine.notation import printable
from firmware.common.ipc.socket_path import Words, address
from firmware.common.system.state_dir import same_folder

LONGEST_ANSWER = 1 << 20
BARRED = "you may not ask it"
UNSEEN = "cannot be seen"  # the folder is closed to the caller, whether a program runs there or not
Reply = tuple[Words | None, str]  # or None and why: "" when no program runs there


def ask(
    places: Iterable[str],
    request: str,
    state_folder: str = "",
    *,
    descriptor: int | None = None,
    wait_s: float = 1.0,
    **more: object,
) -> Reply:
    """Ask who listens in these folders; prefer the program with our state folder."""

    def rank(reply: Reply) -> int:
        answer, why = reply
        if answer is None:
            return {UNSEEN: 3, "": 4}.get(why, 2)
        return not same_folder(str(answer["state_folder"]), state_folder)

    words = json.dumps({"ask": request, **more}).encode() + b"\n"
    answers = [_ask(place, words, descriptor, wait_s, place == state_folder) for place in places]
    return min(answers, key=rank)


def _ask(place: str, words: bytes, descriptor: int | None, wait_s: float, ours: bool) -> Reply:
    try:
        with address(place) as path, socket.socket(socket.AF_UNIX) as line:
            line.settimeout(wait_s)
            line.connect(path)
            sent = 0 if descriptor is None else socket.send_fds(line, [words], [descriptor])
            if sent < len(words):
                line.sendall(words[sent:])
            answer = json.loads(line.makefile("rb").readline(LONGEST_ANSWER))
            if "error" in answer:
                return None, f"it says: {printable(str(answer['error']), 200)}"
            return {"state_folder": answer["state_folder"], **answer}, ""
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
        return None, ""
    except PermissionError as error:
        # A socket names no file; another's folder is there only while a program runs.
        return None, UNSEEN if error.filename and ours else BARRED
    except (TimeoutError, BlockingIOError):
        return None, f"it does not answer within {wait_s:g} s"
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        return None, f"its answer cannot be read ({type(error).__name__})"
