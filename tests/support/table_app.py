"""A table of the app on a real journal (`support.tables`), without its loop's thread.

Its clocks are moved by hand: nothing here sleeps.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from support.log_lines import LogLines
from support.playing import code
from support.tables import AnyTable

from drivers.events import Reading
from engine.catalogue import Games, codebook_of, games_of
from engine.games.omakase import CARD_TABLE
from engine.position import LaneName, Table
from firmware.common.facts.notices import Notice
from firmware.common.facts.refusals import Refusal
from firmware.common.facts.shown import Shown
from firmware.core.app.loop import App
from firmware.core.app.messages import Typed, WebScan
from firmware.core.journal.disk import Disk
from firmware.core.journal.journal import Journal
from firmware.core.stickers.store import Stickers
from firmware.core.view.state import Output
from firmware.words import notices
from firmware.words.language import say

GAMES = games_of(CARD_TABLE)
SCANNER = "1a86:5723 Scanner"


class AppTable(AnyTable):
    """`plugged_in` again after `unplugged`: a power cut. `outputs` are told last of all; with
    `stickers` it knows those in its folder, and can be taught; a `camera` gives a picture or fails.
    """

    def __init__(
        self,
        folder: Path,
        games: Games = GAMES,
        *,
        synchronous: str = "FULL",
        disk: type[Disk] = Disk,
        outputs: Iterable[Output] = (),
        stickers: bool = False,
        camera: Callable[[], bytes] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        self.folder, self.games, self.settings = folder, games, settings
        self.synchronous, self._disk = synchronous, disk
        self.outputs: list[Output] = [self.show, *outputs]
        self.camera, self._has_stickers = camera, stickers
        self.now, self.wall = 1000.0, 1.5e9
        self.plugged_in()

    def plugged_in(self, games: Games | None = None) -> None:
        self.games = games or self.games
        self.shows: list[Shown] = []
        self.log = LogLines()
        self.journal = Journal(str(self.folder), synchronous=self.synchronous, disk=self._disk)
        settings = {"clock": lambda: self.now, "wall": lambda: self.wall, **self.settings}
        if self._has_stickers:
            book = codebook_of(self.games)
            self.stickers = settings["stickers"] = Stickers(str(self.folder), book)
        if self.camera:
            from firmware.core.app.photo_dialog import PhotoDialog  # late: few tables have one

            settings["photos"] = PhotoDialog(self.camera, lambda event: self.app.inbox.put(event))
        self.app = App(self.journal, self.games, self.outputs, **settings)
        self.app.show()

    def unplugged(self) -> None:
        if self.app.photos:
            self.app.photos.stop()
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
    def table(self) -> Table:
        return self.app.table

    # --- what comes in ------------------------------------------------------------------------

    def read(self, text: str, lane: LaneName = 0, source: str = SCANNER, place: str = "") -> str:
        self.app.take(Reading(text, source, lane, self.now, 3.0, place))
        event = self.outcome.result
        return event.reason if isinstance(event, Refusal) else ""

    def moment(self) -> None:
        self.now += 1

    def after(self, text: str, lane: LaneName = 0, source: str = SCANNER) -> str:
        """A scanner reads this a second later, whatever it is."""
        self.moment()
        return self.read(text, lane, source)

    def later(self, seconds: float) -> None:
        """Time passes, and what is due is done."""
        self.now += seconds
        self.app.do_what_is_due()

    def settle(self) -> None:
        """All that waits in the inbox is taken."""
        while len(self.app.inbox):
            self.app.take(self.app.inbox.get())

    def photograph(self, *lines: str) -> None:
        """A photo with these labels is scored on a page."""
        text = " ".join(map(code, lines))
        reading = Reading(text, "web:phone", 0, self.now, 0.0)
        self.app.take(WebScan(reading, lambda answered: None, self.app.table))

    def type(self, text: str) -> None:
        self.app.take(Typed(text))

    def teach(self, sticker: str, line: str) -> None:
        self.scan("teach")
        assert self.after(sticker) == "", sticker
        self.scan(line)

    # --- what comes of it ---------------------------------------------------------------------

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the sheet on the display."""
        return getattr(self.panel.sheet, "lines", ())

    @property
    def lesson(self) -> str:
        """What is told of the last step of teaching."""
        event = self.outcome.result
        assert isinstance(event, Notice), event
        return say(notices.sentence(event))

    def kept(self) -> list[str]:
        """The codes the journal holds of the game on the table."""
        last = self.journal.last_game()
        return [row.code for row in last.scans] if last else []
