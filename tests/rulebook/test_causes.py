"""Why a kind that compares players pays one what it does, as a fact."""

import pytest

from engine.causes import Cause, Comparison, by_rank, by_shared_rank
from engine.position import empty

PARTY = empty().games["sushi-go-party"]


def seen(held: list[int], seat: int, points: int, more: int = 0) -> Comparison:
    return Comparison("maki", (tuple(held),), (), seat, points, more)


@pytest.mark.parametrize(
    ("held", "seat", "points", "more", "case"),
    [
        ([3, 2, 1], 0, 6, 0, "most"),
        ([3, 3, 1], 0, 6, 0, "tied-most"),
        ([3, 2, 1], 1, 4, 0, "second-most"),
        ([3, 2, 1], 2, -3, 0, "fewest"),
        ([3, 1, 1], 2, -3, 0, "tied-fewest"),
        ([2, 2, 2], 0, 0, -6, "all-level"),
        ([0, 0, 0], 0, 0, 3, "nobody-has-any"),
        ([3, 2, 1], 1, 0, 4, "others-have-fewer"),
        ([3, 2, 1], 1, 0, -4, "others-have-more"),
        ([3, 2, 1], 1, 0, 0, ""),
    ],
)
def test_by_rank(held: list[int], seat: int, points: int, more: int, case: str) -> None:
    for compare in (by_rank, by_shared_rank) if case != "others-have-more" else (by_rank,):
        cause = compare(seen(held, seat, points, more))
        assert (cause.case if cause else "") == case


@pytest.mark.parametrize(
    ("held", "seat", "case"),
    [
        ([3, 3, 2], 2, "two-tied-for-most"),
        ([3, 2, 2], 1, "too-many-tied-for-second"),
        ([0, 0, 0], 1, "nobody-has-any"),  # nobody is second
    ],
)
def test_a_second_place_is_lost_to_a_tie(held: list[int], seat: int, case: str) -> None:
    cause = by_shared_rank(seen(held, seat, 0, -2))
    assert cause is not None
    assert cause.case == case


def test_edamame_count_the_opponents_who_have_any() -> None:
    scorer = PARTY.scorer("edamame")
    assert scorer is not None
    assert scorer.compare is not None
    assert scorer.compare(seen([2, 1, 0, 3], 0, 4)) == Cause("maki", "opponents-with-any", 2)
    assert scorer.compare(seen([2, 1, 0, 3], 2, 0)) is None
