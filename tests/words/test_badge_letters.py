"""What stands for a badge where there is no room for its colour, in any language."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from support.catalogues import catalogue

import firmware
from engine.catalogue import codebook_of
from engine.games import GAMES
from firmware.interfaces.web.html import in_language
from firmware.paper.render.marks import Text
from firmware.paper.table_sheet.plan import pages
from firmware.paper.table_sheet.tiles import Printing
from firmware.words.labels import BADGES
from firmware.words.language import ENGLISH, Language
from firmware.words.plates import badge_letters

COLOURS = {
    "de": ("Rot", "Orange", "Gelb", "Grün", "Türkis", "Blau", "Magenta", "Weiß"),
    "fr": ("Rouge", "Orange", "Jaune", "Vert", "Cyan", "Bleu", "Magenta", "Blanc"),
    "ja": ("赤", "オレンジ", "黄", "緑", "シアン", "青", "マゼンタ", "白"),
}
LETTERS = {
    "de": ["R", "O", "Ge", "Gr", "T", "B", "M", "W"],
    "fr": ["R", "O", "J", "V", "C", "Be", "M", "Ba"],
    "ja": ["赤", "オ", "黄", "緑", "シ", "青", "マ", "白"],
}
FORMAT_JS = Path(firmware.__file__).parent / "common" / "http" / "assets" / "format.js"


def language(code: str) -> Language:
    english = [colour.text for colour in BADGES.values()]
    return catalogue(dict(zip(english, COLOURS[code], strict=True)))


@pytest.mark.parametrize("code", COLOURS)
def test_badges_are_told_apart(code: str) -> None:
    assert [badge_letters(badge, language(code)) for badge in BADGES] == LETTERS[code]


def test_in_english_one_letter_is_enough() -> None:
    assert "".join(badge_letters(badge, ENGLISH) for badge in BADGES) == "ROYGCBMW"


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("code", COLOURS)
def test_pages_have_the_same_letters(code: str) -> None:
    colours = in_language("{{ badges }}", language(code)).split("|")
    script = f"""import {{ initials }} from {json.dumps(FORMAT_JS.as_uri())};
        console.log(JSON.stringify(initials({json.dumps(colours)})))"""
    run = subprocess.run(
        ["node", "--input-type=module", "-e", script], capture_output=True, check=True
    )
    assert json.loads(run.stdout) == LETTERS[code]


def test_the_table_sheet_has_them() -> None:
    book = codebook_of({game.slug: game for game in GAMES})
    sheet = pages(book, "a4", Printing("datamatrix", 300, language("de")))
    texts = {mark.text for page in sheet for mark in page.marks if isinstance(mark, Text)}
    assert {"Ge", "Gr", "R"} <= texts
