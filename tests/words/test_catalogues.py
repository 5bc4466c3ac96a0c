"""Each language's file: nothing is missing in one that is offered, and nothing is wrong in any."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from support.languages import CODES, READ, TEMPLATE, WORDS, catalogue, readings, template
from support.pseudo import script

from engine.games import GAMES
from firmware.words.labels import title
from firmware.words.language import OWN_NAMES

HOLE = re.compile(r"\{[^}]*\}")
MARKUP = re.compile(r"<[^>]*>|&\w+;")
COUNT = "{count}"  # a form for one alone need not say it


def entries(code: str) -> Iterator[tuple[Message, tuple[str, ...], tuple[str, ...]]]:
    """Each text that there is today, with its forms in English and in that language."""
    for message in template():
        if message.id:
            entry = catalogue(code).get(message.id, message.context)
            translated = entry.string if entry else ""
            yield message, _forms(message.id), _forms(translated)


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


@pytest.mark.parametrize("code", [code for code in CODES if code in OWN_NAMES])
def test_a_language_that_is_offered_says_everything(code: str) -> None:
    missing = [english[0] for _, english, said in entries(code) if not said or not all(said)]
    assert not missing
    assert not [entry.id for entry in catalogue(code) if entry.id and entry.fuzzy]


@pytest.mark.parametrize("code", [code for code in CODES if code in OWN_NAMES])
def test_a_comment_says_where_each_cards_name_is_from(code: str) -> None:
    """An edition's, and who has seen it there; or ours."""
    kinds = [kind for game in GAMES for kind in game.kinds]
    cards = {title(kind).text for kind in kinds}
    cards |= {title(face).text for kind in kinds for face in kind.faces}
    names = [entry for entry in catalogue(code) if not entry.context and entry.id in cards]
    assert len(names) > 50
    numbered = [name.id for name in names if name.id[-1].isdigit()]
    assert [name.id for name in names if not name.user_comments] == numbered


@pytest.mark.parametrize("code", CODES)
def test_a_translation_has_what_is_put_in_and_no_more(code: str) -> None:
    wrong = []
    for _, english, said in entries(code):
        there = {*HOLE.findall("".join(english))}
        for text in filter(None, said):
            holes = {*HOLE.findall(text)}
            lacking = {*HOLE.findall(english[-1])} - holes
            if holes - there or lacking - {COUNT} or (lacking and len(english) == 1):
                wrong.append(text)
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_a_translation_has_the_markup_of_its_text(code: str) -> None:
    wrong = [
        text
        for _, english, said in entries(code)
        for text in filter(None, said)
        if Counter(MARKUP.findall(text)) != Counter(MARKUP.findall(english[-1]))
    ]
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_a_text_of_a_page_has_no_quotation_mark_that_would_end_it(code: str) -> None:
    wrong = [
        text
        for message, english, said in entries(code)
        if any(place.endswith((".html", ".jinja")) for place, _ in message.locations)
        for text in said
        if '"' in text and '"' not in english[0]
    ]
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_a_plural_has_as_many_forms_as_the_language(code: str) -> None:
    wrong = [
        english[0]
        for _, english, said in entries(code)
        if any(said) and len(said) != (catalogue(code).num_plurals if len(english) == 2 else 1)
    ]
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_a_file_is_as_make_words_writes_it(code: str) -> None:
    with open(script().file_of(code), "rb") as file:
        assert file.read() == script().translated(code, TEMPLATE.read_bytes())


@pytest.mark.parametrize("code", READ)
def test_a_file_of_readings_is_as_make_words_writes_it(code: str) -> None:
    """No reading is of a text that is gone, or was reworded."""
    with open(script().readings_file(code), "rb") as file:
        assert file.read() == script().readings(code, TEMPLATE.read_bytes())
    assert not [reading.id for reading in readings(code) if reading.fuzzy]


def test_a_reading_of_a_text_that_was_reworded_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(WORDS / "catalogues/fr", tmp_path / "fr")
    texts = tmp_path / "fr/okanjo.po"
    texts.write_text(texts.read_text().replace('"LED absentes"', '"Pas de LED"'))
    monkeypatch.setattr(script(), "CATALOGUES", str(tmp_path))
    marked = read_po(BytesIO(script().readings("fr", TEMPLATE.read_bytes())), locale="fr")
    assert [reading.id for reading in marked if reading.id and reading.fuzzy] == ["Leds missing"]


@pytest.mark.parametrize("code", READ)
def test_a_reading_has_what_is_put_into_its_text(code: str) -> None:
    """But a number that is a word, in a form for one alone."""
    plural, wrong = c2py(readings(code).plural_expr), []
    for reading in readings(code):
        shown = catalogue(code).get(reading.id, reading.context) if code in CODES else None
        forms = _forms(shown.string if shown else reading.id)
        for number, text in enumerate(_forms(reading.string)):
            is_of_one = len(forms) > 1 and number == plural(1) != plural(0)
            lacking = Counter(HOLE.findall(forms[number])) - Counter(HOLE.findall(text))
            more = Counter(HOLE.findall(text)) - Counter(HOLE.findall(forms[number]))
            if reading.id and (more or (lacking and not (is_of_one and {*lacking} == {COUNT}))):
                wrong.append(text)
    assert not wrong
