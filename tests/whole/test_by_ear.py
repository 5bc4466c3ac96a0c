"""A whole evening scored by ear, through espeak-ng and aplay: nobody looks at anything."""

import subprocess
from pathlib import Path

import pytest
from support.by_ear import Blind, Heard, VoiceRecorder
from support.sound_card import needs_voice, samples_of
from support.table_program import ProgramTable, left

from firmware.words.espeak import VOICES

pytestmark = needs_voice
SHORT_S = 6  # what a sentence of one card takes at most
NAMES = {
    "en": {"red": "Ann", "blue": "Bob", "green": ""},
    "de": {"red": "Jörg", "blue": "", "green": "Zoë"},
    "ja": {"red": "さくら", "blue": "太郎", "green": "Ann"},
}


@pytest.mark.parametrize("code", NAMES)
def test_an_evening(tmp_path: Path, code: str) -> None:
    names = NAMES[code]
    written = "".join(f'{badge} = "{name}"\n' for badge, name in names.items())
    settings = f'[web]\non = false\n[language]\ndevice = "{code}"\n[names]\n{written}'
    ear = VoiceRecorder(tmp_path)
    table = ProgramTable(tmp_path, f'{settings}[voice]\nsay = "short"\n', (), (), **ear.environ)
    player = Blind(table.answer, ear.listen, code, names)
    player.score_evening()
    table.leave()
    report = left(tmp_path)
    seats = {seat["badge"]: seat for seat in report["seats"]}  # type: ignore[attr-defined]
    for badge, rounds in player.rounds.items():
        assert rounds == [made["points"] for made in seats[badge]["rounds"]][:-1]
        assert player.totals[badge] == seats[badge]["total"]
    assert player.winners == report["winners"]
    assert player.mistakes.count("not mine") == 1
    assert player.mistakes.count("refused") == 1
    assert player.mistakes.count("short") == 1
    check_sound(ear.heard, code)


def check_sound(heard: list[Heard], code: str) -> None:
    """Each sentence is in the recording, sample by sample as espeak-ng makes it; it is loud enough,
    begins at once, and nothing is clipped.
    """
    assert len(heard) > 120
    for sentence in heard:
        words = [
            "espeak-ng",
            "--stdin",
            "--stdout",
            "-z",
            "-s",
            "175",
            "-a",
            "90",
            "-v",
            VOICES[code],
        ]
        text = sentence.text.encode()
        sound = subprocess.run(words, input=text, capture_output=True, check=True)
        made, played = samples_of(sound.stdout[44:]), sentence.sound
        assert played.samples[: len(made)] == made, sentence.text
        assert not any(played.samples[len(made) :]), "aplay fills its last period"
        assert 5_000 < played.peak < 32_767, sentence.text
        assert played.first_sound_s < 0.1, sentence.text
    lasts = [sentence.sound.seconds for sentence in heard]
    assert sorted(lasts)[len(lasts) * 3 // 4] < SHORT_S
