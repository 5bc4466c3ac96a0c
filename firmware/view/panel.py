"""Standings in, a panel out: everything the display, the score track and the buzzer show.

Rule: what is shown follows from the arguments alone; there is no clock and nothing is kept.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.events import Accepted, CardStruck, RoundEnded, SetAside
from engine.position import LaneName, LaneState, LastScan, Table, lane_of, name_of
from engine.refusals import Refused
from engine.standings import Standings
from firmware.system.text import spelled
from firmware.view import build_device, build_sheets
from firmware.view.build_sheets import View
from firmware.view.outcome import Outcome, TeachStep
from firmware.view.sheets import Code, Device, Lamp, Message, Panel, Player, Podium, Sheet

Result = Accepted | Refused | TeachStep


class DeviceState(NamedTuple):
    """What is not on the table: players' names by badge, the state of journal and device.

    `saved` False marks every page UNSAVED; `missing` names parts in words ("Scanner unplugged"),
    the most important first; `sound` is the volume now;
    `addresses`, `facts` (versions and such, a line each) and `code` (a QR of the score page's
    address: rows of "#" and ".") fill the device page and the podium, `link` (another, which
    takes the game along) the last page of all. `question` is the open step of a teaching dialog.
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


NO_DEVICE = DeviceState()


def draw(
    standings: Standings,
    page: str = "now",
    device: DeviceState = NO_DEVICE,
    outcome: Outcome | None = None,
    whose: int | None = None,
) -> Panel:
    """What is shown of a table.

    `outcome` is the scan just made; without one nothing flashes, sounds or interrupts. `whose`
    tray the page shows, where it is not that of the seat being scanned; of the device page it is
    the sheet.
    """
    view = _view(standings, device, outcome)
    result = outcome.result if outcome else None
    return Panel(
        sheet=_sheet(view, page, device, result, whose),
        players=view.players,
        active=view.seat,
        lamps=_lamps(view, result),
        sound=_sound(view, device, result),
        mark="" if device.saved else "UNSAVED",
        warning=view.warning,
    )


def _view(standings: Standings, device: DeviceState, outcome: Outcome | None) -> View:
    table, change = standings.table, outcome.change if outcome else None
    undone = change.undone if change else None
    last = undone or table.last
    lane = _lane(table, outcome.lane if outcome else None, last)
    seat = _seat(table, lane, last, undone is not None)
    brought = change.brought if change and undone else standings.brought
    result = outcome.result if outcome else None
    return View(
        standings=standings,
        players=_players(standings, device.names),
        worth=None if brought is None or seat is None else brought[seat],
        seat=seat,
        lane=lane,
        undone=undone,
        restored=change is not None and change.restored,
        struck=isinstance(result, Accepted) and isinstance(result.event, CardStruck),
        warning=device.missing[0] if device.missing else "",
    )


def _lane(table: Table, name: LaneName | None, last: LastScan | None) -> LaneState:
    """What that scanner remembers; where none is named, the one that scanned last."""
    if name is None and last is not None:
        name = last.scan.lane
    return LaneState() if name is None else lane_of(table, name)


def _seat(table: Table, lane: LaneState, last: LastScan | None, undone: bool) -> int | None:
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


def _players(standings: Standings, names: Mapping[str, str]) -> tuple[Player, ...]:
    """Everybody's score; after a round what it brought still stands apart."""
    table = standings.table
    fresh = table.ended[-1].points if table.phase == "scored" else (0,) * len(table.seats)
    return tuple(
        Player(spelled(name_of(seat, names)), seat.badge, one.total - new, one.live, one.place)
        for seat, one, new in zip(table.seats, standings.seats, fresh, strict=True)
    )


def _sheet(
    view: View,
    page: str,
    device: DeviceState,
    result: Result | None,
    whose: int | None,
) -> Sheet:
    """A refusal comes before the page that was asked for; a question is the page of the moment."""
    if isinstance(result, Refused):
        return Message("✗ Not counted", tuple(result.message.split("\n")))
    if isinstance(result, TeachStep):
        return Message("Teach", result.lines)
    if isinstance(result, Accepted) and isinstance(result.event, SetAside):
        return Message("Sound", (device.sound,))
    if page == "device":
        return device_sheets(device)[whose or 0]
    if page == "link":
        return Code("BG Stats", LINK, device.link)
    if page in PAGES:
        return PAGES[page](view if whose is None else view._replace(seat=whose))
    if device.question and result is None:  # after what another scanner has just scored
        return Message("Teach", device.question)
    if view.table.asked:
        return build_sheets.question(view)
    if view.table.phase == "lobby":
        return build_sheets.lobby(view, device.addresses, device.no_scanner)
    sheet = build_sheets.current(view)
    if isinstance(sheet, Podium):
        return sheet._replace(code=device.code)
    return sheet


LINK = ("Keep the", "game: scan", "by phone")
PAGES: Mapping[str, Callable[[View], Sheet]] = {
    "scores": build_sheets.board,
    "tray": build_sheets.tray,
    "rounds": build_sheets.rounds,
}


def device_sheets(device: DeviceState) -> tuple[Device, ...]:
    """All of the device page."""
    return build_device.sheets(device.saved, device.missing, device.addresses, device.facts)


def _lamps(view: View, result: Result | None) -> tuple[Lamp, ...]:
    """Everybody's pawn; the one being scanned for shows what became of the scan."""
    flash = "" if result is None else "refused" if isinstance(result, Refused) else "accepted"
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


def _sound(view: View, device: DeviceState, result: Result | None) -> str:
    if isinstance(result, Refused):
        return "misread" if result.reason == "misread" else "refused"
    if device.saved_late:
        return "saved-late"
    if result is None:
        return ""
    if isinstance(result, Accepted) and isinstance(result.event, RoundEnded):
        return "game-over" if view.table.phase == "finished" else "round-over"
    return "accepted"
