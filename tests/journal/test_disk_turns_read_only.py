"""The disk turns read-only while people score, as a dying card's does; then the watchdog strikes.

A real one: a file system of its own in a file, whose kernel is told to act as if it had found an
error (`abort`, ext4(5)). What is open for writing stays open and takes nothing any more.
"""

import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.table_program import ProgramTable, left

LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]
BEFORE = [f"card sushi-go-party/{face}" for face in ("tempura/1", "tempura/2", "dumpling/1")]
AFTER = [f"card sushi-go-party/{face}" for face in ("dumpling/2", "sashimi/1")]
TOOLS = "mkfs.ext4", "fsck.ext4", "mount", "umount"


def done(*words: object) -> str:
    """What it had to say against it; nothing when all is well."""
    made = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)
    return f"{words[0]}: {made.stderr.strip() or made.returncode}" if made.returncode else ""


class MountedDisk:
    """A small one at `folder`."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.folder, self.file = folder, file
        folder.mkdir(parents=True)
        file.write_bytes(b"")
        with file.open("r+b") as image:
            image.truncate(16 << 20)

    def mounted(self) -> str:
        return done("mount", "-o", "loop,errors=remount-ro", self.file, self.folder)

    def turns_read_only(self) -> None:
        assert done("mount", "-o", "remount,abort", self.folder) == ""
        with pytest.raises(OSError, match="Read-only file system"):
            (self.folder / "probe").touch()

    def looked_after(self) -> None:
        """As a Pi does at its next start: checked, and mounted anew."""
        assert done("umount", self.folder) == ""
        subprocess.run(["fsck.ext4", "-p", self.file], capture_output=True, check=False)
        assert self.mounted() == ""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[MountedDisk]:
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        pytest.skip(f"{' and '.join(missing)} are not there (package e2fsprogs)")
    disk = MountedDisk(tmp_path / "table" / "okanjo", tmp_path / "image")
    why = done("mkfs.ext4", "-q", "-F", disk.file) or disk.mounted()
    if why:
        pytest.skip(f"no disk of its own can be mounted here: {why}")
    try:
        yield disk
    finally:
        done("umount", "--lazy", disk.folder)


@pytest.fixture
def begun(disk: MountedDisk) -> Iterator[Callable[[Path], ProgramTable]]:
    """Starts programs; none is left when the disk is taken away."""
    programs: list[ProgramTable] = []

    def begin(folder: Path) -> ProgramTable:
        programs.append(ProgramTable(folder))
        return programs[-1]

    yield begin
    for program in programs:
        if program.child.poll() is None:
            program.kill()


def test_started_again_on_it_the_game_goes_on_and_nothing_acknowledged_is_lost(
    disk: MountedDisk, begun: Callable[[Path], ProgramTable], tmp_path: Path
) -> None:
    table, twin = tmp_path / "table", tmp_path / "twin"
    twin.mkdir()
    other, first = begun(twin), begun(table)
    for line in LOBBY + BEFORE:
        answer = first.answer(line)
        assert answer == other.answer(line)
        assert answer.startswith("accepted"), answer
        assert "UNSAVED" not in answer
    assert other.leave() == (0, "")
    disk.turns_read_only()
    assert "UNSAVED" in first.answer(AFTER[0])
    first.child.send_signal(signal.SIGABRT)  # as systemd's watchdog does it
    first.child.communicate()
    again = begun(table)
    for line in AFTER:
        answer = again.answer(line)
        assert answer.startswith("accepted"), answer
        assert "UNSAVED" in answer
    status, output = again.leave()
    assert (status, "Traceback" in output) == (0, False)
    disk.looked_after()
    assert left(table) == left(twin)
    healed = begun(table)
    answer = healed.answer(AFTER[0])
    assert "UNSAVED" not in answer, healed.leave()
    assert healed.leave() == (0, "")
