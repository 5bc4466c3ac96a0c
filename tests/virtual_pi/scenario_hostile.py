"""Sticks that are made to do harm are plugged in while people play: a link called okanjo, bombs and
half a backup among 10,000 files, file systems that are spoiled.

Each is refused in a sentence or ignored; scans count meanwhile, and memory does not run short.
"""

import gzip
import struct
import subprocess
import tempfile
import zipfile
from pathlib import Path

from appliance import STATE, until
from scenario_cables import BothTables
from scenario_page import FILE
from scenario_stick import LEFT, MAKE, TOLD, StickOwner, made, plug, unplug
from support.backup_tools import backup_of, members, played

from firmware.records.backup.archive import JOURNAL
from firmware.records.backup.summary import ABOUT, MOST_LISTED

REFUSED = "No backup written: the stick cannot be written. Use another one."
BOMB, CUT, LINK = "2026-11-27-bomb.okanjo", "2026-11-26-cut.okanjo", "z-link.okanjo"
ANSWERS = {
    BOMB: "Journal.db in it is larger than Okanjo ever writes",
    CUT: "This is not an Okanjo backup, or only part of one",
}
FILES, GIGABYTES = 10_000, 2
FREE = "/run/virtual-pi/free"
WATCH_FREE = (
    f"setsid sh -c 'while sleep 1; do grep MemAvailable /proc/meminfo; done >{FREE}' "
    "</dev/null >/dev/null 2>&1 &"
)
LEAST_FREE = f"awk '{{ print $2 }}' {FREE} | sort -n | head -n 1"
LEAST_MB = 96  # of the 512 that it has
OUT_OF_MEMORY = "journalctl -k -o cat | grep -ci 'out of memory\\|oom-kill'; true"
PEAK = "cat /sys/fs/cgroup/system.slice/okanjo.service/memory.peak"


def hostile_sticks(okanjo, say):
    """One after another, each while a card is laid; the very same process all along."""
    okanjo.shell(WATCH_FREE)
    pid, table = okanjo.pid, BothTables(okanjo)
    table.lay()
    with tempfile.TemporaryDirectory() as folder:
        at = Hostile(okanjo, table, Path(folder), say)
        at.plugged("a link called okanjo", linked, REFUSED)
        at.plugged("a file system that is spoiled", spoiled, REFUSED)
        at.plugged("a folder that never ends", circular, REFUSED)
        at.plugged(f"{FILES} files, bombs and half a backup", crowded, TOLD, at.restores_none)
    assert not okanjo.shell(f"ls -d {STATE}/*okanjo* 2>/dev/null; true")  # where the link leads
    assert table.journals_agree()
    assert (okanjo.pid, okanjo.restarts) == (pid, 0)
    assert okanjo.shell(OUT_OF_MEMORY) == "0"
    least, peak = int(okanjo.shell(LEAST_FREE)) >> 10, int(okanjo.shell(PEAK)) >> 20
    assert least >= LEAST_MB, least
    say(f"the same process all along: {peak} MB at most, and {least} MB were always free")
    table.twin.close()


class Hostile:
    """A table where people play, and a stick in it."""

    def __init__(self, okanjo, table, folder, say):
        self.okanjo, self.table, self.folder, self.say = okanjo, table, folder, say
        self.owner = StickOwner(okanjo)

    def plugged(self, what, make, sentence, look=None):
        """Plugged in, while a card is laid; what its owner reads."""
        okanjo, image = self.okanjo, make(self.folder)
        before = self.told()
        plug(okanjo, image, make.__name__)
        self.table.lay_unseen()
        until(lambda: self.told() > before, 400, 1, f"a sentence about {what}")
        until(lambda: okanjo.shell(LEFT).split()[:1] == ["0"], why="nothing is mounted")
        (line,) = self.sentences()[before:]
        assert sentence in line, line
        if look:
            look()
        unplug(okanjo, make.__name__)
        self.table.lay_unseen()
        self.say(f"{what}: {line}")

    def sentences(self):
        """All that was said of sticks."""
        log = self.okanjo.shell("journalctl -u okanjo -o cat --no-pager | grep -F stick; true")
        return log.splitlines()

    def told(self):
        return len(self.sentences())

    def restores_none(self):
        """What is called like a backup is listed; a link never; and none of it is restored."""
        listed = self.owner.post("/setup/sticks")
        rows = {row["name"]: row for row in listed["backups"]}
        assert {BOMB, CUT} < {*rows}, rows
        assert len(rows) == len(ANSWERS) + 1, rows  # its own
        assert str(MOST_LISTED - len(rows)) in listed["others"], listed
        for name, answer in ANSWERS.items():
            content = until(lambda row=rows[name]: self.brought(row), why=f"{name} is brought")
            told = self.owner.post("/setup/restore", content, FILE)
            assert answer in told["error"], told
            self.say(f"{name}, {len(content)} bytes: {told['error']}")

    def brought(self, row):
        """Its bytes, if root has taken the request in time: this machine may be a busy one."""
        content = self.owner.brought(row)
        return content if isinstance(content, bytes) else b""


def of_folder(folder, name, content):
    """An ext4 with these files on it."""
    image = Path(folder, f"{name}.img")
    with open(image, "wb") as file:
        file.truncate(128 << 20)
    words = ["mkfs.ext4", "-q", "-F", "-N", "30000", "-m", "0", "-L", "OKANJO", "-d"]
    subprocess.run([*words, content, image], check=True)
    return str(image)


def linked(folder):
    content = folder / "linked"
    content.mkdir()
    (content / "okanjo").symlink_to(STATE)
    return of_folder(folder, "linked", content)


def crowded(folder):
    """Backups that are none, the first to be looked at, among many files."""
    played(folder / "table", "sushi-go-dummy")
    good, place = backup_of(folder / "table"), folder / "crowded/okanjo"
    place.mkdir(parents=True)
    for number in range(FILES):
        (place / f"a{number}.okanjo").touch()
    bomb(place / BOMB, members(good))
    (place / CUT).write_bytes(good[: len(good) // 2])
    (place / "gzip.okanjo").write_bytes(gzip.compress(bytes(64 << 20)) * (GIGABYTES << 4))
    (place / LINK).symlink_to(f"{STATE}/journal.db")
    return of_folder(folder, "crowded", place.parent)


def bomb(path, parts):
    """A backup whose journal is but zeros, and far more of them than there is memory."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(ABOUT, parts[ABOUT], zipfile.ZIP_STORED)
        for name in parts.keys() - {ABOUT, JOURNAL}:
            packed.writestr(name, parts[name])
        with packed.open(JOURNAL, "w", force_zip64=True) as journal:
            for _ in range(GIGABYTES << 10):
                journal.write(bytes(1 << 20))


def spoiled(folder):
    image = made(folder, "spoiled", *MAKE["ext4"])
    with open(image, "r+b") as file:
        file.seek(2048)  # where its groups lie
        file.write(b"\xff" * 64)
    return image


def circular(folder):
    """A FAT whose folder okanjo goes on with itself."""
    image = made(folder, "circular", *MAKE["vfat"])
    subprocess.run(["mmd", "-i", image, "::okanjo"], check=True)
    with open(image, "r+b") as file:
        head = file.read(512)
        sector, _, reserved, tables = struct.unpack_from("<HBHB", head, 11)
        (sectors,) = struct.unpack_from("<H", head, 22)
        for number in range(tables):
            file.seek((reserved + number * sectors) * sector + 4)  # the first cluster's number: 2
            file.write(struct.pack("<H", 2))
    return image
