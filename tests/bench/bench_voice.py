"""The voice: from a scan to the first sound at the sound card, its memory, and scans beside it."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from unittest.mock import patch

from bench.bench_figures import Figure, Skipped, figure, p99
from bench.bench_process import disk_folder
from support.dealt_evening import evening, label
from support.processes import pss_kb
from support.sound_card import HEARD, PacedCard, SoundCard
from support.table_program import ProgramTable
from support.waiting import until

from drivers.events import Reading
from drivers.voice.voice import LINGERS_S, SoundOutput, Voice
from engine.catalogue import games_of
from engine.games.omakase import CARD_TABLE
from firmware.common.settings.schema import VoiceSection
from firmware.core.app.loop import App
from firmware.core.app.voice_output import VoiceOutput
from firmware.core.journal.journal import Journal

GOAL_MS, TAIL_MS, MOST_MB = 150.0, 300.0, 24.0
SCANS = 25
WATCHED_S = 1.0
APART_S = 0.1  # no scanner is quicker


def first_sound() -> Figure:
    """A scan, from the table's thread taking it to the first sound that a card would play; each
    second one begins with no program running.
    """
    _needs_programs()
    fresh, warm = list[float](), list[float]()
    with disk_folder() as folder, _card(Path(folder)) as card:
        ahead = [0.0]
        clock = lambda: time.monotonic() + ahead[0]  # noqa: E731
        voice = Voice(lambda event: None, SoundOutput(), "/nowhere", clock)
        output = VoiceOutput(voice, VoiceSection("short"), lambda: False)
        journal = Journal(os.path.join(folder, "state"))
        app = App(journal, games_of(CARD_TABLE), [output.show], double_read_ms=0, has_voice=True)
        voice.start()
        for number, line in enumerate(islice(evening(0), 2 * SCANS)):
            if not number % 2:
                until(lambda: not card.is_playing)
                ahead[0] += 2 * LINGERS_S
                voice._wake()
                until(lambda: voice._speaker is None)
            began = len(card.recordings)
            scanned_at = time.monotonic()
            app.take(Reading(label(line).code, "bench", 0, scanned_at, 3.0))
            until(partial(_is_heard, card, began))
            heard = card.recordings[-1]
            laps = warm if number % 2 else fresh
            laps.append((heard.began_at + heard.first_sound_s - scanned_at) * 1000)
            until(lambda: not card.is_playing)
        voice.stop()
        journal.close()
    measured = figure("ms", fresh, GOAL_MS)
    note = f"{measured.note}; {median(warm):.1f}, 99 % in {p99(warm):.1f} right after another"
    return measured._replace(note=note, tail_within=p99(fresh) <= TAIL_MS)


def memory() -> Figure:
    """All that a program takes more while it speaks Japanese, whose readings are the most, its
    children included.
    """
    _needs_programs()
    silent, speaking = _memory_mb("off"), _memory_mb("full")
    note = f"{speaking:.1f} beside {silent:.1f}"
    return Figure("MB", speaking - silent, None, MOST_MB, note, baseline=silent)


def acknowledge_extra() -> Figure:
    """Scans at a program whose voice begins anew with each, beside one without, in turns."""
    _needs_programs()
    aloud, silent = list[float](), list[float]()
    with TemporaryDirectory() as folder:
        card = SoundCard(Path(folder))
        tables = {say: _program(Path(folder, say), card, say) for say in ("full", "off")}
        for number, line in enumerate(evening(0)):
            order = [("full", aloud), ("off", silent)]
            for say, laps in order if number % 2 else reversed(order):
                begun = time.perf_counter()
                tables[say].answer(line)
                laps.append((time.perf_counter() - begun) * 1000)
                time.sleep(APART_S)
        for table in tables.values():
            table.leave()
    note = f"{len(aloud)} scans each: {p99(aloud):.2f} beside {p99(silent):.2f} ms;"
    note += f" medians {median(aloud):.2f} and {median(silent):.2f}"
    return Figure("ms", p99(aloud) - p99(silent), None, 5, note, baseline=p99(silent))


def _is_heard(card: PacedCard, playbacks: int) -> bool:
    """Whether something louder than silence has been played after so many."""
    return len(card.recordings) > playbacks and card.recordings[-1].peak > HEARD


def _needs_programs() -> None:
    if not (shutil.which("espeak-ng") and shutil.which("aplay")):
        raise Skipped("needs Debian's espeak-ng and alsa-utils")


@contextmanager
def _card(folder: Path) -> Iterator[PacedCard]:
    card = PacedCard(folder)
    with patch.dict(os.environ, card.environ):
        yield card
    card.unplug()


def _memory_mb(level: str) -> float:
    """What a program takes at most that has just been scanned at, with its children."""
    with TemporaryDirectory() as folder, _card(Path(folder)) as card:
        table = _program(Path(folder), card, level, '[language]\ndevice = "ja"\n')
        for line in islice(evening(0), SCANS):
            table.answer(line)
        end = time.monotonic() + WATCHED_S  # espeak-ng is done long before aplay
        taken = 0.0
        while time.monotonic() < end:
            taken = max(taken, pss_kb(table.pid) / 1024)
        table.leave()
    return taken


def _program(folder: Path, card: SoundCard, level: str, more: str = "") -> ProgramTable:
    settings = f'[web]\non = false\n{more}[voice]\nsay = "{level}"\n'
    return ProgramTable(folder, settings, (), (), **card.environ)
