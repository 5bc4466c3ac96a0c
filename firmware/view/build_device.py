"""Build the device page, in as many sheets as it takes.

Law: no line is lost: each stands on one of the sheets, broken where it is too long for one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.refusals import WIDTH
from firmware.view.sheets import Device

TITLE = "Okanjo"
LINES = 4  # of the five on the smallest display: the PIN comes on top for those who stand there


def sheets(
    saved: bool, missing: Sequence[str], addresses: Sequence[str], facts: Sequence[str]
) -> tuple[Device, ...]:
    """What is amiss first, then where it is found, then what it is. One at least."""
    unsaved = () if saved else ("Scores are not saved!",)
    parted: list[tuple[str, ...]] = [()]
    for one in (*unsaved, *missing, *addresses, *facts):
        lines = tuple(broken(one))
        if parted[-1] and len(parted[-1]) + len(lines) > LINES:
            parted.append(())
        parted[-1] += lines
    if len(parted) == 1:
        return (Device(parted[0], TITLE),)
    return tuple(
        Device(lines, f"{TITLE} {number}/{len(parted)}") for number, lines in enumerate(parted, 1)
    )


def broken(line: str, width: int = WIDTH) -> Iterator[str]:
    """A line of the display, or more: broken at a space, else before an address's port, else
    where it is full.
    """
    while len(line) > width:
        at = line.rfind(" ", 1, width + 1)
        if at < 0:
            at = line.rfind(":", 1, width + 1)
        if at < 0:
            at = width
        yield line[:at]
        line = line[at:].lstrip(" ")
    yield line
