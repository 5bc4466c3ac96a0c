"""Work out a panel: everything that the display, the score track and the buzzer show.

Rule: what is shown follows from the arguments alone; there is no clock and nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.events import Accepted, CardStruck, RoundEnded, SetAside
from engine.position import NO_LANE, LaneName, LaneState, LastScan, Table, lane_of
from engine.standings import Standings
from firmware.common.facts.device import NO_DEVICE, DeviceState
from firmware.common.facts.notices import Notice
from firmware.common.facts.outcome import Outcome, Result
from firmware.common.facts.refusals import Refusal
from firmware.common.facts.sheets import (
    AccessPointWords,
    DeviceSheet,
    NotCounted,
    Page,
    Panel,
    QrTo,
    SheetFacts,
    SoundChanged,
    Told,
)
from firmware.common.facts.situation import Situation
from firmware.core.view import sheets
from firmware.core.view.effects import changed
from firmware.core.view.hints import moment, next_step
from firmware.core.view.menu import refused_dish
from firmware.core.view.sheets import SheetView


def draw(
    standings: Standings,
    situation: Situation,
    page: Page = "current",
    device: DeviceState = NO_DEVICE,
    outcome: Outcome | None = None,
    whose: int | None = None,
    leaf: int = 0,
) -> Panel:
    """What is shown of a table with its points and its situation.

    `outcome` is the scan just made; without one nothing flashes, sounds or interrupts. `whose`
    tray the page shows, where it is not that of the seat being scanned; of the device page and of
    the story it is the sheet. `leaf` is the sheet of what is told or refused.
    """
    view = _view(standings, situation, device, outcome)
    result = outcome.result if outcome else None
    sheet = _of_outcome(outcome, leaf) if outcome else None
    return Panel(
        sheet=sheet or _sheet(view, page, result, whose),
        seats=standings.seats,
        active=view.seat,
        sound=_sound(view, result),
        saved=device.saved,
        warning=device.warning,
        removing=situation.removing,
    )


def _view(
    standings: Standings, situation: Situation, device: DeviceState, outcome: Outcome | None
) -> SheetView:
    table, change = standings.table, outcome.change if outcome else None
    undone = change.undone if change else None
    last = undone or table.last
    lane = _lane(table, outcome.lane if outcome else None, last)
    seat = _seat(table, lane, last, undone is not None)
    brought = change.brought if change and undone else standings.brought
    result = outcome.result if outcome else None
    return SheetView(
        standings=standings,
        situation=situation,
        hint=next_step(table, situation, lane),
        moment=None if table.phase == "lobby" else moment(table, situation),
        worth=None if brought is None or seat is None else brought[seat],
        changed=changed(change, seat) if change and seat is not None else None,
        seat=seat,
        lane=lane,
        undone=undone,
        restored=change is not None and change.restored,
        struck=isinstance(result, Accepted) and isinstance(result.event, CardStruck),
        device=device,
    )


def _lane(table: Table, name: LaneName | None, last: LastScan | None) -> LaneState:
    """What that scanner remembers; where none is named, the one that scanned last."""
    if name is None and last is not None:
        name = last.scan.lane
    return NO_LANE if name is None else lane_of(table, name)


def _seat(table: Table, lane: LaneState, last: LastScan | None, undone: bool) -> int | None:
    """Whose sheet it is: the seat of what was undone, the seat that lane scans for, else that of
    the last card.
    """
    if table.phase == "lobby" or last is None:
        return None
    if undone and last.seat is not None:
        return last.seat
    if lane.seat is None and last.scan.label.type != "command":
        return last.seat
    return lane.seat


def _of_outcome(outcome: Outcome, leaf: int) -> SheetFacts | None:
    """What is told or refused comes before the page that was asked for."""
    if isinstance(outcome.result, Refusal):
        return NotCounted(outcome.result, refused_dish(outcome), leaf)
    return Told(outcome.result, leaf) if isinstance(outcome.result, Notice) else None


def _sheet(view: SheetView, page: Page, result: Result | None, whose: int | None) -> SheetFacts:
    """A question is the page of the moment."""
    if isinstance(result, Accepted) and isinstance(result.event, SetAside):
        return SoundChanged(view.device.sound)
    if page == "device":
        return DeviceSheet(view.device, whose or 0)
    if page == "story" and (tale := sheets.game_story(view.standings, whose or 0)):
        return tale
    if page == "join":
        return QrTo("join", ())
    if page == "wifi":
        return QrTo("wifi", ())
    if page == "wifi-words":
        return AccessPointWords()
    if page == "code":
        return QrTo("scores", view.device.site.code)
    if page == "link":
        return QrTo("bg-stats", view.device.site.link)
    if page in SHEETS:
        return SHEETS[page](view if whose is None else view._replace(seat=whose))
    if view.device.question and result is None:  # after what another scanner has just scored
        return Told(view.device.question)
    if view.table.asked:
        return sheets.question(view)
    if view.table.phase == "lobby":
        return sheets.lobby(view)
    return sheets.current(view)


TIME_OVER = Notice("time-over")
SHEETS: Mapping[Page, Callable[[SheetView], SheetFacts]] = {
    "scores": sheets.scoreboard,
    "tray": sheets.tray,
    "why": sheets.why,
    "rounds": sheets.rounds,
}


def _sound(view: SheetView, result: Result | None) -> str:
    if isinstance(result, Refusal):
        return "misread" if result.reason == "misread" else "refused"
    if view.device.saved_late:
        return "saved-late"
    if result is None:
        return ""
    if result == TIME_OVER:
        return "time-over"
    if isinstance(result, Accepted) and isinstance(result.event, RoundEnded):
        return "game-over" if view.table.phase == "finished" else "round-over"
    return "accepted"
