"""Keep photos and what was read in them, so that mistakes can be reported: `keep` in [photo].

`000042.jpg` and `000042.txt` in the state folder's `photos/`, as tests/photos takes them. Only the
newest stay, and a photo that cannot be kept is read all the same.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from threading import Lock

from firmware.common.settings.schema import Settings
from firmware.common.system.state_dir import PHOTOS_FOLDER

logger = logging.getLogger(__name__)
MOST_KEPT = 50
LEAST_FREE = 200 << 20  # bytes on the disk: the games come first
KINDS = {b"\xff\xd8": "jpg", b"\x89P": "png", b"RI": "webp"}
OURS = re.compile(r"(\d{6})\.\w+")
_one_at_a_time = Lock()  # the page's reader, and the camera's


def folder_of(settings: Settings) -> str:
    """Where photos are kept; "" when they are not."""
    return os.path.join(settings.state_folder, PHOTOS_FOLDER) if settings.photo.keep else ""


def keep(folder: str, photo: bytes, codes: Iterable[str], remarks: Iterable[str]) -> None:
    """Keep a photo as the newest: each code is a line beside it, each remark a comment."""
    notes = "".join([*(f"# {line!a}\n" for line in remarks), *(f"{line}\n" for line in codes)])
    try:
        with _one_at_a_time:
            _keep(folder, photo, notes)
    except OSError as why:
        logger.warning(f"a photo could not be kept in {folder}: {why.strerror or why}")


def _keep(folder: str, photo: bytes, notes: str) -> None:
    with suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    kept = {name: int(ours[1]) for name in os.listdir(folder) if (ours := OURS.match(name))}
    numbers = sorted({*kept.values()})
    for name, number in kept.items():
        if number in numbers[: 1 - MOST_KEPT]:
            os.unlink(os.path.join(folder, name))
    disk = os.statvfs(folder)
    if disk.f_bavail * disk.f_frsize < LEAST_FREE:
        logger.warning(f"photos are not kept: less than {LEAST_FREE >> 20} MB are free")
        return
    new = os.path.join(folder, f"{(numbers or [0])[-1] + 1:06d}")
    for name, content in ((KINDS.get(photo[:2], "bin"), photo), ("txt", notes.encode())):
        with open(f"{new}.{name}", "xb") as file:
            file.write(content)
