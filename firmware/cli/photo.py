"""`okanjo photo FILE...`: read the labels in photos, as sentences, as JSON, or as scans.

Status 1: a file could not be read; the others were.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engine.cards import BADGES
from engine.catalogue import codebook_of
from engine.codes import Codebook, Label, is_code
from engine.notation import printable
from firmware.cli.errors import CommandFailed
from firmware.common.games import games_in_force
from firmware.common.settings.load import load
from firmware.common.system.exit_status import FAILED
from firmware.core.photo.client import Corners, Read, Reader
from firmware.core.photo.errors import MOST_BYTES, PhotoRefused
from firmware.core.photo.trays import Arranged, Seen, arrange

NOTHING = "No label found. Fill the picture with one tray, use even light, and hold still."
SEATS = (*BADGES, "dummy")
# A badge beside a label that no tray has may be the tray's, or the table sheet's.
BESIDE = "A badge lies beside a tile of the table sheet, so nobody can tell."
WHOSE = f"Whose tray is this? {BESIDE} Say it, such as --seat red."
WHOSE_REST = f"Whose are {{}} of the cards? {BESIDE} Take a photo of each tray alone."
UNREAD = Read({}, [], 0, 0)


ReadLabel = tuple[str, Label | None, Corners]


class PhotoReading(NamedTuple):
    """What a photo shows: codes with what they name, if it is known; other texts; what to do."""

    name: str
    codes: list[ReadLabel]
    foreign: list[str]
    read: Read
    message: str = ""
    arranged: Arranged = Arranged(())


def read_photos(arguments: argparse.Namespace) -> int:
    if arguments.seat not in (None, *SEATS):
        raise CommandFailed(f"there is no badge {arguments.seat!a}; use one of {', '.join(SEATS)}")
    settings = load(arguments.config)
    book = codebook_of(games_in_force(settings.card_table, settings.decks))
    reader, failed = Reader(), False
    try:
        for name in arguments.files:
            try:
                reading = tell(name, last(reader, name), book, arguments.seat)
            except PhotoRefused as why:
                failed, reading = True, PhotoReading(name, [], [], UNREAD, str(why))
            if arguments.json:
                print(json.dumps(as_record(reading)), flush=True)
            else:
                scans, seat = arguments.scans, arguments.seat
                lines = as_scans(reading, seat, book) if scans else as_text(reading, seat)
                print("\n".join(lines), flush=True)
    finally:
        reader.close()
    return FAILED if failed else 0


def last(reader: Reader, name: str) -> Read:
    """Read a file to the end."""
    with open(name, "rb") as file:
        photo = file.read(MOST_BYTES + 1)
    *_, read = reader.read(photo)
    return read


def tell(name: str, read: Read, book: Codebook, seat: str | None) -> PhotoReading:
    """Look up what was read. With a seat, keep only the cards: the photo shows that seat's tray."""
    by_code = {label.code: label for label in book.labels}
    codes = [
        (code, by_code.get(code), corners) for code, corners in read.codes.items() if is_code(code)
    ]
    foreign = [*read.foreign, *(code for code in read.codes if not is_code(code))]
    other = [label for _, label, _ in codes if label and label.type not in ("card", "face")]
    if seat:
        codes = [entry for entry in codes if entry[1] not in other]
    arranged = arrange(
        [Seen(code, tuple((x, y) for x, y in corners)) for code, _, corners in codes], book
    )
    advice = [*_asks(arranged), *_advice(codes, foreign, other if seat else [])]
    return PhotoReading(name, codes, foreign, read, " ".join(advice), arranged)


def _asks(arranged: Arranged) -> Iterator[str]:
    if arranged.unclear and arranged.codes:
        yield WHOSE_REST.format(len(arranged.unclear))
    elif arranged.unclear:
        yield WHOSE


def _advice(codes: list[ReadLabel], foreign: list[str], other: list[Label]) -> Iterator[str]:
    if not codes and not foreign and not other:
        yield NOTHING
    games = {label.game: None for _, label, _ in codes if label and label.game}
    if len(games) > 1:
        yield "It shows cards of several games. Take a photo of one game's cards."
    if any(label is None for _, label, _ in codes):
        yield "It shows labels this version does not know. Update Okanjo."
    if foreign:
        texts = ", ".join(printable(text) for text in foreign)
        yield f"Not an Okanjo label: {texts}. Cover it, or show the card's label."
    if other:
        names = ", ".join(label.title for label in other)
        yield f"Ignored, as they are not cards: {names}."


def as_record(reading: PhotoReading) -> dict[str, object]:
    """Return the object that `okanjo photo --json` prints for a photo."""
    codes = [
        {"code": code, "label": label and label.name, "corners": corners}
        for code, label, corners in reading.codes
    ]
    record: dict[str, object] = {"file": reading.name, "codes": codes, "foreign": reading.foreign}
    record |= {"tries": reading.read.tries, "ms": reading.read.ms}
    return {**record, "message": reading.message} if reading.message else record


def as_scans(reading: PhotoReading, seat: str | None, book: Codebook) -> Iterator[str]:
    """Yield a photo as lines that `okanjo replay` reads. What cannot be scanned, or is not sure,
    becomes a comment. So does a card whose owner is not known: it would count for whoever was
    scanned last.
    """
    yield f"# {printable(reading.name)}"
    if reading.message:
        yield f"# {reading.message}"
    if not reading.codes:
        return
    names = {code: label.name for code, label, _ in reading.codes if label}
    arranged = reading.arranged
    for doubt in arranged.unsure:
        wasabi = ", ".join(names[under] for under in doubt.wasabi)
        yield f"# Taken as loose: {names[doubt.nigiri]}. It may lie on: {wasabi}"
    yield "photo begin"
    if seat:
        yield "command dummy" if seat == "dummy" else f"badge {seat}"
    for code in arranged.codes:
        yield names.get(code, f"# {code}")
    for code in (*arranged.unclear, *arranged.left_out):
        yield f"# {names.get(code, code)}"
    yield "photo end"


def as_text(reading: PhotoReading, seat: str | None) -> Iterator[str]:
    name = printable(reading.name)
    if reading.codes:
        titles = Counter(label.title if label else code for code, label, _ in reading.codes)
        shown = ", ".join(f"{n} × {title}" if n > 1 else title for title, n in titles.items())
        whose = f" in the tray of {seat.capitalize()}" if seat else ""
        labels = "1 label" if len(reading.codes) == 1 else f"{len(reading.codes)} labels"
        yield f"{name} shows {labels}{whose}: {shown}."
    if reading.message:
        yield f"{name}: {reading.message}"
