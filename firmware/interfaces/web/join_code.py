"""The code of the minute, drawn for display and /tv as long as a lobby is shown."""

from __future__ import annotations

import logging
from collections.abc import Callable

from drivers.threads import STOP_WITHIN_S, FdThread
from firmware.common.facts.device import JoinCodeDrawn
from firmware.common.facts.shown import Shown
from firmware.common.http.qr import Rows, drawn
from firmware.core.app.messages import Message
from firmware.core.join.badges import MINUTE_S, Badges

logger = logging.getLogger(__name__)
PATH = "/join/"
AT_ONCE = 15  # minutes: the program that draws is started once for so many


class JoinCode(FdThread):
    """A thread that sleeps but in a lobby, and there from one minute to the next."""

    def __init__(
        self, badges: Badges, put: Callable[[Message], None], clock: Callable[[], float]
    ) -> None:
        super().__init__("join code", clock, STOP_WITHIN_S)
        self._badges, self._put = badges, put
        self._address = ""  # what the code is of; "": no code now
        self._drawn: dict[tuple[str, int], Rows] = {}  # by address and minute

    def show(self, shown: Shown) -> None:
        """Take what is shown; from the table's thread."""
        addresses, is_lobby = shown.device.site.addresses, shown.table.phase == "lobby"
        # by its number, as on the other codes: not every phone finds a name
        address = addresses[:2][-1] if addresses and is_lobby else ""
        if address != self._address:
            self._address = address
            self._wake()

    def _run(self) -> None:
        while not self._stopping:
            address, minute = self._address, self._badges.minute
            self._put(JoinCodeDrawn(self._rows(address, minute) if address else ()))
            due = (minute + 1) * MINUTE_S if address else None
            self._wait((), due)

    def _rows(self, address: str, minute: int) -> Rows:
        if (address, minute) not in self._drawn:
            minutes = range(minute, minute + AT_ONCE)
            codes = drawn([f"{address}{PATH}{self._badges.code(each)}" for each in minutes])
            self._drawn = {
                (address, each): rows for each, rows in zip(minutes, codes, strict=False)
            }
        return self._drawn.get((address, minute), ())

    def _failed(self, reason: str) -> None:
        logger.warning(f"the code for phones to join: {reason}")
