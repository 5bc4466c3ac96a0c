"""What people see and read of a table: its sheet in words, its feed."""

from typing import Any, NamedTuple

from engine.standings import Standing, Standings
from firmware.common.facts.device import Volume
from firmware.common.facts.notices import Problem
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.sheets import Panel, SheetFacts
from firmware.core.view import panel
from firmware.core.view.effects import explain
from firmware.core.view.situation import situation_of
from firmware.words import feed, notices
from firmware.words.language import ENGLISH, Language, say
from firmware.words.sheets import Current, Lobby, Sheet, Worded, display


class Displayed(NamedTuple):
    """A panel in words, which can be drawn like one, and its facts."""

    sheet: Sheet
    seats: tuple[Standing, ...]
    mark: str
    language: Language
    clock: tuple[str, ...]
    active: int | None
    sound: str
    warning: str
    facts: SheetFacts

    @property
    def worded(self) -> Worded:
        """As much of it as is drawn."""
        return Worded(self.sheet, self.seats, self.mark, self.language, self.clock)


def displayed(shown: Panel, language: Language = ENGLISH) -> Displayed:
    """A panel as people read it."""
    words = display(shown, language)
    warning = problem_text(shown.warning) if shown.warning else ""
    return Displayed(*words, shown.active, shown.sound, warning, shown.sheet)


def panel_of(now: Standings, *of: Any, **also: Any) -> Panel:
    """What is shown of a table."""
    return panel.draw(now, situation_of(now.table), *of, **also)


def draw(*of: Any, **also: Any) -> Displayed:
    """What is shown of a table, as people read it."""
    return displayed(panel_of(*of, **also))


def hint_of(shown: Displayed) -> str:
    """The line at the foot of a lobby or of who is scanned for."""
    assert isinstance(shown.sheet, Lobby | Current)
    return shown.sheet.hint


def describe(outcome: Outcome, sound: Volume = "on") -> str:
    """An outcome as a line of a list."""
    return feed.feed(explain(outcome), sound)


def problem_text(problem: Problem) -> str:
    return say(notices.problem(problem))
