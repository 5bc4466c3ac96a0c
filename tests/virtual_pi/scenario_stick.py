"""USB sticks are plugged in, of each kind: a backup is on each, and the display says so."""

import base64
import os
import subprocess
import tempfile
from pathlib import Path

from appliance import until
from support.backup_tools import backup_of, played

from firmware.records.backup.unpack import unpack

TOLD = "Backup written. Pull the stick."
MAKE = {  # of a file, with the name that a stick is to have
    "vfat": ("mkfs.vfat", "-n", "OKANJO"),
    "exfat": ("mkfs.exfat", "-L", "OKANJO"),
    "ext4": ("mkfs.ext4", "-q", "-F", "-L", "OKANJO"),
}
SIZE = 64 << 20
ALL = "mkdir -p /tmp/m; mount -o ro /dev/sd? /tmp/m; base64 -w 0 /tmp/m/okanjo/*; umount /tmp/m"
LEFT = "cat /proc/mounts | grep -c okanjo-stick; ls /run/okanjo-stick; true"


def sticks_get_a_backup(okanjo, say):
    """All that is there is in it; and the stick of somebody else is left alone."""
    with tempfile.TemporaryDirectory() as folder:
        packed = an_evening(okanjo, Path(folder) / "table")
        for kind, words in MAKE.items():
            image = made(folder, kind, *words)
            before = okanjo.log_count(TOLD)
            plug(okanjo, image, kind)
            okanjo.await_log(TOLD, before)
            until(lambda: okanjo.shell(LEFT).split()[:1] == ["0"], why="nothing is mounted")
            content = base64.b64decode(okanjo.shell(ALL))
            assert unpack(content).journal.games == unpack(packed).journal.games, kind
            say(f"{kind}: a backup of {len(content)} bytes")
            unplug(okanjo, kind)
        own = made(folder, "own", "mkfs.vfat", "-n", "HOLIDAY")
        plug(okanjo, own, "own")
        unit = "journalctl -o cat -u 'okanjo-stick@*' | grep -c Finished; true"
        until(lambda: int(okanjo.shell(unit)) > len(MAKE), why="its unit is done")
        assert okanjo.log_count(TOLD) == len(MAKE)
        unplug(okanjo, "own")
        files = subprocess.run(["mdir", "-b", "-i", own], capture_output=True, check=False).stdout
        assert files == b"", files
        say("somebody's own: left alone")


def an_evening(okanjo, folder):
    """A finished game that is brought by a backup."""
    played(folder, "sushi-go-dummy")
    packed = backup_of(folder)
    okanjo.put("/root/evening.base64", base64.encodebytes(packed).decode().strip())
    okanjo.shell("base64 -d /root/evening.base64 >/root/evening.okanjo")
    okanjo.shell("okanjo restore /root/evening.okanjo")
    okanjo.wait_until_ready()
    return packed


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
