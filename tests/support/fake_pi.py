"""A Raspberry Pi's root in a folder, into which the real install.sh installs.

Real: the scripts, their shell and all it calls, the virtual environment, the archive, the users
(systemd-sysusers), the program that is started, and what it says to the service manager. Stubs: the
distribution's packages (all there, or fetched by writing down so), the service manager
(for one service, stub_service.py), the journal, sync. Nothing of this machine is touched.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from support.signing import private_key, sign, signer
from support.waiting import until

ROOT = Path(__file__).parents[2]
SOURCES = ("engine", "drivers", "firmware", "config", "docs", "systemd")
FILES = ("README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "Makefile")
TOOLS = (".ci/catalogue", ".ci/locks/words.txt")
# The libraries that a test of installing keeps: to unpack and compile all costs seconds each time.
KEPT = ("smbus2", "tomli_w", "zxing_cpp")
NO_INDEX = ("No matching distribution found", "Could not find a version", "Temporary failure")
READY_WITHIN_S = os.environ.get("OKANJO_READY_WITHIN_S", "20")  # an emulated processor takes longer
SOON_S = str(int(READY_WITHIN_S) // 3)  # where something is not to become ready
UNITS = "usr/local/lib/systemd/system"
# Mistakes for a version to have in its firmware/main.py.
NEVER_READY = """

def run(config: object) -> int:
    import time

    time.sleep(600)
    return 0
"""
ENDS = """

def run(config: object) -> int:
    raise RuntimeError('broken on purpose')
"""
SERVICE = f"exec {sys.executable} -IS {Path(__file__).parent / 'stub_service.py'}"
MODEL = "sys/firmware/devicetree/base/model"

STUBS = {
    "apt-get": """echo "$@" >>"$OKANJO_ROOT/run/apt"
case "$*" in *install*) touch "$OKANJO_ROOT/run/fetched";; esac""",
    "apt-cache": 'echo "  Candidate: 1.0"',
    "dpkg": "case $1 in --print-architecture) echo arm64;; esac",
    "dpkg-query": 'if [ -e "$OKANJO_ROOT/run/fetched" ]; then echo installed; fi',
    "sync": "",  # all this machine's disks would be waited for
    "journalctl": 'tail -n 5 "$OKANJO_ROOT/run/stub/journal"',
    "systemctl": f"""cd "$OKANJO_ROOT/run/stub"
echo "$*" >>log
case "$*" in
is-active*) cat state 2>/dev/null || echo inactive; grep -qsx active state;;
show*) echo "MainPID=$(cat pid 2>/dev/null)";;
"is-enabled okanjo.service") if [ -L "$OKANJO_ROOT/etc/systemd/system/$2" ]; then echo masked; fi;;
start*okanjo-change@*) what=${{2#*@}}
  exec sh "$OKANJO_ROOT/opt/okanjo/current/system/request.sh" "${{what%.service}}";;
start*okanjo.service* | stop*okanjo.service*) {SERVICE} "$1";;
esac""",
}


def sources(folder: Path, of: Path = ROOT) -> Path:
    """These sources, or another's, once more, as somebody else has them."""
    folder.mkdir()
    for name in SOURCES:
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(of / name, folder / name, ignore=ignore)
    (folder / ".ci/locks").mkdir(parents=True)
    for name in (*FILES, *TOOLS):
        shutil.copy(of / name, folder / name)
    (folder / "systemd/allowed-signers").write_text(signer())
    if sys.prefix != sys.base_prefix:
        (folder / ".venv").symlink_to(sys.prefix)  # its pip fetches
    return folder


def made(
    folder: Path,
    wheels: Path | None = None,
    key: Path | None = None,
    address: str = "https://example.org/releases",
) -> subprocess.CompletedProcess[str]:
    """`make release` in there."""
    if wheels is not None:
        shutil.copytree(wheels, folder / "build/wheels")
    return subprocess.run(
        [
            "make",
            "--no-print-directory",
            "release",
            f"KEY={key or private_key()}",
            f"ADDRESS={address}",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def summed(archive: Path) -> Path:
    """Its sums and signature as they would be, had it been made like this."""
    files = sorted(
        str(path.relative_to(archive))
        for path in archive.rglob("*")
        if path.is_file() and not path.name.startswith("SHA256SUMS")
    )
    lines = [
        f"{hashlib.sha256((archive / name).read_bytes()).hexdigest()}  {name}\n" for name in files
    ]
    (archive / "SHA256SUMS").write_text("".join(lines))
    return sign(archive)


def packed(archive: Path, file: Path) -> None:
    """An unpacked archive as a file again, in the format of `make release`."""
    words: list[str | Path] = [
        "tar",
        "--format=ustar",
        "-czf",
        file,
        "-C",
        archive.parent,
        archive.name,
    ]
    subprocess.run(words, check=True)


class FakePi:
    """A machine of its own. `archive` is the release that it is to have, unpacked."""

    def __init__(self, folder: Path, archive: Path) -> None:
        self.root, self.bin, self.archive = folder / "root", folder / "bin", archive
        self.bin.mkdir(parents=True)
        self.other: dict[str, str] = {}  # of the environment
        for name, words in STUBS.items():
            self.stub(name, words)
        for name in ("run/systemd/system", "run/stub", "etc", "boot/firmware"):
            (self.root / name).mkdir(parents=True)
        self.put(MODEL, "Raspberry Pi Zero 2 W Rev 1.0\0")
        self.put("boot/firmware/config.txt", "#dtparam=i2c_arm=on\ndtparam=audio=on\n[pi4]\nx=1\n")

    def take_over(self, root: Path) -> None:
        """Become a copy of another machine's root, with the service started anew."""
        shutil.rmtree(self.root)
        subprocess.run(["cp", "-a", root, self.root], check=True)
        shutil.rmtree(self.root / "run/stub")
        (self.root / "run/stub").mkdir()
        self.systemctl("start", "okanjo.service")
        until(lambda: (self.root / "run/stub/state").exists() and self.state == "active")

    def another(self, more: str, to: str = "CHANGELOG.md", folder: Path | None = None) -> Path:
        """Make another version of the archive, in which `more` stands at the end of a file."""
        folder = folder or self.root.parent / f"archive-{len(list(self.root.parent.iterdir()))}"
        shutil.copytree(self.archive, folder)
        with (folder / to).open("a") as file:
            file.write(more)
        return summed(folder)

    def install(self, archive: Path | None = None) -> str:
        """Install it, or another one; what is said meanwhile."""
        status, output = self.run((archive or self.archive) / "install.sh")
        assert status == 0, output
        return output

    def whole(self) -> None:
        """All that a start of the machine needs is there, and runs."""
        assert self.state == "active"
        assert not [version for version in self.versions if version.startswith(".")]
        others = (
            "okanjo.socket",
            "okanjo-addresses.service",
            "okanjo-request.path",
            "okanjo-photo.socket",
            "okanjo-camera.socket",
            "okanjo-voice.socket",
            "okanjo-newest.socket",
        )
        for unit in ("okanjo.service", *others):
            for file in (unit, f"{unit}.d/00-okanjo.conf"):
                assert "[Install]" in (self.root / UNITS / file).read_text()
        wants = self.root / "etc/systemd/system/multi-user.target.wants/okanjo.service"
        assert os.readlink(wants) == f"/{UNITS}/okanjo.service"
        for link in ("etc/sysusers.d/okanjo.conf", "etc/udev/rules.d/70-okanjo.rules"):
            inside = os.readlink(self.root / link).removeprefix("/")
            assert (self.root / inside).is_file()
        assert (self.root / "etc/okanjo/okanjo.toml").is_file()
        assert (self.root / "opt/okanjo/versions" / self.current / "bin/python").exists()
        assert self.okanjo("codes").returncode == 0
        assert (self.root / "opt/okanjo/current/system/speak.sh").resolve().is_file()
        assert not list(self.root.glob("**/*.new"))
        assert not list(self.root.glob("opt/.*"))

    def put(self, name: str, text: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "OKANJO_ROOT": str(self.root),
            "OKANJO_PYTHON": getattr(sys, "_base_executable", sys.executable),
            "OKANJO_READY_WITHIN_S": READY_WITHIN_S,
            "OKANJO_STAYS_S": "0",
            "HOME": str(self.root),
            **self.other,
        }

    def stub(self, name: str, words: str) -> None:
        """A program that does something else than it should."""
        (self.bin / name).write_text(f"#!/bin/sh\n{words}\n")
        (self.bin / name).chmod(0o755)

    def begin(self, script: Path, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["sh", str(script), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment,
            start_new_session=True,
        )

    def run(self, script: Path, *words: str) -> tuple[int, str]:
        """Its exit status, and all it said."""
        running = self.begin(script, *words)
        output, _ = running.communicate(timeout=15 * int(READY_WITHIN_S))
        return running.returncode, output

    def killed_after(self, script: Path, seconds: float) -> bool:
        """Whether it was cut off: it, and all it had started but the service."""
        running = self.begin(script)
        try:
            running.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()  # with it all that it has started
        return running.returncode == -signal.SIGKILL

    @property
    def current(self) -> str:
        """The version at work."""
        return self._leads_to("current")

    @property
    def before(self) -> str:
        """The one that a rollback would put to work."""
        return self._leads_to(f"versions/{self.current}/before")

    def _leads_to(self, link: str) -> str:
        try:
            return os.readlink(self.root / "opt/okanjo" / link).rpartition("/")[2]
        except FileNotFoundError:
            return ""

    @property
    def versions(self) -> set[str]:
        return set(os.listdir(self.root / "opt/okanjo/versions"))

    @property
    def state(self) -> str:
        return (self.root / "run/stub/state").read_text()

    def asked(self) -> list[str]:
        """What the service manager was asked since the last look."""
        log = self.root / "run/stub/log"
        words = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return words

    def okanjo(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The command, in the version that is current."""
        script = self.root / "opt/okanjo/current/system/okanjo.sh"
        return subprocess.run(
            ["sh", str(script), *words],
            capture_output=True,
            text=True,
            env=self.environment,
            check=False,
        )

    def brought(self, name: str) -> Path:
        """A script of the version that is current."""
        return self.root / "opt/okanjo/versions" / self.current / "system" / name

    def tree(self) -> dict[str, tuple[object, ...]]:
        """All there is, but what is gone with the power."""
        return dict(self._tree())

    def _tree(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if name.split("/")[0] in ("run", "sys") or name.startswith("var/lib/okanjo/"):
                continue
            stat = path.lstat()
            if path.is_symlink():
                yield name, (os.readlink(path),)
            elif path.is_dir():
                yield name, (stat.st_mode,)
            else:
                yield name, (stat.st_mode, stat.st_size, stat.st_mtime_ns, stat.st_ino)

    def end(self) -> None:
        """Stop what runs."""
        self.systemctl("stop", "okanjo.service")

    def systemctl(self, *words: str) -> None:
        subprocess.run([str(self.bin / "systemctl"), *words], env=self.environment, check=True)
