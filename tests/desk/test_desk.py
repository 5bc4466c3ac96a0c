"""The desk with prompt_toolkit's own pipe for a keyboard: what is typed, entered and answered."""

import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from support.processes import open_files
from support.waiting import until

from firmware.common.facts.hints import Hint
from firmware.core.screen.raster import Bitmap
from firmware.core.view.commands import Word
from firmware.interfaces.desk.desk import Desk, PlainDesk, can_draw
from firmware.interfaces.desk.help import help_lines
from firmware.interfaces.desk.output import DeskOutcome, DeskView
from firmware.interfaces.desk.screen import Screen
from firmware.words.hints import typed
from firmware.words.language import say

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
BEGIN = say(typed(Hint("choose-first")))
VIEW = DeskView(Bitmap(128, 64, bytes(1024)), (), 50, "accepted", hint=BEGIN, words=LOBBY)


class UnseenTerminal(DummyOutput):
    """80 columns by 24 rows that nobody sees."""

    rows = 24

    def get_size(self) -> Size:
        return Size(self.rows, 80)


class DeskSink:
    """The other end of the sink: remembers the scans and answers them."""

    def __init__(self, keyboard: PipeInput) -> None:
        self.type = keyboard.send_text
        self.scans: list[str] = []
        self.left = threading.Event()
        self.view = VIEW
        self.answers = True
        self.screen = Screen(keyboard, UnseenTerminal())
        self.desk = Desk(self.screen, self._scanned, self.left.set)

    def _scanned(self, text: str) -> None:
        self.scans.append(text)
        if self.answers:
            self.answer(DeskOutcome(True, f"took {text}"))

    def answer(self, outcome: DeskOutcome, words: tuple[Word, ...] | None = None) -> None:
        view = self.view
        recent = (*view.recent, outcome)[-10:]
        self.show(heard=view.heard + 1, answer=outcome, recent=recent, words=words or view.words)

    def show(self, **changed: Any) -> None:
        self.view = self.view._replace(**changed)
        self.desk.show(self.view)

    def lines(self) -> list[str]:
        """The screen, as prompt_toolkit has drawn it last."""
        drawn = self.screen._app.renderer.last_rendered_screen
        if drawn is None:
            return [""]
        # By get: a look at a defaultdict adds to it, under the hands of the thread that draws.
        rows: list[Any] = [drawn.data_buffer.get(row, {}) for row in range(24)]
        cells = ([row.get(column) for column in range(80)] for row in rows)
        return ["".join(cell.char if cell else " " for cell in row).rstrip() for row in cells]

    def sees(self, expected: str | Callable[[], object]) -> None:
        """Wait until the text is on the screen, or the condition holds."""
        if callable(expected):
            until(expected, f"scanned: {self.scans}")
        else:
            until(
                lambda: any(expected in line for line in self.lines()), f"{expected} is not shown"
            )

    def entry_is(self, line: str) -> None:
        self.sees(lambda: self.lines()[-1] == line)


@pytest.fixture
def table() -> Iterator[DeskSink]:
    with create_pipe_input() as keyboard:
        table = DeskSink(keyboard)
        with table.desk:
            table.desk.show(table.view)
            table.sees("Type  my-first")
            yield table


def test_a_scanner_that_types_is_read_as_fast_as_it_types(table: DeskSink) -> None:
    codes = [f"{number:06d}" for number in range(300)]
    for start in range(0, 300, 100):
        table.type("".join(f"{code}\r" for code in codes[start : start + 100]))
    table.sees("✓ took 000299")
    assert table.scans == codes


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_a_paste_of_several_lines_enters_each_of_them(table: DeskSink, end: str) -> None:
    lines = [f"{number:06d}" for number in range(50)]
    table.type(f"12\x1b[200~{''.join(line + end for line in lines)}red ne\x1b[201~xt\r")
    table.sees(lambda: len(table.scans) == 52)
    assert table.scans == ["12000000", *lines[1:], "badge red", "command next"]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\t", ""])
def test_a_code_ends_with_enter_or_tab_or_silence(table: DeskSink, end: str) -> None:
    table.type(f"123456{end}")
    table.sees(lambda: table.scans == ["123456"])
    table.entry_is("›")


@pytest.mark.parametrize(
    ("typed", "scanned"),
    [
        ("12345X\x7f6\r", "123456"),
        ("rubbish\x1b", ""),
        ("next\r", "command next"),
        ("cut\r", "preset cutthroat-combo"),
        ("AB\x1d12\r", "AB\x1d12"),
        ("Grüße1\r", "Grüße1"),
    ],
)
def test_lines_are_edited_and_read(table: DeskSink, typed: str, scanned: str) -> None:
    table.type(typed)
    if scanned:
        table.sees(lambda: table.scans == [scanned])
    table.entry_is("›")


def test_tab_completes_and_goes_on_to_the_next(table: DeskSink) -> None:
    table.type("\t")
    table.sees("Tab: cutthroat-combo  master-menu  red  magenta  next")
    table.type("\x15ma")
    table.sees("Tab: master-menu  magenta")
    table.entry_is("› master-menu")  # what Tab would add stands there dimly
    table.type("\t\t")
    table.entry_is("› magenta")
    table.type("\x1b[Z")
    table.entry_is("› master-menu")
    table.type("\t nex\t\r")
    table.sees(lambda: table.scans == ["badge magenta", "command next"])
    table.entry_is("›")
    table.type("\x1b[A")
    table.entry_is("› magenta next")
    table.type("\x1b[B")
    table.entry_is("›")


def test_the_right_arrow_takes_what_stands_there_dimly(table: DeskSink) -> None:
    table.type("rem\x1b[C\r")
    table.sees(lambda: table.scans == ["command remove"])


def test_a_new_view_leaves_the_line_that_is_typed(table: DeskSink) -> None:
    table.type("re\x1b[D")
    table.show(recent=(DeskOutcome(True, "Blue: Tofu"),))
    table.sees("✓ Blue: Tofu")
    assert table.lines()[-1] == "› re"
    table.type("\x1b[Cd\r")
    table.sees(lambda: table.scans == ["badge red"])


def test_a_word_waits_for_the_answers_before_it(table: DeskSink) -> None:
    table.answers = False
    table.type("next, temaki\r123456\r")
    table.sees(lambda: table.scans == ["command next"])
    table.answer(DeskOutcome(True, "Round 1"), PLAYING)
    # in the lobby it was a kind
    table.sees(lambda: table.scans[1:] == ["face sushi-go-party/temaki"])
    table.answer(DeskOutcome(True, "Temaki"))
    table.sees(lambda: table.scans[2:] == ["123456"])


def test_nothing_is_laid_into_the_wrong_tray_after_a_refusal(table: DeskSink) -> None:
    table.answers = False
    table.type("red 123456 next\r")
    table.sees(lambda: table.scans == ["badge red"])
    table.answer(DeskOutcome(False, "Red has no seat\nin this game"))
    table.sees("✗ Red has no seat / in this game")
    table.sees("Stopped there. Not scanned: 123456 next")
    assert table.scans == ["badge red"]


def test_a_line_that_ends_in_a_refusal_takes_its_own_remove_back(table: DeskSink) -> None:
    table.answers = False
    table.type("remove red next\r")
    table.sees(lambda: table.scans == ["command remove"])
    table.view = table.view._replace(removing=True, remove_is_newest=True)
    table.answer(DeskOutcome(True, "Remove which player, dish or variant?"))
    table.sees(" REMOVE ")
    table.sees(lambda: table.scans[1:] == ["badge red"])
    table.answer(DeskOutcome(False, "Red is not in this game"))
    table.sees(lambda: table.scans[2:] == ["command undo"])
    table.answer(DeskOutcome(True, "Undone: Remove"))
    table.sees("Stopped there. Not scanned: next. REMOVE is taken back.")
    table.type("remove red\r")  # where REMOVE has waited before the line
    table.sees(lambda: table.scans[3:] == ["command remove"])
    table.view = table.view._replace(removing=False, remove_is_newest=False)
    table.answer(DeskOutcome(True, "REMOVE is taken back"))
    table.sees(lambda: table.scans[4:] == ["badge red"])
    table.answer(DeskOutcome(False, "Red is not in this game"))
    table.type("next\r")
    table.sees(lambda: table.scans[5:] == ["command next"])


def test_a_long_line_that_was_not_taken_comes_back(table: DeskSink) -> None:
    table.type("red temakki\r")
    table.sees("Did you mean temaki? Arrow up")
    table.type("\x1b[A")
    table.entry_is("› red temakki")
    assert table.scans == []


def test_a_sticker_to_be_taught_is_taken_as_it_is(table: DeskSink) -> None:
    table.type("temakki\r")
    table.sees('"temakki" is unknown, so nothing was scanned. Did you mean temaki?')
    table.show(sticker=True, hint="Now the sticker")
    table.type("tem SAUCE\r")
    table.type("temakki\r")  # and nobody asks whether temaki was meant
    table.sees(lambda: table.scans == ["tem SAUCE", "temakki"])
    table.sees("Now the sticker")


def test_help_shows_the_commands_and_goes_at_the_next_key(table: DeskSink) -> None:
    table.type("help\r")
    table.sees("take back the last scan")
    table.type("1")
    table.sees(lambda: not any("take back" in line for line in table.lines()))
    assert table.scans == []


def test_enter_shows_the_rest_of_a_help_that_has_no_room(
    table: DeskSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UnseenTerminal, "rows", 14)
    table.type("help\r")
    table.sees("Press Enter for the rest of the help.")
    assert table.lines()[1] == f" {help_lines()[0]}"
    table.type("\r")
    table.sees(help_lines()[-1])
    table.type("\r")
    table.sees("Type  my-first-meal")
    assert table.scans == []


@pytest.mark.parametrize("typed", ["quit\r", "exit\r", "\x03", "\x04", "red\x03"])
def test_the_ways_to_leave(table: DeskSink, typed: str) -> None:
    table.type(typed)
    table.sees(table.left.is_set)


def test_quit_waits_for_what_was_typed_before_it(table: DeskSink) -> None:
    table.answers = False
    table.type("next red\rquit\r")
    table.sees(lambda: table.scans == ["command next"])
    table.answer(DeskOutcome(True, "Round 1"))
    table.sees(lambda: table.scans == ["command next", "badge red"])
    assert not table.left.is_set()
    table.answer(DeskOutcome(True, "Red"))
    table.sees(table.left.is_set)


def test_a_desk_that_has_ended_leaves_nothing_open() -> None:
    """Okanjo may start anew within one process, with a new desk each time."""
    read_end, end = os.pipe()
    with open(read_end) as stdin, open(os.devnull, "w") as stdout:
        before = open_files()
        for _ in range(5):
            with Desk(PlainDesk(stdin, stdout), lambda text: None, lambda: None) as desk:
                desk.show(DeskView())
            desk.show(DeskView())  # too late, and no harm
        assert open_files() <= before
    os.close(end)


@pytest.mark.parametrize(
    ("environ", "drawn"),
    [
        ({}, False),
        ({"TERM": "dumb", "LANG": "en_GB.UTF-8"}, False),
        ({"TERM": "xterm", "LC_ALL": "C", "LANG": "en_GB.UTF-8"}, False),
        ({"TERM": "xterm", "LANG": "de_DE.utf8"}, True),
        ({"TERM": "linux"}, True),
    ],
)
def test_a_dumb_terminal_is_known_by_its_environment(environ: dict[str, str], drawn: bool) -> None:
    assert can_draw(environ) == drawn
