"""Numbers as people read them; who shows them writes them in a language."""

from __future__ import annotations

from fractions import Fraction

from firmware.words.numbers import Figure


def score(points: int) -> Figure:
    """Write points as people read them: `1,234` or `−3`."""
    return Figure(f"{points:,}".replace("-", "−"))


def number(value: Fraction | int) -> Figure:
    """At most two decimals."""
    return Figure(f"{float(value):.2f}".rstrip("0").rstrip("."))


def percent(share: Fraction) -> Figure:
    """The figure alone, with one decimal."""
    return Figure(f"{float(100 * share):.1f}")
