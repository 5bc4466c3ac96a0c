"""What is shown in, what /desk shows of it out: picture, score track, sound, last scans, trays.

Rule 1: the picture is the display's own, from the same panel, and knows no PIN.
Rule 2: nothing here runs on: what moves on the track is said once, and the page works it out.
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections import deque
from collections.abc import Iterable
from typing import Any

from drivers.badge_colours import colour, rhythm
from drivers.track_picture import DIM, Pawn, Seen, TrackView, draw, place
from engine.codes import Codebook
from engine.position import SHARED_LANE, Table, lane_of
from engine.refusals import Refused
from engine.scoring import FLIPPED, ON_WASABI
from engine.tray import Laid
from engine.whereabouts import out
from firmware.outputs import track_view
from firmware.screen import picture
from firmware.showing import Shown
from firmware.told import told
from firmware.web.desk_codes import book_of
from firmware.web.page_words import page_words

MOST_TOLD = 12


class DeskState:
    """Keeps what became of the last scans in words, as /desk lists them."""

    def __init__(
        self, size: tuple[int, int] = (128, 64), track: int = 60, rhythms: bool = False
    ) -> None:
        self._size, self._track, self._rhythms = size, track, rhythms
        self._told: deque[tuple[int, bool, str]] = deque(maxlen=MOST_TOLD)
        self._number = 0
        self._books: tuple[Codebook | None, str] = (None, "")

    def of(self, shown: Shown) -> dict[str, Any]:
        """Everything that is added to an event for /desk."""
        drawn = picture(shown.panel, *self._size)
        self._tell(shown)
        return {
            "n": shown.number,
            "book": self._book(shown.codebook),
            "width": drawn.width,
            "height": drawn.height,
            "glass": b64encode(drawn.pages).decode(),
            "words": page_words(shown.panel),
            "track": track_lights(track_view(shown, self._track), self._track, self._rhythms),
            "sound": {"n": shown.number, "name": shown.panel.sound, "level": shown.sound},
            "recent": list(self._told),
            **cards(shown.table, shown.codebook),
        }

    def _tell(self, shown: Shown) -> None:
        """Each outcome is put into words once."""
        news = min(shown.number - self._number, len(shown.recent), MOST_TOLD)
        for back in range(news, 0, -1):
            outcome = shown.recent[-back]
            accepted = not isinstance(outcome.event, Refused)
            line = told(outcome, shown.table.names, shown.sound)
            self._told.append((shown.number - back + 1, accepted, line))
        self._number = shown.number

    def _book(self, book: Codebook) -> str:
        if self._books[0] is not book:
            self._books = (book, book_of(book))
        return self._books[1]


def track_lights(view: TrackView, length: int, rhythms: bool = False) -> dict[str, Any]:
    """The track at rest, and for a page that moves it: who stands where, what flashes and runs.

    `stays` are the pawns of each LED, the one seen first and at rest foremost: its light, whether
    it breathes, its rhythm.
    """
    stays: dict[int, list[Any]] = {}
    for pawn in sorted(view.pawns, key=lambda pawn: (not pawn.winner, not pawn.active)):
        beats = rhythm(pawn.colour) if rhythms else ""
        breathes = pawn.active or pawn.winner
        stays.setdefault(_led(pawn, view, length), []).append([_light(pawn), breathes, beats])
    winners = [pawn for pawn in view.pawns if pawn.winner]
    active = next((pawn for pawn in view.pawns if pawn.active), Pawn(None, 0))
    led = _led(active, view, length)
    return {
        "n": view.number,
        "still": draw(Seen(view), length, math.inf).picture.hex(),
        "stays": [*stays.items()],
        "flash": view.flash,
        "at": [*range(max(0, led - 1), min(length, led + 2))],
        "runs": [
            [_led(pawn, view, length) + at * length // len(winners), colour(pawn.colour)]
            for at, pawn in enumerate(winners)
        ],
    }


def _led(pawn: Pawn, view: TrackView, length: int) -> int:
    return place(pawn, view.scale, length)[0]


def _light(pawn: Pawn) -> list[float]:
    """Below 0 a pawn waits dim."""
    return [part * (DIM if pawn.value < 0 else 1) for part in colour(pawn.colour)]


def cards(table: Table, book: Codebook) -> dict[str, Any]:
    """Where every card is that is in no hand: by seat what lies and what is kept, and what is out.

    A card is its code and, where it counts as something else, that in words; an unnumbered one
    has its face's code. `awaits` is what the shared scanners wait for.
    """
    awaits = lane_of(table, SHARED_LANE).awaits
    if table.game is None or table.phase == "lobby":
        return {"trays": [], "kept": [], "out": [], "awaits": awaits.what if awaits else ""}
    slug = table.game.slug

    def code(face: str, copy: int) -> str:
        return (
            book.label("card", f"{slug}/{face}/{copy}")
            if copy
            else book.label("face", f"{slug}/{face}")
        ).code

    def codes(tray: Iterable[Laid]) -> list[list[str]]:
        return [[code(one.card.face.slug, one.card.copy), _counts_as(table, one)] for one in tray]

    gone = [*out(table), *table.spent]
    over = table.phase != "playing"  # what is kept then still lies in its tray as well
    return {
        "trays": [codes(tray) for tray in table.round.layout.trays],
        "kept": [] if over else [codes(tray) for tray in table.kept],
        "out": [] if over else [code(card.face.slug, card.copy) for card in gone],
        "awaits": awaits.what if awaits else "",
    }


def _counts_as(table: Table, laid: Laid) -> str:
    """What a card lies as, where that is not what is printed on it."""
    if laid.mark == FLIPPED:
        return "flipped"
    own, mark = laid.card.face.slug, laid.mark.removesuffix(ON_WASABI)
    if mark and mark != own and table.game is not None:
        return f"as {table.game.face(mark).title}"
    return "on wasabi" if mark != laid.mark else ""
