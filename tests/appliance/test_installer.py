"""install.sh, rollback and uninstall.sh, as fake_pi.py has them: what is real there, it says."""

import os
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from support.fake_pi import FakePi, another
from support.installations import ENDS, NEVER_READY, install, whole

pytest_plugins = "support.installer_bench"  # the fixtures
SOAK = bool(os.environ.get("OKANJO_SOAK"))
CUTS = 120 if SOAK else 10
FEW_CUTS = 40 if SOAK else 5

# --- installing -------------------------------------------------------------------


def test_a_first_installation_is_ready_and_a_second_changes_nothing(
    pi: FakePi, archive: Path
) -> None:
    told = install(pi, archive)
    assert "is ready" in told
    assert "restart once" in told  # I2C and SPI were off
    whole(pi)
    config = (pi.root / "boot/firmware/config.txt").read_text()
    assert config == (
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtparam=spi=on\n"
        "#dtparam=i2c_arm=on\ndtparam=audio=on\n[pi4]\nx=1\n"
    )
    assert "python3-evdev" in (pi.root / "run/apt").read_text()
    before, fetched = pi.tree(), (pi.root / "run/apt").read_text()
    pi.asked()
    told = install(pi, archive)
    assert "runs already" in told
    assert "restart once" in told  # nobody has yet
    assert pi.tree() == before
    assert (pi.root / "run/apt").read_text() == fetched
    assert {one.split()[0] for one in pi.asked()} == {"is-active"}


# --- updates ----------------------------------------------------------------------


def test_an_update_a_rollback_and_back_again(pi: FakePi, archive: Path, tmp_path: Path) -> None:
    install(pi, archive)
    first = pi.current
    install(pi, another(archive, tmp_path / "two", "two"))
    second = pi.current
    assert first != second
    assert pi.before == first
    for now, before in ((first, second), (second, first)):
        status, told = pi.run(pi.brought("rollback.sh"))
        assert status == 0, told
        assert (pi.current, pi.before) == (now, before)
        whole(pi)


@pytest.mark.parametrize("mistake", [NEVER_READY, ENDS], ids=["hangs", "ends"])
def test_an_update_that_is_never_ready_goes_back(
    pi: FakePi, archive: Path, tmp_path: Path, mistake: str
) -> None:
    install(pi, archive)
    install(pi, another(archive, tmp_path / "good", "good"))
    before, versions = (pi.current, pi.before), pi.versions
    bad = another(archive, tmp_path / "bad", mistake, "firmware/main.py")
    status, told = pi.run(bad / "install.sh")
    assert status == 1
    assert f"went back to {before[0]}, which is ready" in told
    assert (pi.current, pi.before) == before
    assert pi.versions == versions
    whole(pi)


def test_one_that_does_not_even_run_is_not_changed_to(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    install(pi, archive)
    before = pi.current
    pi.asked()
    bad = another(archive, tmp_path / "bad", "\n1 / 0\n", "firmware/cli/parser.py")
    status, told = pi.run(bad / "install.sh")
    assert status == 1
    assert "does not run here" in told
    assert pi.current == before
    assert not [one for one in pi.asked() if one.startswith(("stop", "start"))]
    install(pi, archive)
    whole(pi)


# --- interruptions ----------------------------------------------------------------


def test_cut_off_anywhere_and_run_again_it_is_whole(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    """SIGKILL, as a closed lid or a pulled plug; whatever is current is whole at any moment."""
    versions = [another(archive, tmp_path / name, name) for name in ("one", "two")]
    began = time.monotonic()
    install(pi, versions[0])
    lasts = time.monotonic() - began
    chance = random.Random(6)
    cut = 0
    for round_ in range(CUTS):
        at = lasts * (round_ + chance.random()) / CUTS  # all along it
        wanted = versions[(round_ + 1) % 2]
        for old in pi.versions - {pi.current}:  # it is laid down anew each time
            shutil.rmtree(pi.root / "opt/okanjo/versions" / old)
        if pi.killed_after(wanted / "install.sh", at):
            cut += 1
        else:
            lasts = at  # the machine is quicker than it was
        assert pi.okanjo("codes").returncode == 0  # whichever it is
        install(pi, wanted)
        whole(pi)
    assert cut > CUTS // 3


# --- removal ----------------------------------------------------------------------


def test_removed_it_leaves_settings_and_games_alone(pi: FakePi, archive: Path) -> None:
    before = pi.tree()
    install(pi, archive)
    assert (pi.root / "var/lib/okanjo/journal.db").exists()
    status, told = pi.run(pi.root / "opt/okanjo/current/system/uninstall.sh")
    assert status == 0
    assert "settings in" in told
    left = {
        name
        for name in pi.tree().keys() - before.keys()
        if "okanjo" in name or not ((pi.root / name).is_dir() or name.startswith("etc/"))
    }
    assert left == {"etc/okanjo", "etc/okanjo/okanjo.toml", "var/lib/okanjo"}
    assert (pi.root / "var/lib/okanjo/journal.db").exists()
    if os.geteuid() == 0:
        assert "okanjo" not in (pi.root / "etc/passwd").read_text()
    pi.run(archive / "uninstall.sh")  # once more, and nothing to do
    install(pi, archive)
    whole(pi)


def test_who_is_not_root_is_told(archive: Path) -> None:
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("root without setpriv cannot be anybody else")
    lesser = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    with tempfile.TemporaryDirectory() as open_to_all:
        os.chmod(open_to_all, 0o755)  # noqa: S103 - there is nothing in it but the archive
        there = shutil.copytree(archive, Path(open_to_all) / "okanjo")
        for script in ("install.sh", "uninstall.sh"):
            words = [*(lesser if os.geteuid() == 0 else []), "sh", str(there / script)]
            done = subprocess.run(words, capture_output=True, text=True, cwd="/")
            assert (done.returncode, done.stderr[:25]) == (2, "This changes the system: "), done


# --- rollbacks, removals, full disks --------------------------------------------

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
    for round_ in range(FEW_CUTS):
        at = lasts * (round_ + chance.random()) / FEW_CUTS
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
    assert cut > FEW_CUTS // 3


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
