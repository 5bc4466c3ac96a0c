"""The network comes up late, then changes: the display shows the new address each time.

As on a Pi whose Wi-Fi comes up late, and whose router then gives it another address.
"""

import time

from appliance import ADDRESS, HOST
from twin import Twin

from firmware.common.facts.device import PinDrawn
from firmware.core.view.state import pages_of

ANOTHER = "10.0.2.99"
WIRED, AWAY = "/etc/systemd/network/50-wired.network", "/run/virtual-pi/wired"
LATE = f"""
mv {WIRED} {AWAY} && networkctl reload && networkctl reconfigure eth0
ip address flush dev eth0 && systemctl start okanjo-addresses && systemctl restart okanjo
"""
THERE = f"mv {AWAY} {WIRED} && networkctl reload && networkctl reconfigure eth0"
# by hand, of which nobody leaves a trace
MOVED = f"ip address add {ANOTHER}/24 dev eth0 && ip address del {ADDRESS}/24 dev eth0"
# from the machine itself, as only its first address can be reached from here
ASK = """
import sys, urllib.request
print(urllib.request.urlopen(f"http://{sys.argv[1]}/", timeout=60).status)
"""


def a_network_that_comes_late(okanjo, say):
    """On the display and to whoever asks; the very same process all along."""
    okanjo.shell(LATE)
    okanjo.wait_until_ready()
    pid, twin = okanjo.pid, Twin()
    twin.app.take(PinDrawn(okanjo.shell("okanjo pin").split()[1]))
    twin.found(HOST)
    pages = [page for page, _ in pages_of(twin.app.table, "", twin.shown.device.site)]
    for _ in range(pages.index("device")):
        twin.press("page")
        okanjo.press("page")
        okanjo.await_picture(twin.pages)
    say("no address: the display has none but its name")
    took_s = found_at(okanjo, twin, THERE, ADDRESS)
    okanjo.ask("/")
    say(f"the network came up: {took_s:.0f} s later the display and the page had its address")
    took_s = found_at(okanjo, twin, MOVED, ANOTHER)
    assert okanjo.shell(f"python3 -c '{ASK}' {ANOTHER}") == "200"
    say(f"another address, by hand: {took_s:.0f} s later it was that one")
    assert (okanjo.pid, okanjo.restarts) == (pid, 0)
    twin.close()


def found_at(okanjo, twin, command, address):
    """How many seconds after that command it is found there."""
    since, began = okanjo.machine.glass.last, time.monotonic()
    okanjo.shell(command)
    twin.found(HOST, address)
    okanjo.await_picture(twin.pages, since)
    return time.monotonic() - began
