#!/usr/bin/env python3
"""A service manager for one service, in a throw-away root: words as systemctl takes them in, the
program really started, stopped and listened to out. The units are found as systemd finds them, by
the links in etc/systemd/system.

OKANJO_ROOT is the root; the program is told to keep its state in there, too.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(os.environ["OKANJO_ROOT"])
HERE = ROOT / "run/stub"
STATE, PID, LOG = HERE / "state", HERE / "pid", HERE / "log"


def inside(path: Path) -> Path:
    """Where a path leads whose links are meant within the root."""
    while path.is_symlink():
        target = os.readlink(path)
        path = ROOT / target[1:] if target.startswith("/") else path.parent / target
    if path.parent == path or path == ROOT:
        return path
    parent = inside(path.parent)
    return path if parent == path.parent else inside(parent / path.name)


def put(file: Path, text: str) -> None:
    new = file.with_suffix(f".{os.getpid()}")
    new.write_text(text)
    new.replace(file)


def read(file: Path, other: str) -> str:
    try:
        return file.read_text()
    except OSError:
        return other


def command() -> list[str]:
    """What the unit starts, with the state in the root."""
    unit = inside(ROOT / "etc/systemd/system/okanjo.service").read_text()
    words = re.search(r"^ExecStart=(.*)$", unit, re.M)[1].split()
    python = inside(ROOT / words[0][1:].removesuffix("/bin/python")) / "bin/python"
    config = HERE / "okanjo.toml"
    put(config, f'[state]\nfolder = "{ROOT}/var/lib/okanjo"\n[web]\non = false\n')
    at = words.index("firmware") + 1
    return [str(python), *words[1:at], "--config", str(config), *words[at:]]


def stop() -> None:
    pid = int(read(PID, "0"))
    if pid:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        until = time.monotonic() + 10
        while os.path.exists(f"/proc/{pid}") and time.monotonic() < until:
            time.sleep(0.02)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    put(PID, "0")
    put(STATE, "inactive")


def supervise() -> None:
    """Start it, listen for READY=1, note its end; in a session of its own, as systemd is one."""
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(one, signal.SIG_DFL)  # a caller's traps are none of the service's
    address = HERE / f"notify-{os.getpid()}"
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(address))
    line.settimeout(0.05)
    with (HERE / "journal").open("ab") as journal:
        runs = subprocess.Popen(
            command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=journal,
            env={"PATH": os.environ["PATH"], "NOTIFY_SOCKET": str(address)},
        )
    put(PID, str(runs.pid))
    while runs.poll() is None:
        with suppress(TimeoutError):
            if b"READY=1" in line.recv(4096):
                put(STATE, "active")
    if read(PID, "") == str(runs.pid):
        put(STATE, "failed")


def start() -> None:
    put(STATE, "activating")
    subprocess.Popen(
        [sys.executable, __file__, "supervise"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        close_fds=True,
    )


def main(words: list[str]) -> int:
    HERE.mkdir(parents=True, exist_ok=True)
    with LOG.open("a") as log:
        log.write(" ".join(words) + "\n")
    ours = "okanjo.service" in words
    if words == ["supervise"]:
        supervise()
    elif words[0] == "is-active":
        print(read(STATE, "inactive"))
        return 0 if read(STATE, "") == "active" else 3
    elif words[0] == "show":
        print(f"MainPID={read(PID, '0')}")
    elif words[0] == "stop" and ours:
        stop()
    elif words[0] == "restart" and ours:
        stop()
        start()
    return 0


sys.exit(main(sys.argv[1:]))
