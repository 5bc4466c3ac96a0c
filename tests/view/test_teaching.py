"""TEACH, a foreign sticker, what it shall mean: protocol section 1, "Own stickers".

`teaching.txt` has dialogues: what is scanned, by a second scanner or typed at the desk, what the
display says to it, and in the end the stickers that are taught.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.playing import code
from support.stickers import CARD, EAN, FACE, GS1, LOBBY, QR, SECOND
from support.table_app import AppTable
from support.tables import line_of

from drivers.events import Pressed
from engine.codes import code as code_of
from engine.codes import codebook
from engine.message import Message
from engine.refusals import Refused
from firmware.core.app.teach_dialog import meaning_of
from firmware.words.labels import named
from firmware.words.line import fitted
from firmware.words.sheets import Board, Current, TextLines

NOBODYS = code_of(99999)  # a code of ours that no label has


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path, synchronous="OFF", stickers=True)
    yield table
    table.unplugged()


def dialogues() -> Iterator[object]:
    heading = ""
    for block in (Path(__file__).parent / "teaching.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.strip().split("\n") if not line.startswith("#  ")]
        if lines[0].startswith("# "):
            heading = lines.pop(0).removeprefix("# ")
        yield pytest.param(lines, id=heading)


@pytest.mark.parametrize("lines", list(dialogues()))
def test_dialogue(table: AppTable, lines: list[str]) -> None:
    for line in lines:
        if line.startswith("> "):
            take(table, line.removeprefix("> "))
        elif line.startswith("  "):
            assert display(table) == line.strip()
        else:
            taught = [f'"{sticker}" {word_of(ours)}' for sticker, ours in table.stickers.rows()]
            assert f"stickers {', '.join(taught) or 'none'}" == line


def word_of(ours: str) -> str:
    label = codebook().read(ours)
    assert not isinstance(label, Refused)
    return f"{'face:' * (label.type == 'face')}{label.slug.removeprefix('sushi-go-party/')}"


def take(table: AppTable, step: str) -> None:
    who, _, rest = step.partition(" ")
    if step == "quiet":
        table.later(10)
    elif step == "power cut":
        table.power_cut()
    elif who == "desk":
        table.type(meant(rest))
    elif who == "second":
        lane, _, word = rest.rpartition(":")
        table.after(text_of(word), lane or 0, SECOND)
    else:
        for word in [step] if step.startswith('"') else step.split():
            table.after(text_of(word))


def meant(word: str) -> str:
    """A label of ours as `type slug`; in quotes it stands as it is."""
    return word.strip('"') if word.startswith('"') else line_of(word)


def text_of(word: str) -> str:
    """As a scanner reads it."""
    return meant(word) if word.startswith('"') else code(meant(word))


def display(table: AppTable) -> str:
    match table.panel.sheet:
        case TextLines(title, (then, "✗ Not counted", *_)):
            return f"✗ {title} / {then}"
        case TextLines(_, lines):
            return " / ".join(lines)
        case Current(name=name, total=total):
            return f"{name} has {total}"
        case sheet:
            return type(sheet).__name__


def test_a_foreign_sticker_is_taught_and_then_scores(table: AppTable) -> None:
    table.scan(*LOBBY, "badge red")
    kept = table.kept()
    assert table.refusal("command teach") == ""
    assert table.lines == ("Scan your own sticker", "(TEACH again cancels)")
    assert table.refusal(EAN) == ""
    assert table.lines == (EAN, "Now scan the label", "it stands for", "(TEACH again cancels)")
    assert table.refusal(CARD + "maki-1/2") == ""
    assert table.lines == ("Sticker is now", "Maki roll 1 - 2/4", "Next sticker, or play")
    assert table.lesson == f"Taught: {EAN} is Maki roll 1 - 2/4. Next sticker, or play"
    assert f"taught: {EAN} is card sushi-go-party/maki-1/2" in table.log
    assert table.kept() == kept  # no part of the game
    assert table.refusal(EAN) == ""
    assert table.kept() == [*kept, code(CARD + "maki-1/2")]  # ours, never the foreign text
    assert table.panel.seats[0].live == 6
    assert table.refusal(CARD + "maki-1/2") == "already-laid"
    assert table.refusal(EAN) == "already-laid"
    assert table.outcome.text == code(CARD + "maki-1/2")  # told by its name
    table.teach(QR, CARD + "maki-1/2")
    assert f"(like {EAN})" in table.lesson


@pytest.mark.parametrize("sticker", [EAN, QR, GS1, "0", "two words", "ünïcode 寿司", "x" * 256])
def test_any_character_a_scanner_gives_will_do(table: AppTable, sticker: str) -> None:
    table.teach(sticker, "badge green")
    assert table.after(sticker) == ""
    assert table.badges == ["green"]


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
def test_any_label_of_ours_may_be_what_it_means(table: AppTable, line: str, name: str) -> None:
    table.teach(EAN, line)
    assert table.lines[1] == name
    assert table.stickers.rows() == [(EAN, code(line))]


@pytest.mark.parametrize("sticker", ["x" * 257, "x" * 256 + "…", "a\x00b"])
def test_what_could_be_mixed_up_is_not_taught(table: AppTable, sticker: str) -> None:
    """Scanners' codes are cut after 256 characters."""
    table.scan("command teach")
    for _ in range(2):
        assert table.after(sticker) == "not-now"
        assert table.message == ("It cannot be taught", "Use another sticker")
        assert table.refusal(EAN) == ""


# --- ways out -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["command teach", "command undo"])
@pytest.mark.parametrize("far", [1, 2])
def test_teach_and_undo_call_it_off(table: AppTable, way: str, far: int) -> None:
    table.scan(*LOBBY, "badge red", CARD + "tempura/1")
    before, kept = table.table, table.kept()
    for line in ("command teach", EAN)[:far]:
        table.refusal(line)
    assert table.refusal(way) == ""
    assert table.lines == ("Cancelled",)
    assert (table.table, table.kept(), table.stickers.rows()) == (before, kept, [])
    table.later(10)
    assert isinstance(table.panel.sheet, Current)
    assert table.refusal(EAN) == "unknown-code"
    assert table.refusal("command undo") == ""  # now it is the game's again
    assert table.table != before


def test_each_step_is_heard_and_seen_as_accepted(table: AppTable) -> None:
    table.scan(*LOBBY, "badge red")
    for line in ("command teach", EAN, "badge blue"):
        number = table.shown.number
        table.refusal(line)
        assert table.panel.sound == "accepted"
        assert table.shown.number == number + 1
    table.scan("command teach")
    table.refusal("badge blue")
    assert table.panel.sound == "refused"


@pytest.mark.parametrize("phase", ["lobby", "playing", "asked", "scored", "finished"])
def test_it_works_whatever_the_game_is_doing(table: AppTable, phase: str) -> None:
    scans = {
        "lobby": (),
        "playing": LOBBY,
        "asked": (*LOBBY, "badge red", CARD + "tempura/1", "command score"),
        "scored": (*LOBBY, *["command score"] * 2),
        "finished": (*LOBBY, *["command score", "command score", "command next"] * 3),
    }[phase]
    table.scan(*(scans[:-1] if phase == "finished" else scans))
    assert table.table.phase == ("playing" if phase == "asked" else phase)
    before = table.table
    table.teach(EAN, CARD + "egg-nigiri/1")
    assert table.table is before
    if phase == "asked":
        table.scan("command score")  # the question waited
        assert table.table.phase == "scored"


# --- several scanners, the desk, buttons --------------------------------------------------


def test_a_button_means_nothing(table: AppTable) -> None:
    table.scan(*LOBBY)
    table.scan("command teach")

    def press(name: str) -> None:
        table.now += 1
        table.app.take(Pressed(name, table.now))

    press("next")
    assert table.message == ("Scan a sticker first", "TEACH again cancels")
    table.refusal(EAN)
    press("next")
    assert table.message == ("A button won't do", "Scan an Okanjo label")
    press("page")
    assert isinstance(table.panel.sheet, Board)
    press("undo")
    assert table.lesson == "Cancelled"
    assert table.table.phase == "playing"
    assert table.stickers.rows() == []


def test_a_scanner_that_types_into_the_desk_as_well(table: AppTable) -> None:
    """It cannot be grabbed: each code comes twice, in any order, and is one scan."""
    codes = [code("command teach"), EAN, code("badge red")]
    for number, text in enumerate(codes):
        table.now += 1
        ways = [lambda text=text: table.type(text), lambda text=text: table.read(text)]
        for way in ways if number % 2 else ways[::-1]:
            way()
    assert table.stickers.rows() == [(EAN, code("badge red"))]
    assert table.shown.device.question is None
    assert table.table.seats == ()


# --- what goes wrong ----------------------------------------------------------------------


def test_what_cannot_be_saved_is_not_taught(table: AppTable) -> None:
    file = table.folder / "stickers.csv"
    file.mkdir()  # no file can take its place
    table.scan("command teach")
    table.refusal(EAN)
    assert table.refusal("badge red") == "not-now"
    assert table.message == ("Could not be saved", "is a directory")
    assert table.stickers.rows() == []
    file.rmdir()
    assert table.refusal("badge red") == ""  # the wait stayed
    assert table.stickers.rows() == [(EAN, code("badge red"))]
    file.unlink()
    file.mkdir()
    table.scan("command teach")
    table.refusal(EAN)
    assert table.refusal("command remove") == "not-now"
    assert table.message[0] == "Could not be saved"
    assert table.stickers.rows() == [(EAN, code("badge red"))]


def test_a_sticker_imported_meanwhile(table: AppTable) -> None:
    table.scan("command teach")
    table.refusal(EAN)
    table.stickers.learn([(EAN, code("badge blue"))])
    assert table.refusal("badge red") == "not-now"
    assert table.message == ("Is Blue", "REMOVE forgets it")
    assert table.refusal("command remove") == ""
    assert table.log[-1] == f"forgotten: {EAN}, it was Blue"
    assert table.stickers.rows() == []


def test_a_sticker_of_a_label_that_is_not_there_today(table: AppTable) -> None:
    """Taught by a newer version: it is kept, and told like any unknown code of ours."""
    table.stickers.learn([(EAN, NOBODYS)])
    assert table.refusal(EAN) == "unknown-code"
    assert table.message == ("Unknown barcode", "Scan an Okanjo label")
    table.scan("command teach")
    assert table.refusal(EAN) == "not-now"
    assert table.message == (f"Is {NOBODYS}", "REMOVE forgets it")


def test_every_card_has_a_name_of_its_own_that_fits() -> None:
    book = codebook()
    for game in book.games:
        cards = [label for label in book.labels if (label.type, label.game) == ("card", game)]
        labels = [named(*meaning_of(card.code, book)) for card in cards]
        names = [fitted(label) for label in labels if isinstance(label, Message)]
        assert max(map(len, names)) <= 21
        assert len(set(names)) == len(cards)
