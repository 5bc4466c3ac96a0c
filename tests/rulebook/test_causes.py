"""Why a seat is paid what it is: what each scorer that compares the seats says of it."""

import pytest

from engine.causes import Cause, CauseCase, Comparison
from engine.games import sushi_go, sushi_go_party

PARTY, CLASSIC = sushi_go_party.GAME, sushi_go.GAME


@pytest.mark.parametrize(
    ("held", "seat", "points", "more", "case"),
    [
        ((3, 1, 0), 0, 4, 4, "most"),
        ((3, 3, 0), 0, 4, 4, "tied-most"),
        ((3, 1, 0), 2, -4, -4, "fewest"),
        ((3, 0, 0), 2, -4, 0, "tied-fewest"),
        ((2, 2, 2), 0, 0, 0, "all-level"),
        ((0, 0, 0), 0, 0, 4, "nobody-has-any"),
        ((3, 1, 0), 1, 0, 4, "others-have-fewer"),
        ((3, 1, 0), 1, 0, -4, "others-have-more"),
        ((3, 1, 0), 1, 0, 0, None),
    ],
)
def test_by_rank(
    held: tuple[int, ...], seat: int, points: int, more: int, case: CauseCase | None
) -> None:
    compare = PARTY.each_round["temaki"].compare
    assert compare
    cause = compare(Comparison("temaki", (held,), (), seat, points, more))
    assert cause == (Cause("temaki", case) if case else None)


@pytest.mark.parametrize(
    ("held", "more", "case"),
    [
        ((6, 3, 3), -3, "too-many-tied-for-second"),
        ((6, 6, 3), -3, "two-tied-for-most"),
        ((6, 3, 3), 0, None),
        ((6, 6, 3), 3, "others-have-fewer"),
        ((0, 0, 0), -3, "nobody-has-any"),  # nobody is second
    ],
)
def test_a_second_place_may_be_lost_to_a_tie(
    held: tuple[int, ...], more: int, case: CauseCase | None
) -> None:
    compare = CLASSIC.each_round["maki"].compare
    assert compare
    cause = compare(Comparison("maki", (held,), (), 2, 0, more))
    assert cause == (Cause("maki", case) if case else None)


@pytest.mark.parametrize(
    ("paid", "points", "more", "cause"),
    [
        (8, 8, 8, Cause("uramaki", "place", 1)),
        (0, 5, 5, Cause("uramaki", "place-so-far", 2)),
        (8, 10, 2, Cause("uramaki", "places", 10)),
        (0, 0, -2, Cause("uramaki", "no-place")),
        (0, 0, 0, None),
    ],
)
def test_places_in_a_race(paid: int, points: int, more: int, cause: Cause | None) -> None:
    compare = PARTY.each_round["uramaki"].compare
    assert compare
    assert compare(Comparison("uramaki", ((4,), (1,), (paid,)), (), 0, points, more)) == cause


def test_who_else_has_some() -> None:
    compare = PARTY.each_round["edamame"].compare
    assert compare
    with_any = Cause("edamame", "opponents-with-any", 2)
    assert compare(Comparison("edamame", ((1, 2, 3),), (), 0, 2, 0)) == with_any
    assert compare(Comparison("edamame", ((1, 2, 0, 3),), (), 0, 2, 0)) == with_any
    assert compare(Comparison("edamame", ((0, 2, 3),), (), 0, 0, 0)) is None


def test_colours() -> None:
    soy, tea = (PARTY.each_round[kind].compare for kind in ("soy-sauce", "tea"))
    assert soy
    assert tea
    colours = (bytes((1, 1, 3)), bytes((1, 0, 0)))
    assert soy(Comparison("soy-sauce", ((0, 1),), colours, 0, 0, 0)) is None
    assert soy(Comparison("soy-sauce", ((1, 0),), colours, 0, 4, 4)) == Cause(
        "soy-sauce", "most-colours"
    )
    assert soy(Comparison("soy-sauce", ((0, 1),), colours, 1, 0, 0)) == Cause(
        "soy-sauce", "others-have-more-colours"
    )
    assert tea(Comparison("tea", ((1, 0),), colours, 0, 3, 3)) == Cause("tea", "largest-colour", 3)
    assert tea(Comparison("tea", ((0, 1),), colours, 0, 0, 0)) is None
