"""What stands below each [[scanner]] -> the scanners that the owner names, each of them once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from firmware.settings.errors import Mistakes, written
from firmware.settings.schema import Scanner, checks

ONCE = "is named above already: each scanner once"
TWINS = (
    "Two of one model are told apart by where they are plugged in:"
    ' usb = "{}/usb-...", as okanjo doctor shows it'
)


def scanners(found: Any, tell: Mistakes) -> tuple[Scanner, ...]:
    """All that are named. Of two by one name the first holds."""
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        tell("scanner", "", "write each scanner as [[scanner]], with its keys below")
        return ()
    return tuple(_each_once(found, tell))


def _each_once(found: list[Mapping[str, Any]], tell: Mistakes) -> Iterator[Scanner]:
    named: set[str] = set()
    for number, one in enumerate(found, 1):
        here = tell.of(number)
        scanner = _scanner(one, here)
        again = [key for key, name in _names(scanner) if name in named]
        for key in again:
            here("scanner", key, _twice(scanner))
        if not again:
            named.update(name for _, name in _names(scanner))
            yield scanner


def _scanner(found: Mapping[str, Any], tell: Mistakes) -> Scanner:
    """What is right of it."""
    if ("usb" in found) == ("port" in found):
        tell("scanner", "", 'each needs one of usb = "vendor:product" and port = "/dev/..."')
    takes = checks(Scanner)
    return Scanner(
        **{
            key: value
            for key, value in found.items()
            if tell.known(key, list(takes), "scanner")
            and tell.right(takes[key], value, "scanner", key)
        }
    )


def _names(scanner: Scanner) -> Iterator[tuple[str, str]]:
    """What makes it another than all others."""
    if scanner.usb:
        yield "usb", scanner.usb.lower()
    if scanner.port:
        yield "port", os.path.normpath(scanner.port)


def _twice(scanner: Scanner) -> str:
    name = written(scanner.usb or scanner.port)
    if scanner.port or "/" in scanner.usb:
        return f"{name} {ONCE}"
    return f"{name} {ONCE}. {TWINS.format(scanner.usb)}"
