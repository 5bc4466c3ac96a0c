"""Why a kind that compares the seats brings one of them what it does, as a fact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

# How a seat stands among the others in a kind that compares them.
Compared = Literal[
    # by amount, alone or tied with others
    "most", "second-most", "third-most", "fewest", "tied-most", "tied-second-most",
    "tied-third-most", "tied-fewest",
    # by amount, without points
    "all-level", "nobody-has-any", "others-have-fewer", "others-have-more",
    "too-many-tied-for-second", "two-tied-for-most",
    # in a race for places: paid, or as it stands
    "place", "place-so-far", "places", "no-place",
    # by who else has some, or by colours
    "opponents-with-any", "most-colours", "others-have-more-colours", "largest-colour",
]  # fmt: skip
# What else moves a score: the kind itself, a set that was broken for another, miso soup that is
# discarded as soon as it is revealed, that of others because of it, and back again.
CauseCase = Compared | Literal[
    "", "set-broken", "discarded", "soup-discarded", "soup-counts-again",
]  # fmt: skip


class Cause(NamedTuple):
    """Why a kind (a set, a mark) brings what it does. `number` is a place, what places pay, or how
    many opponents or cards count.
    """

    kind: str
    case: CauseCase = ""
    number: int = 0


class Comparison(NamedTuple):
    """What a seat's points in a kind are explained by: the columns and colours that its scorer
    looks at, what the seat is paid, and by how much that has just changed (0: it has not).
    """

    kind: str
    columns: Sequence[Sequence[int]]
    colours: Sequence[bytes]
    seat: int
    points: int
    more: int


Compare = Callable[[Comparison], Cause | None]

_PLACED: tuple[tuple[Compared, Compared], ...] = (  # alone, or tied
    ("most", "tied-most"),
    ("second-most", "tied-second-most"),
    ("third-most", "tied-third-most"),
)


def by_rank(seen: Comparison) -> Cause | None:
    """Most, second most, fewest: with those who are level."""
    kind, (held, *_), seat = seen.kind, seen.columns, seen.seat
    levels = sorted(set(held), reverse=True)
    is_tied = held.count(held[seat]) > 1
    if seen.points:
        is_most = seen.points > 0
        placed = _PLACED[levels.index(held[seat])] if is_most else ("fewest", "tied-fewest")
        return Cause(kind, placed[is_tied])
    if len(levels) == 1 and held[seat]:
        return Cause(kind, "all-level")
    if not seen.more:
        return None
    if len(levels) == 1:
        return Cause(kind, "nobody-has-any")
    return Cause(kind, "others-have-fewer" if seen.more > 0 else "others-have-more")


def by_shared_rank(seen: Comparison) -> Cause | None:
    """The same where a tie shares its place: a second place may be lost to it."""
    (held, *_), seat = seen.columns, seen.seat
    levels = sorted(set(held), reverse=True)
    if not seen.points and seen.more < 0 and len(levels) > 1 and held[seat] == levels[1]:
        is_tied = held.count(held[seat]) > 1
        return Cause(seen.kind, "too-many-tied-for-second" if is_tied else "two-tied-for-most")
    return by_rank(seen)
