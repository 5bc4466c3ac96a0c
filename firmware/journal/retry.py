"""Commits in, whether all is saved out, and when to try again what is not; at the start, what was
saved.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from engine.catalogue import Games
from engine.position import empty
from firmware.journal.journal import RETRY_AFTER_S, Journal
from firmware.journal.replay import Folded, fold

logger = logging.getLogger(__name__)


def continued(journal: Journal, games: Games, names: Mapping[str, str]) -> Folded:
    """The table as the journal has it; an empty one where it has none."""
    last = journal.last_game()
    if last is None:
        return Folded(empty(games, names))
    folded = fold(last, journal.game_before(last.game.number), games, names)
    for row, why in folded.skipped:
        logger.warning(f"scan {row.seq} ({row.code}) is refused by newer rules: {why.reason}")
    return folded


class Saving:
    """How things stand with the journal. `retry_at` is when what is not saved is tried again."""

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        self._journal, self._clock = journal, clock
        self._failures = 0
        self._late = False
        self.saved = journal.saved
        self.retry_at: float | None = None

    def commit(self, commit: Callable[[], bool]) -> None:
        """Carry it out; trouble that begins or is over is logged."""
        was = self.saved
        self.saved = commit()
        self._late = self.saved and not was
        if self._late:
            logger.info("saved again")
        elif was and not self.saved:
            logger.error(f"not saved: {self._journal.trouble}")
            self._failures = 0
        self.plan()

    def plan(self) -> None:
        """Set the time for another try, where one is wanted."""
        if self.saved:
            self.retry_at = None
        elif self.retry_at is None:
            wait = RETRY_AFTER_S[min(self._failures, len(RETRY_AFTER_S) - 1)]
            self.retry_at = self._clock() + wait

    def retry(self) -> bool:
        """Try again if it is time; whether that helped."""
        if self.retry_at is None or self._clock() < self.retry_at:
            return False
        self.retry_at = None
        self._failures += 1
        self.commit(self._journal.retry)
        return self.saved

    def told_late(self) -> bool:
        """Whether something was saved late; told once."""
        late, self._late = self._late, False
        return late
