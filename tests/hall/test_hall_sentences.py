"""Sentences of the hall in other languages: the verb by the right number, days in their order."""

import time

import pytest
from support.catalogues import catalogue

from firmware.hall.words.rounds import results_in
from firmware.words.dates import moment
from firmware.words.language import say

GERMAN = catalogue(
    {
        "{count} of {tables} tables has a result\0{count} of {tables} tables have a result": (
            "{count} von {tables} Tischen hat ein Ergebnis\0"
            "{count} von {tables} Tischen haben ein Ergebnis"
        ),
        "{year}-{month}-{day}": "{day}.{month}.{year}",
    }
)


@pytest.mark.parametrize(
    ("played", "tables", "english", "german"),
    [
        (1, 3, "1 of 3 tables has a result", "1 von 3 Tischen hat ein Ergebnis"),
        (2, 3, "2 of 3 tables have a result", "2 von 3 Tischen haben ein Ergebnis"),
        (0, 1, "0 of 1 table has a result", "0 of 1 table has a result"),
    ],
)
def test_the_verb_goes_by_the_results(played: int, tables: int, english: str, german: str) -> None:
    results = results_in(played, tables)
    assert [say(results), say(results, GERMAN)] == [english, german]


def test_a_day_is_in_the_order_of_a_language() -> None:
    noon = moment(time.mktime((2026, 11, 28, 12, 30, 5, 0, 0, -1)))
    assert [say(noon), say(noon, GERMAN)] == ["2026-11-28 12:30:05", "28.11.2026 12:30:05"]
