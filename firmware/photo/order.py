"""In which order a photo's cards are scanned, so that each nigiri comes to lie where it lies.

A nigiri goes on the earliest wasabi that is free. So those that lie on none come first, then each
wasabi that has one and the nigiri on it, then the rest.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

Corners = Sequence[Sequence[float]]  # a symbol's own, from its top left clockwise

# From a wasabi's label to that of a nigiri on it, in sides of the symbol: to the right, down. With
# labels of 10 mm -22 to 30 and 8 to 62 mm; a nigiri is usually laid 28 mm lower.
ACROSS, DOWN, USUAL = (-2.6, 3.6), (0.96, 7.4), (0.0, 3.4)


def scan_order(
    cards: Mapping[str, Corners], wasabi: Collection[str], nigiri: Collection[str]
) -> list[str]:
    """Put these codes in order; `wasabi` and `nigiri` are the codes of all such cards."""
    on = _pairs(
        {one: at for one, at in cards.items() if one in wasabi},
        {one: at for one, at in cards.items() if one in nigiri},
    )
    loose = [one for one in cards if one in nigiri and one not in on.values()]
    dipped = [one for pair in on.items() for one in pair]
    return [*loose, *dipped, *(one for one in cards if one not in {*loose, *dipped})]


def _pairs(wasabi: Mapping[str, Corners], nigiri: Mapping[str, Corners]) -> dict[str, str]:
    """Which nigiri lies on which wasabi: the likeliest first, one each."""
    near = list[tuple[float, str, str]]()
    for under, corners in wasabi.items():
        for over, at in nigiri.items():
            right, down = _from(corners, _middle(at))
            if ACROSS[0] < right < ACROSS[1] and DOWN[0] < down < DOWN[1]:
                near.append((math.dist((right, down), USUAL), under, over))
    on = dict[str, str]()
    for _, under, over in sorted(near):
        if under not in on and over not in on.values():
            on[under] = over
    return on


def _middle(corners: Iterable[Sequence[float]]) -> tuple[float, float]:
    xs, ys = zip(*corners, strict=True)
    return sum(xs) / 4, sum(ys) / 4


def _from(corners: Corners, point: tuple[float, float]) -> tuple[float, float]:
    """Where a point is as this label sees it, in its sides.

    The affine map that fits its corners best: one of perspective would follow every pixel by which
    so small a square is read wrongly.
    """
    a, b, c, d = corners
    right = [(b[axis] + c[axis] - a[axis] - d[axis]) / 2 for axis in (0, 1)]
    down = [(c[axis] + d[axis] - a[axis] - b[axis]) / 2 for axis in (0, 1)]
    middle = _middle(corners)
    x, y = point[0] - middle[0], point[1] - middle[1]
    area = right[0] * down[1] - right[1] * down[0] or 1e-9
    return (x * down[1] - y * down[0]) / area, (right[0] * y - right[1] * x) / area
