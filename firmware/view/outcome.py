"""The way of a scan: a text and its lane in -> the table after it, and what became of it."""

from __future__ import annotations

from typing import NamedTuple

from engine.events import Accepted
from engine.position import LaneName, Table
from engine.refusals import Refused


class TeachStep(NamedTuple):
    """A step of teaching, which is no part of the game: up to four lines for a display, and one
    for a list of the last scans.
    """

    lines: tuple[str, ...]
    told: str


class Outcome(NamedTuple):
    """A scan that has been worked out: `before` and `after` are one table where it was refused.

    `typed` says that it came from the desk, which waits for its answer.
    """

    text: str
    lane: LaneName
    event: Accepted | Refused | TeachStep
    before: Table
    after: Table
    typed: bool = False
