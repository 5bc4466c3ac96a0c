"""A mistake of ours that ended the program in, a file on it in the state folder out; one is kept.

Where the system's log lives in memory alone, as on Raspberry Pi OS, nothing else would tell of it
after the plug was pulled.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from engine.notation import printable
from firmware.system.files import replace
from firmware.system.state_dir import open_plain

FILE = "last-crash.txt"
MOST_READ = 4096
LONGEST = 1 << 16


def keep(
    folder: str, mistake: BaseException, version: str, wall: Callable[[], float] = time.time
) -> bool:
    """Write down what happened; whether that could be done. It raises nothing."""
    import traceback

    at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(wall()))
    first = f"{at} UTC, Okanjo {version}: {in_short(mistake)}\n\n"
    text = first + "".join(traceback.format_exception(mistake))[-LONGEST:]
    path = os.path.join(folder, FILE)
    try:
        replace(path, text.encode("utf-8", "backslashreplace"))
    except OSError:
        return False
    return True


def in_short(mistake: BaseException) -> str:
    """What and where, on one line."""
    at = mistake.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({os.path.basename(at.tb_frame.f_code.co_filename)}:{at.tb_lineno})" if at else ""
    return printable(f"{type(mistake).__name__}: {mistake}", 200) + where


def last(folder: str) -> str:
    """The line on the last one; "" when there was none, or it is not ours to read."""
    try:
        with open(open_plain(os.path.join(folder, FILE), os.O_RDONLY), "rb") as file:
            told = file.read(MOST_READ)
    except OSError:
        return ""
    return printable(told.partition(b"\n")[0].decode("utf-8", "replace"), 300)
