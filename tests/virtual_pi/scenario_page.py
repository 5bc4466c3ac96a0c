"""Update by the page in the middle of a game, well and badly, go back, restart, switch off: what
root does for it.

By real units on a real systemd; what is sent is what a browser sends.
"""

import http.client
import json
import time
from contextlib import closing
from pathlib import Path

from appliance import ADDRESS, TooLate, until
from archives import NEVER_READY, NEWER
from glass import is_picture
from machine import NoAnswer
from scenario_cables import BothTables
from scenario_service import goes_on, version
from usb_reports import WATCH

from firmware.common.facts.notices import Notice

WITHIN_S = 1200  # an emulated processor unpacks slowly
UPDATE, DOES, PROGRESS = "/setup/update", "/setup/ask", "/setup/progress"
FILE = "application/octet-stream"
LEFT = "/run/okanjo/request /var/lib/okanjo/update* /var/lib/okanjo-update/*"


class PinKnown:
    """Somebody with a phone who has given the PIN."""

    def __init__(self, okanjo):
        self.okanjo, self.token = okanjo, ""
        pin = okanjo.shell("okanjo pin").split()[1]
        self.token = self.post("/pin", {"pin": pin})["token"]

    def post(self, path, sent=None, kind="application/json"):
        """What the page answers."""
        body = sent if isinstance(sent, bytes) else json.dumps(sent or {}).encode()
        page = http.client.HTTPConnection("127.0.0.1", self.okanjo.machine.port, timeout=120)
        headers = {
            "Host": ADDRESS,
            "Origin": f"http://{ADDRESS}",
            "Content-Type": kind,
            "Authorization": f"Bearer {self.token}",
        }
        with closing(page):
            page.request("POST", path, body, headers)
            return json.loads(page.getresponse().read())

    def followed(self):
        """How it ended; meanwhile the page may be away."""

        def ended():
            try:
                progress = self.post(PROGRESS)
            except (OSError, http.client.HTTPException, ValueError):
                return None
            return progress if progress.get("ended") else None

        return until(ended, WITHIN_S, 2, "what the page asked for has ended")

    def updates(self, file):
        """By that file, to its end."""
        assert self.post(UPDATE, Path(file).read_bytes(), FILE) == {"asked": "update"}
        return self.followed()


def updates_by_the_page(okanjo, say):
    """Damaged: refused. Newer: the game goes on. Go back, off."""
    table, first, folder = BothTables(okanjo), version(okanjo), okanjo.machine.folder
    table.lay()
    owner = PinKnown(okanjo)
    _refused(okanjo, owner, folder, first, say)
    began = time.monotonic()
    progress = owner.updates(f"{folder}/{NEWER}.tar.gz")
    newer = version(okanjo)
    if "went back to this one" in progress["text"]:
        raise TooLate(f"this machine is too slow to tell: {progress}\n{okanjo.log()}")
    assert (progress["well"], newer != first) == (True, True), progress
    say(f"updated by the page in {time.monotonic() - began:.0f} s: {progress['text']}")
    goes_on(okanjo, table)
    assert owner.post(DOES, {"wish": "go-back"}) == {"asked": "go-back"}
    progress = owner.followed()
    assert (progress["well"], version(okanjo)) == (True, first), progress
    say("went back by the page")
    goes_on(okanjo, table)
    assert not okanjo.shell(f"ls -d {LEFT} 2>/dev/null; true")
    exposed = okanjo.shell("systemd-analyze security --no-pager okanjo | tail -n 1").strip()
    say(f"the service, after all of it: {exposed}")
    _switched_off(okanjo, owner, table, say)
    table.twin.close()


def goes_back_by_itself(okanjo, say):
    """Updated by the page to what never becomes ready."""
    table, first = BothTables(okanjo), version(okanjo)
    table.lay()
    progress = PinKnown(okanjo).updates(f"{okanjo.machine.folder}/{NEVER_READY}.tar.gz")
    assert not progress["well"], progress
    if "went back to this one" not in progress["text"]:
        raise TooLate(f"this machine is too slow to tell: {progress}")
    assert version(okanjo) == first
    say(f"a release that never became ready: {progress['text']}")
    goes_on(okanjo, table)
    assert not okanjo.shell(f"ls -d {LEFT} 2>/dev/null; true")
    table.twin.close()


def _refused(okanjo, owner, folder, first, say):
    """What is damaged changes nothing, and the log has root's own words."""
    pid = okanjo.pid
    damaged = Path(folder, "damaged.tar.gz")
    content = Path(f"{folder}/{NEWER}.tar.gz").read_bytes()
    damaged.write_bytes(content[: len(content) // 2])
    progress = owner.updates(damaged)
    assert "damaged" in progress["text"], progress
    assert (progress["well"], version(okanjo), okanjo.pid) == (False, first, pid)
    log = okanjo.shell("journalctl -u okanjo-request -o cat --no-pager")
    assert "damaged: download" in log, log
    say(f"half a release: {progress['text']}")


def restarted(okanjo, owner, table, say):
    """The machine comes up by itself, and the game goes on."""
    assert owner.post(DOES, {"wish": "restart"}) == {"asked": "restart"}
    until(lambda: not okanjo.machine.is_on, WITHIN_S, 1, "the machine restarts")  # QEMU ends there
    okanjo.machine.cut()
    okanjo.machine.serial_plugged = True
    okanjo.machine.start()
    okanjo.wait_until_ready()
    okanjo.shell(WATCH)
    goes_on(okanjo, table)
    say("restarted by the page; the game goes on")


def _switched_off(okanjo, owner, table, say):
    """The machine ends by itself, and the display says to the end when the plug may be pulled."""
    assert owner.post(DOES, {"wish": "switch-off"}) == {"asked": "switch-off"}
    says = table.tell(Notice("switching-off"))

    def is_off():
        try:
            return not okanjo.machine.is_on or not okanjo.shell("true", 10)
        except NoAnswer:
            return True

    until(is_off, WITHIN_S, 1, "the machine is off")
    assert is_picture(okanjo.machine.glass.pictures[-1], says), "the display says something else"
    say("switched off by the page; the display says when the plug may be pulled")
