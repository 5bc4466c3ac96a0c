"""The sections that are no plain keys: [[scanner]] and [omakase]."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.omakase import COPIES_RESERVED, CardTable
from firmware.settings.checks import Check, whole
from firmware.settings.errors import Errors, written
from firmware.settings.schema import Scanner, checks

YEN = whole(0, 100_000)
FACE = {
    "yen": YEN,
    "copies": whole(1, COPIES_RESERVED),
}
ONCE = "is named above already: each scanner once"
TWINS = (
    "Two of one model are told apart by where they are plugged in:"
    ' usb = "{}/usb-...", as okanjo doctor shows it'
)


def scanners_of(found: Any, errors: Errors) -> tuple[Scanner, ...]:
    """The scanners that [[scanner]] names; of two by one name the first."""
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        errors.add("scanner", "", "write each scanner as [[scanner]], with its keys below")
        return ()
    return tuple(_each_once(found, errors))


def _each_once(found: list[Mapping[str, Any]], errors: Errors) -> Iterator[Scanner]:
    named: set[str] = set()
    for number, one in enumerate(found, 1):
        here = errors.numbered(number)
        if ("usb" in one) == ("port" in one):
            here.add(
                "scanner", "", 'each needs one of usb = "vendor:product" and port = "/dev/..."'
            )
        scanner = Scanner(**here.right_values(one, "scanner", checks(Scanner)))
        again = [key for key, name in _names(scanner) if name in named]
        for key in again:
            here.add("scanner", key, _twice(scanner))
        if not again:
            named.update(name for _, name in _names(scanner))
            yield scanner


def _names(scanner: Scanner) -> Iterator[tuple[str, str]]:
    """What tells it from all others."""
    if scanner.usb:
        yield "usb", scanner.usb.lower()
    if scanner.port:
        yield "port", os.path.normpath(scanner.port)


def _twice(scanner: Scanner) -> str:
    name = written(scanner.usb or scanner.port)
    if scanner.port or "/" in scanner.usb:
        return f"{name} {ONCE}"
    return f"{name} {ONCE}. {TWINS.format(scanner.usb)}"


def corrected(table: CardTable, found: Any, errors: Errors, sources: dict[str, str]) -> CardTable:
    """Single prices, copies and sets replaced; all else stays as shipped."""
    if not isinstance(found, dict):
        errors.add("omakase", "", "write it as sections: [omakase.faces.tuna], [omakase.sets]")
        return table
    for section in found:
        errors.is_key(section, ("faces", "sets"), "omakase")
    prices = errors.right_values(
        errors.table(found, "sets"), "omakase.sets", dict.fromkeys(table.sets, YEN)
    )
    sources.update((f"omakase.sets.{slug}", errors.name) for slug in prices)
    sets = Check(f"a list of {', '.join(table.sets)}", _is_list_of_words)
    dishes = dict(table.dishes)
    for slug, face in errors.table(found, "faces").items():
        section = f"omakase.faces.{slug}"
        if not errors.is_key(slug, dishes, "omakase.faces"):
            continue
        if not isinstance(face, dict):
            errors.add("omakase.faces", slug, f"write it as a section: [{section}]")
            continue
        right = errors.right_values(face, section, {**FACE, "sets": sets})
        if not all(errors.is_key(one, table.sets, section) for one in right.get("sets", ())):
            del right["sets"]
        dishes[slug] = dishes[slug]._replace(**right)
        sources.update((f"{section}.{key}", errors.name) for key in right)
    return CardTable(dishes, {**table.sets, **prices})


def _is_list_of_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
