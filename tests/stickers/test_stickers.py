"""Stickers on disk: every character comes back, and whatever happens the file is old or new."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from journal.test_journal_sync import strace
from support.stickers_writer import row

from engine.codes import codebook
from firmware.stickers.csv_file import HEADER, MOST_BYTES, read, unfit, written
from firmware.stickers.csv_import import listed, rows_of
from firmware.stickers.store import NotTaught, Stickers, Taken
from firmware.system.state_dir import STICKERS_FILE

__all__ = ["strace"]  # the fixture
WRITER = str(Path(__file__).parents[1] / "support/stickers_writer.py")
BOOK = codebook()
RED, BLUE = (BOOK.label("badge", badge).code for badge in ("red", "blue"))
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\t\0")
SCANNED = st.text(CHARACTERS, min_size=1, max_size=256).filter(lambda text: not unfit(text))
QUOTES = ("sticker", " x ", '"', '""', ",", ";", "a,b", '"a"', "'", "#", "\ufeffx", "=1+1")
SIGNS = ("\x1d", "\x0b\x0c\x1c\x85\u2028", "062453 ", "0", "00000", "a\x1b[2J")
TRICKY = st.sampled_from([*QUOTES, *SIGNS])
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


def test_what_is_taught_is_there_after_a_restart(tmp_path: Path) -> None:
    stickers = taught(tmp_path)
    assert stickers.rows() == []
    assert not (tmp_path / STICKERS_FILE).exists()  # a start writes nothing
    assert stickers.learn([("b", RED), ("a\x1d", BLUE)]) == 2
    assert stickers.learn([("b", RED)]) == 0
    for each in (stickers, taught(tmp_path)):
        assert each.rows() == [("b", RED), ("a\x1d", BLUE)]
        assert (each.code("b"), each.translate("b"), each.code("c"), each.translate("c")) == (
            RED, RED, None, "c",
        )  # fmt: skip
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
    with pytest.raises(NotTaught, match="too many"):
        stickers.learn((f"{number}{'x' * 200}", RED) for number in range(MOST_BYTES // 200))
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


def test_a_damaged_line_costs_that_sticker_and_no_other(tmp_path: Path) -> None:
    (tmp_path / STICKERS_FILE).write_bytes(DAMAGED)
    stickers = taught(tmp_path)
    assert stickers.rows() == [("good", RED), ("too, good", BLUE), ("last", RED)]
    (notice,) = stickers.notices
    assert notice.screen == "STICKERS DAMAGED\n3 can be read"
    assert "lines 3, 4, 5, 6, 7, 8, 10 cannot be read and is left out" in notice.log
    assert os.listdir(tmp_path) == [STICKERS_FILE]  # a start writes nothing
    stickers.learn([("new", BLUE)])
    assert (tmp_path / f"{STICKERS_FILE}.damaged-1").read_bytes() == DAMAGED
    assert taught(tmp_path).notices == []
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
    assert stickers.notices[0].screen == "STICKERS DAMAGED\n0 can be read"
    stickers.learn([("a", RED)])
    assert os.path.lexists(tmp_path / f"{STICKERS_FILE}.damaged-1")
    assert taught(tmp_path).rows() == [("a", RED)]


# --- power, full disks --------------------------------------------------------------------


def written_by(folder: Path, *words: object, under: tuple[str, ...] = ()) -> list[str]:
    """What a child that teaches says before its end."""
    command = [*under, sys.executable, WRITER, str(folder), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.splitlines()


def test_no_acknowledged_sticker_is_lost_by_kills(tmp_path: Path) -> None:
    chance, told = random.Random(4), 0
    for _ in range(15):
        command = [sys.executable, WRITER, str(tmp_path), str(told), "0", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for _ in range(chance.randrange(1, 12)):
                told = int(child.stdout.readline()) + 1
            child.kill()
            for line in child.stdout:
                told = int(line) + 1 if line.endswith("\n") else told
        kept = taught(tmp_path)
        assert kept.notices == []
        assert told <= len(kept.rows()) <= told + 1
        assert kept.rows() == [row(number) for number in range(len(kept.rows()))]
        told = len(kept.rows())


def test_it_is_on_disk_before_it_counts(strace: str, tmp_path: Path) -> None:
    """New file written and synced, then named, then the folder synced, then told."""
    state, out = tmp_path / "state", tmp_path / "out"
    state.mkdir()
    calls = "trace=/^(write|fsync|rename.*)$"
    written_by(state, 0, 0, 2, under=(strace, "-y", "-o", str(out), "-e", calls))
    steps = [
        line.split("(")[0].removesuffix("at2").removesuffix("at")
        + (" told" if line.startswith("write(1<") else "")
        for line in out.read_text().splitlines()
        if str(state) in line or line.startswith("write(1<")
    ]
    assert steps == ["write", "fsync", "rename", "fsync", "write told"] * 2


@pytest.mark.parametrize("call", ["fsync:error=EIO:when=3", "/^rename:error=EROFS:when=2"])
def test_a_disk_that_fails_changes_nothing(strace: str, tmp_path: Path, call: str) -> None:
    out = str(tmp_path / "out")
    state = tmp_path / "state"
    state.mkdir()
    under = (strace, "-o", out, "-e", "trace=/^(fsync|rename.*)$", "-e", f"inject={call}")
    first, second = written_by(state, 0, 0, 5, under=under)
    assert first == "0"
    assert second in ("not taught: input/output error; 1", "not taught: read-only file system; 1")
    assert os.listdir(state) == [STICKERS_FILE]
    assert taught(state).rows() == [row(0)]


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    *told, last = written_by(tmp_path, 0, 1000, 0)
    assert last == f"not taught: file too large; {len(told)}"
    assert os.listdir(tmp_path) == [STICKERS_FILE]
    assert taught(tmp_path).rows() == [row(number) for number in range(len(told))]
    assert len(told) > 5
