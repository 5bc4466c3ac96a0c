"""Lines of a display: letters of two widths, and where Japanese may be broken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.message import gettext
from firmware.words.line import (
    LINE,
    both_ends,
    broken,
    cells,
    cut,
    fitted,
    folded,
    pixels,
    wrapped,
)

MIXED = st.text("ab 9、。）「（わさびサーモンー×漢字", max_size=60)


def test_a_line_has_21_letters_or_16_of_japanese() -> None:
    assert pixels("N" * 21) <= LINE < pixels("N" * 22)
    assert pixels("握" * 16) <= LINE < pixels("握" * 17)
    assert pixels("NEXTで開始") == 4 * 6 + 3 * 8


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("わさびに出したにぎりは点が三倍になります", "わさびに出したにぎりは点が三倍に/なります"),
        # a stop does not begin a line: what stands before it goes along
        ("わさびに出したにぎりの点は三倍です。", "わさびに出したにぎりの点は三倍で/す。"),
        ("わさびに出したにぎりの点が増す（三倍）", "わさびに出したにぎりの点が増す/（三倍）"),
        ("わさびに出したにぎりのカードは12枚です", "わさびに出したにぎりのカードは/12枚です"),
        ("それからNEXTをスキャンしてください", "それからNEXTをスキャンしてくだ/さい"),
        ("Sushi Go Party! のメニュー", "Sushi Go Party! のメ/ニュー"),
    ],
)  # fmt: skip
def test_where_japanese_is_broken(text: str, lines: str) -> None:
    assert wrapped(text) == [*broken(text)] == lines.split("/")


@given(MIXED)
def test_no_letter_is_lost_and_no_line_is_too_wide(text: str) -> None:
    lines = folded(text, LINE)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(pixels(line) <= LINE for line in lines)


def test_a_name_in_kanji_is_cut_by_its_width() -> None:
    joins = gettext("{name}が参加", name="大和田龍之介左衛門尉藤原朝臣")
    assert fitted(joins) == "大和田龍之介左衛門尉藤原…が参加"
    assert cut("大和田", 23) == "大和…"
    assert cut("大和田", 24) == "大和田"


def test_a_sticker_keeps_both_its_ends() -> None:
    assert both_ends("https://qr.example/4902102072458") == "https:…/4902102072458"
    ends = both_ends("商品番号四五六七八九十一二三四五六七八九終")
    assert pixels(ends) <= LINE
    assert (ends[:2], ends[-1]) == ("商品", "終")


def test_terminals_have_two_columns_for_a_wide_letter() -> None:
    assert cells("NEXT") == 4
    assert cells("次へ") == 4
    assert folded("わさびのあと", 8, cells) == ["わさびの", "あと"]
