"""The sections that are no plain keys: [[scanner]] and [omakase]."""

from __future__ import annotations

import os

from engine.games.omakase import COPIES_RESERVED, CardTable
from engine.message import Message, gettext
from firmware.common.settings.errors import Errors, as_section, written
from firmware.common.settings.schema import Scanner, checks, several, text, whole

YEN = whole(0, 100_000)
FACE = {"yen": YEN, "copies": whole(1, COPIES_RESERVED)}
EACH_SCANNER = gettext("write each scanner as [[scanner]], with its keys below")
TWICE = gettext("{name} is already named above: name each scanner once")
TWINS = gettext(
    "{name} is already named above: name each scanner once. To tell two of one model apart, add"
    ' where each is plugged in: usb = "{model}/usb-...", as okanjo doctor shows it'
)
LIST_OF = gettext("a list of {sets}")
AS_SECTIONS = gettext("write it as sections: [omakase.faces.tuna], [omakase.sets]")


def read_scanners(content: object, errors: Errors) -> tuple[Scanner, ...]:
    """The scanners that [[scanner]] names; of two by one name the first."""
    if not isinstance(content, list) or not all(isinstance(entry, dict) for entry in content):
        errors.add("scanner", "", EACH_SCANNER)
        return ()
    scanners: dict[str, Scanner] = {}
    for number, entry in enumerate(content, 1):
        here = errors.numbered(number)
        if ("usb" in entry) == ("port" in entry):
            names = 'usb = "vendor:product" and port = "/dev/..."'
            here.add("scanner", "", gettext("each needs one of {names}", names=names))
        scanner = Scanner(**here.right_values(entry, "scanner", checks(Scanner)))
        name = scanner.usb.lower() or (scanner.port and os.path.normpath(scanner.port))
        if name in scanners:
            here.add("scanner", "usb" if scanner.usb else "port", _twice(scanner))
        scanners.setdefault(name or str(number), scanner)
    return tuple(scanners.values())


def _twice(scanner: Scanner) -> Message:
    named = {"name": written(scanner.usb or scanner.port)}
    if scanner.usb and "/" not in scanner.usb:
        return TWINS._replace(values={**named, "model": scanner.usb})
    return TWICE._replace(values=named)


def read_omakase(
    table: CardTable, content: object, errors: Errors, sources: dict[str, str]
) -> CardTable:
    """Single prices, copies and sets replaced; all else stays as shipped."""
    if not isinstance(content, dict):
        errors.add("omakase", "", AS_SECTIONS)
        return table
    for section in content:
        errors.is_key(section, ("faces", "sets"), "omakase")
    prices = errors.right_values(
        errors.table(content, "sets"), "omakase.sets", dict.fromkeys(table.sets, YEN)
    )
    sources.update((f"omakase.sets.{slug}", errors.name) for slug in prices)
    sets = several(
        text(r".*", gettext("a set")), 0, LIST_OF._replace(values={"sets": ", ".join(table.sets)})
    )
    dishes = dict(table.dishes)
    for slug, face in errors.table(content, "faces").items():
        section = f"omakase.faces.{slug}"
        if not errors.is_key(slug, dishes, "omakase.faces"):
            continue
        if not isinstance(face, dict):
            errors.add("omakase.faces", slug, as_section(section))
            continue
        right = errors.right_values(face, section, {**FACE, "sets": sets})
        if not all(
            errors.is_key(set_slug, table.sets, section) for set_slug in right.get("sets", ())
        ):
            del right["sets"]
        dishes[slug] = dishes[slug]._replace(**right)
        sources.update((f"{section}.{key}", errors.name) for key in right)
    return CardTable(dishes, {**table.sets, **prices})
