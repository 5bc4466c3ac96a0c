"""The shapes of the tables that `decide` and `evolve` look things up in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.events import Fact
from engine.position import Awaits, Lane, Question, Scan, Table
from engine.refusals import Refused

Answered = Fact | Refused | None  # None: the scan is no answer, but a scan like any other
Answer = Callable[[Table, Scan, Lane, Awaits], Answered]
Decide = Callable[[Table, Scan, Lane], Fact | Refused]
Evolve = Callable[[Table, Scan, Any], Table]  # each takes the one fact that it is the entry of


class Mode(NamedTuple):
    """What is done in tally or in live while a round is open: by what a lane waits for, by what
    is scanned, by what that did.
    """

    answers: Mapping[Question, Answer]
    decide: Mapping[str, Decide]
    evolve: Mapping[type, Evolve]
