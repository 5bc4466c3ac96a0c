"""Sushi Go Party!: special orders and takeout boxes, scanned in tally."""

from support.playing import Example, party

ORDERS = "uramaki tempura tofu miso-soup special-order wasabi fruit"
BOXES = "uramaki tempura tofu sashimi takeout-box wasabi pudding"


def alone(menu, words):
    """What red's tray is worth at a table for two."""
    return party(2, menu, "red " + words)[0]


# --- special order ---------------------------------------------------------------


def test_order_with_nothing_to_copy():
    """Party, Card guide, Special order: with nothing to copy it is discarded at once."""
    example = Example("sushi-go-party", 2, ORDERS).scan("red special-order/1 next")
    assert example.refuses("special-order/1") == "discarded"
    assert example.by() == [{}, {}]


def test_order_of_a_nigiri_on_wasabi_is_not_on_it():
    """Party, Card guide, Special order, Nigiri: not on top of the copied one's wasabi."""
    words = "wasabi/1 squid-nigiri/1 special-order squid-nigiri/1"
    assert alone(ORDERS, words) == {"wasabi": 0, "nigiri": 9 + 3}
    example = Example("sushi-go-party", 2, ORDERS).scan("red wasabi/2 wasabi/1 squid-nigiri/1")
    example.scan("special-order squid-nigiri/1")
    assert example.refuses("next") == "not-now"  # nothing was asked
    assert example.by()[0] == {"wasabi": 0, "nigiri": 9 + 3}


def test_order_of_a_loose_nigiri_may_go_on_a_wasabi():
    """Party, Card guide, Special order, Nigiri: you may play it on top of the wasabi."""
    words = "salmon-nigiri/1 wasabi/1 special-order salmon-nigiri/1 "
    assert alone(ORDERS, words + "wasabi/1") == {"wasabi": 0, "nigiri": 2 + 6}
    assert alone(ORDERS, words + "next") == {"wasabi": 0, "nigiri": 2 + 2}
    assert alone(ORDERS, words + "tofu") == {"wasabi": 0, "nigiri": 2 + 2, "tofu": 2}


def test_wasabi_declined_takes_the_next_nigiri():
    """Okanjo's rules 1.3, special order: the seat may; the wasabi stays uncovered."""
    words = "salmon-nigiri/1 wasabi/1 special-order salmon-nigiri/1 next squid-nigiri"
    assert alone(ORDERS, words) == {"wasabi": 0, "nigiri": 2 + 2 + 9}


def test_order_of_a_uramaki_goes_with_it():
    """Party, Card guide, Special order, Uramaki: its icons count; discarded with the uramaki."""
    example = Example("sushi-go-party", 2, ORDERS)
    example.scan("red uramaki-5/1 special-order/1 uramaki-5/1")
    assert example.refuses("special-order/1") == "discarded"
    assert example.by() == [{"uramaki": 8}, {}]


def test_order_of_a_dessert_is_kept():
    """Party, Card guide, Special order, Fruit: it is moved to the desserts, out of the deck."""
    example = Example("sushi-go-party", 2, ORDERS)
    example.scan("red fruit-watermelon-orange/1 special-order/1 fruit-watermelon-orange/1 score")
    assert example.scan("next red").refuses("special-order/1") == "kept"
    end = example.end("orange tofu")["seats"][0]
    assert end["desserts"] == {"points": 1 + 1 - 2, "cards": 2, "by": {"fruit": 0}}


# --- takeout box -----------------------------------------------------------------


def test_a_box_never_stays_on_the_table():
    """Party, Card guide, Takeout box, Menu: discarded; the tally has no place for them."""
    example = Example("sushi-go-party", 2, BOXES).scan("red")
    assert example.refuses("takeout-box-10") == "never-stays"


def test_a_flipped_dessert_is_none():
    """Okanjo's rules 1.3, takeout box: 2 points now, nothing kept."""
    end = Example("sushi-go-party", 2, BOXES).end("red flip pudding orange tofu")
    assert end["seats"][0]["rounds"][0] == {"points": 2, "by": {"flipped": 2}}
    assert [seat["desserts"]["cards"] for seat in end["seats"]] == [0, 0]
