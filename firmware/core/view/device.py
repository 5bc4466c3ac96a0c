"""What is shown of the device itself: its state, and its page in as many sheets as it takes.

Law: no line is lost: each stands on one of the sheets, broken where it is too long for one line.
"""

from collections.abc import Iterator
from typing import NamedTuple

from firmware.core.view.outcome import TeachStep
from firmware.core.view.sheets import Device, Volume
from firmware.words.line import WIDTH

LINES = 4  # of the five on the smallest display: the PIN comes on top for those who stand there


class PageFound(NamedTuple):
    """The page is served at these addresses, best first. `code` is a QR of the first one, rows of
    "#" and "."; `link` one of where the game that has ended can be taken along.
    """

    addresses: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    link: tuple[str, ...] = ()


class PinDrawn(NamedTuple):
    """A PIN was drawn: who knows these digits may change things by the page."""

    digits: str


class DeviceState(NamedTuple):
    """What is not on the table: the state of journal and device.

    `saved` False marks every page UNSAVED; `missing` is all that is amiss, in words ("Scanner
    unplugged"), the newest first, and what was found at the start last; `found` is where the page
    is; `about` are versions and such, a line each; `question` is what waits while somebody teaches.
    `no_scanner` says so where there is nothing to scan with.
    """

    saved: bool = True
    saved_late: bool = False
    missing: tuple[str, ...] = ()
    found: PageFound = PageFound()
    about: tuple[str, ...] = ()
    question: TeachStep | None = None
    sound: Volume = "on"
    no_scanner: str = ""

    @property
    def warning(self) -> str:
        """The most important of what is missing."""
        return self.missing[0] if self.missing else ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses as people type them."""
        return tuple(one.partition("://")[2] for one in self.found.addresses)


NO_DEVICE = DeviceState()


def sheets(device: DeviceState) -> tuple[Device, ...]:
    """What is amiss first, then where it is found, then what it is. One at least."""
    unsaved = () if device.saved else ("Scores are not saved!",)
    parted: list[tuple[str, ...]] = [()]
    for one in (*unsaved, *device.missing, *device.hosts, *device.about):
        lines = tuple(broken(one))
        if parted[-1] and len(parted[-1]) + len(lines) > LINES:
            parted.append(())
        parted[-1] += lines
    if len(parted) == 1:
        return (Device(parted[0]),)
    return tuple(
        Device(lines, f"Okanjo {number}/{len(parted)}") for number, lines in enumerate(parted, 1)
    )


def broken(line: str, width: int = WIDTH) -> Iterator[str]:
    """A line of the display, or more: broken at a space, else before an address's port, else
    where it is full.
    """
    while len(line) > width:
        space, colon = (line.rfind(mark, 1, width + 1) for mark in " :")
        at = space if space > 0 else colon if colon > 0 else width
        yield line[:at]
        line = line[at:].lstrip(" ")
    yield line
