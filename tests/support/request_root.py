"""Root, as okanjo-request.path would start it: systemd/request.sh itself, on a folder as machine.

The service manager is a stub: it writes down what it is asked, and starts okanjo-change@.service.
"""

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.common.system.ask_root import RELEASE, REQUEST

SYSTEMD = Path(__file__).parents[2] / "systemd"
SYSTEMCTL = """#!/bin/sh
echo "$*" >>"$OKANJO_ROOT/run/asked"
case $* in
start*okanjo-change@*) what=${2#*@}; sh "$OKANJO_SYSTEM/request.sh" "${what%.service}";;
esac
"""


class RequestRoot:
    """On that machine, with the scripts of a folder; `environment` is what its service has."""

    def __init__(self, machine: Path, scripts: Path = SYSTEMD) -> None:
        self.machine, self._scripts = machine, scripts
        self.folder = machine / "run/okanjo"
        self.request = self.folder / REQUEST
        self.state = machine / "var/lib/okanjo"
        for folder in (self.folder, self.state):
            folder.mkdir(parents=True)
        self._bin = machine / "bin"
        self._bin.mkdir()
        (self._bin / "systemctl").write_text(SYSTEMCTL)
        (self._bin / "systemctl").chmod(0o755)
        self.environment = {
            "RUNTIME_DIRECTORY": str(self.folder),
            "STATE_DIRECTORY": str(self.state),
        }
        self.releases: list[bytes] = []  # what was laid down for an update, as root finds it
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def act(self) -> None:
        """What the unit does once."""
        file = self.state / RELEASE
        self.releases += [file.read_bytes()] if file.exists() else []
        path = f"{self._bin}:{os.environ['PATH']}"
        here = {"OKANJO_ROOT": str(self.machine), "OKANJO_SYSTEM": str(self._scripts)}
        environment = {**os.environ, **here, "PATH": path}
        subprocess.run(
            ["sh", self._scripts / "request.sh"], env=environment, check=True, timeout=60
        )

    def asked(self) -> list[str]:
        """What the service manager was asked."""
        log = self.machine / "run/asked"
        return log.read_text().splitlines() if log.exists() else []

    def _watch(self) -> None:
        while not self._ends.wait(0.02):
            if os.path.lexists(self.request):
                self.act()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """As the path unit does it."""
        self._thread.start()
        try:
            yield
        finally:
            self._ends.set()
            self._thread.join()
