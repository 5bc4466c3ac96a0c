"""What photos of trays would do: in which order, to whom, and what has to be asked first."""

import random

import pytest
from support.photo_rows import EDGE, PARTY, code, planned, questions, row, states, words
from support.soak import share
from support.table_engine import begun

from engine.codes import codebook
from engine.refusals import Refused
from engine.standings import moved
from engine.table import scan_text
from firmware.common.facts.photo import PhotoPlan
from firmware.core.photo.plan import Choices, plan
from firmware.core.photo.trays import Seen

CLASSIC = (PARTY, 3, "sushi-go-classic")
ORDERS = (PARTY, 2, "maki tempura sashimi tofu wasabi special-order pudding")
BOXES = (PARTY, 2, "maki tempura sashimi tofu wasabi takeout-box pudding")
LIVE = "maki tempura tofu dumpling chopsticks wasabi pudding"


def test_a_seats_own_scanner_plans_its_own_tray_and_no_other():
    table = begun(*CLASSIC).table
    made = plan(table, codebook(), [row("tempura/1")], lane="orange")
    assert made.after == scan_text(table, codebook(), " ".join(made.codes), "orange")[0]
    assert (made.seats, made.codes[0]) == ((1,), code("orange"))
    made = plan(table, codebook(), [row("tempura/1 red")], lane="orange")
    assert made.why == Refused("scanner-of-another", seats=(table.seats[1],))


def test_a_tray_is_planned_in_the_order_of_scans_with_what_each_kind_brings():
    made = planned(
        begun(*CLASSIC),
        "tempura/1 tempura/2 wasabi/1 +squid-nigiri/1 egg-nigiri/1 maki-3/1 sashimi/1 pudding/1"
        " red",
    )
    assert words(made.codes) == [
        "red", "egg-nigiri/1", "wasabi/1", "squid-nigiri/1", "tempura/1", "tempura/2", "maki-3/1",
        "sashimi/1", "pudding/1",
    ]  # fmt: skip
    assert moved(made.change, 0) == {"tempura": 5, "nigiri": 10, "maki": 6}
    assert made.seats == (0,)
    assert {*states(made).values()} == {"badge", "counts"}
    assert {card.seat for card in made.cards} == {0}
    (count,) = made.asks
    assert (count.what, count.seat, count.laid, count.dealt) == ("count", 0, 8, 10)


def test_whose_tray_it_is():
    example = begun(*CLASSIC)
    tray = "tempura/1 tempura/2"
    made = planned(example, tray)
    assert (made.codes, made.change, made.why) == ((), None, None)
    assert questions(made, "seat")[0].choices == ("red", "orange", "yellow")
    assert [(card.seat, card.state) for card in made.cards] == [(None, "counts")] * 2
    assert planned(example, tray, seat=1).seats == (1,)
    assert planned(example.scan("yellow"), tray).seats == (2,)
    assert planned(example, f"red {tray}", seat=1).seats == (0,)
    assert planned(example, f"red {tray}", "sashimi/1").seats == (0,)
    white = codebook().label("badge", "white")
    why = planned(example, f"white {tray}", seat=1).cards[0].why
    assert why == Refused("not-playing", white)


def test_two_badges_have_a_tray_each_and_a_card_added_has_to_be_somebodys():
    example = begun(*CLASSIC)
    photo = "red tempura/1 | orange tempura/2 sashimi/1"
    made = planned(example, photo)
    assert made.seats == (0, 1)
    assert words(made.codes) == ["red", "tempura/1", "orange", "tempura/2", "sashimi/1"]
    ask, *_ = planned(example, photo, add=(code("tofu/1"),)).asks
    assert (ask.what, words([ask.card])) == ("seat", ["tofu/1"])
    added = planned(example, photo, seat=1, add=(code("tempura/3"),))
    assert moved(added.change, 1) == {"tempura": 5}
    alone = planned(example, photo, drop=(code("orange"),))
    assert moved(alone.change, 0) == {"tempura": 5}


def test_photos_of_one_tray_are_one_and_the_first_that_shows_a_card_counts():
    example = begun(*CLASSIC)
    made = planned(
        example,
        "red tempura/1 wasabi/1 squid-nigiri/1",
        "red tempura/1 tempura/2 wasabi/1 +squid-nigiri/1",
        "orange tempura/1 sashimi/1",
    )
    assert words(made.codes) == [
        "red", "wasabi/1", "squid-nigiri/1", "tempura/1", "tempura/2", "orange", "sashimi/1",
    ]  # fmt: skip
    again = planned(
        begun(*CLASSIC),
        "red wasabi/1 +egg-nigiri/1",
        "wasabi/1 +squid-nigiri/1",
    )
    assert words(again.codes) == ["red", "squid-nigiri/1", "wasabi/1", "egg-nigiri/1"]


def test_what_lies_there_is_left_and_what_is_refused_says_why():
    example = begun(*CLASSIC).scan("orange tempura/2 red tempura/1")
    made = planned(
        example,
        "tempura/1 tempura/2 sashimi/1 eel/1 990011 001015 face:tempura next",
        drop=(code("sashimi/1"),),
    )
    by = {card.code: (card.state, card.why and card.why.reason) for card in made.cards}
    assert by == {
        code("tempura/1"): ("lies", None),
        code("tempura/2"): ("refused", "laid-elsewhere"),
        code("sashimi/1"): ("dropped", None),
        code("eel/1"): ("refused", "not-on-menu"),
        "990011": ("refused", "unknown-code"),
        "001015": ("refused", "misread"),
        code("face:tempura"): ("refused", "not-now"),
        code("next"): ("refused", "not-now"),
    }
    assert (made.codes, made.change, made.why.reason) == ((), None, "laid-elsewhere")
    (count,) = made.asks
    assert (count.laid, count.dealt) == (1, 10)


def test_badges_on_a_table_sheet_beside_the_tray_are_nobodys():
    tray, sheet = "tempura/1 tempura/2", "orange yellow undo flip dummy"
    for own, whose in (("red ", 0), ("", 2)):
        made = planned(begun(*CLASSIC), f"{own}{tray} | {sheet}", seat=2)
        assert (made.seats, [ask.seat for ask in made.asks]) == ((whose,), [whose])


def test_uramaki_that_took_a_place_lies_in_its_own_tray_and_in_no_other():
    example = begun(PARTY, 2, "uramaki miso-soup tempura tofu menu chopsticks pudding")
    example.scan("red uramaki-5/1 uramaki-5/2 orange uramaki-4/1 uramaki-4/2 uramaki-4/3")
    made = planned(example, "red tofu/1 uramaki-5/1 uramaki-5/2 uramaki-4/1")
    assert states(made) == {
        "red": "badge",
        "tofu/1": "counts",
        "uramaki-5/1": "lies",
        "uramaki-5/2": "lies",
        "uramaki-4/1": "refused",
    }
    assert moved(made.change, 0) == {"tofu": 2}


def test_a_dessert_kept_lies_in_its_own_tray_and_in_no_other():
    example = begun(*CLASSIC).scan("red pudding/1 orange pudding/2 score next")
    made = planned(example, "red pudding/1 pudding/2 tempura/1")
    assert states(made)["pudding/1"] == "lies"
    assert states(made)["pudding/2"] == "refused"


def test_outside_a_round_nothing_counts():
    made = planned(begun(*CLASSIC).scan("score"), "red tempura/1")
    assert (made.codes, made.why.reason) == ((), "not-now")
    assert {card.state for card in made.cards} == {"refused"}


def test_a_nigiri_between_two_wasabi_is_loose_until_it_is_said_where_it_lies():
    example = begun(*CLASSIC)
    places = [(code("red"), 0, 0), (code("wasabi/1"), 100, 0), (code("wasabi/2"), 112, 0),
          (code("squid-nigiri/1"), 106, 30)]  # fmt: skip
    photo = [
        Seen(
            label_code,
            tuple((x + a, y + b) for a, b in ((0, 0), (EDGE, 0), (EDGE, EDGE), (0, EDGE))),
        )
        for label_code, x, y in places
    ]
    nigiri = code("squid-nigiri/1")
    made = plan(example.table, codebook(), [photo])
    (ask,) = questions(made, "wasabi")
    assert (ask.card, ask.seat) == (nigiri, 0)
    assert {*ask.choices} == {code("wasabi/1"), code("wasabi/2"), ""}
    assert made.change
    assert moved(made.change, 0) == {"nigiri": 3}
    for under, points in ((code("wasabi/2"), 9), ("", 3)):
        made = plan(example.table, codebook(), [photo], None, Choices(on={nigiri: under}))
        assert not questions(made, "wasabi")
        assert made.change
        assert moved(made.change, 0) == {"nigiri": points}


def test_what_is_said_of_a_wasabi_stands_over_what_is_seen():
    example = begun(*CLASSIC)
    photo = "red wasabi/1 +egg-nigiri/1 squid-nigiri/1"
    under, egg, squid = code("wasabi/1"), code("egg-nigiri/1"), code("squid-nigiri/1")
    assert moved(planned(example, photo).change, 0) == {"nigiri": 6}
    assert moved(planned(example, photo, on={squid: under}).change, 0) == {"nigiri": 10}
    assert moved(planned(example, photo, on={egg: ""}).change, 0) == {"nigiri": 4}
    assert moved(planned(example, photo, on={egg: code("tempura/1")}).change, 0) == {"nigiri": 4}
    gone = planned(example, photo, drop=(under,), on={egg: under})
    assert moved(gone.change, 0) == {"nigiri": 4}


def test_a_nigiri_goes_on_the_wasabi_that_lies_there_already():
    example = begun(*CLASSIC).scan("red wasabi/1")
    made = planned(example, "egg-nigiri/1 wasabi/1 +squid-nigiri/1")
    assert moved(made.change, 0) == {"nigiri": 10}
    assert states(made)["wasabi/1"] == "lies"


def test_a_card_nobody_sees_is_added_in_its_place_as_often_as_it_lies_there():
    example = begun(*CLASSIC)
    face, under = code("face:egg-nigiri"), code("wasabi/1")
    made = planned(
        example,
        "red wasabi/1",
        add=(face, face, code("tempura/1"), code("wasabi/1"), code("red")),
        on={face: under},
    )
    assert words(made.codes) == ["red", "egg-nigiri", "wasabi/1", "egg-nigiri", "tempura/1"]
    assert moved(made.change, 0) == {"nigiri": 4}


def test_a_flipped_card_is_preceded_by_flip_or_left_out():
    example = begun(*BOXES).scan("red maki-3/1")
    made = planned(
        example,
        "red tempura/1 tempura/2 sashimi/1",
        flipped=(code("tempura/2"), code("sashimi/2"), code("maki-3/1"), code("eel/1")),
    )
    assert words(made.codes) == [
        "red", "tempura/1", "flip", "tempura/2", "sashimi/1", "flip", "sashimi/2", "flip",
        "maki-3/1",
    ]  # fmt: skip
    assert moved(made.change, 0) == {"flipped": 6, "maki": -6}
    assert states(made)["eel/1"] == "refused"
    none = planned(begun(*CLASSIC), "red tempura/1 tempura/2", flipped=(code("tempura/2"),))
    assert states(none)["tempura/2"] == "refused"
    assert words(none.codes) == ["red", "tempura/1"]


def test_a_special_order_asks_what_it_copies_and_waits_to_the_end():
    example = begun(*ORDERS)
    photo = "red special-order/1 tempura/1 squid-nigiri/1 | orange special-order/2 tempura/2"
    made = planned(example, photo)
    first, _ = questions(made, "copy")
    assert words([first.card, *first.choices[:-1]]) == [
        "special-order/1", "squid-nigiri/1", "tempura/1",
    ]  # fmt: skip
    assert first.choices[-1] == "next"
    assert words(made.codes)[-2:] == ["red", "special-order/1"]
    assert (states(made)["special-order/1"], states(made)["special-order/2"]) == (
        "counts", "refused",
    )  # fmt: skip
    answered = planned(
        example,
        photo,
        copies={code("special-order/1"): code("tempura/1"), code("special-order/2"): "next"},
    )
    assert not questions(answered, "copy")
    assert moved(answered.change, 0) == {"nigiri": 3, "tempura": 5}
    assert len(answered.after.round.layout.trays[1]) == 1


def test_a_special_order_may_copy_another_or_what_has_left_the_tray():
    example = begun(*ORDERS)
    order, other = code("special-order/1"), code("special-order/2")
    photo = "red special-order/1 special-order/2 squid-nigiri/1"
    made = planned(example, photo, copies={order: other, other: code("squid-nigiri/1")})
    assert moved(made.change, 0) == {"nigiri": 9}
    made = planned(example, photo, copies={order: code("face:tempura"), other: order})
    assert moved(made.change, 0) == {"nigiri": 3, "tempura": 5}
    made = planned(example, photo, copies={order: code("eel/1"), other: "score"})
    assert len(questions(made, "copy")) == 2


def test_an_order_that_copies_a_nigiri_may_lie_on_a_wasabi():
    example = begun(*ORDERS)
    order, egg, under = code("special-order/1"), code("squid-nigiri/1"), code("wasabi/1")
    photo = "red special-order/1 squid-nigiri/1 wasabi/1 tempura/1"
    made = planned(example, photo, copies={order: egg})
    (ask,) = questions(made, "wasabi")
    assert (ask.card, ask.choices) == (order, (under, ""))
    assert moved(made.change, 0) == {"nigiri": 6}
    assert made.after.lanes[0].awaits is None
    for on, points in ((under, 12), ("", 6)):
        made = planned(example, photo, copies={order: egg}, on={order: on})
        assert not questions(made, "wasabi")
        assert made.change
        assert moved(made.change, 0) == {"nigiri": points}


def test_what_another_scan_has_left_open_has_to_be_finished_first():
    example = begun(*ORDERS).scan("red tempura special-order")
    made = planned(example, "red tempura/2")
    assert (made.codes, made.why) == ((), Refused("card-unfinished"))
    for open_ in ("flip", "remove", "red wasabi wasabi/1"):
        example = begun(*BOXES).scan("red squid-nigiri").scan(open_)
        made = planned(example, "red tempura/2")
        assert words(made.codes) == ["red", "tempura/2"]
        assert len(made.after.round.layout.trays[0]) == len(
            example.table.round.layout.trays[0]
        ) + 1  # fmt: skip


def test_an_omakase_hand_has_eight_cards_and_two_for_each_matcha():
    example = begun("omakase", 2)
    names = [label.slug.split("/", 1)[1] for label in codebook().labels
             if label.game == "omakase" and label.type == "card"]  # fmt: skip
    plain = [name for name in names if not name.startswith("matcha")][:9]
    matcha = [name for name in names if name.startswith("matcha")][:1]
    eight = planned(example, f"red {' '.join(plain[:8])}")
    assert eight.asks == ()
    assert sum(moved(eight.change, 0).values()) > 0
    (ask,) = planned(example, f"red {' '.join(plain)}").asks
    assert (ask.what, ask.laid, ask.dealt) == ("count", 9, 8)
    assert planned(example, f"red {' '.join(plain + matcha)}").asks == ()


def test_in_live_a_photo_shows_one_reveal_of_each_seat_beside_its_badge():
    example = begun(PARTY, 3, LIVE, commands="live")
    assert questions(planned(example, "tempura/1"), "seat")
    made = planned(example, "red tempura/1 | orange wasabi/1 | yellow chopsticks-1/1")
    assert made.asks == ()
    assert [bool(reveal) for reveal in made.after.round.turns[0].reveals] == [True] * 3
    example.read(" ".join(made.codes))
    assert example.table == made.after
    made = planned(
        example, "red tempura/2 tempura/1 tofu/1 | orange wasabi/1 +squid-nigiri/1 | yellow"
    )
    assert [len(tray) for tray in made.after.round.layout.trays] == [2, 2, 1]
    assert made.after.round.layout.trays[1][1].on is not None
    refused = [card for card in made.cards if card.state == "refused"]
    assert words([card.code for card in refused]) == ["tofu/1"]
    assert [(ask.what, ask.seat, ask.dealt) for ask in made.asks] == [("count", 2, 1)]


def test_in_live_a_photo_is_of_one_turn():
    example = begun(PARTY, 2, LIVE, commands="live").scan("red tempura")
    made = planned(example, "orange tofu/1 | red tempura/1 tofu/2")
    assert [card.why.case for card in made.cards if card.why] == ["for-next-turn"]


def test_in_live_an_order_copies_what_lay_there_before():
    example = begun(PARTY, 2, "maki tempura sashimi tofu wasabi special-order pudding",
                      commands="live").scan("red tempura orange tofu")  # fmt: skip
    photo = "red tempura/1 special-order/1 | orange tofu/1 tofu/2"
    made = planned(example, photo)
    (ask,) = questions(made, "copy")
    assert words(ask.choices) == ["tempura/1"]
    made = planned(example, photo, copies={ask.card: ask.choices[0]})
    assert moved(made.change, 0) == {"tempura": 5}
    assert moved(made.change, 1) == {"tofu": 4}


MENUS = [
    (PARTY, 3, "sushi-go-classic", ""),
    (PARTY, 3, "maki tempura sashimi tofu wasabi special-order pudding", ""),
    (PARTY, 3, "maki tempura sashimi tofu special-order takeout-box pudding", ""),
    (PARTY, 3, "uramaki tempura sashimi tofu special-order chopsticks pudding", "live"),
    (PARTY, 3, "maki tempura sashimi tofu special-order wasabi pudding", "live"),
    ("sushi-go", 2, "", "dummy"),
    ("omakase", 3, "", ""),
]


def chosen(rng, codes):
    """Whatever somebody might tap, likely or not."""
    some = [label_code for label_code in codes if rng.random() < 0.2]
    answers = [*codes, "next", "", code("score")]
    return {
        "drop": tuple(rng.sample(codes, rng.randrange(3))),
        "add": tuple(rng.sample(codes, rng.randrange(4))),
        "on": {label_code: rng.choice(answers) for label_code in some},
        "copies": {label_code: rng.choice(answers) for label_code in codes},
        "flipped": tuple(rng.sample(codes, rng.randrange(3))),
    }


@pytest.mark.parametrize("menu", MENUS)
def test_whatever_is_chosen_the_codes_do_what_the_plan_says(menu):
    """And every card that is seen or added is told of."""
    for seed in range(share(200)):
        rng = random.Random(seed)
        example = begun(*menu[:3], commands=menu[3])
        labels = [label for label in codebook().labels if label.game == menu[0]]
        cards = [label.code for label in labels if label.kind in example.table.menu]
        others = [label.code for label in codebook().labels if label.type in ("badge", "command")]
        while example.table.phase == "playing":
            codes = rng.sample(cards, 14) + rng.sample(others, 3)
            rng.shuffle(codes)
            photos = [" ".join(rng.choice(["", "", "+"]) + label_code for label_code in part)
                      for part in (codes[:10], codes[10:]) if part]  # fmt: skip
            seat = rng.choice([None, 0, 1])
            made = planned(example, *photos, seat=seat, **chosen(rng, codes))
            assert isinstance(made, PhotoPlan)
            assert {card.code for card in made.cards} >= {*codes}
            counted = [card.code for card in made.cards if card.state == "counts"]
            if made.codes:
                assert {*counted} <= {*made.codes}
            assert made.codes == () or not example.read(" ".join(made.codes))
            assert example.table == made.after
            if rng.random() < 0.5:
                break
