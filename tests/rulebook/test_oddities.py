"""What was odd in a game that is over: docs/protocol-notes.md, "Firsts and oddities"."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from support.oddity_rates import TITLES, rates
from support.table_engine import begun

from engine.review.oddities import (
    FIRSTS,
    ODDITIES,
    EarlierScore,
    FinishedGame,
    OddityDetail,
    by_points,
    finished_game,
    oddities,
    was_first,
)

CLASSIC, PARTY, OMAKASE = "sushi-go", "sushi-go-party", "omakase"
EELS = "maki eel tempura sashimi wasabi tea pudding"
FULL = "omelette cucumber-roll tofu karaage"  # the Kids set
FIVE = "fatty-tuna eel crab tuna salmon"  # of the six of the Omakase set


class Case(NamedTuple):
    """Trays of each round with which red has an oddity, and others with which it nearly has."""

    slug: str
    rounds: Sequence[str]
    near_miss: Sequence[str]
    detail: OddityDetail = OddityDetail()
    seats: int = 3
    game: str = CLASSIC
    menu: str = ""


CASES = (
    Case(
        "two-sets",
        [f"red {FULL} salmon-roe salmon shrimp tuna-roll salmon-roll omelette"],
        [f"red {FULL} {FULL}"],
        OddityDetail(2),
        game=OMAKASE,
    ),
    Case(
        "all-desserts",
        ["red pudding pudding", "red pudding", "red pudding"],
        ["red pudding pudding", "red pudding", "red pudding orange pudding"],
        OddityDetail(4),
    ),
    Case(
        "maki-in-vain",
        ["", f"red {'maki-1 ' * 5} orange maki-3 maki-3", ""],
        ["", f"red {'maki-1 ' * 5} orange maki-3 maki-2", ""],
        OddityDetail(5, 2),
    ),
    Case(
        "two-squids",
        ["red wasabi squid-nigiri wasabi squid-nigiri", "", ""],
        ["red wasabi squid-nigiri", "red wasabi squid-nigiri", ""],
        OddityDetail(2, 1),
    ),
    Case(
        "one-short",
        [f"red {FIVE}"],
        [f"red {FIVE} salmon-roe"],
        OddityDetail(kind="salmon-roe"),
        game=OMAKASE,
    ),
    Case(
        "level-rounds",
        ["red squid-nigiri", "red dumpling dumpling", "red egg-nigiri salmon-nigiri"],
        ["red squid-nigiri", "red dumpling dumpling", "red salmon-nigiri"],
        OddityDetail(3),
    ),
    Case(
        "last-dessert",
        ["red pudding", "orange squid-nigiri squid-nigiri", ""],
        ["red pudding pudding", "orange squid-nigiri squid-nigiri", ""],
        seats=2,
    ),
    Case(
        "runaway",
        ["red tempura tempura tempura tempura orange tempura tempura", "", ""],
        ["red tempura tempura dumpling dumpling egg-nigiri orange tempura tempura", "", ""],
    ),
    Case(
        "sashimi-pairs",
        ["red sashimi sashimi"] * 3,
        ["red sashimi sashimi", "red sashimi sashimi", "red sashimi"],
    ),
    Case(
        "empty-round",
        ["red egg-nigiri", "red wasabi tempura", "red egg-nigiri"],
        ["red egg-nigiri", "red wasabi egg-nigiri", "red egg-nigiri"],
        OddityDetail(round_no=2),
    ),
    Case(
        "first-to-last",
        ["red squid-nigiri", "", "orange tempura tempura yellow tempura tempura"],
        ["red squid-nigiri", "", "orange tempura tempura"],
    ),
    Case(
        "last-to-first",
        ["orange egg-nigiri yellow egg-nigiri", "", "red tempura tempura"],
        ["orange egg-nigiri", "", "red tempura tempura"],
    ),
    Case(
        "more-actions",
        ["red chopsticks chopsticks sake ginger tofu tofu tofu"],
        ["red chopsticks chopsticks sake ginger tofu tofu tofu tofu"],
        OddityDetail(4),
        game=OMAKASE,
    ),
    Case(
        "close-win",
        ["red squid-nigiri orange salmon-nigiri", "", ""],
        ["red squid-nigiri orange egg-nigiri", "", ""],
        OddityDetail(1),
    ),
    Case(
        "close-win",
        ["red tuna orange cucumber-roll"],
        ["red tuna orange tofu"],
        OddityDetail(100),
        game=OMAKASE,
    ),
    Case(
        "every-dish",
        [
            "red maki-1 tempura tempura",
            "red sashimi sashimi sashimi dumpling",
            "red egg-nigiri pudding",
        ],
        [
            "red maki-1 tempura tempura",
            "red sashimi sashimi dumpling",
            "red egg-nigiri pudding",
        ],
        OddityDetail(6),
    ),
    Case(
        "wasted-wasabi",
        ["", "", "red wasabi wasabi wasabi tempura"],
        ["", "", "red egg-nigiri wasabi wasabi tempura"],
        OddityDetail(3, 3),
    ),
    Case(
        "eels",
        ["red eel", "red eel eel", "red eel"],
        ["red eel", "red eel eel", "red eel eel"],
        OddityDetail(2),
        game=PARTY,
        menu=EELS,
    ),
)
TEN = tuple(EarlierScore(total, won=False) for total in (31, 30, 29, 40, 41, 28, 33, 35, 30))


def played(case: Case, rounds: Sequence[str]) -> FinishedGame:
    """As red sees it."""
    example = begun(case.game, case.seats, case.menu)
    for number, trays in enumerate(rounds):
        example.scan("next" if number else "", trays, "score")
    assert example.table.phase == "finished"
    return finished_game(example.standings)


def found(finished: FinishedGame) -> dict[str, OddityDetail]:
    return {oddity.slug: oddity.detail for oddity in oddities(finished)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.slug)
def test_it_is_odd_and_almost_is_not(case: Case) -> None:
    assert found(played(case, case.rounds))[case.slug] == case.detail
    assert case.slug not in found(played(case, case.near_miss))


def test_each_of_the_table_has_a_case() -> None:
    assert len(ODDITIES) == 20
    assert {case.slug for case in CASES} | FIRSTS == {rule.slug for rule in ODDITIES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.slug)
def test_the_points_rule_out_nothing_that_is_odd(case: Case) -> None:
    finished = played(case, case.rounds)
    odd, may_be = by_points(finished._replace(closed=()))
    assert {*found(finished)} <= odd | may_be
    assert odd <= {*found(finished)}


def ended(total: int, earlier: tuple[EarlierScore, ...], *, won: bool = False) -> set[str]:
    """What a player did for the first time, or again, in a game that ended so."""
    finished = played(CASES[-2], ["", "", ""])
    own = finished.scores[0]._replace(total=total, place=1 if won else 2)
    scores = (own, finished.scores[1]._replace(total=total + (-5 if won else 5)))
    finished = finished._replace(scores=scores, earlier=earlier)
    firsts = {*found(finished)} & FIRSTS
    assert was_first(finished.game, EarlierScore(total, won), earlier) == bool(firsts)
    return firsts


def test_the_most_of_ten_games() -> None:
    assert ended(42, TEN) == {"personal-best"}
    assert ended(41, TEN) == set()
    assert ended(42, TEN[1:]) == set()


def test_as_many_as_last_time() -> None:
    assert ended(30, TEN) == {"same-total"}
    assert ended(31, TEN) == set()
    assert ended(30, ()) == set()


def test_the_first_win_in_five_games() -> None:
    assert ended(20, TEN[:4], won=True) == {"first-win"}
    assert ended(20, TEN[:3], won=True) == set()
    assert ended(20, (TEN[0]._replace(won=True), *TEN[1:]), won=True) == set()


def test_the_dummy_has_none() -> None:
    example = begun(CLASSIC, 2, commands="dummy")
    for _ in range(3):
        example.scan("dummy sashimi sashimi score", "next" * (example.table.round_no < 3))
    finished = finished_game(example.standings)
    assert found(finished._replace(seat=2)) == {}
    assert by_points(finished._replace(seat=2)) == (set(), set())


def test_a_live_game_has_them_too() -> None:
    """An eel of a turn that is over lies in the tray as in tally."""
    example = begun(PARTY, 2, EELS, commands="live")
    for number in range(3):
        example.scan("next" if number else "", "red eel orange tempura score")
    assert found(finished_game(example.standings))["eels"] == OddityDetail(3)


def test_none_comes_in_more_than_one_game_of_four() -> None:
    counts = rates(450)
    for title in TITLES:
        assert max(counts[title].values()) <= 0.3 * 150, counts[title]
    assert sum(counts.values(), Counter()).keys() > FIRSTS


def test_the_list_that_is_written_down_is_the_table() -> None:
    """In its order, with rates of one game of four at most."""
    text = Path("docs/protocol-notes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| .* \| (\S+) \| (\S+) \| (\S+) \|$", text, re.M)
    assert [slug for slug, *_ in rows] == [rule.slug for rule in ODDITIES]
    for rule, (_, *by_title) in zip(ODDITIES, rows, strict=True):
        told = {title for title, rate in zip(TITLES, by_title, strict=True) if rate != "–"}
        assert told == {*rule.games}
        assert all(rate == "–" or int(rate) <= 250 for rate in by_title)
