"""One page of a SQLite file as bytes in, the table rows that can be made out in it out.

After "Database File Format": a leaf of a table has 0x0D at 0, the number of cells at 3, their
offsets from 8 on; a cell is payload length, rowid, payload. Whatever makes no sense is passed
over: the rows' own check sums say in the end which of them are real.
"""

import struct
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from firmware.journal.rows import (
    GAME_COLUMNS,
    PAGE_BYTES,
    SCAN_COLUMNS,
    Damaged,
    GameRow,
    ScanRow,
    game_row,
    scan_row,
)

Column = int | float | str | bytes | None
Row = tuple[Column, ...]

# Bytes. Garbage may claim any length, and a chain of pages that leads back to itself gives it.
LONGEST_SCAN = 256
LONGEST_GAME = 1 << 20
LONGEST_HEADER = 64

# How a scan's payload begins: a header of 6 bytes, its seq (kept as the rowid), six characters.
_SCAN_BEGINS = bytes((6, 0, 13 + 2 * 6))
_LEAF = 0x0D
_OTHER_KINDS = (0x02, 0x05, 0x0A)  # inner pages and indices hold no rows
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
# A LookupError is an offset or a kind that is not there; bad UTF-8 is a ValueError.
_NO_CELL = (LookupError, ValueError, struct.error)


def scans_on(page: bytes, known: Container[int] = (), *, search: bool = False) -> Iterator[ScanRow]:
    """The scans on a page, less those with a known seq.

    With `search` a page whose list of cells is broken is gone through for what looks like one.
    """
    offsets, sound = _cell_offsets(page)
    if search and not sound:
        offsets = _look_like_scans(page)
    for seq, columns in _rows(page, offsets, known, {}, LONGEST_SCAN):
        if len(columns) >= SCAN_COLUMNS:  # more: somebody has added some
            with suppress(Damaged):
                yield scan_row((seq, *columns[1:SCAN_COLUMNS]))


def games_on(
    page: bytes, pages: Mapping[int, bytes], known: Container[int] = ()
) -> Iterator[GameRow]:
    """The games on a page, less those with a known number; `pages` is where long rows go on.

    There is no search: it would find games again that undo has taken back.
    """
    for number, columns in _rows(page, _cell_offsets(page)[0], known, pages, LONGEST_GAME):
        if len(columns) >= GAME_COLUMNS:
            with suppress(Damaged):
                yield game_row((number, *columns[1:GAME_COLUMNS]))


def _rows(
    page: bytes,
    offsets: Iterable[int],
    known: Container[int],
    pages: Mapping[int, bytes],
    longest: int,
) -> Iterator[tuple[int, Row]]:
    for offset in offsets:
        try:
            length, at = _varint(page, offset)
            rowid, at = _varint(page, at)
            if rowid not in known and 0 < length <= longest:
                yield rowid, _record(_payload(page, at, length, pages))
        except _NO_CELL:
            continue


def _cell_offsets(page: bytes) -> tuple[Sequence[int], bool]:
    """Where the cells begin by the page's own list, and whether that list makes sense."""
    if len(page) < PAGE_BYTES or page[0] != _LEAF:
        empty = page[:1] in (b"", b"\0") and not any(page)
        return [], empty or (page[:1] != b"" and page[0] in _OTHER_KINDS)
    end = 8 + 2 * int.from_bytes(page[3:5])
    offsets = [int.from_bytes(page[i : i + 2]) for i in range(8, min(end, PAGE_BYTES), 2)]
    return offsets, all(end <= offset < PAGE_BYTES for offset in offsets)


def _look_like_scans(page: bytes) -> list[int]:
    """Where a cell with a scan may begin: a byte of length and the rowid stand before it."""
    offsets = []
    at = page.find(_SCAN_BEGINS)
    while at >= 0:
        offsets += [at - 1 - rowid_bytes for rowid_bytes in range(1, min(at, 6))]
        at = page.find(_SCAN_BEGINS, at + 1)
    return offsets


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """The number that begins at `at`, and where it ends."""
    value = 0
    for i in range(8):
        byte = page[at + i]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + i + 1
    return value << 8 | page[at + 8], at + 9


def _payload(page: bytes, at: int, length: int, pages: Mapping[int, bytes]) -> bytes:
    """A row's bytes: on its page, and for a long one on a chain of overflow pages."""
    here = length
    if length > PAGE_BYTES - 35:
        least = (PAGE_BYTES - 12) * 32 // 255 - 23
        here = least + (length - least) % (PAGE_BYTES - 4)
        here = here if here <= PAGE_BYTES - 35 else least
    payload = page[at : at + here]
    following = int.from_bytes(page[at + here : at + here + 4])
    while len(payload) < length:
        overflow = pages.get(following, b"")
        if len(overflow) < PAGE_BYTES:
            raise ValueError("the row goes on where nothing is")
        payload += overflow[4 : 4 + length - len(payload)]
        following = int.from_bytes(overflow[:4])
    return payload


def _record(payload: bytes) -> Row:
    """A row's columns: first the kind of each, then the values."""
    header, at = _varint(payload, 0)
    if header > LONGEST_HEADER:
        raise ValueError("no row of ours")
    kinds = []
    while at < header:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    columns: list[Column] = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        columns.append(value)
    return tuple(columns)


def _value(payload: bytes, at: int, kind: int) -> tuple[Column, int]:
    if kind in _INTEGER_BYTES:
        end = at + _INTEGER_BYTES[kind]
        return int.from_bytes(payload[at:end], signed=True), end
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], at + 8
    if kind >= 12:
        end = at + (kind - 12) // 2
        if end > len(payload):
            raise ValueError("longer than its row")
        return (payload[at:end].decode() if kind % 2 else payload[at:end]), end
    return {0: None, 8: 0, 9: 1}[kind], at
