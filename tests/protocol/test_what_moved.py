"""What a score is made of, what a scan moved of it, and what the cards that lie there count as."""

import pytest
from support.table_engine import begun

from engine.position import playing
from engine.scoring.scorers import colours, columns
from engine.scoring.tray import counts_as
from engine.standings import made_of, moved, standings

COMBO = ("sushi-go-party", 3, "cutthroat-combo")


def made_by(example, word):
    """The change that the next word makes."""
    return example.scan(word).outcome.change


def test_a_card_moves_the_scores_of_others_by_its_kind():
    made = made_by(begun(*COMBO).scan("red tofu orange"), "temaki")
    assert [moved(made, seat) for seat in range(3)] == [{"temaki": -4}, {"temaki": 4}, {}]


def test_a_score_is_made_of_all_rounds_and_the_desserts():
    example = begun(*COMBO).scan("red tofu pudding score next red tofu tofu")
    assert made_of(standings(example.table), 0) == {"tofu": 8, "pudding": 0}
    example.end("score")
    assert made_of(standings(example.table), 0) == {"tofu": 8, "pudding": 6}


def test_cards_icons_and_colours_are_counted_for_each_seat():
    example = begun("sushi-go-party", 2, "my-first-meal").scan(
        "red maki-3 maki-2 tea orange maki-1"
    )
    now = standings(example.table)
    scale = playing(example.table)[1].each_round
    assert now.scores
    assert columns(scale, now.scores.weights, "maki") == [[5, 1]]
    assert [max(seat) for seat in colours(scale, now.scores.weights)] == [2, 1]


@pytest.mark.parametrize(
    ("words", "kind"),
    [("red squid-nigiri", "nigiri"), ("red flip tofu", "flipped"), ("red maki-2", "maki")],
)
def test_what_a_card_counts_as(words, kind):
    menu = "maki tofu sashimi tempura takeout-box wasabi pudding"
    example = begun("sushi-go-party", 2, menu).scan(words)
    (laid,) = example.table.round.layout.trays[0]
    assert counts_as(playing(example.table)[0], laid) == kind
