"""A tournament's paper, drawn in a process of its own: a thousand signs take seconds, in which no
page would be made, and its libraries take memory.

The program (`python -m firmware.hall.children.paper_child`) reads what to draw from its standard
input. It writes a line for each page that is done, then an empty one and the PDF.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from firmware.common.system import child
from firmware.hall.tournament.table_code import table_code
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.views import View
from firmware.words.language import language_of

if TYPE_CHECKING:
    from firmware.paper.render.marks import PaperPage

Kind = Literal["standings", "pairings", "signs", "sheets"]


class PaperJob(NamedTuple):
    """What to draw: `paper` is a4 or letter, `round` the number of one, `signs` how many tables
    have one, and `address` where the tournament's pages are.
    """

    kind: Kind
    tournament: Tournament
    names: Mapping[int, str]
    language: str
    paper: str
    address: str = ""
    round: int = 0
    signs: int = 0

    @property
    def pages(self) -> int:
        """How many there will be; 0 where that takes as long as drawing them."""
        if self.kind == "sheets":
            return -(-len(self.tournament.rounds[self.round - 1].tables) // 3)
        return len(self.tables) if self.kind == "signs" else 0

    @property
    def tables(self) -> list[int]:
        """Those that have a sign: so many, and those beyond that players have of their own."""
        own = {player.table for player in self.tournament.players.values()}
        return [*range(1, self.signs + 1), *sorted(n for n in own if n > self.signs)]

    def link(self, table: int) -> tuple[str, str]:
        """Where a table says its result, and its code."""
        return f"{self.address}/table/{table}", table_code(self.tournament, table)


class PaperNotDrawn(Exception):
    """The process has ended before its end: it was killed, or memory has run out."""


def draw(job: PaperJob, done: Callable[[int], None]) -> bytes:
    """Have a PDF drawn; `done` is called with the number of pages so far. Raises PaperNotDrawn."""
    ours, process = child.start(__name__)
    try:
        with process, ours, ours.makefile("rwb") as pipe:
            pickle.dump(job, pipe)
            pipe.flush()
            for line in iter(pipe.readline, b"\n"):
                done(int(line))
            content = pipe.read()
    except (OSError, ValueError):
        raise PaperNotDrawn from None
    if process.returncode:
        raise PaperNotDrawn
    return content


def pdf_of(job: PaperJob, done: Callable[[int], None]) -> bytes:
    """The PDF, drawn here and now."""
    from firmware.hall import paper

    def counted() -> Iterator[PaperPage]:
        for number, page in enumerate(_drawn(job), 1):
            yield page
            done(number)

    return paper.written(counted(), job.tournament.rules.title)


def _drawn(job: PaperJob) -> Iterable[PaperPage]:
    from firmware.hall import paper

    view = View(job.tournament, job.names, language_of(job.language))
    match job.kind:
        case "standings":
            return paper.standings(view, job.paper)
        case "pairings":
            return paper.pairings(view, job.tournament.rounds[job.round - 1], job.paper)
        case "signs":
            return paper.signs(view, job.tables, job.link, job.paper)
        case "sheets":
            round = job.tournament.rounds[job.round - 1]
            return paper.sheets(view, round, job.link, job.paper)


def main() -> None:
    os.nice(child.NICE)
    job: PaperJob = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own, from who has started us
    content = pdf_of(job, lambda number: print(number, flush=True))
    print(flush=True)
    sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main()
