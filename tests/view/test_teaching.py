"""TEACH, a foreign sticker, what it shall mean: protocol section 1, "Own stickers"."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.table_app import code
from support.table_teaching import CARD, EAN, FACE, GS1, LOBBY, QR, SECOND, TeachingTable

from drivers.events import Pressed
from engine.codes import code as code_of
from engine.codes import codebook
from firmware.app.teach_dialog import fitted, named
from firmware.view.sheets import Board, Now

NOBODYS = code_of(99999)  # a code of ours that no label has


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TeachingTable]:
    table = TeachingTable(tmp_path, synchronous="OFF")
    yield table
    table.unplugged()


def test_a_foreign_sticker_is_taught_and_then_scores(table: TeachingTable) -> None:
    table.scan(*LOBBY, "badge red")
    kept = table.kept()
    assert table.after("command teach") == ""
    assert table.sheet == ("Now scan", "the foreign sticker", "(TEACH calls it off)")
    assert table.after(EAN) == ""
    assert table.sheet == (EAN, "Now the face or card", "it shall mean", "(TEACH calls it off)")
    assert table.after(CARD + "maki-1/2") == ""
    assert table.sheet == ("Sticker is now", "Maki roll 1 - 2/4", "Next sticker, or play")
    assert table.lesson == f"Taught: {EAN} is Maki roll 1 - 2/4. The next sticker, or play"
    assert f"taught: {EAN} is card sushi-go-party/maki-1/2" in table.log
    assert table.kept() == kept  # no part of the game
    assert table.after(EAN) == ""
    assert table.kept() == [*kept, code(CARD + "maki-1/2")]  # ours, never the foreign text
    assert table.shown.panel.players[0].live == 6
    assert table.after(CARD + "maki-1/2") == "already-laid"
    assert table.after(EAN) == "already-laid"
    assert table.outcome.text == code(CARD + "maki-1/2")  # told by its name


@pytest.mark.parametrize("sticker", [EAN, QR, GS1, "0", "two words", "ünïcode 寿司", "x" * 256])
def test_any_character_a_scanner_gives_will_do(table: TeachingTable, sticker: str) -> None:
    table.teach(sticker, "badge green")
    assert table.after(sticker) == ""
    assert [seat.badge for seat in table.app.table.seats] == ["green"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (FACE + "tempura", "Tempura"),
        (CARD + "green-tea-ice-cream/3", "Green tea ice… - 3/15"),
        ("kind maki", "Maki roll tile"),
        ("preset my-first-meal", "My First Meal"),
        ("game omakase", "Omakase"),
        ("badge red", "Red"),
        ("command next", "NEXT"),
        ("command remove", "REMOVE"),
    ],
)
def test_any_label_of_ours_may_be_what_it_means(table: TeachingTable, line: str, name: str) -> None:
    table.teach(EAN, line)
    assert table.sheet[1] == name
    assert table.stickers.rows() == [(EAN, code(line))]


def test_with_stickers_alone_a_whole_game_begins(table: TeachingTable) -> None:
    """Badges, menu and NEXT, too."""
    for number, line in enumerate(LOBBY):
        table.teach(f"S{number}", line)
    for number in range(len(LOBBY)):
        assert table.after(f"S{number}") == ""
    assert table.app.table.phase == "playing"


# --- many in a row ------------------------------------------------------------------------


def test_the_next_sticker_needs_no_teach(table: TeachingTable) -> None:
    table.teach("A1", CARD + "tempura/1")
    for number in (2, 3, 4):
        assert table.after(f"A{number}") == ""
        assert table.after(f"{CARD}tempura/{number}") == ""
    assert len(table.stickers.rows()) == 4


@pytest.mark.parametrize("between", ["badge red", "command page", "A1"])
def test_anything_of_ours_ends_that(table: TeachingTable, between: str) -> None:
    table.teach("A1", "badge blue")
    assert table.after(between) == ""
    assert table.after("A2") == "unknown-code"
    assert table.message == ("Not one of our labels", "TEACH makes it one")


def test_half_a_code_and_another_scanner_do_not(table: TeachingTable) -> None:
    table.teach("A1", "badge blue")
    assert table.after("123456") == "misread"
    assert table.after("badge red", SECOND) == ""
    assert table.after("A3", SECOND) == "unknown-code"
    assert table.after("A2") == ""
    assert table.sheet[0] == "A2"


# --- wrong order, ours, taken -------------------------------------------------------------


def test_the_sticker_comes_first(table: TeachingTable) -> None:
    table.scan(*LOBBY, "badge red")
    table.scan("command teach")
    for line in (CARD + "tempura/1", "badge blue", "command next", "command remove"):
        assert table.after(line) == "not-now"
        assert table.message == ("The sticker first", "TEACH calls it off")
    assert table.shown.panel.players[0].live == 0
    assert table.after(EAN) == ""  # the wait stays


@pytest.mark.parametrize(("text", "reason"), [("123456", "misread"), (NOBODYS, "unknown-code")])
def test_six_digits_are_ours(table: TeachingTable, text: str, reason: str) -> None:
    table.scan("command teach")
    assert table.after(text) == reason
    assert table.message == ("Six digits are ours", "use another sticker")
    assert table.after(EAN) == ""
    assert table.after(text) == reason
    assert table.message[1] in ("Scan it again", "Scan one of ours")
    assert table.after("badge red") == ""
    assert table.stickers.rows() == [(EAN, code("badge red"))]


def test_another_sticker_takes_its_place(table: TeachingTable) -> None:
    table.scan("command teach")
    assert [table.after(EAN), table.after(QR), table.after("badge red")] == ["", "", ""]
    assert table.stickers.rows() == [(QR, code("badge red"))]


def test_a_sticker_already_taken_says_what_it_is_and_can_be_forgotten(
    table: TeachingTable,
) -> None:
    table.teach(EAN, CARD + "maki-1/2")
    table.scan("command teach")
    assert table.after(EAN) == "not-now"
    assert table.message == ("Is Maki roll 1 - 2/4", "REMOVE forgets it")
    assert table.after("command remove") == ""
    assert table.sheet == (EAN, "is forgotten, was", "Maki roll 1 - 2/4", "Next sticker, or play")
    assert table.stickers.rows() == []
    assert table.log[-1] == f"forgotten: {EAN}, it was Maki roll 1 - 2/4"
    assert table.after(EAN) == ""  # and taught anew, without TEACH
    assert table.after(CARD + "maki-1/3") == ""
    assert table.stickers.rows() == [(EAN, code(CARD + "maki-1/3"))]


def test_remove_forgets_only_what_was_just_told(table: TeachingTable) -> None:
    table.teach(EAN, "badge red")
    table.scan("command teach")
    assert table.after(EAN) == "not-now"
    assert table.after("badge red") == "not-now"
    assert table.after("command remove") == "not-now"
    assert table.message == ("The sticker first", "TEACH calls it off")
    assert table.stickers.rows()


def test_a_taught_sticker_is_no_meaning(table: TeachingTable) -> None:
    """Most likely it was scanned by mistake: what it means is a label of ours."""
    table.teach(EAN, "badge red")
    table.scan("command teach")
    assert table.after(QR) == ""
    assert table.after(EAN) == "not-now"
    assert table.message == ("Is Red", "Scan our own label")
    assert table.after("badge blue") == ""
    assert table.stickers.rows() == [(EAN, code("badge red")), (QR, code("badge blue"))]


def test_a_second_sticker_for_one_card_is_told(table: TeachingTable) -> None:
    table.teach(EAN, CARD + "maki-1/2")
    table.teach(QR, CARD + "maki-1/2")
    assert table.sheet == ("Sticker is now also", "Maki roll 1 - 2/4", "Next sticker, or play")
    assert f"(so is {EAN})" in table.lesson
    table.scan(*LOBBY, "badge red")
    assert [table.after(EAN), table.after(QR)] == ["", "already-laid"]


@pytest.mark.parametrize("sticker", ["x" * 257, "x" * 256 + "…", "a\x00b"])
def test_what_could_be_mixed_up_is_not_taught(table: TeachingTable, sticker: str) -> None:
    """Scanners' codes are cut after 256 characters."""
    table.scan("command teach")
    for _ in range(2):
        assert table.after(sticker) == "not-now"
        assert table.message == ("It cannot be taught", "use another sticker")
        assert table.after(EAN) == ""


# --- ways out -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["command teach", "command undo"])
@pytest.mark.parametrize("far", [1, 2])
def test_teach_and_undo_call_it_off(table: TeachingTable, way: str, far: int) -> None:
    table.scan(*LOBBY, "badge red", CARD + "tempura/1")
    before, kept = table.app.table, table.kept()
    for line in ("command teach", EAN)[:far]:
        table.after(line)
    assert table.after(way) == ""
    assert table.sheet == ("Nothing taught",)
    assert (table.app.table, table.kept(), table.stickers.rows()) == (before, kept, [])
    table.quiet()
    assert isinstance(table.shown.panel.sheet, Now)
    assert table.after(EAN) == "unknown-code"
    assert table.after("command undo") == ""  # now it is the game's again
    assert table.app.table != before


def test_page_and_sound_work_through_it(table: TeachingTable) -> None:
    table.scan(*LOBBY, "badge red")
    for line in ("command teach", EAN):
        table.scan(line) if line != EAN else table.after(line)
        table.scan("command page")
        assert isinstance(table.shown.panel.sheet, Board)
        table.scan("command sound")
    table.scan("badge blue")
    assert table.stickers.rows() == [(EAN, code("badge blue"))]


def test_the_question_stays_in_sight(table: TeachingTable) -> None:
    table.scan(*LOBBY)
    table.scan("command teach")
    question = table.sheet
    table.quiet()
    assert table.sheet == question
    assert table.after("badge red") == "not-now"
    assert table.sheet == ("The sticker first", "TEACH calls it off")
    table.quiet()
    assert table.sheet == question
    assert table.shown.question is not None
    table.scan("command teach")
    assert table.shown.question is None


def test_each_step_is_heard_and_seen_as_accepted(table: TeachingTable) -> None:
    table.scan(*LOBBY, "badge red")
    for line in ("command teach", EAN, "badge blue"):
        number = table.shown.number
        table.after(line)
        assert table.shown.panel.sound == "accepted"
        assert table.shown.number == number + 1
    table.scan("command teach")
    table.after("badge blue")
    assert table.shown.panel.sound == "refused"


@pytest.mark.parametrize("phase", ["lobby", "playing", "asked", "scored", "finished"])
def test_it_works_whatever_the_game_is_doing(table: TeachingTable, phase: str) -> None:
    scans = {
        "lobby": (),
        "playing": LOBBY,
        "asked": (*LOBBY, "badge red", CARD + "tempura/1", "command score"),
        "scored": (*LOBBY, *["command score"] * 2),
        "finished": (*LOBBY, *["command score", "command score", "command next"] * 3),
    }[phase]
    table.scan(*(scans[:-1] if phase == "finished" else scans))
    assert table.app.table.phase == ("playing" if phase == "asked" else phase)
    before = table.app.table
    table.teach(EAN, CARD + "egg-nigiri/1")
    assert table.app.table is before
    if phase == "asked":
        table.scan("command score")  # the question waited
        assert table.app.table.phase == "scored"


def test_a_restart_ends_it(table: TeachingTable) -> None:
    table.scan("command teach")
    table.after(EAN)
    table.power_cut()
    assert table.shown.question is None
    table.scan("badge red")
    assert table.stickers.rows() == []


def test_what_was_taught_outlives_the_power(table: TeachingTable) -> None:
    table.scan(*LOBBY, "badge red")
    table.teach(GS1, CARD + "tempura/1")
    table.after(GS1)
    kept = table.kept()
    table.power_cut()
    assert table.kept() == kept
    assert table.after(GS1) == "already-laid"


# --- several scanners, the desk, buttons --------------------------------------------------


def test_the_others_go_on_scoring(table: TeachingTable) -> None:
    table.scan(*LOBBY, "badge red")
    table.scan("command teach")
    assert table.after(CARD + "tempura/1", SECOND) == ""
    assert isinstance(table.shown.panel.sheet, Now)  # they see what that was worth
    table.quiet()
    assert table.sheet[0] == "Now scan"
    assert table.after(EAN) == ""
    assert table.after(CARD + "tempura/2", SECOND) == ""
    assert table.after(CARD + "egg-nigiri/1", SECOND, "blue") == ""
    assert table.after(EAN, SECOND) == "unknown-code"
    assert table.stickers.rows() == []
    assert table.after(CARD + "tempura/3") == ""
    assert table.stickers.rows() == [(EAN, code(CARD + "tempura/3"))]
    assert [player.live for player in table.shown.panel.players] == [5, 1]


def test_their_undo_is_the_games_and_their_teach_ends_it(table: TeachingTable) -> None:
    table.scan(*LOBBY, "badge red", CARD + "tempura/1")
    table.scan("command teach")
    assert table.after("command undo", SECOND) == ""
    assert table.app.table.round.ids == 0
    assert table.shown.question is not None
    assert table.after("command teach", SECOND) == ""
    assert table.lesson == "Nothing taught"


def test_a_button_means_nothing(table: TeachingTable) -> None:
    table.scan(*LOBBY)
    table.scan("command teach")

    def press(name: str) -> None:
        table.now += 1
        table.app.take(Pressed(name, table.now))

    press("next")
    assert table.message == ("The sticker first", "TEACH calls it off")
    table.after(EAN)
    press("next")
    assert table.message == ("No meaning: a button", "Scan a label of ours")
    press("page")
    assert isinstance(table.shown.panel.sheet, Board)
    press("undo")
    assert table.lesson == "Nothing taught"
    assert table.app.table.phase == "playing"
    assert table.stickers.rows() == []


def test_the_desk_teaches_as_a_scanner_does(table: TeachingTable) -> None:
    for line in ("command teach", "two words", "face sushi-go-party/tempura"):
        table.type(line)
        assert table.outcome.typed
    assert table.stickers.rows() == [("two words", code(FACE + "tempura"))]
    table.type("two words")
    assert table.message[0] == "Tempura"


def test_typed_teach_then_a_scanner(table: TeachingTable) -> None:
    table.scan(*LOBBY, "badge red")
    table.type("command teach")
    assert table.after(CARD + "tempura/1", SECOND) == ""  # somebody goes on scoring
    assert table.after(EAN) == ""
    assert table.after(CARD + "tempura/2", SECOND) == ""  # it is the first scanner's now
    table.type("badge blue")
    assert table.stickers.rows() == [(EAN, code("badge blue"))]
    assert table.shown.panel.players[0].live == 5


def test_a_scanner_that_types_into_the_desk_as_well(table: TeachingTable) -> None:
    """It cannot be grabbed: each code comes twice, in any order, and is one scan."""
    codes = [code("command teach"), EAN, code("badge red")]
    for number, text in enumerate(codes):
        table.now += 1
        ways = [lambda text=text: table.type(text), lambda text=text: table.read(text)]
        for way in ways if number % 2 else ways[::-1]:
            way()
    assert table.stickers.rows() == [(EAN, code("badge red"))]
    assert table.shown.question is None
    assert table.app.table.seats == ()


# --- what goes wrong ----------------------------------------------------------------------


def test_what_cannot_be_saved_is_not_taught(table: TeachingTable) -> None:
    file = table.folder / "stickers.csv"
    file.mkdir()  # no file can take its place
    table.scan("command teach")
    table.after(EAN)
    assert table.after("badge red") == "not-now"
    assert table.message == ("Could not be saved", "is a directory")
    assert table.stickers.rows() == []
    file.rmdir()
    assert table.after("badge red") == ""  # the wait stayed
    assert table.stickers.rows() == [(EAN, code("badge red"))]
    file.unlink()
    file.mkdir()
    table.scan("command teach")
    table.after(EAN)
    assert table.after("command remove") == "not-now"
    assert table.message[0] == "Could not be saved"
    assert table.stickers.rows() == [(EAN, code("badge red"))]


def test_a_sticker_imported_meanwhile(table: TeachingTable) -> None:
    table.scan("command teach")
    table.after(EAN)
    table.stickers.learn([(EAN, code("badge blue"))])
    assert table.after("badge red") == "not-now"
    assert table.message == ("Is Blue", "REMOVE forgets it")
    assert table.after("command remove") == ""
    assert table.stickers.rows() == []


def test_a_sticker_of_a_label_that_is_not_there_today(table: TeachingTable) -> None:
    """Taught by a newer version: it is kept, and told like any unknown code of ours."""
    table.stickers.learn([(EAN, NOBODYS)])
    assert table.after(EAN) == "unknown-code"
    assert table.message == ("Not one of our labels", "Scan one of ours")
    table.scan("command teach")
    assert table.after(EAN) == "not-now"
    assert table.message == (f"Is {NOBODYS}", "REMOVE forgets it")


def test_every_card_has_a_name_of_its_own_that_fits() -> None:
    book = codebook()
    for game in book.games:
        cards = [one for one in book.labels if (one.type, one.game) == ("card", game)]
        names = [fitted(named(one.code, book)) for one in cards]
        assert max(map(len, names)) <= 21
        assert len(set(names)) == len(cards)
