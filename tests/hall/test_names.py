"""Names of players as people bring them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.common.settings.schema import LONGEST_NAME, PLAYER_NAME
from firmware.hall.names import cleaned, listed, numbered, sort_out
from firmware.hall.tournament.fold import MOST_PLAYERS
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
        # a quotation mark is a letter, unless another one closes it
        ('Ann\n"Bo\nCem\nDi', ["Ann", '"Bo', "Cem", "Di"]),
        ('"Ann\nBo\nCem"', ['"Ann', "Bo", 'Cem"']),
        ('"Bo', ['"Bo']),
        ('Ann, "Bo, Cem', ["Ann", '"Bo', "Cem"]),
        ('Name;Club\n"Bo;A\nAnn;B\n"Cem;C\n"Di;D";E', ['"Bo', "Ann", '"Cem', "Di;D"]),
        ('Ann "Ace" Lee\n"Ace" Bo\n"Cem"', ['Ann "Ace" Lee', "Ace Bo", "Cem"]),
        ('"Ann" ,7\nBo,8', ["Ann", "Bo"]),
        ('Name,Address\nAnn,"Hill 1\nUlm"\n"Bo\nLee","Hill 2\nUlm"', ["Ann", "Bo Lee"]),
        ("", []),
        (";;;\n,,", []),
    ],
)
def test_a_list_is_read_as_it_was_meant(text: str, names: list[str]) -> None:
    assert sort_out((line.name for line in listed(text)), []).good == names


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("Name;Club\nAnn;SC Ulm\nBo;\nCem;TV Bonn", ["SC Ulm", "", "TV Bonn"]),
        ("Familie\tVorname\tNachname\nb\tAnn\tLee\nA\tBo\tKim", ["b", "A"]),
        ("Ann;A\nBo;B", ["", ""]),
        ("Ann\nBo", ["", ""]),
        ("Name,Group\nAnn\nBo,A", ["", "A"]),
    ],
)
def test_a_column_of_groups_is_found_by_its_head(text: str, groups: list[str]) -> None:
    assert [line.group for line in listed(text)] == groups


def test_groups_have_their_letters_and_clubs_the_next_free_ones() -> None:
    assert numbered(["b", "", "A", "AA"], []) == {"b": 2, "A": 1, "AA": 27}
    assert numbered(["SC Ulm", "", "Köln", "sc ulm"], [1, 3]) == {
        "SC Ulm": 2,
        "sc ulm": 2,
        "Köln": 4,
    }
    assert numbered(["A", "SC Ulm"], [1]) == {"A": 2, "SC Ulm": 3}, "all of them are clubs then"
    assert numbered(["", ""], [1]) == {}
    with pytest.raises(NotPossible) as refused:
        numbered(["SC Ulm"], range(1, 703))
    assert refused.value.case == "too-many-groups"


def test_a_name_is_told_apart_as_people_tell_it_apart() -> None:
    names = sort_out(["ann", " Zoe\u0301 ", "ZOE", "Bo", "Bo ", "x" * 25, "\u202e\n"], ["Ann"])
    assert names.good == ["Zoé", "Bo"]
    assert [say(reason).partition(" (")[0] for reason in names.bad] == [
        "ann",
        "ZOE",
        "Bo",
        "x" * 25,
    ]
    assert say(names.bad[0]) == "ann (there is Ann already)"


def test_what_is_no_list_is_refused() -> None:
    with pytest.raises(NotPossible) as refused:
        listed("x\n" * 10_001)
    assert say(sentence(refused.value)) == "These are more than 10000 lines."
    assert [len(line.name) for line in listed('"' + "x" * 200_000)] == [200_001]


@pytest.mark.parametrize("head", ["", "Name,City\n", 'Name,"City,\nor village"\n'])
def test_as_many_names_as_a_tournament_has_players_are_one_list(head: str) -> None:
    lines = "".join(f"Player {n},Ulm\n" for n in range(MOST_PLAYERS))
    assert len(listed(head + lines)) == MOST_PLAYERS


@given(st.text())
def test_a_cleaned_name_fits_a_display_or_is_told_to_be_too_long(text: str) -> None:
    name = cleaned(text)
    assert cleaned(name) == name
    assert not name or len(name) > LONGEST_NAME or PLAYER_NAME.fits(name)


@given(st.text(st.sampled_from("ab,;\t|\"'\n\r @1=\0")))
def test_any_text_is_a_list(text: str) -> None:
    names = sort_out((line.name for line in listed(text)), [])
    assert len({name.casefold() for name in names.good}) == len(names.good)
