"""Why something is not possible: each case has a sentence, with all that it needs."""

import ast
from collections.abc import Iterator
from string import Formatter
from typing import get_args

import pytest
from support.table_program import ROOT

from firmware.hall.tournament.not_possible import Case, NotPossible
from firmware.hall.tournament.stage import Stage
from firmware.hall.words.not_possible import SENTENCES, sentence
from firmware.words.language import say

PLACE = {"NotPossible": 0, "require": 1}  # where a call has its case


def raised() -> Iterator[tuple[str, set[str] | None]]:
    """Each case where it is raised, and the names of its values; None where they are unpacked."""
    for file in (ROOT / "firmware/hall").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place = PLACE.get(node.func.id)
            case = None if place is None else node.args[place]
            if not isinstance(case, ast.Constant) or not isinstance(case.value, str):
                continue
            names = {keyword.arg for keyword in node.keywords}
            yield case.value, None if None in names else {n for n in names if n}


def test_each_case_has_a_sentence_and_each_sentence_a_case() -> None:
    cases = {case for some in get_args(Case) for case in get_args(some)}
    assert {*SENTENCES} == cases == {case for case, _ in raised()}


def test_each_sentence_has_a_place_for_each_value() -> None:
    sentences = {str(case): message for case, message in SENTENCES.items()}
    for case, names in raised():
        message = sentences[case]
        for text in filter(None, (message.text, message.plural)):
            places = {name for _, name, _, _ in Formatter().parse(text) if name}
            assert names is None or places == names, (case, text)


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (NotPossible("no-title"), "Give the tournament a title, in one line."),
        (NotPossible("no-such-player", player=9), "There is no player 9."),
        (
            NotPossible("results-missing", round=Stage("round", 1), tables="1, 2"),
            "Round 1 has no result yet of table 1, 2.",
        ),
        (
            NotPossible("too-few-to-pair", count=1, least=3),
            "1 player cannot play: a table needs 3. Check in those who are here.",
        ),
        (
            NotPossible("too-few-to-pair", count=0, least=3),
            "0 players cannot play: a table needs 3. Check in those who are here.",
        ),
        (
            NotPossible("not-a-number-for", text="'1e3'", name="Bo", table=2),
            "Write a whole number for Bo at table 2, not '1e3'.",
        ),
    ],
)
def test_what_is_said(refusal: NotPossible, words: str) -> None:
    assert say(sentence(refusal)) == words
