"""The plug is pulled at every moment: what the disk may then hold is built from a trace.

A write that was not followed by a finished sync of its file may be there, or not, or in part, in
any mixture with its neighbours; one that was, is. Names that come and go are taken as lasting.
"""

import os
import random
import re
import shutil
import sys
from pathlib import Path
from subprocess import PIPE, run
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from support.journal_tools import CHILD, code_of, codes, in_order
from support.soak import share

from firmware.core.journal.journal import Journal

WRITTEN = re.compile(r'pwrite64\(\d+<(.*?)>, "(.*)", \d+, (\d+)\) = \d+')
SIZED = re.compile(r"ftruncate\(\d+<(.*?)>, (\d+)\) = 0")
SYNCED = re.compile(r"(?:fdatasync|fsync)\(\d+<(.*?)>\) = 0")
FAILED = re.compile(r"(?:fdatasync|fsync)\(\d+<(.*?)>\) = -1 EIO")
DELETED = re.compile(r'unlink\("(.*)"\) = 0')
TOLD = re.compile(r'write\(1<.*?>, "(.*)", \d+\)')
SECTOR = 512


class Write(NamedTuple):
    """Bytes at an offset; or, for no bytes, the file's new length."""

    offset: int
    content: bytes | None


class LoggedDisk:
    """Files as they last were on the disk for certain, and what has been written since."""

    def __init__(self, folder: Path) -> None:
        self._safe = {path.name: path.read_bytes() for path in folder.iterdir()}
        self._pending: dict[str, list[Write]] = {}
        self.failed = False

    def take(self, line: str) -> None:
        """One traced call."""
        if match := WRITTEN.search(line):
            self._add(match[1], Write(int(match[3]), bytes_of(match[2])))
        elif match := SIZED.search(line):
            self._add(match[1], Write(int(match[2]), None))
        elif match := SYNCED.search(line):
            name = name_of(match[1])
            if name in self._safe:  # and not the folder
                self._safe[name] = applied(self._safe[name], self._pending.pop(name, []))
        elif match := FAILED.search(line):  # told once, and then the kernel forgets the pages
            self._pending.pop(name_of(match[1]), None)
            self.failed = True
        elif match := DELETED.search(line):
            name = name_of(match[1])
            self._safe.pop(name, None)
            self._pending.pop(name, None)

    def _add(self, path: str, write: Write) -> None:
        name = name_of(path)
        if not name.endswith("-shm"):  # an index in memory, made anew at each start
            self._safe.setdefault(name, b"")
            self._pending.setdefault(name, []).append(write)

    def image(self, folder: Path, chance: random.Random) -> None:
        """Write what a cut may leave at this moment."""
        for name, content in self._safe.items():
            writes = self._pending.get(name, [])
            kept = [torn(write, chance) for write in writes if chance.random() < 0.6]
            (folder / name).write_bytes(applied(content, kept))


def name_of(quoted: str) -> str:
    return os.path.basename(bytes_of(quoted).decode())


def bytes_of(quoted: str) -> bytes:
    return bytes.fromhex(quoted.replace("\\x", ""))


def torn(write: Write, chance: random.Random) -> Write:
    """The write, or now and then only its first sectors."""
    if write.content and chance.random() < 0.3:
        return write._replace(content=write.content[: chance.randrange(9) * SECTOR])
    return write


def applied(content: bytes, writes: list[Write]) -> bytes:
    whole = bytearray(content)
    for offset, written in writes:
        if written is None:
            whole = whole[:offset].ljust(offset, b"\0")
        elif written:
            whole.extend(bytes(max(0, offset - len(whole))))
            whole[offset : offset + len(written)] = written
    return bytes(whole)


def traced(strace: str, folder: Path, scans: range, *more: str) -> list[str]:
    """A child's system calls while it goes on with the journal and appends these scans.

    `more` is for SQLite's `synchronous`, then for strace.
    """
    synchronous, *options = more or ("FULL",)
    out = folder.parent / "trace"
    calls = "trace=pwrite64,ftruncate,fsync,fdatasync,unlink,write"
    under = [strace, "-f", "-y", "-xx", "-s", "5000", "-o", str(out), "-e", calls, *options]
    lines = "".join(f"{code_of(seq)}\n" for seq in scans)
    command = [*under, sys.executable, CHILD, str(folder), synchronous]
    run(command, input=lines, text=True, check=True, timeout=120, stdout=PIPE)
    return out.read_text(encoding="utf-8", errors="replace").splitlines()


def cut_everywhere(strace: str, folder: Path, scans: range, *more: str) -> int:
    """Trace the child and check images after each of its calls; how many there were."""
    before = folder.parent / "before"
    shutil.rmtree(before, ignore_errors=True)
    shutil.copytree(folder, before)
    disk, acknowledged, images = LoggedDisk(before), 0, 0
    for line in traced(strace, folder, scans, *more):
        disk.take(line)
        if (match := TOLD.search(line)) is not None:
            state, seq, *_ = bytes_of(match[1]).split()
            acknowledged = int(seq) if state == b"saved" else acknowledged
        for seed in range(share(20)):
            check_image(disk, random.Random(f"{images} {seed}"), acknowledged, scans[-1])
            images += 1
    assert acknowledged == scans[-1]
    return images


def check_image(disk: LoggedDisk, chance: random.Random, at_least: int, at_most: int) -> None:
    """A start on what the cut has left has all that was acknowledged, in order.

    Nor does it complain, unless a sync had failed: then the log may truly have a hole.
    """
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a fresh folder
    with TemporaryDirectory(dir=memory) as folder:
        disk.image(Path(folder), chance)
        journal = Journal(folder)
        kept_codes, saved, findings = codes(journal), journal.saved, journal.findings
        journal.close()
    assert saved
    assert disk.failed or not findings
    assert kept_codes == in_order(len(kept_codes))
    assert at_least <= len(kept_codes) <= at_most


def test_no_acknowledged_scan_is_lost_wherever_the_power_is_cut(
    strace: str, tmp_path: Path
) -> None:
    """Through the making of a log, 25 scans, a kill, and the start that tidies the log up."""
    folder = tmp_path / "state"
    Journal(str(folder)).close()
    images = cut_everywhere(strace, folder, range(1, 26))
    images += cut_everywhere(strace, folder, range(26, 31))
    assert images > 200


@pytest.mark.parametrize("when", [2, 5])
def test_nor_after_syncs_that_failed(strace: str, tmp_path: Path, when: int) -> None:
    folder = tmp_path / "state"
    Journal(str(folder)).close()
    failing = f"inject=fdatasync:error=EIO:when={when}..{when + 3}"
    assert cut_everywhere(strace, folder, range(1, 13), "FULL", "-e", failing) > 60


def test_the_cuts_find_scans_that_were_not_synced(strace: str, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    Journal(str(folder)).close()
    with pytest.raises(AssertionError):
        cut_everywhere(strace, folder, range(1, 9), "NORMAL")
