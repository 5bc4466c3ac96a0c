"""Teach foreign stickers: TEACH, a foreign sticker, the label that it shall stand for.

One scanner teaches at a time; what the others scan is not part of it. The desk and the buttons are
within everybody's reach, so what is typed or pressed always is.
"""

from __future__ import annotations

import logging

from engine.codes import Codebook, Label, six_digits
from engine.notation import printable
from engine.refusals import Refused
from firmware.common.facts.notices import Notice
from firmware.common.facts.refusals import DeclinedByDevice, Refusal
from firmware.core.app.debounce import DESK
from firmware.core.stickers.csv_file import unfit
from firmware.core.stickers.store import NotTaught, Stickers, Taken

BUTTONS = "buttons"  # the device of what is pressed
CANCELLED, STICKER = Notice("cancelled"), Notice("sticker-awaited")
logger = logging.getLogger(__name__)


class Teaching:
    """The dialog: what is awaited, and of which scanner."""

    def __init__(self, stickers: Stickers) -> None:
        self._stickers = stickers
        self.question: Notice | None = None  # stays in sight for as long as it waits
        self._device = ""  # the one that teaches
        self._sticker = ""  # what is being taught
        self._known = ""  # the sticker that was just refused as taught, which REMOVE forgets
        self._next: str | None = None  # whose next foreign sticker needs no TEACH

    def take(self, text: str, device: str, book: Codebook) -> Notice | Refusal | None:
        """Take a scan; return None if it has nothing to do with teaching."""
        label = book.read(self._stickers.code(text) or text)
        command = label.slug if isinstance(label, Label) and label.type == "command" else ""
        if self.question is None:
            return self._ask(device) if command == "teach" else self._go_on(text, label, device)
        if command == "teach" or (command == "undo" and self._is_of(device, text)):
            self.question = None
            return CANCELLED
        if command in ("page", "sound") or not self._is_of(device, text):
            return None
        if device not in (DESK, BUTTONS):
            self._device = device  # begun at the desk, it goes on with this scanner
        if self._sticker:
            return self._meaning(text, label, device, book)
        return self._foreign(text, label, command, book)

    def _is_of(self, device: str, text: str) -> bool:
        """Return whether the scan is part of the dialog: from its device, the desk or a button."""
        if device in (self._device, DESK, BUTTONS):
            return True
        return self._device == DESK and (bool(self._sticker) or not six_digits(text))

    def _ask(self, device: str) -> Notice:
        self._device, self._next = device, None
        self._sticker = self._known = ""
        self.question = STICKER
        return STICKER

    def _go_on(self, text: str, label: Label | Refused, device: str) -> Notice | Refusal | None:
        """Once one is taught, let a new foreign sticker from the same device begin another."""
        if self._next is None or (device != self._next and DESK not in (device, self._next)):
            return None
        if isinstance(label, Label):
            self._next = None
        elif not unfit(text) and self._stickers.code(text) is None:
            self._ask(device)
            return self._learn_of(text)
        return None

    # --- the two steps --------------------------------------------------------

    def _foreign(
        self, text: str, label: Label | Refused, command: str, book: Codebook
    ) -> Notice | Refusal:
        """Take the sticker that is to be taught."""
        known, self._known = self._known, ""
        if known and command == "remove":
            return self._forget(known, book)
        code = self._stickers.code(text)
        if code is not None:
            self._known = text
            return DeclinedByDevice("is-taught", *meaning_of(code, book))
        if isinstance(label, Label):
            return DeclinedByDevice("sticker-first")
        if six_digits(text):
            return DeclinedByDevice("digits-reserved", reason=label.reason)
        return self._learn_of(text)

    def _meaning(
        self, text: str, label: Label | Refused, device: str, book: Codebook
    ) -> Notice | Refusal:
        """Take the label that the sticker shall stand for, or another sticker in its place."""
        code = self._stickers.code(text)
        if code is not None:
            return DeclinedByDevice("means-already", *meaning_of(code, book))
        if isinstance(label, Refused):
            return label if six_digits(text) else self._learn_of(text)
        if device == BUTTONS:
            return DeclinedByDevice("no-button")
        return self._teach(label, book)

    def _learn_of(self, text: str) -> Notice | Refusal:
        if unfit(text):
            return DeclinedByDevice("unteachable")
        self._sticker = text
        self.question = Notice("label-awaited", text)
        return self.question

    def _teach(self, label: Label, book: Codebook) -> Notice | Refusal:
        sticker, others = self._sticker, self._stickers.of(label.code)
        try:
            self._stickers.learn([(sticker, label.code)])
        except Taken as taken:  # by the command line, meanwhile
            self._ask(self._device)
            self._known = taken.sticker
            return DeclinedByDevice("is-taught", *meaning_of(taken.code, book))
        except NotTaught as why:
            logger.warning(f"not taught: {printable(sticker)}: {why}")
            return DeclinedByDevice("not-saved", why=why.message)
        meaning, copies = meaning_of(label.code, book)
        another = others[-1] if others else ""
        like = f" (like {printable(another)})" if another else ""
        logger.info(f"taught: {printable(sticker)} is {label.name}{like}")
        self._next, self.question = self._device, None
        return Notice("taught", sticker, meaning, copies, another)

    def _forget(self, sticker: str, book: Codebook) -> Notice | Refusal:
        try:
            code = self._stickers.forget(sticker)
        except NotTaught as why:
            logger.warning(f"not forgotten: {printable(sticker)}: {why}")
            return DeclinedByDevice("not-saved", why=why.message)
        meaning, copies = meaning_of(code, book) if code is not None else ("", 0)
        name = meaning.title if isinstance(meaning, Label) else meaning or "nothing"
        logger.info(f"forgotten: {printable(sticker)}, it was {name}")
        self._next, self.question = self._device, None
        return Notice("forgotten", sticker, meaning, copies)


def meaning_of(code: str, book: Codebook) -> tuple[Label | str, int]:
    """A code's label, and how many such cards there are; the code, where it is unknown."""
    label = book.read(code)
    if isinstance(label, Refused):
        return code, 0
    if label.type != "card" or not (label.game and label.kind):
        return label, 0
    faces = book.games[label.game].kind(label.kind).faces
    return label, next(face.copies for face in faces if face.slug == label.face)
