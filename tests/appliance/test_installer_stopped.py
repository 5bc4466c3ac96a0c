"""Ctrl-C, a closed window, a `kill` in; a last line that is ours, and says how it goes on, out."""

import os
import shutil
import signal
from pathlib import Path

import pytest
from support.fake_pi import FakePi
from support.installations import install, until, whole

pytest_plugins = "support.installer_bench"  # the fixtures
SIGNALS = [signal.SIGINT, signal.SIGHUP, signal.SIGTERM]
HERE = 'touch "$OKANJO_ROOT/run/here"; exec sleep 600'
# Where it may take long: packages, users, a version laid down, another installation waited for.
PLACES = {
    "apt-get": HERE,
    "systemd-sysusers": HERE,
    "cp": f'case "$*" in *site-packages*) {HERE};; esac; exec {shutil.which("cp")} "$@"',
    "flock": f'case "$*" in *-n*) exit 1;; esac; {HERE}',
}


def stopped(pi: FakePi, script: Path, how: signal.Signals) -> tuple[int, list[str]]:
    """By a signal to all of it, as a terminal sends it, where a stub says that it is there."""
    running = pi.begin(script)
    until((pi.root / "run/here").exists)
    os.killpg(running.pid, how)
    told, _ = running.communicate(timeout=60)
    return running.returncode, told.splitlines()


@pytest.mark.parametrize("how", SIGNALS, ids=lambda how: how.name)
@pytest.mark.parametrize("place", PLACES)
def test_the_last_line_says_how_it_goes_on(
    pi: FakePi, archive: Path, place: str, how: signal.Signals
) -> None:
    pi.stub(place, PLACES[place])
    status, told = stopped(pi, archive / "install.sh", how)
    assert status == 128 + how
    assert told[-1] == (
        "stopped      half-way. Nothing is broken: run the same line again, and it goes on"
    )
    assert "disk full" not in "\n".join(told)
    assert "could not" not in "\n".join(told)
    assert not list(pi.root.glob("opt/okanjo/versions/.new-*"))


def test_it_goes_on(pi: FakePi, archive: Path) -> None:
    pi.stub("cp", PLACES["cp"])
    stopped(pi, archive / "install.sh", signal.SIGINT)
    (pi.bin / "cp").unlink()
    install(pi, archive)
    whole(pi)


def test_python_has_nothing_to_say_of_it(pi: FakePi, archive: Path) -> None:
    """A venv that is stopped would print where."""
    python = pi.environment["OKANJO_PYTHON"]
    waits = f"exec {python} -c 'import time; time.sleep(600)'"
    here = f'touch "$OKANJO_ROOT/run/here"; {waits}'
    pi.stub("python", f'case "$*" in *venv*) {here};; esac; exec {python} "$@"')
    pi.other["OKANJO_PYTHON"] = str(pi.bin / "python")
    _, told = stopped(pi, archive / "install.sh", signal.SIGINT)
    assert told[-1].startswith("stopped      half-way")
    assert "Traceback" not in "\n".join(told)


@pytest.mark.parametrize("how", SIGNALS, ids=lambda how: how.name)
def test_a_removal_is_not_stopped_half_way(pi: FakePi, archive: Path, how: signal.Signals) -> None:
    """It lasts a moment: what is pressed in it comes too late."""
    install(pi, archive)
    rm = shutil.which("rm")
    pi.stub("rm", 'touch "$OKANJO_ROOT/run/here"\n'
            f'until [ -e "$OKANJO_ROOT/run/go" ]; do sleep 0.05; done; exec {rm} "$@"')  # fmt: skip
    running = pi.begin(pi.brought("uninstall.sh"))
    until((pi.root / "run/here").exists)
    os.killpg(running.pid, how)
    (pi.root / "run/go").touch()
    told, _ = running.communicate(timeout=60)
    assert running.returncode == 0, told
    assert "kept are the settings" in told
    assert not (pi.root / "opt/okanjo").exists()


def test_what_a_cut_removal_leaves_goes_with_the_archive_s(pi: FakePi, archive: Path) -> None:
    """The plug is pulled where the documented script has gone already."""
    install(pi, archive)
    rm = shutil.which("rm")
    gone = '[ -e "$OKANJO_ROOT/opt/.gone-okanjo" ]'
    pi.stub("rm", f'case $* in *.gone-okanjo) {gone} && {{ {HERE}; }};; esac; exec {rm} "$@"')
    running = pi.begin(pi.brought("uninstall.sh"))
    until((pi.root / "run/here").exists)
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    (pi.bin / "rm").unlink()
    assert (pi.root / "opt/.gone-okanjo").exists()
    status, told = pi.run(archive / "uninstall.sh")
    assert status == 0, told
    assert not list((pi.root / "opt").iterdir())
