"""A program inside Okanjo's unit reaches what it needs, and no more.

The probe runs by a copy of the unit as it is in force, drop-ins and all; only what it starts is
another. The same probe by root, outside, finds all that it looks for: it can see.
"""

import json
import re

from appliance import SERIAL_PORT, TooLate, until
from machine import NoAnswer

PROBE = "/usr/local/lib/probe.py"
UNIT = "/run/systemd/system/okanjo-probe.service"
# what only concerns how it is started
GONE = re.compile(r"(Type|NotifyAccess|Exec\w+|WatchdogSec|Timeout\w+|Restart|RestartSec)=")
# what others have left where everybody may write, and where the unit has a place of its own
LEFT = [f"{place}/of-others" for place in ("/dev/mqueue", "/dev/shm", "/tmp", "/var/tmp")]  # noqa: S108
PYTHON = "/opt/okanjo/current/bin/python -I"
START = f"ExecStart={PYTHON} {PROBE} {' '.join(LEFT)}"
# how long it looks around is no matter of the sandbox
RUNS = f"[Service]\nType=oneshot\nTimeoutStartSec=infinity\n{START}\n"
PROBE_WITHIN_S = 1200
# A door for everybody, as that of what tells names of machines, which is not installed here.
DOOR = "/run/avahi-daemon/socket"
OPEN = f"""
import os, socket, time
os.makedirs("/run/avahi-daemon", exist_ok=True)
door = socket.socket(socket.AF_UNIX)
door.bind("{DOOR}")
os.chmod("{DOOR}", 0o666)
door.listen()
time.sleep(3600)
"""
# its own, and where it says that it is ready
SOCKETS = re.compile(r"/run/(okanjo/\w+|systemd/notify)$")
# /dev/mqueue is one of its own, too (PrivateIPC)
OURS = ("/var/lib/okanjo", "/run/okanjo", "/tmp", "/var/tmp", "/dev/mqueue")  # noqa: S108
DEVICES = re.compile(r"/dev/(input/(event|mouse|mice|js)\w*|i2c-\d|gpiochip0|tty(USB|AMA|S)0)$")
READ_ONLY = re.compile(r"/dev/input/")


def probed(printed):
    return json.loads(re.search(r"PROBE (.*)", printed)[1])


def inside(okanjo):
    """What the probe finds inside the unit."""
    unit = okanjo.shell("systemctl cat okanjo.service")
    kept = [line for line in unit.splitlines() if not GONE.match(line)]
    okanjo.put(UNIT, "\n".join(kept) + "\n" + RUNS)
    done(okanjo, "systemctl daemon-reload && systemctl start okanjo-probe.service")
    return probed(okanjo.shell("journalctl -u okanjo-probe -o cat --no-pager"))


def outside(okanjo):
    """What it finds as root."""
    return probed(done(okanjo, f"python3 {PROBE} --look {' '.join(LEFT)}"))


def done(okanjo, probing):
    """A probe that has ended; one that has not says nothing of the sandbox."""
    try:
        return okanjo.shell(probing, PROBE_WITHIN_S)
    except NoAnswer as why:
        if not okanjo.machine.is_on:
            raise
        raise TooLate(f"the sandbox is not known, as this machine is too slow: {why}") from why


def a_real_bus(okanjo):
    """One of the kernel's own, by its number; the display's is a program here, and let by name."""
    # by the number of the PC's own, which goes: the next one, 1, is the display's
    okanjo.shell("modprobe -rq i2c-piix4; modprobe i2c-stub chip_addr=0x50 && udevadm settle")
    name = okanjo.shell("grep -lx 'SMBus stub driver' /sys/class/i2c-adapter/*/name").split("/")[-2]
    assert okanjo.shell(f"stat -c '%G %a' /dev/{name}") == "i2c 660", "our rule, and our group"
    return f"/dev/{name}"


def it_can_see(unconfined, pid):
    """Root outside sees what the unit must not: else that it finds nothing inside proves little."""
    assert {"INET", "PACKET"} <= set(unconfined["families"]), "the probe sees nothing"
    assert "/dev/vda" in unconfined["devices"]
    assert "/home/pi" in unconfined["homes"]
    assert "/etc" in unconfined["folders"]
    assert "/etc/passwd" in unconfined["files"]
    assert {DOOR, "/run/dbus/system_bus_socket", "/run/systemd/journal/socket"} <= {
        *unconfined["sockets"]
    }
    assert set(LEFT) <= set(unconfined["seen"])
    assert "/proc/sys/kernel/hostname" in unconfined["kernel"]
    assert pid in unconfined["others"]
    assert {"/etc/shadow", "/proc/1/environ"} <= set(unconfined["secrets"])


def within(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def the_sandbox(okanjo, say):
    """No network, no other device, no home, no write outside its state, no power over it all."""
    okanjo.shell("mkdir -p /home/pi && echo private >/home/pi/diary")
    okanjo.shell(f"touch {' '.join(LEFT)} && chmod 666 {' '.join(LEFT)}")
    okanjo.shell(f"setsid python3 -c '{OPEN}' >/dev/null 2>&1 &")
    until(lambda: okanjo.shell(f"ls {DOOR} 2>/dev/null; true"), why="somebody's door is there")
    okanjo.bring("probe.py", PROBE)
    own = {"/dev/i2c-1", "/dev/gpiochip0", SERIAL_PORT, a_real_bus(okanjo)}
    unconfined = outside(okanjo)
    it_can_see(unconfined, okanjo.pid)
    confined = inside(okanjo)
    wrong = {
        "network": confined["families"],
        "sockets": [path for path in confined["sockets"] if not SOCKETS.match(path)],
        "left by others": confined["seen"],
        "devices": [path for path in confined["devices"] if not DEVICES.match(path)],
        "devices written to": [
            path
            for path, able in confined["devices"].items()
            if READ_ONLY.match(path) and "w" in able
        ],
        "homes": confined["homes"],
        "folders": [path for path in confined["folders"] if not within(path, OURS)],
        "files": [path for path in confined["files"] if not within(path, OURS)],
        "kernel": confined["kernel"],
        "processes": confined["others"],
        "secrets": confined["secrets"],
        "calls": confined["calls"],
    }
    say(f"inside: devices {' '.join(sorted(confined['devices']))}; folders {confined['folders']}")
    assert not any(wrong.values()), {name: those for name, those in wrong.items() if those}
    assert any("event" in path for path in confined["devices"]), "it hears no scanner"
    closed = [path for path in own if confined["devices"].get(path) != "rw"]
    assert not closed, f"its own, and closed to it: {closed}"
    say("no network, no other device, no home, no file of others, no power over the system")
    say(
        f"root outside: {len(unconfined['devices'])} devices, {len(unconfined['folders'])} folders,"
        f" {len(unconfined['sockets'])} sockets, {', '.join(unconfined['families'])}"
    )
