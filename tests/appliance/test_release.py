"""The release archive: the same from the same sources, with all that it takes; and unpacked."""

import os
import re
import shutil
import stat
import subprocess
import tarfile
from pathlib import Path

from support.fake_pi import ROOT, FakePi, made, sources, summed

INSTALL = (ROOT / "docs/install.md").read_text(encoding="utf-8")


def test_the_same_sources_make_the_same_archive(dist: Path, tmp_path: Path) -> None:
    """Elsewhere, later, and by somebody with another umask."""
    again = sources(tmp_path / "again", dist)  # whoever is at work on these
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
    assert {"install.sh", "uninstall.sh", "SHA256SUMS", "LICENSE", "firmware/app/loop.py"} <= names
    assert "firmware/labels/icons/next.svg" in names
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


def documented() -> tuple[str, str]:
    """Two lines out of the instructions: with the file on the card, and sent."""
    found = re.findall(r"^tar xf .*$", INSTALL, re.M)
    first, update, sent = found
    assert first == update
    return first, sent


def typed(pi: FakePi, line: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A documented line, as its owner types it, in their own folder."""
    words = line.replace("/boot/firmware", str(pi.root / "boot/firmware"))
    return subprocess.run(
        ["sh", "-c", words],
        cwd=home,
        env=pi.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def owner(pi: FakePi, tmp_path: Path) -> tuple[str, Path]:
    """The line for a file that lies on the card; their own folder."""
    home = tmp_path / "home"
    home.mkdir()
    pi.stub("sudo", 'exec "$@"')
    return documented()[0], home


def packed(archive: Path, file: Path) -> None:
    subprocess.run(["tar", "-czf", file, "-C", archive.parent, archive.name], check=True)


def test_the_documented_lines_install_update_and_say_which_file_is_too_many(
    installed: FakePi, archive: Path, tmp_path: Path
) -> None:
    """The older version's files still lie unpacked where the newer's come."""
    (on_card, home), sent = owner(installed, tmp_path), documented()[1]
    boot = installed.root / "boot/firmware"
    packed(archive, boot / "okanjo-0.1.0.tar.gz")
    done = typed(installed, on_card, home)
    assert done.returncode == 0, done.stderr
    first = installed.current
    (tmp_path / "newer").mkdir()
    newer = installed.another("newer", folder=tmp_path / "newer/okanjo")
    (newer / "engine/of_the_newer.py").write_text("")
    (home / "okanjo/engine/of_an_older_one.py").write_text("")
    packed(summed(newer), boot / "okanjo-0.2.0.tar.gz")
    done = typed(installed, on_card, home)
    assert done.returncode != 0
    assert "Not found in archive" in done.stderr
    assert "| `Not found in archive` |" in INSTALL
    assert installed.current == first
    (boot / "okanjo-0.1.0.tar.gz").unlink()
    done = typed(installed, on_card, home)
    assert done.returncode == 0, done.stderr
    assert (installed.before, installed.current != first) == (first, True)
    site = installed.brought("..") / "lib"
    assert list(site.glob("*/*/engine/of_the_newer.py"))
    assert not list(site.glob("*/*/engine/of_an_older_one.py"))
    installed.whole()
    packed(archive, home / "okanjo-0.2.0.tar.gz")  # sent, and the first one again
    done = typed(installed, sent, home)
    assert done.returncode == 0, done.stderr
    assert (installed.current, "runs already" in done.stdout) == (first, False)
