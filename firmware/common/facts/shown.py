"""What is shown now, as one value that is replaced whole; each output takes the newest there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.catalogue import codebook_of
from engine.codes import Codebook
from engine.position import Table
from engine.standings import Standings
from firmware.common.facts.device import SPEED_CHANGED, AccessPoint, DeviceState
from firmware.common.facts.notices import REPEAT, Notice
from firmware.common.facts.offer import Offer
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.photo import Proposal
from firmware.common.facts.round_clock import ClockFace
from firmware.common.facts.sheets import GoesOn, Panel
from firmware.common.facts.situation import Situation


class Shown(NamedTuple):
    """`standings` and `situation` are all that the engine is asked of the position. `last` is the
    newest outcome, and `number` counts all there were; `recent` are those that tell what happened,
    by their numbers, the newest last: no PAGE, no SOUND, no question that is over. `heard` counts
    the lines typed at the desk, and `answer` is what became of the last of them. `pin` is the
    page's, `join_code` a QR that leads a phone to its badge, and `access_point` the device's own:
    for those who stand before it, and for nobody else (the QR also for /tv, in the lobby).
    `welcome` says where the
    game goes on, from a start to the first scan. `scanned` counts what scanners have read, and
    `was_played` is so once a game has begun. `photo` is one of the camera over the table, as long
    as PHOTO would score it. `calling`: the organiser is wanted at this table. `offer` are seats
    that NEXT would take, and `clock` is that of the round that is played here. `ending` tells that
    the machine is about to be switched off.

    `interruption` is the outcome on show until `quiet_at`; `page` is how far PAGE has been turned,
    and `turned` the sound of that; the device takes so many `device_sheets`. `leaf` is how far the
    sheets of an interruption have been turned. `panel` is what
    follows from all of it.
    """

    standings: Standings
    situation: Situation
    device: DeviceState
    panel: Panel
    recent: Mapping[int, Outcome] = {}
    heard: int = 0
    number: int = 0
    last: Outcome | None = None
    answer: Outcome | None = None
    pin: str = ""
    join_code: tuple[str, ...] = ()
    access_point: AccessPoint | None = None
    welcome: GoesOn | None = None
    scanned: int = 0
    was_played: bool = False
    photo: Proposal | None = None
    calling: bool = False
    offer: Offer | None = None
    clock: ClockFace | None = None
    ending: Notice | None = None
    interruption: Outcome | None = None
    quiet_at: float | None = None
    page: int = 0
    leaf: int = 0
    device_sheets: int = 1
    turned: str = ""

    @property
    def table(self) -> Table:
        return self.standings.table

    @property
    def codebook(self) -> Codebook:
        return codebook_of(self.table.games)

    @property
    def remove_is_newest(self) -> bool:
        """Whether a REMOVE waits that UNDO would take back."""
        last = self.table.last
        return self.situation.removing and last is not None and last.scan.label.key == "remove"

    @property
    def asks_again(self) -> bool:
        """Whether REPEAT was scanned just now."""
        return self.last is not None and self.last.result == REPEAT

    @property
    def changes_speed(self) -> bool:
        """Whether SLOWER was scanned just now."""
        return self.last is not None and self.last.result in SPEED_CHANGED.values()

    @property
    def never_played(self) -> bool:
        """Until the first game begins or seats are offered."""
        return not (self.was_played or self.offer)
