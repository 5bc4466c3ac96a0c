"""Finished games as the journal has them, to be sent on.

Rule: a journal that cannot be read is an error, never an empty one: what was sent would be taken
back.
"""

from __future__ import annotations

import os
from zlib import crc32

from engine.codes import Codebook
from engine.refusals import Refused
from firmware.common.ipc.socket_path import Words
from firmware.common.system.state_dir import JOURNAL
from firmware.core.journal.database import reading
from firmware.core.journal.rows import (
    GAMES,
    HIGHEST,
    SCANS_BETWEEN,
    GameRow,
    ScanRow,
    game_row,
    scan_row,
)
from firmware.interfaces.mqtt.words import RESULT_VERSION

_FINISHED = "SELECT number, began, crc FROM games WHERE result IS NOT NULL AND deleted = 0"
_FROM = f"{GAMES} WHERE number >= ? ORDER BY number LIMIT 2"


def game_id(number: int, began: float) -> str:
    """What a game is known by from its start on."""
    return f"{crc32(repr((number, began)).encode()):08x}"


def finished(folder: str) -> dict[str, tuple[int, int]]:
    """Every finished game that counts, by its ID: its number, and its row's checksum."""
    with reading(_path(folder)) as connection:
        rows = connection.execute(_FINISHED).fetchall()
    return {game_id(number, began): (number, crc) for number, began, crc in rows}


def result(folder: str, number: int, codebook: Codebook) -> Words:
    """Return a finished game whole, with its checksum (firmware/common/broker/schema.json)."""
    with reading(_path(folder)) as connection:
        game_rows = connection.execute(_FROM, (number,)).fetchall()
        game, crc = game_row(game_rows[0]), game_rows[0][-1]
        end = game_rows[1][1] if len(game_rows) > 1 else HIGHEST
        rows = connection.execute(SCANS_BETWEEN, (game.first_seq, end)).fetchall()
    if game.number != number or game.result is None or game.deleted:
        raise ValueError(f"game {number} is not finished")
    scans = [_scan(scan_row(row), codebook) for row in rows]
    return {"game": {**_about(game), "scans": scans}, "crc": crc}


def _about(game: GameRow) -> Words:
    import json

    return {
        "v": RESULT_VERSION,
        "withdrawn": False,
        "number": game.number,
        "began": game.began,
        "ended": game.ended,
        "note": game.note,
        "venue": game.venue,
        "day": game.day,
        "seating": game.seating,
        "report": json.loads(game.result or "null"),
    }


def _scan(row: ScanRow, codebook: Codebook) -> Words:
    label = codebook.read_kept(row.code)
    text = row.code if isinstance(label, Refused) else label.name
    return {"code": row.code, "label": text, "lane": row.lane, "at": row.at}


def _path(folder: str) -> str:
    path = os.path.join(folder, JOURNAL)
    if not os.path.exists(path):
        raise FileNotFoundError(path)
    return path
