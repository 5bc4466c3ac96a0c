"""Omakase, worked example by worked example: hands scanned once, when the game ends."""

import pytest
from support.plain_omakase import SETS
from support.playing import Example, play


def hand(words):
    """{set or face: yen} of a hand, and its yen."""
    seat = Example("omakase", 2).end("red " + words)["seats"][0]
    by = {kind: yen for kind, yen in seat["rounds"][0]["by"].items() if yen}
    assert seat["rounds"][0]["points"] == seat["total"] == sum(by.values())
    return by, seat["total"]


OMAKASE, SAKURA, UME, KIDS = (" ".join(faces) for _, faces in SETS.values())


def test_no_set():
    """Omakase, Scoring example (1/4): octopus to umeshu, 4000."""
    words = "octopus eel crab tuna tuna salmon-roll karaage umeshu"
    by, yen = hand(words)
    assert by == {
        "octopus": 1100,
        "eel": 700,
        "crab": 600,
        "tuna": 800,
        "salmon-roll": 300,
        "karaage": 500,
    }
    assert yen == 4000


def test_a_set_and_a_shoyu():
    """Omakase, Scoring example (2/4): the Omakase set, karaage doubled, ginger: 7000."""
    by, yen = hand(f"{OMAKASE} karaage shoyu ginger")
    assert by == {"omakase-set": 6000, "karaage": 500, "shoyu": 500}
    assert yen == 7000


def test_two_shoyu():
    """Omakase, Scoring example (3/4): each on a different card, dearest first: 5500."""
    by, yen = hand("assorted-sashimi eel salmon shrimp tuna-roll shoyu shoyu")
    assert (by["shoyu"], yen) == (1500 + 700, 5500)


def test_a_shoyu_with_nothing_to_double():
    """Omakase, Scoring example (4/4): the Kids set and a shoyu: 2000."""
    assert hand(f"{KIDS} shoyu") == ({"kids-set": 2000}, 2000)


@pytest.mark.parametrize("name", SETS)
def test_each_set(name):
    """Okanjo's rules 3: 6000, 4500, 3500 and 2000 instead of the cards' prices."""
    yen, faces = SETS[name]
    assert hand(" ".join(faces)) == ({name: yen}, yen)


def test_several_sets_and_the_same_twice():
    """Okanjo's rules 3: several sets, and the same set twice, included."""
    assert hand(f"{SAKURA} {UME}") == ({"sakura-set": 4500, "ume-set": 3500}, 8000)
    assert hand(f"{KIDS} {KIDS}") == ({"kids-set": 4000}, 4000)
    assert hand(f"{OMAKASE} {SAKURA}")[1] == 10500


def test_the_best_of_two_sets_that_share_a_card():
    """Okanjo's rules 3: the score is the best total over every way to form sets."""
    # one omelette: Ume 3500 + cucumber-roll, tofu, karaage 1000, or Kids 2000 + the rest 1900
    words = "salmon-roe salmon shrimp tuna-roll salmon-roll omelette cucumber-roll tofu karaage"
    by, yen = hand(words)
    assert (by["ume-set"], yen) == (3500, 3500 + 300 + 200 + 500)


def test_the_dearest_set_is_not_always_the_best():
    """Okanjo's rules 3: Sakura and Ume with a fatty tuna beat the Omakase set and the rest."""
    words = f"{OMAKASE} shrimp shrimp tuna-roll tuna-roll salmon-roll salmon-roll omelette"
    by, yen = hand(words)
    assert by == {"sakura-set": 4500, "ume-set": 3500, "fatty-tuna": 1000}
    assert yen == 9000


def test_a_shoyu_is_weighed_with_the_sets():
    """Okanjo's rules 3: shoyu double cards that are in no set, whichever way is best."""
    assert hand(f"{KIDS} karaage octopus shoyu shoyu")[1] == 2000 + 2 * 500 + 2 * 1100


def test_actions_are_worth_nothing():
    """Omakase, Action cards: most cards have no price."""
    words = "chopsticks sake umeshu chefs-choice wasabi matcha fork ginger"
    assert hand(words) == ({}, 0)


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (" omelette tofu" * 4, ""),
        (" omelette tofu" * 4 + " karaage", "score"),
        (" omelette tofu" * 4 + " karaage matcha", ""),
        (" omelette tofu" * 4 + " karaage karaage matcha", "score"),
    ],
)
def test_a_large_hand_is_asked_about(words, asked):
    """Omakase, Handsize: 8, more with matcha; SCORE asks above 8 and 2 for each matcha."""
    example = Example("omakase", 2).scan("orange tuna red" + words)
    table, refused = play("command score", example.table)
    assert (table.asked, refused) == (asked, [])
    assert table.phase == ("playing" if asked else "finished")


def test_most_yen_win_and_ties_share():
    """Okanjo's rules 3: most yen wins; tied: shared."""
    end = Example("omakase", 3).end("red tuna orange salmon yellow tofu")
    assert end["winners"] == ["red", "orange"]
    assert [seat["place"] for seat in end["seats"]] == [1, 1, 3]
    assert [seat["desserts"] for seat in end["seats"]] == [None, None, None]
