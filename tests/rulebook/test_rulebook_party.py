"""Sushi Go Party!, worked example by worked example: kinds of cards, scanned in tally.

Named after the book and its heading; the players of the book are red, orange, yellow, green.
"""

import pytest
from support.playing import Example, column, party

CLASSIC = "maki tempura sashimi dumpling chopsticks wasabi pudding"
TEMAKI = "temaki onigiri tofu eel soy-sauce tea fruit"
URAMAKI = "uramaki onigiri dumpling edamame special-order tea green-tea-ice-cream"
MISO = "uramaki tempura tofu miso-soup special-order wasabi fruit"
BOXES = "temaki tempura tofu sashimi takeout-box wasabi pudding"


def test_nigiri():
    """Party, Card guide, Nigiri: 1, 2, 3, and three times that on a wasabi."""
    words = "red egg-nigiri salmon-nigiri squid-nigiri"
    words += " orange wasabi egg-nigiri wasabi salmon-nigiri wasabi squid-nigiri"
    assert party(2, CLASSIC, words) == [{"nigiri": 6}, {"nigiri": 18, "wasabi": 0}]


def test_wasabi_takes_the_next_nigiri_and_only_one():
    """Party, Card guide, Wasabi: the next nigiri must go on it, one nigiri a wasabi."""
    words = "red egg-nigiri wasabi salmon-nigiri squid-nigiri orange wasabi"
    assert party(2, CLASSIC, words) == [{"nigiri": 1 + 6 + 3, "wasabi": 0}, {"wasabi": 0}]


def test_a_nigiri_covers_the_earliest_wasabi():
    """Okanjo's rules 1.2, wasabi: earliest uncovered first."""
    words = "red wasabi wasabi squid-nigiri egg-nigiri salmon-nigiri"
    assert party(2, CLASSIC, words) == [{"wasabi": 0, "nigiri": 9 + 3 + 2}, {}]
    menu = CLASSIC.replace("chopsticks", "takeout-box")
    by = party(2, menu, "red wasabi/1 wasabi/2 squid-nigiri flip wasabi/1")
    assert by == [{"wasabi": 0, "flipped": 2, "nigiri": 3}, {}]


def test_a_nigiri_scanned_before_its_wasabi_is_put_right():
    """Okanjo's protocol, tally: a wasabi of this tray, then a nigiri of this tray."""
    by = party(2, CLASSIC, "red squid-nigiri/1 wasabi/1 wasabi/1 squid-nigiri/1")
    assert by == [{"wasabi": 0, "nigiri": 9}, {}]


def test_maki_rolls_with_a_tie_for_most():
    """Party, Card guide, Maki rolls, example: 5, 5, 3, 1 score 6, 6, 3, 0."""
    words = "red maki-3 maki-2 orange maki-3 maki-2 yellow maki-3 green maki-1"
    assert column(party(4, CLASSIC, words), "maki") == [6, 6, 3, 0]


def test_maki_rolls_with_a_tie_for_second():
    """Party, Card guide, Maki rolls: players tied for second all receive the full points."""
    words = "red maki-3 maki-2 orange maki-3 yellow maki-3 green maki-2"
    assert column(party(4, CLASSIC, words), "maki") == [6, 3, 3, 0]


def test_no_maki_roll_no_points():
    """Party, Card guide, Maki rolls: at least 1 maki roll card is needed."""
    assert party(3, CLASSIC, "red maki-1") == [{"maki": 6}, {}, {}]


def test_maki_rolls_with_six_players():
    """Party, Card guide, Maki rolls, 6-8 players: second 4, third 2, ties in full."""
    words = "red maki-3 maki-3 orange maki-3 maki-2 yellow maki-2 green maki-2 cyan maki-1"
    assert column(party(6, CLASSIC, words), "maki") == [6, 4, 2, 2, 0, None]


def test_maki_rolls_with_six_players_and_ties_everywhere():
    """Okanjo's rules 1.2, maki: different counts are ranked, ties always pay in full."""
    words = "red maki-3 orange maki-3 yellow maki-2 green maki-2 cyan maki-1 blue maki-1"
    words += " magenta tempura"
    assert column(party(7, CLASSIC, words), "maki") == [6, 6, 4, 4, 2, 2, None]


def test_temaki():
    """Party, Card guide, Temaki, example: 3, 2, 0, 0 score 4, 0, -4, -4."""
    words = "red temaki temaki temaki orange temaki temaki"
    assert column(party(4, TEMAKI, words), "temaki") == [4, 0, -4, -4]


def test_temaki_with_two_players():
    """Party, Card guide, Temaki: in a 2 player game the fewest loses nothing."""
    assert column(party(2, BOXES, "red temaki"), "temaki") == [4, None]


@pytest.mark.parametrize(
    ("seats", "each", "points"),
    [(3, "", None), (3, "temaki", 0), (5, "temaki temaki", 0), (2, "temaki", 4), (2, "", None)],
)
def test_temaki_all_level(seats, each, points):
    """Okanjo's rules 1.2: nobody with none has the most; three level cancel, two level win."""
    words = " ".join(
        f"{badge} {each}" for badge in ["red", "orange", "yellow", "green", "cyan"][:seats]
    )
    assert column(party(seats, BOXES, words), "temaki") == [points] * seats


def test_dumpling():
    """Party, Card guide, Dumpling: 1, 3, 6, 10, 15."""
    seats = ["dumpling " * count for count in (1, 2, 3)]
    words = f"red {seats[0]} orange {seats[1]} yellow {seats[2]}"
    assert column(party(3, URAMAKI, words), "dumpling") == [1, 3, 6]
    assert column(party(2, CLASSIC, "red" + " dumpling" * 4), "dumpling") == [10, None]
    words = "red" + " dumpling" * 5
    assert column(party(2, CLASSIC, words), "dumpling") == [15, None]
    assert column(party(2, CLASSIC, words + " dumpling"), "dumpling") == [15, None]


def test_edamame():
    """Party, Card guide, Edamame, example: 3, 2, 1 and none score 6, 4, 2."""
    words = "red edamame edamame edamame orange edamame edamame yellow edamame"
    assert column(party(4, URAMAKI, words), "edamame") == [6, 4, 2, None]


def test_edamame_of_one_player_only():
    """Party, Card guide, Edamame: worth 0 if only 1 player plays any."""
    assert party(3, URAMAKI, "red edamame edamame") == [{"edamame": 0}, {}, {}]


def test_edamame_is_worth_four_at_most():
    """Party, Card guide, Edamame: the most a card can be worth is 4, with more opponents too."""
    menu = "maki tempura sashimi edamame wasabi tea pudding"
    badges = "red orange yellow green cyan blue"
    words = " ".join(f"{badge} edamame" for badge in badges.split()) + " red edamame"
    assert column(party(6, menu, words), "edamame") == [8, 4, 4, 4, 4, 4]


def test_eel():
    """Party, Card guide, Eel: 1 loses 3, 2 or more score 7 in all."""
    words = "red eel orange eel eel yellow eel eel eel"
    assert column(party(4, TEMAKI, words), "eel") == [-3, 7, 7, None]


def test_onigiri():
    """Party, Card guide, Onigiri, example: circle, triangle, square, square score 10."""
    words = "red onigiri-circle onigiri-triangle onigiri-square onigiri-square"
    assert column(party(3, TEMAKI, words), "onigiri") == [10, None, None]


def test_onigiri_in_several_sets():
    """Party, Card guide, Onigiri: 1, 4, 9, 16 for each set of unique shapes."""
    shapes = "onigiri-circle onigiri-triangle onigiri-square onigiri-rectangle"
    assert column(party(3, TEMAKI, f"red {shapes} {shapes}"), "onigiri") == [32, None, None]
    words = f"red {shapes} onigiri-circle onigiri-square orange onigiri-triangle"
    assert column(party(2, TEMAKI, words), "onigiri") == [16 + 4, 1]


def test_sashimi_and_tempura():
    """Party, Card guide, Sashimi: 10 for 3. Tempura: 5 for 2. Sets may be several."""
    words = "red" + " sashimi" * 7 + " tempura" * 3
    words += " orange sashimi tempura tempura tempura tempura"
    by = party(3, CLASSIC, words + " yellow tempura")
    assert by[0] == {"sashimi": 20, "tempura": 5}
    assert by[1] == {"sashimi": 0, "tempura": 10}
    assert by[2] == {"tempura": 0}


def test_tofu():
    """Party, Card guide, Tofu: 1 is 2, 2 are 6, 3 or more are worth nothing."""
    words = "red tofu orange tofu tofu yellow tofu tofu tofu"
    assert column(party(3, TEMAKI, words), "tofu") == [2, 6, 0]


def test_miso_soup_that_survived():
    """Party, Card guide, Miso soup: 3 each; you may score multiple in a round."""
    assert party(2, MISO, "red miso-soup miso-soup") == [{"miso-soup": 6}, {}]


def test_chopsticks_and_spoon_unused():
    """Party, Card guide, Chopsticks, Spoon: worth 0 at the end of the round."""
    words = "red chopsticks-1 orange spoon-4"
    assert party(3, "big-banquet", words) == [{"chopsticks": 0}, {"spoon": 0}, {}]


def test_tea():
    """Party, Card guide, Tea, example: wasabi, squid and two salmon make a tea worth 4."""
    menu = "maki tempura sashimi miso-soup wasabi tea green-tea-ice-cream"
    words = "red wasabi squid-nigiri salmon-nigiri salmon-nigiri tea"
    assert party(3, menu, words)[0] == {"wasabi": 0, "nigiri": 13, "tea": 4}


def test_tea_counts_itself():
    """Okanjo's rules 1.2, tea: 1 tea alone is 1; 3 teas and nothing larger are 9."""
    assert column(party(2, TEMAKI, "red tea"), "tea") == [1, None]
    words = "red tea tea tea eel eel orange tofu"
    assert column(party(2, TEMAKI, words), "tea") == [9, None]


def test_tea_counts_the_desserts_of_this_round():
    """Okanjo's rules 1.2: colours count what lies in the tray, this round's desserts too."""
    fruit = " fruit-watermelon-orange" * 3
    assert column(party(2, TEMAKI, "red tea" + fruit), "tea") == [3, None]
    example = Example("sushi-go-party", 2, TEMAKI).scan(f"red{fruit} score next")
    assert column(example.by("red tea"), "tea") == [1, None]


def test_soy_sauce():
    """Party, Card guide, Soy sauce: 4 for each, with the most different colours or tied."""
    words = "red soy-sauce soy-sauce eel tofu orange eel tofu temaki yellow soy-sauce tea"
    assert column(party(3, TEMAKI, words), "soy-sauce") == [8, None, 0]


def test_soy_sauce_against_a_seat_without_any():
    """Okanjo's rules 1.2, soy sauce: the most among all seats, soy or no soy."""
    words = "red soy-sauce eel orange eel tofu temaki"
    assert column(party(2, TEMAKI, words), "soy-sauce") == [0, None]


def test_nigiri_and_wasabi_are_one_colour():
    """Okanjo's rules 1.1: wasabi shares yellow with the nigiri, the rest has its own."""
    menu = "temaki tempura tofu eel soy-sauce wasabi fruit"
    words = "red soy-sauce wasabi egg-nigiri orange tofu temaki"
    assert column(party(2, menu, words), "soy-sauce") == [4, None]
    words += " eel"
    assert column(party(2, menu, words), "soy-sauce") == [0, None]
