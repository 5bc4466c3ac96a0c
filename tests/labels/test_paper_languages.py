"""Paper in other languages: letters of fonts that Okanjo brings and a PDF embeds, names whole."""

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageChops
from support import font_files
from support.languages import CODES, language, pairs
from support.table_paper import ends, extent, is_in_tiles, overlapping, words_of

from engine.cards import Game
from engine.codes import codebook
from engine.games import GAMES
from firmware.paper.cards import layout, sheets, stocks
from firmware.paper.cards.names import Wording, cards, wording
from firmware.paper.menu.blocks import paragraph
from firmware.paper.menu.choice import parse_menu
from firmware.paper.menu.page import PAPERS, draw_menu
from firmware.paper.output import draw_paper
from firmware.paper.render import fonts, pdf, png
from firmware.paper.render.marks import PaperPage, Text
from firmware.paper.table_sheet.tiles import wrap
from firmware.words.line import is_wide

LETTERS = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜŸàáâãäåæçèéêëìíîïñòóôõöùúûüÿ"
    "ĄĆĘŁŃŚŹŻąćęłńśźżŒœẞß¿¡«»„“”’‘‚…–—×−·→←✓\u202f\xa0ºª€"
)
ALPHABETS = "ぁあいうえおがぎっゃんァアヴー、。・「」（）～〜！？："
OURS = {*fonts.NAMES.values(), *fonts.OURS[False], *fonts.OURS[True]}
EDGE_MM = 5.0
# The dishes that have most to say.
PAIRS = [("de", "en"), ("ja", "en"), ("en", "ja"), ("fr", "de")]
LONGEST = "temaki,miso-soup,onigiri,edamame,takeout-box,spoon,fruit"


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("letters", [LETTERS, ALPHABETS])
def test_letters_are_in_a_font_that_okanjo_brings(letters: str, bold: bool) -> None:
    assert {font for font, _ in fonts.runs(letters, bold)} <= OURS
    assert "".join(part for _, part in fonts.runs(letters, bold)) == letters


def test_the_files_are_what_the_command_makes() -> None:
    """The catalogue has changed, or the fonts? `make glyphs`."""
    if why := font_files.missing():
        pytest.skip(why)
    for path, content in font_files.files().items():
        assert path.read_bytes() == content, path.name


def test_what_is_written_can_be_searched_and_copied() -> None:
    text = "Zażółć gęślą jaźń – L’œuf ¿Qué? わさび（サーモン）、「つぎへ」。"
    file = BytesIO()
    pdf.write([PaperPage(200, 20, (Text(5, 10, text, 9),))], file, "Words")
    page = pypdfium2.PdfDocument(file.getvalue())[0]
    assert page.get_textpage().get_text_bounded() == text
    assert len(file.getvalue()) < 40_000


def test_japanese_is_broken_between_its_letters() -> None:
    assert wrap("わさびのあとに、にぎり。", 10, 20) == ["わさびのあ", "とに、にぎ", "り。"]
    assert wrap("Scan the next card", 10, 20) == ["Scan the", "next card"]


def test_a_rule_in_japanese_is_broken_after_a_sentence() -> None:
    rule = paragraph("アクションです。0円です。", 10, 42, bold=True)
    lines = [mark.text for mark in rule.marks if isinstance(mark, Text)]
    assert lines == ["アクションです。", "0円です。"]


def test_a_picture_has_every_letter_of_its_name() -> None:
    """Vera alone would draw boxes, all alike."""
    label = stocks.STOCKS["40x15"]
    pictures = []
    for name in ("わさび", "サーモ", "Żółć", "Żółw", "わ", "Sushi わ"):
        words = [Wording("123456", name, 0, "1/3")]
        plan = layout.plan(layout.LabelSize(label.width, label.height, 300), "code128", words)
        assert plan
        marks = sheets.label_marks(plan, words[0])
        pictures.append(png.picture(label.width, label.height, marks, 300))
    for number, picture in enumerate(pictures):
        for other in pictures[number + 1 :]:
            assert ImageChops.difference(picture.convert("L"), other.convert("L")).getbbox()


# --- every catalogue ------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_no_letter_of_paper_is_a_strangers(code: str) -> None:
    """Japanese has new words? `make glyphs`."""
    for _, _, text, places in pairs(code):
        if any(place.startswith(font_files.PRINTED) for place in places):
            text = text.replace("\n", " ")
            for bold in (False, True):
                assert {font for font, _ in fonts.runs(text, bold)} <= OURS, text
                if any(map(is_wide, text)):
                    assert sum(len(part) for _, part in fonts.runs(text, bold)) == len(text), text


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_table_sheet_and_the_guide_have_room(paper: str, code: str) -> None:
    for kind in ("table", "guide"):
        for page in draw_paper(kind, codebook(), paper, "both", 300, language(code)):
            words = words_of(page)
            for text in words:
                left, right = ends(text)
                assert EDGE_MM <= left <= right <= page.width - EDGE_MM, text.text
                assert {font for font, _ in fonts.runs(text.text, text.bold)} <= OURS, text.text
            assert overlapping(words) == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_menu_has_room_on_one_page(paper: str, code: str) -> None:
    page = draw_menu(parse_menu(LONGEST, codebook()), paper, language(code))
    for text in words_of(page):
        left, right = ends(text)
        assert 0 < left <= right < page.width, text.text
        assert 0 < text.y < page.height, text.text
        assert {font for font, _ in fonts.runs(text.text, text.bold)} <= OURS, text.text


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_names_of_cards_have_room_on_a_label(game: Game, code: str) -> None:
    book, spoken = codebook(), language(code)
    words = [wording(card, game, spoken) for card in cards(book, game)]
    for stock in stocks.STOCKS.values():
        size = layout.LabelSize(stock.width, stock.height, 300)
        plain = [wording(card, game) for card in cards(book, game)]
        if layout.plan(size, "code128", plain):
            assert layout.plan(size, "code128", words), stock.name


# --- two languages on one sheet ---------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_have_room_for_two_languages(paper: str, first: str, second: str) -> None:
    languages = language(first), language(second)
    pages = draw_paper("table", codebook(), paper, "both", 300, languages[0], second=languages[1])
    alone = [draw_paper("table", codebook(), paper, "both", 300, spoken) for spoken in languages]
    assert len(pages) == len(alone[0]) + 1
    for page in pages:
        is_in_tiles(page)
        for text in words_of(page):
            left, right = ends(text)
            assert EDGE_MM <= left <= right <= page.width - EDGE_MM, text.text
            assert {font for font, _ in fonts.runs(text.text, text.bold)} <= OURS, text.text
    read = "".join(text.text for page in pages for text in words_of(page))
    read = read.replace(" ", "")
    for number, tile in enumerate(cards(codebook(), GAMES[0])):
        if number % 10 == 0:
            for spoken in languages:
                assert wording(tile, GAMES[0], spoken).name.replace(" ", "") in read


@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_labels_have_room_for_two_names_or_the_first(game: Game, first: str, second: str) -> None:
    book, languages = codebook(), (language(first), language(second))
    words = [wording(card, game, *languages) for card in cards(book, game)]
    for stock in stocks.STOCKS.values():
        plan = layout.plan(layout.LabelSize(stock.width, stock.height, 300), "code128", words)
        assert plan, stock.name
        for word in words:
            drawn = [mark for mark in sheets.label_marks(plan, word) if isinstance(mark, Text)]
            for text in drawn:
                left, top, right, bottom = extent(text)
                assert 0 < left <= right < stock.width, text.text
                assert 0 < top <= bottom < stock.height, text.text
            names = [text.text for text in drawn]
            assert word.name in names or f"{word.name} · {word.second}" in names
            if stock.height > 10 and word.second:
                assert word.second in names, stock.name


@pytest.mark.parametrize(
    ("pair", "faces"), [("de,en", {"Vera"}), ("ja,en", {"Vera", "MPLUS1"}), ("en", {"Vera"})]
)
def test_a_pdf_has_the_typefaces_of_its_languages_alone(pair: str, faces: set[str]) -> None:
    first, *more = map(language, pair.split(","))
    file, choice = BytesIO(), parse_menu("omakase", codebook())
    pdf.write([draw_menu(choice, "a4", first, *more)], file, "Menu")
    assert {face for face in ("Vera", "MPLUS1") if face.encode() in file.getvalue()} == faces


def test_the_licences_are_told() -> None:
    folder = Path(fonts.FOLDER)
    told = (folder / "LICENSES.txt").read_text(encoding="utf-8")
    assert {path.name for path in folder.glob("*.ttf")} == {
        Path(path).name for bold in (False, True) for path in fonts.OURS[bold]
    }
    assert all(path.name in told for path in folder.glob("*.ttf"))
    assert "SIL OPEN FONT LICENSE" in told
    assert "Bitstream Vera is a trademark" in told
    assert b"Unlimited\npermission is granted" in font_files.GLYPHS.read_bytes()
