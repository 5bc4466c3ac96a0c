"""The owner's machine: their files and units, apt's troubles, config.txt, a Ctrl-C in the middle.

apt words as 2.6 has them. Sections of config.txt:
https://www.raspberrypi.com/documentation/computers/config_txt.html, "Conditional filters": what
stands below [pi4] counts on that board alone, [all] ends that.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from signal import SIGHUP, SIGINT, SIGTERM

import pytest
from support.fake_pi import UNITS, FakePi
from support.waiting import until

# --- what is the owner's ----------------------------------------------------------


def test_the_owner_s_settings_and_config_txt_are_theirs(installed: FakePi) -> None:
    (installed.root / "run/okanjo-restart").unlink()
    installed.put("etc/okanjo/okanjo.toml", "# mine\n")
    installed.put(CONFIG, "dtparam=i2c_arm=off,spi=on\n")
    output = installed.install()
    assert (installed.root / "etc/okanjo/okanjo.toml").read_text() == "# mine\n"
    assert (installed.root / CONFIG).read_text() == "dtparam=i2c_arm=off,spi=on\n"
    assert "restart once" not in output


def test_a_person_called_okanjo_is_left_alone(pi: FakePi) -> None:
    person = "okanjo:x:1000:1000:Chris:/home/okanjo:/bin/bash\n"
    pi.put("etc/passwd", person)
    before = pi.tree()
    status, output = pi.run(pi.archive / "install.sh")
    assert (status, pi.tree()) == (1, before)
    assert "write the card again with another user name" in output
    pi.run(pi.archive / "uninstall.sh")
    assert (pi.root / "etc/passwd").read_text() == person


def systemctl(pi: FakePi, *words: str) -> str:
    """The real one, on that root."""
    done = subprocess.run(
        ["systemctl", f"--root={pi.root}", *words], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or done.stderr


@pytest.mark.skipif(not shutil.which("systemctl"), reason="systemctl is not installed (systemd)")
def test_what_the_owner_switches_off_stays_off(installed: FakePi) -> None:
    """Disabled, masked and back again by the real systemctl, with an update in between."""
    names = ("okanjo.service", "okanjo.socket", "okanjo-addresses.timer")
    assert [systemctl(installed, "is-enabled", name) for name in names] == ["enabled"] * 3
    systemctl(installed, "disable", "okanjo-addresses.timer", "okanjo.service")
    systemctl(installed, "mask", "okanjo.socket")
    installed.install(installed.another("two"))
    assert [systemctl(installed, "is-enabled", name) for name in names] == [
        "disabled",
        "masked",
        "disabled",
    ]
    systemctl(installed, "unmask", "okanjo.socket")
    systemctl(installed, "enable", *names)
    installed.whole()
    for link in (installed.root / "etc/systemd").rglob("*.*"):
        assert not link.is_symlink() or os.readlink(link) == f"/{UNITS}/{link.name}"
    installed.run(installed.brought("uninstall.sh"))
    assert not list(installed.root.glob("etc/systemd/**/okanjo*"))
    assert not list((installed.root / UNITS).iterdir())


# --- packages ---------------------------------------------------------------------

# Of the Pi's own archive nothing could be fetched; a strict apt calls that a failure.
HALF_FETCHED = """case "$*" in
*Error-Mode=any*update*) echo "E: Failed to fetch http://archive.raspberrypi.com" >&2; exit 100;;
*update*) echo "W: Failed to fetch http://archive.raspberrypi.com" >&2;;
*install*) touch "$OKANJO_ROOT/run/fetched";;
esac"""
# lgpio is in that archive alone
NO_LGPIO = 'case "$*" in *lgpio*) ;; *) echo "  Candidate: 1.0";; esac'
ALL_BUT_LGPIO = """case "$*" in *lgpio*) ;;
*) if [ -e "$OKANJO_ROOT/run/fetched" ]; then echo installed; fi;; esac"""


def test_what_cannot_be_fetched_is_told_and_nothing_is_changed(pi: FakePi) -> None:
    pi.stub("apt-get", 'echo "E: no network" >&2; exit 100')
    before = pi.tree()
    status, output = pi.run(pi.archive / "install.sh")
    assert (status, pi.tree()) == (1, before)
    assert "E: no network" in output
    assert "check the network" in output


def test_an_archive_that_fails_is_not_a_pi_without_pins(pi: FakePi) -> None:
    """Neither at once nor in a second run, when all but lgpio may be there."""
    pi.stub("apt-cache", NO_LGPIO)
    pi.stub("dpkg-query", ALL_BUT_LGPIO)
    pi.stub("apt-get", HALF_FETCHED)
    for fetched in (False, True):
        if fetched:
            (pi.root / "run/fetched").touch()
        status, output = pi.run(pi.archive / "install.sh")
        assert status == 1
        assert "Failed to fetch http://archive.raspberrypi.com" in output
        assert output.splitlines()[-1].startswith("packages     could not be downloaded")
        assert "Then run this again" in output
        assert not pi.current


DPKG = (
    "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (unattended-upgr)"
)


def test_what_the_system_fetches_itself_is_waited_for(pi: FakePi) -> None:
    """What apt says while a Pi's first start holds a lock; it is said before it is waited for."""
    pi.stub(
        "apt-get",
        f"""case "$*" in *install*) ;; *) exit 0;; esac
echo . >>"$OKANJO_ROOT/run/apt"
if [ "$(wc -l <"$OKANJO_ROOT/run/apt")" -gt 2 ]; then exit 0; fi
echo "{DPKG}" >&2
exit 100""",
    )
    pi.other["OKANJO_PYTHON"] = "/bin/false"  # no more of it than users and packages
    _, output = pi.run(pi.archive / "install.sh")
    assert output.count("the system is installing updates") == 1
    assert "packages     installed" in output


# All is there but what speaks.
NO_VOICE = """case "$*" in *espeak-ng* | *alsa-utils*) ;;
*) if [ -e "$OKANJO_ROOT/run/fetched" ]; then echo installed; fi;; esac"""


@pytest.mark.parametrize(
    ("program", "words", "why"),
    [
        (
            "apt-get",
            """case "$*" in *espeak-ng*)
echo "E: Unable to locate package espeak-ng" >&2; exit 100;;
*install*) touch "$OKANJO_ROOT/run/fetched";; esac""",
            "E: Unable to locate package espeak-ng",
        ),
        ("df", "echo Avail; echo 153600", "the disk has only 150 MB left"),
    ],
)
def test_without_a_voice_all_else_is_installed(
    pi: FakePi, program: str, words: str, why: str
) -> None:
    """Be it not to be had, or too large; the games keep their room."""
    pi.stub("dpkg-query", NO_VOICE)
    pi.stub(program, words)
    output = pi.install()
    assert why in output
    assert "sudo apt install alsa-utils espeak-ng" in output
    assert output.splitlines()[-1].startswith("ready ")
    pi.whole()


# --- what is compiled -------------------------------------------------------------


@pytest.mark.parametrize(
    ("machine", "python", "wheel"),
    [
        ("arm64", 11, "cp311-cp311-manylinux_2_26_aarch64.manylinux_2_28_aarch64"),
        ("amd64", 11, "cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64"),
        ("arm64", 13, "cp312-abi3-manylinux_2_26_aarch64.manylinux_2_28_aarch64"),
        ("amd64", 12, "cp312-abi3-manylinux_2_27_x86_64.manylinux_2_28_x86_64"),
        ("armhf", 13, ""),
    ],
)
def test_what_reads_photos_is_for_this_machine_and_this_python(
    pi: FakePi, machine: str, python: int, wheel: str
) -> None:
    pi.stub("dpkg", f"echo {machine}")
    version = f"import sys; sys.version_info = (3, {python}); exec(sys.argv[1])"
    pi.stub("python", f"exec {sys.executable} -c '{version}' \"$2\"")
    words = f"PYTHON=python top={pi.archive}; . {pi.archive}/systemd/steps.sh; wheel_of zxing_cpp"
    done = subprocess.run(
        ["sh", "-euc", words], env=pi.environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith(f"-{wheel}.whl\n" if wheel else "")
    assert bool(done.stdout) == bool(wheel)


# --- config.txt -------------------------------------------------------------------

CONFIG = "boot/firmware/config.txt"
I2C, SPI = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "dtparam=spi=on"


def test_it_is_due_until_the_machine_has_been_restarted(installed: FakePi) -> None:
    output = installed.install()
    assert output.splitlines()[-1].startswith("ready        restart once")
    installed.end()
    for path in (installed.root / "run").iterdir():
        if path.is_file() and path.name != "fetched":  # that stands for packages on the disk
            path.unlink()
    output = installed.install()
    assert output.splitlines()[-1].startswith("ready        scan a menu or game.")


@pytest.mark.parametrize(
    ("before", "added"),
    [
        ("", [I2C, SPI]),
        ("#dtparam=i2c_arm=on\n", [I2C, SPI]),
        ("dtparam=i2c_arm=off\ndtparam=spi=off\n", []),  # the owner's word
        ("dtparam=i2c_arm=on,spi=on\r\n", []),
        ("device_tree_param=i2c=on\n", [SPI]),
        ("x=1\n[pi4]\ndtparam=i2c_arm=on,spi=on\n", [I2C, SPI]),
        ("[none]\ndtparam=spi=on\n[all]\ndtparam=i2c_arm=on\n", [SPI]),
        ("[pi4]\nx=1\n[ALL]\ndtparam=i2c_arm=on\n[cm5]\ndtparam=spi=on\n", [I2C, SPI][1:]),
        ("[pi3]\n[gpio4=1]\ndtparam=spi=on\n [all]\r\ndtparam=spi=on\n", [I2C]),
        ("no end of line", [I2C, SPI]),
    ],
)
def test_what_counts_on_every_board_is_left_and_the_rest_added(
    pi: FakePi, before: str, added: list[str]
) -> None:
    """Before all sections: what the owner says for one board then has the last word there."""
    file = pi.root / CONFIG
    file.write_bytes(before.encode())
    pi.other["OKANJO_PYTHON"] = "/bin/false"  # no more of it than this step
    scripts = f"{pi.archive}/systemd"
    script = f"ROOT={pi.root}; . {scripts}/steps.sh; . {scripts}/buses.sh; buses"
    for _ in range(2):
        pi.put("step.sh", f"set -eu\n{script}\n")
        status, output = pi.run(pi.root / "step.sh")
        assert status == 0, output
        new = "".join(f"{line}\n" for line in added)
        assert file.read_bytes() == (new + before).encode()


# --- stopped ----------------------------------------------------------------------

HERE = 'touch "$OKANJO_ROOT/run/here"; exec sleep 600'
# Where it may take long: packages, a version laid down, another installation waited for.
PLACES = {
    "apt-get": HERE,
    "cp": f'case "$*" in *site-packages*) {HERE};; esac; exec {shutil.which("cp")} "$@"',
    "flock": f'case "$*" in *-n*) exit 1;; esac; {HERE}',
}


def stopped(pi: FakePi, script: Path, how: signal.Signals) -> tuple[int, list[str]]:
    """By a signal to all of it, as a terminal sends it, where a stub says that it is there."""
    running = pi.begin(script)
    until((pi.root / "run/here").exists)
    os.killpg(running.pid, how)
    output, _ = running.communicate(timeout=60)
    return running.returncode, output.splitlines()


@pytest.mark.parametrize(
    ("place", "how"), [("apt-get", SIGINT), ("cp", SIGTERM), ("flock", SIGHUP)]
)
def test_the_last_line_says_how_it_goes_on(pi: FakePi, place: str, how: signal.Signals) -> None:
    pi.stub(place, PLACES[place])
    status, lines = stopped(pi, pi.archive / "install.sh", how)
    assert status == 128 + how
    assert lines[-1] == (
        "stopped      half-way. Nothing is broken: run the same line again to continue"
    )
    assert "disk full" not in "\n".join(lines)
    assert "could not" not in "\n".join(lines)
    assert not list(pi.root.glob("opt/okanjo/versions/.new-*"))


def test_a_removal_is_not_stopped_half_way(installed: FakePi) -> None:
    """It lasts a moment: what is pressed in it comes too late."""
    rm = shutil.which("rm")
    installed.stub("rm", 'touch "$OKANJO_ROOT/run/here"\n'
            f'until [ -e "$OKANJO_ROOT/run/go" ]; do sleep 0.05; done; exec {rm} "$@"')  # fmt: skip
    running = installed.begin(installed.brought("uninstall.sh"))
    until((installed.root / "run/here").exists)
    os.killpg(running.pid, SIGHUP)
    (installed.root / "run/go").touch()
    output, _ = running.communicate(timeout=60)
    assert running.returncode == 0, output
    assert "are kept" in output
    assert not (installed.root / "opt/okanjo").exists()
