"""The process that opens a backup: `python -m firmware.records.backup.check`, on standard input
and output.

It is sent the backup's bytes, up to the end of its input. It answers with lines of JSON: first
`{"settings": text, "stickers": text, "scanners": text}` (of the stickers a character a byte), then
`{"games": [columns, ...]}`, `{"merges": ...}` and `{"scans": ...}`, as often as need be, each row
with its checksum, and `{"end": true}`. Instead of any of them may come `{"refused": [text,
values]}`, the last: one of the messages of `archive.REFUSALS`.

Law: whatever it is sent, it takes no more memory and time than its limits, and writes no file: the
kernel enforces that.
"""

from __future__ import annotations

import json
import resource
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from engine.notation import LONGEST_LINE, printable
from firmware.common.system import child
from firmware.core.journal.foreign import games_of, merges_of, opened, scans_of
from firmware.core.journal.rows import Damaged, GameRow, MergeRow, Newer, ScanRow, crc
from firmware.records.backup.archive import (
    DAMAGED_BECAUSE,
    JOURNAL,
    MUCH_MEMORY,
    NEWER,
    ODD,
    BadBackup,
    take_apart,
)
from firmware.records.backup.summary import MOST_BYTES
from firmware.words.worded import sent

MOST_MEMORY = 160 << 20  # bytes of address space
MOST_CPU_S = 240  # a Pi Zero may need as much for the largest backup
AT_ONCE = 500  # scans of a line

Checked = dict[str, Any]


def main() -> None:
    child.limit(MOST_MEMORY)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    for answer in answers(sys.stdin.buffer.read(MOST_BYTES + 1)):
        sys.stdout.write(json.dumps(answer) + "\n")


def answers(content: bytes) -> Iterator[Checked]:
    """Tell what is in a backup, or what is wrong with it."""
    try:
        parts = take_apart(content)
        del content  # the journal is to have its room
        texts = parts.settings, parts.stickers.decode("latin-1"), parts.scanners
        yield dict(zip(("settings", "stickers", "scanners"), texts, strict=True))
        yield from _rows(parts.journal)
        yield {"end": True}
    except BadBackup as why:
        yield {"refused": sent(why.message)}
    except Newer:
        yield {"refused": sent(NEWER)}
    except (Damaged, sqlite3.Error, OverflowError, UnicodeDecodeError) as why:
        damage = printable(str(why), LONGEST_LINE // 4)
        yield {"refused": sent(DAMAGED_BECAUSE, part=JOURNAL, why=damage)}
    except MemoryError:
        yield {"refused": sent(MUCH_MEMORY)}
    except Exception as why:  # whatever it is: it is the backup's doing
        yield {"refused": sent(ODD, why=type(why).__name__)}


def _rows(journal: bytes) -> Iterator[Checked]:
    with opened(journal) as connection:
        starts = list[int]()
        for game in games_of(connection):
            starts.append(game.first_seq)
            yield {"games": [_columns(game)]}  # alone: it may be long
        yield {"merges": [*map(_columns, merges_of(connection))]}
        scans = map(_columns, scans_of(connection, starts))
        while some := list(islice(scans, AT_ONCE)):
            yield {"scans": some}


def _columns(row: GameRow | MergeRow | ScanRow) -> Iterable[object]:
    return *row, crc(row)


if __name__ == "__main__":
    main()
