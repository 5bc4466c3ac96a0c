"""Keep what is shown besides the table: page, last outcomes, what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from engine.catalogue import codebook_of
from engine.codes import Codebook
from engine.events import Accepted, Event, RoundEnded, SetAside
from engine.position import Table
from engine.standings import Standings
from firmware.common.facts.refusals import Refusal
from firmware.core.view.device import DeviceState, PageFound, sheets
from firmware.core.view.hints import place_in
from firmware.core.view.outcome import Outcome, TeachStep, gives_way, recalled
from firmware.core.view.panel import draw
from firmware.core.view.sheets import PAGES, VOLUMES, Message, Page, Panel, Volume
from firmware.core.view.why import last_kind

if TYPE_CHECKING:
    from firmware.core.view.photo import Proposal
    from firmware.core.view.seats import Offer

INTERRUPTION_S = 3.0
PODIUM_S = 15.0  # before seats that are offered take its place
RECENT, RECALLED = 32, 8  # lines of a large terminal; scans before a start
WELCOME, CALLED = "Welcome back", "Organiser is called"
PageAt = tuple[Page, int | None]
FIRST_PAGE: PageAt = ("current", None)


class Shown(NamedTuple):
    """What is shown now; each output takes the newest there is.

    `last` is the newest outcome, and `number` counts all there were; `recent` are those that tell
    what happened, by their numbers, the newest last: no PAGE, no SOUND, no question that is over.
    `heard` counts the lines typed at the desk, and `answer` is what became of the last of them.
    `pin` is the page's: for those who stand before the device, and for nobody else. `welcome` says
    where the game goes on, from a start to the first scan. `scanned` counts what scanners have
    read, and `never_played` is so until the first game begins or seats are offered. `photo` is one
    of the camera over the table, as long as PHOTO would score it. `calling`: the organiser is
    wanted at this table. `offer` are seats that NEXT would take.
    """

    panel: Panel
    standings: Standings
    device: DeviceState
    recent: Mapping[int, Outcome]
    heard: int
    number: int
    last: Outcome | None = None
    answer: Outcome | None = None
    pin: str = ""
    welcome: tuple[str, ...] = ()
    scanned: int = 0
    never_played: bool = False
    photo: Proposal | None = None
    calling: bool = False
    offer: Offer | None = None

    @property
    def table(self) -> Table:
        return self.standings.table

    @property
    def codebook(self) -> Codebook:
        return codebook_of(self.table.games)


def pages_of(table: Table, found: PageFound, sheets: int = 1) -> tuple[PageAt, ...]:
    """What PAGE goes through, and whose page it is (None: that of the seat being scanned); of the
    device page, which of its `sheets`.

    In a lobby there are no scores yet. Once a round is over, nobody is being scanned: then there is
    everybody's tray. Last come the QRs there are, that which takes the game along once it is over.
    """
    device: list[PageAt] = [("device", sheet) for sheet in range(sheets)]
    device += [("code", None)] * bool(found.code)
    device += [("link", None)] * bool(found.link and table.phase == "finished")
    if table.phase == "lobby":
        return (FIRST_PAGE, *device)
    if table.phase == "playing":
        pages = [page for page in PAGES[:-1] if page != "why" or last_kind(table)]
        return (*((page, None) for page in pages), *device)
    trays: list[PageAt] = [("tray", seat) for seat in range(len(table.seats))]
    return (("current", None), ("scores", None), *trays, ("rounds", None), *device)


# Takes what is shown for a display, light, buzzer or page, and returns at once.
Output = Callable[[Shown], None]


def _event(outcome: Outcome | None) -> Event | None:
    """What was done; nothing by what was refused, or only told."""
    return outcome.result.event if outcome and isinstance(outcome.result, Accepted) else None


class DisplayState:
    """What is shown besides the table: page, interruption, last outcomes, missing parts.

    A page stays until the next scan that is part of the game: what that did is never hidden.
    """

    def __init__(self, sound: Volume, about: tuple[str, ...]) -> None:
        self.missing: dict[str, str] = {}
        self.notices: list[str] = []
        self.no_scanner = ""
        self.heard = self.scanned = 0
        self.played = False
        self.answer: Outcome | None = None
        self.welcome: tuple[str, ...] = ()
        self.question: TeachStep | None = None
        self.photo: Proposal | None = None
        self.calling = False
        self.offer: Offer | None = None
        self.found, self.pin = PageFound(), ""
        self.quiet_at: float | None = None  # when the interruption on show is over
        self._about, self._sound = about, sound
        self._page = 0  # how far PAGE has gone through the pages there are
        self._turned = ""  # the sound of that
        self._outcome: Outcome | None = None
        self._last: Outcome | None = None
        self._recent: dict[int, Outcome] = {}
        self._number = 0

    def welcome_back(self, standings: Standings) -> None:
        """Say where a game goes on, until the next scan, and which were its last."""
        self.welcome = place_in(standings.table)
        if self.welcome:
            for number, outcome in enumerate(recalled(standings, RECALLED), -RECALLED):
                self._list(number, outcome)
                self._last = outcome

    def keep(self, outcome: Outcome, now: float) -> None:
        """Show an outcome for a while, a refusal in the page's place."""
        self._count(outcome)
        self._list(self._number, outcome)
        self._outcome, self._turned = outcome, ""
        self.quiet_at = now + (PODIUM_S if self.shows_end else INTERRUPTION_S)
        if not isinstance(outcome.result, Refusal):
            self._page = 0

    @property
    def newest(self) -> tuple[int, Outcome | None, Volume]:
        """How many outcomes there were, the last of them, and the sound as it is now."""
        return self._number, self._last, self._sound

    def quiet(self) -> None:
        """End the interruption; the page returns."""
        self.quiet_at = self._outcome = None
        self._turned = ""

    def show_offer(self, outcome: Outcome, now: float) -> None:
        """Show seats that are offered, with an outcome that tells of them."""
        self.keep(outcome, now)
        self._outcome, self._turned = None, "accepted"

    @property
    def shows_end(self) -> bool:
        """Whether a game has just ended: who won is shown before seats that are offered."""
        event = _event(self._outcome)
        ended = self._outcome and self._outcome.after.phase == "finished"
        return bool(ended) and isinstance(event, RoundEnded)

    def set_aside(self, command: str, outcome: Outcome, now: float) -> None:
        """Turn the page on PAGE; on SOUND change the volume, show it for a while and play it."""
        self._count(outcome)
        if command == "page":
            self._page += not (self.offer and self.shows_end)  # the seats are the page below that
            self._outcome, self._turned, self.quiet_at = None, "accepted", now + INTERRUPTION_S
            return
        self._sound = VOLUMES[(VOLUMES.index(self._sound) + 1) % len(VOLUMES)]
        self._outcome, self.quiet_at = outcome, now + INTERRUPTION_S

    def _count(self, outcome: Outcome) -> None:
        self._number += 1
        self._last, self.welcome = outcome, ()

    def _list(self, number: int, outcome: Outcome) -> None:
        """Keep it as a line of what happened, in the place of those that it answers."""
        kept, before = self._recent, outcome.before
        if before.asked or any(lane.awaits for lane in before.lanes.values()):
            kept = {at: one for at, one in kept.items() if not gives_way(one, outcome)}
        self._recent = {**kept, number: outcome}
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]

    def shown(self, standings: Standings, saved: bool, saved_late: bool) -> Shown:
        """Everything, for every output."""
        self.played |= standings.table.number > 1 or standings.table.phase != "lobby"
        called = (CALLED,) if self.calling else ()
        device = DeviceState(
            saved=saved,
            saved_late=saved_late,
            # the newest first, as it can still be helped; notices of the start last
            missing=(*called, *dict.fromkeys((*reversed(self.missing.values()), *self.notices))),
            found=self.found,
            about=self._about,
            question=self.question,
            sound=self._sound,
            no_scanner=self.no_scanner,
        )
        return Shown(
            panel=self._panel(standings, device),
            standings=standings,
            device=device,
            recent=self._recent,
            heard=self.heard,
            number=self._number,
            last=self._last,
            answer=self.answer,
            pin=self.pin,
            welcome=self.welcome,
            scanned=self.scanned,
            never_played=not (self.played or self.offer),
            photo=self.photo,
            calling=self.calling,
            offer=self.offer,
        )

    def _panel(self, standings: Standings, device: DeviceState) -> Panel:
        table, outcome = standings.table, self._outcome
        page, seat = FIRST_PAGE
        if self.welcome:
            return draw(standings, "current", device)._replace(sheet=Message(WELCOME, self.welcome))
        if self._page:
            pages = pages_of(table, self.found, len(sheets(device)))
            if self.offer and table.phase == "finished":
                pages = (FIRST_PAGE, *pages)  # the podium once more, after the seats
            if self._page >= len(pages):  # turned over the last, or there are less than there were
                self._page = 0
            page, seat = pages[self._page]
        if outcome and isinstance(outcome.result, Refusal) and table is not outcome.before:
            outcome = None
        drawn = draw(standings, page, device, outcome, seat)
        if self.photo and not (outcome and isinstance(outcome.result, Refusal)):
            from firmware.core.view.photo import photo_sheet  # late: few tables have a camera

            drawn = drawn._replace(sheet=photo_sheet(self.photo, table))
        passing = outcome and isinstance(_event(outcome), SetAside | None)
        if self.offer and not (self._page or passing or self.shows_end):
            from firmware.core.view.seats import seats_sheet  # late: few tables have an organiser

            drawn = drawn._replace(sheet=seats_sheet(self.offer))
        return drawn if drawn.sound else drawn._replace(sound=self._turned)
