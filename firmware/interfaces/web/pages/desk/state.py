"""What /desk is sent of what is shown: picture, score track, sound, last scans, table.

Rule 1: the picture is the display's own, from the same panel, and knows no PIN.
Rule 2: no animation is sent: the page is told once what moves on the track, and draws it.
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterator

from drivers.lights.animation import DIM, Pawn, TrackSeen, TrackView, draw, place
from drivers.lights.colours import colour, rhythm
from firmware.common.facts.shown import Shown
from firmware.common.settings.schema import Settings
from firmware.common.system.text import Json
from firmware.core.app.outputs import track_view
from firmware.core.screen.render import picture
from firmware.core.view.effects import explain
from firmware.interfaces.web.pages.desk.table import desk_table
from firmware.interfaces.web.pages.desk.tray import desk_tray
from firmware.words.feed import feed
from firmware.words.language import ENGLISH, Language, language_of
from firmware.words.sheets import display
from firmware.words.spoken import spoken, track

MOST_LINES = 12


class DeskState:
    """What stays the same from one state to the next: the parts' sizes, the labels to click."""

    def __init__(self, settings: Settings) -> None:
        self._display, self._track = settings.display, settings.track
        self._key: object = None
        self._trays: dict[str, Json] = {}

    def of(self, shown: Shown, language: Language = ENGLISH) -> Json:
        """Everything that is added to an event for /desk. The picture is the device's own; the
        words are in the language of whoever looks.
        """
        glass = display(shown.panel, language_of(shown.device.language))
        drawn = picture(glass, self._display.width, self._display.height)
        length, rhythms = self._track.length, self._track.rhythms
        return {
            "n": shown.number,
            "language": shown.device.language,
            "scanned": shown.scanned,
            "tray": self.tray(shown, language)["key"],
            "width": drawn.width,
            "height": drawn.height,
            "glass": b64encode(drawn.pages).decode(),
            "words": spoken(shown.panel, language),
            "track": track_lights(track_view(shown, length), length, rhythms),
            "track_words": track(shown.standings, language),
            "sound": {"n": shown.number, "name": shown.panel.sound, "level": shown.device.sound},
            "recent": [*_recent(shown, language)],
            **desk_table(shown, language),
        }

    def tray(self, shown: Shown, language: Language = ENGLISH) -> Json:
        """The labels to click just now: what GET /codes brings."""
        table = shown.table
        key = (table.phase, table.menu, table.mode, table.variants, table.game, shown.codebook)
        if key != self._key:
            self._key, self._trays = key, {}
        if language.code not in self._trays:
            self._trays[language.code] = desk_tray(table, shown.codebook, language)
        return self._trays[language.code]


def _recent(shown: Shown, language: Language) -> Iterator[tuple[int, str, str]]:
    """What became of the last scans, by their numbers: "no", "ask" or "" where it was done, and in
    words.
    """
    for number, outcome in [*shown.recent.items()][-MOST_LINES:]:
        became = "no" if outcome.is_refused else "ask" if outcome.is_question else ""
        yield number, became, feed(explain(outcome), language=language)


def track_lights(view: TrackView, length: int, rhythms: bool = False) -> Json:
    """Return the track at rest, and what a page needs to move it: pawns, flashes and runs.

    `stays` are the pawns of each LED, the one seen first and at rest foremost: its light, whether
    it breathes, its rhythm.
    """
    stays: dict[int, list[tuple[list[float], bool, str]]] = {}
    for pawn in sorted(view.pawns, key=lambda pawn: (not pawn.winner, not pawn.active)):
        beats = rhythm(pawn.colour) if rhythms else ""
        breathes = pawn.active or pawn.winner
        light = [part * (DIM if pawn.value < 0 else 1) for part in colour(pawn.colour)]
        stays.setdefault(_led(pawn, view, length), []).append((light, breathes, beats))
    winners = [pawn for pawn in view.pawns if pawn.winner]
    active = next((pawn for pawn in view.pawns if pawn.active), Pawn(None, 0))
    led = _led(active, view, length)
    return {
        "n": view.number,
        "still": draw(TrackSeen(view), length, math.inf).picture.hex(),
        "stays": [*stays.items()],
        "flash": view.flash,
        "at": [*range(max(0, led - 1), min(length, led + 2))],
        "runs": [
            [_led(pawn, view, length) + number * length // len(winners), colour(pawn.colour)]
            for number, pawn in enumerate(winners)
        ],
    }


def _led(pawn: Pawn, view: TrackView, length: int) -> int:
    return place(pawn, view.scale, length)[0]
