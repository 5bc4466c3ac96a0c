"""The voice, by Debian's espeak-ng and aplay; only the sound card is made of ALSA's plugins."""

import os
import queue
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.processes import child_of, wake_ups
from support.sound_card import PacedCard, SoundCard, needs_voice
from support.waiting import DEADLINE_S, until

from drivers.events import PartEvent, PartFound, PartLost
from drivers.voice.cards import sound_cards
from drivers.voice.voice import LINGERS_S, LONGEST_S, SCRIPT, SoundOutput, Speech, Voice

pytestmark = needs_voice
NINE = Speech("Squid nigiri on wasabi, nine. Ann, thirty-one.")
LONG = Speech("Ann, Bob, Chris and Dora have scanned all of their cards. " * 4)


class Table:
    """A voice, what it reports, and a clock that is put forward by hand."""

    def __init__(self, output: SoundOutput, unit: str) -> None:
        self.events = queue.SimpleQueue[PartEvent]()
        self.ahead_s = 0.0
        self.voice = Voice(self.events.put, output, unit, lambda: self.ahead_s)
        self.voice.start()

    def say(self, speech: Speech) -> None:
        self.voice.say(lambda: speech)

    def event(self) -> PartEvent:
        return self.events.get(timeout=DEADLINE_S)

    def later(self, seconds: float) -> None:
        self.ahead_s += seconds
        self.voice._wake()  # it sleeps by a clock that nobody puts forward


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SoundCard:
    card = SoundCard(tmp_path)
    card.use(monkeypatch)
    return card


@pytest.fixture
def paced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PacedCard]:
    card = PacedCard(tmp_path)
    card.use(monkeypatch)
    yield card
    card.unplug()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table(SoundOutput(), "/nowhere")
    yield table
    table.voice.stop()


def heard(card: SoundCard, number: int) -> bool:
    """Whether so many sentences have been heard to their end."""
    return len(card.recordings) == number


def programs() -> int:
    """The script that speaks, as a child of this program; 0 where none runs."""
    return child_of(os.getpid(), "speak.sh")


def test_a_sentence_is_heard_whole(card: SoundCard, table: Table) -> None:
    table.say(NINE)
    assert table.event() == PartFound("voice")
    until(partial(heard, card, 1))
    (sentence,) = card.recordings
    assert 2 < sentence.seconds < 4
    assert sentence.first_sound_s < 0.05, "its beginning is not late"
    assert 5_000 < sentence.peak < 32_767, "heard well, and not clipped"
    assert sentence.longest_gap_s < 0.6, "no hole but the pause between two sentences"


def test_soft_is_quieter_and_slow_takes_longer(card: SoundCard, table: Table) -> None:
    for number, speech in enumerate((NINE, NINE._replace(amplitude=40), NINE._replace(speed=110))):
        table.say(speech)
        until(partial(heard, card, number + 1))
    plain, soft, slow = card.recordings
    assert soft.peak < plain.peak / 2
    assert slow.seconds > 1.3 * plain.seconds


def test_silence_comes_first_where_an_amplifier_swallows_the_beginning(card: SoundCard) -> None:
    table = Table(SoundOutput(lead_in_ms=400), "/nowhere")
    table.say(NINE)
    table.event()
    table.voice.stop()
    until(partial(heard, card, 1))
    assert 0.39 < card.recordings[0].first_sound_s < 0.45


def test_the_newest_wins(paced: PacedCard, table: Table) -> None:
    table.say(LONG)
    until(lambda: paced.is_playing)
    table.say(NINE)
    assert table.event() == PartFound("voice")
    until(lambda: not paced.is_playing)
    sentence = 2.2
    assert sum(heard.seconds for heard in paced.recordings) < 3 * sentence, "the long one was cut"


def test_silence_cuts_it_off(paced: PacedCard, table: Table) -> None:
    table.say(LONG)
    until(lambda: paced.is_playing)
    table.say(Speech(""))
    until(lambda: not paced.is_playing)
    assert sum(heard.seconds for heard in paced.recordings) < 5
    assert table.events.empty()


def test_what_can_wait_is_said_after_it(paced: PacedCard, table: Table) -> None:
    table.voice.say_next(lambda: NINE)
    until(lambda: paced.is_playing)
    table.voice.say_next(lambda: Speech("Never heard, as a newer one waits."))
    table.voice.say_next(lambda: NINE)
    until(lambda: sum(heard.seconds for heard in paced.recordings) > 2 * 3)
    until(lambda: not paced.is_playing)
    assert sum(heard.seconds for heard in paced.recordings) < 2 * 4


def test_a_stop_is_never_lost(paced: PacedCard, table: Table) -> None:
    """However soon it comes: while the shell starts the programs, too."""
    for number in range(40):
        table.say(LONG)
        until(lambda: table.voice._is_speaking)
        time.sleep(number / 4000)
        table.say(Speech(""))
        until(lambda: not ((script := programs()) and child_of(script, "speak.sh")))
    assert max((heard.seconds for heard in paced.recordings), default=0) < 2


def test_a_card_that_hangs_is_told_of(
    card: SoundCard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing takes the sound: aplay waits."""
    os.mkfifo(tmp_path / "stuck")
    settings = tmp_path / "asound.conf"
    settings.write_text(
        "</usr/share/alsa/alsa.conf>\n"
        f'pcm.!default {{ type file file "{tmp_path / "stuck"}" slave.pcm {{ type null }} }}\n'
    )
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(settings))
    table = Table(SoundOutput(), "/nowhere")
    table.say(NINE)
    until(lambda: table.voice._ends_at is not None)
    table.later(LONGEST_S)
    event = table.event()
    assert isinstance(event, PartLost)
    assert event.trouble.found.format(**event.trouble.values) == "nothing can be heard: no answer"
    until(lambda: not programs())
    table.voice.stop()


def test_no_program_runs_while_it_is_silent(card: SoundCard, table: Table) -> None:
    table.say(Speech(""))
    table.say(NINE)
    table.event()
    assert programs(), "the next scan may come soon"
    table.later(LINGERS_S)
    until(lambda: not programs())
    table.say(NINE)
    until(partial(heard, card, 2))


def test_no_program_runs_once_it_was_silenced(card: SoundCard, table: Table) -> None:
    table.say(NINE)
    table.event()
    table.say(Speech(""))
    table.later(LINGERS_S)
    until(lambda: not programs())


def test_a_speaker_that_has_gone_is_replaced(card: SoundCard, table: Table) -> None:
    """It was killed while it waited, as when memory runs short."""
    table.say(NINE)
    table.event()
    os.kill(programs(), signal.SIGKILL)
    until(lambda: table.voice._speaker is None)
    table.say(NINE)
    until(partial(heard, card, 2))
    table.later(LINGERS_S)
    until(lambda: not programs())


def test_a_sentence_that_hangs_holds_up_nobody(table: Table) -> None:
    began, over = threading.Event(), threading.Event()
    worked_out = list[int]()

    def hang() -> Speech:
        began.set()
        over.wait(DEADLINE_S)
        return Speech("")

    def count(number: int) -> Speech:
        worked_out.append(number)
        return Speech("")

    table.voice.say(hang)
    assert began.wait(DEADLINE_S)
    for number in range(300):
        table.voice.say(partial(count, number))
    over.set()
    until(lambda: worked_out)
    assert worked_out == [299], "the newest, and no other"


def test_idle_it_is_never_woken(card: SoundCard, table: Table) -> None:
    table.say(NINE)
    table.event()
    table.later(LINGERS_S)
    until(lambda: not programs())
    assert table.voice._thread is not None
    thread = table.voice._thread.native_id

    def sleeps() -> bool:
        before = wake_ups(thread)
        time.sleep(0.3)
        return wake_ups(thread) == before

    until(sleeps)


@pytest.mark.parametrize(
    ("missing", "why"), [("espeak-ng", "espeak-ng is missing"), ("aplay", "aplay is missing")]
)
def test_a_program_that_is_missing(
    card: SoundCard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str, why: str
) -> None:
    path = tmp_path / "bin"
    path.mkdir()
    for program in {"sh", "printf", "tail", "head", "cat", "espeak-ng", "aplay"} - {missing}:
        (path / program).symlink_to(shutil.which(program) or "/nowhere")
    monkeypatch.setenv("PATH", str(path))
    table = Table(SoundOutput(), "/nowhere")
    table.say(NINE)
    event = table.event()
    assert isinstance(event, PartLost)
    assert event.trouble.found == why
    assert "sudo apt install" in event.trouble.do
    monkeypatch.undo()
    table.voice.stop()


def test_an_espeak_that_fails(card: SoundCard, table: Table) -> None:
    table.say(NINE._replace(voice="nobody"))
    event = table.event()
    assert isinstance(event, PartLost)
    assert "voice does not exist" in event.trouble.found.format(**event.trouble.values)
    table.say(NINE)
    assert table.event() == PartFound("voice")


def lost(output: SoundOutput) -> str:
    """What is found to be wrong with an output."""
    table = Table(output, "/nowhere")
    table.say(NINE)
    event = table.event()
    table.voice.stop()
    assert isinstance(event, PartLost)
    return event.trouble.found


def test_a_card_that_is_missing_and_there_again(card: SoundCard) -> None:
    table = Table(SoundOutput("hw:9,9"), "/nowhere")
    table.say(NINE)
    event = table.event()
    assert isinstance(event, PartLost)
    assert event.trouble.found == "the sound card is not there"
    table.say(NINE)
    table.voice._output = SoundOutput()
    table.say(NINE)
    assert table.event() == PartFound("voice"), "and told once that it was lost"
    table.voice.stop()


@pytest.mark.parametrize("name", ["Gone", "plughw:CARD=Gone", "hw:31,0"])
def test_a_card_that_is_not_there(card: SoundCard, name: str) -> None:
    assert lost(SoundOutput(name)) == "the sound card is not there"


def test_a_name_that_alsa_does_not_know(card: SoundCard) -> None:
    """Of Bluetooth, say, without its plugin."""
    assert lost(SoundOutput("nobody:DEV=00-11")) == "ALSA has no sound output of this name"


def test_in_any_language_of_the_system(
    card: SoundCard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """aplay translates what it says, and the C library why."""
    settings = tmp_path / "asound.conf"
    settings.write_text("</usr/share/alsa/alsa.conf>\npcm.!default { type hw card 31 }\n")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(settings))
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert lost(SoundOutput()) == "the sound card has no such output"


# What the kernel shows of a Pi 4 with a webcam and a sound card in its USB ports.
CARDS = """\
 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 2 [C270           ]: USB-Audio - C270 HD WEBCAM
                      C270 HD WEBCAM at usb-0000:01:00.0-1.1, high speed
 3 [Device         ]: USB-Audio - USB Audio Device
                      C-Media Electronics Inc. USB Audio Device at usb-0000:01:00.0-1.2, full speed
"""
DEVICES = ("card0/pcm0p", "card1/pcm0p", "card2/pcm0c", "card3/pcm0p", "card3/pcm0c")


def test_cards_that_can_play_are_listed(tmp_path: Path) -> None:
    (tmp_path / "cards").write_text(CARDS)
    for device in DEVICES:
        (tmp_path / device).mkdir(parents=True)
    assert [*sound_cards(str(tmp_path))] == [
        ("Headphones", "bcm2835 Headphones"),
        ("vc4hdmi0", "vc4-hdmi-0"),
        ("Device", "USB Audio Device"),
    ]


def test_without_a_card_none_is_listed(tmp_path: Path) -> None:
    assert [*sound_cards(str(tmp_path))] == []
    (tmp_path / "cards").write_text("--- no soundcards ---\n")
    assert [*sound_cards(str(tmp_path))] == []


def test_by_a_unit_that_listens(card: SoundCard, tmp_path: Path) -> None:
    """As systemd does it: each connection gets a script of its own."""
    unit = tmp_path / "voice"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(unit))
        listening.listen()

        def serve() -> None:
            line, _ = listening.accept()
            with line:
                end = line.fileno()
                subprocess.run(["sh", SCRIPT], stdin=end, stdout=end, stderr=end, check=True)

        serving = threading.Thread(target=serve)
        serving.start()
        table = Table(SoundOutput(), str(unit))
        table.say(NINE)
        assert table.event() == PartFound("voice")
        table.voice.stop()
        serving.join(DEADLINE_S)
        assert not serving.is_alive()
    until(partial(heard, card, 1))


def test_by_a_unit_that_ends_at_once(tmp_path: Path) -> None:
    unit = tmp_path / "voice"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(unit))
        listening.listen()
        table = Table(SoundOutput(), str(unit))
        table.say(NINE)
        line, _ = listening.accept()
        line.recv(4096)
        line.close()
        event = table.event()
        table.voice.stop()
    assert isinstance(event, PartLost)
    assert event.trouble.found.format(**event.trouble.values) == ("nothing can be heard: no answer")


def test_what_is_said_may_be_anything(card: SoundCard, table: Table) -> None:
    """Names come from people: no tab, line's end or option of theirs is one of ours."""
    table.say(Speech("--version\n\tAnn\t\n$(reboot) `id` '; \"\\ -w x"))
    assert table.event() == PartFound("voice")
    until(partial(heard, card, 1))
    assert card.recordings[0].seconds > 2
