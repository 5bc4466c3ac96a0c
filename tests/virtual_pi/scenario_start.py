"""Switched on for the first time, Okanjo soon says what to do, and takes the scan.

No keyboard, no screen but its own, no phone has a part in it, and no settings but
those that came: what is fitted, it finds out by itself ("auto"), as it does on a Pi.
"""

import statistics

from appliance import Appliance
from install_once import SHIPPED, image_of
from machine import Machine
from support.playing import label
from twin import Twin
from usb_reports import WATCH

from firmware.common.facts.device import PinDrawn

SCANS = ("preset points-platter", "badge red")  # one each time it is switched on
SHOWN_WITHIN_S = 3  # on a Pi; this machine is no judge of it


def switched_on(folder, disk, name, say):
    """From cold, and off by the plug; what was scanned before is on the glass again."""
    machine = Machine(folder, name, f"file={image_of(folder, disk, name, SHIPPED)},format=raw")
    twin, waits = Twin(names={}), []
    try:
        for line in SCANS:
            twin.rest()
            okanjo = Appliance(machine.start())
            okanjo.wait_until_ready()
            okanjo.await_picture(twin.pages)
            waits.append(after_its_start(okanjo, twin.pages))
            okanjo.shell(WATCH)
            code, before = label(line).code, twin.pages
            assert twin.take(code)
            assert twin.pages != before
            okanjo.scan_for(code, twin.pages, machine.glass.last)
            assert okanjo.journal_rows() == twin.journal_rows()
            buttons_are_found(okanjo, twin)
            machine.cut()
    finally:
        machine.cut()
        twin.close()
    ready_s, shown_s = map(statistics.median, zip(*waits, strict=True))
    say(f"by itself it said what to do, and took {len(SCANS)} scans that were the first")
    say(
        f"ready {ready_s:.1f} s after the service's start,"
        f" what to do on the glass after {shown_s:.1f} s (at most {SHOWN_WITHIN_S})"
    )


def buttons_are_found(okanjo, twin):
    """A finger on one shows the next page; switched on again, it is the first one."""
    twin.app.take(PinDrawn(okanjo.shell("okanjo pin").split()[1]))
    twin.rest()
    first, since = twin.pages, okanjo.machine.glass.last
    twin.press("page")
    okanjo.press("page")
    okanjo.await_picture(twin.pages, since)
    while twin.pages != first:
        twin.press("page")


def after_its_start(okanjo, pages):
    """Seconds until the service was ready, and until that picture was on the glass."""
    began, ready = (
        int(okanjo.shell(f"systemctl show -P {which}TimestampMonotonic okanjo")) / 1e6
        for which in ("ExecMainStart", "ActiveEnter")
    )
    return ready - began, okanjo.machine.glass.came_at(pages) - began
