"""No network: the device opens a Wi-Fi of its own, and a phone there chooses one for it.

Debian's NetworkManager and kernel, with three simulated radios (mac80211_hwsim) in the air that one
machine has: the device's, somebody's home, a phone. Home and phone are in network namespaces.
"""

import json
import time

from appliance import until
from support.playing import code
from twin import Twin

from firmware.common.facts.device import AccessPoint, AccessPointChanged
from firmware.common.http.qr import rows
from firmware.common.system.access_point import OpenWifi

HOME, PASSWORD, AT_HOME = "Grandma's: 5 o'clock", "sweet biscuits", "192.168.77."
PACKAGES = "network-manager wpasupplicant dnsmasq-base nftables iw hostapd busybox"
# the network of other scenarios stays systemd-networkd's; NetworkManager only sees its cable
RADIOS = f"""
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update && apt-get -qq install --yes --no-install-recommends {PACKAGES} >/dev/null
systemctl disable --now hostapd 2>/dev/null
modprobe mac80211_hwsim radios=3
for name in home phone; do ip netns add $name && ip netns exec $name ip link set lo up; done
iw phy phy1 set netns name home && iw phy phy2 set netns name phone
cat >/root/home.conf <<END
interface=wlan1
ssid={HOME}
channel=1
hw_mode=g
wpa=2
wpa_passphrase={PASSWORD}
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
END
ip netns exec home ip address add {AT_HOME}1/24 dev wlan1
ip netns exec home hostapd -B /root/home.conf >/dev/null
ip netns exec home dnsmasq --conf-file=/dev/null --interface=wlan1 --bind-interfaces --port=0 \
  --dhcp-range={AT_HOME}10,{AT_HOME}99,1h
"""  # noqa: S608 - a shell's words
JOINS = """
pkill -F /run/phone.pid 2>/dev/null
cat >/root/phone.conf <<END
network={
  ssid="%s"
  psk="%s"
}
END
ip netns exec phone wpa_supplicant -B -i wlan2 -c /root/phone.conf -P /run/phone.pid >/dev/null
ip netns exec phone busybox udhcpc -i wlan2 -q -n -t 20 -s /root/udhcpc >/dev/null 2>&1
ip netns exec phone ip -o -4 address show wlan2
"""
TAKES_ADDRESS = """#!/bin/sh
[ "$1" = bound ] && ip address flush dev wlan2 && ip address add "$ip/24" dev wlan2
"""
ASKS = """
import sys, urllib.error, urllib.request
where, sent = sys.argv[1], sys.argv[2].encode() or None
origin = "/".join(where.split("/")[:3])
headers = {"Content-Type": "application/json", "Origin": origin} if sent else {}
asked = urllib.request.Request(where, sent, headers)
try:
    print(urllib.request.urlopen(asked, timeout=60).read().decode())
except urllib.error.HTTPError as refused:
    print(refused.code)
"""
OWN = "http://10.42.0.1"
SETTING = "[wifi]\naccess_point = true"
KEPT = "/var/lib/okanjo-wifi/access-point"
TOLD_AT, WRONG = "/run/okanjo-wifi/access-point", '"why": "password"'
STATE = "systemctl show -P ActiveState okanjo-wifi; true"


def a_wifi_of_its_own(okanjo, say):
    """Off at first. Then a phone joins, chooses a network, is told why not, and brings it in."""
    okanjo.shell(RADIOS, 600)
    okanjo.put("/root/udhcpc", TAKES_ADDRESS.strip())
    okanjo.shell("chmod +x /root/udhcpc")
    okanjo.put("/root/asks.py", ASKS.strip())
    say("three radios, NetworkManager, a home")
    start(okanjo)
    assert not okanjo.shell(f"cat {KEPT} 2>/dev/null; true")
    okanjo.shell(f"cat >>/etc/okanjo/okanjo.toml <<'END'\n{SETTING}\nEND")
    okanjo.shell("systemctl restart okanjo")
    okanjo.wait_until_ready()
    start(okanjo)
    assert not okanjo.shell(f"cat {KEPT} 2>/dev/null; true")
    say("switched off, or with a cable: nothing happened")

    okanjo.machine.monitor("set_link", name="net", up=False)
    until(lambda: "eth0:unavailable" in okanjo.shell("nmcli -t -f DEVICE,STATE device"))
    pid, twin, since, began = okanjo.pid, Twin(), okanjo.machine.glass.last, time.monotonic()
    okanjo.shell("systemctl start okanjo-wifi.timer")  # 90 s after the start are over
    until(lambda: okanjo.shell(f"cat {KEPT} 2>/dev/null; true"), 300)
    name, password = okanjo.shell(f"cat {KEPT}").split()
    qr = tuple(rows(OpenWifi(name, password, (), "").code))
    twin.app.take(AccessPointChanged(AccessPoint(name, password, qr)))
    twin.app.show()
    until(lambda: okanjo.shows(twin.pages, since), 300, why="the QR on the glass")
    say(f"{name} {time.monotonic() - began:.0f} s later, its QR on the display")
    joins(okanjo, name, password)
    assert "wifi.js" in ask(okanjo, "phone", f"{OWN}/")
    told = json.loads(ask(okanjo, "phone", f"{OWN}/wifi/networks"))
    assert (told["networks"], told["why"]) == ([[HOME, True]], "")
    twin.take(code("badge red"))
    okanjo.scan_for(code("badge red"), twin.pages)
    say("a phone is in by that password, has an address, and sees the page")

    assert choose(okanjo, HOME, "wrong one") == {"chosen": HOME}
    until(lambda: WRONG in okanjo.shell(f"cat {TOLD_AT} 2>/dev/null; true"), 300)
    joins(okanjo, name, password)
    told = json.loads(ask(okanjo, "phone", f"{OWN}/wifi/networks"))
    assert told["why"] == "Not connected: the password was wrong."
    say("a wrong password: the Wi-Fi came back, and the page says why")
    assert choose(okanjo, HOME, PASSWORD) == {"chosen": HOME}
    until(lambda: okanjo.shell(STATE) == "inactive", 300)
    addresses = f"grep -F {AT_HOME} /run/okanjo/addresses; true"
    address = until(lambda: okanjo.shell(addresses), why="an address of that network")
    kept = okanjo.shell("nmcli -t -f NAME connection show").replace("\\", "").splitlines()
    assert HOME in kept
    assert "okanjo-access-point" not in kept
    assert "<!doctype html>" in ask(okanjo, "home", f"http://{address}/").lower()
    assert ask(okanjo, "home", f"http://{address}/wifi/networks") == "403"
    say(f"the right one: connected, and the page is at {address} for those at home alone")

    okanjo.shell(f'nmcli connection delete "{HOME}"')
    start(okanjo, waits=False)
    joins(okanjo, name, password)
    assert choose(okanjo, "", "") == {"chosen": ""}
    until(lambda: okanjo.shell(STATE) == "inactive", 300)
    assert "wlan0:disconnected" in okanjo.shell("nmcli -t -f DEVICE,STATE device")
    assert (okanjo.pid, okanjo.restarts) == (pid, 0)
    say("once more, to play without: it is gone; the same process all along")
    twin.close()


def start(okanjo, waits=True):
    """What the timer does."""
    okanjo.shell("systemctl start okanjo-wifi")
    if waits:
        until(lambda: okanjo.shell(STATE) == "inactive", 300)


def joins(okanjo, name, password):
    """A phone, as soon as the Wi-Fi is there."""
    until(lambda: "AP" in okanjo.shell("iw dev wlan0 info; true"), 300, why="an access point")
    until(
        lambda: "10.42.0." in okanjo.shell(JOINS % (name, password) + "true", 300),
        300,
        why="the phone has an address",
    )


def ask(okanjo, who, where, sent=""):
    """What a machine in that namespace is told by a page."""
    words = sent.replace("'", "'\\''")
    return okanjo.shell(f"ip netns exec {who} python3 /root/asks.py {where} '{words}'")


def choose(okanjo, network, password):
    sent = json.dumps({"network": network, "password": password})
    return json.loads(ask(okanjo, "phone", f"{OWN}/wifi/choose", sent))
