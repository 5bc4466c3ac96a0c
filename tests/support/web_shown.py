"""Scan lines, and give what pages are shown after each."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from support.playing import outcome_of

from engine.catalogue import codebook_of
from engine.notation import read
from engine.position import Table, empty
from engine.standings import Standings, standings
from firmware.cli.replay import lines_of
from firmware.common.facts.outcome import Outcome
from firmware.core.view.state import after, at_start, drawn
from firmware.interfaces.web.pages.scores.state import state

EVENINGS = sorted(Path(__file__).parents[1].glob("evenings/*.scans"))


class Watched:
    """A table at which people scan, with a page that looks at it."""

    def __init__(self, *lines: str, names: Mapping[str, str] | None = None) -> None:
        names = names or {}
        self.shown = at_start(standings(empty(names=names)))
        self.scans(*lines)

    @property
    def standings(self) -> Standings:
        return self.shown.standings

    @property
    def table(self) -> Table:
        return self.shown.table

    def scan(self, line: str) -> None:
        """One line; a comment is none."""
        book = codebook_of(self.table.games)
        written = read(line, book)
        if written is not None:
            self.keep(outcome_of(self.standings, written.text, written.lane, book))

    def keep(self, outcome: Outcome) -> None:
        self.shown = drawn(after(self.shown, outcome, 0.0))

    def device(self, **changes: Any) -> "Watched":
        """Something is otherwise with the device."""
        return self.change(device=self.shown.device._replace(**changes))

    def change(self, **changes: Any) -> "Watched":
        self.shown = drawn(self.shown._replace(**changes))
        return self

    def scans(self, *lines: str) -> "Watched":
        for line in lines:
            self.scan(line)
        return self

    def lay(self, badge: str, *cards: str, game: str = "sushi-go-party") -> "Watched":
        """That player's cards: `tofu/2` is the second of them."""
        return self.scans(f"badge {badge}", *(f"card {game}/{card}" for card in cards))

    @property
    def state(self) -> dict[str, Any]:
        return {**state(self.shown, self.shown.number, "run")}


def evening(file: Path, names: Mapping[str, str] | None = None) -> Iterator[Watched]:
    """That evening after each of its scans."""
    watched = Watched(names=names)
    for line in lines_of(str(file)):
        before = watched.shown.number
        watched.scan(line)
        if watched.shown.number != before:
            yield watched
