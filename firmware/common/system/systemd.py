"""Tell the service manager how the program is, by datagrams (sd_notify(3)).

Law: telling never waits and never fails. Without a service manager nothing is imported, made or
woken for it. The watchdog is fed by the table's own thread, and by no other: one that hangs is
found out, whatever else still runs.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping

AGAIN_S = 1.0
READY = "READY=1\nSTATUS=Ready for the next scan."
STOPPING = "STOPPING=1\nSTATUS=Saving what is left."
RESTARTING = "STATUS=Restarting with the restored state."
ALIVE = "WATCHDOG=1"


def runtime_folder(environment: Mapping[str, str]) -> str:
    """The folder that the service manager has made for this service; "" where it has not."""
    return environment.get("RUNTIME_DIRECTORY", "").split(":")[0]


class Service:
    """This program, as its service manager sees it; without one, nothing is sent."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        # how long it may be silent, if it is watched at all
        watchdog_s = int(environment.get("WATCHDOG_USEC", "0")) / 1e6
        self._beat_s = watchdog_s / 2 if self._address else 0.0
        self._clock = clock
        self._beat_at = 0.0
        self._opened = self._ready = False
        if self._beat_s:
            import faulthandler  # when the watchdog ends the service, the log says where it hung

            faulthandler.enable()

    @property
    def listens(self) -> bool:
        """Whether a service manager listens."""
        return bool(self._address)

    def opened(self) -> None:
        """Note that the scanners that are plugged in are open; from any thread."""
        self._opened = True

    def turn(self) -> float | None:
        """Tell what is due; return when to come again. In the table's thread, between two scans."""
        if not self._opened:
            return None
        now = self._clock()
        if not self._ready:
            self._ready = self._send(READY)
            if not self._ready:
                return now + AGAIN_S
            self._beat_at = now + self._beat_s
        elif self._beat_s and now >= self._beat_at:
            self._beat_at = now + (self._beat_s if self._send(ALIVE) else AGAIN_S)
        return self._beat_at if self._beat_s else None

    def leaving(self, restart: bool) -> None:
        """No scan is taken any more: it ends, or goes on within this process."""
        self._opened = self._ready = False
        self._send(RESTARTING if restart else STOPPING)

    def _send(self, words: str) -> bool:
        """Send a message; whether it was taken. True as well when the manager has gone."""
        if not self._address:
            return True
        import socket

        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
                line.sendto(words.encode(), self._address)
        except BlockingIOError:  # its reader is busy
            return False
        except OSError:
            return True
        return True


def _address(path: str) -> str | bytes:
    """A path, or with "@" a name without a file; other kinds of sockets are none of ours."""
    if path.startswith("@"):
        return b"\0" + os.fsencode(path[1:])
    return path if path.startswith("/") else ""
