"""In: a file, or a person at a terminal, and a script of faults. Out: the game goes on, and the
desk shows what the drivers send to the parts that are left."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.desk_screen import Person
from support.evening import party
from support.table_program import OKANJO, environ, okanjo

from drivers.simulated.parts import SimulatedDisplay, SimulatedStrip
from drivers.simulated.scanner import keystrokes
from firmware.desk.glass import half_blocks
from firmware.screen.render import picture
from firmware.simulate.faults import SCRIPT, TURN, Script

pytest.importorskip("luma.oled", reason="the display's driver needs luma.oled")
pytest.importorskip("gpiozero", reason="buttons and buzzer need gpiozero")

ROUND = str(Path(__file__).parents[2] / "docs" / "first-round.txt")


def test_an_evening_of_faults_is_played_the_same_every_time(tmp_path: Path) -> None:
    first, second = (okanjo(tmp_path, "simulate", "--faults", ROUND) for _ in range(2))
    assert first.stderr == b""
    assert first.returncode == 0
    assert first.stdout == second.stdout
    played = first.stdout.decode()
    for step in SCRIPT:
        assert f"-- {step.words}." in played
    for told in ("UNSAVED (disk full)", "display dark", "strip dead", "half a code", "typed"):
        assert told in played
    assert "NO " not in played
    assert played.count("\nyes  ") == 4


def test_without_faults_nothing_fails_and_the_score_is_the_same(tmp_path: Path) -> None:
    plain = okanjo(tmp_path, "simulate", ROUND).stdout.decode()
    faulty = okanjo(tmp_path, "simulate", "--faults", ROUND).stdout.decode()
    assert "--" not in plain
    assert "UNSAVED" not in plain
    assert plain.split("\n\n")[1:] == faulty.split("\n\n")[1:]  # from the scoreboard on


def test_the_owners_journal_is_left_alone(tmp_path: Path) -> None:
    okanjo(tmp_path, "simulate", "--faults", ROUND)
    assert not (tmp_path / "okanjo").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "nobody is there to scan"),
        (("nowhere.txt",), "nowhere.txt: No such file"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    with open(os.devnull, "rb") as nobody:
        ran = subprocess.run(
            [*OKANJO, "simulate", *words],
            stdin=nobody,
            capture_output=True,
            env=environ(tmp_path),
            cwd=tmp_path,
            check=False,
        )
    assert ran.returncode == 2
    assert says in ran.stderr.decode()
    assert ran.stderr.count(b"\n") == 1


def test_a_line_that_is_no_scan_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text("badge red\nlay a card\n")
    ran = okanjo(tmp_path, "simulate", "odd.txt")
    assert ran.returncode == 2
    assert b"odd.txt, line 2: not a scan" in ran.stderr


@pytest.fixture
def person():
    person = Person(columns=140, rows=50)
    yield person
    person.close()


def test_at_a_desk_the_display_goes_dark_and_comes_back(person: Person, tmp_path: Path) -> None:
    end = person.terminal
    program = subprocess.Popen(
        [sys.executable, "-m", "firmware", "simulate", "--faults"],
        stdin=end,
        stdout=end,
        stderr=end,
        env=environ(tmp_path, TERM="xterm", LC_ALL="C.UTF-8"),
        cwd=tmp_path,
    )

    def lit() -> bool:
        glass = [row[1:129] for row in person.screen.lines() if row.startswith("│")]
        return len(glass) == 32 and any(row.strip() for row in glass)

    try:
        person.sees("Begin: type", 90)
        person.sees(lit, 90)
        person.type("points-platter\r")
        person.type("red\r")
        person.type("blue\r")
        person.sees("The display's plug comes off", 90)
        person.sees(lambda: not lit(), 90)
        person.type("green\r")
        person.type("next\r")
        person.sees("Round 1: deal", 90)
        person.type("red\r")
        person.sees("The display is plugged in again", 90)
        person.sees(lit, 90)
        person.type("quit\r")
        assert program.wait(90) == 0
    finally:
        program.kill()
        program.wait()


def test_the_script_goes_round() -> None:
    script = Script()
    first = [step.words for number in range(TURN + 1) for step in script.reach(number)]
    assert first == [step.words for step in SCRIPT]
    again = [step.words for step in script.reach(2 * TURN)]  # many at once, none left out
    assert again == first
    assert script.reach(2 * TURN) == []


# --- the doubles -----------------------------------------------------------------------


def test_a_simulated_display_shows_what_an_ssd1306_would() -> None:
    """Page, column, start line, on and off, by SSD1306's data sheet."""
    display = SimulatedDisplay()
    want = picture(party().panel())
    display.write_i2c_block_data(0x3C, 0, [0xE3, 0xA8, 63, 0x40, 0xAF])
    for page in range(8):
        display.write_i2c_block_data(0x3C, 0, [0xB0 | page, 0x00, 0x10])
        display.i2c_rdwr(b"\x40" + want.pages[page * 128 : page * 128 + 128])
    assert display.pages() == want.pages
    display.write_i2c_block_data(0x3C, 0, [0x40 | 63])  # a row down
    moved = half_blocks(want._replace(pages=display.pages()))
    assert moved != half_blocks(want)
    rows = want._replace(pages=display.pages()).rows()
    assert rows == [want.rows()[63], *want.rows()[:63]]
    display.write_i2c_block_data(0x3C, 0, [0xAE])
    assert display.pages() == bytes(1024)
    assert display.bytes == 7 + 8 * (5 + 130) + 3 + 3


def test_doubles_fail_when_told_to_and_forget_when_unplugged() -> None:
    display, strip = SimulatedDisplay(), SimulatedStrip()
    seen = []
    strip.changed = lambda: seen.append(strip.is_lit(1))
    strip.writebytes2(bytes(4) + b"\xff\0\0\0" + b"\xff\0\1\0" + bytes(5))
    for double, write in (
        (display, lambda: display.i2c_rdwr(b"\x40\1")),
        (strip, lambda: strip.writebytes2(bytes(12))),
    ):
        double.unplug(5)
        with pytest.raises(OSError, match="Input/output error"):
            write()
        double.plug()
        write()
    assert seen == [True, False, False]


def test_keystrokes_are_a_scanners() -> None:
    assert len(keystrokes("0")) == 4 * 24
    assert len(keystrokes("A")) == 8 * 24  # with Shift down and up
    with pytest.raises(ValueError, match="no key"):
        keystrokes("é")
