"""A file of scans in, what was acknowledged and what each part did out, the same every time.

The drivers are the real ones. Their threads are not: each is given its turn when it is due, by a
clock that only this file moves. The scanner's thread runs, and is waited for.
"""

from __future__ import annotations

from typing import Any

from drivers.events import Reading, ScannerFound, ScannerLost
from engine.catalogue import codebook_of
from engine.notation import BadLine, read
from engine.notation import printable as shown
from engine.position import SHARED_LANE, LaneName, empty
from engine.refusals import Refused
from engine.report import report
from firmware.app.messages import Leave, Typed
from firmware.app.outputs import OledOutput
from firmware.history.replay_file import BadFile, as_record, lines_of, replay
from firmware.journal.journal import Journal
from firmware.main import wired
from firmware.settings.schema import Settings
from firmware.simulate.command import seams
from firmware.simulate.faults import Hardware, Script, Step
from firmware.simulate.turns import Turns, simulated_oled
from firmware.view.describe import describe as told
from firmware.view.state import Shown
from firmware.view.text_report import scoreboard

BETWEEN_S = 2.0  # from one scan to the next
MENDING_S = 65.0  # after the last scan: longer than any part waits before it tries again
WRONG = 1


def play(
    settings: Settings,
    journal: Journal,
    hardware: Hardware,
    folder: str,
    script: Script,
    file: str,
) -> int:
    """Play a whole file; 1 if anything came out otherwise than without faults."""
    evening = Evening(settings, journal, hardware, folder)
    try:
        evening.begin()
        for number, line in enumerate(lines_of(file), 1):
            try:
                evening.line(line, script)
            except BadLine as why:
                raise BadFile(f"{shown(file)}, line {number}: {why}") from None
        if script.steps:
            evening.mend()
        return evening.end(file)
    finally:
        evening.table.stop()


class Evening:
    """One evening, as an Output of its own app."""

    def __init__(
        self, settings: Settings, journal: Journal, hardware: Hardware, folder: str
    ) -> None:
        self._settings, self._journal, self._hardware = settings, journal, hardware
        self.turns = Turns(hardware, settings.buzzer.pin)
        for disk in hardware.disks:
            disk.sleep = self.turns.skip
        by_hand = seams(hardware, folder)._replace(clock=self.turns.clock)
        plain = settings._replace(display=settings.display._replace(fitted="no"))
        self.table = wired(plain, journal, False, by_hand)
        self.app = self.table.app
        oled = simulated_oled(self.app.inbox.put, hardware.display, self.turns.clock)
        self.table.outputs += [OledOutput(oled, 128, 64), self]
        self.turns.parts = [*self.table.parts, oled]
        self.turns.app, self.turns.pins = self.app, by_hand.pins
        self._number = 0

    def show(self, newest: Shown) -> None:
        self._newest = newest

    def begin(self) -> None:
        self.app.inbox.put(Leave())
        self.app.run()  # what it does before its first scan
        self.table.keyboards.start()
        self._until(ScannerFound)
        self.turns.settle()

    def line(self, line: str, script: Script) -> None:
        """A line of the file: scanned where there is a scanner, else typed."""
        written = read(line, codebook_of(self.app.table.games))
        if written is None:
            return
        self.turns.begin()
        how = self._scan(written.text, written.lane)
        self.turns.settle()
        self.turns.wait(BETWEEN_S)
        self._tell(how)
        for step in script.reach(self._newest.number):
            self._step(step)

    def _scan(self, text: str, lane: LaneName) -> str:
        if lane != SHARED_LANE:
            self.app.take(Reading(text, f"lane {lane}", lane, self.turns.clock(), 3.0))
            return "other scanner"
        if self._hardware.scanner.plugged and self._hardware.scanner.types(text):
            self._hardware.scanner.read(text)
            self._until(Reading)
            return "scanner"
        self.app.take(Typed(text))
        return "typed"

    def _until(self, kind: type) -> Any:
        """Take facts, until one of this kind has been taken."""
        while True:
            fact = self.app.inbox.get(20)
            self.app.take(fact)
            if isinstance(fact, kind):
                return fact

    def _step(self, step: Step) -> None:
        print(f"      -- {step.words}.")
        was = self._hardware.scanner.plugged
        step.act(self._hardware)
        if self._hardware.scanner.plugged != was:
            self._until(ScannerLost if was else ScannerFound)
        self.turns.settle()

    def _tell(self, how: str) -> None:
        new = self._newest.number - self._number
        for outcome in self._newest.recent[len(self._newest.recent) - new :]:
            self._number += 1
            refused = isinstance(outcome.event, Refused)
            mark = "refused " if refused else "accepted"
            print(f"{self._number:5} {mark} {told(outcome, self._settings.names)}")
        kept = "saved" if self._newest.saved else f"UNSAVED ({self._journal.trouble})"
        print(f"      {how}, {kept}; {self.turns.done()}")

    def mend(self) -> None:
        """All faults end; time passes until every part has tried again."""
        self._step(Step(0, "All faults are over", Hardware.all_back))
        self.turns.wait(MENDING_S)

    def end(self, file: str) -> int:
        """The score, and whether it is what the same scans come to without any fault."""
        table, names = self.app.table, self._settings.names
        replayed = replay(lines_of(file), file, empty(table.games), codebook_of(table.games))
        record = as_record(replayed, names)
        print(f"\n{scoreboard(table, record)}\n")
        last = self._journal.last_game()
        right = {
            "scores are those without faults": report(table, names)
            == report(replayed.table, names),
            "every scan is saved": self._newest.saved and last is not None,
            "the display shows the newest panel": self.turns.display_is_right(self._newest),
            "no part is missing": not self._newest.panel.warning,
        }
        for what, so in right.items():
            print(f"{'yes' if so else 'NO '}  {what}")
        return 0 if all(right.values()) else WRONG
