"""Write scans and games as lines of JSON; read them back, with every law of the journal checked.

Law: what passes here, the journal takes and a game can go on from. Nothing is taken on trust, not
even from a file whose check sums hold.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from engine.cards import BADGES
from engine.codes import is_code
from engine.notation import printable
from firmware.journal.rows import HIGHEST, GameRow, ScanRow

LONGEST_ROW = 1 << 20  # bytes; a game's result has a few thousand
FURTHEST_S = 1e11  # Unix seconds: the year 5138, and as far back
MOST_LANES = 10_000
Row = TypeVar("Row", GameRow, ScanRow)
Json = dict[str, object]


class BadBackup(Exception):
    """A file that is not restored; the text says why, in a sentence for its owner."""


def scan_line(scan: ScanRow) -> bytes:
    return _line({"seq": scan.seq, "lane": scan.lane, "code": scan.code, "at": scan.at})


def game_line(game: GameRow) -> bytes:
    """Write a game; its result and card table as objects, not as text within text."""
    row = game._asdict()
    row["card_table"] = _unfolded(game.card_table)
    row["result"] = None if game.result is None else _unfolded(game.result)
    return _line(row)


def _line(row: Json) -> bytes:
    return json.dumps(row).encode() + b"\n"


def _unfolded(text: str) -> object:
    """Parse a JSON text; keep the text itself where that would not come back the same."""
    try:
        found = json.loads(text)
        return found if isinstance(found, dict) and json.dumps(found) == text else text
    except (ValueError, RecursionError):
        return text


def _folded(found: object) -> str:
    """Undo `_unfolded`."""
    return json.dumps(found) if isinstance(found, dict) else _text(found)


def games_in(lines: Iterable[bytes], name: str) -> Iterator[GameRow]:
    """Read the games; BadBackup for the first line that is none, or stands in the wrong place."""
    before: GameRow | None = None
    for number, line in enumerate(lines, 1):
        game = _read(line, f"{name}, line {number}", _game)
        if before and (game.number <= before.number or game.first_seq <= before.first_seq):
            raise BadBackup(f"{name}, line {number}: game {game.number} is not the next one")
        before = game
        yield game


def scans_in(lines: Iterable[bytes], name: str, firsts: list[int]) -> Iterator[ScanRow]:
    """Read the scans; `firsts` holds each game's first seq, in order. BadBackup as for games.

    The end of a game may be missing: damage that was mended has cut it off. So a gap ends where a
    game begins, and the last game has no gap at all.
    """
    begins, last = set(firsts), 0
    for number, line in enumerate(lines, 1):
        scan = _read(line, f"{name}, line {number}", _scan)
        if not firsts or scan.seq < firsts[0]:
            raise BadBackup(f"{name}, line {number}: scan {scan.seq} belongs to no game")
        if scan.seq <= last or (scan.seq != last + 1 and scan.seq not in begins):
            raise BadBackup(f"{name}, line {number}: scan {scan.seq} is not the next one")
        last = scan.seq
        yield scan


def _read(line: bytes, where: str, parse: Callable[[Json], Row]) -> Row:
    try:
        row = json.loads(line.decode())
        if isinstance(row, dict):
            return parse(row)
    except (ValueError, RecursionError, KeyError, TypeError, OverflowError):
        pass
    raise BadBackup(f"{where}: no row of ours: {printable(line.decode('utf-8', 'replace'))}")


def _scan(row: Json) -> ScanRow:
    seq, code, lane, at = row["seq"], row["code"], row["lane"], row["at"]
    _require(len(row) == 4 and isinstance(code, str) and is_code(code))
    if isinstance(lane, str):
        _require(lane in BADGES)
        return ScanRow(_seq(seq), _text(code), lane, _moment(at))
    return ScanRow(_seq(seq), _text(code), _whole(lane, 0, MOST_LANES), _moment(at))


def _game(row: Json) -> GameRow:
    _require(len(row) == 7)
    return GameRow(
        _whole(row["number"], 1 - HIGHEST, HIGHEST),
        _seq(row["first_seq"]),
        _text(row["opening"]),
        _folded(row["card_table"]),
        None if row["result"] is None else _result(row["result"]),
        _moment(row["began"]),
        None if row["ended"] is None else _moment(row["ended"]),
    )


def _require(right: bool) -> None:
    if not right:
        raise ValueError


def _whole(number: object, least: int, end: int) -> int:
    """Check a whole number; True is none."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError
    _require(least <= number < end)
    return number


def _seq(number: object) -> int:
    return _whole(number, 1, HIGHEST)


def _text(text: object) -> str:
    """Check a text; half a character would not go into the journal."""
    if not isinstance(text, str):
        raise TypeError
    text.encode()
    return text


def _moment(at: object) -> float:
    if isinstance(at, bool) or not isinstance(at, (int, float)):
        raise TypeError
    _require(math.isfinite(at) and abs(at) <= FURTHEST_S)
    return float(at)


def _result(found: object) -> str:
    """Check what statistics read from a finished game's result."""
    text = _folded(found)
    result = json.loads(text)
    _text(result["game"])
    for seat in result["seats"]:
        _whole(seat["total"], -HIGHEST, HIGHEST)
        _require(isinstance(seat["rounds"], list))
        _require(seat["badge"] is None or seat["badge"] in BADGES)
    _require(isinstance(result["seats"], list) and isinstance(result["winners"], list))
    _require(all(winner in BADGES for winner in result["winners"]))
    return text
