"""Tables to test on: three kinds, at which the same acts have the same names.

`EngineTable` (`support.table_engine`): the rules alone, without files, clock or threads. Take it
for what a scan does, what it scores and what is shown of that.

`AppTable` (`support.table_app`): the app on a real journal, its loop and its clock turned by hand.
Take it for what lasts, what passes with time, and what comes from elsewhere than a scanner.

`WholeTable` (`support.table_whole`) and `ProgramTable` (`support.table_program`): the whole program
with its threads; the one in this process, on models of all its parts and with one clock, the other
as a process of its own, with a pipe for a keyboard, whose replies are texts. Take them for how the
parts go together, for what a kill leaves behind and for what stands beside the program. A start
costs half a second, so take one of the others where that is possible.

At a page (`support.web_site`, `support.page_program`) or a broker (`support.mqtt_broker`) stands
one of these: `site.table`, `PageProgram`, `table_of`.

What is scanned is a line, `card sushi-go-party/tofu/1`, or several words, `red tofu tofu/2`:
a badge or command by itself; `tofu` is the next copy of that card, `tofu/2` that very card;
`face:tofu`, `kind:uramaki`, `game:omakase` and `card:sushi-go/tofu/1`, of another game, as they
say. Another lane stands before it: `red:tofu`, `1:remove`, `red:card sushi-go-party/tofu/1`. The
word `score` is scanned again where it asks.
"""

from abc import ABC, abstractmethod
from typing import Any, Self

from support.displayed import Displayed, displayed

from engine.cards import BADGES
from engine.catalogue import codebook_of
from engine.codes import COMMANDS
from engine.notation import TYPES, parted, read, words_of
from engine.position import LaneName, Table
from engine.report import report
from engine.standings import Standings
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.sheets import NotCounted
from firmware.common.facts.shown import Shown
from firmware.words.refusals import heading, lines
from firmware.words.spoken import spoken

PARTY = "sushi-go-party"


class Words:
    """What words stand for; knows which copies it has named."""

    def __init__(self) -> None:
        self._copies = dict[str, list[str]]()

    def line(self, word: str, game: str = PARTY) -> str:
        """A word as a line; a line and digits are one already."""
        if is_line(word) or word.isdigit():
            return word
        lane, rest = parted(word)
        if lane:
            return f"{lane}{self.line(rest, game)}"
        if ":" not in rest and rest not in BADGES and rest not in COMMANDS:
            rest = self._copy(rest)
        return line_of(rest, game)

    def _copy(self, word: str) -> str:
        face, _, copy = word.partition("/")
        named = self._copies.setdefault(face, [])
        named.append(copy or next(str(n) for n in range(1, 20) if str(n) not in named))
        return f"{face}/{named[-1]}"


def is_line(text: str) -> bool:
    """Whether it is a type and a slug, perhaps after a lane."""
    first, *rest = words_of(text) or [""]
    return bool(rest) and parted(first)[1] in TYPES


def line_of(word: str, game: str = PARTY) -> str:
    """A word as a line; a card's has its copy."""
    if word in BADGES:
        return f"badge {word}"
    if word in COMMANDS:
        return f"command {word}"
    kind, _, slug = word.rpartition(":")
    if kind in ("kind", "game", "preset", "card") or (kind and "/" in slug):
        return f"{kind} {slug}"
    return f"{kind or 'card'} {game}/{slug}"


class AnyTable(ABC):
    """What is done at every table in the test's own process, and what is seen there."""

    def __init__(self) -> None:
        self.words = Words()

    # --- what people do -------------------------------------------------------------------

    @abstractmethod
    def read(self, text: str, lane: LaneName = 0) -> str:
        """A scanner reads this, now; the reason why it is refused, or nothing."""

    def scan(self, *lines: str, lane: LaneName = 0) -> Self:
        """Lines or words, none of which may be refused."""
        for text in lines:
            for word in [text] if is_line(text) else text.split():
                assert (why := self.refusal(word, lane)) == "", f"{word}: {why}"
                if word == "score" and self.table.asked:
                    assert self.refusal(word, lane) == ""
        return self

    def scan_in_vain(self, word: str) -> Self:
        """A line or one word, which must be refused."""
        assert self.refusal(word), f"{word} counts"
        return self

    def refusal(self, word: str, lane: LaneName = 0) -> str:
        """A line or one word; the reason why it is refused, or nothing."""
        scanned = read(self.words.line(word, self.game), codebook_of(self.table.games))
        assert scanned is not None, word
        self.moment()
        return self.read(scanned.text, scanned.lane or lane)

    def moment(self) -> None:  # noqa: B027 - without a clock there is none
        """What passes between two scans."""

    # --- what is seen -----------------------------------------------------------------------

    @property
    @abstractmethod
    def shown(self) -> Shown:
        """What was shown last."""

    @property
    def table(self) -> Table:
        """The position."""
        return self.shown.table

    @property
    def game(self) -> str:
        """The game whose cards words name; in an empty lobby it is Party."""
        return self.table.game.slug if self.table.game else PARTY

    @property
    def standings(self) -> Standings:
        return self.shown.standings

    @property
    def outcome(self) -> Outcome:
        """What was replied to the last scan."""
        assert self.shown.last is not None, "nothing was scanned"
        return self.shown.last

    @property
    def panel(self) -> Displayed:
        """What the display shows, as people read it."""
        return displayed(self.shown.panel)

    @property
    def says(self) -> str:
        """What the display shows, read out."""
        return spoken(self.shown.panel)

    @property
    def message(self) -> tuple[str, ...]:
        """What the refusal on show says, and what to do."""
        sheet = self.shown.panel.sheet
        if not isinstance(sheet, NotCounted):
            return ()
        return heading(sheet.refusal), lines(sheet.refusal)[1]

    @property
    def badges(self) -> list[str | None]:
        return [seat.badge for seat in self.table.seats]

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.table.seats]

    @property
    def live(self) -> list[int]:
        """Each seat's points, if the round ended now."""
        return [seat.live for seat in self.standings.seats]

    @property
    def scores(self) -> list[int | None]:
        """Each seat's points as they are shown; none before its first card."""
        return [seat.score for seat in self.standings.seats]

    @property
    def report(self) -> dict[str, Any]:
        return report(self.standings)
