"""Okanjo on a virtual Pi as its owner meets it: install it, scan at it, look at it.

What is looked at is what there is to see on a table: the glass of the display, lamps, the page.
"""

import http.client
import json
import time
from collections import Counter
from contextlib import closing
from itertools import islice
from pathlib import Path

from glass import is_picture, packed
from machine import NoAnswer
from PIL import Image
from support.table_engine import NAMES as FULL_NAMES
from usb_reports import LATEST, latest_code

ADDRESS, HOST = "10.0.2.15", "raspberrypi.local"
LAMPS = (5, 6, 13, 19, 26, 16, 20, 21, 12, 23)
BUTTONS = {"next": 17, "undo": 27, "page": 22}
NAMES = dict(islice(FULL_NAMES.items(), 5))
SERIAL_PORT = "/dev/ttyUSB0"
SETTINGS = f"""
[display]
fitted = "yes"
[track]
kind = "leds"
[buttons]
fitted = "yes"
[buzzer]
fitted = "yes"
active = true
[[scanner]]
port = "{SERIAL_PORT}"
[names]
""" + "\n".join(f'{badge} = "{name}"' for badge, name in NAMES.items())
PINS = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio"
STATE = "/var/lib/okanjo"
JOURNAL = f"{STATE}/journal.db"
READ_ROWS = f"""
import json, sqlite3
journal = sqlite3.connect("file:{JOURNAL}?mode=ro", uri=True)
check, = journal.execute("PRAGMA integrity_check").fetchone()
scans = journal.execute("SELECT code, lane FROM scans ORDER BY seq").fetchall()
print(json.dumps([check, scans]))
"""  # noqa: S608 - no words of anybody's
READY_WITHIN_S = 30  # what fails to become ready is given as long as on a Pi
TWICE_S = 0.7  # the same code sooner would be one scan, read twice
LOOK_EVERY_S = 3
PATIENCE_S = 120  # for what comes at once: who waits for less has tested how busy this machine is
STOPS, SHARE_OF_STOPS = 10, 0.2  # so many codes may be cut off by a machine that stands still


class TooLate(AssertionError):
    """What should have come has not."""


def until(condition, within_s=PATIENCE_S, every_s=0.05, why=""):
    """What it gives, once it gives something."""
    looked = time.monotonic()
    end = looked + within_s
    while not (result := condition()):
        now = time.monotonic()
        if now > end:
            raise TooLate(f"not within {within_s} s: {why or condition.__name__}")
        time.sleep(max(every_s, 2 * (now - looked)))  # a look holds up what is waited for
        looked = time.monotonic()
    return result


class Appliance:
    """Okanjo on a machine."""

    def __init__(self, machine):
        self.machine, self.shell = machine, machine.shell
        self._last, self._last_at = "", 0.0
        self.scans, self.stopped = 0, []  # codes within which the emulated scanner stopped short
        self._looks = Counter()  # at each code, by when it ended

    # -- being installed -----------------------------------------------------------------------

    def put(self, path, text):
        """A file of this text on the machine."""
        self.shell(f"mkdir -p $(dirname {path}) && cat >{path} <<'END'\n{text}\nEND")

    def bring(self, name, path):
        """One of our programs."""
        self.put(path, (Path(__file__).parent / "brought" / name).read_text().rstrip("\n"))

    def install(self, archive, fails=False):
        """By the installer of that archive, as its owner would; what it said, and how long it took.

        Everything it fetches lies on the machine's disk: there is no download in this time.
        """
        self.shell(f"rm -rf /root/new && mkdir -p /root/new && tar xzf {archive} -C /root/new")
        began = time.monotonic()
        limit = f"OKANJO_READY_WITHIN_S={READY_WITHIN_S} " if fails else ""
        installing = self.machine.begin(f"{limit}/root/new/okanjo/install.sh 2>&1")
        status, output = self.machine.end(installing, 1500)
        assert bool(status) == fails, output
        return output, time.monotonic() - began

    def wait_until_ready(self):
        until(
            lambda: self.shell("systemctl is-active okanjo; true") == "active",
            every_s=1,
            why="the service is ready",
        )

    @property
    def pid(self):
        return int(self.shell("systemctl show -P MainPID okanjo"))

    @property
    def restarts(self):
        return int(self.shell("systemctl show -P NRestarts okanjo"))

    def log(self, lines=40):
        return self.shell(f"journalctl -u okanjo -o cat --no-pager -n {lines}; true")

    def log_count(self, words):
        """How often its log has said so."""
        return int(self.shell(f"journalctl -u okanjo -o cat --no-pager | grep -cF '{words}'; true"))

    def await_log(self, words, before=0):
        """Its log says so once more than `before`."""
        log = "journalctl -u okanjo -o cat -n all -f 2>/dev/null"
        try:
            self.shell(f"grep -m {before + 1} -F '{words}' < <({log}) | tail -n 1", PATIENCE_S)
        except NoAnswer as why:
            raise TooLate(f"the log never says: {words}") from why

    # -- being scanned at ----------------------------------------------------------------------

    def scan(self, text):
        """By the keyboard-type scanner."""
        self.not_twice(text)
        self.scans += 1
        self.machine.type(text + "\n")
        self._last_at = time.monotonic()

    def scan_until(self, text, seen, why="that scan is answered"):
        """A scan that somebody waits for; once more where the scanner stopped short within it."""
        self.scan(text)
        look_at = time.monotonic() + LOOK_EVERY_S

        def answered():
            nonlocal look_at
            if seen():
                return True
            if time.monotonic() > look_at:
                self._again_if_cut_off(text)
                look_at = time.monotonic() + LOOK_EVERY_S
            return False

        until(answered, every_s=0.02, why=why)
        self._last_at = time.monotonic()

    def scan_for(self, text, pages, since=0):
        """A scan whose answer is that picture; how long that took, in seconds."""
        began = time.monotonic()
        try:
            self.scan_until(text, lambda: self.shows(pages, since), "that picture on the glass")
        except TooLate:
            self.draw(pages)
            raise
        return time.monotonic() - began

    def _again_if_cut_off(self, text):
        """Only where its kernel has seen all of it, with a pause: nothing else is made good.

        And only at the second look: where all stood still, Okanjo is about to answer at the first.
        """
        code, moment = latest_code(self.shell(LATEST)) if self.machine.is_on else ("", 0)
        if "-" not in code or code.replace("-", "") != text:
            return
        self._looks[moment] += 1
        if self._looks[moment] == 2:
            self.stopped.append(text)
            most = max(STOPS, SHARE_OF_STOPS * self.scans)
            assert len(self.stopped) <= most, f"{len(self.stopped)} of {self.scans} scans cut off"
            self.scan(text)

    def not_twice(self, text):
        wait = self._last_at + TWICE_S - time.monotonic()
        if text == self._last and wait > 0:
            time.sleep(wait)
        self._last = text

    def press(self, button):
        """A finger on a button, for as long as fingers are."""
        pull = f"{PINS}{BUTTONS[button]}/pull"
        self.shell(f"echo pull-down >{pull}; sleep 0.5; echo pull-up >{pull}; sleep 0.1")

    # -- being looked at -----------------------------------------------------------------------

    def shows(self, pages, since=0):
        """Whether the glass has shown this picture, wherever it had swum to, `since` so many."""
        return any(is_picture(shown, pages) for shown in self.machine.glass.pictures[since:])

    def await_picture(self, pages, since=0):
        """How long it took to come, in seconds."""
        began = time.monotonic()
        try:
            until(lambda: self.shows(pages, since), every_s=0.02, why="that picture on the glass")
            self._last_at = time.monotonic()
            return self._last_at - began
        except TooLate:
            self.draw(pages)
            raise

    def draw(self, pages):
        """What was wanted on the glass and what there is, for whoever looks into it."""
        run, seen = self.machine.run, self.machine.glass.pictures[-1:]
        for name, pixels in [("wanted", packed(pages, 0, 0)), *(("seen", s[1]) for s in seen)]:
            Image.frombytes("1", (128, 64), pixels).save(f"{run}/{name}.png")
        Path(run, "reports").write_text(self.shell(LATEST))

    @property
    def lamps(self):
        """Which plain LEDs are lit."""
        files = " ".join(f"{PINS}{pin}/value" for pin in LAMPS)
        return [value == "1" for value in self.shell(f"cat {files}").split()]

    def ask(self, path):
        """What the page has there, for another machine in this network."""
        page = http.client.HTTPConnection("127.0.0.1", self.machine.port, timeout=60)
        with closing(page):
            page.request("GET", path, headers={"Host": ADDRESS})
            answer = page.getresponse()
            content = answer.read()
            assert answer.status == 200, content
            return content

    def state(self):
        """What every phone is told."""
        return json.loads(self.ask("/state"))

    def journal_rows(self):
        """The scans in the journal, each as code and lane; the journal must be whole."""
        check, scans = json.loads(self.shell(f"python3 -c '{READ_ROWS}'"))
        assert check == "ok", check
        return scans
