"""Our addresses and names in the network.

The service sees neither the network nor a change of the host's name: both are written down for it
in a file, a line each. With no such file they are looked up.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable

MOST_READ = 4096
LOCAL = ("localhost", "127.0.0.1", "[::1]", "::1")
HOST = r"(\[[0-9a-fA-F:.]{2,45}\]|[0-9a-zA-Z_.-]{1,253})(?::([0-9]{1,5}))?"


def is_address(name: str) -> bool:
    """Whether it is an address as it stands in a URL: 192.0.2.7 or [2001:db8::7]."""
    family, bare = socket.AF_INET, name
    if name.startswith("[") and name.endswith("]"):
        family, bare = socket.AF_INET6, name[1:-1]
    try:
        socket.inet_pton(family, bare)
    except (OSError, ValueError):  # ValueError: a NUL in it
        return False
    return True


def own_names(more: Iterable[str] = (), file: str = "") -> frozenset[str]:
    """The host's names, with and without .local, and `more`."""
    return frozenset((*_names(file), *map(str.lower, more)))


def local_name(file: str = "") -> str:
    """The name that others in this network find by themselves (mDNS)."""
    return next((name for name in _names(file) if name.endswith(".local")), "okanjo.local")


def own_addresses(file: str = "") -> list[str]:
    """This device's addresses as they stand in a URL, the best first; one of IPv6 only where there
    is no other, and it was written down. Nothing is sent to find out.
    """
    if written := read_addresses(file):
        addresses = [line for line in written if is_address(line)]
        return [address for address in addresses if address[0] != "["] or addresses[:1]
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737)
            return [line.getsockname()[0]]
    except OSError:  # no network, or no permission
        return []


def for_others(host: str) -> str:
    """A host as others in the network reach it, where it may be this machine."""
    return next(iter(own_addresses()), host) if host in LOCAL else host


def read_addresses(file: str) -> list[str]:
    """What was written down where the network can be seen; addresses as they stand in a URL."""
    try:
        with open(file, encoding="ascii", errors="replace") as lines:
            words = lines.read(MOST_READ).lower().split()
    except OSError:
        return []
    return [f"[{word}]" if ":" in word and word[0] != "[" else word for word in words]


def _names(file: str) -> list[str]:
    """The host's names as they were written down, or else as they are."""
    names = [line for line in read_addresses(file) if not is_address(line)]
    if not any(re.fullmatch(HOST, line) for line in names):
        host = socket.gethostname().lower().rstrip(".")
        short = host.partition(".")[0]
        names = [host, short, f"{short}.local"]
    return [name for name in names if re.fullmatch(HOST, name)]
