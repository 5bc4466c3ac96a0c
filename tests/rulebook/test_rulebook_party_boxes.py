"""Sushi Go Party!, takeout boxes and the uramaki race as they are played, in live."""

from support.playing import Example, column

BOXES = "uramaki tempura tofu sashimi takeout-box wasabi pudding"
ORDERS = "uramaki tempura tofu eel special-order takeout-box pudding"
URAMAKI = "uramaki onigiri dumpling edamame special-order tea green-tea-ice-cream"


def live(seats, menu, words=""):
    return Example("sushi-go-party", seats, menu, commands="live").scan(words)


def test_a_box_may_flip_nothing():
    """Party, Card guide, Takeout box: any number; the box itself is discarded."""
    example = live(2, BOXES, "red tofu/1 orange tofu red takeout-box-10/1 orange tempura next")
    example.scan("red tempura orange tempura")
    assert example.scan("red").refuses("takeout-box-10/1") == "discarded"
    assert example.by() == [{"tofu": 2, "tempura": 0}, {"tofu": 2, "tempura": 5}]


def test_a_box_flips_no_card_of_its_own_turn():
    """Party, Card guide, Takeout box: the cards you played on previous turns."""
    menu = BOXES.replace("wasabi", "chopsticks")
    example = live(2, menu, "red chopsticks-1/1 orange tofu")
    example.scan("red takeout-box-10/1 orange tofu chopsticks-1/1 tempura/1 takeout-box-10/1")
    assert example.refuses("tempura/1") == "too-new"


def test_a_box_uncovers_wasabi_for_the_next_nigiri():
    """Okanjo's rules 1.3, takeout box: the nigiri flipped, its wasabi is uncovered again."""
    example = live(2, BOXES, "red wasabi/1 orange tofu red egg-nigiri/1 orange tofu")
    example.scan("red takeout-box-12/1 orange tempura takeout-box-12/1 egg-nigiri/1 next")
    assert example.live()[0] == 2
    assert example.by("red squid-nigiri orange tempura")[0] == {
        "wasabi": 0,
        "flipped": 2,
        "nigiri": 9,
    }


# --- uramaki ---------------------------------------------------------------------


def test_uramaki_in_live():
    """Party, Card guide, Uramaki, example: both at 12 on one turn score 8; the rest's most, 2."""
    example = live(4, URAMAKI, "red uramaki-5 orange uramaki-5 yellow uramaki-3 green tea")
    example.scan("red uramaki-4 orange uramaki-4 yellow dumpling green dumpling")
    example.scan("red uramaki-3 orange uramaki-3 yellow dumpling green dumpling")
    assert example.refuses("uramaki-5/1") == "discarded"
    assert column(example.by(), "uramaki") == [8, 8, 2, None]


def test_an_order_of_a_uramaki_wins_the_race():
    """Party, Card guide, Special order, Uramaki: score at once, discarded with the uramaki."""
    example = live(2, ORDERS, "red uramaki-5/1 orange tofu red special-order/1 uramaki-5/1")
    assert example.live("orange tofu") == [8, 6]
    assert example.scan("red").refuses("special-order/1") == "discarded"
