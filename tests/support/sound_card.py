"""A sound card for aplay, made of ALSA's own plugins: what is played can be looked at."""

import fcntl
import os
import shutil
import threading
import time
from array import array
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

needs_voice = pytest.mark.skipif(
    not (shutil.which("espeak-ng") and shutil.which("aplay")),
    reason="needs Debian's espeak-ng and alsa-utils",
)
RATE = 22_050  # samples a second, of two bytes: espeak-ng's
HEARD = 300  # of 32,768: quieter is silence


class Recording(NamedTuple):
    """Samples of one playback; `began_at` is when the first came, in monotonic seconds."""

    samples: "array[int]"
    began_at: float = 0.0

    @property
    def seconds(self) -> float:
        return len(self.samples) / RATE

    @property
    def peak(self) -> int:
        return max(map(abs, self.samples), default=0)

    @property
    def first_sound_s(self) -> float:
        """How much silence comes first."""
        loud = (number for number, sample in enumerate(self.samples) if abs(sample) > HEARD)
        return next(loud, len(self.samples)) / RATE

    @property
    def longest_gap_s(self) -> float:
        """The longest silence between two sounds."""
        loud = [number for number, sample in enumerate(self.samples) if abs(sample) > HEARD]
        gaps = (after - before for before, after in pairwise(loud))
        return max(gaps, default=0) / RATE


def samples_of(sound: bytes) -> "array[int]":
    return array("h", sound[: len(sound) // 2 * 2])


class SoundCard:
    """The default output of ALSA's programs that are started with `environ`. It takes sound as fast
    as it comes, and keeps a file of each playback.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "sound"
        self._folder.mkdir()
        settings = self._configured(f"|exec cat >{self._folder}/$$.raw")
        self.environ = {"ALSA_CONFIG_PATH": str(settings)}

    def use(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Have the programs play on it that this one starts."""
        for name, value in self.environ.items():
            monkeypatch.setenv(name, value)

    def _configured(self, file: str) -> Path:
        """ALSA's settings, in which the default output is a file."""
        settings = self._folder / "asound.conf"
        settings.write_text(
            "</usr/share/alsa/alsa.conf>\n"
            f'pcm.!default {{ type file file "{file}" format raw slave.pcm {{ type null }} }}\n'
        )
        return settings

    @property
    def recordings(self) -> list[Recording]:
        """All playbacks that are over, in their order: each file is named after its writer."""
        over = (
            file for file in self._folder.glob("*.raw") if not Path("/proc", file.stem).exists()
        )
        files = sorted(over, key=lambda file: file.stat().st_mtime_ns)
        return [Recording(samples_of(file.read_bytes())) for file in files]


class PacedCard(SoundCard):
    """One that plays as slowly as a real one, so that playbacks can be cut off."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._pipe = self._folder / "pipe"
        os.mkfifo(self._pipe)
        self._configured(str(self._pipe))
        self._played: list[Recording] = []
        self._is_playing = False
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    @property
    def recordings(self) -> list[Recording]:
        return [*self._played]

    @property
    def is_playing(self) -> bool:
        return self._is_playing

    def _play(self) -> None:
        while True:
            with open(self._pipe, "rb", buffering=0) as line:  # waits for a player
                fcntl.fcntl(line, fcntl.F_SETPIPE_SZ, 4096)
                while sound := line.read(2 * RATE // 50):
                    if sound == END:
                        return
                    if not self._is_playing:
                        self._is_playing = True
                        self._played.append(Recording(array("h"), time.monotonic()))
                    self._played[-1].samples.extend(samples_of(sound))
                    time.sleep(len(sound) / 2 / RATE)
            self._is_playing = False

    def unplug(self) -> None:
        """End the thread. It may just be closing the pipe: then it has not seen this."""
        while self._thread.is_alive():
            with suppress(OSError):  # nobody has opened it to read
                line = os.open(self._pipe, os.O_WRONLY | os.O_NONBLOCK)
                os.write(line, END)
                os.close(line)
            self._thread.join(0.05)


END = b"\0"  # no sample has one byte
