"""Saves how loud it is among the device's own settings, so that SOUND lasts over a restart."""

from __future__ import annotations

import logging
import threading

from firmware.common.facts.device import Volume
from firmware.common.facts.shown import Shown

logger = logging.getLogger(__name__)
SETTLED_S = 3.0  # as long as the display shows it
KEY = "sound.start"


class VolumeSaver:
    """An output that saves the volume once it has settled: by a timer, so that no scan waits.

    `volume` is what the settings say at the start.
    """

    def __init__(self, config: str | None, volume: Volume, settled_s: float = SETTLED_S) -> None:
        self._config, self._settled_s = config, settled_s
        self._volume = self._saved = volume
        self._timer: threading.Timer | None = None
        self._saving = threading.Lock()  # a change may come while the one before is being written

    def start(self) -> None:
        """Do nothing: the first change starts the timer."""

    def stop(self) -> None:
        """Save what has not settled yet."""
        if self._timer is not None:
            self._timer.cancel()
            self._save()

    def show(self, shown: Shown) -> None:
        if shown.device.sound == self._volume:
            return
        self._volume = shown.device.sound
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self._settled_s, self._save)
        self._timer.daemon = True
        self._timer.start()

    def _save(self) -> None:
        from firmware.common.settings.overrides import change  # late: it is rarely needed

        with self._saving:
            volume = self._volume
            if volume == self._saved:
                return
            try:
                change(self._config, {KEY: volume})
            except Exception as error:  # whatever it is: until the next start it holds all the same
                reason = " ".join(str(error).split())
                logger.warning(f"the volume could not be saved: {reason}")
            self._saved = volume  # tried once: a failing disk is not worn out
