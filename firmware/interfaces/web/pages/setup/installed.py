"""What is installed, on /setup: names, versions and licences, as the packages state them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import metadata
from platform import python_version
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from firmware import VERSION
from firmware.common.http.responses import json_response
from firmware.interfaces.web.context import Context, post

FROM_THE_SYSTEM = "cbor2", "evdev", "lgpio", "pillow", "spidev"  # as systemd/packages.sh asks for
LICENCE = "License :: "


class Package(NamedTuple):
    """Its `licence` is "" where the package does not state one."""

    name: str
    version: str
    licence: str


async def installed(context: Context, request: Request) -> Response:
    """Answer each package as name, version and licence, this program first."""
    return json_response({"packages": await context.threads.call(packages)})


def packages(path: Sequence[str] = ()) -> list[Package]:
    """This program, Python, the libraries in `path` (by default those that came along with this
    program) and what it uses of the system's.
    """
    own = path or [place for place in sys.path if place.startswith(sys.prefix)]
    libraries = {package.name.lower(): package for package in _libraries(own)}
    libraries.pop("okanjo", None)
    first = Package("Okanjo", VERSION, "MIT"), Package("Python", python_version(), "PSF-2.0")
    return [*first, *(libraries[name] for name in sorted(libraries))]


def _libraries(path: Sequence[str]) -> Iterator[Package]:
    for name in FROM_THE_SYSTEM:
        with suppress(metadata.PackageNotFoundError):
            yield _package(metadata.distribution(name))
    for distribution in metadata.distributions(path=[*path]):
        if distribution.metadata["Name"]:  # a folder that an interrupted pip has left has none
            yield _package(distribution)


def _package(distribution: metadata.Distribution) -> Package:
    """As the package states it: by a licence's short name, else in a few words."""
    stated = distribution.metadata
    classes = [each for each in stated.get_all("Classifier") or () if each.startswith(LICENCE)]
    (short, *_), (words, *_) = (
        stated.get_all(key) or [""] for key in ("License-Expression", "License")
    )
    words = re.split(r"[\n,(]", words)[0].strip()
    licence = short or words or " ".join(classes).rpartition(" :: ")[2]
    return Package(stated["Name"], distribution.version, licence)


ENDPOINTS = (post("/setup/installed", installed),)
