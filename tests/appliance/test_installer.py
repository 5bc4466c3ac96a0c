"""install.sh, rollback and uninstall.sh, as fake_pi.py has them: what is real there, it says."""

import os
import random
import shutil
import subprocess
import time
from pathlib import Path

from support.fake_pi import ENDS, NEVER_READY, SOON_S, FakePi, summed
from support.soak import SOAK

CUTS = 120 if SOAK else 2
LIBRARIES = "smbus2", "tomli_w", "zxingcpp"  # that this machine has: KEPT, as they are imported
FEW_CUTS = 40 if SOAK else 2

# --- installing -------------------------------------------------------------------


def test_a_first_installation_is_ready_and_a_second_changes_nothing(pi: FakePi) -> None:
    output = pi.install()
    assert "is ready" in output
    assert "restart once" in output  # I2C and SPI were off
    pi.whole()
    config = (pi.root / "boot/firmware/config.txt").read_text()
    assert config == (
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtparam=spi=on\n"
        "#dtparam=i2c_arm=on\ndtparam=audio=on\n[pi4]\nx=1\n"
    )
    assert "python3-evdev" in (pi.root / "run/apt").read_text()
    before, fetched = pi.tree(), (pi.root / "run/apt").read_text()
    pi.asked()
    output = pi.install()
    assert "already running" in output
    assert "restart once" in output  # nobody has yet
    assert pi.tree() == before
    assert (pi.root / "run/apt").read_text() == fetched
    assert {call.split()[0] for call in pi.asked()} == {"is-active"}


# --- updates ----------------------------------------------------------------------


def test_an_update_a_rollback_and_back_again(installed: FakePi) -> None:
    first = installed.current
    installed.install(installed.another("two"))
    second = installed.current
    assert first != second
    assert installed.before == first
    for now, before in ((first, second), (second, first)):
        status, output = installed.run(installed.brought("rollback.sh"))
        assert status == 0, output
        assert (installed.current, installed.before) == (now, before)
        installed.whole()


def test_an_update_copies_libraries_that_have_not_changed(installed: FakePi) -> None:
    """Compiled as they are, which takes a Pi long. Where one has changed, all are unpacked."""

    def written() -> dict[str, int]:
        """When each compiled file of the version at work was."""
        (site,) = installed.root.glob("opt/okanjo/current/lib/python3.*/site-packages")
        compiled = site.rglob("*.pyc")
        return {str(path.relative_to(site)): path.stat().st_mtime_ns for path in compiled}

    def libraries(of: dict[str, int]) -> dict[str, int]:
        return {name: mtime for name, mtime in of.items() if name.startswith(LIBRARIES)}

    first = written()
    installed.install(installed.another("two"))
    second = written()
    assert libraries(first)
    assert libraries(first) == dict(first.items() & second.items())
    installed.stub("cp", '/bin/cp "$@"; [ "$1" != -a ]')  # something in there cannot be read
    (engine,) = installed.root.glob("opt/okanjo/current/lib/python3.*/site-packages/engine")
    (engine / "gone.py").touch()
    installed.install(installed.another("two and a half"))
    assert not libraries(written()).items() & first.items()
    assert not (engine / "gone.py").exists()
    (installed.bin / "cp").unlink()
    another = installed.another("three")
    (gone,) = another.glob("wheels/tomli_w-*.whl")
    gone.unlink()
    installed.install(summed(another))
    third = written()
    assert {name.split("/")[0] for name in libraries(third)} == {"smbus2", "zxingcpp"}
    assert not third.items() & first.items()


def test_an_update_that_is_never_ready_goes_back(installed: FakePi) -> None:
    old_one(installed)
    installed.other["OKANJO_READY_WITHIN_S"] = SOON_S
    before, versions = (installed.current, installed.before), installed.versions
    bad = installed.another(NEVER_READY, "firmware/main.py")
    status, output = installed.run(bad / "install.sh")
    assert status == 1
    assert f"went back to {before[0]}, which is ready" in output
    assert (installed.current, installed.before) == before
    assert installed.versions == versions
    installed.whole()


def test_one_that_does_not_even_run_is_not_changed_to(installed: FakePi) -> None:
    before = installed.current
    installed.asked()
    bad = installed.another("\n1 / 0\n", "firmware/cli/parser.py")
    status, output = installed.run(bad / "install.sh")
    assert status == 1
    assert "does not run here" in output
    assert installed.current == before
    assert not [call for call in installed.asked() if call.startswith(("stop", "start"))]
    installed.install()
    installed.whole()


# --- interruptions ----------------------------------------------------------------


def test_cut_off_anywhere_and_run_again_it_is_whole(installed: FakePi) -> None:
    """SIGKILL, as a closed lid or a pulled plug; whatever is current is whole at any moment."""
    versions = [installed.another(name) for name in ("one", "two")]
    lasts = 3.0  # a guess, until the first is measured
    chance, cut = random.Random(6), 0
    for round_ in range(CUTS):
        cut_s = lasts * (round_ + chance.random()) / CUTS  # all along it
        archive = versions[round_ % 2]
        for old in installed.versions - {installed.current}:  # it is laid down anew each time
            shutil.rmtree(installed.root / "opt/okanjo/versions" / old)
        cut += installed.killed_after(archive / "install.sh", cut_s)
        assert installed.okanjo("codes").returncode == 0  # whichever it is
        began = time.monotonic()
        installed.install(archive)
        lasts = max(lasts, time.monotonic() - began)
        installed.whole()
    assert cut >= CUTS // 3


# --- removal ----------------------------------------------------------------------


def test_removed_it_leaves_settings_and_games_alone(installed: FakePi, tmp_path: Path) -> None:
    before = FakePi(tmp_path / "never", installed.archive).tree()
    status, output = installed.run(installed.brought("uninstall.sh"))
    assert status == 0
    assert "settings in" in output
    left = {
        name
        for name in installed.tree().keys() - before.keys()
        if "okanjo" in name or not ((installed.root / name).is_dir() or name.startswith("etc/"))
    }
    assert left == {"etc/okanjo", "etc/okanjo/okanjo.toml", "var/lib/okanjo"}
    assert (installed.root / "var/lib/okanjo/journal.db").exists()
    if os.geteuid() == 0:
        assert "okanjo" not in (installed.root / "etc/passwd").read_text()


# --- rollbacks, removals, full disks --------------------------------------------

STAND_IN = "0.0.9-0123456789ab"


def old_one(pi: FakePi) -> None:
    """The version at work under another name, as the one before: quicker than an update."""
    versions = pi.root / "opt/okanjo/versions"
    shutil.copytree(versions / pi.current, versions / STAND_IN, symlinks=True)
    link = versions / pi.current / "before"
    link.unlink(missing_ok=True)
    link.symlink_to(f"../{STAND_IN}")


def test_a_rollback_cut_off_anywhere_leaves_a_way_back(installed: FakePi) -> None:
    old_one(installed)
    both = installed.versions
    began = time.monotonic()
    assert installed.run(installed.brought("rollback.sh"))[0] == 0
    lasts = time.monotonic() - began
    chance, cut = random.Random(6), 0
    for round_ in range(FEW_CUTS):
        cut_s = lasts * (round_ + chance.random()) / FEW_CUTS
        if installed.killed_after(installed.brought("rollback.sh"), cut_s):
            cut += 1
        else:
            lasts = cut_s  # the machine is quicker than it was
        assert {installed.current, installed.before} == both == installed.versions
        was = installed.current
        status, output = installed.run(installed.brought("rollback.sh"))
        assert status == 0, output
        assert installed.current != was
    installed.whole()
    assert cut > FEW_CUTS // 3


def test_a_rollback_to_what_does_not_start_changes_nothing(installed: FakePi) -> None:
    old_one(installed)
    # as by a mistake in the settings: it was ready once, and is not any more
    (file,) = (installed.root / "opt/okanjo/versions" / STAND_IN).glob("lib/*/*/firmware/main.py")
    file.write_text(file.read_text() + ENDS)
    installed.other["OKANJO_READY_WITHIN_S"] = SOON_S
    before = installed.current
    status, output = installed.run(installed.brought("rollback.sh"))
    assert status == 1
    assert f"{before} keeps running" in output
    assert (installed.current, installed.before) == (before, STAND_IN)
    installed.whole()


def test_a_full_disk_is_told_and_is_not_kept_full(installed: FakePi) -> None:
    """Too little room, asked for before; no room any more, in the middle of it (RLIMIT_FSIZE)."""
    before = installed.tree()
    newer = installed.another("two")
    installed.stub("df", "echo Avail; echo 20000")
    status, output = installed.run(newer / "install.sh")
    assert (status, installed.tree()) == (1, before)
    assert "has only 19 MB left" in output
    (installed.bin / "df").unlink()
    words = ["sh", "-c", f"ulimit -f 20; exec sh {newer}/install.sh"]
    done = subprocess.run(
        words, env=installed.environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert installed.tree().keys() == before.keys()
    assert "is the disk full" in done.stderr
    installed.whole()
