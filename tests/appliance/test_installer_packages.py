"""What apt and the machine's clock say in; packages, or a sentence that says what to do, out.

apt words as 2.6 has them. Without a network its `update` ends with 0, unless asked to be strict.
"""

import subprocess
from pathlib import Path

import pytest
from support.fake_pi import FakePi, another
from support.installations import install

pytest_plugins = "support.installer_bench"  # the fixtures
# Of the Pi's own archive nothing could be fetched; a strict apt calls that a failure.
HALF = """case "$*" in
*Error-Mode=any*update*) echo "E: Failed to fetch http://archive.raspberrypi.com" >&2; exit 100;;
*update*) echo "W: Failed to fetch http://archive.raspberrypi.com" >&2;;
*install*) touch "$OKANJO_ROOT/run/fetched";;
esac"""
# lgpio is in that archive alone
NO_LGPIO = 'case "$*" in *lgpio*) ;; *) echo "  Candidate: 1.0";; esac'
TAG = "import sys; print('cp%d%d' % sys.version_info[:2])"
ALL_BUT_LGPIO = """case "$*" in *lgpio*) ;;
*) if [ -e "$OKANJO_ROOT/run/fetched" ]; then echo installed; fi;; esac"""


def before_python(pi: FakePi, archive: Path) -> str:
    """All that an installation says before it asks for Python: users and packages."""
    pi.other["OKANJO_PYTHON"] = "/bin/false"
    status, told = pi.run(archive / "install.sh")
    assert status == 1
    assert "Python 3.11" in told, told
    return told


def without_lgpio(pi: FakePi) -> None:
    pi.stub("apt-cache", NO_LGPIO)
    pi.stub("dpkg-query", ALL_BUT_LGPIO)


def test_what_cannot_be_fetched_is_told_and_nothing_is_changed(pi: FakePi, archive: Path) -> None:
    pi.stub("apt-get", 'echo "E: no network" >&2; exit 100')
    before = pi.tree()
    status, told = pi.run(archive / "install.sh")
    assert (status, pi.tree()) == (1, before)
    assert "E: no network" in told
    assert "is the network there?" in told


# --- no network -------------------------------------------------------------------


def test_old_lists_will_do_if_all_is_to_be_had(pi: FakePi, archive: Path) -> None:
    pi.stub("apt-get", 'case "$*" in *update*) echo "E: no network" >&2; exit 100;; esac')
    assert "packages     installed" in before_python(pi, archive)


def test_no_lists_and_no_network_is_not_a_system_without_lgpio(pi: FakePi, archive: Path) -> None:
    """Of a list that is not there nobody can say what is not in it."""
    pi.stub("apt-get", 'case "$*" in *update*) echo "E: no network" >&2; exit 100;; esac')
    pi.stub("apt-cache", "")
    status, told = pi.run(archive / "install.sh")
    assert status == 1
    assert "is the network there?" in told


def test_an_archive_that_fails_is_not_a_pi_without_pins(pi: FakePi, archive: Path) -> None:
    """Neither at once nor in a second run, when all but lgpio may be there."""
    without_lgpio(pi)
    pi.stub("apt-get", HALF)
    for fetched in (False, True):
        if fetched:
            (pi.root / "run/fetched").touch()
        status, told = pi.run(archive / "install.sh")
        assert status == 1
        assert "Failed to fetch http://archive.raspberrypi.com" in told
        assert told.splitlines()[-1].startswith("packages     could not be fetched")
        assert "Run this again" in told
        assert not pi.current
    pi.stub("apt-cache", 'echo "  Candidate: 1.0"')
    pi.stub("dpkg-query", 'if [ -e "$OKANJO_ROOT/run/fetched" ]; then echo installed; fi')
    assert "is ready" in install(pi, archive)


def test_whole_lists_without_lgpio_are_believed_and_asked_again(pi: FakePi, archive: Path) -> None:
    """Plain Debian 13 on a Pi: there is none, and no wheel. It may come."""
    without_lgpio(pi)
    for _ in range(2):
        told = install(pi, archive)
        assert "all there but python3-lgpio, which this system does not have" in told
    assert (pi.root / "run/apt").read_text().count("update") == 2


def test_another_board_lacks_nothing_without_lgpio(pi: FakePi, archive: Path) -> None:
    without_lgpio(pi)
    pi.put("sys/firmware/devicetree/base/model", "Other Board\0")
    (pi.root / "run/fetched").touch()
    pi.stub("apt-get", "exit 100")
    assert "packages     all there" in install(pi, archive)


def test_where_a_wheel_has_the_pins_no_network_is_needed(
    pi: FakePi, archive: Path, tmp_path: Path
) -> None:
    """Plain Debian 12 on a Pi. A wheel is a zip file; an empty one will do here."""
    tag = subprocess.run(
        [pi.environment["OKANJO_PYTHON"], "-c", TAG], capture_output=True, text=True, check=True
    ).stdout.strip()
    name = f"wheels/lgpio-0.2.2.0-{tag}-{tag}-manylinux_2_34_aarch64.whl"
    made = another(archive, tmp_path / "made")
    (made / name).write_bytes(b"PK\5\6" + bytes(18))
    with_it = another(made, tmp_path / "with_it")
    without_lgpio(pi)
    (pi.root / "run/fetched").touch()
    pi.stub("apt-get", "exit 100")
    told = install(pi, with_it)
    assert "packages     all there" in told
    assert "no buttons" not in told


# --- what else may be in the way --------------------------------------------------


def test_a_clock_that_is_behind_is_told(pi: FakePi, archive: Path) -> None:
    pi.stub("apt-cache", "")
    pi.stub("apt-get", f'echo "{NOT_YET}" >&2; exit 100')
    status, told = pi.run(archive / "install.sh")
    assert status == 1
    last = told.splitlines()[-1]
    assert "this machine's clock is behind" in last
    assert "run this again" in last


NOT_YET = (
    "E: Release file for http://deb.debian.org/debian/dists/bookworm/InRelease is not valid yet "
    "(invalid for another 5h 3min 2s). Updates for this repository will not be applied."
)
LISTS = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"
DPKG = (
    "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (unattended-upgr)"
)


@pytest.mark.parametrize(("what", "lock"), [("update", LISTS), ("install", DPKG)])
def test_what_the_system_fetches_itself_is_waited_for(
    pi: FakePi, archive: Path, what: str, lock: str
) -> None:
    """What apt says while a Pi's first start holds a lock; it is said before it is waited for."""
    pi.stub(
        "apt-get",
        f"""case "$*" in *{what}*) ;; *) exit 0;; esac
echo . >>"$OKANJO_ROOT/run/apt"
if [ "$(wc -l <"$OKANJO_ROOT/run/apt")" -gt 3 ]; then exit 0; fi
echo "{lock}" >&2
exit 100""",
    )
    told = before_python(pi, archive)
    assert told.count("the system is fetching updates") == 1
    assert "packages     installed" in told


@pytest.mark.parametrize(("what", "lock"), [("update", LISTS), ("install", DPKG)])
def test_what_stays_locked_is_told(pi: FakePi, archive: Path, what: str, lock: str) -> None:
    pi.other["OKANJO_LOCKED_WITHIN_S"] = "1"
    pi.stub("apt-get", f'case "$*" in *{what}*) echo "{lock}" >&2; exit 100;; esac')
    if what == "update":
        pi.stub("apt-cache", "")
    status, told = pi.run(archive / "install.sh")
    assert status == 1
    assert "busy with its own updates: run this again" in told
