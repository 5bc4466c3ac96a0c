"""What is not on the table: the state of journal and device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from firmware.common.facts.notices import Notice, Problem

Volume = Literal["on", "soft", "off"]
VOLUMES: tuple[Volume, ...] = ("on", "soft", "off")
Level = Literal["off", "short", "full"]  # how much the voice says
Speed = Literal["normal", "slow", "slowest"]  # of the voice
SPEEDS: tuple[Speed, ...] = ("normal", "slow", "slowest")
SPEED_CHANGED: Mapping[Speed, Notice] = {
    "normal": Notice("speed-normal"),
    "slow": Notice("speed-slow"),
    "slowest": Notice("speed-slowest"),
}


class PageFound(NamedTuple):
    """The page is served at these addresses, best first. `code` is a QR of the first one, rows of
    "#" and "."; `link` one of where the game that has ended can be taken along.
    """

    addresses: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    link: tuple[str, ...] = ()


class PinDrawn(NamedTuple):
    """A PIN was drawn: who knows these digits may change things by the page."""

    digits: str


class JoinCodeDrawn(NamedTuple):
    """A QR, rows of "#" and ".", by which a phone joins in this minute; none: not now."""

    code: tuple[str, ...]


class AccessPoint(NamedTuple):
    """The device's own, by its name and password; `code`, rows of "#" and ".", has a phone join."""

    name: str
    password: str
    code: tuple[str, ...]


class AccessPointChanged(NamedTuple):
    """It is open, or there is none any more."""

    access_point: AccessPoint | None


class DeviceState(NamedTuple):
    """`saved` False marks every page UNSAVED; `problems` is all that is amiss, the newest first,
    and what was found at the start last; `site` is where its pages are; `about` are versions and
    such, a line each; `question` is what waits while somebody teaches. `no_scanner` is there where
    there is nothing to scan with. `language` is that of display, desk, paper and voice, `speed`
    the voice's.
    """

    saved: bool = True
    saved_late: bool = False
    problems: tuple[Problem, ...] = ()
    site: PageFound = PageFound()
    about: tuple[str, ...] = ()
    question: Notice | None = None
    sound: Volume = "on"
    no_scanner: Problem | None = None
    language: str = "en"
    speed: Speed = "normal"

    @property
    def warning(self) -> Problem | None:
        """The most important of what is amiss."""
        return self.problems[0] if self.problems else None

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses as people type them."""
        return tuple(address.partition("://")[2] for address in self.site.addresses)


NO_DEVICE = DeviceState()
