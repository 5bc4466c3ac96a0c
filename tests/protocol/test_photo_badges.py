"""Whose tray a photo shows, where badges lie in it that are not its own. No card may go to a player
whom nobody named.
"""

import random

import pytest
from support.photo_rows import PARTY, code, planned, questions, row, seen_at, states, words
from support.photo_sheets import (
    Layout,
    sheet,
    tray,
    two_trays,
    with_sheet,
    with_tile,
    without,
)  # fmt: skip
from support.table_engine import begun

from engine.codes import codebook
from engine.refusals import Refused
from engine.standings import moved
from firmware.core.photo.trays import arrange, trays_of

CLASSIC = (PARTY, 4, "maki tempura sashimi dumpling soy-sauce tea pudding")
SEATS = ("red", "orange", "yellow", "green")
CARDS = {"tempura/1": (65, 0), "tempura/2": (130, 0), "sashimi/1": (195, 0)}


def seen_labels(**more):
    """Three cards in a row, and what else lies there."""
    return [seen_at(word, *spot) for word, spot in {**CARDS, **more}.items()]


def whose(made):
    """The seats that cards would count for."""
    return {
        SEATS[card.seat] for card in made.cards if card.state == "counts" and card.seat is not None
    }


@pytest.fixture
def example():
    return begun(*CLASSIC).scan("green")


def is_asked(made):
    (ask,) = questions(made, "seat")
    assert ask.choices == SEATS
    assert (made.codes, made.change, whose(made)) == ((), None, set())
    return True


@pytest.mark.parametrize("tile", ["next", "undo", "flip", "face:tempura", "kind:tempura"])
def test_a_badge_beside_a_tile_may_be_the_trays_so_it_is_asked(example, tile):
    photo = [*seen_labels(red=(20, 0)), seen_at(tile, 10, 30)]
    made = planned(example, photo)
    assert is_asked(made)
    (red,) = [card for card in made.cards if card.code == code("red")]
    assert (red.state, red.why) == (
        "refused",
        Refused("beside-tile", codebook().label("badge", "red")),
    )
    # an answer counts, whoever it names
    for seat in range(4):
        assert whose(planned(example, photo, seat=seat)) == {SEATS[seat]}


def test_it_is_asked_though_it_is_the_badge_of_whoever_is_scanned(example):
    photo = seen_labels(green=(20, 0), next=(10, 30))
    assert is_asked(planned(example, photo))
    # whoever scans that badge and then takes the photo has said it twice
    assert whose(planned(example, photo, scanned=True)) == {"green"}
    assert whose(planned(example, photo, photo, scanned=True)) == {"green"}
    assert is_asked(planned(example, seen_labels(red=(20, 0), next=(10, 30)), scanned=True))


def test_whoever_takes_the_tile_or_the_badge_for_none_has_answered(example):
    photo = seen_labels(red=(20, 0), next=(10, 30))
    assert whose(planned(example, photo, drop=(code("next"),))) == {"red"}
    assert whose(planned(example, photo, drop=(code("red"),))) == {"green"}


def test_the_whole_table_sheet_beside_a_tray_with_no_badge(example):
    photo = seen_labels(**sheet(300, 0))
    made = planned(example, photo)
    assert is_asked(made)
    assert {states(made)[word] for word in ("red", "next", "white", "flip")} == {"refused"}
    assert whose(planned(example, photo, seat=1)) == {"orange"}
    # no badge lies beside the cards, so who scans one and then PHOTO has said whose tray it is
    assert whose(planned(example, photo, scanned=True)) == {"green"}
    assert is_asked(planned(begun(*CLASSIC), photo, scanned=True))


def test_the_whole_table_sheet_beside_a_tray_with_its_badge(example):
    board = sheet(300, 0)
    del board["red"]  # it was cut out, and lies beside the tray
    made = planned(example, seen_labels(red=(10, 0), **board))
    assert (whose(made), questions(made, "seat")) == ({"red"}, [])
    assert (made.seats, words(made.codes)) == (
        (0,), ["red", "tempura/1", "tempura/2", "sashimi/1"],
    )  # fmt: skip


def test_a_badge_twice_is_the_one_beside_the_cards(example):
    for photo in (
        [seen_at("red", 10, 0), *seen_labels(**sheet(300, 0))],
        [*seen_labels(**sheet(300, 0)), seen_at("red", 10, 0)],
    ):
        made = planned(example, photo)
        assert (whose(made), questions(made, "seat")) == ({"red"}, [])


def test_a_card_that_lies_on_the_sheet_makes_none_of_its_badges_a_trays(example):
    board = sheet(0, 300)
    x, y = board["white"]
    cards = {"tempura/1": (x + 15, y + 5), "tempura/2": (x + 80, y), "sashimi/1": (x + 145, y)}
    photo = [seen_at(word, *spot) for word, spot in {**board, **cards}.items()]
    assert is_asked(planned(example, photo))
    board["white"], board["orange"] = board["orange"], board["white"]
    photo = [seen_at(word, *spot) for word, spot in {**board, **cards}.items()]
    assert is_asked(planned(example, photo))


def test_the_cards_of_a_badge_beside_a_tile_go_to_no_other_in_the_picture(example):
    """A hand's width apart, or nearer to the badge that was left out; or it has no cards at all."""
    orange = {"orange": (680, 0), "dumpling/1": (430, 0), "dumpling/2": (495, 0)}
    orange |= {"dumpling/3": (560, 0), "dumpling/4": (625, 0)}
    for aside in (0, -100):
        others = {word: (x + aside, y) for word, (x, y) in orange.items()}
        photo = seen_labels(red=(20, 0), next=(10, 30), **others)
        made = planned(example, photo)
        (ask,) = questions(made, "seat")
        assert (ask.card, made.codes, whose(made)) == (None, (), {"orange"})
        astray = [card.code for card in made.cards if card.state == "counts" and card.seat is None]
        assert words(astray) == [*CARDS]
        assert questions(planned(example, photo, scanned=True), "seat")
        made = planned(example, photo, seat=0)
        assert [len(pile) for pile in made.after.round.layout.trays] == [3, 4, 0, 0]
    alone = seen_labels(red=(20, 0), next=(10, 30), orange=(400, 0))
    assert questions(planned(example, alone), "seat")
    assert whose(planned(example, alone, seat=0)) == {"red"}


def test_a_badge_that_is_not_in_the_game_has_no_tray_and_gives_none_away(example):
    made = planned(example, seen_labels(white=(20, 0)))
    assert is_asked(made)
    assert made.cards[0].why == Refused("not-playing", codebook().label("badge", "white"))
    assert whose(planned(example, seen_labels(white=(20, 0)), scanned=True)) == {"green"}
    # where it lies on a sheet, or in a tray that has its own badge, it says nothing
    aside = planned(example, seen_labels(white=(-200, 0), next=(-200, 30)))
    assert (whose(aside), questions(aside, "seat")) == ({"green"}, [])
    stray = planned(example, seen_labels(red=(20, 0), white=(210, 30)))
    assert (whose(stray), questions(stray, "seat")) == ({"red"}, [])
    other = planned(example, seen_labels(red=(20, 0), white=(500, 0), **{"dumpling/1": (550, 0)}))
    (ask,) = questions(other, "seat")
    assert words([ask.card]) == ["dumpling/1"]


def test_the_dummys_badge_is_one_as_well():
    game = begun("sushi-go", 2, commands="dummy").scan("orange")
    words = "tempura/1 tempura/2 dummy +next"
    made = planned(game, words)
    (ask,) = questions(made, "seat")
    assert (ask.choices, made.codes) == (("red", "orange", "dummy"), ())
    (dummy,) = planned(game, words, seat=2).seats
    assert game.table.seats[dummy].badge is None
    assert planned(game, "tempura/1 dummy").seats == (2,)
    # in a game without one it is a tile
    made = planned(begun(*CLASSIC).scan("green"), "tempura/1 tempura/2 | dummy next")
    assert (whose(made), questions(made, "seat")) == ({"green"}, [])


def test_photos_that_add_up_answer_for_each_other_only_where_they_show_the_card(example):
    first = seen_labels(red=(20, 0), next=(10, 30))
    again = [seen_at("red", 20, 0), *seen_labels()]
    made = planned(example, first, again)
    assert (whose(made), questions(made, "seat")) == ({"red"}, [])
    # another tray in the second photo says nothing of the first
    other = row("orange dumpling/1 dumpling/2")
    for photos in ((first, other), (other, first)):
        made = planned(example, *photos)
        assert (whose(made), made.codes) == ({"orange"}, ())
        assert questions(made, "seat")
        assert whose(planned(example, *photos, seat=0)) == {"red", "orange"}
    # nor does whom the scanner scans for, of a photo without any badge
    assert is_asked(planned(example, first, row("dumpling/1")))


def test_what_is_added_waits_for_the_answer_too(example):
    photo = seen_labels(red=(20, 0), next=(10, 30))
    more = {"add": (code("dumpling/1"),), "flipped": (code("dumpling/2"),)}
    assert is_asked(planned(example, photo, **more))
    answered = planned(example, photo, seat=0, add=(code("tempura/3"),))
    assert moved(answered.change, 0)["tempura"] == 5
    assert whose(answered) == {"red"}


def test_in_live_a_reveal_beside_a_badge_beside_a_tile_waits_for_an_answer():
    game = begun(PARTY, 3, "maki tempura tofu dumpling chopsticks wasabi pudding",
                   commands="live").scan("yellow")  # fmt: skip
    photo = "red tempura/1 | orange +next tofu/1 | yellow tofu/2"
    made = planned(game, photo)
    (ask,) = questions(made, "seat")
    assert (words([ask.card]), made.codes) == (["tofu/1"], ())
    answered = planned(game, photo, seat=1)
    assert questions(answered, "count") == []
    assert [len(pile) for pile in answered.after.round.layout.trays] == [1, 1, 1]


def test_a_sheets_labels_are_no_scans_of_a_photo():
    """Or FLIP would turn the next card."""
    made = arrange(row("red tempura/1 sashimi/1 | flip next face:tempura"), codebook())
    assert words(made.codes) == ["red", "tempura/1", "sashimi/1"]
    assert (words(made.left_out), made.unclear) == (["flip", "next", "tempura"], ())
    made = arrange(row("tempura/1 red +next | 990011"), codebook())
    assert (made.codes, words(made.left_out)) == ((), ["red", "next"])
    assert made.unclear == (code("tempura/1"), "990011")


def outcomes(lay):
    """How many of 100 such layouts come out right, are asked about, and credit another player."""
    tables = {badge: begun(*CLASSIC).scan(badge) for badge in SEATS}
    right = wrong = 0
    for seed in range(100):
        rng = random.Random(seed)
        own, other, active, _ = rng.sample(SEATS, 4)
        layout: Layout = lay(rng, own, other)
        made = planned(tables[active], layout.seen)
        seats = {card.code: card.seat for card in made.cards if card.code in layout.owner_of}
        owners = {card: None if seat is None else SEATS[seat] for card, seat in seats.items()}
        right += owners == layout.owner_of
        wrong += any(badge not in (None, layout.owner_of[card]) for card, badge in owners.items())
    return right, 100 - right - wrong, wrong


LAYOUTS = {
    "its badge, and the sheet": (lambda rng, own, other: with_sheet(rng, tray(rng, own)), 97),
    "two trays, and the sheet": (
        lambda rng, own, other: with_sheet(rng, two_trays(rng, (own, other))), 98,
    ),
    "its badge, and one of nobody": (
        lambda rng, own, other: with_tile(rng, tray(rng, own), own, "white"), 100,
    ),
    "no badge, and the sheet": (
        lambda rng, own, other: with_sheet(rng, without(tray(rng, own), own)), 0,
    ),
    "its badge beside NEXT": (lambda rng, own, other: with_tile(rng, tray(rng, own), own), 0),
    "two trays, one badge beside NEXT": (
        lambda rng, own, other: with_tile(rng, two_trays(rng, (own, other)), own), 0,
    ),
    "two trays, a badge of which is read on the sheet": (
        lambda rng, own, other: with_sheet(rng, without(two_trays(rng, (own, other)), own)), 0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
def test_in_measured_layouts_no_card_goes_to_another_player(name):
    lay, least = LAYOUTS[name]
    right, asks, wrong = outcomes(lay)
    assert wrong == 0, (right, asks)
    assert right >= least, (right, asks)


def test_without_players_every_badge_may_have_a_tray():
    trays, _ = trays_of(row("white tempura/1"), codebook())
    assert [tray.badge for tray in trays] == [code("white")]
    (tray_,) = trays_of(row("white tempura/1"), codebook(), (code("red"),))[0]
    assert (tray_.badge, tray_.is_unclear, tray_.beside) == (None, True, ())
