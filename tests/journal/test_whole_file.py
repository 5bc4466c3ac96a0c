"""Files that lie there whole: what is written, whose it is, and that no pulled plug halves it."""

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from firmware.app.known_scanners import remember, remembered
from firmware.system.crash_report import keep
from firmware.system.files import replace, write

STEPS = re.compile(r"(?:\d+ +)?(fsync|rename\w*|linkat|link)\((.*)\) += 0$", re.M)
WRITERS = {
    "replace(path, b'new')": "own.new",
    "write(path, lambda file: file.write(b'new'))": r"\.own\.\d+",
    "remember(folder, 'a scanner')": "scanners.new",
    "keep(folder, OSError(), '1')": "last-crash.txt.new",
}


def steps(tmp_path: Path, written: str) -> list[tuple[str, str]]:
    """The system calls that make it last, in order, each with the name that it was about."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed: apt install strace")
    folder, out = tmp_path / "state", tmp_path / "trace"
    folder.mkdir()
    program = (
        "from firmware.last_crash import keep\nfrom firmware.remembered import remember\n"
        "from firmware.whole_file import replace, write\n"
        f"folder = {str(folder)!r}; path = folder + '/own'\n{written}\n"
    )
    traced = [strace, "-y", "-o", str(out), "-e", "trace=fsync,rename,renameat,renameat2"]
    tried = subprocess.run(
        [*traced, sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    if "ptrace" in tried.stderr.lower():
        pytest.skip(f"strace may not trace here: {tried.stderr.strip()}")
    assert tried.returncode == 0, tried.stderr
    return STEPS.findall(out.read_text())


@pytest.mark.parametrize("written", WRITERS)
def test_it_is_on_disk_before_it_has_its_name_and_then_the_name_is(
    tmp_path: Path, written: str
) -> None:
    (first, file), (second, names), (third, folder) = steps(tmp_path, written)
    assert (first, second[:6], third) == ("fsync", "rename", "fsync")
    assert re.search(rf"/state/{WRITERS[written]}>$", file)
    assert re.search(rf"/state/{WRITERS[written]}\"", names)
    assert folder.endswith("/state>")


def test_what_cannot_be_written_leaves_the_old_one_and_nothing_beside(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()  # no file can take its name
    with pytest.raises(OSError, match="directory"):
        replace(str(tmp_path / "own"), b"new")
    with pytest.raises(OSError, match="directory") as told:
        write(str(tmp_path / "own"), lambda file: file.write(b"new"))
    assert told.value.filename == str(tmp_path / "own")
    assert os.listdir(tmp_path) == ["own"]


def test_a_mistake_while_a_persons_file_is_written_leaves_the_old_one(tmp_path: Path) -> None:
    def mistaken(file: BinaryIO) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    (tmp_path / "own").write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write(str(tmp_path / "own"), mistaken)
    assert os.listdir(tmp_path) == ["own"]
    assert (tmp_path / "own").read_bytes() == b"old"


@pytest.mark.parametrize(
    "written",
    [
        lambda folder: replace(f"{folder}/own", b"new"),
        lambda folder: remember(folder, "own"),
        lambda folder: keep(folder, OSError("own"), "1"),
    ],
)
def test_a_link_that_lies_in_the_way_costs_nobody_a_file(
    tmp_path: Path, written: Callable[[str], object]
) -> None:
    (tmp_path / "theirs").write_bytes(b"theirs")
    folder = tmp_path / "state"
    folder.mkdir()
    for name in ("own", "scanners", "last-crash.txt"):
        (folder / f"{name}.new").symlink_to(tmp_path / "theirs")
        (folder / name).symlink_to(tmp_path / "theirs")
    written(str(folder))
    assert (tmp_path / "theirs").read_bytes() == b"theirs"
    ours = [one for one in folder.iterdir() if not one.is_symlink()]
    assert len(ours) == 1
    assert stat.S_IMODE(ours[0].stat().st_mode) == 0o600


def test_a_persons_file_stays_a_link_and_is_for_all_whom_they_let(tmp_path: Path) -> None:
    (tmp_path / "labels.pdf").symlink_to(tmp_path / "elsewhere.pdf")
    write(str(tmp_path / "labels.pdf"), lambda file: file.write(b"new"))
    assert (tmp_path / "labels.pdf").is_symlink()
    there = tmp_path / "elsewhere.pdf"
    assert there.read_bytes() == b"new"
    assert stat.S_IMODE(there.stat().st_mode) & 0o400


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write for others")
def test_what_root_writes_belongs_to_whom_the_folder_belongs_to(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1234)
    remember(str(tmp_path), "a scanner")
    keep(str(tmp_path), OSError(), "1")
    assert {(tmp_path / name).stat().st_uid for name in os.listdir(tmp_path)} == {1234}
    assert remembered(str(tmp_path)) == ["a scanner"]
