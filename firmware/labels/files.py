"""A name in, whether labels may be written there out.

Rule 1: what somebody else has written is never replaced.
"""

from __future__ import annotations

import os

from engine.notation import printable
from firmware.labels.errors import Unclear

CSV_HEADER = "code,type,slug,game,kind,face,copy,title"
SOFTWARE = "Okanjo"
# How a file of ours is known: by what a PDF, a picture and a table of ours say of themselves.
_OURS = (b"/Creator (Okanjo)", b"Software\0Okanjo", CSV_HEADER.encode())


def free(path: str) -> None:
    """Whether that name may be written: nothing there yet, or something of ours."""
    if not os.path.lexists(path):
        return
    if os.path.exists(path) and not os.path.isfile(path):
        raise Unclear(f"{printable(path)} is there, and no plain file; give another name with -o")
    if not _ours(path):
        raise Unclear(
            f"{printable(path)} is there, and was not made by okanjo labels; it is left alone."
            " Give another name with -o"
        )


def _ours(path: str) -> bool:
    if not os.path.exists(path):  # a link to nowhere: whatever it is for, not ours
        return False
    with open(path, "rb") as file:
        content = file.read(1 << 24)
    return not content or any(mark in content for mark in _OURS)
