"""Scan a game and draw the panels that a display would get after each scan."""

from support.displayed import draw
from support.playing import label, outcome_of, play

from engine.cards import BADGES
from engine.codes import codebook
from engine.position import empty
from engine.refusals import Refused
from engine.standings import standings
from firmware.common.facts.device import DeviceState, PageFound
from firmware.common.facts.outcome import Outcome

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


class Evening:
    """A game being scanned, every panel drawn from it knowing the last scan."""

    def __init__(self, starts, seats, *commands):
        lines = [*starts.split(", "), *(f"badge {badge}" for badge in BADGES[:seats])]
        lines += [f"command {command}" for command in commands]
        table, refused = play("\n".join(lines), empty(names=NAMES))
        assert refused == []
        self.standings = standings(table)
        self._outcome: Outcome | None = None
        self.seats = seats

    @property
    def outcome(self) -> Outcome:
        """Of the last scan."""
        assert self._outcome is not None, "nothing was scanned"
        return self._outcome

    @property
    def table(self):
        return self.standings.table

    def scan(self, line, lane=0):
        self._outcome = outcome_of(self.standings, label(line).code, lane)
        self.standings = self.outcome.change.after
        return self

    def scans(self, *lines):
        for line in lines:
            self.scan(line)
        return self

    def panel(self, page="current", around=AROUND, lane=None):
        """What is shown after the last scan, as it would be had it come from that lane."""
        outcome = self._outcome if lane is None else self.outcome._replace(lane=lane)
        return draw(self.standings, page, around, outcome)

    def deck(self):
        """The labels of this menu's cards, well shuffled but always alike."""
        cards = [
            f"card {row.slug}"
            for row in codebook().labels
            if row.type == "card" and row.game == self.table.game.slug
            if row.kind in self.table.menu
        ]
        return sorted(cards, key=lambda slug: sum(ord(c) * 31**n for n, c in enumerate(slug)) % 997)

    def lay(self, seats, cards):
        """That many cards for each of the first seats."""
        deck = iter(self.deck())
        for badge in BADGES[:seats]:
            self.scan(f"badge {badge}")
            laid = 0
            while laid < cards:
                card = next(deck)
                self.scan(card)
                laid += not isinstance(self.outcome.result, Refused)
        return self

    def score(self):
        self.scan("command score")
        return self.scan("command score") if self.table.asked else self


def party(seats=3, menu="preset points-platter", *commands):
    """A game of Party whose first round has begun."""
    return Evening(menu, seats, *commands, "next")
