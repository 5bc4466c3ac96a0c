"""An evening of 200 scans and some button presses is scored and shown right.

The scans are those of the golden pictures' games. After each, the glass shows what the twin shows;
where a golden picture was drawn, the glass shows that one. Rounds begin by the NEXT button; the
last card of some is taken back by UNDO and laid again; the first sounds are counted, beep by beep.
"""

import json
import statistics
from contextlib import suppress

from appliance import TooLate, until
from beeps import LISTEN, beeps
from support.playing import label
from support.scenes import GAMES, kept
from support.table_engine import NAMES, EngineTable
from twin import Twin

from drivers.buzzer import SOUNDS
from engine.cards import BADGES
from engine.standings import standings
from firmware.core.view.sheets import game_story
from firmware.words.language import ENGLISH
from firmware.words.sheets import story_sheets

SCANS = 200
FOREIGN = "40063"  # no longer than QEMU's keyboard keeps: it makes no pause within it
PLAYED = ("party-2", "go-5")
PAGED = ("current", "", "scores", "tray", "rounds")  # "": why, which depends on the last card
HEARD = 6  # so many steps at the beginning
HEARD_WITHIN_S = 10
UNHEARD = 1  # of them: what is left of a sound is dropped where all stands still for half a second
NOT_OF_THE_TABLE = ("v", "run", "assets")  # only how new it is, and so its pages


class Scanned(EngineTable):
    """A golden game, with every scan of it remembered, and golden names where they belong."""

    def __init__(self, name):
        self.name = name
        self.steps = []
        starts, self.seats = GAMES[name]
        super().__init__(*starts.split(", "), *BADGES[: self.seats], names=NAMES)

    def read(self, text, lane=0):
        """Those that are refused are but the search for a card that may be laid."""
        reason = super().read(text, lane)
        if not reason:
            self.steps.append(("scan", text))
        return reason

    def press(self, button):
        """A finger in place of its command card."""
        self.scan(f"command {button}")
        self.steps[-1] = "press", button
        return self

    def laid(self, cards):
        """So many for each; the last is taken back, and laid again."""
        self.deal(self.seats, cards)
        _, newest = self.steps[-1]
        assert not self.press("undo").read(newest)
        return self

    def golden(self, stage):
        self.steps.append(("golden", f"{self.name}-{stage}"))

    def paged(self, *stages):
        """Page after page by the PAGE button."""
        for number, stage in enumerate(stages):
            if number:
                self.steps.append(("press", "page"))
            if stage:
                self.golden(stage)

    def played(self):
        """From lobby to podium; the golden pictures' own way."""
        self.golden("lobby")
        self.press("next")
        self.golden("start")
        dealt = self.table.game.hand(self.seats)
        for _ in range(self.table.game.rounds - 2):
            self.laid(dealt).scan("score").press("next")
        self.laid(dealt).scan("score")
        self.golden("over")
        self.press("next")
        self.deal(self.seats, dealt - 2)
        self.paged(*PAGED)
        self.scan("command score")
        if self.table.asked:
            self.golden("asked")
            self.scan("command score")
        tale = game_story(standings(self.table))
        sheets = story_sheets(tale, ENGLISH) if tale else ()
        self.steps += [("press", "page")] * (len(sheets) + 1)  # the game's story comes first
        self.golden("end-scores")
        return self.steps


def steps():
    """All that is done, 200 scans of it."""
    done = []
    for name in PLAYED:
        done += [*Scanned(name).played(), ("scan", label("command new-game").code)]
    done.insert(1, ("scan", FOREIGN))  # a keyboard of which there has been no code is not heard
    spare = [FOREIGN, label("command sound").code, label("badge red").code]
    missing = SCANS - sum(kind == "scan" for kind, _ in done)
    return done + [("scan", text) for text in (spare * missing)[:missing]]


def an_evening_of_200_scans(okanjo, say):
    """Each scan is shown, lit and kept; golden pictures come up; the page tells the same."""
    twin, waits, goldens, with_points, heard, unheard = Twin(), [], 0, 0, 0, 0
    okanjo.shell(LISTEN)
    for number, (kind, text) in enumerate(steps()):
        since, stopped = okanjo.machine.glass.last, len(okanjo.stopped)
        try:
            if kind == "golden":
                goldens += the_glass_is(okanjo, text)
                until(lambda: okanjo.lamps == twin.lamps, why="the lamps are right")
                with_points += the_page_agrees(okanjo, twin)
                continue
            waits.append(done(okanjo, twin, kind, text, since))
            if number < HEARD:
                expected = heard + len(SOUNDS[twin.shown.panel.sound])
                heard = beeps_so_far(okanjo, expected)
                unheard += heard != expected and stopped == len(okanjo.stopped)
                assert unheard <= UNHEARD, f"{heard} beeps so far, {expected} wanted"
        except Exception as why:
            raise AssertionError(f"at step {number}, {kind} {text}: {why}") from why
    the_page_agrees(okanjo, twin)
    the_journal_agrees(okanjo, twin)
    assert with_points > goldens / 2, "a table without points proves nothing"
    scans = sum(kind == "scan" for kind, _ in steps())
    presses = sum(kind == "press" for kind, _ in steps())
    say(f"{scans} scans, {presses} presses of NEXT, UNDO and PAGE, {heard} beeps counted")
    say(f"{goldens} golden pictures on the glass; lamps and page right, {with_points} with points")
    say(f"from the first key to the picture: {1000 * statistics.median(waits):.0f} ms (emulated)")
    if okanjo.stopped:
        say(f"the emulated scanner stopped short {len(okanjo.stopped)} times: scanned again")
    twin.close()


def beeps_so_far(okanjo, expected):
    """As many as are wanted, or as there are after a while."""
    with suppress(TooLate):
        until(lambda: beeps(okanjo) == expected, HEARD_WITHIN_S)
    return beeps(okanjo)


def done(okanjo, twin, kind, text, since):
    """A scan, or a finger on a button; how long the picture took."""
    before = twin.pages
    if kind == "press":
        twin.press(text)
        okanjo.press(text)
        return okanjo.await_picture(twin.pages, since)
    twin.take(text)
    if twin.pages == before or text == FOREIGN:  # a half of that brings up the same picture
        okanjo.scan_until(text, lambda: page_agrees(okanjo, twin))
        return okanjo.await_picture(twin.pages, since)
    return okanjo.scan_for(text, twin.pages, since)


def the_glass_is(okanjo, name):
    """The newest picture, just as it lies in tests/golden."""
    golden = kept(f"{name}.png").pages
    okanjo.await_picture(golden, okanjo.machine.glass.last)
    return 1


def the_page_agrees(okanjo, twin):
    """All that every phone is told of the table: seats, points, winners; whether any has points.

    The display may be a little ahead of the page.
    """
    wanted = page_of(twin.page_state())
    try:
        until(lambda: page_agrees(okanjo, twin))
    except TooLate:
        page = page_of(okanjo.state())
        both = {key: (page.get(key), wanted.get(key)) for key in page | wanted}
        wrong = {key: (here, there) for key, (here, there) in both.items() if here != there}
        raise AssertionError(f"the page tells, and should: {wrong}") from None
    return any(seat["banked"] or seat["live"] for seat in wanted["seats"])


def page_agrees(okanjo, twin):
    return page_of(okanjo.state()) == page_of(twin.page_state())


def page_of(state):
    """As a browser reads it; a code that was cut off and scanned again counts more than once."""
    read = json.loads(json.dumps(state))
    read["last"] = read["last"] and {**read["last"], "n": 0}
    return {key: value for key, value in read.items() if key not in NOT_OF_THE_TABLE}


def the_journal_agrees(okanjo, twin):
    kept_there, mine_kept = okanjo.journal_rows(), twin.journal_rows()
    assert kept_there == mine_kept, (len(kept_there), len(mine_kept))
