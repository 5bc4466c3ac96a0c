"""Stickers on disk: every character comes back, and whatever happens the file is old or new."""

import csv
import errno
import itertools
import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from drivers.scanner.code_collector import LONGEST
from engine.codes import codebook
from firmware.common.facts.notices import Problem
from firmware.common.system.state_dir import STICKERS_FILE
from firmware.common.system.text import FORMULA
from firmware.core.stickers.csv_file import HEADER, MOST_BYTES, read, unfit, written
from firmware.core.stickers.csv_import import listed, rows_of
from firmware.core.stickers.store import NotTaught, Stickers, Taken

BOOK = codebook()
RED, BLUE = (BOOK.label("badge", badge).code for badge in ("red", "blue"))
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\t\0")
SCANNED = st.text(CHARACTERS, min_size=1, max_size=256).filter(lambda text: not unfit(text))
QUOTES = ("sticker", " x ", '"', '""', ",", ";", "a,b", '"a"', "#", "\ufeffx")
FORMULAS = ("=1+1", "+49", "-1", "@x", "'", "'=1", "''=1", "'x")
SIGNS = ("\x1d", "\x0b\x0c\x1c\x85\u2028", "062453 ", "0", "00000", "a\x1b[2J")
TRICKY = st.sampled_from([*QUOTES, *FORMULAS, *SIGNS])
ROWS = st.dictionaries(
    SCANNED | TRICKY,
    st.sampled_from([label.code for label in BOOK.labels if label.slug != "teach"]),
    max_size=8,
)


def taught(folder: Path) -> Stickers:
    return Stickers(str(folder), BOOK)


@given(ROWS)
def test_whatever_a_scanner_gives_comes_back_from_the_file(rows: dict[str, str]) -> None:
    assert read(written(rows.items(), lambda code: "any, label")) == (list(rows.items()), [])


@given(ROWS)
def test_what_is_listed_imports_again_unchanged(rows: dict[str, str]) -> None:
    """But for a sticker that looks like what a spreadsheet makes of a long number."""
    assume(not any("E+" in sticker.upper() for sticker in rows))
    text = "\n".join(listed(list(rows.items()), BOOK)) + "\n"
    for content in (text.encode(), text.replace("\n", "\r\n").encode("utf-8-sig")):
        assert rows_of(content, BOOK, {}) == list(rows.items())


@given(SCANNED | TRICKY)
def test_no_sticker_is_a_formula(sticker: str) -> None:
    """Neither to who opens the file itself in a spreadsheet nor to who opens the list of them."""
    file = written([(sticker, RED)], lambda code: "").decode()
    for content in (file, "\n".join(listed([(sticker, RED)], BOOK))):
        first = next(csv.reader([content.split("\n")[1]]))[0]
        assert not first.startswith(FORMULA)
        assert first == sticker or sticker.lstrip("'").startswith(FORMULA)


def test_what_is_taught_is_there_after_a_restart(tmp_path: Path) -> None:
    stickers = taught(tmp_path)
    assert stickers.rows() == []
    assert not (tmp_path / STICKERS_FILE).exists()  # a start writes nothing
    assert stickers.learn([("b", RED), ("a\x1d", BLUE)]) == 2
    assert stickers.learn([("b", RED)]) == 0
    for each in (stickers, taught(tmp_path)):
        assert each.rows() == [("b", RED), ("a\x1d", BLUE)]
        assert (each.code("b"), each.code("c")) == (RED, None)
        assert each.of(RED) == ["b"]
    assert (tmp_path / STICKERS_FILE).read_bytes() == (
        HEADER + f"b,{RED},badge red\na\x1d,{BLUE},badge blue\n"
    ).encode()
    assert (tmp_path / STICKERS_FILE).stat().st_mode & 0o777 == 0o600
    assert stickers.forget("b") == RED
    assert stickers.forget("b") is None
    assert taught(tmp_path).rows() == [("a\x1d", BLUE)]


def test_all_or_none(tmp_path: Path) -> None:
    stickers = taught(tmp_path)
    stickers.learn([("a", RED)])
    before = (tmp_path / STICKERS_FILE).read_bytes()
    with pytest.raises(Taken) as why:
        stickers.learn([("b", RED), ("a", BLUE)])
    assert (why.value.sticker, why.value.code) == ("a", RED)
    for wrong in ("", "a\tb", "a\nb", "a\0", "\ud800", "123456", "x" * (LONGEST + 1)):
        with pytest.raises(NotTaught):
            stickers.learn([("b", RED), (wrong, RED)])
    with pytest.raises(NotTaught, match="no label"):
        stickers.learn([("b", "000001"), ("c", RED)])
    long = "x" * (LONGEST - 8)
    with pytest.raises(NotTaught, match="too many"):
        stickers.learn((f"{number}{long}", RED) for number in range(MOST_BYTES // len(long)))
    assert stickers.rows() == [("a", RED)]
    assert (tmp_path / STICKERS_FILE).read_bytes() == before


# --- damage -------------------------------------------------------------------------------

DAMAGED = (
    f"""{HEADER}good,{RED},badge red
bad code,{RED[:-1]}9,badge red
123456,{RED},badge red
"open,{RED},badge red
no code
good,{BLUE},the same again

"too, good",{BLUE},whatever
""".encode()
    + b"\xff\xfe,002008,\nlast,002008\r\n"
)


def test_only_the_first_line_is_a_header_and_no_other_line_is_skipped() -> None:
    assert read(f"good,{RED}\n".encode()) == ([("good", RED)], [])
    assert read(f"{HEADER}{HEADER}good,{RED}\n".encode()) == ([("good", RED)], [2])


def test_a_damaged_line_costs_that_sticker_and_no_other(tmp_path: Path) -> None:
    (tmp_path / STICKERS_FILE).write_bytes(DAMAGED)
    stickers = taught(tmp_path)
    assert stickers.rows() == [("good", RED), ("too, good", BLUE), ("last", RED)]
    (finding,) = stickers.findings
    assert finding.problem == Problem("stickers-damaged", number=3)
    assert "lines 3, 4, 5, 6, 7, 8, 10 cannot be read and is ignored" in finding.log
    assert os.listdir(tmp_path) == [STICKERS_FILE]  # a start writes nothing
    stickers.learn([("new", BLUE)])
    assert (tmp_path / f"{STICKERS_FILE}.damaged-1").read_bytes() == DAMAGED
    assert taught(tmp_path).findings == []
    stickers.learn([("newer", BLUE)])
    assert sorted(os.listdir(tmp_path)) == [STICKERS_FILE, f"{STICKERS_FILE}.damaged-1"]
    (tmp_path / STICKERS_FILE).write_bytes(DAMAGED)
    taught(tmp_path).learn([("new", BLUE)])
    assert (tmp_path / f"{STICKERS_FILE}.damaged-2").exists()


@given(st.binary(max_size=200) | st.binary(max_size=60).map(lambda more: DAMAGED + more))
def test_any_bytes_are_read(content: bytes) -> None:
    kept = read(content)
    assert all(not unfit(sticker) for sticker, _ in kept.rows)
    assert read(written(kept.rows, lambda code: "")) == (kept.rows, [])


@pytest.mark.parametrize("make", [os.mkdir, lambda path: path.write_bytes(b"x" * (MOST_BYTES + 1))])
def test_what_cannot_be_read_is_put_aside(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / STICKERS_FILE)
    stickers = taught(tmp_path)
    assert stickers.rows() == []
    assert stickers.findings[0].problem == Problem("stickers-damaged", number=0)
    stickers.learn([("a", RED)])
    assert os.path.lexists(tmp_path / f"{STICKERS_FILE}.damaged-1")
    assert taught(tmp_path).rows() == [("a", RED)]


# --- power, full disks --------------------------------------------------------------------


def row(number: int) -> tuple[str, str]:
    return f"foreign \x1d,{number}", BOOK.labels[number % len(BOOK.labels)].code


def teach_for_ever(folder: Path, first: int, tell: int) -> None:
    """Teach stickers one after the other in a child, each told once it counts."""
    try:
        stickers = taught(folder)
        for number in itertools.count(first):
            stickers.learn([row(number)])
            os.write(tell, b"%d\n" % number)
    finally:
        os._exit(1)


def test_no_acknowledged_sticker_is_lost_by_kills(tmp_path: Path) -> None:
    chance, acknowledged = random.Random(4), 0
    for _ in range(15):
        hear, tell = os.pipe()
        child = os.fork()
        if child == 0:
            teach_for_ever(tmp_path, acknowledged, tell)
        os.close(tell)
        with open(hear) as lines:
            for _ in range(chance.randrange(1, 12)):
                acknowledged = int(lines.readline()) + 1
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            acknowledged = max([acknowledged, *(int(line) + 1 for line in lines)])
        kept = taught(tmp_path)
        assert kept.findings == []
        assert acknowledged <= len(kept.rows()) <= acknowledged + 1
        assert kept.rows() == [row(number) for number in range(len(kept.rows()))]
        acknowledged = len(kept.rows())


@pytest.mark.parametrize(
    ("call", "number"), [("fsync", errno.EIO), ("fsync", errno.ENOSPC), ("replace", errno.EROFS)]
)
def test_a_disk_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    def fails(*arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    stickers = taught(tmp_path)
    stickers.learn([row(0)])
    monkeypatch.setattr(os, call, fails)
    with pytest.raises(NotTaught, match=os.strerror(number).lower()):
        stickers.learn([row(1)])
    assert os.listdir(tmp_path) == [STICKERS_FILE]
    assert stickers.rows() == taught(tmp_path).rows() == [row(0)]
