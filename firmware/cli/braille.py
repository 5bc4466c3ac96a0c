"""`okanjo labels --braille`: the labels' names in braille, for a labeller or a slate.

Rule 1: uncontracted, so that the first cells of a name are its first letters. A tape for a card is
cut after three or four of them, and whoever types the label needs to know no contractions.
Rule 2: without capitals, "!" and "?": they add cells, and names are told apart without them.
"""

import subprocess
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import Game
from engine.codes import Label
from engine.notation import printable
from firmware.cli import kana
from firmware.cli.errors import CommandFailed
from firmware.paper.cards.names import title
from firmware.paper.table_sheet.tiles import PaperTile, Sheet
from firmware.words.language import Language, for_voice

PROGRAM, PACKAGE = "lou_translate", "liblouis-bin"
# Liblouis' tables of six dots. Portuguese has one braille on both sides of the ocean; for Japanese
# there is only one of kanji.
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
JAPANESE = "ja"
CELLS = range(0x2800, 0x2840)  # Unicode's cells of six dots
WRITTEN = str.maketrans({"’": "'", **dict.fromkeys("!?¡¿")})


class Named(NamedTuple):
    """A label to make: its name, as shown and as written in braille, how many of them (0 for a
    tile), the heading it is under.
    """

    title: str
    text: str
    copies: int = 0
    heading: str = ""


def written(language: Language) -> Language:
    """The language as braille writes it: Japanese as it is spoken, without kanji."""
    return for_voice(JAPANESE) if language.code == JAPANESE else language


def of_cards(cards: Sequence[Label], game: Game, language: Language) -> Iterator[Named]:
    """Yield each face of these cards once."""
    faces: dict[str | None, list[Label]] = {}
    for card in cards:
        faces.setdefault(card.face, []).append(card)
    for first, *others in faces.values():
        text = title(first, game, written(language))
        yield Named(title(first, game, language), text, 1 + len(others))


def of_sheets(shown: Sequence[Sheet], spoken: Sequence[Sheet]) -> Iterator[Named]:
    """Yield each tile of the table sheet, in its order, from the sheet as shown and as written."""
    for sheet, spoken_sheet in zip(shown, spoken, strict=True):
        for section, spoken_section in zip(sheet.sections, spoken_sheet.sections, strict=True):
            heading = " · ".join(filter(None, (sheet.title, sheet.part, section.title)))
            for tile, spoken_tile in zip(section.tiles, spoken_section.tiles, strict=True):
                if tile and spoken_tile:
                    yield Named(_in_full(tile), _in_full(spoken_tile), 0, heading)


def _in_full(tile: PaperTile) -> str:
    """Return a tile's name with its action number, which may be in its disc alone."""
    number = str(tile.number or "")
    return tile.title if tile.title.endswith(number) else f"{tile.title} {number}"


def in_lines(labels: Sequence[Named], language: str) -> Iterator[str]:
    """Yield a line for each label: its cells, how many these are, its name."""
    translate = by_kana if language == JAPANESE else by_liblouis
    cells = translate([plainly(label.text) for label in labels], language)
    widest = max(map(len, cells))
    heading = ""
    for label, braille in zip(labels, cells, strict=True):
        if label.heading != heading:
            yield from ("", f"{label.heading}:") if heading else (f"{label.heading}:",)
            heading = label.heading
        copies = f"{label.copies} x " if label.copies else ""
        yield f"{braille:{widest}}  {len(braille):2} cells  {copies}{label.title}"


def by_kana(names: Sequence[str], _: str) -> list[str]:
    """Return Japanese names in Unicode's braille cells."""
    cells, without = [], []
    for name in names:
        try:
            cells.append(kana.braille(name))
        except kana.NoReading:
            without.append(printable(name))
    if without:
        raise CommandFailed(f"braille needs names in kana; these have none: {', '.join(without)}")
    return cells


def by_liblouis(names: Sequence[str], language: str) -> list[str]:
    """Return names in Unicode's braille cells."""
    if (table := TABLES.get(language)) is None:
        others = ", ".join((*TABLES, JAPANESE))
        raise CommandFailed(
            f"there is no braille for {language} yet; choose another by --language: {others}"
        )
    try:
        done = subprocess.run(  # noqa: S603 - the words are ours
            [PROGRAM, f"unicode.dis,{table}"],
            input="\n".join([*names, ""]),
            capture_output=True,
            encoding="utf-8",
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
    plain = unicodedata.normalize("NFKC", name.lower()).translate(WRITTEN)
    return " ".join(plain.split())
