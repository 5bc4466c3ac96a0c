"""`okanjo labels --braille`: what liblouis writes, and reads back, for each language."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support.table_paper import frames
from support.table_program import ROOT, okanjo

from engine.codes import codebook
from engine.games import GAMES
from firmware.cli import kana
from firmware.cli.braille import TABLES
from firmware.paper.output import draw_paper
from firmware.words.language import language_of

needs_liblouis = pytest.mark.skipif(
    shutil.which("lou_translate") is None, reason="lou_translate is not installed (liblouis-bin)"
)
# Cells that Italian's table reads as something else of the same dots, as letters.
ITALIAN = str.maketrans("1234567890^[]", "abcdefghijèàù")
LINE = re.compile(r"([\u2800-\u283f]+) +(\d+) cells  (?:(\d+) x )?(.+)")


class Written(NamedTuple):
    """A line of the command's."""

    braille: str
    cells: int
    copies: int
    title: str


def written(folder: Path, *arguments: str) -> Iterator[Written]:
    done = okanjo(folder, "labels", *arguments, "--braille")
    assert (done.returncode, done.stderr) == (0, b"")
    for line in done.stdout.decode().splitlines():
        if line and not line.endswith(":"):
            fields = LINE.fullmatch(line)
            assert fields, line
            braille, cells, copies, title = fields.groups()
            yield Written(braille, int(cells), int(copies or 0), title)


def read_back(cells: list[str], table: str) -> list[str]:
    """What liblouis reads in these cells; "ss" is some languages' "§" as well."""
    command = ["lou_translate", "--backward", f"unicode.dis,{table}"]
    lines = "".join(f"{braille}\n" for braille in cells)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [line.replace("§", "ss") for line in done.stdout.splitlines()]


def letters(text: str, language: str) -> str:
    """Letters and digits alone, as read by a finger: no sign tells capitals."""
    plain = "".join(letter for letter in text.lower() if letter.isalnum() or letter in "^[]")
    return plain.translate(ITALIAN) if language == "it" else plain


@needs_liblouis
@pytest.mark.parametrize("language", TABLES)
@pytest.mark.parametrize("what", ["table", *(game.slug for game in GAMES)])
def test_every_name_is_read_back(tmp_path: Path, what: str, language: str) -> None:
    lines = [*written(tmp_path, what, "--language", language)]
    back = read_back([line.braille for line in lines], TABLES[language])
    for line, text in zip(lines, back, strict=True):
        assert letters(text, language) == letters(line.title, language)
        assert line.cells == len(line.braille)


@needs_liblouis
@pytest.mark.parametrize(
    ("language", "title", "braille"),
    [
        ("en", "NEXT", "⠝⠑⠭⠞"),
        ("en", "WHAT IS THIS?", "⠺⠓⠁⠞⠀⠊⠎⠀⠞⠓⠊⠎"),
        ("en", "Maki roll 3", "⠍⠁⠅⠊⠀⠗⠕⠇⠇⠀⠼⠉"),
        ("de", "Weiß", "⠺⠑⠊⠮"),
        ("de", "ZURÜCK", "⠵⠥⠗⠳⠉⠅"),
        ("pl", "Węgorz", "⠺⠱⠛⠕⠗⠵"),
        ("it", "CHE COS’È?", "⠉⠓⠑⠀⠉⠕⠎⠄⠮"),
        ("fr", "C’EST QUOI\xa0?", "⠉⠄⠑⠎⠞⠀⠟⠥⠕⠊"),
        ("fr", "Maki 2", "⠍⠁⠅⠊⠀⠠⠣"),
    ],
)
def test_names_as_the_languages_braille_writes_them(
    tmp_path: Path, language: str, title: str, braille: str
) -> None:
    """French has Antoine's digits; none is contracted, none has a sign for capitals."""
    names = {
        line.title: line.braille for line in written(tmp_path, "table", "--language", language)
    }
    assert names[title] == braille


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("おさけ", "⠊⠱⠫"),  # as it stands on cans of beer
        ("てんじ", "⠟⠴⠐⠳"),
        ("プリン", "⠠⠭⠓⠴"),
        ("おちゃ", "⠊⠈⠕"),
        ("ぎょうざ", "⠘⠪⠒⠐⠱"),
        ("でんぴょう", "⠐⠟⠴⠨⠮⠒"),
        ("とうふ", "⠞⠒⠭"),
        ("さけ", "⠱⠫"),
        ("しゅーけー", "⠈⠹⠒⠫⠃"),
        ("ケーキ", "⠫⠒⠣"),
        ("てっか", "⠟⠂⠡"),
        ("パーティー", "⠠⠥⠒⠈⠗⠒"),
        ("シェフ", "⠈⠻⠭"),
        ("フォーク", "⠢⠮⠒⠩"),
        ("ヴァイオリン", "⠲⠥⠃⠊⠓⠴"),
        ("うんえいを よぶ", "⠉⠴⠋⠃⠔⠀⠜⠐⠭"),
        ("はし 10", "⠥⠳⠀⠼⠁⠚"),
        ("6わ", "⠼⠋⠄"),
        ("2れつ", "⠼⠃⠤⠛⠝"),
    ],
)
def test_japanese_is_written_by_its_kana(text: str, cells: str) -> None:
    """Voiced, with y, long and double, as in foreign words; 2れ has a hyphen, or it would be 27."""
    assert kana.braille(text) == cells


@pytest.mark.parametrize("what", ["table", *(game.slug for game in GAMES)])
def test_every_japanese_name_has_its_kana(tmp_path: Path, what: str) -> None:
    """A name of kanji needs a reading in voice.po."""
    lines = [*written(tmp_path, what, "--language", "ja")]
    names = {line.title: line.braille for line in lines}
    if what == "sushi-go-party":
        assert names["餃子"] == "⠘⠪⠒⠐⠱"
        assert names["スプーン4"] == "⠹⠠⠭⠒⠴⠀⠼⠙"
    assert all(line.cells == len(line.braille) for line in lines)


@pytest.mark.parametrize("text", ["次え", "Sushi", "し・や", "いゃ゙"])
def test_what_is_not_kana_needs_a_reading(text: str) -> None:
    with pytest.raises(kana.NoReading):
        kana.braille(text)


@needs_liblouis
def test_the_table_has_all_labels_of_its_sheet_in_their_order(tmp_path: Path) -> None:
    own = language_of("de")
    *sheet, _ = draw_paper("table", codebook(), "a4", "code128", 300, own)
    titles = [line.title for line in written(tmp_path, "table", "--all", "--language", "de")]
    assert titles == [tile.title for page in sheet for tile in frames(page)]
    done = okanjo(tmp_path, "labels", "table", "--braille")
    lines = done.stdout.decode().splitlines()
    assert [line for line in lines if line.endswith(":")][:2] == [
        "The table · In every round:",
        "The table · Badges:",
    ]
    names = [line.partition("cells  ")[2] for line in lines]
    assert names[1:5] == ["NEXT", "SCORE", "UNDO", "REMOVE"]


@needs_liblouis
def test_a_deck_has_a_line_for_each_face_and_says_how_many_to_make(tmp_path: Path) -> None:
    lines = [*written(tmp_path, "sushi-go-party")]
    assert sum(line.copies for line in lines) == 181
    assert len({line.title for line in lines}) == len(lines)
    some = [*written(tmp_path, "sushi-go-party", "--only", "maki,eel/2")]
    assert [line[2:] for line in some] == [
        (4, "Maki roll 1"),
        (5, "Maki roll 2"),
        (3, "Maki roll 3"),
        (1, "Eel"),
    ]


@needs_liblouis
def test_the_lines_in_the_documents_are_the_commands(tmp_path: Path) -> None:
    document = (ROOT / "docs" / "labels.md").read_text(encoding="utf-8")
    shown = [line for line in document.splitlines() if LINE.fullmatch(line)]
    done = okanjo(tmp_path, "labels", "sushi-go", "--braille")
    assert shown == done.stdout.decode().splitlines()[: len(shown)]
    assert shown


def refused(done: subprocess.CompletedProcess[bytes]) -> str:
    assert (done.returncode, done.stdout) == (2, b"")
    return done.stderr.decode()


def test_what_has_to_be_installed_is_said(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "labels", "omakase", "--braille", PATH=str(tmp_path))
    error = "braille needs lou_translate, which is not installed: sudo apt install liblouis-bin\n"
    assert refused(done) == error


@needs_liblouis
def test_tables_that_liblouis_does_not_find_are_told(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "labels", "omakase", "--braille", LOUIS_TABLEPATH=str(tmp_path))
    assert refused(done) == "lou_translate has failed: Cannot resolve table 'unicode.dis'\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("guide",),
            "--braille is for a game's labels, with --only some of them, or for the table",
        ),
        (("menu", "omakase"), "--braille is for a game's labels, with --only some of them, or for"),
        (("table", "--only", "next"), "--braille is for a game's labels, with --only some of them"),
        (("table", "-o", "names.pdf"), "--braille prints text: with it there are only --only,"),
        (("table", "--language", "de,en"), "only --only, --all and one --language"),
        (("sushi-go", "--all"), "--all is for the table"),
        (("sushi-go", "--only", "makki"), "called makki; did you mean maki?"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refused(okanjo(tmp_path, "labels", *arguments, "--braille"))
