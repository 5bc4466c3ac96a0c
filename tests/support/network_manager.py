"""NetworkManager as systemd/wifi.py meets it: what nmcli 1.42 prints, and what becomes of it."""

from collections.abc import Sequence

HOME, NEIGHBOUR, CAFE = "Grandma's: 5 o'clock", "FRITZ!Box 7530 YX", "Café"
PASSWORDS = {HOME: "sweet biscuits", NEIGHBOUR: "1234567890", CAFE: ""}
IN_VAIN = "Error: Connection activation failed: "
NO_SECRETS = f"Password: {'•' * 9}\n{IN_VAIN}Secrets were required, but not provided.\n"
# `nmcli --terse --fields SSID,SIGNAL,SECURITY device wifi list`
LIST = r"""Grandma's\: 5 o'clock:100:WPA2
FRITZ!Box 7530 YX:42:WPA2 WPA3
:65:WPA2
FRITZ!Box 7530 YX:57:WPA2 WPA3
eduroam:90:WPA2 802.1X
Café:50:
old router:80:WEP
"""


class NetworkManager:
    """`cable` is the state of eth0, `states` what wlan0 is in at one look after the other;
    `hears` are networks that are still there; `phones` in the access point.
    """

    def __init__(self, cable: str = "unavailable", *states: str) -> None:
        self.cable, self.states = cable, [*states, "disconnected"]
        self.hears, self.phones = [HOME, NEIGHBOUR, CAFE], 0
        self.connections = {"e0ff"}  # known before
        self.access_point, self.joined = "", ""
        self.opens = True
        self.scanned_beside_the_access_point = False
        self.seen: list[str] = []  # each command line

    def run(self, words: Sequence[str], typed: str = "") -> tuple[int, str]:
        self.seen.append(" ".join(words))
        match words:
            case ["iw", *_]:
                return 0, "Station de:09:36:e3:ce:f8 (on wlan0)\n" * self.phones
            case [*_, "DEVICE,TYPE,STATE", "device"]:
                state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
                return 0, (
                    f"wlan0:wifi:{state}\nlo:loopback:connected (externally)\n"
                    f"p2p-dev-wlan0:wifi-p2p:disconnected\neth0:ethernet:{self.cable}\n"
                    "hwsim0:unknown:unmanaged\n"
                )
            case [*_, "list", "ifname", "wlan0", "--rescan", "yes"]:
                self.scanned_beside_the_access_point |= bool(self.access_point)
                return 0, LIST
            case [*_, "connection", "show"]:
                return 0, "".join(f"{uuid}\n" for uuid in self.connections)
            case ["nmcli", "connection", "delete", name]:
                self.connections.discard(name)
                if name == "okanjo-access-point":
                    self.access_point = ""
                return 0, ""
            case ["nmcli", "connection", "add", *more]:
                self.made = dict(zip(more[::2], more[1::2], strict=True))
                return 0, "Connection successfully added.\n"
            case ["nmcli", "--wait", _, "connection", "up", "okanjo-access-point"]:
                if self.opens:
                    self.access_point = self.made["ssid"]
                    return 0, "Connection successfully activated\n"
                return 4, f"{IN_VAIN}(7) No reason\n"
            case ["nmcli", "--ask", _, _, "device", "wifi", "connect", name, *_]:
                return self._connected(name, typed.rstrip("\n"))
        raise AssertionError(words)

    def _connected(self, name: str, password: str) -> tuple[int, str]:
        assert not self.access_point
        if name not in self.hears:
            return 10, f"Error: No network with SSID '{name}' found.\n"
        self.connections.add("a17e")
        if password != PASSWORDS[name]:
            return 4, NO_SECRETS
        self.joined = name
        return 0, "Device 'wlan0' successfully activated with 'a17e'.\n"
