"""Read the stickers that a CSV file teaches, or all its mistakes, by line; list stickers as CSV.

A line is a sticker and what it shall mean: a code of ours, `type slug`, or a card's or face's
slug. Commas, semicolons or tabs part them. With a line of headings the columns may stand in any
order (sticker, code, label, type, slug, others), and what `okanjo teach --list` writes is such a
file.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from engine.codes import Codebook, Label
from engine.message import Message, gettext
from engine.notation import TYPES, printable
from firmware.common.system.text import csv_line, unguarded
from firmware.core.stickers.csv_file import Taught, unfit
from firmware.core.stickers.store import called
from firmware.words.language import say
from firmware.words.worded import WordedError

MOST_BYTES = 1 << 20
NOT_A_CARD = frozenset({"teach"})  # nobody could forget it again at the table
_SPREADSHEET = re.compile(r"\d([.,]\d+)?E\+\d+", re.IGNORECASE)
_SIGNS = ",;\t"
ALREADY = gettext("{sticker} is already {label}: forget it first")
IN_LINE = gettext("{sticker} is {label} in line {line}")
LARGE = gettext("larger than {size} MB: this is not a list of stickers", size=MOST_BYTES >> 20)
NOT_UTF_8 = gettext("not UTF-8: save it as CSV UTF-8")
QUOTES = gettext("its quotes do not match")
SPREADSHEETS = gettext("{sticker} was changed by a spreadsheet: format that column as text")
NO_LABEL = gettext("{sticker}: the label it stands for is missing")
NO_TEACH = gettext("TEACH cannot be given to a sticker: print the table sheet")
LAST_DIGIT = gettext("{code}: its last digit is wrong")
NO_CODE = gettext("{code}: not an Okanjo code")
UNKNOWN = gettext("there is no label {label}. To list all labels: okanjo codes")


class BadFile(Exception):
    """Every mistake in a file, a sentence a line."""

    def __init__(self, mistakes: Sequence[Message]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes

    def __str__(self) -> str:
        return "\n".join(map(say, self.mistakes))


class BadRow(WordedError):
    """What is wrong in a line."""


def rows_of(content: bytes, book: Codebook, taught: Mapping[str, str]) -> list[Taught]:
    """Read all lines. Raises BadFile for a mistake in any: then nothing of the file is taught."""
    rows: dict[str, str] = {}
    lines: dict[str, int] = {}
    mistakes = list[Message]()
    for number, sticker, meaning in _read(content):
        try:
            code = _checked(sticker, meaning, book)
            if taught.get(sticker, code) != code:
                values = {"sticker": printable(sticker), "label": called(taught[sticker], book)}
                raise BadRow(ALREADY._replace(values=values))
            if rows.setdefault(sticker, code) != code:
                values = {"sticker": printable(sticker), "label": called(rows[sticker], book)}
                values["line"] = str(lines[sticker])
                raise BadRow(IN_LINE._replace(values=values))
            lines.setdefault(sticker, number)
        except BadRow as why:
            mistakes.append(in_line(number, why.message))
    if mistakes:
        raise BadFile(mistakes)
    return list(rows.items())


def in_line(number: int, wrong: Message) -> Message:
    return gettext("line {number}: {wrong}", number=number, wrong=wrong)


def listed(rows: Sequence[Taught], book: Codebook) -> Iterator[str]:
    """Write the lines of `okanjo teach --list`."""
    yield "sticker,code,type,slug,title"
    for sticker, code in rows:
        label = book.read(code)
        about = [label.type, label.slug, label.title] if isinstance(label, Label) else [""] * 3
        yield csv_line((sticker, code, *about), "")


def _read(content: bytes) -> Iterator[tuple[int, str, str]]:
    """Read line by line its number, the sticker, and the text of its meaning."""
    if len(content) > MOST_BYTES:
        raise BadFile([LARGE])
    try:
        text = content.decode("utf-8-sig")  # a spreadsheet writes a mark before the text
    except UnicodeDecodeError as why:
        broken = content.count(b"\n", 0, why.start) + 1
        raise BadFile([in_line(broken, NOT_UTF_8)]) from None
    bare = _SPREADSHEET.sub("", text).split("\n")  # a comma in a number parts no fields
    sign = max(_SIGNS, key=lambda mark: sum(mark in line for line in bare))
    lines = csv.reader(io.StringIO(text, newline=None), delimiter=sign, strict=True)
    heads: list[str] = []
    try:
        for fields in lines:
            if not any(map(str.strip, fields)):
                continue
            if not heads:
                heads = _heads(fields)
                if heads:
                    continue
                heads = ["sticker", "label"]
            row = defaultdict(str, zip(heads, fields, strict=False))
            code, type_, slug = (row[head].strip() for head in ("code", "type", "slug"))
            meaning = code or row["label"].strip() or f"{type_} {slug}".strip()
            yield lines.line_num, unguarded(row["sticker"]), meaning
    except csv.Error:
        raise BadFile([in_line(lines.line_num, QUOTES)]) from None


def _heads(fields: list[str]) -> list[str]:
    """Name the columns by a line of headings; [] if the line is none."""
    heads = [field.strip().lower() for field in fields]
    if "sticker" not in heads:
        return []
    if not {*heads} & {"code", "label", "type", "slug"}:  # the next column's name is their own
        after = heads.index("sticker") + 1
        heads[after : after + 1] = ["label"]
    return heads


def _checked(sticker: str, meaning: str, book: Codebook) -> str:
    """Find the code it shall stand for. Raises BadRow, which says what is wrong."""
    if why := unfit(sticker):
        named = gettext("{sticker}: {why}", sticker=printable(sticker), why=why)
        raise BadRow(named if sticker else why)
    if _SPREADSHEET.fullmatch(sticker):
        raise BadRow(SPREADSHEETS._replace(values={"sticker": sticker}))
    if not meaning:
        raise BadRow(NO_LABEL._replace(values={"sticker": printable(sticker)}))
    label = _label(meaning, book)
    if label.type == "command" and label.slug in NOT_A_CARD:
        raise BadRow(NO_TEACH)
    return label.code


def _label(meaning: str, book: Codebook) -> Label:
    if meaning.isascii() and meaning.isdigit() and len(meaning) <= 6:
        label = book.read(meaning.zfill(6))  # a spreadsheet takes a number's first zeros away
        if isinstance(label, Label):
            return label
        wrong = LAST_DIGIT if label.reason == "misread" else NO_CODE
        raise BadRow(wrong._replace(values={"code": meaning}))
    type_, _, slug = meaning.partition(" ")
    names = [(type_, slug.strip())] if type_ in TYPES else [("card", meaning), ("face", meaning)]
    for name in names:
        try:
            return book.label(*name)
        except KeyError:
            continue
    raise BadRow(UNKNOWN._replace(values={"label": printable(meaning)}))
