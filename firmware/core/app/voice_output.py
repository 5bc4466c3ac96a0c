"""Have the voice say what each scan did, where a start goes on, and what is newly amiss."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from drivers.voice.voice import Speech
from firmware.common.facts.device import SPEED_CHANGED, DeviceState, Speed, Volume
from firmware.common.facts.notices import Notice
from firmware.common.facts.shown import Shown
from firmware.common.settings.schema import Settings, VoiceSection
from firmware.core.view.utterance import utterance
from firmware.words import voice
from firmware.words.espeak import VOICES

Say = Callable[[Callable[[], Speech | None]], None]
Words = Callable[[DeviceState], str]
SPEEDS: dict[Speed, int] = {"normal": 175, "slow": 140, "slowest": 110}  # words a minute
# espeak-ng's amplitude is 100 as it comes; there its loudest vowels touch the largest sample.
LOUD: dict[Volume, float] = {"on": 0.9, "soft": 0.4, "off": 0.0}


class VoiceOutput:
    """An output for `say`, the voice's. What is said is worked out by the voice's thread, from all
    that is shown: no scan waits for it, and what was taken back is not told of.
    """

    def __init__(self, say: Say, settings: VoiceSection, is_quiet: Callable[[], bool]) -> None:
        self._say, self._settings, self._is_quiet = say, settings, is_quiet
        self._number = -1  # of the newest outcome that was seen; that of a start is 0
        self._amiss: object = (None, True)
        self._last: Words | None = None  # what REPEAT says again

    def show(self, shown: Shown) -> None:
        number, self._number = self._number, shown.number
        amiss, self._amiss = self._amiss, (shown.device.warning, shown.device.saved)
        is_amiss = self._amiss not in (amiss, (None, True))
        if shown.number != number:
            if not (self._last and _asks_again(shown)):
                self._last = partial(self._said, shown, is_amiss)
            self._say(partial(self._speech, self._last, shown.device))
        elif is_amiss:
            self._say(partial(self._speech, partial(_problem, shown), shown.device))

    def _said(self, shown: Shown, is_amiss: bool, device: DeviceState) -> str:
        """What is shown, and what is newly amiss: that a scan is not saved, say."""
        now = utterance(shown, self._settings.moments)
        words = voice.heard(now, self._settings.say, device.language)
        return f"{words} {_problem(shown, device)}" if is_amiss else words

    def _speech(self, words: Words, device: DeviceState) -> Speech:
        volume = LOUD[device.sound] * self._settings.volume
        if not volume or self._is_quiet():
            return Speech("")
        espeak_voice = VOICES.get(device.language, VOICES["en"])
        return Speech(words(device), espeak_voice, SPEEDS[device.speed], round(volume))


def trial(settings: Settings) -> Speech:
    """A short sentence to try the voice with, by the settings."""
    section, code = settings.voice, settings.language.device
    text = voice.heard_notice(SPEED_CHANGED[section.speed], code)
    return Speech(text, VOICES.get(code, VOICES["en"]), SPEEDS[section.speed], section.volume)


def _asks_again(shown: Shown) -> bool:
    """Whether REPEAT was scanned."""
    result = shown.last and shown.last.result
    return isinstance(result, Notice) and result.case == "repeat"


def _problem(shown: Shown, device: DeviceState) -> str:
    return voice.heard_problem(shown, device.language)
