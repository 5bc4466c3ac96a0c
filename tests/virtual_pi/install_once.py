"""Install Okanjo on a built system by its own installer, and save the moment from which every
scenario starts.
"""

import os
import re
import subprocess

from appliance import ADDRESS, SERIAL_PORT, SETTINGS, STATE, Appliance, until
from archives import all_of
from machine import Machine
from usb_reports import WATCH

MOMENT = "ready"
SHIPPED = "shipped"  # the disk as it is after one command, before anybody has set anything
CONFIG = "/boot/firmware/config.txt"
# where an installation writes; of what apt keeps only what is installed
PLACES = "/opt /etc /usr/local /boot /var/lib/okanjo /var/lib/dpkg/status"
LOOK = f"find {PLACES} -printf '%p %i %s %T@ %U:%G %m %l\\n' | sort"
MOST_EXPOSED = 1.0


def layered(folder, name, below):
    """A disk that keeps its own changes over another one."""
    path = os.path.join(folder, f"{name}.qcow2")
    kind = "raw" if below.endswith(".img") else "qcow2"
    words = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", kind, "-b", below, path]
    subprocess.run(words, check=True)
    return path


def own(folder, name):
    """The disk of one machine alone."""
    return os.path.join(folder, "run", f"{name}.qcow2")


def image_of(folder, disk, name, moment):
    """The disk as it was at that moment, or (None) as it is, as a file of its own."""
    path = os.path.join(folder, f"{name}.img")
    then = ["-l", f"snapshot.name={moment}"] if moment else []
    subprocess.run(["qemu-img", "convert", "-O", "raw", *then, disk, path], check=True)
    return path


def cargo(folder, archives):
    """Archives on a disk that a machine can unpack."""
    path = os.path.join(folder, "cargo.tar")
    names = [
        word for one in archives for word in ("-C", os.path.dirname(one), os.path.basename(one))
    ]
    subprocess.run(["tar", "-cf", path, *names], check=True)
    return path


def install(folder, archive, say):
    """A machine with Okanjo ready, kept at that moment."""
    disk = layered(folder, "installed", os.path.join(folder, "base.img"))
    machine = Machine(folder, "install", f"file={disk},format=qcow2")
    machine.cargo = cargo(folder, all_of(folder, archive))
    try:
        machine.start()
        say(f"booted to a shell in {machine.start_s:.0f} s")
        okanjo = Appliance(machine)
        okanjo.shell("systemctl start virtual-pi-board")
        okanjo.shell("tar xf /dev/vdb -C /root")
        okanjo.put(CONFIG, "dtparam=audio=on")
        said, took_s = okanjo.install(f"/root/{os.path.basename(archive)}")
        say(f"installed in {took_s:.0f} s, with nothing to download:")
        for line in said.splitlines():
            say(f"  | {line}")
        check_first(okanjo)
        check_again(okanjo, archive, say)
        keep_as_shipped(machine)
        serial = machine.plug_serial()
        okanjo.put("/etc/okanjo/okanjo.toml", SETTINGS)
        exposure(okanjo, say)
        okanjo.shell("systemctl restart okanjo")
        okanjo.wait_until_ready()
        okanjo.shell("sync; journalctl --sync")
        serial.close()
        machine.unplug("serial-scanner")  # QEMU cannot keep that one's moment
        okanjo.await_log("scanner lost")
        machine.save(MOMENT)
    finally:
        machine.cut()
    return disk


def from_moment(folder, disk, name):
    """Okanjo ready, a second later, with all that is plugged in."""
    copy = own(folder, name)
    machine = Machine(folder, name, f"file={copy},format=qcow2")
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", disk, copy], check=True)
    machine.cargo = os.path.join(folder, "cargo.tar")
    okanjo = Appliance(machine)
    try:
        machine.start(MOMENT)
        okanjo.shell(WATCH)
        found = okanjo.log_count(f"scanner found: {SERIAL_PORT}")
        okanjo.serial = machine.plug_serial()
        okanjo.await_log(f"scanner found: {SERIAL_PORT}", found)
    except BaseException:
        machine.cut()
        raise
    return okanjo


def keep_as_shipped(machine):
    """Its disk at this moment, to be started from cold."""
    machine.shell("sync; journalctl --sync")
    machine.monitor("blockdev-snapshot-internal-sync", device="disk", name=SHIPPED)


def check_first(okanjo):
    """As it is just after an installation: settings as they came, in which hardware is "auto"."""
    okanjo.wait_until_ready()
    okanjo.shell("cmp /etc/okanjo/okanjo.toml /opt/okanjo/current/config/okanjo.toml")
    assert {"i2c_arm=on", "spi=on"} <= set(re.findall(r"\w+=on", okanjo.shell(f"cat {CONFIG}")))
    assert okanjo.shell("stat -c '%U %a' /var/lib/okanjo") == "okanjo 700"
    okanjo.await_log("display found")
    until(lambda: (okanjo.machine.glass.newest or {}).get("lit"), why="the display is lit")
    assert b"<!doctype html>" in okanjo.ask("/").lower()
    # its last file is the code of an address that is found a moment later
    okanjo.shell(f"until grep -qs {ADDRESS} {STATE}/page-code; do sleep 1; done")


def check_again(okanjo, archive, say):
    """A second time changes nothing, and stops nothing."""
    pid = okanjo.pid
    before = okanjo.shell(LOOK)
    _, took_s = okanjo.install(f"/root/{os.path.basename(archive)}")
    changed = set(before.splitlines()) ^ set(okanjo.shell(LOOK).splitlines())
    assert not changed, sorted(changed)
    assert okanjo.pid == pid
    say(f"installed again in {took_s:.0f} s: nothing changed, the service went on")


def exposure(okanjo, say):
    """What systemd itself thinks of the unit's sandbox."""
    told = okanjo.shell("systemd-analyze security --no-pager okanjo | tail -n 1").strip()
    found = float(re.search(r": ([0-9.]+) ", told)[1])
    say(f"exposure: {found} (at most {MOST_EXPOSED})")
    assert found <= MOST_EXPOSED
