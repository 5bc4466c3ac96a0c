"""Scan evenings at the whole program, every part modelled: each scan brings the right picture,
lights and sound; with faults in every part the scores are the same and nothing is lost.
"""

import random
from functools import partial
from typing import Any

import pytest

pytest.importorskip("luma.oled", reason="the display's driver needs luma.oled")
from support.playing import code
from support.scanner_doubles import event, typed
from support.soak import SOAK
from support.table_checks import (
    Faults,
    display_is_right,
    flash_is_right,
    pawns_are_right,
    sound_is_right,
)
from support.table_engine import EngineTable
from support.table_program import left
from support.table_whole import FOREIGN, NAMES, WholeTable, evening
from support.waiting import until

from drivers.buzzer import SOUNDS

SYN, DROPPED = 0, 3
EVERY = 200


@pytest.fixture
def table(tmp_path):
    table = WholeTable(tmp_path)
    yield table
    table.hangs.set()
    table.disk.go.set()
    table.leave()


def test_every_scan_of_an_evening_is_shown_lit_and_heard(table, tmp_path):
    truth, heard_sounds = EngineTable(names=NAMES), set()
    for number, text in enumerate(evening(1), 1):
        table.moment()
        heard = len(table.pins.heard)
        assert table.read(text) == truth.read(text)
        assert table.shown.number == number
        assert table.report == truth.report
        began = table.now
        until(lambda: display_is_right(table))
        until(lambda: flash_is_right(table))
        until(partial(sound_is_right, table, heard))
        sound = table.shown.panel.sound if table.shown.device.sound == "on" else ""
        if sound and sound not in heard_sounds:
            listen(table, sound, heard)
            heard_sounds.add(sound)
        winners = any(player.place == 1 for player in table.shown.panel.seats)
        table.later(began + (6 if winners else 2) - table.now)
        until(lambda: pawns_are_right(table))
    assert number == EVERY
    assert heard_sounds == {"accepted", "refused", "round-over", "game-over"}
    assert [line for line in table.log if "lost" in line] == []
    table.leave()
    assert left(tmp_path, "state") == truth.report


def _sounds(pin: Any, hz: float) -> bool:
    return (pin.frequency or 0) * bool(pin.state) == hz


def listen(table, sound, heard):
    """All of a sound, tone by tone and pause by pause."""
    pin = table.pins[table.settings.buzzer.pin]
    for beep in SOUNDS[sound]:
        for hz, ms in ((beep.hz, beep.ms), (0, beep.pause_ms)):
            if ms:
                until(partial(_sounds, pin, hz))
                table.now += ms / 1000 + 1e-6
    until(lambda: not pin.state)
    assert [hz for hz, _ in table.pins.heard[heard:]] == [beep.hz for beep in SOUNDS[sound]]


@pytest.mark.parametrize("seed", range(1, 9 if SOAK else 3))
def test_with_faults_in_every_part_scoring_is_the_same_and_all_heal(table, tmp_path, seed):
    truth, rng = EngineTable(names=NAMES), random.Random(seed)
    faults, extra = Faults(table, rng), 0
    for scanned, text in enumerate(evening(seed), 1):
        faults.mend(scanned)
        faults.chance(scanned)
        table.now += 2
        if rng.random() < 0.1:
            extra += disturb(table, text, rng)
        heard = len(table.pins.heard)
        before = truth.table
        truth.read(text)
        if table.disk.slow_s:
            table.disk.go.clear()
        table.type(text)
        if table.disk.slow_s:
            # the card is busy: whatever is scanned meanwhile is read and waits its turn
            until(table.scanner.drained)
            table.disk.go.set()
        table.acknowledges(scanned + extra)
        assert table.shown.number == scanned + extra
        assert table.report == truth.report
        if not faults.wrong("strip"):
            until(lambda: flash_is_right(table))
        if table.sound[0] and not faults.wrong("buzzer"):
            until(partial(sound_is_right, table, heard))
        if not faults.wrong("display"):
            until(lambda: display_is_right(table) or table.nudge())
        if not table.disk.full or truth.table is not before:
            until(lambda: saved_is_told(table) or table.nudge(most=20))
    faults.mend(10 * EVERY)
    until(lambda: pawns_are_right(table) or table.nudge(most=20))
    until(lambda: display_is_right(table) or table.nudge())
    assert {part for part, _ in faults.seen} == {"display", "strip", "buzzer", "disk"}
    assert len(faults.seen) >= 5
    table.leave()
    assert left(tmp_path, "state") == truth.report


def saved_is_told(table):
    return table.shown.panel.saved != table.disk.full


def disturb(table, text, rng):
    """The scanner is pulled out or its keys are lost in the middle of a code; what is shown then
    counts as one more answer."""
    number = table.shown.number
    table.scanner.send(typed(text[:3]))
    until(table.scanner.drained)
    if rng.random() < 0.5:
        table.scanner.send(event(SYN, DROPPED, 0) + event(SYN, 0, 0))
        table.acknowledges(number + 1)
        table.scanner.send(typed("\r"))  # the end of the code that was spoilt
    else:
        lost, times_found = table.log_count("scanner lost"), table.log_count("scanner found")
        table.ports.unplug(table.scanner)
        until(lambda: table.log_count("scanner lost") > lost)
        table.acknowledges(number + 1)
        table.scanner = table.ports.plug()
        until(lambda: table.log_count("scanner found") > times_found)
    assert table.shown.panel.sound == "misread"
    table.now += 1
    return 1


def test_buttons_repeat_their_cards(table):
    seats = "preset:points-platter red blue green"
    truth = EngineTable(names=NAMES).scan(seats)
    table.scan(seats)
    for number, button in enumerate(["next", "page", "undo", "next", "undo", "undo"], 5):
        table.press(button)
        truth.refusal(button)
        table.acknowledges(number)
        assert table.report == truth.report
        until(lambda: display_is_right(table))
        until(lambda: flash_is_right(table))


def test_a_game_goes_on_where_the_plug_was_pulled(tmp_path):
    """The same table again, started anew: everything is shown before anything is scanned."""
    table = WholeTable(tmp_path)
    for text in evening(3, 200)[:60]:
        table.moment()
        table.read(text)
    was = table.report
    table.leave()
    (tmp_path / "input").rename(tmp_path / "input-before")
    again = WholeTable(tmp_path)
    try:
        assert again.report == was
        until(lambda: display_is_right(again))
        again.later(0)
        until(lambda: pawns_are_right(again))
    finally:
        again.leave()


def test_a_taught_sticker_gives_a_new_scanner_away(table):
    """Its first code counts, as one of ours would; what somebody could type by accident does not,
    and what nobody has taught is nobody's business.
    """
    stickers = table.runtime.app.stickers
    stickers.learn([(FOREIGN, code("badge red")), ("77777", code("badge blue"))])
    new = table.ports.plug("event1", vendor=0x2C2E)
    for text in ("4902102072458", "77777", FOREIGN):
        new.send(typed(text + "\r"))
    until(lambda: table.badges == ["red"])
    assert len(table.shown.recent) == 1
