"""Build what the desk shows: the display's picture, pawns, sound, last scans, a hint, words."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple

from drivers.lights.animation import place
from engine.codes import Codebook
from engine.position import Table
from engine.refusals import Refused
from firmware.app.outputs import track_view, with_pin
from firmware.app.teach_dialog import STICKER
from firmware.screen.raster import Picture
from firmware.screen.render import picture
from firmware.view.commands import Word, vocabulary
from firmware.view.describe import describe
from firmware.view.hints import hint
from firmware.view.sheets import Panel
from firmware.view.state import RECENT, Shown


class Lamp(NamedTuple):
    """A pawn on the track. place: from 0; label: the score, with whose it is before it."""

    place: int
    colour: str
    dim: bool = False
    label: str = ""


class Outcome(NamedTuple):
    """A scan and what became of it; a refusal's message may have two lines. `typed`: it came from
    this desk, not from a scanner beside it."""

    accepted: bool
    text: str
    typed: bool = True


class DeskView(NamedTuple):
    """Everything the desk shows. heard: how many texts from the desk's sink have been answered;
    the last so many typed ones of `recent` (newest last) are theirs. words: what may be typed,
    best first. address: where the page is. sticker: a foreign one is awaited, to be taught."""

    picture: Picture = Picture(0, 0, b"")
    lamps: tuple[Lamp, ...] = ()
    track: int = 0
    sound: str = ""
    recent: tuple[Outcome, ...] = ()
    unsaved: bool = False
    hint: str = ""
    words: tuple[Word, ...] = ()
    heard: int = 0
    address: str = ""
    sticker: bool = False

    def answers(self) -> tuple[Outcome, ...]:
        """What became of the scans typed here, newest last."""
        return tuple(outcome for outcome in self.recent if outcome.typed)


class DeskOutput:
    """Shows everything at a desk, as the Output of an app."""

    def __init__(
        self,
        show: Callable[[DeskView], None],
        names: Mapping[str, str],
        size: tuple[int, int] = (128, 64),
        track: int = 50,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._show, self._names, self._size, self._track = show, names, size, track
        self._lines: deque[Outcome] = deque(maxlen=RECENT)
        self._number = 0
        self._from_afar = bool(environment.get("SSH_CONNECTION"))
        self._key: object = None
        self._codebook: Codebook | None = None
        self._words: tuple[Word, ...] = ()

    def show(self, shown: Shown) -> None:
        """Draw the picture and hand it over; the desk's own thread writes it to the terminal."""
        panel = with_pin(shown)
        new = min(shown.number - self._number, len(shown.recent))
        for outcome in shown.recent[len(shown.recent) - new :]:
            line = describe(outcome, self._names, shown.sound)
            accepted = not isinstance(outcome.result, Refused)
            self._lines.append(Outcome(accepted, line, outcome.typed))
        self._number = shown.number
        self._show(
            DeskView(
                picture(panel, *self._size),
                self._lamps(shown),
                self._track,
                _sound(panel, shown.sound),
                tuple(self._lines),
                not shown.saved,
                shown.question.summary if shown.question else hint(shown.table, self._names),
                self._vocabulary(shown.table, shown.codebook),
                shown.heard,
                _where(shown, self._from_afar),
                shown.question == STICKER,
            )
        )

    def _lamps(self, shown: Shown) -> tuple[Lamp, ...]:
        """Each pawn where it stands on the track; below 0 it stands dim at 0."""
        view = track_view(shown, self._track)
        return tuple(
            Lamp(
                place(pawn, view.scale, self._track)[0],
                pawn.colour or "white",
                pawn.value < 0,
                f"{player.name} {pawn.value}",
            )
            for pawn, player in zip(view.pawns, shown.panel.players, strict=True)
        )

    def _vocabulary(self, table: Table, codebook: Codebook) -> tuple[Word, ...]:
        key = table.phase, table.menu, table.seats
        if key != self._key or codebook is not self._codebook:
            self._key, self._codebook = key, codebook
            self._words = vocabulary(table, codebook)
        return self._words


def _where(shown: Shown, from_afar: bool) -> str:
    """The whole device in a browser on the machine of whoever reads it, which over SSH is another
    one; the address brings the PIN along.
    """
    if not shown.found.addresses:
        return ""
    if from_afar:
        return f"{shown.found.addresses[0]}/desk#pin={shown.pin}"
    port = shown.found.addresses[0].partition("://")[2].partition(":")[2]
    return f"http://localhost{':' * bool(port)}{port}/desk#pin={shown.pin}"


def _sound(panel: Panel, setting: str) -> str:
    return panel.sound if setting != "off" else ""
