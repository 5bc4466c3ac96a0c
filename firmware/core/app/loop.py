"""The loop of the one thread that owns the table: take a message, score, save, show.

Rule 1: nothing is acknowledged before its row is committed, except marked UNSAVED.
Rule 2: no display, light or page is waited for; each takes the newest Shown in its own time.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
from engine.codes import Photo
from engine.events import Accepted, LobbyOpened, SeatsTaken, SetAside
from engine.notation import read_or_foreign
from engine.position import SHARED_LANE, LaneName, Mode, Scan, Table
from engine.refusals import Refused
from engine.standings import Change, Standings, change, standings
from engine.table import scan
from firmware.common.facts.device import (
    SPEED_CHANGED,
    SPEEDS,
    AccessPointChanged,
    JoinCodeDrawn,
    PageFound,
    PinDrawn,
    Speed,
    Volume,
)
from firmware.common.facts.notices import READ_TABLE, REPEAT, Notice, Problem
from firmware.common.facts.offer import Offer
from firmware.common.facts.outcome import Outcome, Result
from firmware.common.facts.refusals import DeclinedByDevice, Refusal
from firmware.common.system.text import plural
from firmware.core.app.debounce import DESK, DoubleReads
from firmware.core.app.device_status import DeviceStatus
from firmware.core.app.health import Health
from firmware.core.app.messages import (
    Answered,
    CallAnswered,
    DeskOpened,
    Inbox,
    LanguageChosen,
    Leave,
    Message,
    OfferMade,
    PhotoCodes,
    PhotoFailed,
    PhotoTaken,
    ReadingsDropped,
    RemotePress,
    Restart,
    ScannersCounted,
    SeatScan,
    TableMessage,
    Typed,
    WakeUp,
    WebScan,
)
from firmware.core.app.pin import Pin
from firmware.core.app.seats_dialog import RoundCount, SeatsDialog, label_of
from firmware.core.app.teach_dialog import BUTTONS, Teaching
from firmware.core.journal.journal import Journal, Saving
from firmware.core.journal.replay import continued, game_now, of_today, seated
from firmware.core.journal.row_check import RowCheck
from firmware.core.stickers.store import Stickers
from firmware.core.view.menu import explained
from firmware.core.view.panel import TIME_OVER
from firmware.core.view.state import (
    Output,
    after,
    at_start,
    drawn,
    quiet,
    set_aside,
    shows_end,
    with_access_point,
    with_device,
    with_notice,
    with_offer,
)
from firmware.words import notices
from firmware.words.language import offered, say

if TYPE_CHECKING:
    from firmware.core.app.photo_dialog import PhotoDialog

logger = logging.getLogger(__name__)
RENEWED, CALLED, CALL_OVER = Notice("new-pin"), Notice("organiser-called"), Notice("call-over")
WHAT_AWAITED, WHAT_OVER = Notice("what-awaited"), Notice("what-over")


class App:
    """The table, its journal, and the outputs that show it."""

    def __init__(
        self,
        journal: Journal,
        games: Games,
        outputs: Sequence[Output],
        *,
        # as the owner wants it
        names: Mapping[str, str] | None = None,
        double_read_ms: int = 500,
        mode: Mode = "tally",
        sound: Volume = "on",
        language: str = "en",
        about: tuple[str, ...] = (),
        speed: Speed = "normal",
        has_broker: bool = False,
        has_display: bool = True,
        has_voice: bool = False,
        # what else a table may have
        stickers: Stickers | None = None,
        pin: Pin | None = None,
        photos: PhotoDialog | None = None,
        # what runs around it
        learnt: Callable[[str], None] = lambda source: None,
        turn: Callable[[], float | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """With `has_broker` an organiser can be called, with `has_voice` it repeats and reads the
        table aloud, at first at that `speed`. `pin` is the page's: whoever presses the
        buttons is at the device, and may renew it; without a display they may sign in without it.
        `learnt` is called with a scanner that is new. `turn` is called between two scans; it
        returns when to be called again at the latest.
        """
        self.inbox = Inbox()
        self._journal, self._games, self._outputs = journal, games, outputs
        self._mode = mode
        self._names = names or {}
        self._found_at_start: list[Problem] = []
        self._double = DoubleReads(double_read_ms)
        self.stickers = stickers or Stickers("", codebook_of(games))
        self._teaching = Teaching(self.stickers)
        self._health = Health(learnt)
        self.status = DeviceStatus(clock)
        self._clock, self._wall = clock, wall
        self._turn, self._turn_at = turn, turn()
        self._pin = pin
        self.photos, self._has_broker, self._has_display = photos, has_broker, has_display
        self._has_voice = has_voice
        self._is_here = False  # whether somebody is at the device who does what is done just now
        self._seats, self._count = SeatsDialog(journal.has_finished), RoundCount()
        self._clock_changes_at: float | None = None
        self._asking: frozenset[LaneName] = frozenset()  # whose next label is explained, after WHAT
        self._saving = Saving(journal, clock)
        self._row_check = RowCheck(journal.read_on, clock)
        self._replies: list[Callable[[], None]] = []
        self._may_empty = True  # at the start, and when a game has begun
        self._shown = at_start(standings(self._continued()), sound, about, language, speed)
        self._shown = self._shown._replace(was_played=self._has_begun())

    def _continued(self) -> Table:
        """Return the table as the journal has it."""
        folded = continued(self._journal, self._games, self._names)
        if folded.skipped:  # the score is another than people remember
            self.note(Problem("scans-skipped", number=len(folded.skipped)))
        return of_today(folded.table, self._games, self._names)

    def _has_begun(self) -> bool:
        """Whether the newest game of the journal has."""
        begins = codebook_of(self._games).label("command", "next").code
        game = self._journal.last_game()
        return any(row.code == begins for row in game.scans) if game else False

    @property
    def standings(self) -> Standings:
        """The position now, with its points."""
        return self._shown.standings

    @property
    def table(self) -> Table:
        """The position now."""
        return self._shown.table

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
                    # these come each minute, though nobody does anything
                    if not isinstance(message, JoinCodeDrawn | OfferMade):
                        self._row_check.put_off()
                    self._dispatch(message)
                self.show()
                while self._replies:  # whoever has one can read the state that it speaks of
                    self._replies.pop()()
                if isinstance(message, Reading):  # the doctor can wait
                    self.status.take(message)
        except Exception as mistake:  # whatever it is: the next scan has to count
            logger.error(f"a bug in Okanjo, please report it: {message!r}: {mistake!r}")
        self.do_what_is_due()

    def _dispatch(self, message: TableMessage) -> None:
        self._is_here = isinstance(message, Reading | Pressed)
        match message:
            case Reading():
                self._on_reading(message)
            case Typed(text):
                self._on_typed(text)
            case Pressed(button):
                self._on_pressed(button)
            case RemotePress(button):
                self._on_pressed(button)
            case WebScan():
                self._on_web_scan(message)
            case SeatScan():
                self._on_seat_scan(message)
            case PartialDropped(lane=lane):
                self._shown = self._shown._replace(scanned=self._shown.scanned + 1)
                self._tell("", lane, Refused("misread"))
                logger.info(f"incomplete code ignored: {device_of(message)}: {message.reason}")
            case Notice():  # by the command line, a page or a broker
                logger.info(say(notices.sentence(message)))
                outcome = self._unchanged("", SHARED_LANE, message)
                self._shown = with_notice(self._shown, message, outcome, self._clock())
            case SupplyChanged():
                self._health.take(message)
            case ScannersCounted(number):
                self._health.scanners = number
            case DeskOpened():
                self._health.at_desk = True
            case PageFound():
                device = self._shown.device._replace(site=message)
                self._shown = with_device(self._shown, device)
            case PinDrawn():
                self._on_pin(message)
            case JoinCodeDrawn(code):
                self._shown = self._shown._replace(join_code=code)
            case AccessPointChanged(access_point):
                self._shown = with_access_point(self._shown, access_point)
            case BothHeld():
                if self._pin is not None:
                    self._on_pin(PinDrawn(self._pin.renew()))
            case PageHeld():
                self._on_pressed("photo")
            case PhotoTaken() | PhotoCodes() | PhotoFailed():
                if notice := self.photos and self.photos.take(message, self.table, self._clock()):
                    self._tell("", SHARED_LANE, notice)
            case CallAnswered():
                if self._shown.calling:
                    self._tell("", SHARED_LANE, self._call())
            case LanguageChosen(code):
                self._tell("", SHARED_LANE, self._speak(code))
            case OfferMade(offer, clock, is_old):
                self._count.take(clock, is_old, self._clock())
                self._on_offer(offer)
            case ReadingsDropped():
                dropped = self.inbox.take_dropped()
                logger.warning(f"{plural(dropped, 'scan')} ignored: too many at once")
                self._tell("", SHARED_LANE, DeclinedByDevice("scans-ignored", number=dropped))
            case _:  # a scanner, reader or part came or went
                self.status.take(message)
                self._health.take(message)

    def show(self) -> None:
        """Hand what is shown now to every output."""
        self._look_at_clock()
        called = [Problem("organiser-called")] if self._shown.calling else []
        # notices of the start come last
        problems = dict.fromkeys((*called, *self._health.problems, *self._found_at_start))
        device = self._shown.device._replace(
            saved=self._saving.saved,
            saved_late=self._saving.take_late(),
            problems=tuple(problems),
            question=self._teaching.question or (WHAT_AWAITED if self._asking else None),
            no_scanner=self._health.no_scanner,
        )
        photo = self.photos.proposal if self.photos else None
        offer = self._seats.offered(self.table)
        shown = with_device(self._shown, device)._replace(photo=photo, offer=offer)
        shown = drawn(shown)
        self._shown = shown
        for output in self._outputs:
            try:
                output(shown)
            except Exception as mistake:  # no display may keep the others from showing
                logger.error(f"a bug in Okanjo, please report it: {output!r}: {mistake!r}")

    # --- what comes in --------------------------------------------------------

    def _on_reading(self, reading: Reading) -> None:
        device = device_of(reading)
        self._shown = self._shown._replace(scanned=self._shown.scanned + 1)
        self._health.scanner_read(device)
        if not self._double.again(device, reading.text, reading.moment):
            self._scan(reading.text, reading.lane, device)

    def _on_typed(self, text: str) -> None:
        self._shown = self._shown._replace(heard=self._shown.heard + 1)
        if not self._double.again(DESK, text, self._clock()):
            written = read_or_foreign(text, codebook_of(self.table.games))
            if written is None:
                self._tell(text, SHARED_LANE, Refused("unknown-code"))
            else:
                self._scan(written.text, written.lane, DESK)
        self._shown = self._shown._replace(answer=self._shown.last)

    def _on_pressed(self, button: str) -> None:
        """Scan the command card that the button stands for."""
        book = codebook_of(self.table.games)
        self._scan(book.label("command", button).code, SHARED_LANE, BUTTONS)

    def _on_web_scan(self, scan: WebScan) -> None:
        """Scan for a page, which waits for the outcome."""
        self._health.at_desk = True
        if scan.looked_at not in (None, self.table):
            scan.reply(None)
            return
        match scan.event:
            case Pressed(button):
                self._on_pressed(button)
            case Reading(text, _, lane) if scan.looked_at:  # a photo teaches no sticker
                self._play(Photo.of(text.split(" ")), lane)
            case Reading(text, _, lane):  # clicked twice is meant twice
                self._scan(text, lane, device_of(scan.event))
        self._reply(scan)

    def _on_seat_scan(self, scan: SeatScan) -> None:
        """Scan for a phone that has a badge, on that seat's lane; it teaches nothing."""
        from firmware.core.join.own import may_scan  # late: few tables have phones that join

        book, badge, codes = codebook_of(self.table.games), scan.badge, scan.codes
        is_late = scan.looked_at not in (None, self.table)
        if is_late or not may_scan(self.table, book, badge, codes):
            scan.reply(None)
            return
        self._health.at_desk = True
        undo = book.label("command", "undo").code
        self._play(Photo.of(codes) if len(codes) > 1 else (codes or [undo])[0], badge)
        self._reply(scan)

    def _reply(self, scan: WebScan | SeatScan) -> None:
        """Answer, once the state can be read that the answer speaks of."""
        number, last, sound = self._shown.number, self._shown.last, self._shown.device.sound
        answer = Answered(number, last, sound, self._saving.saved)
        self._replies.append(partial(scan.reply, answer))

    def _on_pin(self, drawn: PinDrawn) -> None:
        """Show the PIN, where it is shown; tell that it is another one."""
        renewed = self._shown.pin not in ("", drawn.digits)
        self._shown = self._shown._replace(pin=drawn.digits)
        if renewed:
            logger.info("New PIN: all sign-ins ended")
            self._tell("", SHARED_LANE, RENEWED)

    def _on_offer(self, offer: Offer | None) -> None:
        """Show seats that are offered; during a game they wait."""
        is_new = self._seats.take(offer, self.table)
        if is_new and (now := self._seats.offered(self.table)) and not shows_end(self._shown):
            self._show_offer(now, "", SHARED_LANE)

    def _show_offer(self, offer: Offer, text: str, lane: LaneName) -> None:
        outcome = self._unchanged(text, lane, Notice("seats-offered", offer=offer))
        self._shown = with_offer(self._shown, offer, outcome, self._clock())

    def _look_at_clock(self) -> None:
        """Show the round's clock as it is now. When time is over, tell so, and stop nothing."""
        moment = self._clock()
        before, now = self._shown.clock, self._count.face(self.table, moment)
        self._clock_changes_at = self._count.changes_at(moment) if now else None
        self._shown = self._shown._replace(clock=now)
        if before and now and now.is_over and not before.is_over:
            self._tell("", SHARED_LANE, TIME_OVER)

    def note(self, problem: Problem) -> None:
        """Show what the owner must know until the next start."""
        self._found_at_start.append(problem)

    # --- a scan ---------------------------------------------------------------

    def _scan(self, text: str, lane: LaneName, device: str) -> None:
        """Hand a scan to the teaching; if that leaves it, explain the code that it stands for after
        WHAT, else play it.
        """
        instead: Refusal | Notice | None
        instead = self._teaching.take(text, device, codebook_of(self.table.games))
        if instead is None:
            text = self.stickers.code(text) or text
            instead = self._explained(text, lane)
        if instead is None:
            self._play(text, lane)
        else:
            if self.photos:
                self.photos.proposal = None
            self._tell(text, lane, instead)

    def _explained(self, text: str, lane: LaneName) -> Refused | Notice | None:
        """Take WHAT, or the label after it on the same lane, which is explained and does nothing;
        None for any other scan.
        """
        asks, label = lane in self._asking, codebook_of(self.table.games).read(text)
        if self._is_command(text, "what"):
            self._asking ^= {lane}
            return WHAT_OVER if asks else WHAT_AWAITED
        if not asks:
            return None
        if isinstance(label, Refused):  # what cannot be read leaves it waiting
            return label
        self._asking -= {lane}
        return explained(self.table, label)

    def _play(self, scanned: str | Photo, lane: LaneName) -> None:
        """Play what was scanned: the text of a code, or a photo that was looked at.

        The photo from over the table comes first, then what is asked of the voice, then the call
        for the organiser, then seats that NEXT would take. All else is the engine's to decide.
        """
        played = self._past_photos(scanned, lane)
        text = played.code if isinstance(played, Photo) else _text(scanned)
        offer = self._seats.offered(self.table) if self._is_command(text, "next") else None
        if not isinstance(played, str | Photo):
            self._tell(text, lane, played)
        elif self._has_voice and (notice := self._asked_of_voice(text)):
            self._tell(text, lane, notice)
        elif self._has_broker and self._is_command(text, "call-organiser"):
            self._tell(text, lane, self._call())
        elif self._is_command(text, "language") and len(offered()) > 1:
            self._tell(text, lane, self._next_language())
        elif offer is None:
            self._take_result(text, lane, *self._decided(played, lane))
        elif shows_end(self._shown):
            self._show_offer(offer, text, lane)
        else:
            lobby = offer.lobby.table._replace(games=self._games)
            label = label_of(offer, self.table)
            self._take_result(text, lane, *seated(self.table, lobby, label, lane))

    def _past_photos(self, scanned: str | Photo, lane: LaneName) -> str | Photo | Refusal | Notice:
        """What to play once the photos had a look at it; or what to tell instead."""
        if not self.photos:
            return scanned
        instead = self.photos.scan(_text(scanned), lane, self.table, self._clock())
        return scanned if isinstance(instead, str) else instead

    def _is_command(self, text: str, slug: str) -> bool:
        return text == codebook_of(self.table.games).label("command", slug).code

    def _take_result(
        self, text: str, lane: LaneName, table: Table, result: Accepted | Refused
    ) -> None:
        """Take what a scan makes of the table."""
        if isinstance(result, Refused):
            self._tell(text, lane, result)
        elif isinstance(result.event, SetAside):
            self._set_aside(text, lane, result)
        else:
            self._save(text, lane, table, result)

    def _set_aside(self, text: str, lane: LaneName, result: Accepted) -> None:
        """Take a scan that is for the device, not for the game: PAGE or SOUND."""
        command = result.scan.label.slug
        if command == "page" and self._pin is not None:
            self._pin.open_window()
        outcome = self._unchanged(text, lane, result)
        self._shown = set_aside(self._shown, command, outcome, self._clock())
        shows_pin = self._has_display and not self._health.lacks("display")
        if command == "page" and self._pin is not None and self._is_here and not shows_pin:
            self._pin.open_door()
            logger.info("One phone may sign in without the PIN, for a minute")
            self._tell(text, lane, Notice("door-open"))

    def _save(self, text: str, lane: LaneName, table: Table, result: Accepted) -> None:
        """Write the scan's row, then go on with the table that it leads to."""
        made = change(self.standings, result, of_today(table, self._games, self._names))
        # Whatever may fail comes before the row is written: journal and table agree.
        now = game_now(made.after) if _changes_game(made) else None
        code, scanned_at = result.scan.label.code, self._wall()
        shown = after(self._shown, Outcome(text, lane, result, made), self._clock())
        self._saving.commit(lambda: self._journal.append(code, lane, scanned_at, now))
        self._shown = shown
        self._may_empty |= made.before.table.phase == "lobby" != made.after.table.phase
        self._may_empty |= isinstance(result.event, SeatsTaken)
        if isinstance(result.event, LobbyOpened) and not result.event.same:
            self._begin()

    def _decided(self, scanned: str | Photo, lane: LaneName) -> tuple[Table, Accepted | Refused]:
        """What a scan makes of the table; a text is one label, or unknown."""
        book = codebook_of(self.table.games)
        label = book.read(scanned) if isinstance(scanned, str) else scanned
        if isinstance(label, Refused):
            return self.table, label
        return scan(self.table, Scan(label, lane))

    def _call(self) -> Notice:
        """Call the organiser, or take the call back."""
        self._shown = self._shown._replace(calling=not self._shown.calling)
        return CALLED if self._shown.calling else CALL_OVER

    def _asked_of_voice(self, text: str) -> Notice | None:
        """What the voice is to do, if a card asks for that: to say the last again, or all trays, or
        to speak more slowly, and after the slowest of its speeds as fast as at first.
        """
        if self._is_command(text, "repeat"):
            return REPEAT
        if self._is_command(text, "read-table"):
            return READ_TABLE
        if not self._is_command(text, "slower"):
            return None
        speed = SPEEDS[(SPEEDS.index(self._shown.device.speed) + 1) % len(SPEEDS)]
        self._shown = with_device(self._shown, self._shown.device._replace(speed=speed))
        return SPEED_CHANGED[speed]

    def _next_language(self) -> Notice | DeclinedByDevice:
        """Speak the next of the languages there are, unless a game is on: its players chose."""
        if self.table.phase not in ("lobby", "finished"):
            return DeclinedByDevice("between-games")
        codes, now = offered(), self._shown.device.language
        following = codes.index(now) + 1 if now in codes else 0
        return self._speak(codes[following % len(codes)])

    def _speak(self, code: str) -> Notice:
        """Change the language of display, desk and paper."""
        device = self._shown.device._replace(language=code)
        self._shown = with_device(self._shown, device)
        return Notice("language", language=code)

    def _begin(self) -> None:
        """Put an empty lobby into the mode that the owner wants, by a scan like any other."""
        if self._mode != self.table.mode and self.table.game is None and not self.table.seats:
            book = codebook_of(self.table.games)
            self._play(book.label("command", self._mode).code, SHARED_LANE)

    def _tell(self, text: str, lane: LaneName, result: Refusal | Notice) -> None:
        self._shown = after(self._shown, self._unchanged(text, lane, result), self._clock())

    def _unchanged(self, text: str, lane: LaneName, result: Result) -> Outcome:
        return Outcome(text, lane, result, Change(self.standings, self.standings))

    # --- time -----------------------------------------------------------------

    def _seconds_until_due(self) -> float | None:
        """Seconds until something is due; None: sleep until something comes in."""
        times = (
            self._shown.quiet_at,
            self._saving.retry_at,
            self._turn_at,
            self._row_check.due_at,
            self._clock_changes_at,
        )
        due = [due_at for due_at in times if due_at is not None]
        return max(0.0, min(due) - self._clock()) if due else None

    def do_what_is_due(self) -> None:
        self._turn_at = self._turn()
        if self._may_empty:
            self._may_empty = False
            self._journal.empty_deleted()
        if self._saving.retry():
            self.show()
        for finding in self._journal.report_damage(self._row_check.step()):
            logger.warning(finding.log)
            self.note(finding.problem)
            self.show()
        if self._shown.quiet_at is not None and self._clock() >= self._shown.quiet_at:
            self._shown = quiet(self._shown)
            self.show()
        if self._clock_changes_at is not None and self._clock() >= self._clock_changes_at:
            self.show()


def _changes_game(made: Change) -> bool:
    """Return whether the journal keeps something else of the game now: as it begins or ends."""
    phase = made.after.table.phase
    return phase == "lobby" or phase != made.before.table.phase


def _text(scanned: str | Photo) -> str:
    return scanned if isinstance(scanned, str) else scanned.code
