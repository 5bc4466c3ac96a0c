"""A table whose app knows stickers, kept in its state folder; a power cut reads them anew."""

from typing import Any

from support.table_app import AtTable, code

from engine.codes import codebook
from firmware.common.facts.notices import Notice
from firmware.core.stickers.store import Stickers
from firmware.words import notices
from firmware.words.language import say

LOBBY = ("preset sushi-go-classic", "badge red", "badge blue", "command next")
CARD = "card sushi-go-party/"
FACE = "face sushi-go-party/"
EAN = "4902102072458"
QR = "HTTP://QR.EXAMPLE/7?a=b,c"
GS1 = "01040123456789\x1d17"
SECOND = "2c2e:0b61 Second"


class TeachingTable(AtTable):
    """`after` scans a second later, from this scanner or another: "" or why it is refused."""

    def plugged_in(self, *games: Any) -> None:
        self.stickers = Stickers(str(self.folder), codebook())
        self.settings["stickers"] = self.stickers
        super().plugged_in(*games)

    def after(self, line: str, source: str = "", lane: int | str = 0) -> str:
        """A label's `type slug`, or a foreign sticker as it is."""
        self.now += 1
        known = line.split(" ")[0] in ("card", "face", "kind", "badge", "command", "game", "preset")
        return self.read(code(line) if known else line, lane, *([source] if source else []))

    def teach(self, sticker: str, line: str) -> None:
        for each in ("command teach", sticker, line):
            assert self.after(each) == "", each

    @property
    def sheet(self) -> tuple[str, ...]:
        """The lines on the display."""
        return getattr(self.panel.sheet, "lines", ())

    @property
    def lesson(self) -> str:
        """What is told of the last step of teaching."""
        event = self.outcome.result
        assert isinstance(event, Notice), event
        return say(notices.sentence(event))

    def quiet(self) -> None:
        """The interruption is over."""
        self.now += 10
        self.app.do_what_is_due()
