"""Seen from outside the process: the sync of a scan comes before its acknowledgement.

SIGKILL cannot show it, as what was written survives the process in the kernel's memory. So the
system calls are traced, and the same check is shown to fail where SQLite is told not to sync.
"""

import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.failing_disk import in_own_mounts
from support.journal_tools import CHILD, code_of, codes, in_order, scan, tell_child

from firmware.core.journal.journal import Journal

SCAN_ARRIVED = re.compile(r'read\(0<[^>]*>, "\d{6}')
SYNCED = re.compile(r"(?:fdatasync|fsync)\(\d+<[^>]*journal\.db-wal>\) = 0")
SYNC_BEGUN = re.compile(r"(\d+) +(?:fdatasync|fsync)\(\d+<[^>]*-wal> <unfinished")
ACKNOWLEDGED = re.compile(r'write\(1<[^>]*>, "(saved|unsaved) (\d+)')


def prepared(tmp_path: Path, scans: int = 0) -> Path:
    """A state folder whose journal is made already, so that a trace holds nothing but scans."""
    folder = tmp_path / "state"
    journal = Journal(str(folder))
    scan(journal, scans)
    journal.close()
    return folder


def acknowledged_too_early(trace: str) -> list[int]:
    """The seqs whose "saved" was written with no finished sync of the log since it arrived."""
    early, synced = [], True
    lines = trace.splitlines()
    first = next(index for index, line in enumerate(lines) if SCAN_ARRIVED.search(line))
    for line in lines[first:]:
        if SCAN_ARRIVED.search(line) or ("-wal>" in line and "INJECTED" in line):
            synced = False
        elif SYNCED.search(line):
            synced = True
        elif (match := ACKNOWLEDGED.search(line)) and match[1] == "saved" and not synced:
            early.append(int(match[2]))
    return early


def traced(strace: str, tmp_path: Path, folder: Path, synchronous: str) -> str:
    """The trace of eight scans, one after the other's answer."""
    out = tmp_path / f"trace-{synchronous}"
    under = [strace, "-f", "-y", "-o", str(out), "-e", "trace=read,write,fsync,fdatasync"]
    child = AskedChild(folder, under, synchronous)
    for seq in range(1, 9):
        assert child.ask(code_of(seq)) == f"saved {seq}"
    child.end()
    return out.read_text(encoding="utf-8", errors="replace")


class AskedChild:
    """A child process that is told a line only after it has answered the one before."""

    def __init__(self, folder: Path, under: list[str], synchronous: str = "FULL") -> None:
        self._child = subprocess.Popen(
            [*under, sys.executable, CHILD, str(folder), synchronous],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.first = self._answer()

    def ask(self, line: str) -> str:
        assert self._child.stdin is not None
        self._child.stdin.write(f"{line}\n")
        self._child.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._child.stdout is not None
        return self._child.stdout.readline().strip()

    def end(self) -> None:
        self._child.communicate(timeout=120)
        assert self._child.returncode == 0


def test_a_scan_is_synced_before_it_is_acknowledged(strace: str, tmp_path: Path) -> None:
    trace = traced(strace, tmp_path, prepared(tmp_path), "FULL")
    assert len(ACKNOWLEDGED.findall(trace)) == 9
    assert not SYNC_BEGUN.search(trace)
    assert acknowledged_too_early(trace) == []


def test_the_check_finds_scans_that_were_not_synced(strace: str, tmp_path: Path) -> None:
    """WAL with synchronous=NORMAL passes every SIGKILL, and loses scans with the power."""
    trace = traced(strace, tmp_path, prepared(tmp_path), "NORMAL")
    assert len(acknowledged_too_early(trace)) >= 7


FAILING = [("fdatasync", when) for when in (1, 2, 5)]
# The first pwrites fall on the opening: a disk that fails from the start on.
FAILING += [("pwrite64", when) for when in (1, 9, 18, 23, 30)]
ERRORS = itertools.cycle(("EIO", "ENOSPC", "EROFS"))


@pytest.mark.parametrize(("call", "when", "error"), [(*c, next(ERRORS)) for c in FAILING])
def test_what_fails_is_never_acknowledged_and_is_made_good(
    strace: str, tmp_path: Path, call: str, when: int, error: str
) -> None:
    """Call number `when` and the four after it fail."""
    folder = prepared(tmp_path, 3)
    out = tmp_path / "trace"
    under = [strace, "-f", "-y", "-o", str(out), "-e", "trace=read,write,fsync,fdatasync,pwrite64"]
    under += ["-e", f"inject={call}:error={error}:when={when}..{when + 4}"]
    child = AskedChild(folder, under)
    answers = [child.ask(code_of(seq)) for seq in range(4, 14)]
    answers += [child.ask("retry") for _ in range(6)]
    child.end()
    assert answers[-1] == "saved 13"
    trace = out.read_text(encoding="utf-8", errors="replace")
    assert "INJECTED" in trace
    assert acknowledged_too_early(trace) == []
    journal = Journal(str(folder))
    assert (codes(journal), journal.findings) == (in_order(13), [])
    journal.close()


def test_after_a_failed_sync_the_whole_log_is_written_again(strace: str, tmp_path: Path) -> None:
    """The kernel tells of pages it could not write once, and then takes them for written."""
    out = tmp_path / "trace"
    under = [strace, "-f", "-y", "-o", str(out), "-e", "trace=read,write,fdatasync,pwrite64"]
    # the start takes one, the first scan three
    under += ["-e", "inject=fdatasync:error=EIO:when=6..9"]
    child = AskedChild(prepared(tmp_path), under)
    answers = [child.ask(code_of(seq)) for seq in range(1, 7)]
    child.end()
    assert (answers[2], answers[-1]) == ("unsaved 3 disk error", "saved 6")
    *_, recovery = out.read_text(encoding="utf-8", errors="replace").split("INJECTED")
    again = re.search(r"pwrite64\(\d+<[^>]*-wal>, .*, (\d+), 0\) = \1\n", recovery)
    assert again is not None
    assert int(again[1]) > 4096
    assert SYNCED.search(recovery[again.end() :]) is not None


def test_a_full_disk_is_told_and_made_good_when_there_is_room(tmp_path: Path) -> None:
    small = tmp_path / "small"
    copy = f'cp -a "{prepared(tmp_path, 3)}/." "{small}"'
    more = [code_of(seq) for seq in range(4, 290)]  # so many find room in the reserved log
    lines = ["fill", *more, "retry", "free", code_of(290), "retry"]
    lines.append(f'run cp -a "{small}/." "{tmp_path}/after"')
    (tmp_path / "after").mkdir()
    answers = tell_child(small, lines, under=in_own_mounts(small, "2m", copy))
    assert answers[0] == "saved 3"
    assert "unsaved 289 disk full" in answers
    assert answers[-1] == "saved 290"
    journal = Journal(str(tmp_path / "after"))
    assert (codes(journal), journal.findings) == (in_order(290), [])
    journal.close()


def test_a_read_only_disk_at_the_start_gives_the_game_and_saves_when_it_can(
    tmp_path: Path,
) -> None:
    """With a write-ahead log left by a pulled plug, which SQLite cannot open there by itself."""
    before = prepared(tmp_path)
    tell_child(before, [code_of(seq) for seq in range(1, 6)])
    assert (before / "journal.db-wal").stat().st_size > 0
    small = tmp_path / "small"
    steps = [f'cp -a "{before}/." "{small}"', f'mount -o remount,ro "{small}"']
    lines = [code_of(6), code_of(7), "retry", f'run mount -o remount,rw "{small}"', code_of(8)]
    (tmp_path / "after").mkdir()
    lines.append(f'run cp -a "{small}/." "{tmp_path}/after"')
    answers = tell_child(small, lines, under=in_own_mounts(small, "2m", *steps))
    assert [answer.split()[:2] for answer in answers[:4]] == [
        ["unsaved", str(seq)] for seq in (5, 6, 7, 7)
    ]
    assert answers[-1] == "saved 8"
    journal = Journal(str(tmp_path / "after"))
    assert (codes(journal), journal.findings) == (in_order(8), [])
    journal.close()
