"""Sushi Go! (2014 and tray edition), worked example by worked example, scanned in tally or live."""

import pytest
from support.playing import Example, told


def table(seats, words="", commands=""):
    return Example("sushi-go", seats, commands=commands).scan(words)


def desserts(seats, words, commands=""):
    """Each seat's dessert points after a game with all its puddings in the first round."""
    end = table(seats, commands=commands).end(words)
    return [seat["desserts"]["points"] for seat in end["seats"]]


def test_using_chopsticks():
    """Sushi Go!, Using chopsticks: two cards on a later turn; the card goes back into the hand."""
    example = table(2, "red chopsticks/1 orange tempura", "live")
    assert example.refuses("chopsticks/1") == "too-new"
    example.scan("red sashimi orange tempura chopsticks/1 dumpling")
    assert example.live() == [1, 5]
    example.scan("red sashimi orange chopsticks/1")
    assert example.by() == [
        {"sashimi": 0, "dumpling": 1},
        {"tempura": 5, "chopsticks": 0},
    ]


def test_one_chopsticks_a_turn():
    """Sushi Go!, Using chopsticks, Note: you may only use 1 per turn."""
    example = table(2, "red chopsticks/1 orange tempura red chopsticks/2 orange tempura", "live")
    example.scan("red sashimi orange tempura chopsticks/1 dumpling")
    assert example.refuses("chopsticks/2") == "one-bonus"


def test_pudding():
    """Sushi Go!, Scoring, Pudding, example: 4, 3, 0, 0 score 6, 0, -3, -3."""
    words = "red" + " pudding" * 4 + " orange" + " pudding" * 3
    assert desserts(4, words) == [6, 0, -3, -3]


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("red pudding", [6, -1, -1, -1, -1]),  # -6 / 4, the rest dropped toward zero
        ("red pudding orange pudding", [3, 3, -2, -2, -2]),
        ("red pudding orange pudding yellow pudding green pudding", [1, 1, 1, 1, -6]),
        ("red pudding orange pudding yellow pudding", [0, 0, 0]),
        ("red tempura", [0, 0, 0]),
        ("red pudding", [6, 0]),
        ("red pudding orange pudding", [0, 0]),
        ("red tempura", [0, 0]),
    ],
)
def test_pudding_shared(words, points):
    """Sushi Go!, Scoring, Pudding: ties split; all the same, no one scores; 2 players lose none."""
    assert desserts(len(points), words) == points


def test_the_most_points_win():
    """Sushi Go!, the end: most points, then most pudding cards."""
    words = "red tempura tempura maki-1 orange tempura tempura maki-2 yellow pudding"
    end = table(3).end(words)
    assert [seat["total"] for seat in end["seats"]] == [5 + 3 - 3, 5 + 6 - 3, 6]
    assert end["winners"] == ["orange"]
    end = table(2).end("red" + " dumpling" * 3 + " orange pudding")
    assert [seat["total"] for seat in end["seats"]] == [6, 6]
    assert [seat["place"] for seat in end["seats"]] == [2, 1]


def test_still_tied_is_a_shared_win():
    """Okanjo's rules 2: still tied: shared."""
    end = table(3).end("red dumpling orange dumpling")
    assert end["winners"] == ["red", "orange"]
    assert [seat["place"] for seat in end["seats"]] == [1, 1, 3]


def test_played_cards_are_not_reshuffled():
    """Sushi Go!, Starting a new round: cards are discarded, puddings kept; none comes back."""
    example = table(2, "red tempura/1 pudding/1 score next orange")
    assert example.refuses("tempura/1") == "spent"
    assert example.refuses("pudding/1") == "kept"


def test_pass_both_ways():
    """Sushi Go!, variant: the other way in round 2; scores alike."""
    example = table(2, "red dumpling", "pass-both-ways")
    assert told(example.table)["variants"] == ["pass-both-ways"]
    assert example.by() == [{"dumpling": 1}, {}]


def test_dummy():
    """Sushi Go!, variant for 2: the dummy is compared as a third player and cannot win."""
    example = table(2, commands="dummy")
    words = "red maki-1 orange maki-2 dummy maki-3 squid-nigiri tempura tempura"
    end = example.end(words)
    assert [seat["rounds"][0]["by"].get("maki") for seat in end["seats"]] == [0, 3, 6]
    assert [seat["total"] for seat in end["seats"]] == [0, 3, 6 + 3 + 5]
    assert [seat["badge"] for seat in end["seats"]] == ["red", "orange", None]
    assert [seat["dummy"] for seat in end["seats"]] == [False, False, True]
    assert [seat["place"] for seat in end["seats"]] == [2, 1, None]
    assert end["winners"] == ["orange"]


def test_dummy_and_pudding():
    """Okanjo's rules 2, dummy: three for pudding, so that the fewest loses."""
    assert desserts(2, "red pudding pudding dummy pudding", "dummy") == [6, -6, 0]
    assert desserts(2, "red pudding orange pudding", "dummy") == [3, 3, -6]
