"""Look at a mosquitto on this machine: what it forgets or refuses without a word.

Source: mosquitto.conf(5), proc(5).
"""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress

from firmware.doctor.machine import OK, WRONG, Case, Finding, Machine

Line = tuple[str, str, str]  # option, value, file
FEW_FILES = 1024  # systemd's own limit
RESTART = "sudo systemctl restart mosquitto"
MORE_FILES = f"sudo systemctl edit mosquitto, add [Service] LimitNOFILE=65536, then {RESTART}"
FORGETS = "mosquitto forgets states and waiting results when it restarts"
NOT_SEEN = "not checked: whether mosquitto forgets what it is told when it restarts"


def mosquitto(case: Case) -> Iterator[Finding]:
    """Look at the one that the settings name, if it is here."""
    machine, port = case.machine, str(case.settings.mqtt.port)
    if not _is_here(case.settings.mqtt.host):
        return
    unseen = not machine.exists("/proc/1/comm")  # to a service, other users' programs are hidden
    for process in machine.like("/proc/[0-9]*"):
        if machine.text(f"{process}/comm") == "mosquitto":
            words = machine.text(f"{process}/cmdline").split("\0")
            try:
                lines = [*_read(machine, words[words.index("-c") + 1])] if "-c" in words else []
                ports = {value.split()[0] for key, value, _ in lines if key in ("port", "listener")}
                if port in (ports or {"1883"}):
                    yield from _room(machine, process)
                    yield from _memory(machine, process, lines)
            except OSError:
                unseen = True
    if unseen:
        yield Finding("MQTT", OK, NOT_SEEN, "sudo okanjo doctor", wanted=False)


def _is_here(host: str) -> bool:
    """Whether this machine has such an address: no other can be bound."""
    with suppress(OSError):
        for family, kind, _, _, where in socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM):
            with socket.socket(family, kind) as probe:
                probe.bind(where)
                return True
    return False


def _read(machine: Machine, file: str) -> Iterator[Line]:
    """Every option, its value, and the file that has it; OSError."""
    with open(machine.path(file), encoding="utf-8", errors="replace") as lines:
        for key, _, value in (line.strip().partition(" ") for line in lines):
            yield key, value.strip(), file
            if key == "include_dir":
                for one in machine.like(f"{value.strip()}/*.conf"):
                    yield from _read(machine, one)


def _room(machine: Machine, process: str) -> Iterator[Finding]:
    limit = machine.text(f"{process}/limits").partition("Max open files")[2].split()[0]
    if limit.isdigit() and int(limit) <= FEW_FILES:
        found = f"mosquitto takes about 1,000 tables at most: it may open {limit} files"
        yield Finding("MQTT", OK, found, f"for more: {MORE_FILES}", wanted=False)


def _memory(machine: Machine, process: str, lines: list[Line]) -> Iterator[Finding]:
    """Whether what it keeps for others outlasts a restart."""
    options = {key: (value, file) for key, value, file in lines}  # the last counts
    whole = lines[0][-1] if lines else "/etc/mosquitto/mosquitto.conf"
    kept, file = options.get("persistence", ("false", whole))
    folder, _ = options.get("persistence_location", ("", ""))
    if kept not in ("true", "1"):
        do = f"echo persistence true | sudo tee -a {file}; {RESTART}"
        yield Finding("MQTT", WRONG, f"{FORGETS}: persistence is off", do, wanted=False)
    elif not folder:  # it works in /
        do = f"echo persistence_location /var/lib/mosquitto/ | sudo tee -a {file}; {RESTART}"
        yield Finding("MQTT", WRONG, f"{FORGETS}: no persistence_location is set", do)
    elif not _may_write(machine, process, folder):
        do = f"sudo install -d -o mosquitto {folder}; {RESTART}"
        yield Finding("MQTT", WRONG, f"{FORGETS}: it may not write to {folder}", do)


def _may_write(machine: Machine, process: str, folder: str) -> bool:
    """Try as who it is; PermissionError where only root could."""
    status = dict(line.split(":\t", 1) for line in machine.text(f"{process}/status").splitlines())
    user, group = (int(status[one].split()[1]) for one in ("Uid", "Gid"))
    groups = [int(one) for one in status["Groups"].split()]
    command = ["test", "-w", folder, "-a", "-x", folder]
    tried = subprocess.run(command, user=user, group=group, extra_groups=groups, check=False)  # noqa: S603
    return not tried.returncode
