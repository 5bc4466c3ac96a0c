"""Numbers as people read them; they are the same in all languages."""

from __future__ import annotations

from fractions import Fraction


def score(points: int) -> str:
    """Write points as people read them: `1,234` or `−3`."""
    return f"{points:,}".replace("-", "−")


def number(value: Fraction | int) -> str:
    """At most two decimals."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def percent(share: Fraction) -> str:
    """The figure alone, with one decimal."""
    return f"{float(100 * share):.1f}"
