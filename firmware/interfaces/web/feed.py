"""The newest state: taken from the table's thread, written as JSON for pages in the web's thread.

Law: `show` keeps one reference and calls `wake` while somebody listens. What pages need is worked
out in the web's thread, once for each state and kind of listener.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from firmware.common.system.text import Json, compact
from firmware.words.language import ENGLISH, Language

if TYPE_CHECKING:
    from firmware.common.facts.shown import Shown


class Builders(NamedTuple):
    """Build what pages are sent of what is shown: `state` (with version and run) goes to all,
    `desk` besides to those that show the whole device, and `codes` are the labels to click there.
    """

    state: Callable[[Shown, int, str, Language], Json]
    desk: Callable[[Shown, Language], Json]
    codes: Callable[[Shown, Language], Json]


class Update(NamedTuple):
    """A state as a kind of listeners is sent it, and what it was built from. Two with the same
    stamp are the same to them; `v` is that of the state without the desk.
    """

    stamp: int
    line: bytes
    shown: Shown
    built: Json
    v: int

    @property
    def json(self) -> bytes:
        return self.line[6:-2]


class Feed:
    """An output: the newest there is, for as many pages as look at it."""

    def __init__(self) -> None:
        self.run = os.urandom(3).hex()
        self.newest: Shown | None = None
        self.wake: Callable[[], object] | None = None
        self._builders: Builders | None = None
        self._assets = ""
        self._events: dict[tuple[bool, str], Update] = {}

    def show(self, shown: Shown) -> None:
        self.newest = shown
        if wake := self.wake:
            with suppress(RuntimeError):  # the server has ended just now
                wake()

    # --- in the web's thread --------------------------------------------------

    def build_with(self, builders: Builders, assets: str = "") -> None:
        """How states are built from now on, for pages of this version."""
        self._builders, self._assets = builders, assets

    def event(self, desk: bool = False, language: Language = ENGLISH) -> Update | None:
        """The newest state in a language; None while nothing was shown yet."""
        shown, builders = self.newest, self._builders
        if shown is None or builders is None:
            return None
        kind = desk, language.code
        event = self._events.get(kind)
        if event is None or event.shown is not shown:
            event = self._events[kind] = self._build(builders, shown, desk, language, event)
        return event

    def codes(self, language: Language = ENGLISH) -> bytes | None:
        """The labels to click at a desk, as JSON; None while nothing was shown yet."""
        shown, builders = self.newest, self._builders
        return (
            None if shown is None or builders is None else compact(builders.codes(shown, language))
        )

    def _build(
        self,
        builders: Builders,
        shown: Shown,
        desk: bool,
        language: Language,
        before: Update | None,
    ) -> Update:
        """Build it with a new stamp, if there is anything in it that was not in the one before."""
        stamp = before.stamp + 1 if before else 1
        common = self.event(language=language) if desk else None
        built = (
            {**common.built, "desk": builders.desk(shown, language)}
            if common
            else {**builders.state(shown, stamp, self.run, language), "assets": self._assets}
        )
        if before is not None and {**before.built, "v": 0} == {**built, "v": 0}:
            return before._replace(shown=shown)
        v = common.stamp if common else stamp
        return Update(stamp, b"data: %b\n\n" % compact(built), shown, built, v)
