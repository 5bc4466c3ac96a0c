"""Who is there and who comes in, who gives way out: nobody takes all places alone. Pure.

Law: when all places are taken, no host holds more than one place more than any that is turned away.
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
    """Of the host with most places, whoever has been there longest (they come in that order);
    None where the newcomer's host would then hold as many as that one does now.
    """
    there = list(there)
    taken = Counter(one.host for one in there)
    if not taken:
        return None
    most, places = taken.most_common(1)[0]
    if places <= taken[host] + 1:
        return None
    return next(one for one in there if one.host == most)
