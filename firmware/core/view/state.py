"""Follow what is shown: each function gives the next Shown, and none changes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, get_args

from engine.catalogue import codebook_of
from engine.events import Accepted, Asked, FlipAsked, RemoveAsked, RoundEnded, SeatTaken, SetAside
from engine.position import Table, lane_of
from engine.standings import Change, Standings, standings
from engine.table import scan_text
from firmware.common.facts.device import VOLUMES, AccessPoint, DeviceState, PageFound, Speed, Volume
from firmware.common.facts.notices import ENDINGS, Notice, OfStick
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.sheets import PAGES, Page, Panel, QrTo, SeatsOffered, Told
from firmware.common.facts.shown import Shown
from firmware.core.view.hints import goes_on
from firmware.core.view.menu import refused_dish
from firmware.core.view.panel import draw
from firmware.core.view.sheets import game_story
from firmware.core.view.situation import situation_of
from firmware.words.language import language_of
from firmware.words.sheets import device_sheets, story_sheets, turned_sheets

if TYPE_CHECKING:
    from firmware.common.facts.offer import Offer

INTERRUPTION_S = 3.0
ENDING_S = 60.0
PODIUM_S = 15.0  # before seats that are offered take its place
READ_S = 20.0  # what a dish brings takes a while to read
STICK_S = 30.0  # who plugged one in may not be looking
RECENT, RECALLED = 32, 8  # lines of a large terminal; scans before a start
PageAt = tuple[Page, int | None]
FIRST_PAGE: PageAt = ("current", None)
JOIN_PAGE: PageAt = ("join", None)
WIFI_PAGES: tuple[PageAt, ...] = (("wifi", None), ("wifi-words", None))

# Takes what is shown for a display, light, buzzer or page, and returns at once.
Output = Callable[[Shown], None]


def at_start(
    now: Standings,
    sound: Volume = "on",
    about: tuple[str, ...] = (),
    language: str = "en",
    speed: Speed = "normal",
) -> Shown:
    """What is shown first: where a game goes on, until the next scan, and its last scans."""
    device = DeviceState(sound=sound, about=about, language=language, speed=speed)
    situation = situation_of(now.table)
    welcome, panel = goes_on(now.table, situation), draw(now, situation, device=device)
    sheets = _sheets_of(device)
    shown = Shown(now, situation, device, panel, welcome=welcome, device_sheets=sheets)
    if shown.welcome:
        for number, outcome in enumerate(recalled(now, RECALLED), -RECALLED):
            shown = _listed(shown, number, outcome)._replace(last=outcome)
    return drawn(shown)


def with_device(shown: Shown, device: DeviceState) -> Shown:
    """Show what has become of the device."""
    if device == shown.device:
        return shown
    return shown._replace(device=device, device_sheets=_sheets_of(device))


def with_access_point(shown: Shown, access_point: AccessPoint | None) -> Shown:
    """Show it at once where nothing is being played, else at PAGE. The pages are others then."""
    shown = shown._replace(access_point=access_point, page=0)
    if access_point and shown.table.phase == "lobby" and not (shown.welcome or shown.offer):
        return shown._replace(page=_pages(shown).index(WIFI_PAGES[0]))
    return shown


def _sheets_of(device: DeviceState) -> int:
    """How many sheets the device page takes, by how long its words are."""
    return len(device_sheets(device, language_of(device.language)))


def drawn(shown: Shown) -> Shown:
    """The same with the panel that follows from it."""
    table, page = shown.table, FIRST_PAGE
    if shown.page and not shown.welcome:
        pages = _pages(shown)
        if shown.page >= len(pages):  # turned over the last, or there are less than there were
            shown = shown._replace(page=0)
        page = pages[shown.page] if shown.page else FIRST_PAGE
    was_played = shown.was_played or table.number > 1 or table.phase != "lobby"
    panel = _panel(shown, page)._replace(clock=shown.clock)
    return shown._replace(was_played=was_played, panel=panel)


def after(shown: Shown, outcome: Outcome, now: float) -> Shown:
    """Show an outcome for a while, a refusal in the page's place. A page stays until the next scan
    that is part of the game: what that did is never hidden. For one phone after the other to join,
    that page stays, too.
    """
    shown = _listed(_counted(shown, outcome), shown.number + 1, outcome)
    if outcome.after is not shown.table:
        shown = shown._replace(situation=situation_of(outcome.after))
    shown = shown._replace(
        standings=outcome.change.after,
        interruption=outcome,
        turned="",
        leaf=0,
        page=shown.page if outcome.is_refused or _joins(shown, outcome) else 0,
    )
    return shown._replace(quiet_at=now + _stays_s(shown, outcome))


def _stays_s(shown: Shown, outcome: Outcome) -> float:
    if _is_dish(outcome):
        return READ_S
    if isinstance(outcome.result, Notice) and outcome.result.case in get_args(OfStick):
        return STICK_S
    return PODIUM_S if shows_end(shown) else INTERRUPTION_S


def _is_dish(outcome: Outcome) -> bool:
    """Whether it tells what something is, which may take several sheets."""
    is_told = isinstance(outcome.result, Notice) and outcome.result.case == "explained"
    return is_told or refused_dish(outcome) is not None


def set_aside(shown: Shown, command: str, outcome: Outcome, now: float) -> Shown:
    """Turn the page on PAGE, or first the sheets of what is told; on SOUND change the volume, show
    it for a while and play it.
    """
    leaves = _leaves(shown) if command == "page" else 0
    shown = _counted(shown, outcome)._replace(quiet_at=now + INTERRUPTION_S)
    if shown.leaf + 1 < leaves:
        return shown._replace(leaf=shown.leaf + 1, turned="accepted", quiet_at=now + READ_S)
    shown = shown._replace(leaf=0)
    if command == "page":
        turns = not (shown.offer and shows_end(shown))  # the seats are the page below that
        return shown._replace(page=shown.page + turns, interruption=None, turned="accepted")
    sound = VOLUMES[(VOLUMES.index(shown.device.sound) + 1) % len(VOLUMES)]
    return shown._replace(device=shown.device._replace(sound=sound), interruption=outcome)


def _leaves(shown: Shown) -> int:
    """How many sheets there are of what the display tells just now."""
    if shown.interruption is None:
        return 0
    return len(turned_sheets(shown.panel.sheet, language_of(shown.device.language)))


def with_offer(shown: Shown, offer: Offer, outcome: Outcome, now: float) -> Shown:
    """Show seats that are offered, with an outcome that tells of them."""
    shown = after(shown, outcome, now)
    return shown._replace(offer=offer, interruption=None, turned="accepted")


def with_notice(shown: Shown, notice: Notice, outcome: Outcome, now: float) -> Shown:
    """Tell something in passing; that the machine is about to go comes before all else, for a
    minute: then it has not gone.
    """
    shown = after(shown, outcome, now)
    if notice.case in ENDINGS:
        return shown._replace(ending=notice, quiet_at=now + ENDING_S)
    return shown._replace(ending=None)


def quiet(shown: Shown) -> Shown:
    """End the interruption; the page returns."""
    return shown._replace(quiet_at=None, interruption=None, ending=None, turned="", leaf=0)


def shows_end(shown: Shown) -> bool:
    """Whether a game has just ended: who won is shown before seats that are offered."""
    outcome = shown.interruption
    if outcome is None or outcome.after.phase != "finished":
        return False
    return isinstance(outcome.event, RoundEnded)


# --- the pages of the display -----------------------------------------------------------


def pages_of(
    table: Table,
    last_kind: str,
    site: PageFound,
    device_sheets: int = 1,
    story_sheets: int = 0,
    joins: bool = False,
    has_wifi: bool = False,
) -> tuple[PageAt, ...]:
    """What PAGE goes through, and whose page it is (None: that of the seat being scanned); of the
    device page and of a game's story, which of its sheets. Of a card that was scanned last there is
    why it brought that.

    In a lobby there are no scores yet, but phones may join. Once a round is over, nobody is being
    scanned: then there is everybody's tray. Last come the QRs there are, that which takes the game
    along once it is over. A Wi-Fi of the device's own comes before the device.
    """
    device = [*WIFI_PAGES] * has_wifi
    device += [("device", sheet) for sheet in range(device_sheets)]
    device += [("code", None)] * bool(site.code)
    device += [("link", None)] * bool(site.link and table.phase == "finished")
    if table.phase == "lobby":
        return (FIRST_PAGE, *[JOIN_PAGE] * joins, *device)
    if table.phase == "playing":
        pages = [page for page in PAGES[:-1] if page != "why" or last_kind]
        return (*((page, None) for page in pages), *device)
    trays: list[PageAt] = [("tray", seat) for seat in range(len(table.seats))]
    tale: list[PageAt] = [("story", sheet) for sheet in range(story_sheets)]
    return (FIRST_PAGE, *tale, ("scores", None), *trays, ("rounds", None), *device)


def _pages(shown: Shown) -> tuple[PageAt, ...]:
    last_kind, site = shown.situation.last_kind, shown.device.site
    pages = pages_of(
        shown.table,
        last_kind,
        site,
        shown.device_sheets,
        _sheets_of_story(shown),
        joins=bool(shown.join_code),
        has_wifi=shown.access_point is not None,
    )
    if shown.offer and shown.table.phase == "finished":
        return (FIRST_PAGE, *pages)  # the podium once more, after the seats
    return pages


def _sheets_of_story(shown: Shown) -> int:
    """How many sheets the story of a game takes that is over."""
    tale = game_story(shown.standings)
    return len(story_sheets(tale, language_of(shown.device.language))) if tale else 0


def _joins(shown: Shown, outcome: Outcome) -> bool:
    """Whether a phone has just joined by the page that is shown."""
    event = outcome.event
    by_phone = isinstance(event, SeatTaken) and outcome.lane == event.badge
    return by_phone and isinstance(shown.panel.sheet, QrTo) and shown.panel.sheet.to == "join"


def _panel(shown: Shown, page: PageAt) -> Panel:
    """What the display shows: where a game goes on, seats that are offered, or a photo, come before
    the page that was turned to, a refusal before all of these, and the machine's end before that.
    """
    if shown.ending:
        panel = draw(shown.standings, shown.situation, "current", shown.device)
        return panel._replace(sheet=Told(shown.ending))
    if shown.welcome:
        panel = draw(shown.standings, shown.situation, "current", shown.device)
        return panel._replace(sheet=shown.welcome)
    outcome = shown.interruption
    if outcome and outcome.is_refused and shown.table is not outcome.before:
        outcome = None
    panel = draw(
        shown.standings, shown.situation, page[0], shown.device, outcome, page[1], shown.leaf
    )
    if shown.leaf:  # what was told sounded once
        panel = panel._replace(sound=shown.turned)
    if shown.photo and not (outcome and outcome.is_refused):
        panel = panel._replace(sheet=shown.photo.sheet)
    is_passing = outcome and isinstance(outcome.event, SetAside | None)
    if shown.offer and not (shown.page or is_passing or shows_end(shown)):
        panel = panel._replace(sheet=SeatsOffered(shown.offer))
    return panel if panel.sound else panel._replace(sound=shown.turned)


# --- what happened, as a list -----------------------------------------------------------


def _counted(shown: Shown, outcome: Outcome) -> Shown:
    return shown._replace(number=shown.number + 1, last=outcome, welcome=None)


def _listed(shown: Shown, number: int, outcome: Outcome) -> Shown:
    """Keep an outcome as a line of what happened; it replaces earlier lines that it answers."""
    lines, before = shown.recent, outcome.before
    if before.asked or any(lane.awaits for lane in before.lanes.values()):
        lines = {key: line for key, line in lines.items() if not gives_way(line, outcome)}
    newest = [*{**lines, number: outcome}.items()][-RECENT:]
    return shown._replace(recent=dict(newest))


def gives_way(line: Outcome, newest: Outcome) -> bool:
    """Whether a list of what happened drops a line for the newest one: a question once it is over,
    a card that asked for another once that came.
    """
    asking, answer = line.result, newest.result
    if not isinstance(asking, Accepted) or not isinstance(answer, Accepted):
        return False
    if isinstance(asking.event, Asked):
        return True
    tables = line.before, line.after, newest.before, newest.after
    first, then, met, now = (lane_of(table, line.lane).awaits for table in tables)
    if first is not None or then is None or then != met or then == now:
        return False
    return answer.scan.label.type != "command" or isinstance(asking.event, RemoveAsked | FlipAsked)


def recalled(now: Standings, most: int) -> Iterator[Outcome]:
    """The last scans that led to a table, the oldest first, as they were when they were made."""
    steps = (*now.table.past, now.table)[-most - 1 :]
    before = standings(steps[0]._replace(last=None))
    for table, after in pairwise(steps):
        now = standings(after, before)
        if after.last is not None:
            code, lane = after.last.scan.label.code, after.last.scan.lane
            result = scan_text(table, codebook_of(table.games), code, lane)[1]
            if isinstance(result, Accepted):
                yield Outcome(code, lane, result, Change(before, now, now.brought))
        before = now
