"""The same app on this machine, without hardware: what Okanjo must show of the same scans.

A twin is told what the real one is told, and nothing of what became of it there.
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from appliance import ADDRESS, HOST, LAMPS, NAMES
from support.table_app import AppTable

from drivers.events import Pressed
from drivers.lights.plain_leds import bar
from firmware import VERSION
from firmware.common.facts.device import PageFound
from firmware.common.http.qr import rows as qr
from firmware.common.system.state_dir import JOURNAL
from firmware.core.app.outputs import track_view, with_pin
from firmware.core.screen.render import picture
from firmware.interfaces.web.pages.scores.state import state
from firmware.words.sheets import display


class Twin(AppTable):
    """A table with a journal of its own."""

    def __init__(self, scans=(), names=NAMES):
        self._place = tempfile.TemporaryDirectory(prefix="okanjo-twin-")
        super().__init__(Path(self._place.name), names=names, about=(f"Okanjo {VERSION}",))
        for text, lane in scans:
            self.take(text, lane)

    def plugged_in(self, games=None):
        super().plugged_in(games)
        address = f"http://{ADDRESS}"
        codes = tuple(tuple(qr(words.upper())) for words in (address, f"{address}/bg"))
        self.app.take(PageFound((f"http://{HOST}", address), *codes))

    def page_state(self):
        """What every phone must be told."""
        return state(self.shown, 0, "")

    def close(self):
        self.unplugged()
        self._place.cleanup()

    def journal_rows(self):
        """The scans in its journal, each as code and lane."""
        with closing(sqlite3.connect(self.folder / JOURNAL)) as journal:
            rows = journal.execute("SELECT code, lane FROM scans ORDER BY seq").fetchall()
        return [list(row) for row in rows]

    def take(self, text, lane=0):
        """A scan; whether it counts as one of the game."""
        self.now += 1
        before = self.app.table
        self.read(text, lane)
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
        self.later(10)
        self.app.show()

    @property
    def pages(self):
        """What the glass must show."""
        return picture(display(with_pin(self.shown))).pages

    @property
    def lamps(self):
        """How the plain LEDs must be, once nothing flashes."""
        lit = bar(track_view(self.shown, len(LAMPS)), len(LAMPS))
        return [number < lit for number in range(len(LAMPS))]
