"""The badges' colours and rhythms, measured as eyes of several kinds see them."""

import itertools

import pytest
from support.eyes import nearest

from drivers.lights.colours import COLOURS, RHYTHMS


# about 2 is the least difference that is seen side by side
@pytest.mark.parametrize(
    ("eye", "apart"), [("usual", 35), ("deuteranopia", 27), ("protanopia", 27), ("tritanopia", 11)]
)
def test_badges_are_told_apart(eye, apart):
    assert nearest(COLOURS.values(), eye) >= apart


def test_no_two_rhythms_are_alike_however_shifted():
    shifted = [
        {rhythm[start:] + rhythm[:start] for start in range(8)} for rhythm in RHYTHMS.values()
    ]
    assert all(first.isdisjoint(second) for first, second in itertools.combinations(shifted, 2))
    assert list(RHYTHMS) == list(COLOURS)
