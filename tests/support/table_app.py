"""An app on a real journal, without its loop's thread: scans in, what is shown out.

Its clocks are moved by hand: nothing here sleeps.
"""

from pathlib import Path
from typing import Any

from support.displayed import Displayed, displayed
from support.log_lines import LogLines

from drivers.events import Reading
from engine.catalogue import Games, games_of
from engine.codes import codebook
from engine.games.omakase import CARD_TABLE
from engine.report import report
from engine.standings import standings
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.refusals import Refusal
from firmware.common.facts.sheets import NotCounted
from firmware.common.facts.shown import Shown
from firmware.core.app.loop import App
from firmware.core.app.messages import Typed, WebScan
from firmware.core.journal.journal import Journal
from firmware.words.refusals import heading, lines

GAMES = games_of(CARD_TABLE)
SCANNER = "1a86:5723 Scanner"


def code(line: str) -> str:
    return codebook().label(*line.split()).code


class AtTable:
    """People at a table with a scanner. `plugged_in` again after `unplugged`: a power cut."""

    def __init__(
        self, folder: Path, games: Games = GAMES, synchronous: str = "FULL", **settings: Any
    ) -> None:
        self.folder, self.games, self.settings = folder, games, settings
        self.synchronous = synchronous
        self.now, self.wall = 1000.0, 1.5e9
        self.plugged_in()

    def plugged_in(self, games: Games | None = None) -> None:
        self.games = games or self.games
        self.shows: list[Shown] = []
        self.log = LogLines()
        self.journal = Journal(str(self.folder), synchronous=self.synchronous)
        self.app = App(
            self.journal,
            self.games,
            [self.show],
            clock=lambda: self.now,
            wall=lambda: self.wall,
            **self.settings,
        )
        self.app.show()

    def unplugged(self) -> None:
        self.journal.close()

    def power_cut(self) -> None:
        self.unplugged()
        self.plugged_in()

    def show(self, shown: Shown) -> None:
        self.shows.append(shown)

    @property
    def shown(self) -> Shown:
        return self.shows[-1]

    @property
    def panel(self) -> Displayed:
        """What the display shows, as people read it."""
        return displayed(self.shown.panel)

    @property
    def outcome(self) -> Outcome:
        assert self.shown.last is not None, "nothing was scanned"
        return self.shown.last

    @property
    def message(self) -> tuple[str, ...]:
        """What the refusal on show says, and what to do."""
        sheet = self.shown.panel.sheet
        if not isinstance(sheet, NotCounted):
            return ()
        return heading(sheet.refusal), lines(sheet.refusal)[1]

    def read(self, text: str, lane: int | str = 0, source: str = SCANNER) -> str:
        """A scanner reads this, now; the reason why it is refused, or nothing."""
        self.app.take(Reading(text, source, lane, self.now, 3.0))
        event = self.outcome.result
        return event.reason if isinstance(event, Refusal) else ""

    def scan(self, *lines: str, lane: int | str = 0) -> None:
        """Labels, a second apart, none of which may be refused."""
        for line in lines:
            self.now += 1
            assert self.read(code(line), lane) == "", line

    def photograph(self, *lines: str) -> None:
        """A photo with these labels is scored on a page."""
        text = " ".join(map(code, lines))
        reading = Reading(text, "web:phone", 0, self.now, 0.0)
        self.app.take(WebScan(reading, lambda answered: None, self.app.table))

    def type(self, text: str) -> None:
        self.app.take(Typed(text))

    def result(self) -> dict[str, Any]:
        return report(standings(self.app.table))

    def kept(self) -> list[str]:
        """The codes the journal holds of the game on the table."""
        last = self.journal.last_game()
        return [row.code for row in last.scans] if last else []
