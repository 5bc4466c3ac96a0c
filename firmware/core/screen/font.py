"""The letters, digits and icons of the display, read from files as columns of pixels.

A column is a whole number, its lowest bit the topmost pixel. The faces are drawn in `letters.txt`
and `digits.txt` and read when a text is first drawn. An accented letter that is not in the
file is put together from letter and accent. Those of Japanese stand in a file of their own, read
when the first is drawn; any other unknown character becomes a box.
"""

from functools import cache, lru_cache
from os.path import dirname, join
from typing import NamedTuple

from firmware.words.line import LETTER, beginning, is_wide, pixels
from firmware.words.line import cut as cut_text

Columns = tuple[int, ...]


class Typeface(NamedTuple):
    """One size of type: `gap` columns stand free after each character."""

    drawn: str
    height: int
    gap: int


LETTERS = Typeface("letters", 8, 1)
TALL = Typeface("tall", 24, 2)
WIDE = Typeface("wide", 16, 1)
THIN = Typeface("thin", 16, 1)

FEW = 8  # letters of a line
_BLANK = {LETTERS: 5, TALL: 6, WIDE: 4, THIN: 2}
_ALIKE = str.maketrans("’‘´“”−—‑º", "'''\"\"–––°")
_IN_NUMBERS = str.maketrans("–−", "--")
_BLANKS = {" ", "\xa0", "\u202f"}  # two may not be broken at, as French has them before a colon
_BITS = str.maketrans(".#", "01")
_BOX = (0x7F, 0x41, 0x41, 0x41, 0x7F)
_WIDE_BOX = (0x7F, 0x41, 0x41, 0x41, 0x41, 0x41, 0x7F)


def columns(face: Typeface, character: str) -> Columns:
    """The pixels of one character, without the gap after it."""
    if character in _BLANKS:
        return (0,) * _BLANK[face]
    if is_wide(character):
        return _japanese(character)
    art = _art("letters.txt" if face is LETTERS else "digits.txt")
    glyph = art[face.drawn].get(character.translate(_ALIKE if face is LETTERS else _IN_NUMBERS))
    return glyph or _accented(character)


@lru_cache(maxsize=512)
def measure(face: Typeface, text: str) -> int:
    """The columns a text takes up, the gap after its last character left out."""
    if face is LETTERS:
        return pixels(text) - face.gap if text else 0
    wide = sum(len(columns(face, character)) + face.gap for character in text)
    return wide - face.gap if wide else 0


def cut(text: str, room: int) -> str:
    """As many whole letters as stand in `room` columns, with an ellipsis for the rest; where there
    are few, that is one letter more.
    """
    room += LETTERS.gap
    return beginning(text, room) if room < FEW * LETTER else cut_text(text, room)


@lru_cache(maxsize=64)
def icon(slug: str) -> Columns:
    """A face's or kind's icon, 24 pixels wide and high; nothing where none is drawn."""
    pixels = bytes.fromhex(_icons().get(slug, ""))
    return tuple(
        int.from_bytes(pixels[start : start + 3], "little") for start in range(0, len(pixels), 3)
    )


@cache
def _icons() -> dict[str, str]:
    """Slug by slug, three bytes a column; `make icons` writes the file."""
    with open(join(dirname(__file__), "icons.txt"), encoding="ascii") as file:
        return dict([line.split() for line in file])


@cache
def _accented(character: str) -> Columns:
    """Letter and accent, laid over each other: capitals duck under an accent above them."""
    from unicodedata import normalize  # late: most names are plain

    art = _art("letters.txt")
    letter, *marks = [*normalize("NFD", character)]
    if not marks or letter not in art["letters"]:
        return art["letters"].get(letter, _BOX) if marks else _BOX
    above = [mark for mark in marks if not any(c >> 7 for c in art["marks"].get(mark, ()))]
    base = art["low"].get(letter) if above else None
    glyph = base or art["letters"]["ı" if above and letter == "i" else letter]
    if above and not base and any(column & 3 for column in glyph):
        return glyph  # no room over a tall letter: it goes without
    for mark in marks:
        glyph = tuple(a | b for a, b in zip(glyph, art["marks"].get(mark, (0,) * 5), strict=True))
    return glyph


def _japanese(character: str) -> Columns:
    """A letter as wide as it is high; of a narrow kana, as names may have it, the wide one."""
    characters, drawn = _wide_letters()
    index = characters.find(character)
    if index < 0:
        from unicodedata import normalize

        index = characters.find(normalize("NFKC", character)[0])
    side = len(_WIDE_BOX)
    return tuple(drawn[index * side : (index + 1) * side]) if index >= 0 else _WIDE_BOX


@cache
def _wide_letters() -> tuple[str, bytes]:
    """The letters that `make glyphs` has put into the file, and their columns, a byte each."""
    with open(join(dirname(__file__), "japanese.bin"), "rb") as file:
        _, characters, drawn = file.read().split(b"\n\n", 2)
    return characters.decode(), drawn


@cache
def _art(file_name: str) -> dict[str, dict[str, Columns]]:
    """Face by face, the columns of every character drawn in a file of text art."""
    faces: dict[str, dict[str, Columns]] = {}
    with open(join(dirname(__file__), file_name), encoding="utf-8") as file:
        lines = iter([line.rstrip("\n") for line in file if not line.startswith("%%")])
    height = 0
    for line in lines:
        if line.startswith("@ ") and line.split()[-1].isdecimal() and len(line.split()) == 3:
            _, name, rows = line.split()
            height, faces[name] = int(rows), {}
        elif line:
            band = [next(lines).split() for _ in range(height)]
            for index, token in enumerate(line.split()):
                key = chr(int(token, 16)) if len(token) == 4 else token
                faces[name][key] = _upright([row[index] for row in band])
    return faces


def _upright(rows: list[str]) -> Columns:
    """Rows of `#` and `.` turned into columns, the top row their lowest bit."""
    bits = [row.translate(_BITS) for row in reversed(rows)]
    return tuple(int("".join(column), 2) for column in zip(*bits, strict=True))
