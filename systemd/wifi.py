#!/usr/bin/python3
"""A machine without a network in; an access point of its own out, and what a phone chooses there.

Run by root, once, 90 s after the start (okanjo-wifi.timer). Networks are looked for before there is
an access point, as one radio cannot do both. What there is to know lies in a file for Okanjo's
page; a request comes back as another, in a folder where the service can write: no link is followed,
little is read, and it counts only if it names a network of that list.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

ADDRESS = "10.42.0.1/24"
CONNECTION = "okanjo-access-point"
OPEN_S = 600.0  # so long nobody need be there
LOOK_AGAIN_S = 5.0  # then, whether somebody is
SETTLES_S = 30.0  # for what is just being connected
LOOK_EVERY_S = 0.5
REPLY_S = 2.0  # before the access point goes: the page still answers the phone
CONNECTS_WITHIN_S = 45
MOST_REQUEST, MOST_NETWORKS = 1024, 20
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none is taken for another
NOT_FOUND = 10  # nmcli's exit status
NETWORKS = "ethernet", "wifi"
# Networks that take more than a password, and those whose password protects nothing.
NOT_OURS = re.compile(r"802\.1X|WEP|OWE")

# The arguments of a program, and what it reads; its exit status and what it prints.
Run = Callable[[Sequence[str], str], tuple[int, str]]


class Network(NamedTuple):
    """As it is found: its name, how strong it is (0 to 100), whether it takes a password."""

    name: str
    signal: int
    secured: bool


class Wish(NamedTuple):
    """A network to connect to; without a name, to play without one."""

    name: str = ""
    password: str = ""


def run(words: Sequence[str], typed: str = "") -> tuple[int, str]:
    done = subprocess.run(
        words,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    return done.returncode, done.stdout


def fields(line: str) -> list[str]:
    """A line of `nmcli --terse`: a colon in a field has a backslash before it."""
    parts = re.findall(r"(?:^|:)((?:\\.|[^\\:])*)", line)
    return [re.sub(r"\\(.)", r"\1", part) for part in parts]


def networks_of(printed: str) -> list[Network]:
    """What can be connected to with a password or without, the strongest first, each name once."""
    best: dict[str, Network] = {}
    for line in printed.splitlines():
        name, strength, security, *_ = [*fields(line), "", "", ""]
        if not name.isprintable() or not name or name[0] == "-" or NOT_OURS.search(security):
            continue
        number = int(strength) if strength.isdecimal() else 0
        if name not in best or best[name].signal < number:
            best[name] = Network(name, number, bool(security))
    ranked = sorted(best.values(), key=lambda network: (-network.signal, network.name))
    return ranked[:MOST_NETWORKS]


def wish_of(content: bytes, networks: Sequence[Network]) -> Wish | None:
    """What a page has asked for; None if that is none of what may be asked for."""
    try:
        asked = json.loads(content)
        name, password = asked["network"], asked["password"]
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    if name == "":
        return Wish()
    is_known = any(network.name == name for network in networks)
    fits = isinstance(password, str) and password.isprintable() and len(password) <= 64
    return Wish(name, password) if is_known and fits else None


class Radio:
    """The Wi-Fi of this machine, by NetworkManager."""

    def __init__(self, run: Run = run, sleep: Callable[[float], object] = time.sleep) -> None:
        self._run, self._sleep = run, sleep
        self.device = ""

    def _ask(self, *words: str, typed: str = "") -> tuple[int, str]:
        return self._run(["nmcli", *words], typed)

    def is_alone(self) -> bool:
        """Whether there is no network, by cable neither, and a Wi-Fi to make one."""
        for _ in range(int(SETTLES_S)):
            states = list(self._states())
            if not any(state.startswith("connecting") for _, _, state in states):
                break
            self._sleep(1)
        if any(state.startswith("connected") for _, _, state in states):
            return False
        free = [name for name, kind, state in states if (kind, state) == ("wifi", "disconnected")]
        self.device = free[0] if free else ""
        return bool(free)

    def _states(self) -> Iterator[tuple[str, str, str]]:
        _, printed = self._ask("--terse", "--fields", "DEVICE,TYPE,STATE", "device")
        for line in printed.splitlines():
            name, kind, state, *_ = [*fields(line), "", ""]
            if kind in NETWORKS:
                yield name, kind, state

    def networks(self) -> list[Network]:
        """Look for them; this takes some seconds."""
        look = ("device", "wifi", "list", "ifname", self.device, "--rescan", "yes")
        return networks_of(self._ask("--terse", "--fields", "SSID,SIGNAL,SECURITY", *look)[1])

    def open(self, name: str, password: str) -> bool:
        """Make the access point; whether it is there."""
        self.close()
        made, _ = self._ask(
            *("connection", "add", "type", "wifi", "ifname", self.device, "con-name", CONNECTION),
            *("autoconnect", "no", "save", "no", "ssid", name),  # gone with the machine
            *("802-11-wireless.mode", "ap", "802-11-wireless.band", "bg"),
            *("ipv4.method", "shared", "ipv4.addresses", ADDRESS, "ipv6.method", "disabled"),
            *("wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.proto", "rsn", "wifi-sec.pairwise", "ccmp"),
            *("wifi-sec.group", "ccmp", "wifi-sec.pmf", "disable", "wifi-sec.psk", password),
        )
        status, printed = self._ask("--wait", "30", "connection", "up", CONNECTION)
        if made or status:
            print(f"no access point: {printed.strip()}", file=sys.stderr)
        return not made and not status

    def close(self) -> None:
        self._ask("connection", "delete", CONNECTION)

    def join(self, wish: Wish) -> str:
        """Connect to a network, for good; else why not, in a word, and nothing of it is kept."""
        before = self._known()
        self.networks()  # the access point's radio has forgotten them
        connect = ("device", "wifi", "connect", wish.name, "ifname", self.device)
        # asked for: what stands on a command line can be read by everybody here
        status, printed = self._ask(
            *("--ask", "--wait", str(CONNECTS_WITHIN_S), *connect), typed=f"{wish.password}\n"
        )
        if not status:
            return ""
        why = [line for line in printed.splitlines() if "•" not in line]  # so long is the password
        print(f"not connected: {' '.join(why)}", file=sys.stderr)
        for name in self._known() - before:
            self._ask("connection", "delete", name)
        if status == NOT_FOUND:
            return "not-found"
        return "password" if "ecrets were required" in printed else "failed"

    def _known(self) -> set[str]:
        return {*self._ask("--terse", "--fields", "UUID", "connection", "show")[1].split()}

    def has_guests(self) -> bool:
        """Whether a phone is there; False, too, where nothing tells."""
        try:
            return "Station" in self._run(["iw", "dev", self.device, "station", "dump"], "")[1]
        except OSError:
            return False


class AccessPoint:
    """The files of the one that there is: `told` is for the page, `asked` of it."""

    def __init__(self, state: str, told: str, asked: str) -> None:
        self._kept = os.path.join(state, "access-point")
        self._told, self._asked = os.path.join(told, "access-point"), asked

    def name_and_password(self) -> tuple[str, str]:
        """The same at each start, so that a phone knows it again."""
        with suppress(OSError, ValueError), open(self._kept) as file:
            name, password = file.read().split()
            return name, password
        name = f"Okanjo-{secrets.randbelow(10_000):04}"
        password = "".join(secrets.choice(LETTERS) for _ in range(10))
        self._write(self._kept, f"{name} {password}\n")
        return name, password

    def tell(self, name: str, password: str, networks: Sequence[Network], why: str) -> None:
        told = {"name": name, "password": password, "networks": networks, "why": why}
        self._write(self._told, json.dumps(told))

    def untell(self) -> None:
        with suppress(OSError):
            os.remove(self._told)

    def _write(self, path: str, text: str) -> None:
        with open(f"{path}.new", "w") as file:
            file.write(text)
            os.fsync(file.fileno())
        os.replace(f"{path}.new", path)

    def take(self) -> bytes:
        """What the page has laid down, which is gone then; b"" if nothing."""
        content = b""
        with suppress(OSError):
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            with open(os.open(self._asked, flags), "rb") as file:
                if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    content = file.read(MOST_REQUEST)
        with suppress(OSError):
            os.remove(self._asked)
        return content


def wait_for_wish(
    files: AccessPoint,
    radio: Radio,
    networks: Sequence[Network],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> Wish:
    """What a phone asks for; to play without, if for ten minutes none was there."""
    until = clock() + OPEN_S
    while True:
        if clock() >= until:
            if not radio.has_guests():
                return Wish()
            until = clock() + LOOK_AGAIN_S
        if wish := wish_of(files.take(), networks):
            sleep(REPLY_S)
            return wish
        sleep(LOOK_EVERY_S)


def main(files: AccessPoint, radio: Radio) -> None:
    if not radio.is_alone():
        return
    networks = radio.networks()
    name, password = files.name_and_password()
    why = ""
    try:
        while True:
            files.take()  # what was asked for before, or twice
            files.tell(name, password, networks, why)
            if not radio.open(name, password):
                return
            print(f"access point {name}: open", flush=True)
            wish = wait_for_wish(files, radio, networks)
            files.untell()
            radio.close()
            print(f"access point {name}: closed", flush=True)
            if not wish.name:
                return
            why = radio.join(wish)
            if not why:
                return
    finally:
        files.untell()
        radio.close()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    main(
        AccessPoint(os.environ["STATE_DIRECTORY"], os.environ["RUNTIME_DIRECTORY"], sys.argv[1]),
        Radio(),
    )
