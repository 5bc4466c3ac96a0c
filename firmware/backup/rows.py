"""Scans and games in, lines of JSON out, and back with every law of the journal checked.

Law: what passes here, the journal takes and a game can go on from. Nothing is taken on trust, not
even from a file whose check sums hold.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.cards import BADGES
from engine.codes import is_code
from engine.notation import printable
from firmware.journal.rows import HIGHEST, GameRow, ScanRow

LONGEST_ROW = 1 << 20  # bytes; a game's result has a few thousand
FURTHEST_S = 1e11  # Unix seconds: the year 5138, and as far back
MOST_LANES = 10_000


class BadBackup(Exception):
    """A file that is not restored; the text says why, in a sentence for its owner."""


def scan_line(scan: ScanRow) -> bytes:
    return _line({"seq": scan.seq, "lane": scan.lane, "code": scan.code, "at": scan.at})


def game_line(game: GameRow) -> bytes:
    """A game's result and card table stand there as what they are, not as text within text."""
    row = game._asdict()
    row["card_table"] = _unfolded(game.card_table)
    row["result"] = None if game.result is None else _unfolded(game.result)
    return _line(row)


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row).encode() + b"\n"


def _unfolded(text: str) -> Any:
    """What the JSON text says; the text itself where that would not come back the same."""
    try:
        said = json.loads(text)
        return said if isinstance(said, dict) and json.dumps(said) == text else text
    except (ValueError, RecursionError):
        return text


def games_in(lines: Iterable[bytes], name: str) -> Iterator[GameRow]:
    """The games; BadBackup for the first line that is none, or stands in the wrong place."""
    before: GameRow | None = None
    for number, line in enumerate(lines, 1):
        game = _read(line, f"{name}, line {number}", _game)
        if before and (game.number <= before.number or game.first_seq <= before.first_seq):
            raise BadBackup(f"{name}, line {number}: game {game.number} is not the next one")
        before = game
        yield game


def scans_in(lines: Iterable[bytes], name: str, firsts: list[int]) -> Iterator[ScanRow]:
    """The scans; `firsts` holds each game's first seq, in order. BadBackup as for games.

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


def _read(line: bytes, where: str, made: Callable[[dict[str, Any]], Any]) -> Any:
    """The row a line holds."""
    if len(line) > LONGEST_ROW:
        raise BadBackup(f"{where}: longer than any row")
    try:
        row = json.loads(line.decode(), parse_constant=_no_number)
        if isinstance(row, dict):
            return made(row)
    except (ValueError, RecursionError, KeyError, TypeError, OverflowError):
        pass
    raise BadBackup(f"{where}: no row of ours: {printable(line.decode('utf-8', 'replace'))}")


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _scan(row: dict[str, Any]) -> ScanRow:
    scan = ScanRow(row["seq"], row["code"], row["lane"], _moment(row["at"]))
    right = (
        len(row) == 4
        and _is_number(scan.seq)
        and isinstance(scan.code, str)
        and is_code(scan.code)
        and (scan.lane in BADGES if isinstance(scan.lane, str) else _is_lane(scan.lane))
    )
    if not right:
        raise ValueError
    return scan


def _game(row: dict[str, Any]) -> GameRow:
    ended = None if row["ended"] is None else _moment(row["ended"])
    result = None if row["result"] is None else _result(row["result"])
    cards = _folded(row["card_table"])
    began = _moment(row["began"])
    game = GameRow(row["number"], row["first_seq"], row["opening"], cards, result, began, ended)
    whole = type(game.number) is int and abs(game.number) < HIGHEST and _is_number(game.first_seq)
    if len(row) != 7 or not whole or not isinstance(game.opening, str):
        raise ValueError
    game.opening.encode()  # half a character would not go into the journal
    return game


def _is_number(seq: Any) -> bool:
    return type(seq) is int and 1 <= seq < HIGHEST


def _is_lane(lane: Any) -> bool:
    return type(lane) is int and 0 <= lane < MOST_LANES


def _moment(at: Any) -> float:
    if type(at) not in (int, float) or not math.isfinite(at) or abs(at) > FURTHEST_S:
        raise ValueError
    return float(at)


def _folded(said: Any) -> str:
    """The text that `_unfolded` has been given."""
    if isinstance(said, dict):
        return json.dumps(said)
    if not isinstance(said, str):
        raise TypeError
    said.encode()
    return said


def _result(said: Any) -> str:
    """A finished game's result: what statistics read from it is there, and of its kind."""
    text = _folded(said)
    told = json.loads(text, parse_constant=_no_number)
    if not isinstance(told, dict):
        raise TypeError
    seats, winners = told["seats"], told["winners"]
    if not isinstance(told["game"], str) or not isinstance(winners, list):
        raise TypeError
    for seat in seats:
        if type(seat["total"]) is not int or not isinstance(seat["rounds"], list):
            raise TypeError
        if seat["badge"] is not None and seat["badge"] not in BADGES:
            raise ValueError
    if not isinstance(seats, list) or not all(winner in BADGES for winner in winners):
        raise TypeError
    return text
