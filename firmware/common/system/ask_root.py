"""Ask root for what the service may not do itself: lay a word down, see it taken, read how it goes.

Root's side is okanjo-request.path with systemd/request.sh; only a service has one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, get_args

from firmware.common.system.files import remove, replace
from firmware.common.system.state_dir import read_text
from firmware.common.system.systemd import runtime_folder

Wish = Literal["update", "go-back", "restart", "switch-off", "stick"]
WISHES: tuple[Wish, ...] = get_args(Wish)
REQUEST = "request"  # in the service's folder
PROGRESS = "-request/progress"  # behind that folder's name; it is root's
NEWS = "-request/news"
RELEASE = "update"  # in the state folder: the file to update by
TAKEN_WITHIN_S = 10.0
LOOK_EVERY_S = 0.05


class NotTaken(Exception):
    """Nobody has taken the word; it lies there no more."""


class Progress(NamedTuple):
    """How the last thing goes that was asked for, `wish`; "" when nothing was. `step` is what it
    is at, as the scripts call it, and `line` what they said of it. Once it has `ended`: whether
    `well`, and else why, by a code of theirs where there is one.
    """

    wish: str = ""
    step: str = ""
    line: str = ""
    ended: bool = False
    well: bool = False
    why: str = ""


class Root:
    """What may be asked of root by the service whose `folder` this is; "": nothing by a program
    that is none.
    """

    def __init__(
        self, folder: str, state: str = "", sleep: Callable[[float], object] = time.sleep
    ) -> None:
        self._folder, self._state, self._sleep = folder, state, sleep

    @property
    def is_there(self) -> bool:
        return bool(self._folder)

    def ask(self, wish: str) -> None:
        """Lay the word down and wait until it is taken; NotTaken, or OSError."""
        lay_down(os.path.join(self._folder, REQUEST), wish.encode(), self._sleep)

    def progress(self) -> Progress:
        """Read how it goes."""
        return progress_of(read_text(f"{self._folder}{PROGRESS}") if self._folder else "")

    def news(self) -> str:
        """Read what the changelog of the release says that the one of this version does not."""
        return read_text(f"{self._folder}{NEWS}")

    @property
    def release(self) -> str:
        """Where the file of a release is laid down before it is asked for."""
        return os.path.join(self._state, RELEASE)

    def sweep(self) -> None:
        """Remove what a power cut has left of such a file."""
        if self.is_there:
            for name in (self.release, f"{self.release}.new"):
                remove(name)


def lay_down(request: str, content: bytes, sleep: Callable[[float], object]) -> None:
    """Lay a request down and wait until it is taken; NotTaken, or OSError."""
    replace(request, content)
    for _ in range(int(TAKEN_WITHIN_S / LOOK_EVERY_S)):
        if not os.path.lexists(request):
            return
        sleep(LOOK_EVERY_S)
    remove(request)
    raise NotTaken


def root_of(environment: Mapping[str, str]) -> Root:
    """Whom the service with this environment may ask."""
    state = environment.get("STATE_DIRECTORY", "").split(":")[0]
    return Root(runtime_folder(environment) if state else "", state)


def progress_of(report: str) -> Progress:
    """Read what the scripts have told: a line is a step's name, and what is said of it. The last
    one may be incomplete; lines of other programs begin with two blanks.
    """
    lines = [line for line in report.split("\n")[:-1] if line and not line.startswith("  ")]
    steps = [(line[:12].strip(), line[13:].strip()) for line in lines]
    if not steps or steps[0][0] != "asked":
        return Progress()
    progress = Progress(steps[0][1])
    for step, line in steps[1:]:
        if step == "ended":
            status, _, why = line.partition(" ")
            return progress._replace(ended=True, well=status == "0", why=why)
        progress = progress._replace(step=step, line=line)
    return progress


def versions(folder: str) -> tuple[str, str]:
    """The names of the version at work, whose folder this is, and of the one before; "" for each
    that there is not. A program that was not installed has neither.
    """
    folder = os.path.realpath(folder)  # the service is started through a link
    if not os.path.exists(os.path.join(folder, ".whole")):
        return "", ""
    before = os.path.realpath(os.path.join(folder, "before"))
    is_there = before != folder and os.path.exists(os.path.join(before, ".whole"))
    return os.path.basename(folder), os.path.basename(before) if is_there else ""
