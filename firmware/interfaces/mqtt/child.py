"""The client as a child of the program that runs, where no systemd starts it.

Law: it ends with that program, however that one ends: its standard input is a pipe, which the
kernel closes then. Where it ends by itself, it is started again.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired

from firmware.common.system import child

AGAIN_S = 2.0
ENDS_WITHIN_S = 2.0


class ClientChild:
    """`okanjo mqtt`, which keeps what it has to in `folder`."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._ended = threading.Event()
        self._lock = threading.Lock()  # so that none is started once it is to end
        self._child: Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        with self._lock:
            self._ended.set()
        if self._child:
            self._child.terminate()
            with suppress(TimeoutExpired):
                self._child.wait(ENDS_WITHIN_S)
            self._child.kill()  # which does nothing where it has ended
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            with suppress(OSError):  # no memory or no descriptors are left just now
                self._live_through_one()
            self._ended.wait(AGAIN_S)

    def _live_through_one(self) -> None:
        with self._lock:
            if self._ended.is_set():
                return
            self._child = Popen(  # noqa: S603 - our own program
                child.command("firmware", "mqtt", "--ends-with-input"),
                stdin=PIPE,
                stdout=DEVNULL,
                env={**os.environ, "STATE_DIRECTORY": self._folder},
            )
        with self._child:
            self._child.wait()
