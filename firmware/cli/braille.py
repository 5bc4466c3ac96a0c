"""`okanjo labels --braille`: the labels' names in braille, for a labeller or a slate.

Rule 1: uncontracted, so that the first cells of a name are its first letters. A tape for a card is
cut after three or four of them, and whoever types the label needs to know no contractions.
Rule 2: without capitals, "!" and "?": they add cells, and names are told apart without them.
"""

import subprocess
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import Game
from engine.codes import Label
from engine.notation import printable
from firmware.cli.errors import CommandFailed
from firmware.paper.cards.names import title
from firmware.paper.table_sheet.tiles import Sheet
from firmware.words.language import Language

PROGRAM, PACKAGE = "lou_translate", "liblouis-bin"
# Liblouis' tables of six dots. Portuguese has one braille on both sides of the ocean.
TABLES = {
    "en": "en-ueb-g1.ctb",
    "de": "de-g0.utb",
    "es": "es-g1.ctb",
    "fr": "fr-bfu-comp6.utb",
    "it": "it-it-comp6.utb",
    "nl": "nl-NL-g0.utb",
    "pl": "Pl-Pl-g1.utb",
    "pt-BR": "pt-pt-g1.utb",
}
CELLS = range(0x2800, 0x2840)  # Unicode's cells of six dots
WRITTEN = str.maketrans({"’": "'", "\xa0": " ", **dict.fromkeys("!?¡¿")})
TRANSLATED_WITHIN_S = 20


class Named(NamedTuple):
    """A label to make: what it says, how many of them (0 for a tile), the heading it is under."""

    title: str
    copies: int = 0
    heading: str = ""


def of_cards(cards: Sequence[Label], game: Game, language: Language) -> Iterator[Named]:
    """Yield each face of these cards once."""
    faces: dict[str | None, list[Label]] = {}
    for card in cards:
        faces.setdefault(card.face, []).append(card)
    for same in faces.values():
        yield Named(title(same[0], game, language), len(same))


def of_sheets(sheets: Sequence[Sheet]) -> Iterator[Named]:
    """Yield each tile of the table sheet, in its order."""
    for sheet in sheets:
        for section in sheet.sections:
            heading = " · ".join(filter(None, (sheet.title, sheet.part, section.title)))
            for tile in filter(None, section.tiles):
                number = f" {tile.number}" if tile.number else ""
                yield Named(f"{tile.title.removesuffix(number)}{number}", 0, heading)


def in_lines(labels: Sequence[Named], language: Language) -> Iterator[str]:
    """Yield a line for each label: its cells, how many these are, its name."""
    cells = translate([label.title for label in labels], language.code)
    widest = max(map(len, cells))
    heading = ""
    for label, braille in zip(labels, cells, strict=True):
        if label.heading != heading:
            yield from ("", f"{label.heading}:") if heading else (f"{label.heading}:",)
            heading = label.heading
        copies = f"{label.copies} x " if label.copies else ""
        yield f"{braille:{widest}}  {len(braille):2} cells  {copies}{label.title}"


def translate(names: Sequence[str], language: str) -> list[str]:
    """Return the names in Unicode's braille cells."""
    if (table := TABLES.get(language)) is None:
        others = ", ".join(TABLES)
        raise CommandFailed(
            f"there is no braille for {language} yet; choose another by --language: {others}"
        )
    plain = [plainly(name) for name in names]
    try:
        done = subprocess.run(  # noqa: S603 - the words are ours
            [PROGRAM, f"unicode.dis,{table}"],
            input="\n".join([*plain, ""]),
            capture_output=True,
            encoding="utf-8",
            timeout=TRANSLATED_WITHIN_S,
            check=False,
        )
    except FileNotFoundError:
        install = f"braille needs {PROGRAM}, which is not installed: sudo apt install {PACKAGE}"
        raise CommandFailed(install) from None
    cells = done.stdout.splitlines()
    if len(cells) != len(names):
        why = printable(done.stderr.strip().partition("\n")[0]) or f"status {done.returncode}"
        raise CommandFailed(f"{PROGRAM} has failed: {why}")
    for name, braille in zip(names, cells, strict=True):
        if any(ord(cell) not in CELLS for cell in braille):
            raise CommandFailed(f"liblouis cannot write {printable(name)} with {table}")
    return cells


def plainly(name: str) -> str:
    """Return a name as it is written in braille."""
    return " ".join(name.lower().translate(WRITTEN).split())
