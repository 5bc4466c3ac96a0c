"""A table in, a panel out: everything the display, the score track and the buzzer shall show.

Rule 1: what is shown follows from the arguments alone; there is no clock and nothing is kept.
Rule 2: only what the page needs is worked out.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.events import Accepted, CardStruck, RoundEnded, SetAside, Undone
from engine.position import Lane, LaneName, Last, Table, lane_of, name_of
from engine.refusals import Refused
from engine.scoring.scorers import Scores
from engine.standings import Standing, round_scores, standings
from firmware.system.text import spelled
from firmware.view import build_current as now
from firmware.view import build_device as device_page
from firmware.view import build_sheets as sheets
from firmware.view.build_sheets import View
from firmware.view.outcome import TeachStep
from firmware.view.sheets import Code, Device, Lamp, Message, Panel, Player, Podium, Sheet
from firmware.view.undo_restored import brought_back


class DeviceState(NamedTuple):
    """What is not on the table: players' names by badge, the state of journal and device.

    `saved` False marks every page UNSAVED; `missing` names parts in words ("Scanner unplugged"),
    the one to be told first in front; `sound` is how loud it is now;
    `addresses`, `facts` (versions and such, a line each) and `code` (a QR of the score page's
    address: rows of "#" and ".") fill the device page and the podium, `link` (another, which
    takes the game along) the last page of all. `question` is what waits while somebody teaches.
    `no_scanner` says so where there is nothing to scan with.
    """

    names: Mapping[str, str] = {}
    saved: bool = True
    saved_late: bool = False
    missing: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    link: tuple[str, ...] = ()
    question: tuple[str, ...] = ()
    sound: str = "on"
    no_scanner: str = ""


NOTHING_OUTSIDE = DeviceState()


def draw(
    table: Table,
    page: str = "now",
    outside: DeviceState = NOTHING_OUTSIDE,
    outcome: Accepted | Refused | TeachStep | None = None,
    before: Table | None = None,
    lane: LaneName | None = None,
    whose: int | None = None,
) -> Panel:
    """What is shown of a table.

    `outcome` is what became of the scan just made, `lane` where it came from and `before` the
    table it met (told of an UNDO); without an outcome nothing flashes, sounds or interrupts.
    `whose` tray the page shows, where it is not that of the seat being scanned; of the device
    page it is the sheet.
    """
    view = _view(table, page, outside, outcome, before, lane)
    return Panel(
        sheet=_sheet(view, page, outside, outcome, whose),
        players=view.players,
        active=view.seat,
        lamps=_lamps(view, outcome),
        sound=_sound(table, outside, outcome),
        mark="" if outside.saved else "UNSAVED",
        warning=view.warning,
    )


def _view(
    table: Table,
    page: str,
    outside: DeviceState,
    outcome: Accepted | Refused | TeachStep | None,
    before: Table | None,
    lane_name: LaneName | None,
) -> View:
    fact = outcome.fact if isinstance(outcome, Accepted) else None
    undone = before.last if before is not None and isinstance(fact, Undone) else None
    last = undone or table.last
    lane = _lane(table, lane_name, last)
    seat = _seat(table, lane, last, undone is not None)
    scores, worth = None, None
    if table.phase == "playing":
        other = (before if undone else now.earlier(table)) if page == "now" else None
        scores, worth = _scores(table, other, seat)
    stand = standings(table, scores)
    return View(
        table=table,
        players=_players(table, stand, outside.names),
        scores=scores,
        worth=worth,
        seat=seat,
        lane=lane,
        desserts=tuple(one.desserts or {} for one in stand),
        undone=undone,
        struck=isinstance(fact, CardStruck),
        back=before is not None and undone is not None and brought_back(before, table),
        warning=outside.missing[0] if outside.missing else "",
    )


def _lane(table: Table, name: LaneName | None, last: Last | None) -> Lane:
    """What that scanner remembers; where none is named, the one that scanned last."""
    if name is None and last is not None:
        name = last.scan.lane
    return Lane() if name is None else lane_of(table, name)


def _seat(table: Table, lane: Lane, last: Last | None, undone: bool) -> int | None:
    """Whose page it is: the seat of what was undone, the seat that lane scans for, else that of
    the last card.
    """
    if table.phase == "lobby" or last is None:
        return None
    if undone and last.seat is not None:
        return last.seat
    if lane.seat is None and last.scan.label.type != "command":
        return last.seat
    return lane.seat


def _scores(
    table: Table, other: Table | None, seat: int | None
) -> tuple[Scores | None, int | None]:
    """The open round's points, and what the scan since (or undone from) `other` brought a seat."""
    if other is None or other.phase != "playing" or seat is None:
        return round_scores(table), None
    earlier = round_scores(other)
    scores = round_scores(table, earlier)
    return scores, scores.totals[seat] - earlier.totals[seat]


def _players(
    table: Table, stand: tuple[Standing, ...], names: Mapping[str, str]
) -> tuple[Player, ...]:
    """Everybody's score; after a round what it brought still stands apart."""
    fresh = table.ended[-1].points if table.phase == "scored" else (0,) * len(table.seats)
    return tuple(
        Player(spelled(name_of(seat, names)), seat.badge, one.total - new, one.live, one.place)
        for seat, one, new in zip(table.seats, stand, fresh, strict=True)
    )


def _sheet(
    view: View,
    page: str,
    outside: DeviceState,
    outcome: Accepted | Refused | TeachStep | None,
    whose: int | None,
) -> Sheet:
    """A refusal comes before the page that was asked for; a question is the page of the moment."""
    if isinstance(outcome, Refused):
        return Message("✗ Not counted", tuple(outcome.message.split("\n")))
    if isinstance(outcome, TeachStep):
        return Message("Teach", outcome.lines)
    if isinstance(outcome, Accepted) and isinstance(outcome.fact, SetAside):
        return Message("Sound", (outside.sound,))
    if page == "device":
        return device_sheets(outside)[whose or 0]
    if page == "link":
        return Code("BG Stats", LINK, outside.link)
    if page in PAGES:
        return PAGES[page](view if whose is None else view._replace(seat=whose))
    if outside.question and outcome is None:  # after what another scanner has just scored
        return Message("Teach", outside.question)
    if view.table.asked:
        return sheets.question(view)
    if view.table.phase == "lobby":
        return sheets.lobby(view, outside.addresses, outside.no_scanner)
    sheet = now.now(view)
    if isinstance(sheet, Podium):
        return sheet._replace(code=outside.code)
    return sheet


LINK = ("Keep the", "game: scan", "by phone")
PAGES: Mapping[str, Callable[[View], Sheet]] = {
    "scores": sheets.board,
    "tray": sheets.tray,
    "rounds": sheets.rounds,
}


def device_sheets(outside: DeviceState) -> tuple[Device, ...]:
    """All of the device page."""
    return device_page.sheets(outside.saved, outside.missing, outside.addresses, outside.facts)


def _lamps(view: View, outcome: Accepted | Refused | TeachStep | None) -> tuple[Lamp, ...]:
    """Everybody's pawn; the one being scanned for shows what became of the scan."""
    flash = "" if outcome is None else "refused" if isinstance(outcome, Refused) else "accepted"
    over = view.table.phase == "finished"
    return tuple(
        Lamp(
            player.badge,
            player.live,
            at == view.seat,
            flash if at == view.seat else "",
            over and player.place == 1,
        )
        for at, player in enumerate(view.players)
    )


def _sound(
    table: Table, outside: DeviceState, outcome: Accepted | Refused | TeachStep | None
) -> str:
    if isinstance(outcome, Refused):
        return "misread" if outcome.reason == "misread" else "refused"
    if outside.saved_late:
        return "saved-late"
    if outcome is None:
        return ""
    if isinstance(outcome, Accepted) and isinstance(outcome.fact, RoundEnded):
        return "game-over" if table.phase == "finished" else "round-over"
    return "accepted"
