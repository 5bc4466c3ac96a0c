"""The pictures of an evening as they are drawn: their size, their texts in their boxes, their
colours, and no name that is left out.
"""

import re
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile
from support.pseudo import pseudo
from support.recap_made import LONG, SHORT, omakase, party, words

from engine.cards import BADGES
from firmware.interfaces.web.pages.recap.words import Choice
from firmware.paper.recap import colours, evening, race
from firmware.paper.recap.canvas import ELLIPSIS, Canvas, is_drawable
from firmware.paper.recap.content import LOOKS, EveningCard, Look, Race, pack, unpack
from firmware.paper.recap.drawing import picture
from firmware.words.language import ENGLISH
from firmware.words.plates import initials

STYLE = Path(__file__).parents[2] / "firmware/common/http/assets/okanjo.css"
LANGUAGES = {"en": ENGLISH, "en-XA": pseudo()}
SLACK = 1.0  # pixel


def made(count: int, names: tuple[str, ...], **how: Any) -> EveningCard:
    return words(*(party(seed, names) for seed in range(count)), **how).card()


def drawn(card: EveningCard) -> Canvas:
    return evening.draw(unpack_card(card))


def unpack_card(card: EveningCard) -> EveningCard:
    """As the process that draws has it."""
    content = unpack(pack(card))
    assert isinstance(content, EveningCard)
    assert content == card
    return content


def race_of(names: tuple[str, ...], look: Look = "light", seed: int = 3) -> Race:
    evening_words = words(party(seed, names), choice=Choice(look))
    content = unpack(pack(evening_words.race(evening_words.evening.games[0])))
    assert isinstance(content, Race)
    return content


# --- the evening -----------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_a_picture_is_a_png_of_1080_by_1350(look: Look) -> None:
    image = Image.open(BytesIO(picture(made(2, SHORT[:3], choice=Choice(look)))))
    assert (image.format, image.size) == ("PNG", (1080, 1350))
    assert image.convert("RGB").getpixel((3, 3)) == colours.rgb(colours.SHADES[look].paper)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [SHORT[:2], SHORT, LONG[:2], LONG])
def test_texts_keep_to_their_boxes(names: tuple[str, ...], language: str) -> None:
    how = {
        "language": LANGUAGES[language],
        "venue": "A place of sixty characters, the most that a page will take",
    }
    for count in (1, 2, 3, 5, 8, 11):
        for text in drawn(made(count, names, **how)).written:
            ink, box = text.ink, text.box
            assert ink.x >= box.x - SLACK, text
            assert ink.right <= box.right + SLACK, text
            assert ink.y >= box.y - SLACK, text
            assert ink.bottom <= box.bottom + SLACK, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_names_are_ever_shortened(language: str) -> None:
    """Titles of menus and dishes, dates, figures are whole, in any language."""
    for count, names in product((1, 2, 3, 5, 8, 11), (SHORT[:2], SHORT, LONG)):
        for text in drawn(made(count, names, language=LANGUAGES[language])).written:
            cut = any(line.endswith(ELLIPSIS) for line in text.lines)
            assert not cut or any(name in text.text for name in names), text


def test_pictures_of_all_games_have_no_text_upon_another() -> None:
    reports = [party(1, LONG), omakase(2, LONG), party(3, LONG), omakase(4, LONG)]
    for chosen in (reports, reports[1:2], reports[:2]):
        boxes = [text.ink for text in drawn(words(*chosen).card()).written]
        for number, box in enumerate(boxes):
            for other in boxes[number + 1 :]:
                apart = box.right <= other.x + 1 or other.right <= box.x + 1
                assert apart or box.bottom <= other.y + 3 or other.bottom <= box.y + 3, (box, other)


@pytest.mark.parametrize("chosen", [Choice(nameless=True), Choice(without=frozenset(LONG))])
def test_names_that_are_left_out_are_nowhere(chosen: Choice) -> None:
    reports = [party(seed, LONG) for seed in (1, 2, 3)]
    evening_words = words(*reports, choice=chosen)
    card, raced = evening_words.card(), evening_words.race(evening_words.evening.games[0])
    told = evening_words.told(card) + evening_words.told_race(raced)
    everything = pack(card).decode() + pack(raced).decode() + told
    for name in LONG:
        for word in re.findall(r"\w{4,}", name):
            assert word not in everything
    assert all(not plate.letters for plate in card.plates)
    assert all(not line.plate.letters for row in card.games for line in row.lines)
    assert {runner.name for runner in raced.runners} == {badge.capitalize() for badge in BADGES}


def test_one_player_may_be_left_out() -> None:
    card = words(party(1, SHORT[:3]), choice=Choice(without=frozenset(["Bo"]))).card()
    lines = {line.plate.badge: line for line in card.games[0].lines}
    assert (lines["orange"].name, lines["orange"].plate.letters) == ("Orange", "")
    assert (lines["red"].name, lines["red"].plate.letters) == ("Chris", "C")


def test_a_name_that_no_font_has_is_the_badge_s_colour() -> None:
    """Vera and DejaVu have Greek and Cyrillic, and no letters of the phoenician alphabet."""
    unknown = "\U00010900\U00010901"
    evening_words = words(party(1, (unknown, "Дмитрий", "Zoë")))
    card = unpack(pack(evening_words.card(), evening_words.instead()), is_drawable)
    assert isinstance(card, EveningCard)
    assert {line.name for line in card.games[0].lines} == {"Red", "Дмитрий", "Zoë"}
    assert unknown not in card.headline + card.games[0].verdict


@pytest.mark.parametrize("unknown", ["\U00010900", "\U0001f9d1"])
def test_a_name_that_no_font_has_may_be_part_of_another(unknown: str) -> None:
    """Two letters, or two pictures, that no font has; and the plates get no words."""
    evening_words = words(party(1, (unknown, 2 * unknown, "Bo")))
    raced = evening_words.race(evening_words.evening.games[0])
    for content in (evening_words.card(), raced):
        shown = unpack(pack(content, evening_words.instead()), is_drawable)
        lines = shown.games[0].lines if isinstance(shown, EveningCard) else shown.runners
        assert {line.name for line in lines} == {"Red", "Orange", "Bo"}
        assert all(len(line.plate.letters) <= 2 for line in lines)


def test_the_place_may_be_left_out() -> None:
    assert made(1, SHORT[:2], venue="Kim’s kitchen").venue == "Kim’s kitchen"
    assert made(1, SHORT[:2], venue="Kim’s kitchen", choice=Choice(placeless=True)).venue == ""


def test_omakase_has_its_own_dishes_in_yen() -> None:
    card = words(party(1, SHORT[:3]), omakase(2, SHORT[:3])).card()
    headings = [table.heading for table in card.dishes]
    assert headings == ["Sushi Go Party!: most points by dish", "Omakase, in yen"]
    assert card.games[1].best.endswith(" yen")
    assert all("yen" not in seen.value for seen in card.highlights)


def test_many_games_are_counted() -> None:
    card = made(11, SHORT[:3])
    assert (len(card.games), card.more) == (8, "and 3 games before")
    assert card.about.startswith("11 games")


def opened(content: bytes) -> GifImageFile:
    image = Image.open(BytesIO(content))
    assert isinstance(image, GifImageFile)
    return image


# --- the race --------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_the_race_of_eight_is_small_and_ends_with_the_totals(look: Look) -> None:
    raced = race_of(LONG, look)
    content = picture(raced)
    assert len(content) <= 1_000_000
    image = opened(content)
    assert image.n_frames >= 4 * min(race.FRAMES)
    assert image.info["loop"] == 0
    stays = []
    for frame in range(image.n_frames):
        image.seek(frame)
        stays.append(image.info["duration"])
    assert max(stays[:-1]) <= 10 * race.HOLD_CS
    assert stays[-1] == 10 * race.END_CS
    last = image.convert("RGB")
    shades = colours.SHADES[look]
    near = last.getpixel((4, image.height - 4))
    assert isinstance(near, tuple)
    assert all(abs(a - b) < 12 for a, b in zip(near, colours.rgb(shades.paper), strict=True))


def test_a_race_that_is_too_large_has_fewer_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    raced = race_of(SHORT[:3])
    whole = opened(picture(raced))
    monkeypatch.setattr(race, "MOST_BYTES", len(picture(raced)) - 1)
    fewer = opened(picture(raced))
    assert fewer.n_frames < whole.n_frames


def test_the_race_of_omakase_is_one_step() -> None:
    evening_words = words(omakase(5, SHORT[:4]))
    raced = evening_words.race(evening_words.evening.games[0])
    assert raced.steps == ("Round 1",)
    assert opened(picture(raced)).n_frames > race.FRAMES[0]


# --- colours and letters ---------------------------------------------------------


def test_colours_are_those_of_the_pages() -> None:
    style = STYLE.read_text(encoding="utf-8")
    light, dark = style.split("@media (prefers-color-scheme: dark)")[:2]
    written = re.compile(r"\.(\w+) \{ --c: (#\w+)")
    in_light = {name: _long(colour) for name, colour in written.findall(light)}
    in_dark = in_light | {name: _long(colour) for name, colour in written.findall(dark)}
    for shades, look in ((in_light, LOOKS[0]), (in_dark, LOOKS[1])):
        assert shades == {**colours.BADGES[look], "dummy": colours.DUMMY[look]}
    kinds = dict(re.findall(r"--k-([\w-]+): (#\w+)", style))
    assert kinds == colours.KINDS
    for name in ("paper", "sheet", "ink", "soft", "line", "edge"):
        values = re.findall(rf"--{name}: (#\w+)", style)[:2]
        assert [getattr(colours.SHADES[look], name) for look in LOOKS] == [*map(_long, values)]


def _long(colour: str) -> str:
    """`#fff` in full."""
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def test_letters_tell_players_apart_as_on_the_pages() -> None:
    """The cases of js/format.test.js."""
    assert initials(["Chris", "bo", "Bartholomew"]) == ["C", "Bo", "Ba"]
    assert initials(["Max", "Mara", "Moritz"]) == ["Mx", "Ma", "Mo"]
    assert initials(["Kim", "Kim"]) == ["Ki", "Ki"]
    assert initials(["Ann B", "Ann", "李", ""]) == ["Ab", "An", "李", ""]
