"""Sushi Go Party!: special orders and takeout boxes, scanned in tally."""

from support.playing import Example, column, party

ORDERS = "uramaki tempura tofu miso-soup special-order wasabi fruit"
CHOPSTICKS = "maki tempura tofu dumpling special-order chopsticks pudding"
FLIPS = "maki tempura tofu eel special-order takeout-box pudding"
BOXES = "uramaki tempura tofu sashimi takeout-box wasabi pudding"
SOY = "maki tempura tofu eel soy-sauce takeout-box fruit"
TEA = "maki tempura tofu eel tea takeout-box green-tea-ice-cream"


def alone(menu, words):
    """What red's tray is worth at a table for two."""
    return party(2, menu, "red " + words)[0]


# --- special order ---------------------------------------------------------------


def test_order_scores_as_the_card_it_copies():
    """Party, Card guide, Special order: it scores as if it is the card it is copying."""
    assert alone(ORDERS, "tofu/1 special-order tofu/1") == {"tofu": 6}


def test_order_copies_all_icons():
    """Party, Card guide, Special order: a copy has all of the same icons."""
    by = party(2, CHOPSTICKS, "red maki-3/1 special-order maki-3/1 orange maki-2 maki-3")
    assert column(by, "maki") == [6, 3]
    by = party(2, ORDERS, "red uramaki-4/1 special-order uramaki-4/1 orange uramaki-5")
    assert column(by, "uramaki") == [8, 0]


def test_order_with_nothing_to_copy():
    """Party, Card guide, Special order: with nothing to copy it is discarded at once."""
    example = Example("sushi-go-party", 2, ORDERS).scan("red special-order/1 next")
    assert example.refuses("special-order/1") == "discarded"
    assert example.by() == [{}, {}]


def test_order_may_bring_the_card_it_copies():
    """Okanjo's protocol, special order: a fresh card is laid first, then copied."""
    assert alone(ORDERS, "special-order tempura") == {"tempura": 5}


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


def test_order_of_a_wasabi_is_a_new_wasabi():
    """Party, Card guide, Special order, Wasabi: covered or not, the copy has no nigiri on it."""
    words = "wasabi/1 egg-nigiri special-order wasabi/1 squid-nigiri"
    assert alone(ORDERS, words) == {"wasabi": 0, "nigiri": 3 + 9}


def test_order_of_an_order():
    """Party, Card guide, Special order: it is whatever that special order is copying."""
    words = "tofu/1 special-order/1 tofu/1 special-order/2 special-order/1"
    assert alone(ORDERS, words) == {"tofu": 0}
    words = "tempura/1 special-order/1 tempura/1 special-order/2 special-order/1 special-order/3"
    assert alone(ORDERS, words + " special-order/2") == {"tempura": 10}


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


def test_order_of_chopsticks():
    """Okanjo's rules 1.2: unused it counts as a card of its colour and scores 0."""
    assert alone(CHOPSTICKS, "chopsticks-2 special-order chopsticks-2/1") == {"chopsticks": 0}


def test_order_of_a_card_that_left_the_tray():
    """Okanjo's protocol, special order: a face names a copied card that has left the tray."""
    assert alone(CHOPSTICKS, "special-order face:chopsticks-2") == {"chopsticks": 0}
    words = "wasabi/1 special-order face:squid-nigiri wasabi/1"  # it counts as loose
    assert alone(ORDERS, words) == {"wasabi": 0, "nigiri": 9}


def test_order_takes_the_colour_of_what_it_copies():
    """Party (later printing), Card guide, Soy sauce, Tea: special order has the copied colour."""
    tea = "uramaki tempura tofu eel special-order tea fruit"
    assert alone(tea, "tea eel/1 special-order eel/1 tofu") == {"tea": 2, "eel": 7, "tofu": 2}
    soy = tea.replace("tea", "soy-sauce")
    words = "red soy-sauce eel/1 special-order eel/1 orange tofu tempura"
    assert column(party(2, soy, words), "soy-sauce") == [4, None]
    words += " uramaki-3"
    assert column(party(2, soy, words), "soy-sauce") == [0, None]


# --- takeout box -----------------------------------------------------------------


def test_flipped_cards_are_worth_two():
    """Party, Card guide, Takeout box: no longer the card on their front, 2 points each."""
    assert alone(BOXES, "flip tofu flip tofu tofu") == {"flipped": 4, "tofu": 2}
    assert alone(BOXES, "tofu/1 tofu/2 tofu/3 flip tofu/2") == {"flipped": 2, "tofu": 6}


def test_a_box_never_stays_on_the_table():
    """Party, Card guide, Takeout box, Menu: discarded; the tally has no place for them."""
    example = Example("sushi-go-party", 2, BOXES).scan("red")
    assert example.refuses("takeout-box-10") == "never-stays"


def test_the_order_stays_what_it_was():
    """Party, Card guide, Takeout box: a copied card may be flipped, the order goes on copying."""
    words = "tofu/1 special-order tofu/1 flip tofu/1"
    assert alone(FLIPS, words) == {"flipped": 2, "tofu": 2}


def test_order_of_a_flipped_card_is_flipped():
    """Party, Card guide, Special order: if you copy a flipped card, flip special order too."""
    assert alone(FLIPS, "flip tofu/1 special-order tofu/1") == {"flipped": 4}
    assert alone(FLIPS, "tofu flip special-order") == {"tofu": 2, "flipped": 2}


def test_flipping_a_wasabi():
    """Okanjo's rules 1.3, takeout box: its nigiri is worth its plain points again."""
    words = "wasabi/1 squid-nigiri/1 flip wasabi/1"
    assert alone(BOXES, words) == {"flipped": 2, "nigiri": 3}


def test_flipping_a_nigiri_uncovers_its_wasabi():
    """Okanjo's rules 1.3, takeout box: the wasabi is uncovered again."""
    words = "wasabi/1 egg-nigiri/1 flip egg-nigiri/1 squid-nigiri"
    assert alone(BOXES, words) == {"wasabi": 0, "flipped": 2, "nigiri": 9}


def test_a_flipped_uramaki_does_not_race():
    """Party, Card guide, Takeout box: no longer considered the card on its front."""
    words = "uramaki-5/1 flip uramaki-5/1 uramaki-5/2"
    assert alone(BOXES, words) == {"flipped": 2, "uramaki": 8}  # five icons, the most left


def test_a_flipped_dessert_is_none():
    """Okanjo's rules 1.3, takeout box: 2 points now, nothing kept."""
    end = Example("sushi-go-party", 2, BOXES).end("red flip pudding orange tofu")
    assert end["seats"][0]["rounds"][0] == {"points": 2, "by": {"flipped": 2}}
    assert [seat["desserts"]["cards"] for seat in end["seats"]] == [0, 0]


def test_flipped_cards_are_one_colour_for_tea():
    """Okanjo's rules 1.2: all flipped cards of a seat are one colour group of their own."""
    assert alone(TEA, "tea flip tofu flip eel flip tempura eel") == {
        "tea": 3,
        "flipped": 6,
        "eel": -3,
    }


def test_flipped_cards_are_one_colour_for_soy_sauce():
    """Party (later printing), Soy sauce: flipped cards count as their own separate colour."""
    words = "red soy-sauce flip tofu flip eel orange tofu tempura"
    assert column(party(2, SOY, words), "soy-sauce") == [4, None]
    assert column(party(2, SOY, words + " eel"), "soy-sauce") == [0, None]
