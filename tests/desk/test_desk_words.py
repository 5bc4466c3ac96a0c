"""What a person may type in place of a label, and what it is taken for."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codes import codebook
from engine.notation import read
from engine.table import DEVICES_OWN
from firmware.core.view.commands import Word
from firmware.interfaces.desk.help import help_lines
from firmware.interfaces.desk.words import DeskWords, Unclear
from firmware.words.language import ENGLISH

ROWS = (
    Word("preset", "cutthroat-combo", "Cutthroat Combo"),
    Word("preset", "master-menu", "Master Menu"),
    Word("badge", "red", "Red"),
    Word("badge", "magenta", "Magenta"),
    Word("command", "next", "NEXT"),
    Word("command", "remove", "REMOVE"),
    Word("kind", "temaki", "Temaki"),
    Word("face", "sushi-go-party/temaki", "Temaki", fits=False),
    Word("face", "sushi-go-party/maki-2", "Maki roll 2", fits=False),
    Word("card", "sushi-go-party/maki-2/1", "Maki roll 2", fits=False),
)
WORDS = DeskWords(ROWS, {"LOCKER": "002008", "AB 1 x": "002008"}.get)


MORE = ": type more."


def unclear(words: DeskWords, typed: str) -> str:
    with pytest.raises(Unclear) as why:
        words.read(typed)
    return why.value.said(ENGLISH)


def test_players_are_called_by_their_names_where_these_name_nothing_else() -> None:
    words = DeskWords((*ROWS, Word("badge", "blue", "Kim"), Word("badge", "white", "Temaki")))
    scans = [words.resolve(piece) for piece in words.read("Kim k temaki")]
    assert scans == ["badge blue", "badge blue", "kind temaki"]


@pytest.mark.parametrize(
    ("typed", "scans"),
    [
        ("123456", ["123456"]),
        ("red", ["badge red"]),
        ("Red,NEXT", ["badge red", "command next"]),
        ("cut red mag n", ["preset cutthroat-combo", "badge red", "badge magenta", "command next"]),
        ("temaki", ["kind temaki"]),  # the row given first
        ("face temaki", ["face sushi-go-party/temaki"]),
        ("maki-2", ["face sushi-go-party/maki-2"]),
        ("maki", ["face sushi-go-party/maki-2"]),  # nothing else begins so
        ("maki-2/1", ["card sushi-go-party/maki-2/1"]),
        ("card sushi-go-party/maki-2/1 badge red", ["card sushi-go-party/maki-2/1", "badge red"]),
        ("B00123XYZ", ["B00123XYZ"]),  # foreign stickers come as they are
        ("LOCKER", ["LOCKER"]),  # it was taught
        (" AB 1 x ", ["AB 1 x"]),  # so was this
        ("AB1,12", ["AB1,12"]),
        ("3:123456 red:654321", ["3:123456", "red:654321"]),
        ("2:maki-2 red:next", ["2:face sushi-go-party/maki-2", "red:command next"]),
        ("red # her seat", ["badge red"]),
        ("# only a remark", []),
        ("0101234\x1d10", ["0101234\x1d10"]),  # what parts the numbers of a shop's code
    ],
)
def test_what_a_line_stands_for(typed: str, scans: list[str]) -> None:
    pieces = WORDS.read(typed)
    assert [WORDS.resolve(piece) for piece in pieces] == scans


@pytest.mark.parametrize(
    ("typed", "scans"),
    [
        ("TEM SAUCE", ["TEM SAUCE"]),  # begins like temaki
        ("MA", ["MA"]),  # of two words of ours
        ("red 40", ["red 40"]),
        ("BADGE 7", ["BADGE 7"]),
        ("a, b", ["a, b"]),
        ("TEM  SAUCE # a remark", ["TEM SAUCE"]),
        ("Temaki", ["kind temaki"]),
        ("red next", ["badge red", "command next"]),
        ("2:next", ["2:command next"]),
        ("123456", ["123456"]),
        ("# only a remark", []),
    ],
)
def test_where_a_sticker_is_awaited_a_line_is_one_unless_it_is_ours_in_full(
    typed: str, scans: list[str]
) -> None:
    pieces = WORDS.read(typed, sticker=True)
    assert [WORDS.resolve(piece) for piece in pieces] == scans


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("ma", f"ma could be master-menu, magenta{MORE}"),
        ("red ma", f"ma could be master-menu, magenta{MORE} Nothing scanned."),
        ("ma red", f"ma could be master-menu, magenta{MORE} Nothing scanned."),
        ("next badge", "Which badge? There are: red, magenta. Nothing scanned."),
        ("badge rad", "There is no badge rad. Did you mean red? There are: red, magenta."),
        ("red temakki", '"temakki" is unknown, so nothing was scanned. Did you mean temaki?'),
        ("red purple", '"purple" is unknown, so nothing was scanned.'),
        ("temaki-7", '"temaki-7" is unknown, so nothing was scanned. Did you mean temaki?'),
        ("combo", '"combo" is unknown, so nothing was scanned. Did you mean cutthroat-combo?'),
        ("LOCKERS", '"LOCKERS" is unknown, so nothing was scanned.'),
    ],
)
def test_what_is_unclear_is_said(typed: str, why: str) -> None:
    assert unclear(WORDS, typed) == why


def test_a_name_that_does_not_fit_gives_way() -> None:
    kind, first, second = Word("kind", "maki"), Word("face", "g/maki-1"), Word("face", "g/maki-2")
    playing = DeskWords((kind._replace(fits=False), first, second))
    assert unclear(playing, "maki") == f"maki could be maki-1, maki-2{MORE}"
    assert playing.read("kind maki") == ["kind maki"]
    assert DeskWords((kind, first, second)).read("maki") == ["maki"]
    assert DeskWords((kind._replace(fits=False), first._replace(fits=False))).read("maki") == [
        "maki"
    ]
    playing = DeskWords((ROWS[6]._replace(fits=False), ROWS[7]._replace(fits=True)))
    assert playing.resolve("temaki") == "face sushi-go-party/temaki"


def names(text: str) -> list[str]:
    return [*WORDS.complete(text)[1]]


def test_completion_offers_beginnings_then_later_parts_then_titles() -> None:
    assert names("m") == ["master-menu", "magenta", "maki-2"]
    assert names("combo") == ["cutthroat-combo"]
    assert names("roll") == ["maki-2"]
    assert names("red n") == ["next"]
    assert names("red,n") == ["next"]
    assert names("badge ") == ["red", "magenta"]
    assert names("card sushi-go-party/m") == ["sushi-go-party/maki-2/1"]
    assert names("maki-2/") == ["maki-2/1"]
    assert names("hel") == ["help"]
    assert names("zzz") == []
    assert names("") == [
        "cutthroat-combo", "master-menu", "red", "magenta", "next", "remove", "temaki", "maki-2"
    ]  # fmt: skip


BOOK = codebook()
EVERY = DeskWords(Word(label.type, label.slug, label.title) for label in BOOK.labels)
LANES = st.sampled_from(["", "", "0:", "17:", "red:", "white:", "pink1:"])
SCANS = st.sampled_from(BOOK.labels).flatmap(
    lambda label: st.sampled_from([label.code, f"{label.type} {label.slug}"])
)
BEHIND = st.sampled_from(["", " ", "\t", " # tea, and  more", "\t#", " #"])


@given(st.tuples(st.sampled_from(["", " "]), LANES, SCANS | st.just("5012345678900"), BEHIND))
def test_a_line_of_a_file_of_scans_means_the_same_here(parts: tuple[str, str, str, str]) -> None:
    line = "".join(parts)
    if parts[1] == "pink1:":  # a foreign code with a colon, or no scan at all
        line = line.partition(" ")[0]
    pieces = EVERY.read(line)
    written = [read(EVERY.resolve(piece), BOOK) for piece in pieces]
    expected = read(line, BOOK)
    assert written == ([] if expected is None else [expected])


def test_help_fits_a_terminal_and_names_what_there_is() -> None:
    assert len(help_lines()) <= 20
    assert max(map(len, help_lines())) <= 79
    words = set(re.findall(r"[a-z0-9/-]+", "\n".join(help_lines())))
    commands = {label.slug for label in BOOK.labels if label.type == "command"}
    assert commands - words == {"same-turn", *DEVICES_OWN} - {"what"}
    assert {"sushi-go", "omakase", "my-first-meal"} <= words


@given(st.text() | st.lists(st.sampled_from([*(w.slug for w in ROWS), "card", "é"])).map(" ".join))
def test_any_line_is_read_or_unclear(typed: str) -> None:
    with suppress(Unclear):
        assert all(map(WORDS.resolve, filter(None, WORDS.read(typed))))
    WORDS.complete(typed)
