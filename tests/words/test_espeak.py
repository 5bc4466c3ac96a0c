"""What espeak-ng is given: signs as words, Japanese in kana, and names that it can say."""

import pytest
from support.heard import HOLE, heard, samples
from support.languages import CODES, READ, catalogue, readings

from firmware.words.espeak import VOICES, for_ear, readable
from firmware.words.language import OWN_NAMES


def test_each_language_has_a_voice() -> None:
    assert VOICES.keys() == OWN_NAMES.keys()


@pytest.mark.parametrize(
    ("code", "text", "said"),
    [
        ("en", "Ann -4, Bob −1,500", "Ann minus 4, Bob minus 1,500"),
        ("es", "Ann +3: -2", "Ann más 3: menos 2"),
        ("de", "3 × Tempura, 5/10", "3 Tempura, 5 von 10"),
        ("fr", "3–5 joueurs · «\u00a0Menu\u00a0» …", "3 à 5 joueurs, Menu,"),
        ("pl", "Ann & Bob", "Ann i Bob"),
        ("nl", "Ann/Bob: zie /setup", "Ann, Bob: zie setup"),
        ("en", "→ Pass to the right", "Pass to the right"),
        ("en", "Jean-Luc's 2nd card", "Jean-Luc's 2nd card"),
        ("en", "Nguyễn joins", "Nguyen joins"),
    ],
)
def test_signs_are_words_or_pauses(code: str, text: str, said: str) -> None:
    assert for_ear(text, code) == said


def test_a_barcode_is_not_said() -> None:
    assert for_ear("Not counted. 4006381333931: Unknown barcode.", "en") == (
        "Not counted. Unknown barcode."
    )
    assert for_ear("Taught: 4006381333931 is Tofu. 250000 points.", "en") == (
        "Taught: 4006381333931 is Tofu. 250000 points."
    )


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Ann : 1 carte, 31 cartes", "fr", "Ann: une carte, 31 cartes"),
        ("1 sur 10 cartes", "fr", "1 sur 10 cartes"),
        ("1 carta, 1 ponto", "pt-BR", "uma carta, 1 ponto"),
    ],
)
def test_one_is_feminine_before_a_noun_that_is(text: str, code: str, said: str) -> None:
    assert for_ear(text, code) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4てん", "よんてん"),
        ("10てん", "じゅってん"),
        ("1にん、2にん、3にん、14にん", "ひとり、ふたり、さんにん、じゅーよにん"),
        ("6まい 6かい", "ろくまい ろっかい"),
        ("5ふん 10ふん", "ごふん じゅっぷん"),
        ("1,500えん", "せんごひゃくえん"),
        ("12300", "いちまんにせんさんびゃく"),
        ("20000", "にまん"),
        ("-3、0", "マイナス さん、ゼロ"),
        ("5/10", "じゅーちゅー ご"),
    ],
)
def test_japanese_numbers_are_in_kana(text: str, said: str) -> None:
    assert for_ear(text, "ja") == said


@pytest.mark.parametrize(
    ("name", "codes"),
    [("Zoë", "en de"), ("アンナ", "ja"), ("あん 2", "ja"), ("安", ""), ("Иван", ""), ("★", "")],
)
def test_a_name_is_readable_in_letters_of_the_language(name: str, codes: str) -> None:
    assert [code for code in ("en", "de", "ja") if readable(name, code)] == codes.split()


def test_japanese_is_all_in_kana() -> None:
    assert not [text for text in samples("ja") if not readable(text, "ja")]


@pytest.mark.parametrize("code", [code for code in READ if code != "ja"])
def test_a_word_is_respelled_wherever_it_is_said(code: str) -> None:
    """A name that is one word, also within sentences."""
    respelled = {}
    for reading in readings(code):
        shown = catalogue(code).get(reading.id, reading.context) if code in CODES else None
        word = shown.string if shown else reading.id
        if isinstance(word, str) and word.isalpha():
            respelled[word.lower()] = str(reading.string).lower()
    left = [
        form
        for _, said in heard(code)
        for form in said
        for word in HOLE.sub("", form).lower().replace("-", " ").split()
        if respelled.get(word.strip(".,:;!?()"), word) != word
    ]
    assert respelled
    assert not left
