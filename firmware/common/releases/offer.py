"""The newest release as latest.json tells of it, a file that lies beside the releases.

It is whatever somebody has put there: no more than a text to be shown and a file to be offered. Who
has made that file is found by its signature, as of any other. `python3 -m
firmware.common.releases.offer RELEASE CHANGELOG` prints one (systemd/dist.sh).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from typing import Literal, NamedTuple

MOST_JSON = 1 << 16
MOST_NEWS = 48_000  # bytes of it; escaped, they are some more
MOST_FILE = 100_000_000  # as systemd/unpack.py takes it
ADDRESS = "system/latest.url"  # in a version's folder: where latest.json is, if anywhere
LOOK_WITHIN_S = 60  # for latest.json
PIECE_WITHIN_S = 60  # for 64 kB of a release

# Why there is no offer.
Why = Literal[
    "no-network", "slow", "clock", "expired", "stranger", "portal", "missing", "status", "odd"
]
SHAPES = {
    "version": r"\d{1,4}(\.\d{1,4}){1,3}",
    "file": r"okanjo-[\w.-]{1,60}\.tar\.gz",  # beside latest.json, and nowhere else
    "sha256": r"[0-9a-f]{64}",
}


class ReleaseOffer(NamedTuple):
    """A release: its `file` beside latest.json, of `size` bytes, and its changelog, `news`."""

    version: str
    file: str
    size: int
    sha256: str
    news: str

    def is_newer(self, version: str) -> bool:
        """Whether it is newer than that version is."""
        return _numbers(self.version) > _numbers(version)


def offer_of(content: bytes) -> ReleaseOffer | None:
    """Read latest.json; None for whatever else it is."""
    try:
        fields = json.loads(content)
        offer = ReleaseOffer(*(fields[name] for name in ReleaseOffer._fields))
    except (ValueError, RecursionError, LookupError, TypeError):
        return None
    texts = offer._asdict()
    size = texts.pop("size")
    if not all(isinstance(text, str) for text in texts.values()):
        return None
    if not all(re.fullmatch(shape, texts[name], re.ASCII) for name, shape in SHAPES.items()):
        return None
    return offer if type(size) is int and 0 < size <= MOST_FILE else None


def json_of(offer: ReleaseOffer) -> bytes:
    """It as a line of JSON; half a character, which no file can hold, becomes "?"."""
    return json.dumps(offer._asdict(), ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def address_of(folder: str) -> str:
    """Where latest.json is, as the version says whose folder this is; "" where it names none."""
    try:
        with open(os.path.join(folder, ADDRESS), encoding="ascii") as file:
            address = file.read(1000).strip()
    except (OSError, ValueError):
        return ""
    return address if re.fullmatch(r"https://[!-~]+", address) else ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def _offer(release: str, changelog: str) -> ReleaseOffer:
    """The offer of a release file; of a long changelog the newest part."""
    with open(release, "rb") as file:
        content = file.read()
    with open(changelog, encoding="utf-8") as file:
        news = file.read()
    while len(news.encode()) > MOST_NEWS:
        news = news[: news.rindex("\n", 0, -1) + 1]
    name = os.path.basename(release)
    version = name.removeprefix("okanjo-").removesuffix(".tar.gz")
    return ReleaseOffer(version, name, len(content), hashlib.sha256(content).hexdigest(), news)


if __name__ == "__main__":
    line = json_of(_offer(*sys.argv[1:]))
    if offer_of(line) is None:
        sys.exit(f"No device would take {sys.argv[1]}: it is too large, or its version no number.")
    sys.stdout.buffer.write(line)
