"""Lanes: what each scanner remembers for itself, and what it must not keep."""

import pytest
from support.playing import Example, play, told

CLASSIC = "sushi-go-classic"
ORDERS = "maki tempura tofu eel special-order tea fruit"
BOXES = "maki tempura tofu special-order takeout-box sashimi fruit"
FLIPS = "maki tempura sashimi tofu takeout-box wasabi pudding"


def own(menu):
    return "\n".join(f"kind {slug}" for slug in menu.split())


def lanes(script, game=f"preset {CLASSIC}"):
    return play(f"{game}\nbadge red\nbadge orange\nbadge yellow\ncommand next\n{script}")


def test_the_active_seat_is_remembered_per_lane():
    table, refused = lanes(
        "badge red\n1: badge orange\ncard sushi-go-party/tempura/1\n1: card sushi-go-party/tofu/1\n"
        "1: card sushi-go-party/tempura/2\ncard sushi-go-party/tempura/3"
    )
    assert [len(tray) for tray in table.round.layout.trays] == [2, 1, 0]
    assert refused == [("card sushi-go-party/tofu/1", "not-on-menu")]


def test_a_seats_own_scanner_needs_no_badge():
    table, refused = lanes("orange: card sushi-go-party/tempura/1\norange: badge orange")
    assert (refused, len(table.round.layout.trays[1])) == ([], 1)


def test_a_seats_own_scanner_scans_for_no_other():
    assert lanes("orange: badge red")[1] == [("badge red", "not-now")]


def test_the_scanner_of_a_badge_that_does_not_play_is_anybodys():
    table, refused = lanes(
        "white: card sushi-go-party/tempura/1\nwhite: badge red\n"
        "white: card sushi-go-party/tempura/1"
    )
    assert refused == [("card sushi-go-party/tempura/1", "no-seat")]
    assert len(table.round.layout.trays[0]) == 1


def test_a_new_round_forgets_the_active_seats_of_the_shared_scanners():
    end = "\ncommand score\ncommand score\ncommand next\n"
    card = "card sushi-go-party/tempura/1"
    assert lanes(f"badge red{end}{card}")[1] == [(card, "no-seat")]
    assert lanes(f"1: badge red{end}1: {card}")[1] == []
    assert lanes(f"red: {card}{end}red: {card}")[1] == []


def test_what_is_awaited_is_remembered_per_lane():
    table, refused = lanes(
        "red: card sushi-go-party/special-order/1\norange: card sushi-go-party/tofu/1\n"
        "red: card sushi-go-party/tofu/2\norange: command next",
        own(ORDERS),
    )
    assert refused == [("command next", "not-now")]
    assert [seat["live"] for seat in told(table)["seats"]] == [6, 2, 0]


def test_no_round_ends_while_another_scanner_waits_for_what_is_copied():
    _, refused = lanes(
        "red: card sushi-go-party/special-order/1\ncommand score",
        own(ORDERS),
    )
    assert refused == [("command score", "not-now")]


@pytest.mark.parametrize("ends", ["command flip\n1: card", "command remove\n1: card"])
def test_what_another_scanner_flips_or_strikes_is_waited_for_no_more(ends):
    """An order that lies flipped copies nothing; one that was struck is gone."""
    order = "card sushi-go-party/special-order/1"
    table, refused = lanes(
        f"badge red\n1: badge red\n{order}\n1: {ends} sushi-go-party/special-order/1\n"
        "card sushi-go-party/tofu/1\ncommand score",
        own(BOXES),
    )
    assert (refused, table.asked) == ([], "score")


def test_a_wasabi_that_is_flipped_elsewhere_takes_no_nigiri():
    wasabi = "card sushi-go-party/wasabi/1"
    table, refused = lanes(
        f"badge red\n1: badge red\ncard sushi-go-party/egg-nigiri/1\n{wasabi}\n{wasabi}\n"
        f"1: command flip\n1: {wasabi}\ncard sushi-go-party/egg-nigiri/1",
        own(FLIPS),
    )
    assert refused == [("card sushi-go-party/egg-nigiri/1", "already-laid")]
    assert [seat["live"] for seat in told(table)["seats"]] == [3, 0, 0]


@pytest.mark.parametrize(
    "ends", ["next", "orange", "yellow tempura/8", "chopsticks-1/1 tofu/8"],
)  # fmt: skip
def test_what_ends_a_takeout_box_in_live(ends):
    """NEXT, a fresh card, a badge, a card of another tray."""
    menu = "maki tempura tofu dumpling takeout-box chopsticks pudding"
    words = "tofu/1 chopsticks-1/1 maki-1 takeout-box-10/1 maki-2/1 takeout-box-10/1 "
    example = Example("sushi-go-party", 3, menu, commands="live").scan(words + ends)
    for lane in example.table.lanes.values():
        assert lane.awaits is None
    assert example.refuses("takeout-box-10/1") in ("discarded", "laid-elsewhere")
