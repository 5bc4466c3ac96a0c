"""The one loop: readings in, acknowledgements out; on a real journal, with a clock set by hand."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from support.displayed import hint_of
from support.playing import code
from support.table_app import SCANNER, AppTable

from drivers.events import (
    BothHeld,
    GrabRefused,
    PartialDropped,
    Pressed,
    ReaderMissing,
    Reading,
    ScannerLost,
)
from firmware.common.facts.device import PinDrawn
from firmware.common.facts.notices import ENDINGS, Notice, Problem
from firmware.common.facts.sheets import Told
from firmware.common.facts.shown import Shown
from firmware.core.app.messages import MOST_WAITING, Leave, Typed
from firmware.core.app.pin import FREE_TRIES, Pin
from firmware.interfaces.web.pages.scores.state import state
from firmware.words.sheets import TextLines

LOBBY = ("preset sushi-go-classic", "badge red", "badge blue", "command next")
EGG = "card sushi-go-party/egg-nigiri/1"
TEMPURA = "card sushi-go-party/tempura/1"


def test_what_is_accepted_is_in_the_journal_before_it_is_shown(tmp_path: Path) -> None:
    def check(shown: Shown) -> None:
        assert shown.number == len(table.kept())

    table = AppTable(tmp_path)
    table.outputs.append(check)
    table.scan(*LOBBY, "badge red", EGG)
    assert table.panel.seats[0].live == 1


def test_what_is_typed_twice_is_meant_twice(table: AppTable) -> None:
    for line in LOBBY:
        table.type(line)
    table.type("command undo")
    table.type("command undo")
    assert len(table.table.seats) == 1
    assert table.shown.heard == 6


def test_words_that_mean_nothing_are_refused(table: AppTable) -> None:
    for text in ("badge nobody", "card a b", "", "# no scan"):
        heard = table.shown.heard
        table.type(text)
        assert table.shown.heard == heard + 1
        assert table.message == ("Unknown barcode", "Scan an Okanjo label")


def test_whatever_is_foreign_can_be_made_a_label(table: AppTable) -> None:
    for text in ("one two three", "\x1b[2J", "x" * 100_000):
        table.type(text)
        assert table.message == ("Unknown barcode", "Scan TEACH to use it")


def test_a_refusal_is_shown_for_three_seconds(table: AppTable) -> None:
    table.scan(*LOBBY)
    page = table.panel.sheet
    table.now += 10
    assert table.read("123456") == "misread"
    assert table.message == ("Misread", "Scan it again")
    table.later(2.9)
    assert table.message
    table.later(0.1)
    assert table.panel.sheet == page
    table.read("123456")
    assert table.message
    table.scan("badge red")  # nor does it hide what is scanned next
    assert not table.message


def test_the_loop_ends_an_interruption_by_itself(tmp_path: Path) -> None:
    """With the real clock: the loop wakes up when the refusal's time is over, and only then."""
    quiet, shows = threading.Event(), []

    def watch(shown: Shown) -> None:
        shows.append(table.message)
        if not table.message and len(table.shows) > 2:
            quiet.set()
            table.app.inbox.put(Leave())

    table = AppTable(tmp_path, clock=time.monotonic)
    table.outputs.append(watch)
    table.app.inbox.put(Reading("123456", SCANNER, 0, 1.0, 3.0))
    table.app.run()
    assert quiet.is_set()
    assert [bool(message) for message in shows] == [False, True, False]


def test_a_device_has_been_played_from_its_first_game_on(table: AppTable) -> None:
    table.scan(*LOBBY[:-1], "command page")
    assert table.shown.never_played
    table.scan(LOBBY[-1])
    assert not table.shown.never_played
    table.scan("command undo")
    assert table.table.phase == "lobby"
    for _ in range(2):
        assert not table.shown.never_played
        table.power_cut()


def test_what_went_wrong_last_is_said_first_and_all_of_it_on_the_page(table: AppTable) -> None:
    """What was found at the start lasts until the next: it must not hide what can be helped."""
    table.app.note(Problem("journal-damaged", number=3))
    table.scan(*LOBBY, "badge red")
    notice = "JOURNAL WAS DAMAGED 3 scans rescued"
    assert hint_of(table.panel) == notice
    table.app.take(ScannerLost("a", "no such device"))
    assert hint_of(table.panel) == "Scanner unplugged"
    table.app.take(ReaderMissing("keyboard-type scanners need evdev"))
    reader = table.panel.warning
    assert state(table.shown, 1, "run")["missing"] == [reader, "Scanner unplugged", notice]
    table.app.take(ScannerLost("b", "no such device"))  # said once
    assert state(table.shown, 1, "run")["missing"] == ["Scanner unplugged", reader, notice]


def test_half_a_code_is_told_as_a_misread(table: AppTable) -> None:
    table.app.take(PartialDropped(SCANNER, "unplugged"))
    assert table.message == ("Misread", "Scan it again")
    assert table.panel.sound == "misread"
    assert table.log == [f"incomplete code ignored: {SCANNER}: unplugged"]
    assert table.shown.scanned == 1


def test_what_else_is_told_of_scanners_is_logged(table: AppTable) -> None:
    table.app.take(GrabRefused(SCANNER, "busy"))
    table.app.take(ReaderMissing("keyboard-type scanners need evdev"))
    assert len(table.log) == 2
    unknown: Any = object()
    table.app.take(unknown)  # facts of parts to come disturb nobody


def test_leaving_waits_for_nobody_in_the_inbox(table: AppTable) -> None:
    """However much a scanner that raves has put there."""
    for _ in range(100):
        table.app.inbox.put(Reading(code("game omakase"), SCANNER, 0, 0.0, 1.0))
    table.app.inbox.leave()
    table.app.run()
    assert table.table.game is None


def test_a_scanner_that_raves_fills_no_memory_and_what_is_not_taken_is_told(
    table: AppTable,
) -> None:
    for number in range(5 * MOST_WAITING):
        table.app.inbox.put(Reading(f"{number}", SCANNER, 0, 0.0, 1.0))
    assert len(table.app.inbox) <= MOST_WAITING + 2
    table.app.inbox.put(ScannerLost(SCANNER, "gone"))  # what is no reading always gets through
    table.app.inbox.put(Leave())
    assert len(table.app.inbox) <= MOST_WAITING + 4
    table.app.run()
    dropped = f"{5 * MOST_WAITING - MOST_WAITING - 1} scans ignored"
    assert [line for line in table.log if "ignored" in line] == [f"{dropped}: too many at once"]
    shown = state(table.shows[-1], 1, "")
    last = shown["last"]
    assert isinstance(last, dict)
    assert (last["text"], last["ok"]) == (f"{dropped}. Scan them again", False)
    assert table.message == (dropped, "Scan them again")


def test_next_and_page_held_together_draw_another_pin_and_say_so(tmp_path: Path) -> None:
    table = AppTable(tmp_path, pin=(pin := Pin(str(tmp_path))))
    table.app.take(PinDrawn(before := pin.digits))
    token = str(pin.try_(before, "192.0.2.7"))
    table.app.take(BothHeld(table.now))
    assert pin.session(token) is None
    assert table.shows[-1].pin == pin.digits != before
    new_pin = TextLines("New PIN", ("PAGE shows it.", "All are signed out."))
    assert table.panel.sheet == new_pin
    assert pin.digits not in str(state(table.shows[-1], 1, ""))
    table.unplugged()


def test_page_opens_the_window_for_the_owners_pin(tmp_path: Path) -> None:
    table = AppTable(tmp_path, pin=(pin := Pin(str(tmp_path))))
    for host in range(FREE_TRIES[1] + 1):
        pin.try_("wrong", f"192.0.2.{host}")
    assert isinstance(pin.try_(pin.digits, "198.51.100.7"), int)
    table.app.take(Pressed("page", table.now))
    assert pin.session(str(pin.try_(pin.digits, "198.51.100.7")))
    table.unplugged()


def test_a_typed_line_is_answered_by_its_own_outcome(table: AppTable) -> None:
    """A scanner's outcome in between is none of the desk's."""
    table.app.take(Typed("badge red"))
    table.app.take(Reading("123456", SCANNER, 0, table.now, 1.0))
    shown = table.shows[-1]
    assert (shown.heard, shown.scanned, shown.answer) == (1, 1, shown.recent[1])
    table.app.take(Typed("123456"))  # the scanner typed its first code into the terminal, too
    assert (table.shows[-1].heard, table.shows[-1].answer) == (2, shown.recent[2])


def broken(shown: object) -> None:
    """A display with a mistake in it."""
    raise ZeroDivisionError("a mistake")


def test_a_display_with_a_mistake_keeps_nobody_from_scoring(table: AppTable) -> None:
    table.outputs.insert(0, broken)
    table.app.take(Typed("badge red"))
    assert [seat.badge for seat in table.shows[-1].table.seats] == ["red"]
    assert "please report it" in table.log[-1]


def test_the_log_weighs_what_went_wrong(table: AppTable) -> None:
    """`journalctl -p warning` tells the owner that, and nothing else."""
    table.outputs.insert(0, broken)
    table.scan(LOBBY[0])
    table.read("123456")
    table.app.take(PartialDropped(SCANNER, "unplugged"))
    table.app.take(Notice("forgotten", "LOST: lost: x", "123456"))
    assert "please report it" in table.log.wrong[0]
    assert set(table.log.wrong) == set(table.log.wrong[:1])
    assert len(table.log) > len(table.log.wrong)


@pytest.mark.parametrize("first", ["badge red", "command new-game"])
def test_a_scanner_that_sends_many_codes_begins_no_game(table: AppTable, first: str) -> None:
    """As a QR code with blanks between them."""
    table.scan("preset my-first-meal", "badge red", "badge blue")
    before, kept = table.table, table.kept()
    text = " ".join(map(code, (first, "preset my-first-meal", "badge red", "command next")))
    assert table.read(text) == "unknown-code"
    table.type(text)
    assert (table.table, table.kept()) == (before, kept)


def test_that_the_machine_goes_is_shown_to_the_end(table: AppTable) -> None:
    """A scan meanwhile counts, and hides it no more than a page does; the display keeps it then."""

    def case_shown() -> object:
        sheet = table.shown.panel.sheet
        return sheet.notice.case if isinstance(sheet, Told) else None

    table.scan(*LOBBY)
    for case in ENDINGS:
        table.app.take(Notice(case))
        for _ in range(2):
            assert case_shown() == case
            table.later(20)
        table.scan("command page")
        assert case_shown() == case
        table.later(60)
        assert case_shown() is None
    table.app.take(Notice("switching-off"))
    table.scan("badge red")
    assert (case_shown(), table.kept()[-1]) == ("switching-off", code("badge red"))
    table.app.take(Notice("stays-on"))  # it could not be done
    assert case_shown() == "stays-on"
    table.later(3)
    assert case_shown() is None
