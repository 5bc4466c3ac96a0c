"""Sushi Go Party!, cards that act during a round, worked example by worked example, in live."""

from support.playing import Example, column

MISO = "uramaki tempura tofu miso-soup special-order chopsticks pudding"
MENU = "temaki tempura tofu miso-soup menu wasabi pudding"
STICKS = "uramaki tempura tofu miso-soup chopsticks wasabi pudding"
SPOON = "uramaki tempura tofu miso-soup spoon chopsticks pudding"
ORDERS = "uramaki tempura tofu dumpling special-order wasabi pudding"


def live(seats, menu, words=""):
    return Example("sushi-go-party", seats, menu, commands="live").scan(words)


# --- miso soup -------------------------------------------------------------------


def test_two_miso_soups_in_a_turn_are_discarded():
    """Party, Card guide, Miso soup: all are discarded at once; those of earlier turns stay."""
    example = live(3, MISO, "red miso-soup orange tofu yellow tofu")
    example.scan("red miso-soup/2 orange miso-soup/3 yellow tofu")
    assert example.refuses("miso-soup/2") == "discarded"
    assert column(example.by(), "miso-soup") == [3, None, None]


def test_a_second_miso_soup_by_chopsticks():
    """Party, Card guide, Miso soup: by chopsticks, spoon, menu or order it counts in that turn."""
    example = live(2, MISO, "red chopsticks-1 orange tofu")
    assert example.live("red miso-soup orange tofu") == [3, 6]
    assert example.live("chopsticks-1/1 miso-soup") == [0, 6]


def test_an_order_of_a_miso_soup_is_played_this_turn():
    """Party, Card guide, Special order, Miso soup: with any other of the turn, all go."""
    example = live(2, MISO, "red miso-soup/1 orange tofu")
    assert example.live("red special-order/1 miso-soup/1 orange tofu") == [6, 6]
    example = live(2, MISO, "red miso-soup/1 orange tofu")
    example.scan("red special-order/1 miso-soup/1 orange miso-soup/2")
    assert example.by() == [{"miso-soup": 3}, {"tofu": 2}]


# --- chopsticks and spoon --------------------------------------------------------


def test_chopsticks():
    """Party, Card guide, Chopsticks: a second card; the chopsticks go back into the hand."""
    example = live(2, STICKS, "red chopsticks-2/1 orange tofu")
    example.scan("red tempura chopsticks-2/1 tempura orange tofu")
    assert example.live() == [5, 6]
    example.scan("red tofu orange chopsticks-2/1")  # passed on, and played again
    assert example.by() == [{"tempura": 5, "tofu": 2}, {"tofu": 6, "chopsticks": 0}]


def test_chopsticks_wait_for_a_later_turn():
    """Party, Card guide, Chopsticks: nothing happens on the turn when you play them."""
    example = live(2, STICKS, "red chopsticks-2/1")
    assert example.refuses("chopsticks-2/1") == "too-new"


def test_one_bonus_action_a_turn():
    """Party (later printing), Special card actions: one bonus action card on a turn."""
    example = live(2, STICKS, "red chopsticks-1/1 orange tofu red chopsticks-2/1 orange tofu")
    example.scan("red tempura orange tofu chopsticks-1/1 tempura")
    assert example.refuses("chopsticks-2/1") == "one-bonus"


def test_no_bonus_action_on_the_last_turn():
    """Okanjo's protocol, live: not on the last turn, hands are empty."""
    sorts = [("tempura", 8), ("sashimi", 8), ("dumpling", 8), ("green-tea-ice-cream", 15)]
    sorts += [("maki-1", 4), ("maki-2", 5), ("maki-3", 3), ("salmon-nigiri", 5)]
    cards = iter([face for face, copies in sorts for _ in range(copies)])
    turns = [["chopsticks-1/1", *(next(cards) for _ in range(7))]]
    turns += [[next(cards) for _ in range(8)] for _ in range(6)]
    menu = "maki tempura sashimi dumpling chopsticks wasabi green-tea-ice-cream"
    example = live(8, menu, " ".join(card for turn in turns for card in turn))
    assert example.refuses("chopsticks-1/1") == "not-now"


def test_spoon():
    """Party, Card guide, Spoon: the card named is played; the spoon goes into that hand."""
    example = live(3, SPOON, "red spoon-4/1 orange tofu yellow tofu")
    example.scan("red tempura orange tofu yellow tofu spoon-4/1 tempura")
    assert example.live() == [5, 6, 6]
    example.scan("red tofu orange spoon-4/1 yellow tempura")
    assert column(example.by(), "spoon") == [None, 0, None]


def test_a_spoon_that_nobody_can_serve():
    """Party, Card guide, Spoon: if no opponent has the card, the spoon is discarded."""
    example = live(3, SPOON, "red spoon-4/1 orange tofu yellow tofu")
    example.scan("red tempura orange tofu yellow tofu spoon-4/1 next")
    assert example.scan("red").refuses("spoon-4/1") == "discarded"
    assert column(example.by(), "spoon") == [None, None, None]


# --- extra cards, and the order of actions ---------------------------------------


def test_an_extra_uramaki_scores_at_once():
    """Party, Extra rules, Uramaki: with ten or more icons, immediately score them."""
    example = live(2, STICKS, "red chopsticks-1/1 orange uramaki-5 red uramaki-5 orange tofu")
    example.scan("red tofu orange uramaki-4 chopsticks-1/1 uramaki-5")
    assert example.live()[0] == 8 + 2


def test_an_order_has_to_copy_where_it_can():
    """Okanjo's protocol, live: NEXT is refused while there is something to copy."""
    example = live(2, ORDERS, "red tofu/1 orange tofu red special-order")
    assert example.refuses("next") == "not-now"
    assert example.by("tofu/1") == [{"tofu": 6}, {"tofu": 2}]


def test_an_order_of_a_loose_nigiri_in_live():
    """Party, Card guide, Special order, Nigiri: it may go on a wasabi, and then is three times."""
    words = "red egg-nigiri/1 orange tofu red wasabi/1 orange tofu red special-order egg-nigiri/1 "
    assert live(2, ORDERS, words + "wasabi/1 orange tempura").live()[0] == 1 + 3
    assert live(2, ORDERS, words + "next orange tempura").live()[0] == 1 + 1
    words += "orange tempura red squid-nigiri"
    assert live(2, ORDERS, words).by()[0] == {"wasabi": 0, "nigiri": 1 + 1 + 9}


def test_menu():
    """Party, Card guide, Menu: one of four cards drawn is played; the menu is discarded."""
    example = live(2, MENU, "red menu-7/1 orange tofu menu-7/1")
    assert example.refuses("menu-8/1") is not None  # except another menu card
    example.scan("tofu")
    assert example.scan("red").refuses("menu-7/1") == "discarded"
    assert example.by() == [{"tofu": 2}, {"tofu": 2}]


def test_a_menu_has_to_be_served():
    """Okanjo's protocol, live: the next turn cannot open while a menu waits."""
    example = live(2, MENU, "red menu-7/1 orange tofu")
    assert example.scan("red").refuses("tofu/5") == "not-now"
    assert example.refuses("next") == "not-now"
