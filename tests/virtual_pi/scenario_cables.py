"""Pull scanners and display out and put them back: Okanjo goes on without a restart."""

import threading
import time
from contextlib import suppress

from appliance import SERIAL_PORT, until
from machine import NoAnswer
from support.playing import label
from twin import Twin

from drivers.events import ScannerFound, ScannerLost

OPENING = ("preset points-platter", "badge red", "badge orange", "badge yellow", "command next")
CARDS = ("dumpling", "tempura", "tofu", "sashimi", "edamame", "eel", "miso-soup")


def codes(*lines):
    return [label(line).code for line in lines]


def card(number):
    """One that counts, another each time."""
    kind, copy = ("egg-nigiri", "salmon-nigiri", "squid-nigiri")[number % 3], number // 3 + 1
    return label(f"card sushi-go-party/{kind}/{copy}").code


class BothTables:
    """The appliance and its twin, scanned at together."""

    def __init__(self, okanjo):
        self.okanjo, self.twin, self.laid = okanjo, Twin(), 0
        for code in codes(*OPENING, "badge red"):
            self.scan(code)

    @property
    def since(self):
        return self.okanjo.machine.glass.last

    def scan(self, code, by=None):
        since = self.since
        assert self.twin.take(code)
        if by:
            self.okanjo.not_twice(code)
            by(code)
            self.okanjo.await_picture(self.twin.pages, since)
        else:
            self.okanjo.scan_for(code, self.twin.pages, since)

    def lay(self, by=None):
        """The next card."""
        self.scan(card(self.laid), by)
        self.laid += 1

    def lay_unseen(self):
        """The next card, whatever the display may show meanwhile; the page tells that it counts."""
        code = card(self.laid)
        self.laid += 1
        self.twin.take(code)
        wanted = self.twin.page_state()["seats"]
        self.okanjo.scan_until(code, lambda: self.okanjo.state()["seats"] == wanted)

    def tell(self, *messages):
        """What must come of something that happens; the picture of it."""
        for message in messages:
            self.twin.now += 1
            self.twin.app.take(message)
        return self.twin.pages

    def journals_agree(self):
        return self.okanjo.journal_rows() == self.twin.journal_rows()


def pulled_cables(okanjo, say):
    """Scanners in the middle of a code, then the display; the very same process all along."""
    pid, table = okanjo.pid, BothTables(okanjo)
    table.lay()
    _the_keyboard_scanner(table, say)
    _the_serial_scanner(table, say)
    _the_display(table, say)
    assert table.journals_agree()
    assert (okanjo.pid, okanjo.restarts) == (pid, 0)
    say("the same process all along, and every scan is kept")
    table.twin.close()


def _the_keyboard_scanner(table, say):
    """Out while it types, and in again."""
    okanjo = table.okanjo
    for _ in range(2):
        since = table.since
        typing = threading.Thread(target=type_until_unplugged, args=(okanjo.machine,))
        typing.start()
        time.sleep(0.2)
        okanjo.machine.unplug("scanner")
        typing.join()
        # The kernel here hears of it late: half a code may have ended by silence, and be refused.
        table.tell(ScannerLost("twin", "unplugged"))
        table.twin.rest()
        okanjo.await_picture(table.twin.pages, since)
        assert table.journals_agree()
        times_found = okanjo.log_count("scanner found: 0627")
        okanjo.machine.plug_scanner()
        began = time.monotonic()
        okanjo.await_log("scanner found: 0627", times_found)
        took_s = time.monotonic() - began
        table.tell(ScannerFound("twin"))
        table.lay()
    say(f"keyboard-type scanner pulled out of a code twice, back {took_s:.1f} s after the plug")


def type_until_unplugged(machine):
    with suppress(NoAnswer):
        machine.type("1" * 60)


def _the_serial_scanner(table, say):
    okanjo = table.okanjo
    source = SERIAL_PORT

    def by(code):
        okanjo.serial.sendall(code.encode() + b"\r")

    table.lay(by)
    since = table.since
    okanjo.serial.sendall(card(table.laid)[:4].encode())
    okanjo.shell("sleep 0.02")  # most often they have arrived by then; either way is well
    okanjo.machine.unplug("serial-scanner")
    table.tell(ScannerLost(source, "unplugged"))
    table.twin.rest()
    okanjo.await_picture(table.twin.pages, since)
    assert table.journals_agree()
    okanjo.serial.close()
    until(lambda: okanjo.shell(f"ls {source} 2>&1; true") != source, why="its port is gone")
    times_found = okanjo.log_count(f"scanner found: {source}")
    okanjo.serial = okanjo.machine.plug_serial()
    began = time.monotonic()
    okanjo.await_log(f"scanner found: {source}", times_found)
    took_s = time.monotonic() - began
    table.tell(ScannerFound(source))
    table.lay(by)
    say(f"serial scanner pulled and back {took_s:.1f} s after the plug")


def _the_display(table, say):
    """Its plug comes off while somebody scans: it has forgotten everything when it is back."""
    okanjo = table.okanjo
    okanjo.shell("echo gone >/run/virtual-pi/display")
    for _ in range(3):
        table.lay_unseen()
    okanjo.await_log("display lost")
    okanjo.shell("sleep 3; rm /run/virtual-pi/display")
    began, since = time.monotonic(), table.since
    table.twin.rest()
    okanjo.await_picture(table.twin.pages, since)
    say(f"display pulled for three scans, right again {time.monotonic() - began:.1f} s after")
    table.lay()
