"""Write a file on a mistake of ours that ended the program; the last one is kept.

Where the system's log lives in memory alone, as on Raspberry Pi OS, nothing else would tell of it
after the plug was pulled.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from engine.notation import printable
from firmware.common.system.files import keep
from firmware.common.system.state_dir import read_text

FILE = "last-crash.txt"
LONGEST = 1 << 16


def write_report(
    folder: str, error: BaseException, version: str, wall: Callable[[], float] = time.time
) -> bool:
    """Write what happened into the state folder; return whether that could be done."""
    import traceback

    crashed_at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(wall()))
    first = f"{crashed_at} UTC, Okanjo {version}: {describe(error)}\n\n"
    text = first + "".join(traceback.format_exception(error))[-LONGEST:]
    return keep(os.path.join(folder, FILE), text)


def describe(error: BaseException) -> str:
    """What happened and where, on one line."""
    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    where = (
        f" ({os.path.basename(innermost.tb_frame.f_code.co_filename)}:{innermost.tb_lineno})"
        if innermost
        else ""
    )
    return printable(f"{type(error).__name__}: {error}", 200) + where


def read_last(folder: str) -> str:
    """The first line of the last report; "" when there is none, or it is not ours to read."""
    return printable(read_text(os.path.join(folder, FILE)).partition("\n")[0], 300)
