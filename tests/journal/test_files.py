"""Files of the state folder: written whole, for one owner; whatever lies in their place."""

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

from firmware.common.system.crash_report import write_report
from firmware.common.system.files import replace, write
from firmware.common.system.state_dir import OWNER_FILE, claim
from firmware.core.app import known_scanners

STEPS = re.compile(r"(?:\d+ +)?(fsync|rename\w*)\((.*)\) += 0$", re.M)
WRITERS = {
    "replace(path, b'new')": "own.new",
    "write(path, lambda file: file.write(b'new'))": r"\.own\.\d+",
}


@pytest.mark.parametrize("written", WRITERS)
def test_it_is_on_disk_before_it_has_its_name_and_then_the_name_is(
    tmp_path: Path, written: str
) -> None:
    """By the system calls, in order, each with the name that it was about."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed: apt install strace")
    folder, out = tmp_path / "state", tmp_path / "trace"
    folder.mkdir()
    program = (
        f"from firmware.common.system.files import replace, write; path = {str(folder / 'own')!r}\n"
    )
    traced = [strace, "-y", "-o", str(out), "-e", "trace=fsync,rename,renameat,renameat2"]
    command = [*traced, sys.executable, "-c", program + written]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    if "ptrace" in tried.stderr.lower():
        pytest.skip(f"strace may not trace here: {tried.stderr.strip()}")
    assert tried.returncode == 0, tried.stderr
    (first, file), (second, names), (third, synced) = STEPS.findall(out.read_text())
    assert (first, second[:6], third) == ("fsync", "rename", "fsync")
    assert re.search(rf"/state/{WRITERS[written]}>$", file)
    assert re.search(rf"/state/{WRITERS[written]}\"", names)
    assert synced.endswith("/state>")


def test_what_cannot_be_written_leaves_the_old_one_and_nothing_beside(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()  # no file can take its name
    with pytest.raises(OSError, match="directory"):
        replace(str(tmp_path / "own"), b"new")
    with pytest.raises(OSError, match="directory") as why:
        write(str(tmp_path / "own"), lambda file: file.write(b"new"))
    assert why.value.filename == str(tmp_path / "own")
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
        lambda folder: known_scanners.add(folder, "own"),
        lambda folder: write_report(folder, OSError("own"), "1"),
    ],
)
def test_a_link_in_the_way_overwrites_nobodys_file(
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
    ours = [path for path in folder.iterdir() if not path.is_symlink()]
    assert len(ours) == 1
    assert stat.S_IMODE(ours[0].stat().st_mode) == 0o600


def test_a_persons_file_stays_a_link_and_is_for_all_whom_they_let(tmp_path: Path) -> None:
    (tmp_path / "labels.pdf").symlink_to(tmp_path / "elsewhere.pdf")
    write(str(tmp_path / "labels.pdf"), lambda file: file.write(b"new"))
    assert (tmp_path / "labels.pdf").is_symlink()
    target = tmp_path / "elsewhere.pdf"
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) & 0o400


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write for others")
def test_what_root_writes_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1234)
    known_scanners.add(str(tmp_path), "a scanner")
    write_report(str(tmp_path), OSError(), "1")
    assert {(tmp_path / name).stat().st_uid for name in os.listdir(tmp_path)} == {1234}
    assert known_scanners.load(str(tmp_path)) == ["a scanner"]


def test_the_owners_number_is_for_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / OWNER_FILE).write_text("a longer text from before")
    held = claim(str(tmp_path))
    assert (tmp_path / OWNER_FILE).read_text() == f"{os.getpid()}\n"
    held.release()
    (tmp_path / OWNER_FILE).unlink()
    claim(str(tmp_path)).release()
    assert (tmp_path / OWNER_FILE).stat().st_mode & 0o777 == 0o600
