"""Names of players as people bring them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.common.settings.schema import LONGEST_NAME, PLAYER_NAME
from firmware.hall.names import cleaned, listed, sort_out
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.words.not_possible import sentence
from firmware.words.language import say


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann\nBo\n\n  Cem \n", ["Ann", "Bo", "Cem"]),
        ("Ann\r\nBo\rCem", ["Ann", "Bo", "Cem"]),
        ("Ann, Bo, Cem", ["Ann", "Bo", "Cem"]),
        ("Ann", ["Ann"]),
        ("Ann Lee; Bo Kim", ["Ann Lee", "Bo Kim"]),
        ("Name\nAnn\nBo", ["Ann", "Bo"]),
        ("Nr;Spieler;Ort\n1;Ann;Ulm\n2;Jürgen;Bonn", ["Ann", "Jürgen"]),
        ("first name,last name\nAnn,Lee\nBo,Kim", ["Ann Lee", "Bo Kim"]),
        ("Nachname\tVorname\nLee\tAnn", ["Ann Lee"]),
        ("1\tAnn\tann@example.org\n2\tBo\tbo@example.org", ["Ann", "Bo"]),
        ("1,Ann,Lee\n2,Bo,Kim", ["Ann Lee", "Bo Kim"]),
        ('"Lee, Ann"\n"Kim, Bo"', ["Lee, Ann", "Kim, Bo"]),
        ("Ann, the first\nBo\nCem\nDi", ["Ann, the first", "Bo", "Cem", "Di"]),
        ("'=Ann\n'+Bo", ["=Ann", "+Bo"]),
        ("Ann,Ulm,x\nBo,,\nCem,Bonn,y", ["Ann", "Bo", "Cem"]),
        ("", []),
        (";;;\n,,", []),
    ],
)
def test_a_list_is_read_as_it_was_meant(text: str, names: list[str]) -> None:
    assert sort_out(listed(text), []).good == names


def test_a_name_is_told_apart_as_people_tell_it_apart() -> None:
    found = sort_out(["ann", " Zoe\u0301 ", "ZOE", "Bo", "Bo ", "x" * 25, "\u202e\n"], ["Ann"])
    assert found.good == ["Zoé", "Bo"]
    assert [say(one).partition(" (")[0] for one in found.bad] == ["ann", "ZOE", "Bo", "x" * 25]
    assert say(found.bad[0]) == "ann (there is Ann already)"


def test_what_is_no_list_is_refused() -> None:
    for text in ("x\n" * 5000, '"' + "x" * 200_000):
        with pytest.raises(NotPossible) as refused:
            listed(text)
        assert re.match("Th(ese|is) ", say(sentence(refused.value)))


@given(st.text())
def test_a_cleaned_name_fits_a_display_or_is_told_to_be_too_long(text: str) -> None:
    name = cleaned(text)
    assert cleaned(name) == name
    assert not name or len(name) > LONGEST_NAME or PLAYER_NAME.fits(name)


@given(st.text(st.sampled_from("ab,;\t|\"'\n\r @1=\0")))
def test_any_text_is_a_list(text: str) -> None:
    found = sort_out(listed(text), [])
    assert len({one.casefold() for one in found.good}) == len(found.good)
