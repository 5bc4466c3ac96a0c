"""The device's own access point, as root tells of it, and what a phone there asks of root.

Root's side is okanjo-wifi.service with systemd/wifi.py. There is one only where no network was
found; so whoever reaches this device by it knows the password that the display shows.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from ipaddress import ip_address, ip_network
from typing import Literal, NamedTuple, get_args

from firmware.common.system.ask_root import lay_down
from firmware.common.system.files import mark
from firmware.common.system.state_dir import read_text
from firmware.common.system.systemd import runtime_folder

MARK = "wifi"  # in the service's folder: the owner wants an access point
REQUEST = "wifi-request"  # there, too
TOLD = "-wifi/access-point"  # behind that folder's name; it is root's
PHONES = ip_network("10.42.0.0/24")

Failure = Literal["", "password", "not-found", "failed"]  # of the network that was chosen last
FAILURES: Mapping[str, Failure] = {case: case for case in get_args(Failure)}


class Network(NamedTuple):
    """One that can be chosen; `secured`: it takes a password."""

    name: str
    secured: bool


class OpenWifi(NamedTuple):
    """An access point that is open, and the networks that were found before; the strongest first.
    `why` tells why the last one that was chosen could not be connected to.
    """

    name: str
    password: str
    networks: tuple[Network, ...]
    why: Failure

    @property
    def code(self) -> str:
        """What a QR says to have a phone join; neither name nor password has a sign of its own."""
        return f"WIFI:T:WPA;S:{self.name};P:{self.password};;"


def want(environment: Mapping[str, str], is_wanted: bool) -> None:
    """Have root make one at a start without a network, or not."""
    if folder := runtime_folder(environment):
        mark(os.path.join(folder, MARK), is_wanted)


def access_point_of(environment: Mapping[str, str]) -> OpenWifi | None:
    """Read what root tells; None while there is no access point."""
    folder = runtime_folder(environment)
    if not folder:
        return None
    try:
        content = json.loads(read_text(f"{folder}{TOLD}"))
        networks = tuple(Network(name, bool(secured)) for name, _, secured in content["networks"])
        why = FAILURES.get(content["why"], "failed")
        return OpenWifi(content["name"], content["password"], networks, why)
    except (ValueError, TypeError, KeyError):
        return None


def is_on_it(address: str) -> bool:
    """Whether a phone with this address is there."""
    try:
        return ip_address(address.removeprefix("::ffff:")) in PHONES
    except ValueError:
        return False


def ask(
    environment: Mapping[str, str],
    network: str,
    password: str,
    sleep: Callable[[float], object] = time.sleep,
) -> None:
    """Have root connect to a network of that list; without a name, go on without one. NotTaken, or
    OSError.
    """
    request = os.path.join(runtime_folder(environment), REQUEST)
    lay_down(request, json.dumps({"network": network, "password": password}).encode(), sleep)
