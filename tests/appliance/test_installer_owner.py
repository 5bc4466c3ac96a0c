"""What is the owner's on the machine: files, packages, users, units. Left so, or told why not."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from support.fake_pi import FakePi, another
from support.installations import UNITS, install, whole

pytest_plugins = "support.installer_bench"  # the fixtures


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


@pytest.mark.parametrize("blocked", ["missing", "cannot be written"])
def test_without_config_txt_it_goes_on_and_says_what_to_add(
    pi: FakePi, archive: Path, blocked: str
) -> None:
    file = pi.root / "boot/firmware/config.txt"
    if blocked == "missing":
        file.unlink()
    else:
        (file.parent / "config.txt.new/in the way").mkdir(parents=True)
    told = install(pi, archive)
    assert "is missing or cannot be written" in told
    assert "\n             dtparam=spi=on\n" in told
    assert pi.state == "active"


def test_words_behind_it_are_refused(pi: FakePi, archive: Path) -> None:
    """As of a shell that found two archives: the second would be taken for installed."""
    before = pi.tree()
    status, told = pi.run(archive / "install.sh", "okanjo-0.2.0/install.sh")
    assert (status, pi.tree()) == (1, before)
    assert "it takes no words (okanjo-0.2.0/install.sh)" in told


def test_a_person_called_okanjo_is_left_alone(pi: FakePi, archive: Path) -> None:
    person = "okanjo:x:1000:1000:Chris:/home/okanjo:/bin/bash\n"
    pi.put("etc/passwd", person)
    before = pi.tree()
    status, told = pi.run(archive / "install.sh")
    assert (status, pi.tree()) == (1, before)
    assert "write the card with another user name" in told
    pi.run(archive / "uninstall.sh")
    assert (pi.root / "etc/passwd").read_text() == person


def test_users_that_cannot_be_made_are_told(pi: FakePi, archive: Path) -> None:
    pi.stub("systemd-sysusers", 'echo "Failed to take /etc/passwd lock" >&2; exit 1')
    status, told = pi.run(archive / "install.sh")
    assert status == 1
    assert "  | Failed to take /etc/passwd lock\nusers        Okanjo's user could not" in told
    assert "run this again" in told
    (pi.bin / "systemd-sysusers").unlink()
    install(pi, archive)
    whole(pi)


def systemctl(pi: FakePi, *words: str) -> str:
    """The real one, on that root."""
    done = subprocess.run(
        ["systemctl", f"--root={pi.root}", *words], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or done.stderr


@pytest.mark.skipif(not shutil.which("systemctl"), reason="systemctl is not installed (systemd)")
def test_what_the_owner_switches_off_stays_off(pi: FakePi, archive: Path, tmp_path: Path) -> None:
    """Disabled, masked and back again by the real systemctl, with an update in between."""
    install(pi, archive)
    names = ("okanjo.service", "okanjo.socket", "okanjo-addresses.timer")
    assert [systemctl(pi, "is-enabled", one) for one in names] == ["enabled"] * 3
    systemctl(pi, "disable", "okanjo-addresses.timer", "okanjo.service")
    systemctl(pi, "mask", "okanjo.socket")
    install(pi, another(archive, tmp_path / "two", "two"))
    assert [systemctl(pi, "is-enabled", one) for one in names] == ["disabled", "masked", "disabled"]
    systemctl(pi, "unmask", "okanjo.socket")
    systemctl(pi, "enable", *names)
    whole(pi)
    for link in (pi.root / "etc/systemd").rglob("*.*"):
        assert not link.is_symlink() or os.readlink(link) == f"/{UNITS}/{link.name}"
    pi.run(pi.brought("uninstall.sh"))
    assert not list(pi.root.glob("etc/systemd/**/okanjo*"))
    assert not list((pi.root / UNITS).iterdir())


def test_a_service_that_is_masked_is_changed_but_not_started(pi: FakePi, archive: Path) -> None:
    masked = pi.root / "etc/systemd/system/okanjo.service"
    masked.parent.mkdir(parents=True)
    masked.symlink_to("/dev/null")
    told = install(pi, archive)
    assert "you have it masked" in told
    assert "is current" in told
    assert pi.state == "inactive"
    masked.unlink()
    install(pi, archive)
    whole(pi)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_every_unit_where_it_lies(pi: FakePi, archive: Path) -> None:
    """A root with no more than that: no /bin/sh, and /opt as systemd sees it from outside."""
    install(pi, archive)
    for target in ("multi-user", "sockets", "timers", "basic", "sysinit", "shutdown"):
        pi.put(f"usr/lib/systemd/system/{target}.target", f"[Unit]\nDescription={target}\n")
    words = ["systemd-analyze", f"--root={pi.root}", "verify", "--man=no"]
    units = [one.name for one in (pi.root / UNITS).iterdir() if one.is_file()]
    done = subprocess.run([*words, *units], capture_output=True, text=True, check=False)
    left = [one for one in done.stderr.splitlines() if "is not executable" not in one]
    assert not left
    assert len(units) == 5
    assert "okanjo.service: Command /opt/okanjo" in done.stderr  # it has read what is linked
