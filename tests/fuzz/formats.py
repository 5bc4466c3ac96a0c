"""Damage that knows a format: what the format checks is right again (a zip's sums, a PNG's, a
row's), so that it comes through to what is behind the check.
"""

import gzip
import io
import json
import random
import re
import sqlite3
import struct
import warnings
import zipfile
import zlib
from binascii import crc32
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

from fuzz.mutator import NUMBERS, TEXTS, scratched

from firmware.core.journal.rows import GameRow, ScanRow, crc
from firmware.records.backup.archive import JOURNAL

DEEP, LEVELS = "deeply nested", range(950, 1000)  # about as many as Python reads
LONG, WIDE = 20_000, 6  # characters of a text, and levels of what is changed
DIGITS = ["NaN", "Infinity", "-0", "1e999", "0.1", "-1e-320", "1" * 5000]


# --- JSON ----------------------------------------------------------------------------------


def odd_value(dice: random.Random) -> Any:
    """What nobody expects there."""
    match dice.randrange(8):
        case 0:
            return dice.choice(NUMBERS)
        case 1 | 2:
            return dice.choice(TEXTS)
        case 3:
            return dice.choice((None, True, False, [], {}, [[]], {"": ""}, 0.5, 1e300, -1e-5, 1e15))
        case 4:
            return [odd_value(dice) for _ in range(dice.randrange(4))]
        case 5:
            return {dice.choice(TEXTS): odd_value(dice) for _ in range(dice.randrange(4))}
        case 6:
            return f"{DEEP} {dice.choice(LEVELS)}"
        case _:
            return (dice.choice(TEXTS) * dice.choice((2, 50, 2000)))[:LONG]


def _places(value: Any, levels: int = WIDE) -> Iterator[tuple[Any, Any]]:
    """Every place in it: its list or object, and its index or key."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list) and levels:
            yield from _places(value[key], levels - 1)


def changed_json(dice: random.Random, value: Any) -> Any:
    """The same with one to three values changed, dropped, doubled, or swapped with others."""
    root = [value]
    for _ in range(dice.choice((1, 1, 2, 3))):
        places = [*_places(root)]
        inside, key = dice.choice(places)
        other, other_key = dice.choice(places)
        match dice.randrange(6):
            case 0 if inside is not root:
                del inside[key]
            case 1 if isinstance(inside, list):
                inside[key:key] = [inside[key]] * dice.choice((1, 1, 9))
            case 2 if isinstance(inside, dict):
                inside[dice.choice((key, "", "new", "v"))] = odd_value(dice)
            case 3:
                inside[key] = json.loads(json.dumps(other[other_key]))
            case _:
                inside[key] = odd_value(dice)
    return root[0]


def json_text(dice: random.Random, content: bytes) -> bytes:
    """One line of JSON with other values in it; now and then a number as none is written."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return scratched(dice, content)
    with suppress(ValueError):  # half a character
        text = json.dumps(changed_json(dice, value), ensure_ascii=dice.random() < 0.8)
        text = re.sub(f'"{DEEP} (\\d+)"', lambda of: "[" * int(of[1]) + "]" * int(of[1]), text)
        if dice.random() < 0.1:
            text = text.replace(dice.choice(("0", "1", "2")), dice.choice(DIGITS), 1)
        return text.encode("utf-8", "surrogatepass")
    return content


def with_topic(dice: random.Random, content: bytes) -> bytes:
    """A line that is left alone, and JSON after it."""
    topic, _, payload = content.partition(b"\n")
    return topic + b"\n" + json_text(dice, payload)


# --- lines -----------------------------------------------------------------------------------


def text_lines(dice: random.Random, content: bytes) -> bytes:
    """Lines dropped, doubled, swapped, or one of their words replaced."""
    lines = content.split(b"\n")
    for _ in range(dice.choice((1, 1, 2, 4))):
        number, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        match dice.randrange(5):
            case 0 if len(lines) > 1:
                del lines[number]
            case 1:
                lines[number:number] = [lines[number]] * dice.choice((1, 2, 40))
            case 2:
                lines[number], lines[other] = lines[other], lines[number]
            case _:
                lines[number] = _other_word(dice, lines[number])
    return b"\n".join(lines)


def _other_word(dice: random.Random, line: bytes) -> bytes:
    sign = dice.choice((b" ", b",", b"=", b'"', b":", b";"))
    words = line.split(sign)
    odd = dice.choice((*TEXTS, *map(str, NUMBERS), *DIGITS, "[" * 50, "{a=1}", '"""', "1979-05-27"))
    words[dice.randrange(len(words))] = odd.encode("utf-8", "surrogatepass")
    return sign.join(words)


# --- a backup --------------------------------------------------------------------------------


def zip_parts(dice: random.Random, content: bytes) -> bytes:
    """A part of a zip damaged, renamed, doubled or dropped; its sums are right."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = [(name, packed.read(name)) for name in packed.namelist()]
    number = dice.randrange(len(parts))
    name, part = parts[number]
    match dice.randrange(8):
        case 0:
            del parts[number]
        case 1:
            parts.append((name, scratched(dice, part)))
        case 2:
            parts[number] = (dice.choice(("../x", "", name * 2, "settings.toml")), part)
        case 3:
            parts[number] = (name, dice.choice(parts)[1])
        case 4 if name.endswith("json"):
            parts[number] = (name, json_text(dice, part))
        case 4 | 5 if name.endswith(("toml", "csv", "scanners")):
            parts[number] = (name, text_lines(dice, part))
        case _:
            parts[number] = (name, scratched(dice, part))
    return _zipped(parts)


def journal_rows(dice: random.Random, content: bytes) -> bytes:
    """Other values in a backup's journal, with the sums of their rows."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as journal:
        journal.deserialize(parts[JOURNAL])
        for _ in range(dice.choice((1, 1, 2, 3))):
            table = dice.choice(("scans", "games", "games"))
            rows = journal.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
            if rows:
                _change_row(dice, journal, table, dice.choice(rows))
        parts[JOURNAL] = journal.serialize()
    return _zipped([*parts.items()])


def _change_row(
    dice: random.Random, journal: sqlite3.Connection, table: str, row: tuple[Any, ...]
) -> None:
    key, columns = row[0], [*row[:-1]]
    changed = dice.randrange(len(columns))
    columns[changed] = _other_column(dice, columns[changed])
    record = (ScanRow if table == "scans" else GameRow)._make(columns)
    marks = ", ".join("?" * len(row))
    with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):
        journal.execute(f"DELETE FROM {table} WHERE rowid = ?", (key,))  # noqa: S608
        journal.execute(f"INSERT INTO {table} VALUES ({marks})", (*record, crc(record)))  # noqa: S608


def _other_column(dice: random.Random, value: Any) -> Any:
    """Another value of the same type, mostly."""
    if isinstance(value, str) and value[:1] == "{" and dice.random() < 0.9:
        return json_text(dice, value.encode()).decode("utf-8", "replace")
    if isinstance(value, str) and dice.random() < 0.7:
        return scratched(dice, value.encode()).decode("utf-8", "replace")
    if isinstance(value, float):
        return dice.choice((0.0, -1.0, 1e9, 1e11, 1e15, 1e300, -1e300, float("inf"), float("nan")))
    if isinstance(value, int) and dice.random() < 0.8:
        return dice.choice((value + 1, value - 1, -value, *NUMBERS[:12]))
    return dice.choice((None, 0.0, 1, *TEXTS, b"\0"))


def _zipped(parts: list[tuple[str, bytes]]) -> bytes:
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w") as packed:
        warnings.simplefilter("ignore")  # a name that is there twice
        for name, content in parts:
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, content)
    return file.getvalue()


def gzip_lines(dice: random.Random, content: bytes) -> bytes:
    """A line of JSON in a hall's backup changed, and the end as it should be; packed anew."""
    lines = gzip.decompress(content).splitlines()
    number = dice.randrange(len(lines))
    lines[number] = json_text(dice, lines[number])
    if dice.random() < 0.3:
        lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    return gzip.compress(b"".join(line + b"\n" for line in lines), 1, mtime=0)


# --- pictures ----------------------------------------------------------------------------------


def picture_parts(dice: random.Random, content: bytes) -> bytes:
    """A part of a PNG, JPEG or WebP damaged, doubled or dropped, its length and sum made right."""
    if content[:4] == b"\x89PNG":
        parts = [*_png_chunks(content)]
        _change_part(dice, parts)
        return content[:8] + b"".join(map(_png_chunk, parts))
    if content[:2] == b"\xff\xd8":
        parts, rest = _jpeg_segments(content)
        _change_part(dice, parts)
        return b"\xff\xd8" + b"".join(map(_jpeg_segment, parts)) + rest
    if content[8:12] == b"WEBP":
        parts = [*_riff_chunks(content)]
        _change_part(dice, parts)
        body = b"WEBP" + b"".join(map(_riff_chunk, parts))
        return b"RIFF" + struct.pack("<I", len(body)) + body
    return scratched(dice, content)


Part = tuple[bytes, bytes]


def _change_part(dice: random.Random, parts: list[Part]) -> None:
    if not parts:
        return
    number = dice.randrange(len(parts))
    kind, content = parts[number]
    match dice.randrange(6):
        case 0:
            del parts[number]
        case 1:
            parts[number:number] = [parts[number]] * dice.choice((1, 40))
        case 2:
            other = dice.randrange(len(parts))
            parts[number], parts[other] = parts[other], parts[number]
        case 3 if kind == b"IDAT":  # what is packed in it
            with suppress(zlib.error):
                content = zlib.compress(scratched(dice, zlib.decompress(content)))
            parts[number] = kind, content
        case _:
            parts[number] = kind, scratched(dice, content)[:65_000]


def _png_chunks(content: bytes) -> Iterator[Part]:
    place = 8
    while place + 8 <= len(content):
        (length,) = struct.unpack_from(">I", content, place)
        yield content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        place += length + 12


def _png_chunk(part: Part) -> bytes:
    kind, content = part
    return (
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))
    )


def _jpeg_segments(content: bytes) -> tuple[list[Part], bytes]:
    """Those up to the picture's own bytes, and the rest."""
    parts, place = list[Part](), 2
    while content[place : place + 1] == b"\xff" and content[place + 1 : place + 2] != b"\xda":
        length = int.from_bytes(content[place + 2 : place + 4], "big")
        parts.append((content[place + 1 : place + 2], content[place + 4 : place + 2 + length]))
        place += 2 + max(2, length)
    return parts, content[place:]


def _jpeg_segment(part: Part) -> bytes:
    return b"\xff" + part[0] + struct.pack(">H", (len(part[1]) + 2) & 0xFFFF) + part[1]


def _riff_chunks(content: bytes) -> Iterator[Part]:
    place = 12
    while place + 8 <= len(content):
        (length,) = struct.unpack_from("<I", content, place + 4)
        yield content[place : place + 4], content[place + 8 : place + 8 + length]
        place += 8 + length + length % 2


def _riff_chunk(part: Part) -> bytes:
    kind, content = part
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)
