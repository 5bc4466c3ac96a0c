"""The voice as the doctor tries it: by Debian's espeak-ng and aplay, or asked of the program."""

from pathlib import Path

import pytest
from support.doctor_machines import FakeMachine, WordedFinding, in_words
from support.sound_card import SoundCard, needs_voice
from support.waiting import until

from firmware.common.settings.load import load
from firmware.core.app.device_status import PartStatus
from firmware.doctor.machine import Case
from firmware.doctor.voice import voice

ON = '[voice]\nsay = "short"\n'
HEARD: PartStatus = {"found": True}
LOST: PartStatus = {
    "found": False,
    "reason": "the sound card is gone",
    "do": "plug it in again",
    "there": True,
    "values": {},
}


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SoundCard:
    card = SoundCard(tmp_path)
    card.use(monkeypatch)
    return card


def tried(fake: FakeMachine) -> WordedFinding:
    """What the doctor finds where no program runs."""
    (finding,) = voice(Case(fake.machine, load(str(fake.config))))
    return in_words(finding)


def test_off_it_is_said_and_not_wanted(fake: FakeMachine) -> None:
    line = tried(fake)
    assert (line.found, line.state) == ('switched off: say = "off" in [voice]', "ok")
    assert not line.wanted


@needs_voice
@pytest.mark.parametrize("code", ["en", "ja"])
def test_it_says_a_sentence(fake: FakeMachine, card: SoundCard, code: str) -> None:
    fake.set(f'{ON}speed = "slow"\n[language]\ndevice = "{code}"\n')
    line = tried(fake)
    assert line.found == "spoke by the default sound card. Not testable: did you hear it?"
    assert (line.state, line.do.startswith("if not: turn it up")) == ("ok", True)
    until(lambda: card.recordings)
    (sentence,) = card.recordings
    assert 1 < sentence.seconds < 6
    assert sentence.peak > 5_000


@needs_voice
def test_a_card_that_is_not_there(fake: FakeMachine, card: SoundCard) -> None:
    fake.set(f'{ON}card = "Gone"\n')
    line = tried(fake)
    assert (line.found, line.state) == ("the sound card is not there", "missing")
    assert line.fails
    assert "aplay -l lists them" in line.do


def test_without_permission_the_group_is_named(fake: FakeMachine) -> None:
    fake.set(ON)
    fake.put("dev/snd/controlC0")
    fake.barred = {"/dev/snd/controlC0"}
    line = tried(fake)
    assert line.found == "no permission for /dev/snd/controlC0"
    assert line.fails
    assert line.do


def test_a_program_that_runs_is_asked(fake: FakeMachine) -> None:
    fake.set(f'{ON}card = "Device"\n')
    (line,) = fake.lines_when({"parts": {"voice": HEARD}})["voice"]
    assert line.found == "spoke by Device. Not testable: did you hear it?"
    (line,) = fake.lines_when({"parts": {"voice": LOST}})["voice"]
    assert (line.found, line.do) == ("the sound card is gone", "plug it in again")
    assert line.fails
    (line,) = fake.lines_when({"parts": {}})["voice"]
    assert "has said nothing yet" in line.found
    assert not line.fails, "SOUND is off, say"
    (line,) = fake.lines_when(None, "too slow")["voice"]
    assert line.found == "in use by Okanjo, not checked"
