"""Cut the power again and again, on a disk that forgets: no acknowledged scan is lost.

The machine's power is cut while somebody scans, at a moment that nobody chose; then it boots from
the same disk. Acknowledged is what the display showed before the cut.
"""

import os
import random
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from appliance import Appliance, TooLate, until
from glass import is_picture
from install_once import MOMENT, image_of
from machine import Machine
from support.table_whole import evening
from twin import Twin
from usb_reports import WATCH

CUTS = 30
SYNC = "firmware/core/journal/journal.py"  # where the journal is told to wait for the disk
NEVER = 'sed -i \'s/synchronous: str = "FULL"/synchronous: str = "OFF"/\''


class Lost(AssertionError):
    """Scans that were acknowledged are gone."""


def plan(seeds):
    """Scans for many evenings, each of which counts."""
    twin, texts = Twin(), []
    for seed in seeds:
        texts += [text for text in evening(seed, 150) if twin.take(text)]
    twin.close()
    return texts


class DiskProcess:
    """The disk's own process, and how its power goes."""

    def __init__(self, image, socket):
        with suppress(FileNotFoundError):
            os.remove(socket)
        words = [sys.executable, str(Path(__file__).with_name("disk.py")), image, socket]
        self._disk = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._disk.stdout.readline() == "ready\n"
        self.drive = f"driver=nbd,server.type=unix,server.path={socket}"

    def cut(self, share, seed, writes=None):
        """Now, or at so many writes from now; sectors that waited, and those of them lost."""
        after = "" if writes is None else f" {writes}"
        self._disk.stdin.write(f"cut {share} {seed}{after}\n")
        self._disk.stdin.flush()
        if writes is not None:
            with suppress(subprocess.TimeoutExpired):
                self._disk.wait(5)
            with suppress(BrokenPipeError):  # it was done just now
                self._disk.stdin.write(f"cut {share} {seed}\n")
                self._disk.stdin.flush()
        waited, lost = map(int, self._disk.stdout.readline().split())
        self._disk.wait()
        return waited, lost

    def close(self):
        """It is no longer needed."""
        with suppress(Exception):
            self.cut(0, 0)


class Scanning(threading.Thread):
    """Somebody who scans one after another, the next as soon as there is an answer."""

    def __init__(self, okanjo, kept, texts):
        super().__init__(daemon=True)
        self.okanjo, self.kept, self.texts = okanjo, kept, texts
        self.pages, self.answered, self.stop = [()], 0, False

    def run(self):
        twin = Twin(self.kept)  # its journal is this thread's alone
        with suppress(Exception):  # its machine is switched off under its hands
            for text in self.texts:
                if self.stop:
                    break
                since = self.okanjo.machine.glass.last
                twin.take(text)
                self.pages.append(twin.pages)
                self.okanjo.scan_until(text, lambda since=since: self.stop or self.shows(since))
                self.answered += 1
        twin.close()

    def shows(self, since):
        return self.okanjo.shows(self.pages[-1], since)

    def acknowledged(self, pictures):
        """How many scans the glass has answered: the last whose picture no other scan has."""
        pages = self.pages
        alone = [number for number in range(1, len(pages)) if pages.count(pages[number]) == 1]
        for number in reversed(alone):
            if any(is_picture(shown, pages[number]) for shown in pictures):
                return number
        return 0


class Cuts:
    """A machine whose power is cut again and again."""

    def __init__(self, folder, image, name, seed, say):
        self.chance, self.say = random.Random(seed), say
        self.image, self.machine = image, Machine(folder, name, "")
        self.machine.serial_plugged = True
        self.socket = os.path.join(self.machine.run, "disk")
        self.texts, self.acknowledged, self.sent = plan(range(seed, seed + 12)), 0, 0
        self.waited = self.lost_sectors = self.losing = self.boots = 0

    def boot(self):
        """On, and look at what has survived: those scans."""
        self.disk = DiskProcess(self.image, self.socket)
        self.machine.disk = self.disk.drive
        self.machine.start()
        self.boots += 1
        self.okanjo = Appliance(self.machine)
        self.okanjo.wait_until_ready()
        self.okanjo.shell(WATCH)
        kept = self.okanjo.journal_rows()
        texts = [text for text, _ in kept]
        if len(texts) < self.acknowledged:
            raise Lost(f"{self.acknowledged - len(texts)} of {self.acknowledged} acknowledged")
        assert texts == self.texts[: len(texts)], "other scans than were made"
        assert len(texts) <= self.sent, "more scans than were made"
        twin = Twin(kept)
        twin.power_cut()
        self.okanjo.await_picture(twin.pages)
        twin.close()
        return kept

    def cut(self):
        """One more: boot, scan, and off at some moment."""
        rows = self.boot()
        kept = len(rows)
        before = len(self.machine.glass.pictures)
        scanning = Scanning(self.okanjo, rows, self.texts[kept:])
        scanning.start()
        some, then_s = self.chance.randint(1, 14), self.chance.uniform(0, 0.6)
        self.await_answers(scanning, some)
        time.sleep(then_s)  # a moment that nobody chose
        share, seed = self.chance.choice((0, 0, 0.5)), self.chance.randrange(1 << 30)
        writes = self.chance.randint(1, 12) if self.boots % 2 else None  # one is sure to wait
        waited, lost = self.disk.cut(share, seed, writes)
        self.machine.cut()
        scanning.stop = True
        scanning.join()
        more = scanning.acknowledged(self.machine.glass.pictures[before:])
        self.acknowledged = max(kept, kept + more)
        self.sent = kept + len(scanning.pages) - 1
        self.waited, self.lost_sectors = self.waited + waited, self.lost_sectors + lost
        self.losing += bool(lost)
        self.say(
            f"cut {self.boots}: {kept} scans were there, {more} more acknowledged,"
            f" {self.sent} made; {lost} of {waited} waiting sectors lost"
        )

    def await_answers(self, scanning, some):
        try:
            until(lambda: scanning.answered >= some, why=f"{some} scans are answered")
        except TooLate:
            self.okanjo.draw(scanning.pages[-1])
            self.say(f"{scanning.answered} were; its log ends with:\n{self.okanjo.log(20)}")
            raise

    def close(self):
        self.machine.cut()
        self.disk.close()


def power_cuts(folder, disk, say, cuts=CUTS, seed=1):
    """Cut so often; after each boot every acknowledged scan is there, and the game goes on."""
    bench = Cuts(folder, image_of(folder, disk, "cuts", MOMENT), "cuts", seed, say)
    try:
        for _ in range(cuts):
            bench.cut()
        bench.boot()
        assert bench.lost_sectors, "nothing ever waited for the disk: these cuts prove nothing"
        say(
            f"{cuts} of {cuts} cuts: {bench.acknowledged} acknowledged scans, none lost;"
            f" {bench.losing} cuts lost {bench.lost_sectors} of {bench.waited} waiting sectors"
        )
    finally:
        bench.close()


def power_cuts_of_a_journal_that_does_not_wait(folder, disk, okanjo, say, seed=1):
    """The same with a journal that never syncs: it must lose scans, else nothing is proved."""
    okanjo.shell(f"{NEVER} /opt/okanjo/current/lib/python3*/site-packages/{SYNC} && sync")
    okanjo.machine.cut()
    bench = Cuts(folder, image_of(folder, disk, "never", None), "never", seed, say)
    try:
        for _ in range(4):
            bench.cut()
        bench.boot()
    except Lost as lost:
        say(f"a journal that does not wait loses scans, as it must: {lost}")
        return
    finally:
        bench.close()
    raise AssertionError("a journal that does not wait has lost nothing: this disk proves nothing")
