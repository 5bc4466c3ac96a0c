"""Speak by espeak-ng and aplay, which run in a unit of their own or in a child (speak.sh).

Law: nothing waits for the voice. Only the newest is said, and it stops what is being said. What
could not be said is not made up for later.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable
from typing import NamedTuple

from drivers.events import PartFound, PartLost, PartSink, Trouble, mistake
from drivers.threads import Clock, FdThread

UNIT = "/run/okanjo/voice"
SCRIPT = os.path.join(os.path.dirname(__file__), "speak.sh")
LINGERS_S = 5.0  # most scans come sooner than that, and then nothing has to be started
LONGEST_S = 180.0  # eight trays, read very slowly
STOP_WITHIN_S, CLOSES_WITHIN_S = 2.0, 1.0


class Speech(NamedTuple):
    """What to say, and how: an espeak-ng voice ("en-us"), `speed` in words a minute, `amplitude`
    from 0 to 200. Without a text it only ends what is being said.
    """

    text: str
    voice: str = "en-us"
    speed: int = 175
    amplitude: int = 100


MakeSpeech = Callable[[], Speech]


class SoundOutput(NamedTuple):
    """Where the sound goes: a card by its name ("Headphones"), one of ALSA's names with a colon
    ("hw:1,0"), or "" for its default. `lead_in_ms` of silence come first, where an amplifier or a
    television swallows the beginning.
    """

    card: str = ""
    lead_in_ms: int = 0

    @property
    def pcm(self) -> str:
        """The output as ALSA calls it."""
        if not self.card or ":" in self.card:
            return self.card or "default"
        return f"sysdefault:CARD={self.card}"


class Voice(FdThread):
    """The thread that has things said. While it is silent, no program runs for it."""

    def __init__(
        self, sink: PartSink, output: SoundOutput, unit: str = UNIT, clock: Clock = time.monotonic
    ) -> None:
        """Speak by the socket `unit`, where there is one, else by a child."""
        super().__init__("voice", clock, STOP_WITHIN_S)
        self._sink, self._output, self._unit = sink, output, unit
        self._newest: MakeSpeech | None = None
        self._waiting: MakeSpeech | None = None
        self._speaker: Speaker | None = None
        self._ends_at: float | None = None  # when the speaker is ended, silent for long, or hanging
        self._complaints: list[str] = []  # what its programs have said since their last answer
        self._sent = self._answered = 0  # the numbers of the newest sentences
        self._reported: bool | None = None  # True: found, False: lost

    def say(self, speech: MakeSpeech) -> None:
        """Say this as soon as possible, and stop what is being said. The voice's own thread works
        it out, once.
        """
        self._newest = speech
        self._wake()

    def say_next(self, speech: MakeSpeech) -> None:
        """Say this as soon as nothing else is being said, unless it was replaced by then."""
        self._waiting = speech
        self._wake()

    def _run(self) -> None:
        while not self._stopping:
            if speech := self._take():
                self._speak(speech())
            reply = self._speaker.fileno() if self._speaker else None
            if reply in self._wait((reply,), self._ends_at):
                self._hear()
            elif self._ends_at is not None and self._clock() >= self._ends_at:
                if self._is_speaking:
                    self._report(trouble(self._complaints))
                self._end()
        self._end()

    @property
    def _is_speaking(self) -> bool:
        return self._answered != self._sent

    def _take(self) -> MakeSpeech | None:
        """What is to be said now."""
        speech, self._newest = self._newest, None
        if speech is None and not self._is_speaking:
            speech, self._waiting = self._waiting, None
        return speech

    def _speak(self, speech: Speech) -> None:
        """Hand it over; to a new speaker, if the one there was has gone."""
        line = self._line(speech)
        for _ in range(2):
            if not (speech.text or self._speaker):
                return  # it is silent
            try:
                self._speaker = self._speaker or open_speaker(self._unit)
                self._speaker.send(line)
            except OSError as error:
                self._end()
                lost = error
                continue
            if not self._is_speaking:  # else it hangs if it does not even stop what is being said
                self._ends_at = self._clock() + LONGEST_S
            self._sent += 1
            self._complaints.clear()
            if not speech.text:
                self._falls_silent()
            return
        self._report(NOT_STARTED._replace(values={"error": str(lost.strerror or lost)}))

    def _line(self, speech: Speech) -> bytes:
        voice, speed, amplitude = speech.voice, speech.speed, speech.amplitude
        sound_to, text = (self._output.pcm, self._output.lead_in_ms), " ".join(speech.text.split())
        fields = self._sent + 1, voice, speed, amplitude, *sound_to, text
        return "\t".join(map(str, fields)).encode() + b"\n"

    def _hear(self) -> None:
        """Take what the speaker answers: that the newest was heard to its end, or why not."""
        assert self._speaker is not None  # noqa: S101 - it has answered
        lines = self._speaker.lines()
        if lines is None:
            if self._is_speaking:  # the unit could not be started, say
                self._report(trouble(self._complaints))
            self._end()
            return
        for line in lines:
            answer, _, number = line.partition(" ")
            if answer not in ANSWERS or not number.isdecimal():
                self._complaints.append(line)
                continue
            if self._is_speaking and int(number) < self._sent:
                self._ends_at = self._clock() + LONGEST_S
            elif self._is_speaking:
                self._falls_silent()
                self._report(None if answer == "done" else trouble(self._complaints))
            self._complaints.clear()

    def _falls_silent(self) -> None:
        self._answered = self._sent
        self._ends_at = self._clock() + LINGERS_S

    def _report(self, trouble: Trouble | None) -> None:
        """Tell when the voice was lost, and when it is back (None)."""
        if self._reported is not (trouble is None):
            self._reported = trouble is None
            self._sink(PartLost(self._name, trouble) if trouble else PartFound(self._name))

    def _end(self) -> None:
        """End the speaker, and with it what is being said."""
        speaker, self._speaker = self._speaker, None
        self._answered, self._ends_at = self._sent, None
        self._complaints.clear()
        if speaker is not None:
            speaker.close()

    def _failed(self, reason: str) -> None:
        self._end()
        self._report(mistake(RuntimeError(reason)))


class Speaker:
    """A connection to speak.sh."""

    def __init__(self, line: socket.socket, child: subprocess.Popen[bytes] | None = None) -> None:
        self._line, self._child = line, child
        self._unread = b""

    def fileno(self) -> int:
        return self._line.fileno()

    def send(self, line: bytes) -> None:
        """Send it whole; OSError where nobody takes it."""
        self._line.sendall(line)

    def lines(self) -> list[str] | None:
        """What it has said since; None at its end."""
        try:
            received = self._line.recv(4096)
        except OSError:
            return None
        if not received:
            return None
        *whole, self._unread = (self._unread + received).split(b"\n")
        return [line.decode(errors="replace").strip() for line in whole]

    def close(self) -> None:
        """End the script, and with it what is being said."""
        self._line.close()
        if self._child is None:
            return
        try:
            self._child.wait(CLOSES_WITHIN_S)
        except subprocess.TimeoutExpired:  # a sound card hangs
            self._child.kill()
            self._child.wait()


def open_speaker(unit: str) -> Speaker:
    """Connect to the unit that listens at a socket, else to a child; OSError if neither can be."""
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(STOP_WITHIN_S)
    try:
        line.connect(unit)
        return Speaker(line)
    except OSError:
        line.close()
    ours, childs = socket.socketpair()
    ours.settimeout(STOP_WITHIN_S)
    with childs:
        command = ["/bin/sh", SCRIPT]
        end = childs.fileno()
        child = subprocess.Popen(command, stdin=end, stdout=end, stderr=end)  # noqa: S603 - ours
    return Speaker(ours, child)


def trouble(complaints: list[str]) -> Trouble:
    """Why nothing was heard, from what espeak-ng and aplay have said, and what to do about it."""
    words = " ".join(complaints) or "no answer"
    known = next((trouble for why, trouble in TROUBLES.items() if re.search(why, words)), None)
    return known or SILENT._replace(values={"error": " ".join(words.split())[:MOST_LETTERS]})


ANSWERS = ("done", "stopped", "failed")
MOST_LETTERS = 100
NOT_STARTED = Trouble(
    "the voice could not be started: {error}", "restart Okanjo; if this stays, switch the voice off"
)
SILENT = Trouble(
    "nothing can be heard: {error}",
    "choose another sound card at /setup, or switch the voice off",
)
# The first whose pattern is in what the shell, espeak-ng and aplay have said.
TROUBLES = {
    r"espeak-ng: (command )?not found": Trouble(
        "espeak-ng is missing", "install it: sudo apt install espeak-ng", there=False
    ),
    r"aplay: (command )?not found": Trouble(
        "aplay is missing", "install it: sudo apt install alsa-utils", there=False
    ),
    r"Device or resource busy": Trouble(
        "another program has the sound card",
        "end that program, or choose another sound card at /setup",
    ),
    r"Permission denied": Trouble(
        "the sound card may not be used", "start Okanjo as its service, or join the group audio"
    ),
    # alsa-lib says it also of cards that it may not open
    r"cannot find card|Cannot get card index": Trouble(
        "the sound card is not there",
        "plug it in, or choose another at /setup; aplay -l lists them",
        there=False,
    ),
    r"Unknown PCM": Trouble(
        "ALSA has no sound output of this name",
        "choose another at /setup, or correct card in [voice]; aplay -L lists them",
        there=False,
    ),
    # unplugged, in mid-sentence too, or of HDMI (vc4) and no screen with sound is on
    r"No such device|Input/output error": Trouble(
        "the sound card is gone", "plug it in again; on HDMI, switch the television on"
    ),
    r"No such file or directory": Trouble(
        "the sound card has no such output",
        "choose another sound card at /setup; aplay -l lists them",
        there=False,
    ),
}
