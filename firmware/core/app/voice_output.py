"""Have the voice say what each scan did, where a start goes on, and what is newly amiss."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from drivers.voice.voice import Speech
from engine.message import Message
from firmware.common.facts.device import SPEED_CHANGED, DeviceState, Speed, Volume
from firmware.common.facts.shown import Shown
from firmware.common.settings.schema import Settings, VoiceSection
from firmware.core.view.utterance import utterance
from firmware.words import notices
from firmware.words.espeak import VOICES
from firmware.words.voice import heard, heard_message

Words = Callable[[DeviceState], str]
SPEEDS: dict[Speed, int] = {"normal": 175, "slow": 140, "slowest": 110}  # words a minute
# espeak-ng's amplitude is 100 as it comes; there its loudest vowels touch the largest sample.
LOUD: dict[Volume, float] = {"on": 0.9, "soft": 0.4}


class Says(Protocol):
    """The voice; what it says is worked out by its own thread."""

    def say(self, speech: Callable[[], Speech]) -> None:
        """Say it at once."""

    def say_next(self, speech: Callable[[], Speech]) -> None:
        """Say it once nothing else is being said."""


class VoiceOutput:
    """An output for the voice. What is said is worked out from all that is shown, and late: no scan
    waits for it, and what was taken back is not told of.
    """

    def __init__(self, voice: Says, settings: VoiceSection, is_quiet: Callable[[], bool]) -> None:
        self._voice, self._settings, self._is_quiet = voice, settings, is_quiet
        self._number = -1  # of the newest outcome that was seen; that of a start is 0
        self._sound: Volume = "off"
        self._last: Words | None = None  # what REPEAT says again
        self._amiss: list[Message] = []
        self._announced: list[Message] = []  # what was amiss when that was said last

    def show(self, shown: Shown) -> None:
        device = shown.device
        number, self._number = self._number, shown.number
        amiss, self._amiss = self._amiss, _amiss(device)
        sound, self._sound = self._sound, device.sound
        if shown.number != number:
            words = partial(self._words, shown)
            if self._last and shown.asks_again:
                words = partial(self._again, self._last)
            elif not shown.changes_speed:
                self._last = words
            if device.sound == "off" != sound:  # it says that it falls silent
                device = device._replace(sound="soft")
            self._voice.say(partial(self._speech, words, device))
        if self._amiss != amiss or device.sound != sound:
            self._voice.say_next(partial(self._speech, self._news, shown.device))

    def _words(self, shown: Shown, device: DeviceState) -> str:
        now = utterance(shown, self._settings.moments)
        return heard(now, self._settings.say, device.language)

    def _again(self, last: Words, device: DeviceState) -> str:
        """The last sentence, and what is amiss."""
        self._announced = self._amiss
        return " ".join([last(device), *_in_words(self._amiss, device)])

    def _news(self, device: DeviceState) -> str:
        """What is amiss by now and was not announced."""
        announced, self._announced = self._announced, self._amiss
        news = [message for message in self._announced if message not in announced]
        return " ".join(_in_words(news, device))

    def _speech(self, words: Words, device: DeviceState) -> Speech:
        if device.sound == "off" or self._is_quiet():
            return Speech("")
        return _speech(words(device), device, self._settings.volume)


def trial(settings: Settings) -> Speech:
    """A short sentence to try the voice with, by the settings."""
    speed = settings.voice.speed
    device = DeviceState(language=settings.language.device, speed=speed)
    words = heard_message(notices.sentence(SPEED_CHANGED[speed]), device.language)
    return _speech(words, device, settings.voice.volume)


def _speech(words: str, device: DeviceState, volume: int) -> Speech:
    espeak_voice = VOICES.get(device.language, VOICES["en"])
    amplitude = max(1, round(LOUD[device.sound] * volume))  # a soft 1 % is not silence
    return Speech(words, espeak_voice, SPEEDS[device.speed], amplitude)


def _in_words(messages: list[Message], device: DeviceState) -> list[str]:
    return [heard_message(message, device.language) for message in messages]


def _amiss(device: DeviceState) -> list[Message]:
    """What is amiss, the most important first; but not that the voice was lost."""
    others = tuple(problem for problem in device.problems if problem.part != "voice")
    return notices.amiss(device._replace(problems=others))
