"""What the journal's tests share: a way to append, and a child process to give lines to."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from firmware.core.journal.journal import Journal
from firmware.core.journal.rows import GAMES, GameNow, GameRow, game_row

CHILD = str(Path(__file__).with_name("journal_child.py"))


def code_of(seq: int) -> str:
    return f"{seq * 7919 % 1_000_000:06d}"


def scan(journal: Journal, count: int, game: GameNow | None = None) -> None:
    """Append so many scans, each with the code that goes with its seq."""
    last = journal.last_game()
    seq = last.scans[-1].seq if last and last.scans else last.game.first_seq - 1 if last else 0
    for number in range(seq + 1, seq + count + 1):
        assert journal.append(code_of(number), 0, 1.0, game or GameNow(1)), journal.trouble


def codes(journal: Journal) -> list[str]:
    """The codes of the game on the table."""
    last = journal.last_game()
    return [row.code for row in last.scans] if last else []


def finished(folder: Path | str) -> list[GameRow]:
    """All games with a result in a state folder, by SQLite alone."""
    with closing(sqlite3.connect(f"{folder}/journal.db")) as connection:
        rows = connection.execute(f"{GAMES} WHERE result IS NOT NULL ORDER BY number")
        return [game_row(row) for row in rows]


def in_order(count: int) -> list[str]:
    return [code_of(seq + 1) for seq in range(count)]


def tell_child(
    folder: Path | str,
    lines: Iterable[str],
    *,
    under: Sequence[str] = (),
    synchronous: str = "FULL",
) -> list[str]:
    """Give a child process these lines; its answers, the first one before any line."""
    done = subprocess.run(
        [*under, sys.executable, CHILD, str(folder), synchronous],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
