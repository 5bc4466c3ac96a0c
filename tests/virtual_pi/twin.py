"""The same app on this machine, without hardware: what Okanjo must show of the same scans.

A twin is told what the real one is told, and nothing of what became of it there.
"""

import sqlite3
import tempfile
from contextlib import closing

from appliance import ADDRESS, HOST, LAMPS, NAMES

from drivers.events import Pressed, Reading
from drivers.lights.plain_leds import bar
from engine.catalogue import games_of
from engine.games.omakase import CARD_TABLE
from engine.refusals import Refused
from firmware import VERSION
from firmware.app.loop import App
from firmware.app.outputs import track_view, with_pin
from firmware.journal.journal import Journal
from firmware.screen.render import picture
from firmware.system.state_dir import JOURNAL
from firmware.view.state import PageFound
from firmware.web.pages.scores import state
from firmware.web.qr import rows as qr


class Twin:
    """An app on a journal of its own; `newest` is what is shown."""

    def __init__(self, scans=(), names=NAMES):
        self._folder, self._names = tempfile.TemporaryDirectory(prefix="okanjo-twin-"), names
        self.now = 1000.0
        self._start()
        for text, lane in scans:
            self.scan(text, lane)

    def _start(self):
        self._journal = Journal(self._folder.name)
        self.newest = None
        self.app = App(
            self._journal,
            games_of(CARD_TABLE),
            [self.show],
            names=self._names,
            about=(f"Okanjo {VERSION}",),
            clock=lambda: self.now,
        )
        address = f"http://{ADDRESS}"
        codes = tuple(tuple(qr(words.upper())) for words in (address, f"{address}/bg"))
        self.app.take(PageFound((f"http://{HOST}", address), *codes))

    def start_again(self):
        """Go on from its journal, and say where, as the real one does after a start."""
        self._journal.close()
        self._start()

    def page_state(self):
        """What every phone must be told."""
        return state(self.newest, 0, "")

    def close(self):
        self._journal.close()
        self._folder.cleanup()

    def journal_rows(self):
        """The scans in its journal, each as code and lane."""
        with closing(sqlite3.connect(f"{self._folder.name}/{JOURNAL}")) as journal:
            rows = journal.execute("SELECT code, lane FROM scans ORDER BY seq").fetchall()
        return [list(row) for row in rows]

    def show(self, shown):
        self.newest = shown

    def scan(self, text, lane=0):
        """Whether it counts as a scan of the game."""
        self.now += 1
        before = self.app.table
        self.app.take(Reading(text, "twin", lane, self.now, 10.0))
        return self.app.table is not before

    def press(self, button):
        self.now += 1
        self.app.take(Pressed(button, self.now))

    def found(self, *hosts):
        """Where the page is now."""
        self.app.take(PageFound(tuple(f"http://{host}" for host in hosts)))
        self.app.show()

    def rest(self):
        """Whatever interrupted is over."""
        self.now += 10
        self.app.do_what_is_due()
        self.app.show()

    @property
    def refused(self):
        return isinstance(self.newest.recent[-1].result, Refused)

    @property
    def pages(self):
        """What the glass must show."""
        return picture(with_pin(self.newest)).pages

    @property
    def lamps(self):
        """How the plain LEDs must be, once nothing flashes."""
        lit = bar(track_view(self.newest, len(LAMPS)), len(LAMPS))
        return [number < lit for number in range(len(LAMPS))]
