"""Look at the way to the broker, as the running program reports it, and at a mosquitto on this
machine: what it forgets or refuses without a word.

Source: mosquitto.conf(5), proc(5).
"""

import re
import socket
import subprocess
from collections.abc import Iterator, Mapping

from drivers.events import Trouble
from engine.notation import printable
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding, Machine
from firmware.doctor.parts import lost
from firmware.interfaces.mqtt.words import PART

LOOK = "to see why: journalctl -u okanjo-mqtt -n 20"
FEW_FILES = 1024  # systemd's own limit
USUAL = "/etc/mosquitto/mosquitto.conf"
RESTART = "sudo systemctl restart mosquitto"
MORE_FILES = f"sudo systemctl edit mosquitto, add [Service] LimitNOFILE=65536, then {RESTART}"
FORGETS = "mosquitto forgets states and waiting results when it restarts"
INCLUDES = re.compile(r"^ *include_dir +(.*\S)", re.M)
OPTIONS = re.compile(r"^ *(\w+) +(.*\S)", re.M)  # the last counts
PORTS = re.compile(r"^ *(?:listener|port) +(\d+)", re.M)
NOT_SEEN = "not checked: whether the broker forgets what it is told when it restarts"


def mqtt(case: Case) -> Iterator[Finding]:
    """Whether the broker takes what it is told."""
    host = case.settings.mqtt.host
    status = case.status.get("parts", {}).get(PART) if case.status else None
    if not host:
        return
    if case.status is None:
        yield Finding("MQTT", OK, "starts with Okanjo", wanted=False)
    elif status is None:
        yield Finding("MQTT", MISSING, "not connected yet: its client does not run", LOOK)
    elif status["found"]:
        yield Finding("MQTT", OK, printable(f"{host} is told of this table", 200))
    else:
        yield lost("MQTT", Trouble(status["reason"], status["do"], there=False))
    yield from _mosquitto(case)


def _mosquitto(case: Case) -> Iterator[Finding]:
    """Check the broker that the settings name, if it runs on this machine."""
    machine, mqtt = case.machine, case.settings.mqtt
    try:
        socket.create_server((mqtt.host, 0)).close()  # no other machine's address can be bound
    except OSError:
        return
    seen = machine.exists("/proc/1/comm")  # else other users' programs are hidden from a service
    for process in machine.like("/proc/[0-9]*"):
        if machine.text(f"{process}/comm") == "mosquitto":
            file = machine.text(f"{process}/cmdline").partition("\0-c\0")[2].partition("\0")[0]
            text = INCLUDES.sub(lambda match: _all_in(machine, match[1]), machine.text(file))
            try:
                if file and not text:
                    seen = False
                elif str(mqtt.port) in (PORTS.findall(text) or ["1883"]):
                    yield from _look_at(machine, process, file, dict(OPTIONS.findall(text)))
            except (PermissionError, ValueError):  # or it has just ended
                seen = False
    if not seen:
        yield Finding("MQTT", OK, NOT_SEEN, "in a terminal: sudo okanjo doctor", wanted=False)


def _all_in(machine: Machine, folder: str) -> str:
    return "\n".join(machine.text(file) for file in machine.like(f"{folder}/*.conf"))


def _look_at(
    machine: Machine, process: str, file: str, options: Mapping[str, str]
) -> Iterator[Finding]:
    """Say how many tables a broker has room for, and whether what it keeps outlasts a restart."""
    limit = re.search(r"Max open files +(\d+)", machine.text(f"{process}/limits"))
    if limit and int(limit[1]) <= FEW_FILES:
        text = f"mosquitto takes about 1,000 tables at most: it may open {limit[1]} files"
        yield Finding("MQTT", OK, text, f"for more: {MORE_FILES}", wanted=False)
    folder = options.get("persistence_location", "")
    add = f"| sudo tee -a {file or USUAL}; {RESTART}"
    if options.get("persistence") not in ("true", "1"):
        do = f"echo persistence true {add}"
        yield Finding("MQTT", WRONG, f"{FORGETS}: persistence is off", do, wanted=False)
    elif not folder:  # it works in /
        do = f"echo persistence_location /var/lib/mosquitto/ {add}"
        yield Finding("MQTT", WRONG, f"{FORGETS}: no persistence_location is set", do)
    elif not _may_write(machine.text(f"{process}/status"), folder):
        do = f"sudo install -d -o mosquitto {folder}; {RESTART}"
        yield Finding("MQTT", WRONG, f"{FORGETS}: it may not write to {folder}", do)


def _may_write(status: str, folder: str) -> bool:
    """Try as who it is; PermissionError where only root could."""
    user, group = map(int, re.findall(r"^[UG]id:\t\d+\t(\d+)", status, re.M))
    command = ["test", "-w", folder, "-a", "-x", folder]
    tried = subprocess.run(command, user=user, group=group, extra_groups=(), check=False)  # noqa: S603
    return not tried.returncode
