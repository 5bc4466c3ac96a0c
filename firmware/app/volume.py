"""How loud it is now in, the device's own settings out: SOUND lasts over a restart.

Law: no scan waits for it. It is written by a thread of its own, which is not there before the
first SOUND, and once nobody has turned it for a while; or when the program ends.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware.view.state import Shown

logger = logging.getLogger(__name__)
SETTLED_S = 3.0  # as long as the display tells of it
LAST_WRITE_S = 2.0
KEY = "sound.start"


class SoundKept:
    """An output that keeps one thing of what is shown. `loud` is how the settings have it."""

    def __init__(
        self,
        config: str | None,
        folder: str,
        loud: str,
        settled_s: float = SETTLED_S,
    ) -> None:
        self._config, self._folder = config, os.path.abspath(folder)
        self._settled_s = settled_s
        self._kept = self._wanted = loud
        self._since = 0.0
        self._ending = False
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """There is nothing to do before somebody turns it."""

    def stop(self) -> None:
        """Keep what is not kept yet."""
        with self._news:
            self._ending = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join(LAST_WRITE_S)

    def show(self, shown: Shown) -> None:
        if shown.sound == self._wanted:
            return
        with self._news:
            self._wanted, self._since = shown.sound, time.monotonic()
            self._news.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sound kept", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (loud := self._settled()) is not None:
            try:
                self._keep(loud)
            except Exception as why:  # whatever it is: until the next start it holds all the same
                told = " ".join(str(why).split())
                logger.warning(f"SOUND is not kept for the next start: {told}")

    def _settled(self) -> str | None:
        """What is to be kept, once it is; None at the end."""
        with self._news:
            while self._wanted == self._kept or not self._ending:
                if self._wanted != self._kept:
                    left = self._since + self._settled_s - time.monotonic()
                    if left <= 0:
                        break
                    self._news.wait(left)
                elif self._ending:
                    return None
                else:
                    self._news.wait()
            self._kept = self._wanted  # tried once: a disk that takes nothing is not worn out
            return self._kept

    def _keep(self, loud: str) -> None:
        from firmware.settings.overrides import change  # late: it is not often needed

        change(self._config, {KEY: loud}, self._folder)
