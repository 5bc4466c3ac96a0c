"""PHOTO: a photo from over the table is taken, read, shown, and scored by another PHOTO.

Rule 1: nothing is scored unseen; any other scan drops the photo, and counts as itself.
Rule 2: where a photo does not show whose tray it is, that is asked: a badge and another PHOTO.
Rule 3: the camera and the reader work in a thread of their own; no scan waits for them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

from drivers.camera import Camera, CameraFault
from engine.catalogue import codebook_of
from engine.codes import Photo
from engine.message import Message, gettext
from engine.position import LaneName, Table, hand, lane_of
from engine.refusals import Refused
from firmware.common.facts.notices import Notice
from firmware.common.facts.photo import Corners, PhotoComing, PhotoRead, Proposal, TrayAsked
from firmware.common.facts.refusals import DeclinedByDevice, Refusal
from firmware.core.app.messages import OfPhoto, PhotoCodes, PhotoFailed, PhotoTaken
from firmware.core.photo.client import Reader
from firmware.core.photo.errors import PhotoRefused
from firmware.core.photo.plan import plan
from firmware.core.photo.trays import Seen, is_badge
from firmware.core.view.sheets import photo_read

logger = logging.getLogger(__name__)
LOOK_S = 0.8  # nobody has seen it sooner: a PHOTO that was meant to hurry it scores nothing
NOTHING = gettext("No label seen. Lay the cards apart, in even light.")


class PhotoDialog:
    """`proposal` is the photo there is: being taken, being read, or waiting for PHOTO or a badge.
    `put` passes what became of it to the table; `keep_in` is the reader's.
    """

    def __init__(self, camera: Camera, put: Callable[[OfPhoto], None], keep_in: str = "") -> None:
        self.proposal: Proposal | None = None
        self._camera, self._put, self._reader = camera, put, Reader(keep_in)
        self._taken, self._shown_at = 0, 0.0
        self._busy = False
        self._answer = ""  # the badge that was scanned when it was asked whose tray it is
        self._is_answered = self._has_just_scanned = False  # before the photo there is

    def scan(
        self, text: str, lane: LaneName, table: Table, now: float
    ) -> str | Photo | Refusal | Notice:
        """What to scan instead: the whole photo for the PHOTO that scores it, any other as it is;
        what to tell, where nothing is to be scanned.
        """
        shown, self.proposal = self.proposal, None
        book = codebook_of(table.games)
        if text != book.label("command", "photo").code:
            asks = shown and shown.lane == lane and isinstance(shown.sheet, TrayAsked)
            self._answer = text if asks and is_badge(book.read(text)) else ""
            return text
        read = shown.sheet if shown and isinstance(shown.sheet, PhotoRead) else None
        if read and now < self._shown_at + LOOK_S:
            self.proposal = shown
            return DeclinedByDevice("look-first")
        if shown and read and shown.lane == lane:
            return Photo.of(read.plan.codes)
        if self._busy:
            self.proposal = shown
            return DeclinedByDevice("camera-busy")
        if table.phase != "playing":
            return Refused("no-round")
        self._begin(lane, table)
        return Notice("taking-photo")

    def _begin(self, lane: LaneName, table: Table) -> None:
        """Have a photo taken and read."""
        seat, badge = lane_of(table, lane).seat, _last_badge(table, lane)
        self._is_answered = bool(badge) and badge == self._answer
        self._has_just_scanned = bool(badge) or isinstance(lane, str)  # a player's own scanner
        self._answer = ""
        self._taken, self._busy = self._taken + 1, True
        self.proposal = Proposal(self._taken, lane, seat, _coming(table, seat))
        all_lie_there = seat is not None and table.mode == "tally"
        expected = hand(table) or None if all_lie_there else None
        threading.Thread(target=self._work, args=(expected,), name="photo", daemon=True).start()

    def take(self, message: OfPhoto, table: Table, now: float) -> Refusal | Notice | None:
        """Return what to tell about the photo; None about one that was dropped."""
        self._busy = isinstance(message, PhotoTaken)
        photo, self.proposal = self.proposal, None
        if photo is None:
            return None
        match message:
            case PhotoTaken(picture):
                self.proposal = photo._replace(
                    sheet=_coming(table, photo.seat, True), picture=picture
                )
                return None
            case PhotoFailed(why):
                return DeclinedByDevice("no-photo", why=why)
            case PhotoCodes(codes):
                return self._propose(photo, codes, table, now)

    def _propose(
        self, photo: Proposal, codes: Mapping[str, Corners], table: Table, now: float
    ) -> Refusal | Notice:
        """Show what a photo would score, or ask whose tray it is."""
        book = codebook_of(table.games)
        seen = [Seen(code, tuple((x, y) for x, y in corners)) for code, corners in codes.items()]
        seat = photo.seat if self._is_answered else None
        made = plan(table, book, [seen], seat, None, photo.lane, self._has_just_scanned)
        if made.why:
            return made.why
        if not made.codes and not any(is_badge(book.read(card.code)) for card in made.cards):
            return Refused("no-seat")
        read = photo_read(made) if made.codes else TrayAsked()
        self.proposal, self._shown_at = photo._replace(sheet=read, codes=codes), now
        if isinstance(read, TrayAsked):
            return DeclinedByDevice("whose-tray")
        return Notice("photo-planned", photo=read)

    def stop(self) -> None:
        """End the reader, whatever it does."""
        self._reader.close()

    def _work(self, expected: int | None) -> None:
        try:
            picture = self._camera()
            self._put(PhotoTaken(picture))
            *_, read = self._reader.read(picture, expected)
            self._put(PhotoCodes(read.codes) if read.codes else PhotoFailed(NOTHING))
        except CameraFault as why:
            self._put(PhotoFailed(Message(str(why))))
        except PhotoRefused as why:
            self._put(PhotoFailed(why.message))
        except Exception as mistake:  # or PHOTO would be dead until the next start
            logger.error(f"a bug in Okanjo, please report it: {mistake!r}")
            self._put(PhotoFailed(gettext("A bug in Okanjo: see the log.")))


def _coming(table: Table, seat: int | None, is_taken: bool = False) -> PhotoComing:
    return PhotoComing(None if seat is None else table.seats[seat], is_taken)


def _last_badge(table: Table, lane: LaneName) -> str:
    """The badge that was the last scan of all, there; "" if that was another scan."""
    last = table.last and table.last.scan
    return last.label.code if last and last.lane == lane and is_badge(last.label) else ""
