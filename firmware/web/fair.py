"""Who is there and who comes in, who gives way out: nobody takes all places alone. Pure.

Law: at the last place nobody has more than one above anybody who wants in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol, TypeVar


class Comes(Protocol):
    """Somebody from somewhere: `host` is an address in the network."""

    @property
    def host(self) -> str: ...


Somebody = TypeVar("Somebody", bound=Comes)


def gives_way(there: Iterable[Somebody], host: str) -> Somebody | None:
    """The one of whoever has most places who has been there longest (they come in that order);
    None, where the newcomer's host would not have fewer than his even then.
    """
    there = list(there)
    taken = Counter(one.host for one in there)
    if not taken:
        return None
    most, places = taken.most_common(1)[0]
    if places <= taken[host] + 1:
        return None
    return next(one for one in there if one.host == most)
