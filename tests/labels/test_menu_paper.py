"""A menu on one page: all of it is there, in its place, on any paper and in longer words."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.languages import language
from support.pseudo import escaped, pseudo
from support.soak import SOAK
from support.table_paper import bounds, extent

from engine.cards import Game, face, kind
from engine.codes import Codebook, codebook
from engine.games import GAMES, sushi_go_party
from firmware.core.view.menu import entries
from firmware.paper.errors import RequestError
from firmware.paper.menu.choice import MenuChoice, parse_menu, ready_menus
from firmware.paper.menu.examples import CARD_MM, TALL_MM
from firmware.paper.menu.page import PAPERS, draw_menu
from firmware.paper.render import pdf
from firmware.paper.render.marks import POINTS_PER_MM, Box, PaperPage, Path, Text
from firmware.words import rules
from firmware.words.labels import title
from firmware.words.language import ENGLISH, say
from firmware.words.sheets import text_of

PARTY = sushi_go_party.GAME
# The dishes that have most to say, of each group.
LONGEST = "temaki,miso-soup,onigiri,edamame,takeout-box,spoon,fruit"
NAMES = (*ready_menus(codebook()), LONGEST)
HELD_MM = 6  # what many printers leave white
LEAST_POINTS = {"a4": 6.0, "letter": 6.0, "a5": 4.4}
LANGUAGES, PAIRS = ("en", "en-XA", "de", "ja"), ("de,en", "ja,en", "en,ja", "fr,de")


@cache
def drawn(name: str, paper: str = "a4", languages: str = "en") -> PaperPage:
    """A menu in a language, with its names in a second one that stands after a comma."""
    spoken = [pseudo() if code == "en-XA" else language(code) for code in languages.split(",")]
    return draw_menu(parse_menu(name, codebook()), paper, *spoken)


@cache
def printed(name: str) -> str:
    """What stands on the one page of the PDF."""
    file = io.BytesIO()
    pdf.write([drawn(name)], file, name)
    document = pypdfium2.PdfDocument(file.getvalue())
    try:
        (page,) = document
        return " ".join(page.get_textpage().get_text_bounded().replace("\xa0", " ").split())
    finally:
        document.close()


def texts(page: PaperPage) -> list[Text]:
    return [mark for mark in page.marks if isinstance(mark, Text)]


Edges = tuple[float, float, float, float]


def edges(page: PaperPage) -> Iterator[Edges]:
    """How far each mark reaches."""
    for mark in page.marks:
        if isinstance(mark, Text):
            yield extent(mark)
        elif isinstance(mark, Box | Path):
            yield bounds(mark)


def meet(first: Edges, second: Edges, let_pass: float = 0.0) -> bool:
    across = min(first[2], second[2]) - max(first[0], second[0])
    down = min(first[3], second[3]) - max(first[1], second[1])
    return across > 0.05 and down > 0.05 + let_pass


def is_in_order(page: PaperPage, least: float) -> None:
    """Nothing leaves the page, no line lies on another or on a picture, and each frame keeps what
    is in it.
    """
    for left, top, right, bottom in edges(page):
        assert min(left, top, page.width - right, page.height - bottom) >= HELD_MM
    lines = [(line, extent(line)) for line in texts(page)]
    for (first, above), (second, below) in combinations(lines, 2):
        high = 0.3 * max(first.points, second.points) / POINTS_PER_MM  # few letters go that low
        assert not meet(above, below, high), (first.text, second.text)
    pictures = [bounds(mark) for mark in page.marks if isinstance(mark, Path)]
    boxes = [bounds(mark) for mark in page.marks if isinstance(mark, Box) and mark.line_mm]
    for line, place in lines:
        assert line.points >= least, line.text
        assert not any(meet(place, picture) for picture in pictures), line.text
        left, top, right, bottom = place
        for box in boxes:
            if box[0] <= left <= box[2] and box[1] <= line.y <= box[3]:
                assert right <= box[2], line.text
                assert top >= box[1], line.text
                assert bottom <= box[3] + 0.3, line.text
    for pair in combinations(boxes, 2):
        inside, outside = sorted(pair, key=lambda box: box[2] - box[0])
        if meet(inside, outside) and not (_is_card(inside) and _is_card(outside)):
            assert outside[0] <= inside[0] < inside[2] <= outside[2]
            assert outside[1] <= inside[1] < inside[3] <= outside[3]


def _is_card(box: Edges) -> bool:
    """Whether it has the form of a card; a nigiri lies on its wasabi."""
    return abs((box[3] - box[1]) / (box[2] - box[0]) - TALL_MM / CARD_MM) < 0.05


@pytest.mark.parametrize("languages", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_it_fits_on_one_page(name: str, paper: str, languages: str) -> None:
    page = drawn(name, paper, languages)
    assert (page.width, page.height) == PAPERS[paper]
    is_in_order(page, LEAST_POINTS[paper])


@pytest.mark.parametrize("languages", PAIRS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["omakase", LONGEST])
def test_names_in_a_second_language_have_room_on_it(name: str, paper: str, languages: str) -> None:
    page = drawn(name, paper, languages)
    is_in_order(page, LEAST_POINTS[paper])
    first, second = map(language, languages.split(","))
    words = " ".join(text.text for text in texts(page))
    for dish in entries((choice := parse_menu(name, codebook())).game, choice.menu):
        for spoken in (first, second):
            assert say(title(dish.kind), spoken) in words


@st.composite
def own_menus(draw: st.DrawFn) -> str:
    slugs: list[str] = []
    for group, count in PARTY.menu.items():
        kinds = [kind.slug for kind in PARTY.kinds if kind.group == group]
        slugs += draw(st.lists(st.sampled_from(kinds), min_size=count, max_size=count, unique=True))
    return ",".join(slugs)


@settings(deadline=None, max_examples=500 if SOAK else 15)
@given(own_menus(), st.sampled_from([*PAPERS]))
def test_any_menu_of_ones_own_fits_on_one(name: str, paper: str) -> None:
    is_in_order(drawn(name, paper, "en-XA"), LEAST_POINTS[paper])


@pytest.mark.parametrize("name", NAMES)
def test_all_that_the_menu_tells_of_its_dishes_is_there(name: str) -> None:
    choice, read = parse_menu(name, codebook()), printed(name)
    game = choice.game
    dishes = entries(game, choice.menu)
    assert say(choice.title) in read
    assert [dish.kind.slug for dish in dishes] == [*choice.menu]
    sentences = [sentence for dish in dishes for sentence in _sentences(game, dish)]
    for sentence in sentences:
        assert sentence.replace("\xa0", " ") in read
    bold = [text.text for text in texts(drawn(name)) if text.bold]
    examples = {example: dish for dish in dishes for example in dish.examples}
    for example, dish in examples.items():
        assert {text_of(rules.points(dish, tray)) for tray in example} <= {*bold}


def _sentences(game: Game, dish) -> Iterator[str]:
    yield say(title(dish.kind))
    yield say(rules.entry_in_words(dish))
    yield say(rules.cards_in_all(dish))
    yield from map(say, rules.care(dish))


def test_examples_are_drawn_card_by_card() -> None:
    page = drawn("sushi-go-classic")
    dishes = entries(PARTY, parse_menu("sushi-go-classic", codebook()).menu)
    trays = [tray for dish in dishes for example in dish.examples for tray in example]
    boxes = [bounds(mark) for mark in page.marks if isinstance(mark, Box) and mark.line_mm]
    assert sum(map(_is_card, boxes)) == sum(len(tray.cards) for tray in trays)


def test_what_depends_on_the_number_of_players_is_told_for_those_who_can_play() -> None:
    first = printed("my-first-meal")
    assert "2 to 8 players, 3 rounds" in first
    rule = "Whoever has the most icons scores 6 points, the second 4, the third 2."
    assert f"With 6 to 8 players: {rule}" in first
    assert "Players 2 3 4 5 6 7 8 Cards for each 10 10 9 9 8 8 7" in first
    assert "Desserts in round 1 5 5 5 5 7 7 7" in first
    cutthroat = printed("cutthroat-combo")  # no two can play it, for its spoon
    assert "3 to 8 players" in cutthroat
    assert "whoever has the fewest, or none, −4." in cutthroat
    assert "With 2 players" not in cutthroat
    assert "With 2 players: Whoever has the most scores 4 points." in printed("party-sampler")
    assert "2 to 6 players" in printed("dinner-for-two")
    classic = printed("sushi-go")
    assert "Players 2 3 4 5 Cards for each 10 9 8 7" in classic
    assert "Desserts in round" not in classic


def test_sets_of_omakase_are_drawn_once() -> None:
    bold = [text.text for text in texts(drawn("omakase")) if text.bold]
    for name, points in (("Omakase", "6,000"), ("Sakura", "4,500"), ("Ume", "3,500")):
        assert (bold.count(f"{name} set"), bold.count(points)) == (1, 1)


@pytest.mark.parametrize("name", NAMES)
def test_no_word_escapes_its_language(name: str) -> None:
    words = " ".join(text.text for text in texts(drawn(name, "a5", "en-XA")))
    assert escaped(words, ("Okanjo",)) == ""


def test_a_menu_is_named_as_people_type_it() -> None:
    book = codebook()
    combo = parse_menu("cutthroat-combo", book)
    assert combo == parse_menu(" Cutthroat Combo ", book)
    assert combo == parse_menu("pudding,Soy sauce,spoon,miso-soup,tofu,eel,temaki", book)
    assert combo == parse_menu(combo._replace(preset="").name, book)
    assert parse_menu(LONGEST, book).preset == ""
    for name, choice in ready_menus(book).items():
        assert (choice.name, parse_menu(name, book)) == (name, choice)
    shown = {choice.game.slug for choice in ready_menus(book).values()}
    assert shown == {game.slug for game in GAMES}


ODD = [
    ("", "which menu? Use one of my-first-meal, "),
    ("sushi-go-party", "sushi-go, omakase, or dishes of your own, such as nigiri,maki,tempura,"),
    ("cuthroat-combo", "there is no menu cuthroat-combo; did you mean cutthroat-combo?"),
    ("temaki,sashimmi", "there is no dish sashimmi; did you mean sashimi?"),
    ("shoyu,eel", "there is no dish shoyu"),
    (
        "temaki,maki,eel,spoon,tea,fruit",
        "a menu of Sushi Go Party! has 1 roll, 3 appetizers, 2 specials, 1 dessert; yours has"
        " 2 rolls, 1 appetizer, 2 specials, 1 dessert",
    ),
    ("eel", "yours has 0 rolls, 1 appetizer, 0 specials, 0 desserts"),
]


@pytest.mark.parametrize(("name", "sentence"), ODD)
def test_an_odd_menu_is_told_what_would_be_one(name: str, sentence: str) -> None:
    with pytest.raises(RequestError) as why:
        parse_menu(name, codebook())
    assert sentence in str(why.value)


def test_a_game_that_says_nothing_and_has_no_icons_has_its_page() -> None:
    curries = tuple(
        kind(f"curry-{n}", f"Curry number {n} with rice", 3 * n, "hot" if n % 3 else "mild", "",
             *(face(f"curry-{n}-{size}", f"Curry {n}, {size}", 4) for size in ("small", "large")))
        for n in range(12)
    )  # fmt: skip
    own = Game(
        slug="curry", title="Curry house", number=10, kinds=curries, seats=(2, 6), rounds=3,
        each_round={}, at_the_end={}, hand=lambda seats: 8, menu={"hot": 3, "mild": 2},
    )  # fmt: skip
    book = Codebook((PARTY, own))
    name = ",".join(f"curry/curry-{n}" for n in (0, 1, 2, 3, 4))
    choice = parse_menu(name, book)
    assert choice == MenuChoice(own, tuple(f"curry-{n}" for n in range(5)))
    assert choice.name == name
    is_in_order(draw_menu(choice, "a5", ENGLISH), LEAST_POINTS["a5"])
    with pytest.raises(RequestError, match="there is no dish eel"):
        parse_menu(f"{name},eel", book)
