"""config.txt as an owner has it in; two lines in it, and "restart once" while that is due, out.

Its sections: https://www.raspberrypi.com/documentation/computers/config_txt.html, "Conditional
filters": what stands below [pi4] counts on that board alone, [all] ends that.
"""

import os
import shutil
import signal
from pathlib import Path

import pytest
from support.fake_pi import FakePi
from support.installations import install, until

pytest_plugins = "support.installer_bench"  # the fixtures
CONFIG = "boot/firmware/config.txt"
I2C, SPI = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "dtparam=spi=on"
NEVER = 'echo "Failed to take /etc/passwd lock" >&2; exit 1'


def restarted(pi: FakePi) -> None:
    """What a start of the machine does: /run is empty."""
    pi.end()
    for one in (pi.root / "run").iterdir():
        if one.is_file() and one.name != "fetched":  # that stands for packages on the disk
            one.unlink()


def text(pi: FakePi) -> str:
    return (pi.root / CONFIG).read_text()


def test_it_is_due_until_the_machine_has_been_restarted(pi: FakePi, archive: Path) -> None:
    for _ in range(2):
        assert install(pi, archive).splitlines()[-1].startswith("ready        restart once")
    pi.run(pi.brought("uninstall.sh"))
    assert "restart once" in install(pi, archive)  # what is in config.txt has not come into force
    restarted(pi)
    assert install(pi, archive).splitlines()[-1].startswith("ready        scan a menu or game card")


def test_a_first_run_that_fails_later_does_not_make_it_forgotten(pi: FakePi, archive: Path) -> None:
    pi.stub("systemd-sysusers", NEVER)
    assert pi.run(archive / "install.sh")[0] == 1
    assert I2C in text(pi)
    (pi.bin / "systemd-sysusers").unlink()
    told = install(pi, archive)
    assert f"as {pi.root}/{CONFIG} says" in told
    assert "restart once" in told


def test_nor_does_one_that_was_cut_off_between_file_and_mark(pi: FakePi, archive: Path) -> None:
    """Stopped where config.txt is changed: whichever comes first, the hint is not lost."""
    pi.stub("mv", f'case "$*" in *config.txt) {shutil.which("mv")} "$@"; exec sleep 600;; esac\n'
            f'exec {shutil.which("mv")} "$@"')  # fmt: skip
    running = pi.begin(archive / "install.sh")
    until(lambda: I2C in text(pi))
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    (pi.bin / "mv").unlink()
    assert "restart once" in install(pi, archive)


@pytest.mark.parametrize("model", ["Raspberry Pi 4 Model B Rev 1.5", "Other Board"])
def test_it_is_not_due_where_nothing_was_switched_on(pi: FakePi, archive: Path, model: str) -> None:
    pi.put("sys/firmware/devicetree/base/model", f"{model}\0")
    pi.put(CONFIG, f"{I2C}\n{SPI}\n")
    assert "restart once" not in install(pi, archive)


def test_nor_where_it_cannot_be(pi: FakePi, archive: Path) -> None:
    (pi.root / f"{CONFIG}.new/in the way").mkdir(parents=True)
    told = install(pi, archive)
    assert "cannot be written" in told
    assert "restart once" not in told


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
    pi: FakePi, archive: Path, before: str, added: list[str]
) -> None:
    """Before all sections: what the owner says for one board then has the last word there."""
    file = pi.root / CONFIG
    file.write_bytes(before.encode())
    pi.other["OKANJO_PYTHON"] = "/bin/false"  # no more of it than this step
    script = f"ROOT={pi.root}; . {archive}/systemd/steps.sh; . {archive}/systemd/buses.sh; buses"
    for _ in range(2):
        pi.put("step.sh", f"set -eu\n{script}\n")
        status, told = pi.run(pi.root / "step.sh")
        assert status == 0, told
        new = "".join(f"{line}\n" for line in added)
        assert file.read_bytes() == (new + before).encode()
