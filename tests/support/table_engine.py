"""A table of the rules alone (`support.tables`): scans in; points and what is shown out."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from support.displayed import draw
from support.tables import PARTY, AnyTable

from engine.cards import BADGES, Game
from engine.catalogue import Labelled, codebook_of
from engine.events import Accepted
from engine.position import LaneName, Table, empty
from engine.refusals import Refused
from engine.standings import Change, Standings, change, standings
from engine.table import scan_text
from firmware.common.facts.device import DeviceState, PageFound
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.shown import Shown
from firmware.core.view.state import after, at_start, drawn

NAMES = {
    "red": "Chris",
    "orange": "Annabelle",
    "yellow": "Jürgen",
    "green": "Élodie",
    "cyan": "Bo",
    "blue": "Wolfgang Amadeus Theophil",
    "magenta": "Kim",
    "white": "Alexandrina",
}
AROUND = DeviceState(
    site=PageFound(("http://okanjo.local:8080", "http://192.168.178.42:8080")),
    about=("192.168.178.123", "Okanjo 0.1.0"),
)


class EngineTable(AnyTable):
    """`lines` have been scanned before anybody looks. What is shown is worked out when it is looked
    at, so scans alone cost what the engine takes.
    """

    def __init__(
        self,
        *lines: str,
        names: Mapping[str, str] | None = None,
        games: Iterable[Game] | None = None,
    ) -> None:
        super().__init__()
        known = None if games is None else Labelled((game.slug, game) for game in games)
        self._table = empty(known, names)
        self.start()
        self.scan(*lines)
        self.start()

    def start(self) -> "EngineTable":
        """As after a start: nobody has seen a scan."""
        self._first, self._seen = self._table, 0
        self._scans = list[tuple[str, LaneName, Accepted | Refused, Table]]()
        self._outcomes = list[Outcome]()
        self._shown: Shown | None = None
        return self

    def read(self, text: str, lane: LaneName = 0) -> str:
        before = self._table
        self._table, result = scan_text(before, codebook_of(before.games), text, lane)
        self._scans.append((text, lane, result, self._table))
        if isinstance(result, Accepted):
            return ""
        assert self._table is before
        return result.reason

    @property
    def table(self) -> Table:
        return self._table

    @property
    def outcomes(self) -> list[Outcome]:
        """What was replied to each scan since the start."""
        now = self._outcomes[-1].change.after if self._outcomes else standings(self._first)
        for text, lane, result, table in self._scans[len(self._outcomes) :]:
            made = change(now, result, table) if isinstance(result, Accepted) else Change(now, now)
            self._outcomes.append(Outcome(text, lane, result, made))
            now = made.after
        return self._outcomes

    @property
    def outcome(self) -> Outcome:
        return self.outcomes[-1]

    @property
    def standings(self) -> Standings:
        return self.outcome.change.after if self._scans else standings(self._table)

    @property
    def shown(self) -> Shown:
        shown = self._shown or at_start(standings(self._first))
        for outcome in self.outcomes[self._seen :]:
            shown = drawn(after(shown, outcome, 0.0))
        self._shown, self._seen = shown, len(self._scans)
        return shown

    def change(self, **changes: Any) -> Self:
        """Something else is shown."""
        self._shown = drawn(self.shown._replace(**changes))
        return self

    def device(self, **changes: Any) -> Self:
        """Something is otherwise with the device."""
        return self.change(device=self.shown.device._replace(**changes))

    def page(
        self, page: str = "current", around: DeviceState = AROUND, lane: LaneName | None = None
    ) -> Any:
        """What a page shows (`Displayed`; whoever looks knows which sheet) after the last scan, as
        it would be had that come from the lane.
        """
        outcome = self.outcome if self._scans else None
        if outcome and lane is not None:
            outcome = outcome._replace(lane=lane)
        return draw(self.standings, page, around, outcome)

    # --- games --------------------------------------------------------------------------------

    def by(self, words: str = "") -> list[dict[str, int]]:
        """Each seat's {kind: points} of the round that these words and a SCORE end."""
        self.scan(words + " score")
        return [seat["rounds"][-1]["by"] for seat in self.report["seats"]]

    def end(self, words: str = "") -> dict[str, Any]:
        """The report of a game that goes on from these words with nothing more to score."""
        self.scan(words)
        while self.table.phase != "finished":
            self.scan("next" if self.table.phase == "scored" else "score")
        return self.report

    def deck(self) -> list[str]:
        """The labels of this menu's cards, well shuffled but always alike."""
        cards = [
            f"card {row.slug}"
            for row in codebook_of(self.table.games).labels
            if row.type == "card" and row.game == self.game and row.kind in self.table.menu
        ]
        return sorted(cards, key=lambda slug: sum(ord(c) * 31**n for n, c in enumerate(slug)) % 997)

    def deal(self, seats: int, cards: int) -> Self:
        """So many cards for each of the first seats; what may not be laid is passed over."""
        deck = iter(self.deck())
        for badge in BADGES[:seats]:
            self.scan(badge)
            for _ in range(cards):
                while self.refusal(next(deck)):
                    pass
        return self


def seated(starts: str, seats: int, *commands: str) -> EngineTable:
    """So many named players at a table that starts like this, before anybody looks."""
    commands = tuple(f"command {command}" for command in commands)
    return EngineTable(*starts.split(", "), *BADGES[:seats], *commands, names=NAMES)


def party(seats: int = 3, menu: str = "preset points-platter", *commands: str) -> EngineTable:
    """A game of Party with named players, whose first round has begun."""
    return seated(menu, seats, *commands, "next")


def begun(game: str, seats: int, menu: str = "", *, commands: str = "") -> EngineTable:
    """A game whose first round has begun, its seats in the order of the badges.

    menu: a preset, or kinds with blanks between them (nigiri is always there).
    """
    if game != PARTY:
        starts = [f"game {game}"]
    elif " " in menu:
        starts = [f"kind {kind}" for kind in menu.split()]
    else:
        starts = [f"preset {menu}"]
    return EngineTable(*starts, *BADGES[:seats], commands, "next")
