"""The release archive: the same from the same sources, with all that it takes; and unpacked."""

import os
import shutil
import stat
import tarfile
from pathlib import Path

from fake_pi import FakePi, made, sources

pytest_plugins = "installer_bench"  # the fixtures


def test_the_same_sources_make_the_same_archive(dist: Path, tmp_path: Path) -> None:
    """Elsewhere, later, and by somebody with another umask."""
    again = sources(tmp_path / "again")
    for path in again.rglob("*"):
        if path.is_file() and not path.is_symlink() and ".venv" not in path.parts:
            os.utime(path)
            path.chmod(0o600)
    before = os.umask(0o077)
    try:
        done = made(again, dist / "build/wheels")
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stderr
    (first,), (second,) = (list((one / "dist").iterdir()) for one in (dist, again))
    assert first.read_bytes() == second.read_bytes()
    assert first.name == second.name


def test_the_archive_has_what_it_takes_and_no_more(dist: Path) -> None:
    (packed,) = (dist / "dist").iterdir()
    with tarfile.open(packed) as tar:
        members = tar.getmembers()
    top = members[0].name
    names = {one.name.removeprefix(f"{top}/") for one in members}
    assert {"install.sh", "uninstall.sh", "SHA256SUMS", "LICENSE", "firmware/app.py"} <= names
    assert not [one for one in names if "__pycache__" in one or one.startswith(("tests", "."))]
    assert {(one.uid, one.gid, one.mtime) for one in members} == {(0, 0, 1)}
    install = next(one for one in members if one.name == f"{top}/install.sh")
    assert install.mode & stat.S_IXUSR


def test_one_that_has_come_damaged_changes_nothing(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged"
    shutil.copytree(archive, damaged)
    with (damaged / "engine/table.py").open("a") as file:
        file.write("#")
    before = pi.tree()
    status, told = pi.run(damaged / "install.sh")
    assert (status, pi.tree()) == (1, before)
    assert "damaged" in told


def test_a_checkout_is_sent_to_make(pi: FakePi, tmp_path: Path) -> None:
    checkout = sources(tmp_path / "checkout")
    status, told = pi.run(checkout / "systemd/install.sh")
    assert status == 1
    assert "make install" in told
