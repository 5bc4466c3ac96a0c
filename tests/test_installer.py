"""install.sh, rollback and uninstall.sh, as fake_pi.py has them: what is real there, it says."""

import os
import random
import shutil
import signal
import stat
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_pi import LARGE, NO_INDEX, FakePi, another, made, sources, summed

SOAK = bool(os.environ.get("OKANJO_SOAK"))
CUTS = 120 if SOAK else 10
NEVER_READY = (
    "\n\ndef run(config: object) -> int:\n    import time\n\n    time.sleep(600)\n    return 0\n"
)
ENDS = "\n\ndef run(config: object) -> int:\n    raise RuntimeError('broken on purpose')\n"


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which `make dist` was called."""
    checkout = sources(tmp_path_factory.mktemp("dist") / "checkout")
    done = made(checkout)
    if done.returncode and any(sign in done.stderr for sign in NO_INDEX):
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr
    return checkout


@pytest.fixture(scope="session")
def archive(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The release, unpacked, without its large libraries."""
    folder = tmp_path_factory.mktemp("archive")
    (packed,) = (dist / "dist").iterdir()
    subprocess.run(["tar", "-xzf", packed, "-C", folder], check=True)
    (archive,) = folder.iterdir()
    for wheel in (archive / "wheels").iterdir():
        if wheel.name.startswith(LARGE):
            wheel.unlink()
    return summed(archive)


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[FakePi]:
    machine = FakePi(tmp_path / "pi")
    yield machine
    machine.end()


def install(pi: FakePi, archive: Path) -> str:
    status, told = pi.run(archive / "install.sh")
    assert status == 0, told
    return told


def whole(pi: FakePi) -> None:
    """All that a start of the machine needs is there, and runs."""
    current = pi.leads_to("current")
    assert pi.state == "active"
    assert not [one for one in pi.versions if one.startswith(".")]
    units = pi.root / "etc/systemd/system"
    for unit in ("okanjo.service", "okanjo.socket", "okanjo-addresses.service"):
        assert os.readlink(units / unit) == f"/opt/okanjo/current/system/{unit}"
    assert os.readlink(units / "multi-user.target.wants/okanjo.service") == "../okanjo.service"
    for link in ("etc/sysusers.d/okanjo.conf", "etc/udev/rules.d/70-okanjo.rules"):
        inside = os.readlink(pi.root / link).removeprefix("/")
        assert (pi.root / inside).is_file()
    assert (pi.root / "etc/okanjo/okanjo.toml").is_file()
    assert (pi.root / "opt/okanjo/versions" / current / "bin/python").exists()
    assert pi.okanjo("codes").returncode == 0
    assert not list(pi.root.glob("**/*.new"))


# --- the archive ------------------------------------------------------------------


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


# --- installing -------------------------------------------------------------------


def test_a_first_installation_is_ready_and_a_second_changes_nothing(
    pi: FakePi, archive: Path
) -> None:
    told = install(pi, archive)
    assert "is ready" in told
    assert "restart once" in told  # I2C and SPI were off
    whole(pi)
    config = (pi.root / "boot/firmware/config.txt").read_text()
    assert config.endswith("\n[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtparam=spi=on\n")
    assert config.startswith("#dtparam=i2c_arm=on\ndtparam=audio=on\n")
    assert "python3-evdev" in (pi.root / "run/apt").read_text()
    before, fetched = pi.tree(), (pi.root / "run/apt").read_text()
    pi.asked()
    told = install(pi, archive)
    assert "restart" not in told
    assert pi.tree() == before
    assert (pi.root / "run/apt").read_text() == fetched
    assert {one.split()[0] for one in pi.asked()} == {"is-active"}


def test_the_owner_s_settings_and_config_txt_are_theirs(pi: FakePi, archive: Path) -> None:
    pi.put("etc/okanjo/okanjo.toml", "# mine\n")
    pi.put("boot/firmware/config.txt", "dtparam=i2c_arm=off,spi=on\n")
    told = install(pi, archive)
    assert (pi.root / "etc/okanjo/okanjo.toml").read_text() == "# mine\n"
    assert (pi.root / "boot/firmware/config.txt").read_text() == "dtparam=i2c_arm=off,spi=on\n"
    assert "restart once" not in told


def test_no_pi_has_nothing_switched_on(pi: FakePi, archive: Path) -> None:
    pi.put("sys/firmware/devicetree/base/model", "Other Board\0")
    before = (pi.root / "boot/firmware/config.txt").read_text()
    assert "no Raspberry Pi" in install(pi, archive)
    assert (pi.root / "boot/firmware/config.txt").read_text() == before


def test_packages_that_cannot_be_fetched_are_told_and_nothing_is_changed(
    pi: FakePi, archive: Path
) -> None:
    (pi.bin / "apt-get").write_text('#!/bin/sh\necho "E: no network" >&2\nexit 100\n')
    before = pi.tree()
    status, told = pi.run(archive / "install.sh")
    assert (status, pi.tree()) == (1, before)
    assert "E: no network" in told
    assert "is the network there?" in told


def test_a_checkout_is_sent_to_make(pi: FakePi, tmp_path: Path) -> None:
    checkout = sources(tmp_path / "checkout")
    status, told = pi.run(checkout / "systemd/install.sh")
    assert status == 1
    assert "make install" in told


# --- updates ----------------------------------------------------------------------


def test_an_update_a_rollback_and_back_again(pi: FakePi, archive: Path, tmp_path: Path) -> None:
    install(pi, archive)
    first = pi.leads_to("current")
    install(pi, another(archive, tmp_path / "two", "two"))
    second = pi.leads_to("current")
    assert first != second
    assert pi.leads_to("previous") == first
    for now, before in ((first, second), (second, first)):
        done = pi.okanjo("rollback")
        if os.geteuid():
            assert done.stderr.startswith("This changes the system: sudo")
            return
        assert done.returncode == 0, done.stdout + done.stderr
        assert (pi.leads_to("current"), pi.leads_to("previous")) == (now, before)
        whole(pi)


def test_two_versions_stay_and_no_more(pi: FakePi, archive: Path, tmp_path: Path) -> None:
    seen = []
    for number in range(4):
        install(pi, another(archive, tmp_path / str(number), f"{number}"))
        seen.append(pi.leads_to("current"))
    assert pi.versions == set(seen[-2:])
    whole(pi)


@pytest.mark.parametrize("mistake", [NEVER_READY, ENDS], ids=["hangs", "ends"])
def test_an_update_that_is_never_ready_goes_back(
    pi: FakePi, archive: Path, tmp_path: Path, mistake: str
) -> None:
    install(pi, archive)
    install(pi, another(archive, tmp_path / "good", "good"))
    before, versions = (pi.leads_to("current"), pi.leads_to("previous")), pi.versions
    bad = another(archive, tmp_path / "bad", mistake, "firmware/wiring.py")
    status, told = pi.run(bad / "install.sh")
    assert status == 1
    assert f"went back to {before[0]}, which is ready" in told
    assert (pi.leads_to("current"), pi.leads_to("previous")) == before
    assert pi.versions == versions
    whole(pi)


def test_one_that_does_not_even_run_is_not_changed_to(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    install(pi, archive)
    before = pi.leads_to("current")
    pi.asked()
    bad = another(archive, tmp_path / "bad", "\n1 / 0\n", "firmware/command_line.py")
    status, told = pi.run(bad / "install.sh")
    assert status == 1
    assert "does not run here" in told
    assert pi.leads_to("current") == before
    assert not [one for one in pi.asked() if one.startswith(("stop", "restart"))]
    install(pi, archive)
    whole(pi)


def test_there_is_no_going_back_from_the_first(pi: FakePi, archive: Path) -> None:
    install(pi, archive)
    done = pi.okanjo("rollback")
    assert done.returncode != 0
    if os.geteuid() == 0:
        assert "no version before" in done.stderr
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
        for old in pi.versions - {pi.leads_to("current")}:  # it is laid down anew each time
            shutil.rmtree(pi.root / "opt/okanjo/versions" / old)
        cut += pi.killed_after(wanted / "install.sh", at)
        assert pi.okanjo("codes").returncode == 0  # whichever it is
        install(pi, wanted)
        whole(pi)
    assert cut > CUTS // 3


def test_a_first_installation_that_was_cut_off_is_made_whole(archive: Path, tmp_path: Path) -> None:
    for number, seconds in enumerate((0.15, 0.5, 1.2, 2.2)):
        pi = FakePi(tmp_path / f"pi{number}")
        try:
            pi.killed_after(archive / "install.sh", seconds)
            install(pi, archive)
            whole(pi)
        finally:
            pi.end()


def test_two_at_once_take_turns(pi: FakePi, archive: Path) -> None:
    both = [pi.begin(archive / "install.sh") for _ in range(2)]
    for one in both:
        told, _ = one.communicate(timeout=120)
        assert one.returncode == 0, told
    whole(pi)


def guarded(pi: FakePi, what: str, result: str = "timeout") -> None:
    """What the unit has done beside the program; in the machine, systemd does it."""
    script = pi.root / "opt/okanjo/current/system/guard.sh"
    environ = {**pi.environment, "SERVICE_RESULT": result}
    subprocess.run(["sh", str(script), what], env=environ, check=True, stdout=subprocess.DEVNULL)


def test_an_update_cut_off_while_it_waits_goes_back_by_itself(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    """The plug is pulled before the new version is seen to be ready, which it never will be."""
    install(pi, archive)
    good = pi.leads_to("current")
    guarded(pi, "ended")
    assert pi.leads_to("current") == good  # it was ready once: no reason to go anywhere
    bad = another(archive, tmp_path / "bad", NEVER_READY, "firmware/wiring.py")
    running = pi.begin(bad / "install.sh")
    until = time.monotonic() + 60
    while pi.leads_to("current") == good or pi.state != "activating":
        assert time.monotonic() < until
        time.sleep(0.01)
    guarded(pi, "ended")
    assert pi.leads_to("current") != good  # the installer is at work, and sees to it itself
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    guarded(pi, "ended", "success")  # stopped by hand
    assert pi.leads_to("current") != good
    guarded(pi, "ended")
    assert pi.leads_to("current") == good
    install(pi, archive)
    whole(pi)


def test_an_update_cut_off_while_it_waits_is_kept_if_it_becomes_ready(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    install(pi, archive)
    install(pi, another(archive, tmp_path / "two", "two"))
    second = pi.leads_to("current")
    (pi.root / "opt/okanjo/current/.was-ready").unlink()  # cut off before that
    guarded(pi, "ready")
    guarded(pi, "ended", "watchdog")
    assert pi.leads_to("current") == second


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
