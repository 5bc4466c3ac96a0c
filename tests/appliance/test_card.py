"""An empty card with two files: vendor-data, run as cloud-init runs it, and what it lays down.

On a machine as fake_pi.py has them; a real cloud-init reads the file in tests/virtual_pi.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from io import FileIO
from pathlib import Path
from threading import Thread
from types import ModuleType
from urllib.error import URLError

import pytest
from support.card_programs import card_program
from support.fake_pi import FakePi
from support.signing import ANOTHER, sign
from support.soak import SOAK
from support.waiting import free_port, until

CUTS = 40 if SOAK else 3
RELEASE = "okanjo-0.1.0.tar.gz"
BOOT = "boot/firmware"
PROGRAM, UNIT = "usr/local/lib/okanjo-setup", "etc/systemd/system/okanjo-setup.service"
ROUTES = "Iface\tDestination\tGateway\nwlan0\t00000000\t0102A8C0\n"


class CardPi(FakePi):
    """A machine that has begun its first start, with what lies on its card."""

    def __init__(self, folder: Path, archive: Path, vendor_data: Path) -> None:
        super().__init__(folder, archive)
        for program in ("modprobe", "dtparam"):
            self.stub(program, "")
        self.port = free_port()
        self.other |= {"OKANJO_PORT": str(self.port), "OKANJO_AGAIN_S": "0.2"}
        self.boot = self.root / BOOT
        self.put("proc/net/route", ROUTES)
        self.put("run/systemd/timesync/synchronized", "")
        self.put("dev/tty1", "")
        self.vendor_data = vendor_data

    def copy(self, archive: Path, name: str = RELEASE) -> None:
        """Put a release on the card."""
        words: list[str | Path] = [
            "tar",
            "-czf",
            self.boot / name,
            "-C",
            archive.parent,
            archive.name,
        ]
        subprocess.run(words, check=True)

    def run_vendor_data(self) -> None:
        status, output = self.run(self.vendor_data)
        assert status == 0, output

    def start(self) -> subprocess.Popen[bytes]:
        """The unit's program, as each start of the machine starts it."""
        return subprocess.Popen(
            [self.environment["OKANJO_PYTHON"], "-I", self.root / PROGRAM / "setup.py"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def progress(self) -> dict[str, object]:
        """What the page says; nothing where there is none."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}/progress", timeout=5
            ) as page:
                content: dict[str, object] = json.load(page)
                return content
        except (URLError, OSError):
            return {}

    @property
    def log(self) -> str:
        return (self.boot / "okanjo-log.txt").read_text()

    @property
    def is_left(self) -> bool:
        """Whether anything of the program is still there."""
        return any((self.root / name).exists() for name in (PROGRAM, UNIT, "var/lib/okanjo-setup"))


@pytest.fixture
def card(archive: Path, dist: Path, tmp_path: Path) -> Iterator[CardPi]:
    card = CardPi(tmp_path / "pi", archive, dist / "dist/vendor-data")
    yield card
    card.end()


def test_two_files_become_a_table_that_scores(card: CardPi, archive: Path) -> None:
    card.copy(archive)
    card.run_vendor_data()
    assert "start --no-block okanjo-setup.service" in card.asked()
    wanted = card.root / UNIT.replace("okanjo-setup", "multi-user.target.wants/okanjo-setup")
    assert "setup.py" in wanted.read_text()
    program, steps = card.start(), set[object]()
    while program.poll() is None:
        steps.add(card.progress().get("step"))
        time.sleep(0.02)
    assert program.returncode == 0
    card.whole()
    assert not card.is_left
    assert not wanted.is_symlink()
    assert "reboot" in card.asked()  # I2C and SPI were off
    assert "Checking okanjo-0.1.0.tar.gz" in steps
    assert "Unpacking Okanjo: a minute or two, on a Zero up to five" in steps
    for line in ("signature    valid", "is ready", "Okanjo is installed. The Pi restarts once."):
        assert line in card.log
    assert (card.root / "dev/tty1").read_text().strip() == (
        "Okanjo is installed. The Pi restarts once."
    )
    card.run_vendor_data()  # by hand, later
    assert not card.is_left


def test_every_mistake_is_said_and_mended_without_a_restart(
    card: CardPi, archive: Path, tmp_path: Path
) -> None:
    card.run_vendor_data()
    (card.root / "proc/net/route").unlink()
    (card.root / "run/systemd/timesync/synchronized").unlink()
    unsigned, another, damaged = (tmp_path / name / "okanjo" for name in ("u", "a", "d"))
    for folder in (unsigned, another, damaged):
        shutil.copytree(archive, folder)
    (unsigned / "SHA256SUMS.sig").unlink()
    sign(another, ANOTHER)
    (damaged / "README.md").write_text("nothing")
    program = card.start()

    def says(words: str) -> None:
        until(lambda: words in str(card.progress().get("trouble")), why=words)

    says("There is no Okanjo on the card.")
    (card.boot / RELEASE).write_bytes(b"half of it")
    says(f"{RELEASE} is damaged, or no release.")
    for folder, words in (
        (unsigned, f"{RELEASE} is not signed"),
        (another, "not of the same maker"),
        (damaged, f"{RELEASE} is damaged."),
    ):
        card.copy(folder)
        says(words)
    assert not (card.root / "opt").exists()
    card.copy(archive)
    until(lambda: card.progress().get("step") == "Waiting for the network")
    card.put("proc/net/route", ROUTES)
    until(lambda: card.progress().get("step") == "Waiting for the time from the network")
    card.put("run/systemd/timesync/synchronized", "")
    assert program.wait(120) == 0
    card.whole()


def test_what_the_installer_cannot_do_is_said_and_tried_again(card: CardPi, archive: Path) -> None:
    """No sentence says to run something: nobody is at a terminal."""
    card.copy(archive)
    card.run_vendor_data()
    fetch = (card.bin / "apt-get").read_text().partition("\n")[2]
    card.stub("apt-get", "echo 'E: Could not resolve host'; exit 100")
    program = card.start()
    until(lambda: card.progress().get("trouble"))
    assert card.progress()["trouble"] == (
        "Packages: could not be downloaded: check the network, or a server is down. Then wait: it"
        " tries again by itself."
    )
    assert "| E: Could not resolve host" in card.log
    card.stub("apt-get", "echo 'E: You don'\"'\"'t have enough free space in /var'; exit 100")
    until(lambda: card.progress().get("trouble") == card_program("setup").FULL)
    assert "packages     the disk is full" in card.log
    card.stub("apt-get", fetch)
    assert program.wait(120) == 0
    card.whole()


def test_a_plug_pulled_anywhere_is_gone_on_from(card: CardPi, archive: Path) -> None:
    chance = random.Random(4)
    card.copy(archive)
    card.run_vendor_data()
    for _ in range(CUTS):
        program = card.start()
        with suppress(subprocess.TimeoutExpired):
            program.wait(chance.uniform(0.1, 4))
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()
        if not card.is_left:
            break
    if card.is_left:
        assert card.start().wait(120) == 0
    card.whole()


# --- what lies on the card ----------------------------------------------------------------------


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program, with a card of its own."""
    module = card_program("setup")
    (tmp_path / BOOT).mkdir(parents=True)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    return module


@pytest.mark.parametrize(
    "name",
    [
        "okanjo-0.10.0.tar.gz",
        "okanjo-0.10.0.tar",
        "okanjo-0.10.0 (1).tar.gz",
        "okanjo-0.10.0(1).tar.gz",
        "okanjo-0.10.0.tar (2).gz",
        "Okanjo-0.10.0.TAR.GZ",
        "okanjo-0.10.0.tgz",
    ],
)
def test_the_newest_release_is_taken_as_a_browser_saved_it(
    setup: ModuleType, tmp_path: Path, name: str
) -> None:
    boot = tmp_path / BOOT
    for other in ("okanjo-0.9.0.tar.gz", "._okanjo-0.11.0.tar.gz", "okanjo-log.txt", "config.txt"):
        (boot / other).touch()
    (boot / name).touch()
    release, other = setup.releases()
    assert (release, other) == (boot / name, boot / "okanjo-0.9.0.tar.gz")


def test_a_folder_that_a_browser_unpacked_is_taken(setup: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / BOOT / "okanjo"
    folder.mkdir()
    (folder / "pyproject.toml").write_text('[project]\nversion = "0.3.0"\n')
    (tmp_path / BOOT / "okanjo-0.2.0.tar.gz").touch()
    assert setup.releases()[0] == folder


@pytest.mark.parametrize(
    ("free", "flags", "trouble"),
    [(1 << 20, 0, ""), (4096, 0, "bootfs is full."), (1 << 20, os.ST_RDONLY, "cannot be written")],
)
def test_a_first_partition_that_takes_nothing_is_said_at_once(
    setup: ModuleType, free: int, flags: int, trouble: str
) -> None:
    """Else config.txt stayed as it was, and the display dark."""
    block = 4096
    bootfs = os.statvfs_result(
        (block, block, 1000, free // block, free // block, *[0] * 3, flags, 255)
    )
    with pytest.raises(setup.Trouble, match=trouble) if trouble else nullcontext():
        setup.check_room(bootfs)


def test_the_log_has_later_what_the_card_did_not_take(setup: ModuleType, tmp_path: Path) -> None:
    log = setup.CardLog()
    (tmp_path / BOOT).rename(tmp_path / "away")
    (tmp_path / "boot").rmdir()
    with suppress(OSError):
        log.write("bootfs is full")
    (tmp_path / "boot").mkdir()
    log.write("Looking for Okanjo")
    assert (tmp_path / "boot/okanjo-log.txt").read_text().split("\n") == [
        "bootfs is full",
        "Looking for Okanjo",
        "",
    ]


def test_no_display_is_begun_from_a_release_that_was_not_checked(
    setup: ModuleType, tmp_path: Path
) -> None:
    """It lies where the one lay that was checked before it."""
    began = tmp_path / "began"
    program = tmp_path / "release/systemd/card/show.py"
    program.parent.mkdir(parents=True)
    program.write_text(f"open({str(began)!r}, 'w')")
    display = setup.Display()
    display.open(tmp_path / "release")
    display.stay()
    display.show("not signed")
    assert display._program is None
    display.open(tmp_path / "release")
    display.show("Waiting for the network")
    until(began.exists)
    display.close()


# --- what the display shows ---------------------------------------------------------------------


def test_the_display_shows_each_line_though_two_come_at_once() -> None:
    show, shown = card_program("show"), list[bytes]()
    read_end, write_end = os.pipe()
    lines = FileIO(read_end)
    thread = Thread(target=show.follow, args=(lines, lambda picture: shown.append(picture.pages)))
    thread.start()
    os.write(write_end, "Unpacking Okanjo\nThe card is full…\n".encode())
    try:
        until(lambda: shown[-1:] == show.sheets("The card is full…"))
        assert shown[-2:-1] == show.sheets("Unpacking Okanjo")
    finally:
        os.close(write_end)
        thread.join()
        lines.close()
