"""The appliance's units and lists as systemd's own programs read them; the scripts as a shell does.

systemd need not run for it. Where its programs are missing, or too old, the tests say so and skip.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from drivers import camera
from drivers.voice import voice
from firmware import VERSION
from firmware.common.http.hosts import is_address, read_addresses
from firmware.core.photo.client import SOCKET
from firmware.core.photo.reader import MOST_MEMORY
from firmware.records.backup.stick import ASKED_FOR_S, MADE_WITHIN_S

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
UNIT_KINDS = {".service", ".socket", ".path", ".timer"}
UNITS = sorted(unit for unit in SYSTEMD.iterdir() if unit.suffix in UNIT_KINDS)
SET_UP = SYSTEMD / "card/okanjo-setup.service"
SERVICES = [*(unit for unit in UNITS if unit.suffix == ".service"), SET_UP]
SCRIPTS = [*sorted(SYSTEMD.rglob("*.sh")), ROOT / ".ci" / "needs"]
PYTHON = "/opt/okanjo/current/bin/python"
# On paper 0.5: what is left is that it may use devices, sees of /proc what is no process, and may
# give way to others (setpriority, which counts as all of @resources).
# What reads photos is handed its connections, and sees the disk.
MOST_EXPOSED = {
    "okanjo.service": 0.5,
    "okanjo-addresses.service": 0.8,
    "okanjo-photo.service": 0.2,
    "okanjo-camera@.service": 0.4,
    "okanjo-voice@.service": 0.6,  # a sound card; it has to start quickly
    "okanjo-mqtt.service": 1.1,  # it has a network
    "okanjo-newest@.service": 1.0,  # so has this, and a root of its own
    "okanjo-request.service": 0.9,  # it is root, with one right of root's
    "okanjo-wifi.service": 1.4,  # so is it, and it sees the network
    "okanjo-stick@.service": 0.6,  # it writes on a stick whoever's files they are
    # These install, as root, and say why no sandbox would leave them that.
    "okanjo-change@.service": 7.9,
    "okanjo-setup.service": 9.6,
}

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed (package systemd)"
)


def ran(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        env={**os.environ, "SYSTEMD_COLORS": "0", "LC_ALL": "C.UTF-8"},
        check=False,
    )


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """As installed, but that the Python they start is this one."""
    for unit in (*UNITS, SET_UP):
        text = unit.read_text().replace(PYTHON, sys.executable)
        (tmp_path / unit.name).write_text(text)
    return tmp_path


def directives(name: str) -> dict[str, list[str]]:
    """All values of each key of a unit, in their order; a comment has a line of its own."""
    settings: dict[str, list[str]] = {}
    for line in (SYSTEMD / name).read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#;[":
            key, _, value = line.partition("=")
            settings.setdefault(key, []).append(value)
    return settings


@needs_systemd
def test_systemd_has_nothing_to_say_of_the_units(units: Path) -> None:
    """Its status is 0 either way."""
    assert ran("systemd-analyze", "verify", "--man=no", *sorted(units.iterdir())).stdout == ""


@needs_systemd
@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.name)
def test_no_service_is_exposed(service: Path) -> None:
    done = ran("systemd-analyze", "security", "--offline=true", "--threshold=100", service)
    if "unrecognized option" in done.stdout:
        pytest.skip("this systemd-analyze knows no --offline: systemd 250 does")
    assert done.returncode == 0, done.stdout
    exposed = float(re.findall(r"exposure level for \S+: ([0-9.]+)", done.stdout)[0])
    assert exposed <= MOST_EXPOSED[service.name]


def test_photos_are_asked_for_where_the_unit_listens() -> None:
    """And it may take no more memory than the program allows itself."""
    assert directives("okanjo-photo.socket")["ListenStream"] == [SOCKET.replace("/run", "%t")]
    assert directives("okanjo-photo.service")["MemoryMax"] == [f"{MOST_MEMORY >> 20}M"]


def test_a_camera_is_worked_by_its_own_unit_alone() -> None:
    """Which has as long as the program waits for a picture; the service gains no device."""
    socket, unit = directives("okanjo-camera.socket"), directives("okanjo-camera@.service")
    assert socket["ListenStream"] == [camera.SOCKET.replace("/run", "%t")]
    assert (socket["Accept"], unit["StandardOutput"]) == (["yes"], ["socket"])
    assert int(unit["TimeoutStartSec"][0]) > 2 * camera.WITHIN_S
    assert "char-81 rw" not in directives("okanjo.service")["DeviceAllow"]
    assert "video" not in directives("okanjo.service")["SupplementaryGroups"][0]


def test_the_voice_s_own_unit_alone_may_use_a_sound_card() -> None:
    """It reads and answers where the program connects; the service gains no device."""
    socket, unit = directives("okanjo-voice.socket"), directives("okanjo-voice@.service")
    assert socket["ListenStream"] == [voice.UNIT.replace("/run", "%t")]
    streams = [unit[f"Standard{name}"] for name in ("Input", "Output", "Error")]
    assert (socket["Accept"], streams) == (["yes"], [["socket"]] * 3)
    assert (SYSTEMD.parent / "drivers/voice" / Path(unit["ExecStart"][0]).name).exists()
    assert "char-alsa rw" not in directives("okanjo.service")["DeviceAllow"]
    assert "audio" not in directives("okanjo.service")["SupplementaryGroups"][0]


def test_a_stick_is_mounted_by_root_and_written_to_by_somebody_who_cannot() -> None:
    """Whoever writes sees that stick alone, and tells of it only once it is unmounted."""
    unit = directives("okanjo-stick@.service")
    steps = unit["ExecStartPre"] + unit["ExecStart"] + unit["ExecStopPost"]
    verbs = [re.findall(r"(?:stick\.sh|backup\.stick) (\w+) ", step)[0] for step in steps]
    assert verbs == ["mount", "write", "umount", "tell", "clean"]
    roots = "+/usr/bin/nsenter --target 1 --mount "  # where the next step sees it, too
    assert [step.startswith(roots) for step in steps] == [True, False, True, False, True]
    assert unit["User"] == ["okanjo"]
    assert unit["CapabilityBoundingSet"] == ["CAP_DAC_OVERRIDE"]
    assert unit["ReadWritePaths"] == ["-/run/okanjo-stick/%I"]
    assert "-/var" in unit["InaccessiblePaths"][0].split()
    assert int(unit["TimeoutStartSec"][0]) > MADE_WITHIN_S + 2 * ASKED_FOR_S
    rules = (SYSTEMD / "okanjo.udev.rules").read_text()
    (kinds,) = re.findall(r'ENV\{ID_FS_TYPE\}=="([\w|]+)"', rules)
    script = (SYSTEMD / "stick.sh").read_text()
    assert {*kinds.split("|")} == {"vfat", "exfat", "ext4"}
    assert all(re.search(rf"^ +(\w+ \| )*{kind}\b", script, re.M) for kind in kinds.split("|"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_root_gives_the_state_folder_back_and_touches_nothing_else(tmp_path: Path) -> None:
    """Where the service has laid hard links and symbolic links to others' files."""
    state, others = tmp_path / "state", tmp_path / "others"
    for folder in (others, state / "kept"):
        folder.mkdir(parents=True)
    for file in (others / "secret", others / "linked", state / "kept/journal", state / "mine"):
        file.write_text("")
    os.link(others / "secret", state / "hard")
    (state / "soft").symlink_to(others / "linked")
    (state / "folder").symlink_to(others)
    for file in (state, state / "mine"):
        shutil.chown(file, "nobody", "nogroup")
    log = tmp_path / "log"
    chown = tmp_path / "chown"
    chown.write_text(f'#!/bin/sh\necho "$@" >>{log}\nexec chown "$@"\n')
    chown.chmod(0o755)
    tmp_path.chmod(0o755)
    (line,) = directives("okanjo.service")["ExecStartPre"]
    assert line.startswith("-+")
    words = line[2:].replace("/bin/chown", str(chown)).replace("/var/lib/okanjo", str(state))
    words = words.replace("okanjo:okanjo", "nobody:nogroup").replace("okanjo", "nobody")
    for _ in range(2):  # there is nothing to do the second time, and nothing is done
        assert ran(*words.split()).stdout == ""
    owners = {path.name: path.owner() for path in (*state.rglob("*"), *others.iterdir())}
    assert owners == dict.fromkeys(("kept", "journal", "mine"), "nobody") | dict.fromkeys(
        ("secret", "hard", "linked", "soft", "folder"), "root"
    )
    assert len(log.read_text().splitlines()) == 2  # one for each folder that something is in


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not there")
def test_users_and_groups_are_made_once(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    for _ in range(2):
        made = ran("systemd-sysusers", f"--root={tmp_path}", SYSTEMD / "okanjo.sysusers")
        assert made.returncode == 0, made.stdout
    users = (tmp_path / "etc/passwd").read_text().splitlines()
    assert [line.split(":")[0] for line in users] == ["okanjo"]
    assert users[0].endswith(":/var/lib/okanjo:/usr/sbin/nologin")
    groups = {line.split(":")[0] for line in (tmp_path / "etc/group").read_text().splitlines()}
    assert groups == {"okanjo", "input", "dialout", "gpio", "i2c", "spi", "video"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_plain_shell_reads_every_script(script: Path) -> None:
    assert ran("sh", "-n", script).stdout == ""
    if not shutil.which("shellcheck"):
        pytest.skip("shellcheck is not installed: nobody looks at it closely")
    done = ran("shellcheck", "--external-sources", f"--source-path={ROOT}", script)
    assert done.stdout == ""


def test_what_tests_would_skip_is_told_with_its_package() -> None:
    output = ran("env", "PATH=/nowhere", "/bin/sh", ROOT / ".ci" / "needs").stdout
    assert "chromium-driver\tthe pages in a browser\n" in output
    assert "not found" not in output


def test_addresses_are_written_once_and_left_alone(tmp_path: Path) -> None:
    """Where `ip` is missing, the names alone are there."""
    file = tmp_path / "addresses"
    for _ in range(2):
        done = ran("sh", SYSTEMD / "addresses.sh", file)
        assert (done.returncode, done.stdout) == (0, "")
    addresses = read_addresses(str(file))
    assert [address for address in addresses if not is_address(address)][-1] == (
        os.uname().nodename.partition(".")[0].lower() + ".local"
    )
    assert not any(address.startswith(("127.", "[::1", "[fe80")) for address in addresses)
    before = file.stat().st_ino
    ran("sh", SYSTEMD / "addresses.sh", file)
    assert file.stat().st_ino == before
    assert os.listdir(tmp_path) == ["addresses"]


def test_an_address_that_changes_is_written_down(tmp_path: Path) -> None:
    """In a network of its own, on a real interface of it."""
    file, look = tmp_path / "addresses", f"sh {SYSTEMD}/addresses.sh {tmp_path}/addresses"
    steps = (
        "ip link set lo up",
        f"{look}; cat {file}; echo",
        "ip address add 192.0.2.7/24 dev lo; ip address add 2001:db8::7/64 dev lo nodad",
        f"{look}; cat {file}; echo",
        "ip address del 192.0.2.7/24 dev lo; ip address add 192.0.2.8/24 dev lo; hostname sushi",
        f"{look}; cat {file}",
    )
    done = ran("unshare", "-rnu", "sh", "-c", "\n".join(steps))
    if "unshare:" in done.stdout or "not found" in done.stdout:
        pytest.skip(f"no network can be made here: {done.stdout}")
    name = os.uname().nodename
    short = name.partition(".")[0]
    names = list(dict.fromkeys((name, short, f"{short}.local")))
    seen = [record.split() for record in done.stdout.split("\n\n")]
    assert seen[0] == names
    assert seen[1] == ["192.0.2.7", "2001:db8::7", *names]
    assert seen[2] == ["192.0.2.8", "2001:db8::7", "sushi", "sushi.local"]


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION
