"""In: Okanjo's own unit. Out: what a program inside of it can reach: what it is for, no more.

The probe runs by a copy of the unit as it is in force, drop-ins and all; only what it starts is
another. The same probe by root, outside, finds all that it looks for: it can see.
"""

import json
import re

from appliance import SERIAL_PORT

PROBE = "/usr/local/lib/probe.py"
UNIT = "/run/systemd/system/okanjo-probe.service"
# what only concerns how it is started
GONE = re.compile(r"(Type|NotifyAccess|Exec\w+|WatchdogSec|Restart|RestartSec)=")
RUNS = f"[Service]\nType=oneshot\nExecStart=/opt/okanjo/current/bin/python -I {PROBE}\n"
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
    okanjo.shell("systemctl daemon-reload && systemctl start okanjo-probe.service", 300)
    return probed(okanjo.shell("journalctl -u okanjo-probe -o cat --no-pager"))


def outside(okanjo):
    """What it finds as root."""
    return probed(okanjo.shell(f"python3 {PROBE} --look", 300))


def a_real_bus(okanjo):
    """One of the kernel's own, by its number; the display's is a program here, and let by name."""
    # by the number of the PC's own, which goes: the next one, 1, is the display's
    okanjo.shell("modprobe -rq i2c-piix4; modprobe i2c-stub chip_addr=0x50 && udevadm settle")
    name = okanjo.shell("grep -lx 'SMBus stub driver' /sys/class/i2c-adapter/*/name").split("/")[-2]
    assert okanjo.shell(f"stat -c '%G %a' /dev/{name}") == "i2c 660", "our rule, and our group"
    return f"/dev/{name}"


def within(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def the_sandbox(okanjo, say):
    """No network, no other device, no home, no write outside its state, no power over it all."""
    okanjo.shell("mkdir -p /home/pi && echo private >/home/pi/diary")
    okanjo.bring("probe.py", PROBE)
    own = {"/dev/i2c-1", SERIAL_PORT, a_real_bus(okanjo)}
    if okanjo.has_pins:
        own.add("/dev/gpiochip0")
    seen = outside(okanjo)
    assert {"INET", "PACKET"} <= set(seen["families"]), "the probe sees nothing"
    assert "/dev/vda" in seen["devices"]
    assert "/home/pi" in seen["homes"]
    assert "/etc" in seen["folders"]
    found = inside(okanjo)
    wrong = {
        "network": found["families"],
        "devices": [path for path in found["devices"] if not DEVICES.match(path)],
        "devices written to": [
            path for path, able in found["devices"].items() if READ_ONLY.match(path) and "w" in able
        ],
        "homes": found["homes"],
        "folders": [path for path in found["folders"] if not within(path, OURS)],
        "files": [path for path in found["files"] if not within(path, OURS)],
        "kernel": found["kernel"],
        "processes": found["others"],
        "secrets": found["secrets"],
        "calls": found["calls"],
    }
    say(f"inside: devices {' '.join(sorted(found['devices']))}; folders {found['folders']}")
    assert not any(wrong.values()), {what: those for what, those in wrong.items() if those}
    assert any("event" in path for path in found["devices"]), "it hears no scanner"
    closed = [path for path in own if found["devices"].get(path) != "rw"]
    assert not closed, f"its own, and closed to it: {closed}"
    say("no network, no other device, no home, no file of others, no power over the system")
    say(
        f"root outside: {len(seen['devices'])} devices, {len(seen['folders'])} folders,"
        f" {', '.join(seen['families'])}"
    )
