"""Look at the way to the broker, as the running program reports it, and at a mosquitto on this
machine: what it forgets or refuses without a word.

Source: mosquitto.conf(5), proc(5).
"""

import os
import re
import socket
import subprocess
from collections.abc import Iterator, Mapping

from engine.message import gettext
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding, Machine
from firmware.doctor.parts import lost, trouble_of
from firmware.interfaces.mqtt.words import PART

LOOK = gettext("to see why: journalctl -u okanjo-mqtt -n 20")
FEW_FILES = 1024  # systemd's own limit
USUAL = "/etc/mosquitto/mosquitto.conf"
MORE_FILES = gettext(
    "for more: sudo systemctl edit mosquitto, add [Service] LimitNOFILE=65536, then sudo systemctl"
    " restart mosquitto"
)
KEEPS_NOTHING = (
    gettext("mosquitto forgets states and waiting results when it restarts: persistence is off"),
    gettext("echo persistence true | sudo tee -a {file}; sudo systemctl restart mosquitto"),
)
KEEPS_NOWHERE = (
    gettext(
        "mosquitto forgets states and waiting results when it restarts: no persistence_location is"
        " set"
    ),
    gettext(
        "echo persistence_location /var/lib/mosquitto/ | sudo tee -a {file}; sudo systemctl restart"
        " mosquitto"
    ),
)
MAY_NOT_KEEP = (
    gettext(
        "mosquitto forgets states and waiting results when it restarts: it may not write to"
        " {folder}"
    ),
    gettext("sudo install -d -o mosquitto {folder}; sudo systemctl restart mosquitto"),
)
# What is relative lies where the broker was started, which may be anybody's: no command is told.
MAY_NOT_KEEP_THERE = (
    MAY_NOT_KEEP[0],
    gettext("name a folder of its own as persistence_location in {file}, and start it again"),
)
INCLUDES = re.compile(r"^ *include_dir +(.*\S)", re.M)
OPTIONS = re.compile(r"^ *(\w+) +(.*\S)", re.M)  # the last counts
PORTS = re.compile(r"^ *(?:listener|port) +(\d+)", re.M)
NOT_SEEN = gettext("not checked: whether the broker forgets what it is told when it restarts")


def mqtt(case: Case) -> Iterator[Finding]:
    """Whether the broker takes what it is told."""
    host = case.settings.mqtt.host
    status = case.status.get("parts", {}).get(PART) if case.status else None
    if not host:
        return
    if case.status is None:
        yield Finding("MQTT", OK, gettext("starts with Okanjo"), wanted=False)
    elif status is None:
        yield Finding("MQTT", MISSING, gettext("not connected yet: its client does not run"), LOOK)
    elif status["found"]:
        yield Finding("MQTT", OK, gettext("{broker} is told of this table", broker=host))
    else:
        yield lost("MQTT", trouble_of(status)._replace(there=False))
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
            file, text = _configuration(machine, process)
            try:
                if file and not text:
                    seen = False
                elif str(mqtt.port) in (PORTS.findall(text) or ["1883"]):
                    yield from _look_at(machine, process, file, dict(OPTIONS.findall(text)))
            except (PermissionError, ValueError):  # or it has just ended
                seen = False
    if not seen:
        do = gettext("in a terminal: sudo okanjo doctor")
        yield Finding("MQTT", OK, NOT_SEEN, do, wanted=False)


def _configuration(machine: Machine, process: str) -> tuple[str, str]:
    """The file that a broker was started with, "" for none, and what it says, with all that it
    includes. Names may be relative to where it was started.
    """
    home = f"{process}/cwd"
    named = machine.text(f"{process}/cmdline").partition("\0-c\0")[2].partition("\0")[0]
    file = named and os.path.join(home, named)

    def included(line: re.Match[str]) -> str:
        return "\n".join(map(machine.text, machine.like(os.path.join(home, line[1], "*.conf"))))

    return file, INCLUDES.sub(included, machine.text(file))


def _look_at(
    machine: Machine, process: str, file: str, options: Mapping[str, str]
) -> Iterator[Finding]:
    """Say how many tables a broker has room for, and whether what it keeps outlasts a restart."""
    limit = re.search(r"Max open files +(\d+)", machine.text(f"{process}/limits"))
    if limit and int(limit[1]) <= FEW_FILES:
        text = gettext(
            "mosquitto takes about 1,000 tables at most: it may open {count} files", count=limit[1]
        )
        yield Finding("MQTT", OK, text, MORE_FILES, wanted=False)
    folder = options.get("persistence_location", "")
    if file.startswith(process):
        file = os.path.realpath(file)
    values = {"file": file or USUAL, "folder": folder}
    if options.get("persistence") not in ("true", "1"):
        text, do = KEEPS_NOTHING
        yield Finding("MQTT", WRONG, text, do._replace(values=values), wanted=False)
    elif not _may_write(machine, process, folder or "."):
        near = MAY_NOT_KEEP_THERE if folder else KEEPS_NOWHERE
        says = MAY_NOT_KEEP if os.path.isabs(folder) else near
        text, do = (message._replace(values=values) for message in says)
        yield Finding("MQTT", WRONG, text, do)


def _may_write(machine: Machine, process: str, folder: str) -> bool:
    """Try as who it is, and where it is; PermissionError where only root could."""
    status = machine.text(f"{process}/status")
    user, group = map(int, re.findall(r"^[UG]id:\t\d+\t(\d+)", status, re.M))
    tried = subprocess.run(  # noqa: S603
        ["test", "-w", folder, "-a", "-x", folder],  # noqa: S607
        cwd=machine.path(f"{process}/cwd"),
        user=user,
        group=group,
        extra_groups=(),
        check=False,
    )
    return not tried.returncode
