"""The loop of the one thread that owns the table: take a message, score, save, show.

Rule 1: nothing is acknowledged before its row is committed, except marked UNSAVED.
Rule 2: no display, light or page is waited for; each takes the newest Shown in its own time.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from drivers.events import (
    BothHeld,
    PageHeld,
    PartialDropped,
    Pressed,
    Reading,
    SupplyChanged,
    device_of,
)
from engine.catalogue import Games, codebook_of
from engine.events import LobbyOpened, SeatsTaken, SetAside
from engine.notation import read_or_foreign
from engine.position import SHARED_LANE, LaneName, Mode, Table
from engine.refusals import Refused
from engine.standings import Change, change, standings
from engine.table import scan_text
from firmware.common.facts.refusals import Declined, Refusal
from firmware.common.system.text import plural
from firmware.core.app.debounce import DESK, DoubleReads
from firmware.core.app.device_status import DeviceStatus
from firmware.core.app.health import Health
from firmware.core.app.messages import (
    Answered,
    CallAnswered,
    DeskOpened,
    Inbox,
    Leave,
    Message,
    PhotoFailed,
    PhotoRead,
    PhotoTaken,
    ReadingsDropped,
    Restart,
    ScannersCounted,
    SeatsOffered,
    TableMessage,
    Typed,
    WakeUp,
    WebScan,
)
from firmware.core.app.pin import Pin
from firmware.core.app.seats_dialog import SeatsDialog, codes
from firmware.core.app.teach_dialog import BUTTONS, Teaching
from firmware.core.journal.journal import Journal, Saving
from firmware.core.journal.replay import continued, game_now, of_today, seated
from firmware.core.stickers.store import Stickers
from firmware.core.view.device import PageFound, PinDrawn
from firmware.core.view.outcome import Outcome, TeachStep
from firmware.core.view.seats import TAKE, Offer, summary
from firmware.core.view.sheets import Volume
from firmware.core.view.state import DisplayState, Output

if TYPE_CHECKING:
    from firmware.core.app.photo_dialog import PhotoDialog

logger = logging.getLogger(__name__)
RENEWED = TeachStep(
    ("PAGE shows it.", "All are signed out."), "New PIN: all sign-ins ended", "New PIN"
)
CALLED = TeachStep(
    ("Somebody will come.", "Scan it again", "to take it back."), "Organiser called", "Call"
)
TAKEN_BACK = TeachStep(
    ("The call to the", "organiser is over."), "Call to the organiser ended", "Call"
)


class App:
    """The table, its journal, and the outputs that show it."""

    def __init__(
        self,
        journal: Journal,
        games: Games,
        outputs: Sequence[Output],
        *,
        names: Mapping[str, str] | None = None,
        double_read_ms: int = 500,
        mode: Mode = "tally",
        sound: Volume = "on",
        about: tuple[str, ...] = (),
        stickers: Stickers | None = None,
        learnt: Callable[[str], None] = lambda source: None,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        turn: Callable[[], float | None] = lambda: None,
        pin: Pin | None = None,
        photos: PhotoDialog | None = None,
        has_broker: bool = False,
    ) -> None:
        """`turn` is called between two scans; it returns when to be called again at the latest.
        `pin` is the page's: who presses buttons stands before the device. By a broker an organiser
        can be called.
        """
        self.inbox = Inbox()
        self._journal, self._games, self._outputs = journal, games, outputs
        self._mode = mode
        self._names = names or {}
        self._showing = DisplayState(sound, about)
        self._double = DoubleReads(double_read_ms)
        self.stickers = stickers or Stickers("", codebook_of(games))
        self._teaching = Teaching(self.stickers)
        self._health = Health(self._showing.missing, learnt)
        self.status = DeviceStatus(clock)
        self._clock, self._wall = clock, wall
        self._turn, self._turn_at = turn, turn()
        self._pin = pin
        self.photos, self._has_broker = photos, has_broker
        self._seats = SeatsDialog(journal.has_finished)
        self._saving = Saving(journal, clock)
        self._may_empty = True  # at the start, and when a game has begun
        self.standings = standings(self._continued())
        self._showing.welcome_back(self.standings)

    def _continued(self) -> Table:
        """Return the table as the journal has it."""
        folded, last = continued(self._journal, self._games, self._names), self._journal.last_game()
        begins = codebook_of(self._games).label("command", "next").code
        self._showing.played = any(row.code == begins for row in last.scans) if last else False
        if folded.skipped:  # the score is another than people remember
            self.tell_notice(f"{plural(len(folded.skipped), 'old scan')} skipped\n(see the log)")
        return of_today(folded.table, self._games, self._names)

    @property
    def table(self) -> Table:
        """The position now."""
        return self.standings.table

    def run(self) -> None:
        """Take scans until the inbox says that it is the end."""
        self._saving.plan()
        if self.table.last is None and not self.table.past:
            self._begin()
        self.show()
        while True:
            try:
                message = self.inbox.get(self._seconds_until_due())
            except queue.Empty:
                self.do_what_is_due()
                continue
            if self.inbox.ends(message):
                break
            self.take(message)
        # The last try: the disk may be back. After a restore it would go to the new state.
        if not self._saving.saved and not self.inbox.restarting:
            self._saving.commit(self._journal.retry)

    def take(self, message: Message) -> None:
        """Take one message. An unexpected error costs that message, not the evening."""
        try:
            if not isinstance(message, WakeUp | Leave):  # Inbox.ends sees to Leave and Restart
                if not isinstance(message, Restart):  # which may have changed a game of the past
                    self._dispatch(message)
                self.show()
                if isinstance(message, Reading):  # the doctor can wait
                    self.status.take(message)
        except Exception as mistake:  # whatever it is: the next scan has to count
            logger.error(f"a bug in Okanjo, please report it: {message!r}: {mistake!r}")
        self.do_what_is_due()

    def _dispatch(self, message: TableMessage) -> None:
        match message:
            case Reading():
                self._on_reading(message)
            case Typed(text):
                self._on_typed(text)
            case Pressed():
                self._on_pressed(message)
            case WebScan():
                self._on_web_scan(message)
            case PartialDropped(lane=lane):
                self._showing.scanned += 1
                self._tell("", lane, Refused("misread"))
                logger.info(f"incomplete code ignored: {device_of(message)}: {message.reason}")
            case TeachStep():  # by the command line
                logger.info(message.summary)
                self._tell("", SHARED_LANE, message)
            case SupplyChanged():
                self._health.take(message)
            case ScannersCounted(number):
                self._health.scanners = number
            case DeskOpened():
                self._health.at_desk = True
            case PageFound():
                self._showing.found = message
            case PinDrawn():
                self._on_pin(message)
            case BothHeld():
                if self._pin is not None:
                    self._on_pin(PinDrawn(self._pin.renew()))
            case PageHeld(at):
                self._on_pressed(Pressed("photo", at))
            case PhotoTaken() | PhotoRead() | PhotoFailed():
                if told := self.photos and self.photos.take(message, self.table, self._clock()):
                    self._tell("", SHARED_LANE, told)
            case CallAnswered():
                if self._showing.calling:
                    self._tell("", SHARED_LANE, self._call())
            case SeatsOffered(offer):
                self._on_offer(offer)
            case ReadingsDropped():
                dropped = self.inbox.take_dropped()
                logger.warning(f"{plural(dropped, 'scan')} ignored: too many at once")
                self._tell("", SHARED_LANE, Declined("scans-ignored", number=dropped))
            case _:  # a scanner, reader or part came or went
                self.status.take(message)
                self._health.take(message)

    def show(self) -> None:
        """Hand what is shown now to every output."""
        late = self._saving.take_late()
        self._showing.photo = self.photos.proposal if self.photos else None
        self._showing.no_scanner = self._health.no_scanner
        self._showing.offer = self._seats.offered(self.table)
        shown = self._showing.shown(self.standings, self._saving.saved, late)
        for output in self._outputs:
            try:
                output(shown)
            except Exception as mistake:  # no display may keep the others from showing
                logger.error(f"a bug in Okanjo, please report it: {output!r}: {mistake!r}")

    # --- what comes in --------------------------------------------------------

    def _on_reading(self, reading: Reading) -> None:
        device = device_of(reading)
        self._showing.scanned += 1
        self._health.scanner_read(device)
        if not self._double.again(device, reading.text, reading.at):
            self._scan(reading.text, reading.lane, device)

    def _on_typed(self, text: str) -> None:
        self._showing.heard += 1
        if not self._double.again(DESK, text, self._clock()):
            written = read_or_foreign(text, codebook_of(self.table.games))
            if written is None:
                self._tell(text, SHARED_LANE, Refused("unknown-code"))
            else:
                self._scan(written.text, written.lane, DESK)
        self._showing.answer = self._showing.newest[1]

    def _on_pressed(self, pressed: Pressed) -> None:
        """Scan the command card that the button stands for."""
        book = codebook_of(self.table.games)
        self._scan(book.label("command", pressed.name).code, SHARED_LANE, BUTTONS)

    def _on_web_scan(self, scan: WebScan) -> None:
        """Scan for a page, which waits for the outcome."""
        self._health.at_desk = True
        if scan.looked_at not in (None, self.table):
            scan.reply(None)
            return
        match scan.event:
            case Pressed():
                self._on_pressed(scan.event)
            case Reading(text, _, lane) if scan.looked_at:  # a photo teaches no sticker
                self._play(text, lane)
            case Reading(text, _, lane):  # clicked twice is meant twice
                self._scan(text, lane, device_of(scan.event))
        scan.reply(Answered(*self._showing.newest, self._saving.saved))

    def _on_pin(self, drawn: PinDrawn) -> None:
        """Show the PIN, where it is shown; tell that it is another one."""
        renewed = self._showing.pin not in ("", drawn.digits)
        self._showing.pin = drawn.digits
        if renewed:
            logger.info(RENEWED.summary)
            self._tell("", SHARED_LANE, RENEWED)

    def _on_offer(self, offer: Offer | None) -> None:
        """Show seats that are offered; during a game they wait."""
        is_new = self._seats.take(offer, self.table)
        if is_new and (now := self._seats.offered(self.table)) and not self._showing.shows_end:
            self._show_offer(now, "", SHARED_LANE)

    def _show_offer(self, offer: Offer, text: str, lane: LaneName) -> None:
        told, self._showing.offer = TeachStep((), f"{summary(offer)}. {TAKE}", "Seats"), offer
        same = Change(self.standings, self.standings)
        self._showing.show_offer(Outcome(text, lane, told, same), self._clock())

    def tell_notice(self, screen: str) -> None:
        """Show what the owner must know until the next start."""
        self._showing.notices.append(screen.replace("\n", " "))

    # --- a scan ---------------------------------------------------------------

    def _scan(self, text: str, lane: LaneName, device: str) -> None:
        """Hand a scan to the teaching; if that leaves it, play the code that it stands for."""
        taught = self._teaching.take(text, device, codebook_of(self.table.games))
        self._showing.question = self._teaching.question
        if taught is not None:
            if self.photos:
                self.photos.proposal = None
            self._tell(text, lane, taught)
        else:
            self._play(self.stickers.code(text) or text, lane)

    def _play(self, text: str, lane: LaneName) -> None:
        book = codebook_of(self.table.games)
        if self.photos:
            instead = self.photos.scan(text, lane, self.table, self._clock())
            if not isinstance(instead, str):
                self._tell(text, lane, instead)
                return
            text = instead
        if self._has_broker and text == book.label("command", "call-organiser").code:
            self._tell(text, lane, self._call())
            return
        offer = self._seats.offered(self.table)
        if offer is None or text != book.label("command", "next").code:
            table, result = scan_text(self.table, book, text, lane)
        elif self._showing.shows_end:
            self._show_offer(offer, text, lane)
            return
        else:
            lobby = offer.lobby.table._replace(games=self._games)
            table, result = seated(self.table, lobby, codes(offer, self.table), lane)
        if isinstance(result, Refused):
            self._tell(text, lane, result)
            return
        label, event = result.scan.label, result.event
        if isinstance(event, SetAside):
            if label.slug == "page" and self._pin is not None:
                self._pin.open_window()
            outcome = Outcome(text, lane, result, Change(self.standings, self.standings))
            self._showing.set_aside(label.slug, outcome, self._clock())
            return
        made = change(self.standings, result, of_today(table, self._games, self._names))
        # Row first, table second: a mistake on the way costs the scan, and both agree.
        now = game_now(made.after) if _changes_game(made) else None
        at = self._wall()
        self._saving.commit(lambda: self._journal.append(label.code, lane, at, now))
        self.standings = made.after
        self._showing.keep(Outcome(text, lane, result, made), self._clock())
        self._may_empty |= made.before.table.phase == "lobby" != made.after.table.phase
        self._may_empty |= isinstance(event, SeatsTaken)
        if isinstance(event, LobbyOpened) and not event.same:
            self._begin()

    def _call(self) -> TeachStep:
        """Call the organiser, or take the call back."""
        self._showing.calling = not self._showing.calling
        return CALLED if self._showing.calling else TAKEN_BACK

    def _begin(self) -> None:
        """Put an empty lobby into the mode that the owner wants, by a scan like any other."""
        if self._mode != self.table.mode and self.table.game is None and not self.table.seats:
            book = codebook_of(self.table.games)
            self._play(book.label("command", self._mode).code, SHARED_LANE)

    def _tell(self, text: str, lane: LaneName, what: Refusal | TeachStep) -> None:
        outcome = Outcome(text, lane, what, Change(self.standings, self.standings))
        self._showing.keep(outcome, self._clock())

    # --- time -----------------------------------------------------------------

    def _seconds_until_due(self) -> float | None:
        """Seconds until something is due; None: sleep until something comes in."""
        times = self._showing.quiet_at, self._saving.retry_at, self._turn_at
        due = [at for at in times if at is not None]
        return max(0.0, min(due) - self._clock()) if due else None

    def do_what_is_due(self) -> None:
        self._turn_at = self._turn()
        if self._may_empty:
            self._may_empty = False
            self._journal.empty_deleted()
        if self._saving.retry():
            self.show()
        if self._showing.quiet_at is not None and self._clock() >= self._showing.quiet_at:
            self._showing.quiet()
            self.show()


def _changes_game(made: Change) -> bool:
    """Return whether the journal keeps something else of the game now: as it begins or ends."""
    phase = made.after.table.phase
    return phase == "lobby" or phase != made.before.table.phase
