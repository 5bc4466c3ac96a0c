"""Full disks, blocked links, cut rollbacks and removals in; a way back, and a sentence, out."""

import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from support.fake_pi import SOON_S, FakePi, another
from support.installations import ENDS, NEVER_READY, install, until, whole

pytest_plugins = "support.installer_bench"  # the fixtures
CUTS = 40 if os.environ.get("OKANJO_SOAK") else 5
STAND_IN = "0.0.9-0123456789ab"


def old_one(pi: FakePi, name: str = STAND_IN) -> None:
    """The version at work under another name, as the one before: quicker than an update."""
    versions = pi.root / "opt/okanjo/versions"
    shutil.copytree(versions / pi.current, versions / name, symlinks=True)
    link = versions / pi.current / "before"
    link.unlink(missing_ok=True)
    link.symlink_to(f"../{name}")


def spoil(pi: FakePi, version: str, more: str) -> None:
    """What a mistake in the settings would do: it was ready once, and is not any more."""
    (file,) = (pi.root / "opt/okanjo/versions" / version).glob("lib/*/*/firmware/main.py")
    with file.open("a") as text:
        text.write(more)


def test_a_rollback_cut_off_anywhere_leaves_a_way_back(pi: FakePi, archive: Path) -> None:
    install(pi, archive)
    old_one(pi)
    both = pi.versions
    began = time.monotonic()
    assert pi.run(pi.brought("rollback.sh"))[0] == 0
    lasts = time.monotonic() - began
    chance, cut = random.Random(6), 0
    for round_ in range(CUTS):
        at = lasts * (round_ + chance.random()) / CUTS
        if pi.killed_after(pi.brought("rollback.sh"), at):
            cut += 1
        else:
            lasts = at  # the machine is quicker than it was
        assert {pi.current, pi.before} == both == pi.versions
        was = pi.current
        status, told = pi.run(pi.brought("rollback.sh"))
        assert status == 0, told
        assert pi.current != was
    whole(pi)
    assert cut > CUTS // 3


def test_a_rollback_to_what_does_not_start_changes_nothing(pi: FakePi, archive: Path) -> None:
    install(pi, archive)
    old_one(pi)
    spoil(pi, STAND_IN, ENDS)
    before = pi.current
    status, told = pi.run(pi.brought("rollback.sh"))
    assert status == 1
    assert f"{before} goes on" in told
    assert (pi.current, pi.before) == (before, STAND_IN)
    whole(pi)


# A tool that stops where a folder is taken away: before that, or when half of it is gone.
BEFORE = """case $* in *.gone-okanjo) touch "$OKANJO_ROOT/run/here"; exec sleep 600;; esac"""
HALF = """gone=$OKANJO_ROOT/opt/.gone-okanjo
if [ "$*" = "-rf $gone" ] && [ -d "$gone" ]; then
  {rm} -rf "$gone"/versions/*/lib
  touch "$OKANJO_ROOT/run/here"
  exec sleep 600
fi"""


def test_a_removal_cut_off_anywhere_counts_as_removed_or_not(pi: FakePi, archive: Path) -> None:
    """What is left of a folder is never taken for a version."""
    install(pi, archive)
    for tool, stops in (("mv", BEFORE), ("rm", HALF)):
        real = shutil.which(tool)
        pi.stub(tool, f'{stops.format(rm=real)}\nexec {real} "$@"')
        running = pi.begin(archive / "uninstall.sh")
        until((pi.root / "run/here").exists)
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        (pi.root / "run/here").unlink()
        (pi.bin / tool).unlink()
        assert (pi.root / "opt/okanjo").exists() == (tool == "mv")
        assert (pi.root / "opt/.gone-okanjo").exists() == (tool == "rm")
        install(pi, archive)
        whole(pi)


def test_half_a_folder_is_no_version(pi: FakePi, archive: Path) -> None:
    install(pi, archive)
    old_one(pi)
    (pi.root / "opt/okanjo/versions" / STAND_IN / ".whole").unlink()
    assert "no version before" in pi.run(pi.brought("rollback.sh"))[1]
    folder = pi.root / "opt/okanjo/versions" / pi.current
    (folder / ".whole").unlink()
    (site,) = folder.glob("lib/*/site-packages")
    shutil.rmtree(site / "firmware")
    (folder.parent / ".gone-other").mkdir()
    assert "is laid down" in install(pi, archive)
    whole(pi)


@pytest.mark.parametrize("place", ["opt/okanjo/current.new", "usr/local/bin/okanjo"])
def test_a_link_that_cannot_be_laid_is_told_and_the_old_version_goes_on(
    pi: FakePi, archive: Path, tmp_path: Path, place: str
) -> None:
    install(pi, archive)
    before = pi.current
    (pi.root / place).unlink(missing_ok=True)
    (pi.root / place / "of somebody").mkdir(parents=True)
    status, told = pi.run(another(archive, tmp_path / "two", "two") / "install.sh")
    assert status == 1
    assert "cannot be laid: move away what has that name" in told
    assert "is ready" not in told
    assert pi.current == before
    until(lambda: pi.state == "active")


def test_a_full_disk_is_told_and_is_not_kept_full(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    """Too little room, asked for before; no room any more, in the middle of it (RLIMIT_FSIZE)."""
    install(pi, archive)
    before = pi.tree()
    newer = another(archive, tmp_path / "two", "two")
    pi.stub("df", "echo Avail; echo 20000")
    status, told = pi.run(newer / "install.sh")
    assert (status, pi.tree()) == (1, before)
    assert "has only 19 MB left" in told
    (pi.bin / "df").unlink()
    words = ["sh", "-c", f"ulimit -f 20; exec sh {newer}/install.sh"]
    done = subprocess.run(words, env=pi.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert pi.tree().keys() == before.keys()
    assert "is the disk full" in done.stderr
    whole(pi)


def test_no_version_that_was_ready_once_is_left_or_deleted(pi: FakePi, archive: Path) -> None:
    """It ends by itself, and its installer is run once more, as the table in the docs says."""
    install(pi, archive)
    old_one(pi)
    now, versions = pi.current, pi.versions
    spoil(pi, now, ENDS)
    pi.end()
    pi.other["OKANJO_READY_WITHIN_S"] = SOON_S
    status, told = pi.run(archive / "install.sh")
    assert status == 1
    assert "What it said: sudo journalctl -u okanjo" in told
    assert (pi.current, pi.before, pi.versions) == (now, STAND_IN, versions)


def test_if_neither_starts_both_are_kept(pi: FakePi, archive: Path, tmp_path: Path) -> None:
    install(pi, archive)
    old = pi.current
    spoil(pi, old, ENDS)
    pi.other["OKANJO_READY_WITHIN_S"] = SOON_S
    bad = another(archive, tmp_path / "bad", ENDS, "firmware/main.py")
    status, told = pi.run(bad / "install.sh")
    assert status == 1
    assert "not ready either. What it said:" in told
    assert "Nothing else" not in told
    assert pi.current == old
    assert len(pi.versions) == 2


def test_a_terminal_that_is_gone_does_not_keep_it_from_going_back(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    """`| tee` ended, or the window closed: nobody reads any more."""
    install(pi, archive)
    good = pi.current
    running = pi.begin(
        another(archive, tmp_path / "bad", NEVER_READY, "firmware/main.py") / "install.sh"
    )
    assert running.stdout
    for line in running.stdout:
        if "starting" in line:
            break
    running.stdout.close()
    assert running.wait(300) == 1
    assert pi.current == good
    whole(pi)
