"""Numbers as each language writes them; English needs no table."""

from fractions import Fraction

import pytest
from babel import Locale
from support.catalogues import catalogue

from engine.games import GAMES
from engine.message import gettext
from firmware.hall.words.figures import percent
from firmware.records.history.describe import number
from firmware.words.effects import amount
from firmware.words.language import OWN_NAMES, Language, say
from firmware.words.numbers import ENGLISH_SIGNS, SIGNS, Amount, Figure, numeral

SOME = catalogue({"{percent} %": "{percent} %"})
GERMAN, FRENCH, POLISH = (Language(code, SOME.catalogues) for code in ("de", "fr", "pl"))
OMAKASE = next(game for game in GAMES if game.slug == "omakase")


@pytest.mark.parametrize("code", OWN_NAMES)
def test_the_signs_are_those_of_cldr(code: str) -> None:
    locale = Locale.parse(code, sep="-")
    signs = SIGNS.get(code, ENGLISH_SIGNS)
    symbols = locale.number_symbols["latn"]
    assert (signs.thousands, signs.decimals) == (symbols["group"], symbols["decimal"])


@pytest.mark.parametrize(
    ("language", "points"),
    [(GERMAN, "+6.000 yen"), (FRENCH, "+6\u202f000 yen"), (POLISH, "+6000 yen")],
)
def test_yen_are_written_as_a_language_does(language: Language, points: str) -> None:
    brings = amount(6000, OMAKASE)
    assert not isinstance(brings, int | str)
    assert say(brings, language) == points
    assert say(brings) == "+6,000 yen"


def test_a_share_has_the_languages_decimal_sign() -> None:
    share = gettext("{percent} %", percent=percent(Fraction(3, 7)))
    assert [say(share, GERMAN), say(share)] == ["42,9 %", "42.9 %"]


def test_thousands_and_decimals_change_places() -> None:
    assert numeral(1234567.5, "de", ",.1f") == "1.234.567,5"
    assert numeral(12345, "pl") == "12\xa0345"
    assert numeral(-1500, "de", "+,") == "-1.500"
    several = gettext("{cut}", cut=Figure("2.5, 3, –"))
    assert say(several, GERMAN) == "2,5, 3, –"


def test_an_average_of_the_history_too() -> None:
    assert number(-1500, GERMAN) == "−1.500"
    assert number(12.5, GERMAN) == "12,5"


def test_what_is_no_such_number_stays() -> None:
    assert say(gettext("{a} {b}", a=6000, b="1,500"), GERMAN) == "6000 1,500"
    assert say(gettext("{a}", a=Amount(6000)), GERMAN) == "6.000"
