"""The release archive: the same from the same sources, with all that it takes; and unpacked."""

import os
import re
import shutil
import stat
import subprocess
import tarfile
from pathlib import Path

import pytest
from support.fake_pi import ROOT, FakePi, another, made, sources, summed
from support.installations import whole

pytest_plugins = "support.installer_bench"  # the fixtures
# What the table of mishaps quotes of ours, and what of it stands in a script as it is.
OURS = {
    "the system is fetching updates": "the system is fetching updates",
    "packages could not be fetched": 'fail packages "could not be fetched',
    "this machine's clock is behind": "this machine's clock is behind",
    "archive has come damaged": "it has come damaged",
    "okanjo is somebody here": "okanjo is somebody here",
    "the disk has only ... left": "the disk has only $free_mb MB left",
    "config.txt is missing or cannot be written": "$boot is missing or cannot be written",
    "did not become ready": "did not become ready",
    "page none": 'say page \\\n    "none',
}
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
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    """The older version's files still lie unpacked where the newer's come."""
    (on_card, home), sent = owner(pi, tmp_path), documented()[1]
    boot = pi.root / "boot/firmware"
    packed(archive, boot / "okanjo-0.1.0.tar.gz")
    done = typed(pi, on_card, home)
    assert done.returncode == 0, done.stderr
    first = pi.current
    (tmp_path / "newer").mkdir()
    newer = another(archive, tmp_path / "newer/okanjo", "newer")
    (newer / "engine/of_the_newer.py").write_text("")
    (home / "okanjo/engine/of_an_older_one.py").write_text("")
    packed(summed(newer), boot / "okanjo-0.2.0.tar.gz")
    done = typed(pi, on_card, home)
    assert done.returncode != 0
    assert "Not found in archive" in done.stderr
    assert "| `Not found in archive` |" in INSTALL
    assert pi.current == first
    (boot / "okanjo-0.1.0.tar.gz").unlink()
    done = typed(pi, on_card, home)
    assert done.returncode == 0, done.stderr
    assert (pi.before, pi.current != first) == (first, True)
    site = pi.brought("..") / "lib"
    assert list(site.glob("*/*/engine/of_the_newer.py"))
    assert not list(site.glob("*/*/engine/of_an_older_one.py"))
    whole(pi)
    packed(archive, home / "okanjo-0.2.0.tar.gz")  # sent, and the first one again
    done = typed(pi, sent, home)
    assert done.returncode == 0, done.stderr
    assert (pi.current, "runs already" in done.stdout) == (first, False)


# As browsers name a file that they have fetched before, or unpack one that is for them to open.
@pytest.mark.parametrize(
    "name",
    [
        "okanjo-0.1.0.tar (1).gz",
        "okanjo-0.1.0(1).tar.gz",
        "okanjo-0.1.0.tar-1.gz",
        "okanjo-0.1.0.tar",
    ],
)
def test_the_documented_line_takes_what_a_browser_makes_of_it(
    pi: FakePi, archive: Path, tmp_path: Path, name: str
) -> None:
    on_card, home = owner(pi, tmp_path)
    how = "-czf" if name.endswith("gz") else "-cf"
    file = pi.root / "boot/firmware" / name
    subprocess.run(["tar", how, file, "-C", archive.parent, archive.name], check=True)
    pi.other["OKANJO_PYTHON"] = "/bin/false"  # it begins, and that is what matters here
    done = typed(pi, on_card, home)
    assert "archive      whole" in done.stdout, done.stderr
    assert (home / "okanjo/install.sh").exists()


def test_and_a_folder_that_it_was_unpacked_to_does(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    _, home = owner(pi, tmp_path)
    folder = shutil.copytree(archive, pi.root / "boot/firmware/okanjo")
    for one in folder.rglob("*.sh"):
        one.chmod(0o644)  # FAT knows of no programs
    (line,) = re.findall(r"`(sudo sh /boot/\S*)`", INSTALL)
    done = typed(pi, line, home)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(folder)
    whole(pi)


def test_a_file_cut_short_is_told_in_words_that_the_table_has(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    on_card, home = owner(pi, tmp_path)
    file = pi.root / "boot/firmware/okanjo-0.1.0.tar.gz"
    packed(archive, file)
    os.truncate(file, file.stat().st_size // 2)
    done = typed(pi, on_card, home)
    assert (done.returncode, done.stdout) != (0, "")
    assert "unexpected end of file" in done.stderr
    assert "| `unexpected end of file`, `archive has come damaged` |" in INSTALL
    assert not pi.current


@pytest.mark.parametrize("row", OURS)
def test_what_the_table_quotes_of_ours_is_said(row: str) -> None:
    scripts = "".join(one.read_text(encoding="utf-8") for one in (ROOT / "systemd").glob("*.sh"))
    assert f"`{row}`" in INSTALL
    assert OURS[row] in scripts
