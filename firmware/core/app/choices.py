"""Saves what is chosen at the table among the device's own settings: SOUND, LANGUAGE and SLOWER
last over a restart.
"""

from __future__ import annotations

import logging
import threading

from firmware.common.facts.device import DeviceState
from firmware.common.facts.shown import Shown
from firmware.common.settings.schema import Settings

logger = logging.getLogger(__name__)
SETTLED_S = 3.0  # as long as the display shows it


class ChoiceSaver:
    """An output that saves a choice once it has settled: by a timer, so that no scan waits.

    `settings` are those at the start.
    """

    def __init__(
        self, config: str | None, settings: Settings, settled_s: float = SETTLED_S
    ) -> None:
        self._config, self._settled_s = config, settled_s
        self._chosen = {
            "sound.start": settings.sound.start,
            "language.device": settings.language.device,
            "voice.speed": settings.voice.speed,
        }
        self._unsaved = set[
            str
        ]()  # keys; /setup saves a language by itself, so the file may differ
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
        chosen = _chosen(shown.device)
        if chosen == self._chosen:
            return
        before, self._chosen = self._chosen, chosen
        self._unsaved |= {key for key in chosen if chosen[key] != before[key]}
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self._settled_s, self._save)
        self._timer.daemon = True
        self._timer.start()

    def _save(self) -> None:
        from firmware.common.settings.overrides import change  # late: it is rarely needed

        with self._saving:
            # tried once: a failing disk is not worn out
            unsaved, self._unsaved = self._unsaved, set()
            changed = {key: self._chosen[key] for key in sorted(unsaved)}
            if not changed:
                return
            try:
                change(self._config, changed)
            except Exception as error:  # whatever it is: until the next start it holds all the same
                reason = " ".join(str(error).split())
                logger.warning(f"{' and '.join(changed)} could not be saved: {reason}")


def _chosen(device: DeviceState) -> dict[str, str]:
    return {
        "sound.start": device.sound,
        "language.device": device.language,
        "voice.speed": device.speed,
    }
