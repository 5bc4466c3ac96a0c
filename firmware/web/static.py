"""The files of the pages in, read once; what is served at which address out.

Law: a request's path is looked up in this table and never in a folder.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from collections.abc import Mapping
from typing import NamedTuple

FOLDER = os.path.join(os.path.dirname(__file__), "assets")
TYPES = {
    "html": "text/html; charset=UTF-8",
    "css": "text/css; charset=UTF-8",
    "js": "text/javascript; charset=UTF-8",
    "svg": "image/svg+xml",
}

_NAME = re.compile(r"([a-z0-9][a-z0-9_-]*)\.([a-z]+)")


class Asset(NamedTuple):
    """What is sent, of which type; the tag differs whenever a byte does. `packed` is the same by
    gzip, for browsers that take it.
    """

    kind: str
    content: bytes
    etag: str
    packed: bytes


def assets(folder: str = FOLDER) -> Mapping[str, Asset]:
    """By address: a page is its name without the ending, index.html is /, the rest is /assets/."""
    table = {}
    for file in sorted(os.listdir(folder)):
        name = _NAME.fullmatch(file)
        if name is None or name[2] not in TYPES:
            continue
        with open(os.path.join(folder, file), "rb") as opened:
            content = opened.read()
        table[_address(name[1], name[2])] = _asset(TYPES[name[2]], content)
    return table


def _asset(kind: str, content: bytes) -> Asset:
    return Asset(kind, content, tag(content), gzip.compress(content, mtime=0))


def _address(stem: str, ending: str) -> str:
    if ending != "html":
        return f"/assets/{stem}.{ending}"
    return "/" if stem == "index" else f"/{stem}"


def tag(content: bytes) -> str:
    """A strong ETag."""
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def version(table: Mapping[str, Asset]) -> str:
    """One for all of them."""
    return tag("".join(one.etag for one in table.values()).encode())[1:11]


def has_it(if_none_match: str, etag: str) -> bool:
    """Whether a browser that sends this has what it asks for already."""
    tags = [one.strip().removeprefix("W/") for one in if_none_match.split(",")]
    return etag in tags or "*" in tags
