"""Write scans and games as lines of JSON; read them back, with every law of the journal checked.

Law: what passes here, the journal takes and a game can go on from. Nothing is taken on trust, not
even from a file whose check sums hold.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import TypeVar

from engine.cards import BADGES
from engine.codes import codes_in, is_code
from engine.notation import printable
from firmware.journal.rows import HIGHEST, GameRow, ScanRow

LONGEST_ROW = 1 << 20  # bytes; a game's result has a few thousand
FURTHEST_S = 1e11  # Unix seconds: the year 5138, and as far back
MOST_LANES = 10_000
R = TypeVar("R", GameRow, ScanRow)
Json = dict[str, object]


class BadBackup(Exception):
    """A file that is not restored; the text says why, in a sentence for its owner."""


def scan_line(scan: ScanRow) -> bytes:
    return _line({"seq": scan.seq, "lane": scan.lane, "code": scan.code, "at": scan.at})


def game_line(game: GameRow) -> bytes:
    return _line(game._asdict())


def _line(row: Json) -> bytes:
    return json.dumps(row).encode() + b"\n"


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


def _read(line: bytes, where: str, parse: Callable[[Json], R]) -> R:
    try:
        row = json.loads(line.decode()) if len(line) <= LONGEST_ROW else None
        if isinstance(row, dict):
            return parse(row)
    except (ValueError, RecursionError):
        pass
    raise BadBackup(f"{where}: not a row of a backup: {printable(line.decode('utf-8', 'replace'))}")


def _scan(row: Json) -> ScanRow:
    match row:
        case {
            "seq": int(seq), "code": str(code), "lane": int() | str() as lane,
            "at": int() | float() as at, **more,
        } if not more and 1 <= seq < HIGHEST and _are_codes(code) and _is_lane(lane):  # fmt: skip
            return ScanRow(int(seq), code, lane, _time(at))
    raise ValueError


def _are_codes(code: str) -> bool:
    """Whether it is one code, or all those of a photo."""
    codes = codes_in(code)
    return bool(codes) and all(map(is_code, codes))


def _is_lane(lane: int | str) -> bool:
    return lane in BADGES or (type(lane) is int and 0 <= lane < MOST_LANES)


def _game(row: Json) -> GameRow:
    match row:
        case {
            "number": int(number), "first_seq": int(first), "opening": str(opening),
            "card_table": str(cards), "result": str() | None as result,
            "began": int() | float() as began, "ended": int() | float() | None as ended,
            "names": str(names), "note": str(note), "venue": str(venue), "day": str(day),
            "deleted": int(deleted), "seating": str(seating), **more,
        } if not more and abs(number) < HIGHEST > abs(deleted) and 0 < first < HIGHEST:  # fmt: skip
            return GameRow(
                int(number),
                int(first),
                _text(opening),
                _text(cards),
                None if result is None else _text(result),
                _time(began),
                None if ended is None else _time(ended),
                _names(names),
                _names(note),
                _names(venue),
                day and date.fromisoformat(day).isoformat(),
                int(deleted),
                _names(seating),
            )
    raise ValueError


def _text(text: str) -> str:
    """Check a text; half a character would not go into the journal."""
    text.encode()
    return text


def _names(lines: str) -> str:
    """Check players' names as the settings do: they are printed, and stand on every page."""
    if not lines.replace("\n", "").isprintable():
        raise ValueError
    return lines


def _time(at: float) -> float:
    if not abs(at) <= FURTHEST_S:  # nor is a NaN
        raise ValueError
    return float(at)
