"""The machine as `okanjo doctor` sees it: its files and nodes, the settings, what runs there.

Nothing here changes anything, and a file that is not there is an answer, too.
"""

import glob
import os
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from engine.message import Message, gettext
from firmware.common.settings.schema import ButtonsSection, BuzzerSection, DisplaySection, Settings
from firmware.core.app.device_status import Status
from firmware.core.app.parts import MODEL, REAL, Hardware, fitted

OK, MISSING, WRONG = "ok", "missing", "wrong"
NOTHING = Message("")  # is to be done
IN_USE = gettext("in use by Okanjo, not checked")
SUDO = gettext("sudo okanjo doctor")


class Finding(NamedTuple):
    """One thing looked at: OK, MISSING or WRONG, what was found, and what to do, if anything is, as
    a terminal says it (`on_page.py` has what a page says instead).

    Only what is `wanted`, by the settings or to score at all, counts when it fails; what is OK
    may still be told how to become better.
    """

    part: str
    state: str
    found: Message
    do: Message = NOTHING
    wanted: bool = True

    @property
    def fails(self) -> bool:
        return self.wanted and self.state != OK


def installed(library: str) -> bool:
    """Whether a library is there, without the cost of importing all of it."""
    try:
        return find_spec(library) is not None
    except ImportError:  # its package is not there
        return False


def vcgencmd() -> str:
    """What the Pi's firmware says of its supply and heat; "" where there is no such command."""
    import subprocess

    try:
        return subprocess.run(
            ["vcgencmd", "get_throttled"],  # noqa: S607 (Pi OS moved it once)
            capture_output=True,
            text=True,
            timeout=1,
            check=False,
            stdin=subprocess.DEVNULL,
        ).stdout
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""


def read_photo(photo: bytes) -> None:
    """Have it read as the page would; PhotoRefused where it is not."""
    from firmware.core.photo.client import Reader

    reader = Reader()
    try:
        for _ in reader.read(photo):
            pass
    finally:
        reader.close()


class Machine(NamedTuple):
    """Where to look. `root` stands before every path of the system's; the state folder is found
    by the settings.
    """

    root: str = ""
    hardware: Hardware = REAL
    may: Callable[[str, int], bool] = os.access
    installed: Callable[[str], bool] = installed
    sync: Callable[[int], None] = os.fdatasync
    vcgencmd: Callable[[], str] = vcgencmd
    read_photo: Callable[[bytes], None] = read_photo
    environment: Mapping[str, str] = os.environ
    clock: Callable[[], float] = time.perf_counter
    wall: Callable[[], float] = time.time

    def path(self, path: str) -> str:
        return self.root + path

    def exists(self, path: str) -> bool:
        return os.path.exists(self.root + path)

    def text(self, path: str) -> str:
        """A file's text without NULs and blanks at its ends; empty when it cannot be read."""
        return self.raw(path).decode("utf-8", "replace").strip(" \t\r\n\0")

    def raw(self, path: str) -> bytes:
        try:
            with open(self.root + path, "rb") as file:
                return file.read(1 << 20)
        except OSError:
            return b""

    def like(self, pattern: str) -> list[str]:
        """Return the paths that match a pattern, in order, as the system names them."""
        paths = glob.glob(glob.escape(self.root) + pattern)
        return sorted(path[len(self.root) :] for path in paths)

    @property
    def model(self) -> str:
        return self.text(MODEL)

    @property
    def is_pi(self) -> bool:
        return "Raspberry Pi" in self.model


class Case(NamedTuple):
    """What the doctor goes by: the machine, the settings, and what the running program told."""

    machine: Machine
    settings: Settings
    status: Status | None = None  # told by the program that runs, if one does
    why: str = ""  # why it told nothing

    def fitted(self, part: DisplaySection | ButtonsSection | BuzzerSection) -> bool:
        return fitted(part, self.machine.is_pi)

    def barred(self, path: str, mode: int = os.R_OK | os.W_OK) -> bool:
        """Whether the user may not use a node."""
        return not self.machine.may(self.machine.path(path), mode)

    def allow(self, path: str) -> Message:
        """How to let the user use a node."""
        try:
            group = Path(self.machine.path(path)).group()
        except (OSError, KeyError):  # a group without a name
            group = "root"
        if group == "root":
            return SUDO
        return gettext("sudo usermod -aG {group} $USER, then log in again", group=group)

    def needs(self, bus: str) -> bool:
        """Whether a part that the settings want is on this bus."""
        display, strip = self.settings.display, bus == "spi" and self.settings.track.is_strip
        return strip or (self.fitted(display) and display.bus == bus)

    @property
    def state_folder(self) -> str:
        """Where the running program keeps its games, or else where the settings say."""
        folder = self.status.get("state_folder") if self.status else None
        return folder or self.settings.state_folder


Probe = Callable[[Case], Iterator[Finding]]
