"""In: Okanjo on a virtual Pi, a scanner. Out: an evening of 200 scans is scored right.

The scans are those of the golden pictures' games. After each, the glass shows what the twin shows;
where a golden picture was drawn, the glass shows that one.
"""

import statistics
import time

from appliance import TooLate, until
from evening import Evening
from playing import label
from scenes import GAMES, kept
from twin import Twin

from engine.cards import BADGES
from engine.refusals import Refused
from engine.result import report

SCANS = 200
FOREIGN = "4006381333931"
PLAYED = ("party-2", "go-5")
PAGED = ("now", "scores", "tray", "rounds")


class Scanned(Evening):
    """A golden game, with every scan of it remembered, and golden names where they belong."""

    def __init__(self, name):
        self.name = name
        self.steps = []
        starts, seats = GAMES[name]
        lines = [*starts.split(", "), *(f"badge {one}" for one in BADGES[:seats])]
        self.steps += [("scan", label(line).code) for line in lines]
        super().__init__(starts, seats)

    def scan(self, line, lane=0):
        """Those that are refused are but the search for a card that may be laid."""
        super().scan(line, lane)
        if not isinstance(self.outcome, Refused):
            self.steps.append(("scan", label(line).code))
        return self

    def golden(self, stage):
        self.steps.append(("golden", f"{self.name}-{stage}"))

    def paged(self, *stages):
        """Page after page by the PAGE button."""
        for at, stage in enumerate(stages):
            if at:
                self.steps.append(("page", ""))
            self.golden(stage)

    def played(self):
        """From lobby to podium; the golden pictures' own way."""
        self.golden("lobby")
        self.scan("command next")
        self.golden("start")
        dealt = self.table.game.hand(self.seats)
        for _ in range(self.table.game.rounds - 2):
            self.lay(self.seats, dealt).score().scan("command next")
        self.lay(self.seats, dealt).score()
        self.golden("over")
        self.scan("command next")
        self.lay(self.seats, dealt - 2)
        self.paged(*PAGED)
        self.scan("command score")
        if self.table.asked:
            self.golden("asked")
            self.scan("command score")
        self.steps.append(("page", ""))
        self.golden("end-scores")
        return self.steps


def steps():
    """All that is done, 200 scans of it."""
    done = []
    for name in PLAYED:
        done += [*Scanned(name).played(), ("scan", label("command new-game").code)]
    spare = [FOREIGN, label("command sound").code, label("badge red").code]
    missing = SCANS - sum(kind == "scan" for kind, _ in done)
    return done + [("scan", text) for text in (spare * missing)[:missing]]


def an_evening_of_200_scans(okanjo, say):
    """Each scan is shown, lit and kept; golden pictures come up; the page tells the same."""
    twin, waits, goldens = Twin(), [], 0
    for number, (kind, what) in enumerate(steps()):
        since = okanjo.machine.glass.last
        if kind == "golden":
            goldens += the_glass_is(okanjo, what)
            until(lambda: okanjo.lamps == twin.lamps, 10, why="the lamps are right")
            continue
        if kind == "page":
            okanjo.press("page")
            twin.press("page")
        else:
            okanjo.scan(what)
            twin.scan(what)
        typed = time.monotonic()
        try:
            okanjo.await_picture(twin.pages, since)
        except TooLate:
            say(f"at step {number}: {kind} {what}")
            raise
        waits.append(time.monotonic() - typed)
    the_page_and_the_journal_agree(okanjo, twin)
    scans = sum(kind == "scan" for kind, _ in steps())
    say(f"{scans} scans, {goldens} golden pictures on the glass, lamps and page right")
    say(f"from the last key to the picture: {1000 * statistics.median(waits):.0f} ms (emulated)")
    twin.close()


def the_glass_is(okanjo, name):
    """The newest picture, just as it lies in tests/golden."""
    golden = kept(f"{name}.png").pages
    okanjo.await_picture(golden, okanjo.machine.glass.last, 5)
    return 1


def the_page_and_the_journal_agree(okanjo, twin):
    told = okanjo.state()
    mine = report(twin.app.table, {})
    assert told["phase"] == mine["phase"]
    assert [seat["badge"] for seat in told["seats"]] == [one["badge"] for one in mine["seats"]]
    assert told["saved"] is True
    kept_there = okanjo.kept()
    mine_kept = twin.kept()
    assert kept_there == mine_kept, (len(kept_there), len(mine_kept))
