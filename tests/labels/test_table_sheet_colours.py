"""Badges on paper, as eyes of several kinds see them, and as a copier in black and white does."""

from __future__ import annotations

import pytest
from support.eyes import nearest

from engine.cards import BADGES
from firmware.paper.render.marks import BLACK
from firmware.paper.table_sheet.colours import BADGES as PAPER
from firmware.paper.table_sheet.colours import PLAIN, TINTS, on


def linear(colour: str) -> tuple[float, ...]:
    """sRGB (IEC 61966-2-1) -> shares of light, 0 to 255."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    return tuple(
        255 * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for part in parts
    )


def contrast(colour: str, other: str) -> float:
    """WCAG 2.1, "contrast ratio"."""
    bright, dark = sorted(
        (
            sum(map(float.__mul__, (0.2126, 0.7152, 0.0722), linear(c))) / 255
            for c in (colour, other)
        ),
        reverse=True,
    )
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("eye", "apart"), [("usual", 40), ("deuteranopia", 25), ("protanopia", 27), ("tritanopia", 18)]
)
def test_badges_are_told_apart_on_paper(eye: str, apart: float) -> None:
    assert set(PAPER) == set(BADGES)
    assert nearest([linear(colour) for colour in PAPER.values()], eye) >= apart


@pytest.mark.parametrize("slug", BADGES)
def test_a_badges_name_is_read_on_its_colour(slug: str) -> None:
    assert contrast(on(PAPER[slug]), PAPER[slug]) >= 4.5


def test_black_is_read_on_every_tint() -> None:
    for colour in (*TINTS.values(), PLAIN):
        assert contrast(BLACK, colour) >= 7
        assert on(colour) == BLACK
