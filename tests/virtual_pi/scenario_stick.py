"""USB sticks are plugged in, of each kind: a new table gets back what one has; a backup is on each,
and can be brought back.
"""

import base64
import http.client
import json
import os
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

from appliance import ADDRESS, until
from scenario_page import FILE, PinKnown
from support.backup_tools import backup_of, played

from firmware.records.backup.unpack import unpack

TOLD = "Backup written. Pull the stick."
OFFERED = "The stick has a backup with 1 game."
RESTORED = "Backup restored. Pull the stick."
MAKE = {  # of a file, with the name that a stick is to have
    "vfat": ("mkfs.vfat", "-n", "OKANJO"),
    "exfat": ("mkfs.exfat", "-L", "OKANJO"),
    "ext4": ("mkfs.ext4", "-q", "-F", "-L", "OKANJO"),
}
SIZE = 64 << 20
ALL = "mkdir -p /tmp/m; mount -o ro /dev/sd? /tmp/m; base64 -w 0 /tmp/m/okanjo/*; umount /tmp/m"
LEFT = "cat /proc/mounts | grep -c okanjo-stick; ls /run/okanjo-stick; true"
UNITS = "journalctl -o cat -u 'okanjo-stick@*' 2>/dev/null"
DONE = UNITS + " | grep -c 'Finished\\|Failed to start'; true"
OLD = "2026-11-27-old.okanjo"


class StickOwner(PinKnown):
    """Somebody with a phone at /setup, and a stick."""

    def get(self, path):
        """What everybody may see."""
        page = http.client.HTTPConnection("127.0.0.1", self.okanjo.machine.port, timeout=240)
        with closing(page):
            page.request("GET", path, headers={"Host": ADDRESS})
            return json.loads(page.getresponse().read())

    def on_stick(self):
        return {row["name"]: row for row in self.post("/setup/sticks")["backups"]}

    def brought(self, row):
        """The bytes of a backup on the stick, or a sentence."""
        page = http.client.HTTPConnection("127.0.0.1", self.okanjo.machine.port, timeout=240)
        body = json.dumps({"stick": row["stick"], "name": row["name"]}).encode()
        headers = {
            "Host": ADDRESS,
            "Origin": f"http://{ADDRESS}",
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self.token}",
        }
        with closing(page):
            page.request("POST", "/setup/from-stick", body, headers)
            answer = page.getresponse()
            content = answer.read()
        return content if answer.status == 200 else json.loads(content)["error"]


def sticks_get_a_backup(okanjo, say):
    """All that is there is in it; and the stick of somebody else is left alone."""
    with tempfile.TemporaryDirectory() as folder:
        owner = StickOwner(okanjo)
        packed = what_was_comes_back(okanjo, owner, Path(folder), say)
        for kind, words in MAKE.items():
            image = made(folder, kind, *words)
            before = okanjo.log_count(TOLD)
            plug(okanjo, image, kind)
            okanjo.await_log(TOLD, before)
            until(lambda: okanjo.shell(LEFT).split()[:1] == ["0"], why="nothing is mounted")
            content = base64.b64decode(okanjo.shell(ALL))
            assert unpack(content).journal.games == unpack(packed).journal.games, kind
            (row,) = owner.on_stick().values()
            assert owner.brought(row) == content, kind
            say(f"{kind}: a backup of {len(content)} bytes, and brought from there")
            unplug(okanjo, kind)
            assert "pulled out" in owner.brought(row)
            assert owner.on_stick() == {}
        own = made(folder, "own", "mkfs.vfat", "-n", "HOLIDAY")
        plugged_in_to_the_end(okanjo, own, "own")
        assert okanjo.log_count(TOLD) == len(MAKE)
        unplug(okanjo, "own")
        files = subprocess.run(["mdir", "-b", "-i", own], capture_output=True, check=False).stdout
        assert files == b"", files
        say("somebody's own: left alone")


def what_was_comes_back(okanjo, owner, folder, say):
    """On a machine where nobody has played: the page offers what a stick has, and brings it."""
    played(folder / "table", "sushi-go-dummy")
    packed = backup_of(folder / "table")
    image = made(folder, "old", *MAKE["vfat"])
    (folder / OLD).write_bytes(packed)
    subprocess.run(["mmd", "-i", image, "::okanjo"], check=True)
    subprocess.run(["mcopy", "-i", image, folder / OLD, f"::okanjo/{OLD}"], check=True)
    assert owner.get("/stick")["backups"] == []
    plug(okanjo, image, "old")
    okanjo.await_log(OFFERED)
    (row,) = owner.get("/stick")["backups"]
    assert owner.brought(row) == packed
    told = owner.post("/setup/restore", packed, FILE)
    assert told["restored"].startswith("1 game (1 finished)"), told
    okanjo.await_log(RESTORED)
    assert owner.get("/stick")["backups"] == []  # somebody has played
    assert [*owner.on_stick()] == [OLD]
    assert okanjo.shell(LEFT).split()[:1] == ["0"]
    unplug(okanjo, "old")
    say(f"a new table: {told['restored']}, brought back from a stick")
    return packed


def plugged_in_to_the_end(okanjo, image, name):
    """Until its unit is done, whatever it came to."""
    before = int(okanjo.shell(DONE))
    plug(okanjo, image, name)
    until(lambda: int(okanjo.shell(DONE)) > before, why="its unit is done")


def made(folder, kind, *words):
    image = os.path.join(folder, f"{kind}.img")
    with open(image, "wb") as file:
        file.truncate(SIZE)
    subprocess.run([*words, image], check=True, stdout=subprocess.DEVNULL)
    return image


def plug(okanjo, image, name):
    line = f"drive_add 0 if=none,id=drive-{name},format=raw,file={image}"
    okanjo.machine.monitor("human-monitor-command", command_line=line)
    how = {"driver": "usb-storage", "bus": "usb.0", "port": "3", "drive": f"drive-{name}"}
    okanjo.machine.monitor("device_add", id=name, **how)


def unplug(okanjo, name):
    okanjo.machine.unplug(name)
    until(lambda: not okanjo.shell("ls /dev/sd? 2>/dev/null; true"), why="the stick is gone")
