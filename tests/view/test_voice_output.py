"""What the voice is given to say, and when: at once, or once nothing else is being said."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.failing_disk import FailingDisk
from support.table_app import AppTable

from drivers.events import PartFound, PartLost, Trouble
from drivers.voice.voice import Speech
from firmware.common.settings.schema import VoiceSection
from firmware.core.app.voice_output import VoiceOutput

GONE = Trouble("gone", "plug it in")


class SpeechLog:
    """A voice that takes what it is to say: `at_once`, and `next` as soon as it falls silent."""

    def __init__(self) -> None:
        self.at_once: list[str] = []
        self.next: list[str] = []
        self._waiting: Callable[[], Speech] | None = None

    def say(self, speech: Callable[[], Speech]) -> None:
        self.at_once.append(speech().text)

    def say_next(self, speech: Callable[[], Speech]) -> None:
        self._waiting = speech

    def falls_silent(self) -> None:
        """What waits is worked out now, and said if there is anything."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None and (text := waiting().text):
            self.next.append(text)


class HeardTable(AppTable):
    """A table with a voice."""

    def __init__(self, folder: Path, names: dict[str, str], sound: str = "on") -> None:
        self.speech_log, self.is_quiet = SpeechLog(), False
        output = VoiceOutput(self.speech_log, VoiceSection("short"), lambda: self.is_quiet)
        super().__init__(
            folder,
            synchronous="OFF",
            disk=FailingDisk,
            outputs=[output.show],
            names=names,
            sound=sound,
            has_voice=True,
        )

    @property
    def heard(self) -> str:
        return self.speech_log.at_once[-1]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HeardTable]:
    table = HeardTable(tmp_path, {"red": "Ann", "blue": "太郎"})
    yield table
    table.unplugged()


def test_a_name_it_cannot_read_is_told_by_the_colour(table: HeardTable) -> None:
    table.scan("preset sushi-go-classic", "red")
    assert table.heard == "Ann joins (1 player)."
    table.scan("blue")
    assert table.heard == "Blue joins (2 players)."
    table.scan("undo")
    assert table.heard == "Undone: Blue. Scan 1 more badge."


def test_a_name_within_another_stays_whole(tmp_path: Path) -> None:
    table = HeardTable(tmp_path, {"red": "れ", "blue": "."})
    table.scan("preset sushi-go-classic", "red", "blue", "next", "red", "tempura")
    assert table.heard == "Tempura. Red, 0."
    table.scan("blue", "tempura")
    assert table.heard == "Tempura. Blue, 0."
    table.unplugged()


def test_what_is_newly_amiss_waits_for_the_sentence(table: HeardTable) -> None:
    sentences = len(table.speech_log.at_once)
    for part in ("display", "buzzer", "leds"):
        table.app.take(PartLost(part, GONE))
    table.app.take(PartFound("leds"))
    table.speech_log.falls_silent()
    assert table.speech_log.next == ["Buzzer missing. Display missing."], "all, but what is back"
    table.app.take(PartFound("display"))
    table.speech_log.falls_silent()
    assert len(table.speech_log.next) == 1, "the other was announced"
    table.app.take(PartLost("display", GONE))
    table.speech_log.falls_silent()
    assert table.speech_log.next[1:] == ["Display missing."]
    assert len(table.speech_log.at_once) == sentences


def test_its_own_loss_is_not_told(table: HeardTable) -> None:
    table.app.take(PartLost("voice", GONE))
    table.scan("preset sushi-go-classic")
    table.speech_log.falls_silent()
    assert not table.speech_log.next
    assert "voice" not in "".join(table.speech_log.at_once)


def test_that_scans_are_not_saved_is_announced_once(
    table: HeardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FailingDisk, "full", True)
    table.scan("preset sushi-go-classic", "red")
    assert table.heard == "Ann joins (1 player)."
    table.speech_log.falls_silent()
    assert table.speech_log.next == ["Scans are not saved."]
    table.scan("repeat")
    assert table.heard == "Ann joins (1 player). Scans are not saved."


def test_what_repeat_has_said_is_not_announced(table: HeardTable) -> None:
    table.scan("preset sushi-go-classic")
    table.app.take(PartLost("display", GONE))
    table.scan("repeat")
    table.speech_log.falls_silent()
    assert table.heard == "Menu: Sushi Go! classic. Display missing."
    assert not table.speech_log.next


def test_what_went_amiss_in_silence_is_announced_with_sound(table: HeardTable) -> None:
    table.scan("sound", "sound")
    table.app.take(PartLost("display", GONE))
    table.speech_log.falls_silent()
    assert not table.speech_log.next
    table.scan("sound")
    table.speech_log.falls_silent()
    assert table.speech_log.next == ["Display missing."]


def test_repeat_says_the_last_again(table: HeardTable) -> None:
    table.scan("preset sushi-go-classic", "red")
    heard = table.heard
    table.scan("repeat", "repeat")
    assert table.speech_log.at_once[-3:] == [heard] * 3


def test_it_is_silent_in_quiet_hours_and_with_sound_off(table: HeardTable) -> None:
    table.is_quiet = True
    table.scan("preset sushi-go-classic")
    assert table.heard == ""
    table.is_quiet = False
    table.scan("sound", "sound")
    assert table.heard == "Sound: off.", "the last that it says"
    table.scan("red")
    assert table.heard == ""
    table.scan("sound")
    assert table.heard


def test_it_starts_in_silence_with_sound_off(tmp_path: Path) -> None:
    table = HeardTable(tmp_path, {}, sound="off")
    table.scan("preset sushi-go-classic")
    assert not any(table.speech_log.at_once)
    table.unplugged()


def test_slower_does_not_come_between_a_sentence_and_repeat(table: HeardTable) -> None:
    table.scan("preset sushi-go-classic", "red")
    heard = table.heard
    table.scan("slower")
    assert table.heard == "The voice speaks slowly."
    table.scan("repeat")
    assert table.heard == heard


def test_what_holds_once_a_scan_was_taken_back(table: HeardTable) -> None:
    table.scan("preset sushi-go-classic", "red", "blue", "next", "red", "tempura", "blue", "undo")
    assert table.heard == "Undone: Blue. Ann: scan the cards."
    table.scan("score", "undo")
    assert table.heard == (
        "Undone: Score. Check first: Ann 1 of 10 cards, Blue 0 of 10 cards. "
        "Scan SCORE again to score anyway."
    )


def test_that_remove_waits_is_said_with_each_refusal(table: HeardTable) -> None:
    table.scan("preset sushi-go-classic", "red", "blue", "next", "red", "tempura", "remove")
    table.refusal("eel")
    assert table.heard == (
        "Not counted. Eel is not on the menu. "
        "REMOVE waits: scan what to remove, or REMOVE again for nothing."
    )


def test_more_cards_than_were_dealt_are_counted(table: HeardTable) -> None:
    table.scan("preset sushi-go-classic", "red", "blue", "next", "red", *["tempura"] * 8)
    table.scan("wasabi", "wasabi")
    assert table.heard == "Wasabi. Ann, 20."
    table.scan("wasabi")
    assert table.heard == "Wasabi. Ann, 20. 11 of 10 cards."


def test_read_the_table_says_what_to_deal_before_the_first_card(table: HeardTable) -> None:
    table.scan("preset sushi-go-classic", "red", "blue", "next", "red", "read-table")
    assert table.heard == "Round 1: deal 10 cards, shuffle in 5 desserts."
