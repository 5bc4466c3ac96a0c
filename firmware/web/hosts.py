"""The name a browser used for us in, whether it is one of ours out.

Against DNS rebinding: a page from elsewhere may make its own name lead to this device, but it
cannot make the browser send another name than that.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Collection, Iterable

from firmware.web.guard import TurnedAway

NAMES_FILE = "/run/okanjo/addresses"  # addresses and names, a line each, from outside the sandbox
MOST_READ = 4096

_HOST = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[0-9a-zA-Z_.-]{1,253})(?::([0-9]{1,5}))?")


def check_host(headers_host: str | None, names: Collection[str]) -> None:
    """Any address, localhost, and `names`; with any port."""
    found = _HOST.fullmatch(headers_host or "")
    if found is None or not 0 < int(found[2] or 80) < 65536:
        raise TurnedAway(400, "The request does not say once and plainly whom it asks (Host).")
    name = found[1].lower()
    if not (name in names or name == "localhost" or is_address(name)):
        raise TurnedAway(
            421,
            "Okanjo does not go by this name. Open it by its address, "
            "or add the name to names under [web] in its settings.",
        )


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


def own_names(more: Iterable[str] = (), file: str = NAMES_FILE) -> frozenset[str]:
    """The host's name, with and without .local, those told from outside, and `more`."""
    host = socket.gethostname().lower().rstrip(".")
    short = host.partition(".")[0]
    told = (line for line in told_outside(file) if not is_address(line))
    names = {host, short, f"{short}.local", *told, *(name.lower() for name in more)}
    return frozenset(name for name in names if _HOST.fullmatch(name))


def own_addresses(file: str = NAMES_FILE) -> list[str]:
    """As they stand in a URL: how others in this network reach us. Nothing is sent to find out."""
    # both addresses are for documentation only (RFC 5737, RFC 3849): nobody is there
    for family, nobody in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as line:
                line.connect((nobody, 9))
                own = line.getsockname()[0]
        except OSError:  # no network, or none of that kind, or we are kept from it
            continue
        return [f"[{own}]" if family == socket.AF_INET6 else own]
    return [line for line in told_outside(file) if is_address(line)]


def told_outside(file: str = NAMES_FILE) -> list[str]:
    """What was found out where the network can be seen; addresses as they stand in a URL."""
    try:
        with open(file, encoding="ascii", errors="replace") as lines:
            words = lines.read(MOST_READ).lower().split()
    except OSError:
        return []
    return [f"[{word}]" if ":" in word and word[0] != "[" else word for word in words]
