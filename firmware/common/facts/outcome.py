"""What became of one scan, for everything that shows or tells it."""

from __future__ import annotations

from typing import NamedTuple

from engine.events import Accepted, Asked, Event, FlipAsked, RemoveAsked
from engine.position import LaneName, Table
from engine.standings import Change
from firmware.common.facts.notices import Notice
from firmware.common.facts.refusals import Refusal

Result = Accepted | Refusal | Notice


class Outcome(NamedTuple):
    """A scan that has been worked out; a refused one changes nothing."""

    text: str
    lane: LaneName
    result: Result
    change: Change

    @property
    def before(self) -> Table:
        """The table that the scan met."""
        return self.change.before.table

    @property
    def after(self) -> Table:
        """The table since then."""
        return self.change.after.table

    @property
    def event(self) -> Event | None:
        """What was done; nothing by what was refused, or only told."""
        return self.result.event if isinstance(self.result, Accepted) else None

    @property
    def is_question(self) -> bool:
        """Whether something has to be scanned, or scanned again, before anything is done."""
        return isinstance(self.event, Asked | RemoveAsked | FlipAsked)

    @property
    def is_refused(self) -> bool:
        return isinstance(self.result, Refusal)
