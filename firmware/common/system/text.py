"""Text that more than one part of the program writes: counts, sentences, columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.message import Message, Value

Json = Mapping[str, object]  # an object, as a page is sent it
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def plural(count: int, noun: str, none: str = "0") -> str:
    """`3 games`, `1 game`; `none` is the word for nothing."""
    return f"{count or none} {noun}{'' if count == 1 else 's'}"


def compact(content: object) -> bytes:
    """JSON without spaces, in UTF-8; halves of a character are escaped."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def guarded(text: str) -> str:
    """A text for a cell of CSV: with an apostrophe in front, as spreadsheets themselves mark text,
    where they might take it for a formula. `unguarded` takes it away.
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def unguarded(cell: str) -> str:
    """The text of a cell that `guarded` wrote."""
    return cell.removeprefix("'") if cell.lstrip("'").startswith(FORMULA) else cell


def csv_line(cells: Iterable[object], end: str = "\r\n") -> str:
    """A line of CSV (RFC 4180) whose texts are safe to open in a spreadsheet."""
    import csv  # late: a start needs neither
    from types import SimpleNamespace

    row = (guarded(cell) if isinstance(cell, str) else cell for cell in cells)
    writer = csv.writer(SimpleNamespace(write=str), lineterminator=end)
    return str(writer.writerow(row))  # what `write` has returned


def columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Align rows of cells: `<` to the left, `>` to the right, one character a column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def quoted(text: str) -> Message:
    """What others say, in their own words: a name, a database, a broker."""
    return Message("{text}", {"text": text})


def same(value: Value) -> Value:
    """A number or a name as English has it."""
    return value


def filled(
    message: Message, text_of: Callable[[Message], str], written: Callable[[Value], Value] = same
) -> str:
    """What `text_of` has for a message, with everything put in as it is `written`, and the same for
    those within.
    """
    text = text_of(message)
    if not message.values:
        return text
    values = {
        name: filled(value, text_of, written) if isinstance(value, Message) else written(value)
        for name, value in message.values.items()
    }
    return text.format(**values)


def english(message: Message) -> str:
    """A message as the log and the command line have it."""
    return filled(message, english_text)


def english_text(message: Message) -> str:
    """The text with its placeholders."""
    several = message.plural and message.values.get("count", 1) != 1
    return message.plural if several else message.text


def composed(name: str) -> str:
    """A name with each letter and its accent as one character, as displays count them."""
    if name.isascii():
        return name
    from unicodedata import normalize  # late: most names are plain

    return normalize("NFC", name)
