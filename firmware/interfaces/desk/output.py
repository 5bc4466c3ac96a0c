"""Build what the desk shows: the display's picture, pawns, sound, last scans, a hint, words."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from drivers.lights.animation import place
from engine.message import gettext
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.shown import Shown
from firmware.common.settings.schema import Settings
from firmware.core.app.outputs import track_view, with_pin
from firmware.core.app.teach_dialog import STICKER
from firmware.core.screen.raster import Bitmap
from firmware.core.screen.render import picture
from firmware.core.view.commands import Word, vocabulary
from firmware.core.view.effects import explain
from firmware.core.view.hints import hint
from firmware.words import hints, notices, offers, page
from firmware.words.feed import feed
from firmware.words.language import ENGLISH, Language, language_of, say
from firmware.words.plates import badge_letters
from firmware.words.sheets import display, name_of
from firmware.words.spoken import spoken


class Lamp(NamedTuple):
    """A pawn on the track, at a place from 0; below 0 it stands dim at 0. It has no score before
    its player's first card."""

    place: int
    colour: str
    letters: str
    name: str
    score: int | None


class DeskOutcome(NamedTuple):
    """A scan and what became of it; a refusal's message may have two lines. asks: it is a
    question.
    """

    accepted: bool
    text: str
    asks: bool = False


class DeskView(NamedTuple):
    """Everything the desk shows. heard: how many texts from the desk's sink have been answered,
    and `answer` the last of them. words: what may be typed, best first. address: where the page
    is. sticker: a foreign one is awaited, to be taught. spoken: the picture in words. removing:
    REMOVE waits for what is to be removed; remove_is_newest: UNDO would take that REMOVE back."""

    picture: Bitmap = Bitmap(0, 0, b"")
    lamps: tuple[Lamp, ...] = ()
    track: int = 0
    sound: str = ""
    recent: tuple[DeskOutcome, ...] = ()
    unsaved: bool = False
    hint: str = ""
    words: tuple[Word, ...] = ()
    heard: int = 0
    answer: DeskOutcome | None = None
    address: str = ""
    sticker: bool = False
    spoken: str = ""
    language: Language = ENGLISH
    removing: bool = False
    remove_is_newest: bool = False


class DeskOutput:
    """Shows everything at a desk; `show` is an Output of the app."""

    def __init__(
        self,
        show: Callable[[DeskView], None],
        settings: Settings,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._show, self._settings = show, settings
        self._recent: dict[int, DeskOutcome] = {}
        self._is_remote = "SSH_CONNECTION" in environment
        self._key: tuple[object, ...] = ()
        self._words: tuple[Word, ...] = ()

    def show(self, shown: Shown) -> None:
        """Draw the picture and hand it over; the desk's own thread writes it to the terminal."""
        panel, table = with_pin(shown), shown.table
        language, question = language_of(shown.device.language), shown.device.question
        self._recent = {
            number: self._recent.get(number) or _as_outcome(outcome, shown)
            for number, outcome in shown.recent.items()
        }
        key = table.phase, table.menu, table.seats, table.names, shown.codebook
        if key != self._key:
            self._key, self._words = key, vocabulary(table, shown.codebook)
        size, track = self._settings.display, self._settings.track
        self._show(
            DeskView(
                picture(display(panel, language), size.width, size.height),
                _lamps(shown, track.length),
                track.length,
                panel.sound if shown.device.sound != "off" else "",
                tuple(self._recent.values()),
                not shown.device.saved,
                say(notices.sentence(question), language) if question else _hint(shown, language),
                self._words,
                shown.heard,
                _as_outcome(shown.answer, shown) if shown.answer else None,
                self._address(shown),
                question == STICKER,
                spoken(panel, language),
                language,
                shown.situation.removing,
                shown.remove_is_newest,
            )
        )

    def _address(self, shown: Shown) -> str:
        """The whole device in a browser on the machine where this is read, which over SSH is
        another one; the address brings the PIN along.
        """
        if not shown.device.site.addresses:
            return ""
        site = shown.device.site.addresses[0]
        if not self._is_remote:
            port = site.partition("://")[2].partition(":")[2]
            site = f"http://localhost{':' * bool(port)}{port}"
        return f"{site}/desk#pin={shown.pin}"


def _as_outcome(outcome: Outcome, shown: Shown) -> DeskOutcome:
    text = feed(explain(outcome), shown.device.sound, language_of(shown.device.language))
    return DeskOutcome(not outcome.is_refused, text, outcome.is_question)


def _hint(shown: Shown, language: Language) -> str:
    """What to do next; after a start, first where the game goes on."""
    if shown.offer:
        return say(offers.sentence(shown.offer), language)
    next_step = hints.typed(hint(shown.table, shown.situation))
    if shown.welcome:
        where = page.where(shown.welcome)
        next_step = gettext("Welcome back: {where}. {hint}", where=where, hint=next_step)
    return say(next_step, language)


def _lamps(shown: Shown, track: int) -> tuple[Lamp, ...]:
    view, language = track_view(shown, track), language_of(shown.device.language)
    return tuple(
        Lamp(
            place(pawn, view.scale, track)[0],
            pawn.colour or "white",
            badge_letters(pawn.colour or "white", language),
            name_of(seat, language),
            seat.score,
        )
        for pawn, seat in zip(view.pawns, shown.panel.seats, strict=True)
    )
