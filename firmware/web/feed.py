"""What is shown in, from the thread that owns the table; the newest state as bytes out.

Law: `show` keeps one reference and wakes whoever listens. What pages need is worked out and
written as JSON in the web's thread, once for each state and kind of listener.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from firmware.view.state import Shown

Built = dict[str, Any]


class Builders(NamedTuple):
    """What is shown -> what pages are sent: `state` (with version and run) goes to all, `desk`
    besides to those that show the whole device, and `codes` are the labels to click there.
    """

    state: Callable[[Shown, int, str], Built]
    desk: Callable[[Shown], Built]
    codes: Callable[[Shown], Built]


class Event(NamedTuple):
    """A state as listeners are sent it. Events of one kind with the same stamp are the same."""

    stamp: int
    line: bytes

    @property
    def json(self) -> bytes:
        return self.line[6:-2]


class Kept(NamedTuple):
    """What was built last for a kind of listener, and from what."""

    shown: Shown
    built: Built
    event: Event


class Feed:
    """An output: the newest there is, for as many pages as look at it."""

    def __init__(self) -> None:
        self.run = os.urandom(3).hex()
        self.newest: Shown | None = None
        self._wake: Callable[[], None] | None = None
        self._waking = False
        self._builders: Builders | None = None
        self._assets = ""
        self._kept: dict[bool, Kept] = {}
        self._last = 0  # the highest stamp of builders before these: a page may still know it

    def show(self, shown: Shown) -> None:
        """Take the newest. A wake that is under way will see it."""
        self.newest = shown
        wake = self._wake
        if wake is not None and not self._waking:
            self._waking = True
            try:
                wake()
            except RuntimeError:  # the server has ended just now
                self._waking = False

    # --- in the web's thread --------------------------------------------------

    def build_with(self, builders: Builders, assets: str = "") -> None:
        """How states are built from now on, for pages of this version."""
        self._builders, self._assets = builders, assets
        self._last = max([self._last, *(kept.event.stamp for kept in self._kept.values())])
        self._kept.clear()

    def wake_by(self, wake: Callable[[], None] | None) -> None:
        """Call this whenever there is something newer; None: nobody listens."""
        self._waking = False
        self._wake = wake

    def awake(self) -> None:
        """The wake has come; what is shown from now on needs another."""
        self._waking = False

    def event(self, desk: bool = False) -> Event | None:
        """The newest state; None while nothing was shown yet."""
        shown, builders = self.newest, self._builders
        if shown is None or builders is None:
            return None
        kept = self._kept.get(desk)
        if kept is None or kept.shown is not shown:
            kept = self._kept[desk] = _built(
                kept, shown, self._state(builders, shown, desk), self._last
            )
        return kept.event

    def codes(self) -> bytes | None:
        """The labels to click at a desk, as JSON; None while nothing was shown yet."""
        shown, builders = self.newest, self._builders
        return None if shown is None or builders is None else _json(builders.codes(shown))

    def _state(self, builders: Builders, shown: Shown, desk: bool) -> Built:
        """For a desk: what everybody gets, and more."""
        if not desk:
            known = self._kept[False].event.stamp if False in self._kept else self._last
            version = known + 1
            built = builders.state(shown, version, self.run)
            return {**built, "assets": self._assets}
        self.event()
        return {**self._kept[False].built, "desk": builders.desk(shown)}


def _built(before: Kept | None, shown: Shown, built: Built, last: int) -> Kept:
    """With a new stamp, if there is anything in it that was not in the one before."""
    if before is not None and _same(before.built, built):
        return before._replace(shown=shown)
    stamp = (last if before is None else before.event.stamp) + 1
    return Kept(shown, built, Event(stamp, b"data: %b\n\n" % _json(built)))


def _json(built: Built) -> bytes:
    import json

    text = json.dumps(built, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")  # \udcxx: what UTF-8 cannot say, JSON can


def _same(one: Built, other: Built) -> bool:
    """But for the version."""
    return {**one, "v": 0} == {**other, "v": 0}
