"""What a round is, as people call it. Pure."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Stage(NamedTuple):
    """`number` is that of a round, or of those who play on in a top cut; 0 in the final."""

    kind: Literal["round", "top", "final"] = "round"
    number: int = 0
