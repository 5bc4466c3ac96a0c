"""Watch a folder (inotify): a descriptor turns readable when its entries change.

The folder need not exist: then the nearest one above it is watched until it does.
"""

from __future__ import annotations

import os
from contextlib import suppress

_ATTRIB, _MOVED_TO, _CREATE, _DELETE_SELF, _MOVE_SELF = 0x4, 0x80, 0x100, 0x400, 0x800
_ONLYDIR = 0x01000000
# Attributes too: a node is made first and only then given to its group.
_ENTRIES = _CREATE | _ATTRIB | _MOVED_TO | _DELETE_SELF | _MOVE_SELF | _ONLYDIR
_ARRIVALS = _CREATE | _MOVED_TO | _DELETE_SELF | _MOVE_SELF | _ONLYDIR


class Watch:
    """One folder, watched until `close`. Watch first, list second: then nothing is missed."""

    def __init__(self, folder: str) -> None:
        import ctypes  # 2 ms of CPU, so not before something is to be watched

        self._folder = os.path.abspath(folder)
        self._watching = -1
        self._inotify = ctypes.CDLL(None)  # the standard library has no inotify
        self.fd = self._inotify.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self.fd < 0:
            raise OSError("the kernel has no room for another inotify")
        try:
            self._aim()
        except OSError:
            self.close()
            raise

    def drain(self) -> None:
        """Read what the descriptor holds, and follow the folder if it came or went."""
        with suppress(BlockingIOError):
            while os.read(self.fd, 65536):
                pass
        self._aim()

    def _aim(self) -> None:
        """Watch the folder, or the nearest one above it; again until nothing moved meanwhile."""
        while True:
            target = self._nearest()
            if self._add(target) and target == self._nearest():
                return

    def _nearest(self) -> str:
        path = self._folder
        while not os.path.isdir(path) and path != os.path.dirname(path):
            path = os.path.dirname(path)
        return path

    def _add(self, target: str) -> bool:
        mask = _ENTRIES if target == self._folder else _ARRIVALS
        watching = self._inotify.inotify_add_watch(self.fd, os.fsencode(target), mask)
        if watching < 0:
            if os.path.isdir(target):
                raise OSError(f"inotify cannot watch {target}")
            return False  # gone again already
        if self._watching not in (-1, watching):
            self._inotify.inotify_rm_watch(self.fd, self._watching)
        self._watching = watching
        return True

    def close(self) -> None:
        os.close(self.fd)
