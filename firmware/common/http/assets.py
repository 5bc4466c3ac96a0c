"""The pages' files, read and packed once: an update in place never mixes two versions.

Law: a request's path is looked up among them and never in a folder.
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from firmware.common.http.responses import etag_of, tagged

COMMON = os.path.join(os.path.dirname(__file__), "assets")  # of every site
INCLUDE = re.compile(rb'\{\{ include\("(\w+)"\) \}\}')
# What only who reads the files needs. A script keeps its lines, so that errors name the right one.
SPARED = {
    ".css": re.compile(rb"(?s)/\*.*?\*/|(?m:^ +)|(?<=[{};:,])\s+|\s+(?=[{}])"),
    ".js": re.compile(rb"(?m)^ *(?://.*|/\*\*.*\*/)$|^ +"),
}
TYPES = {
    ".html": "text/html; charset=UTF-8",
    ".css": "text/css; charset=UTF-8",
    ".js": "text/javascript; charset=UTF-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


class Asset(NamedTuple):
    """A file, and the same by gzip, for browsers that take it."""

    kind: str
    content: bytes
    packed: bytes

    @property
    def is_page(self) -> bool:
        return self.kind == TYPES[".html"]

    async def answer(self, request: Request) -> Response:
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return tagged(request, self.content, self.kind)
        response = tagged(request, self.packed, self.kind)
        response.headers.update({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
        return response


def asset(kind: str, content: bytes) -> Asset:
    """A file of that type, packed."""
    return Asset(kind, content, gzip.compress(content, mtime=0))


def assets(site: str) -> dict[str, Asset]:
    """The files common to all sites, and those in a site's folder and the folders in it.

    By address: a page is its name without the ending, index.html is /, the rest is /assets/. What
    several pages have in them is a file _NAME.html: `{{ include("NAME") }}` stands for it.
    """
    contents = {name: content for folder in (COMMON, site) for name, content in _files_in(folder)}
    files = {}
    for name, content in sorted(contents.items()):
        stem, ending = os.path.splitext(name)
        if ending != ".html":
            files[f"/assets/{name}"] = asset(TYPES[ending], content)
        elif not name.startswith("_"):
            address = f"/{stem}".replace("/index", "/")
            files[address] = asset(TYPES[ending], _with_includes(content, address, contents))
    return files


def _with_includes(page: bytes, address: str, contents: Mapping[str, bytes]) -> bytes:
    """A page with what it includes, where a link to that page is marked as the current one."""
    link = f'<a href="{address}"'.encode()

    def included(mark: re.Match[bytes]) -> bytes:
        content = contents[f"_{mark[1].decode()}.html"]
        return content.replace(link, link + b' aria-current="page"')

    return INCLUDE.sub(included, page)


def _files_in(folder: str) -> Iterator[tuple[str, bytes]]:
    """What is to be served of a folder and the folders in it, by name."""
    for where, _, names in os.walk(folder):
        for name in names:
            if os.path.splitext(name)[1] in TYPES:
                with open(os.path.join(where, name), "rb") as file:
                    yield name, lean(file.read(), os.path.splitext(name)[1])


def lean(content: bytes, ending: str) -> bytes:
    """A file without comments and indentation, as it is sent: a twelfth less to load."""
    return SPARED[ending].sub(b"", content) if ending in SPARED else content


def version_of(files: Collection[Asset]) -> str:
    """The version of these files; it changes as soon as one of them does."""
    return etag_of(b"".join(asset.content for asset in files))[1:11]
