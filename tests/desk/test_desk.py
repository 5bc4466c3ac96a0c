"""The desk on a real terminal (a pty): what is typed, what is entered, what is seen."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest
from support.desk_screen import Person

from firmware.desk.desk import Desk
from firmware.desk.layout import DeskView, Lamp, Outcome
from firmware.desk.line_editor import LONGEST
from firmware.desk.terminal import ENTER, LEAVE
from firmware.screen.raster import Picture
from firmware.view.commands import BEGIN, Word

LOBBY = (
    Word("preset", "cutthroat-combo", "Cutthroat Combo"),
    Word("preset", "master-menu", "Master Menu"),
    Word("badge", "red", "Red"),
    Word("badge", "magenta", "Magenta"),
    Word("command", "next", "NEXT"),
    Word("command", "remove", "REMOVE"),
    Word("kind", "temaki", "Temaki"),
    Word("face", "sushi-go-party/temaki", "Temaki", fits=False),
    Word("card", "sushi-go-party/temaki/1", "Temaki 1", fits=False),
)
PLAYING = (LOBBY[2], LOBBY[4], LOBBY[7]._replace(fits=True), *LOBBY)
STRIPES = Picture(128, 64, bytes([0b00001111] * 1024))
VIEW = DeskView(STRIPES, (), 50, "accepted", hint=BEGIN, words=LOBBY)
XTERM = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}


class Table:
    """The other end of the sink: remembers the scans and answers them."""

    def __init__(self, person: Person, environ: dict[str, str]) -> None:
        self.scans: list[str] = []
        self.left = threading.Event()
        self.view = VIEW
        self.answers = True
        self.desk = Desk(self._scanned, self.left.set, person.terminal, person.terminal, environ)

    def _scanned(self, text: str) -> None:
        self.scans.append(text)
        if self.answers:
            self.answer(Outcome(True, f"took {text}"))

    def answer(self, outcome: Outcome, words: tuple[Word, ...] | None = None) -> None:
        view = self.view
        self.view = view._replace(
            heard=view.heard + 1, recent=(*view.recent, outcome)[-10:], words=words or view.words
        )
        self.desk.show(self.view)


@pytest.fixture
def person() -> Iterator[Person]:
    person = Person()
    yield person
    person.close()


@pytest.fixture
def table(person: Person) -> Iterator[Table]:
    table = Table(person, XTERM)
    with table.desk:
        table.desk.show(table.view)
        person.sees("Begin: type")
        yield table


def test_a_scanner_that_types_is_read_as_fast_as_it_types(person: Person, table: Table) -> None:
    codes = [f"{number:06d}" for number in range(1000)]
    person.type("".join(f"{code}\r" for code in codes))
    person.sees(lambda: len(table.scans) == 1000)
    assert table.scans == codes
    person.sees("✓ took 000999")


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\t", ""])
def test_a_code_ends_with_enter_or_tab_or_silence(person: Person, table: Table, end: str) -> None:
    person.type(f"123456{end}")
    person.sees(lambda: table.scans == ["123456"])
    person.sees(lambda: person.input_line() == "›")


@pytest.mark.parametrize(
    ("typed", "scanned"),
    [
        ("12345X\x7f6\r", "123456"),
        ("23456\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D1\r", "123456"),
        ("23456\x1b[H1\x1b[F7\r", "1234567"),
        ("23456\x1bOH1\x1b[4~7\r", "1234567"),
        ("1a\x1b[D\x1b[3~2\r", "12"),
        ("rubbish\x15123456\r", "123456"),
        ("rubbish\x1b", ""),
        ("badge rubbish\x17red\r", "badge red"),
        ("12\x01\x0b34\r", "34"),
        ("next\r", "command next"),
        ("cut\r", "preset cutthroat-combo"),
        ("\x1b]0;evil\x07\r", "0;evil"),
        ("AB\x1d12\r", "AB\x1d12"),
        ("Grüße\r", "Grüße"),
        (b"\xff\xfe\r", "\\xff\\xfe"),
    ],
)
def test_lines_are_edited_and_read(
    person: Person, table: Table, typed: str | bytes, scanned: str
) -> None:
    person.type(typed)
    if scanned:
        person.sees(lambda: table.scans == [scanned])
    person.sees(lambda: person.input_line() == "›")


def test_tab_completes_and_goes_on_to_the_next(person: Person, table: Table) -> None:
    person.type("\t")
    person.sees("Tab: cutthroat-combo  master-menu  red  magenta  next")
    person.type("\x15ma")
    person.sees("Tab: master-menu  magenta")
    assert person.input_line() == "› master-menu"  # what Tab would add stands there dimly
    person.type("\t\t")
    person.sees(lambda: person.input_line() == "› magenta")
    person.type("\x1b[Z")
    person.sees(lambda: person.input_line() == "› master-menu")
    person.type("\t nex\t\r")
    person.sees(lambda: table.scans == ["badge magenta", "command next"])
    person.type("\x1b[A")
    person.sees(lambda: person.input_line() == "› magenta next")
    person.type("\x1b[B")
    person.sees(lambda: person.input_line() == "›")


def test_a_word_waits_for_the_answers_before_it(person: Person, table: Table) -> None:
    table.answers = False
    person.type("next, temaki\r123456\r")
    person.sees(lambda: table.scans == ["command next"])
    table.answer(Outcome(True, "Round 1"), PLAYING)
    # in the lobby it was a kind; the code behind it has no need to wait for its answer
    person.sees(lambda: table.scans[1:] == ["face sushi-go-party/temaki", "123456"])


def test_nothing_is_laid_into_the_wrong_tray_after_a_refusal(person: Person, table: Table) -> None:
    table.answers = False
    person.type("red 123456 next\r")
    person.sees(lambda: table.scans == ["badge red"])
    table.answer(Outcome(False, "Red has no seat\nin this game"))
    person.sees("✗ Red has no seat / in this game")
    person.sees("Not scanned, as what came before was refused: 123456 next")
    assert table.scans == ["badge red"]


def test_a_sticker_to_be_taught_is_taken_as_it_is(person: Person, table: Table) -> None:
    table.view = table.view._replace(sticker=True, hint="Now the sticker")
    table.desk.show(table.view)
    person.sees("Now the sticker")
    person.type("tem SAUCE\r")
    person.sees(lambda: table.scans == ["tem SAUCE"])
    person.type("temakki\r")  # and nobody asks whether temaki was meant
    person.sees("took temakki")
    assert not any("is no word of ours" in line for line in person.screen.lines())


def test_a_paste_of_100_kb_is_survived(person: Person, table: Table) -> None:
    person.type("x" * 100_000 + "\r654321\r")
    person.sees(lambda: len(table.scans) == 2)
    assert table.scans == ["x" * LONGEST, "654321"]


def test_nothing_hostile_reaches_the_terminal(person: Person, table: Table) -> None:
    """The screen of these tests fails at the first sequence that is not the desk's own."""
    evil = "\x1b]52;c;cm0gLXJm\x07\x1b[2J\x9b31m\u202e\r\nA"
    table.view = table.view._replace(
        lamps=(Lamp(3, "red", label=evil), Lamp(4, evil)), sound=evil, hint=evil
    )
    table.answer(Outcome(False, evil))
    person.sees(r"✗ \x1b]52;c;cm0gLXJm\x07\x1b[2J\x9b31m\u202e\r / A")


def test_the_picture_is_drawn_in_half_blocks_or_braille(person: Person, table: Table) -> None:
    person.sees("⣿" * 64)
    person.resize(140, 45)
    os.kill(os.getpid(), signal.SIGWINCH)
    person.sees(f"│{'█' * 128}│")
    person.resize(40, 10)
    os.kill(os.getpid(), signal.SIGWINCH)
    person.sees("Begin: type")
    person.resize(1, 1)
    os.kill(os.getpid(), signal.SIGWINCH)
    person.type("654321\r")
    person.sees(lambda: table.scans == ["654321"])


def test_pawns_stand_on_the_track_in_their_colours(person: Person, table: Table) -> None:
    lamps = (Lamp(3, "red"), Lamp(7, "blue", dim=True), Lamp(9, "cyan"), Lamp(9, "white"))
    table.desk.show(table.view._replace(lamps=lamps))
    person.sees("···R···B·2···")
    row = next(r for r, line in enumerate(person.screen.lines()) if "···R···" in line)
    assert person.screen.styles[row][4] == "1;30;48;5;196"
    assert person.screen.styles[row][8] == "38;5;33"


def test_only_changed_lines_are_written(person: Person, table: Table) -> None:
    person.sees("⣿" * 64)
    before = len(person.written)
    table.desk.show(table.view._replace(sound="round over"))
    person.sees("♪ round over")
    fresh = person.written[before:]
    assert b"\x1b[1;1H" in fresh
    assert "⣿".encode() not in fresh
    assert len(fresh) < 300


def test_help_shows_the_commands_and_goes_at_the_next_key(person: Person, table: Table) -> None:
    person.type("help\r")
    person.sees("takes back the last scan")
    person.type("1")
    person.sees(lambda: not any("takes back" in line for line in person.screen.lines()))
    assert table.scans == []


def test_unsaved_is_said(person: Person, table: Table) -> None:
    table.desk.show(table.view._replace(unsaved=True))
    person.sees("UNSAVED")


@pytest.mark.parametrize("typed", ["quit\r", "exit\r", "\x03", "\x04", "red\x03"])
def test_leaving_puts_the_terminal_back(person: Person, typed: str) -> None:
    before = person.mode()
    table = Table(person, XTERM)
    with table.desk:
        table.desk.show(table.view)
        person.sees("Begin: type")
        assert person.mode() != before
        person.type(typed)
        person.sees(table.left.is_set)
        assert person.mode() == before
    person.sees(lambda: person.written.endswith(LEAVE))
    assert person.written.startswith(ENTER)
    assert not person.screen.alternate


def test_quit_waits_for_what_was_typed_before_it(person: Person, table: Table) -> None:
    table.answers = False
    person.type("next red\rquit\r")
    person.sees(lambda: table.scans == ["command next"])
    table.answer(Outcome(True, "Round 1"))
    person.sees(lambda: table.scans == ["command next", "badge red"])
    assert not table.left.is_set()
    table.answer(Outcome(True, "Red"))
    person.sees(table.left.is_set)


def test_an_idle_desk_sleeps_until_it_is_woken(person: Person, table: Table) -> None:
    """Blocked in the kernel, in a select without a timeout (its fifth argument)."""
    path = f"/proc/self/task/{table.desk._thread.native_id}/syscall"
    if not os.access(path, os.R_OK):
        pytest.skip("this system does not say what a thread waits for")

    def asleep() -> bool:
        with open(path) as file:
            words = file.read().split()
        return len(words) > 5 and words[5] == "0x0"

    person.sees(asleep)


def test_a_desk_that_has_ended_leaves_nothing_open() -> None:
    """Okanjo may start anew within one process, with a new desk each time."""
    given, answered = os.pipe(), os.pipe()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with Desk(lambda text: None, lambda: None, given[0], answered[1], {}) as desk:
            desk.show(DeskView())
        desk.show(DeskView())  # too late, and no harm
        desk.stop()
    assert len(os.listdir("/proc/self/fd")) <= before
    for end in (*given, *answered):
        os.close(end)
