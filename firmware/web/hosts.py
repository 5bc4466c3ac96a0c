"""Our addresses and names, and the name a browser asked for.

Against DNS rebinding: a page from elsewhere may make its own name lead to this device, but it
cannot make the browser send another name than that.

The service sees neither the network nor a change of the host's name: both are written down for it.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable

MOST_READ = 4096

_HOST = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[0-9a-zA-Z_.-]{1,253})(?::([0-9]{1,5}))?")


def host_name(header: str) -> str | None:
    """The name in a Host header, in small letters; None where it is not plainly one."""
    found = _HOST.fullmatch(header)
    if found is None or not 0 < int(found[2] or 80) < 65536:
        return None
    return found[1].lower()


def network(address: str) -> str:
    """Whose an address is: one of IPv4 is a host's; of IPv6 everybody has 2**64 to choose from."""
    address = address.removeprefix("::ffff:").partition("%")[0]
    if ":" not in address:
        return address
    prefix = socket.inet_pton(socket.AF_INET6, address)[:8]
    return f"{socket.inet_ntop(socket.AF_INET6, prefix + bytes(8))}/64"


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
    """The host's name, with and without .local, as it was written down or else as it is, and
    `more`.
    """
    names = _told_names(file) or _names()
    return frozenset((*names, *map(str.lower, more)))


def local_name(file: str = "") -> str:
    """What the house calls us without anybody's doing (mDNS)."""
    names = _told_names(file) or _names()
    return next((name for name in names if name.endswith(".local")), "okanjo.local")


def own_addresses(file: str = "") -> list[str]:
    """As they stand in a URL: how others in this network reach us, the best first; one of IPv6
    only where there is no other. Nothing is sent to find out.
    """
    if told := told_outside(file):
        there = [line for line in told if is_address(line)]
        return [one for one in there if one[0] != "["] or there[:1]
    # both addresses are for documentation only (RFC 5737, RFC 3849): nobody is there
    for family, nobody in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as line:
                line.connect((nobody, 9))
                own = line.getsockname()[0]
        except OSError:  # no network, or none of that kind, or we are kept from it
            continue
        return [f"[{own}]" if family == socket.AF_INET6 else own]
    return []


def told_outside(file: str) -> list[str]:
    """What was written down where the network can be seen; addresses as they stand in a URL."""
    try:
        with open(file, encoding="ascii", errors="replace") as lines:
            words = lines.read(MOST_READ).lower().split()
    except OSError:
        return []
    return [f"[{word}]" if ":" in word and word[0] != "[" else word for word in words]


def _told_names(file: str) -> list[str]:
    told = told_outside(file)
    return [line for line in told if not is_address(line) and _HOST.fullmatch(line)]


def _names() -> list[str]:
    host = socket.gethostname().lower().rstrip(".")
    short = host.partition(".")[0]
    return [name for name in (host, short, f"{short}.local") if _HOST.fullmatch(name)]
