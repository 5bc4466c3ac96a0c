"""Read a backup, whoever it is from, with every row checked.

Law: what it holds is opened by a child process with its limits (`check.py`). Here arrive only
texts, numbers and rows, and each row is looked at once more.
"""

from __future__ import annotations

import json
from contextlib import suppress
from socket import SHUT_WR
from threading import Timer
from typing import BinaryIO

from engine.message import gettext
from firmware.common.system import child
from firmware.core.journal.foreign import LONGEST_ROW, MOST_GAMES, MOST_SCANS
from firmware.core.journal.rows import (
    MOST_MERGES,
    Damaged,
    Found,
    GameRow,
    MergeRow,
    ScanRow,
    game_row,
    last_seq,
    merge_row,
    scan_row,
)
from firmware.records.backup.archive import REFUSALS, Backup, BadBackup
from firmware.words.worded import received

MOST_S = 300.0  # by the clock; a caller of the socket waits a little longer
LONGEST_ANSWER = 8 * LONGEST_ROW  # JSON takes six characters for some
STOPPED = gettext("it is damaged: checking it took too long, or too much memory, and was stopped")


def unpack(content: bytes) -> Backup:
    """Read a backup; BadBackup when anything is wrong with it, OSError when none can be read."""
    line, checks = child.start("firmware.records.backup.check")
    patience = Timer(MOST_S, checks.kill)
    patience.daemon = True
    patience.start()
    try:
        with line, line.makefile("rb") as answers:
            with suppress(ConnectionError):  # it may have refused it before it had all of it
                line.sendall(content)
                line.shutdown(SHUT_WR)
            return _read(answers)
    except (ConnectionError, ValueError, LookupError, TypeError, RecursionError, Damaged):
        raise BadBackup(STOPPED) from None  # it was ended in the middle of an answer
    finally:
        patience.cancel()
        checks.kill()
        checks.wait()


def _read(answers: BinaryIO) -> Backup:
    """Read the answers of `check.py`."""
    games, merges, scans = list[GameRow](), list[MergeRow](), list[ScanRow]()
    answer = texts = dict(json.loads(answers.readline(LONGEST_ANSWER)))
    while "refused" not in answer and "end" not in answer:
        games += map(game_row, answer.get("games", ()))
        scans += map(scan_row, answer.get("scans", ()))
        merges += map(merge_row, answer.get("merges", ()))
        if len(games) > MOST_GAMES or len(merges) > MOST_MERGES or len(scans) > MOST_SCANS:
            raise ValueError
        answer = dict(json.loads(answers.readline(LONGEST_ANSWER)))
    if "refused" in answer:
        raise BadBackup(received(answer["refused"], REFUSALS))
    journal = Found(last_seq(scans, games), games, scans, tuple(merges))
    stickers = str(texts["stickers"]).encode("latin-1")
    return Backup(str(texts["settings"]), stickers, str(texts["scanners"]), journal)
