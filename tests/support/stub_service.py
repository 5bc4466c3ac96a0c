"""What a service manager does with one service, in a throw-away root: start it, stop it.

It really starts and stops the program, listens to it and starts it again, and does all that the
unit has done before and after. What the unit does not say is not done. It is found as systemd finds
it: a file, and what is linked beside it.

OKANJO_ROOT is the root; the program is told to keep its state in there, too.
"""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL
from typing import IO

ROOT = Path(os.environ["OKANJO_ROOT"])
HERE = ROOT / "run/stub"
UNITS = ROOT / "usr/local/lib/systemd/system"
STATE, PID, SUPERVISOR = (HERE / name for name in ("state", "pid", "supervisor"))
HELD = HERE / "held"  # locked from before a supervisor is begun until it is gone, however that is
# tests have less patience than systemd; a start is given up just after an installer has
AS_LONG = (float(os.environ.get("OKANJO_READY_WITHIN_S", 30)) + 1) / 30
BAD = "exit-code"


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


def unit() -> dict[str, str]:
    """What the unit says, each key once: those that matter here come once."""
    lines = inside(UNITS / "okanjo.service.d/00-okanjo.conf").read_text().splitlines()
    return {key: value for key, _, value in (line.partition("=") for line in lines)}


def command(line: str) -> list[str]:
    """The program, with the state in the root."""
    words = line.split()
    python = inside(ROOT / words[0][1:].removesuffix("/bin/python")) / "bin/python"
    config = HERE / "okanjo.toml"
    put(config, f'[state]\nfolder = "{ROOT}/var/lib/okanjo"\n[web]\non = false\n')
    index = words.index("firmware") + 1
    return [str(python), *words[1:index], "--config", str(config), *words[index:]]


def beside(line: str, journal: IO[bytes], result: str = "success") -> bool:
    """What is done before and after the program; whether it went well, or need not ("-").

    Without "+" it is done inside the sandbox, where all this is read-only, and fails.
    """
    words = line.lstrip("-+")
    prefixes = line.removesuffix(words)
    well = not words
    if words and "+" in prefixes:
        inner = [
            f"{ROOT}{word}" if word.startswith(("/opt", "/var")) else word for word in words.split()
        ]
        environ = {**os.environ, "SERVICE_RESULT": result}
        well = not subprocess.call(
            inner, stdin=DEVNULL, stdout=journal, stderr=journal, env=environ
        )
    return well or "-" in prefixes


class Supervisor:
    """The service from its start to a stop, in a session of its own, as systemd is one."""

    def __init__(self) -> None:
        self.asked, self.says = False, unit()
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)  # a caller's traps are none of the service's
        signal.signal(signal.SIGTERM, self.ask)
        put(SUPERVISOR, str(os.getpid()))  # from now on it can be asked to stop
        self.address = HERE / f"notify-{os.getpid()}"
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(str(self.address))
        self.line.settimeout(0.05)
        self.journal = (HERE / "journal").open("ab")

    def ask(self, *_: object) -> None:
        self.asked = True

    def run(self) -> None:
        """As often as the unit wants it; it is read anew each time, as after a daemon-reload."""
        while not self.asked:
            put(STATE, "activating")
            self.says = unit()
            result = self.once() if beside(self.says.get("ExecStartPre", ""), self.journal) else BAD
            put(PID, "0")
            beside(self.says.get("ExecStopPost", ""), self.journal, result)
            if self.says.get("Restart") != "always":
                break
            until = time.monotonic() + float(self.says.get("RestartSec", 0.1))
            while not self.asked and time.monotonic() < until:
                time.sleep(0.02)
        put(STATE, "inactive" if self.asked else "failed")
        put(SUPERVISOR, "0")

    def once(self) -> str:
        """The program, from its start to its end; how it ended."""
        until = time.monotonic() + float(self.says.get("TimeoutStartSec", 90)) * AS_LONG
        runs = subprocess.Popen(
            command(self.says["ExecStart"]),
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=self.journal,
            env={"PATH": os.environ["PATH"], "NOTIFY_SOCKET": str(self.address)},
        )
        put(PID, str(runs.pid))
        ready = False
        while runs.poll() is None and not self.asked:
            if not ready and time.monotonic() > until:
                return self.ended(runs, "timeout")
            if not ready and self.heard(b"READY=1"):
                ready = True
                if not beside(self.says.get("ExecStartPost", ""), self.journal):
                    return self.ended(runs, BAD)
                put(STATE, "active")
            time.sleep(0.02 if ready else 0)
        status = runs.poll()
        return self.ended(runs, BAD if status else "success")

    def heard(self, words: bytes) -> bool:
        try:
            return words in self.line.recv(4096)
        except TimeoutError:
            return False

    def ended(self, runs: subprocess.Popen[bytes], how: str) -> str:
        """It is no longer there."""
        runs.terminate()
        try:
            runs.wait(10)
        except subprocess.TimeoutExpired:
            runs.kill()
            runs.wait()
        return how


def held() -> int:
    """The lock; -1 when somebody has it."""
    descriptor = os.open(HELD, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return -1
    return descriptor


def stop() -> None:
    """One that was begun a moment ago is waited for, whoever began it may be killed by now."""
    until, signalled = time.monotonic() + 60, 0
    while (free := held()) < 0 and time.monotonic() < until:
        pid = int(read(SUPERVISOR, "0"))
        if pid not in (0, signalled):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
            signalled = pid
        time.sleep(0.02)
    put(STATE, "inactive")
    if free >= 0:
        os.close(free)


def start() -> None:
    """It says by itself that it begins, once nobody's end can keep it from that any more."""
    lock = held()
    if lock < 0:
        return
    put(SUPERVISOR, "0")
    words = [sys.executable, "-IS", __file__, "supervise"]
    subprocess.Popen(
        words,
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=DEVNULL,
        start_new_session=True,
        pass_fds=(lock,),
    )


if sys.argv[1] == "supervise":
    Supervisor().run()
elif sys.argv[1] == "stop":
    stop()
else:
    start()
