"""What a display shows: golden pictures pixel by pixel, then laws of the font and of every page."""

import itertools
import string
import subprocess
import sys

import pytest
from support import icon_files
from support.scenes import GOLDEN, SCENES, kept, pictures
from support.watchful import WatchfulPaper

from engine.games import GAMES
from engine.standings import Standing
from firmware.core.screen.font import LETTERS, TALL, THIN, WIDE, columns, cut, icon, measure
from firmware.core.screen.raster import Paper
from firmware.core.screen.render import draw_on, picture
from firmware.interfaces.desk.layout import half_blocks
from firmware.words.sheets import Board, Current, DeviceLines, Podium, Worded, score

SIZES = ((128, 64), (256, 64), (128, 128))
LATIN = "".join(chr(code) for code in range(0xC0, 0x100) if chr(code) not in "×÷")
# of German, French, Spanish, Italian, Dutch, Polish and Portuguese, besides the letters in LATIN
QUOTED = "ẞ„‚‹›«»¿¡ª°"
EASTERN = "ĀāČčĎĐđĒēĘęĚěĞğĪīŁłŃńŇňŌōŐőŒœŘřŚśŞşŠšŤŪūŮůŰűŹźŻżŽž"


def shown(drawing):
    return "\n".join(half_blocks(drawing)) if drawing else "(no picture)"


DRAWN = pictures()


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_golden(name):
    """Meant to change? Look at them, then `PYTHONPATH=.:tests python -m support.scenes --write`."""
    golden = kept(name)
    assert golden == DRAWN[name], f"kept:\n{shown(golden)}\ndrawn:\n{shown(DRAWN[name])}"


def test_no_golden_is_left_over():
    assert {path.name for path in GOLDEN.glob("*.png")} == set(DRAWN)


@pytest.mark.parametrize("name", sorted(SCENES))
def test_no_text_is_clipped_or_covered(name):
    for size in SIZES:
        paper = WatchfulPaper(*size)
        draw_on(paper, SCENES[name])
        assert paper.texts, size


@pytest.mark.parametrize("sort", [Current, Board, Podium])
def test_totals_are_at_least_16_pixels_high(sort):
    panels = [panel for panel in SCENES.values() if panel.seats and isinstance(panel.sheet, sort)]
    assert panels
    for panel, size in itertools.product(panels, SIZES):
        paper = WatchfulPaper(*size)
        draw_on(paper, panel)
        large = {text for text, face in paper.texts if face.height >= 16}
        if isinstance(panel.sheet, Current):
            assert panel.sheet.total in large, (panel, size)
        else:
            seats = panel.sheet.winners[:1] if isinstance(panel.sheet, Podium) else panel.seats
            assert set(map(score, seats)) <= large, (panel, size)


def test_marked_unsaved_on_every_page():
    for name, panel in SCENES.items():
        for size in SIZES:
            marked, plain = panel._replace(mark="UNSAVED"), panel._replace(mark="")
            assert picture(marked, *size) != picture(plain, *size), name


def test_names_of_a_made_up_length_and_script():
    names = ["", "I", "W" * 400, "田中さん", "O'Brien–Smith", "Émile", "🍣"]
    seats = tuple(Standing(name, "red", 3, 4, 3, 4) for name in names)
    for sheet in (
        Board("Scores"),
        Podium("W" * 99, "W" * 99, "", seats[:1], seats[1:]),
        DeviceLines(("x" * 99,) * 9, "Okanjo"),
    ):
        for size in SIZES:
            draw_on(WatchfulPaper(*size), Worded(sheet, seats))


# --- letters ------------------------------------------------------------------------


def test_every_letter_is_drawn_and_unlike_every_other():
    letters = string.printable[:94] + "×–·…▸←→¥✓✗★" + LATIN + EASTERN + QUOTED
    glyphs = dict[object, list[str]]()
    for letter in letters:
        glyphs.setdefault(columns(LETTERS, letter), []).append(letter)
    unknown = columns(LETTERS, "\u0e01")
    assert unknown not in glyphs
    assert unknown == columns(LETTERS, "\U0001f363")
    # an accented capital shrinks to make room, and then O, S and Z are as the small letters
    alike = [{letter.lower() for letter in letters} for letters in glyphs.values()]
    assert [group for group in alike if len(group) > 1] == [
        {"0", "o"},
        {"-", "–"},  # it has the whole cell already
        {"ð", "đ"},
    ]


@pytest.mark.parametrize("letters", ["\xa0\u202f ", "º°", "’'", '“”"', "−–—"])
def test_what_is_drawn_alike(letters):
    assert len({columns(LETTERS, letter) for letter in letters}) == 1


def test_accents_that_would_close_a_letter_stand_clear_of_it():
    """Touching, â would be taken for å, and ñ for a dark block."""
    for letter in "âêîôûãõñíìÂÊÎÔÛÃÕÑÍÌ":
        assert not any(column >> 2 & 1 for column in columns(LETTERS, letter)), letter


def test_japanese_is_seven_pixels_wide_and_high():
    for letter in "あンー漢鬱、。「」（）～※○々":
        drawn = columns(LETTERS, letter)
        assert len(drawn) == 7
        assert 0 < max(drawn) < 1 << 7, letter
    assert columns(LETTERS, "ｻ") == columns(LETTERS, "サ")  # narrow, as a bank writes it
    unknown = columns(LETTERS, "김")
    assert len(unknown) == 7
    assert unknown == columns(LETTERS, "伡")  # in no JIS
    assert measure(LETTERS, "漢字") == 15
    assert measure(LETTERS, "3枚") == 13
    assert [measure(face, "漢") for face in (TALL, WIDE, THIN)] == [7, 7, 7]


def test_a_line_full_of_japanese_takes_the_margin_too():
    full = "一二三四五六七八九十一二三四五六"
    for width, height in SIZES:
        paper = WatchfulPaper(width, height)
        draw_on(paper, Worded(DeviceLines((full,), "Okanjo")))
        assert (full, LETTERS) in paper.texts


def test_english_reads_no_letters_of_japanese():
    """They would cost each start."""
    done = subprocess.run(
        [sys.executable, "-c", ENGLISH], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "1"]


ENGLISH = """
from firmware.core.screen import font
font.columns(font.LETTERS, "Z"), font.columns(font.LETTERS, "é"), font.measure(font.LETTERS, "Zoë")
print(font._wide_letters.cache_info().currsize)
font.columns(font.LETTERS, "漢")
print(font._wide_letters.cache_info().currsize)
"""


@pytest.mark.parametrize("face", [TALL, WIDE, THIN])
def test_digits_are_as_wide_as_each_other_and_as_high_as_said(face):
    assert len({measure(face, digit) for digit in string.digits}) == 1
    for digit in string.digits:
        lit = 0
        for column in columns(face, digit):
            lit |= column
        assert lit.bit_length() == face.height >= 16
        assert lit & 1


@pytest.mark.parametrize(
    ("text", "room", "left"),
    [
        ("Chris", 29, "Chris"),
        ("Chris", 28, "Chri"),
        ("Green tea ice cream", 60, "Green tea…"),
        ("Chris", 5, "C"),
        ("Chris", 4, ""),
        ("", 0, ""),
    ],
)
def test_cut(text, room, left):
    assert cut(text, room) == left
    assert measure(LETTERS, left) <= room


# --- icons --------------------------------------------------------------------------


def test_the_icons_are_those_of_the_table_sheet():
    """An SVG file has changed? Look at it, then `make icons`."""
    assert icon_files.pixels() == icon_files.PIXELS.read_text()


def test_every_face_has_an_icon_of_24_by_24_pixels():
    for game in GAMES:
        kinds = [kind.slug for kind in game.kinds]
        for slug in (*kinds, *(face.slug for kind in game.kinds for face in kind.faces)):
            drawn = icon(slug)
            assert len(drawn) == 24, slug
            assert all(column < 1 << 24 for column in drawn)
            assert sum(column.bit_count() for column in drawn) > 60
    assert icon("") == icon("no-such-card") == ()


def test_an_icon_is_drawn_where_it_should_be():
    paper = Paper(32, 32)
    paper.draw(5, 3, icon("temaki"))
    rows = paper.picture().rows()
    assert [row[5:29] for row in rows[3:27]] == icon_files.lit("temaki")
    assert sum(row.count("#") for row in rows) == "".join(icon_files.lit("temaki")).count("#")


# --- pixels -------------------------------------------------------------------------


def test_bytes_are_as_an_ssd1306_takes_them():
    """Datasheet, "Graphic Display Data RAM": a byte is 8 rows of a column, the top one D0."""
    paper = Paper(128, 64)
    paper.invert(0, 0, 1, 1)
    paper.invert(127, 0, 1, 8)
    paper.invert(3, 63, 1, 1)
    pages = paper.picture().pages
    assert len(pages) == 1024
    assert (pages[0], pages[127], pages[7 * 128 + 3]) == (0x01, 0xFF, 0x80)
    assert sum(pages) == 0x01 + 0xFF + 0x80
