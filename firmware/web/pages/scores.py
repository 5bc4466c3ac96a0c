"""What is shown in, the state that every page is sent out: plain words and numbers for JSON. Pure.

Rule 1: the words are the display's and the desk's; none are made up here.
Rule 2: points come from the engine, worked out once a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.cards import By, Game, Seat
from engine.events import Accepted, SetAside
from engine.lobby import missing
from engine.locate import laid_by
from engine.position import Table, hand, lane_of, name_of, passes_right
from engine.refusals import Refused
from engine.rounds import complaints
from engine.scoring.scorers import Scores
from engine.standings import CARDS, Standing, Standings, round_by
from firmware.view.describe import describe
from firmware.view.device import DeviceState
from firmware.view.outcome import Outcome, TeachStep
from firmware.view.panel import draw
from firmware.view.sheets import Board, Lobby, Message, Now, Question, Sheet, Start
from firmware.view.state import Shown
from firmware.view.text_report import title_of

Part = dict[str, Any]


class Open(NamedTuple):
    """The open round's points, in all and by kind (empty where none is open), and kinds' titles."""

    titles: Mapping[str, str]
    scores: Scores | None = None
    by: tuple[By, ...] = ()


def state(shown: Shown, v: int, run: str) -> Part:
    """Everything a page shows; `v` counts the states, `run` names this run of the program."""
    table, names = shown.table, shown.table.names
    now = _open(shown.standings)
    sheet = draw(shown.standings, "now", DeviceState(names=names)).sheet
    stand = shown.standings.seats
    return {
        "v": v,
        "run": run,
        **_game(table),
        "seats": [
            _seat(table, at, seat, stand[at], now, names) for at, seat in enumerate(table.seats)
        ],
        "active": shown.panel.active,
        "last": _last(shown, names),
        "heading": _heading(sheet),
        "notes": list(sheet.lines) if isinstance(sheet, Lobby) and table.game else [],
        "awaited": _awaited(table, sheet),
        "asked": table.asked,
        "complaints": _complaints(table, names),
        "saved": shown.saved,
        "missing": list(shown.missing),
        "winners": [
            seat.badge
            for seat, one in zip(table.seats, stand, strict=True)
            if one.place == 1 and seat.badge
        ],
        "start": _start(table, sheet),
    }


# --- the game ------------------------------------------------------------------


def _game(table: Table) -> Part:
    """What is played and how far it is; `lacks` counts the kinds that a menu is short of."""
    game, playing = table.game, table.phase == "playing"
    turns = table.round.turns
    return {
        "game": {"slug": game.slug, "title": game.title} if game else None,
        "menu": _menu(game, table.menu) if game else [],
        "lacks": [list(one) for one in missing(game, table.menu).items()] if game else [],
        "mode": table.mode,
        "variants": list(table.variants),
        "phase": table.phase,
        "round": table.round_no,
        "rounds": game.rounds if game else 0,
        "turn": turns[-1].number if playing and turns else None,
        "hand": hand(table) if playing else 0,
        "unit": game.unit if game else "",
    }


def _menu(game: Game, menu: tuple[str, ...]) -> list[Part]:
    kinds = {kind.slug: kind for kind in game.kinds}
    return [
        {"slug": slug, "title": kind.title, "group": kind.group, "colour": kind.colour}
        for slug in menu
        for kind in (kinds[slug],)
    ]


# --- seats and their points ------------------------------------------------------


def _open(standings: Standings) -> Open:
    table, scores = standings.table, standings.scores
    titles = {kind.slug: kind.title for kind in table.game.kinds} if table.game else {}
    if scores is None:
        return Open(titles)
    return Open(titles, scores, round_by(table, scores))


def _seat(
    table: Table, at: int, seat: Seat, stand: Standing, now: Open, names: Mapping[str, str]
) -> Part:
    """One seat: `banked` and `live` total, and why: points by kind, round by round."""

    def explained(by: By) -> list[list[Any]]:
        return [[now.titles.get(kind) or title_of(table, kind), one] for kind, one in by.items()]

    rounds: list[Part] = [
        {"points": ended.points[at], "by": explained(ended.by[at])} for ended in table.ended
    ]
    if now.scores is not None:
        by = explained(now.by[at])
        rounds.append({"points": now.scores.totals[at], "by": by, "open": True})
    turns = table.round.turns if table.phase == "playing" else ()
    return {
        "badge": seat.badge,
        "name": name_of(seat, names),
        "dummy": seat.badge is None,
        "live": stand.live,
        "banked": stand.total,
        "place": stand.place,
        "rounds": rounds,
        "desserts": _desserts(table, stand, explained),
        "kept": len(table.kept[at]) if table.kept else 0,
        "cards": laid_by(table, at) if table.phase == "playing" else 0,
        "revealed": turns[-1].reveals[at] is not None if turns else None,
    }


def _desserts(
    table: Table, stand: Standing, explained: Callable[[By], list[list[Any]]]
) -> Part | None:
    if stand.desserts is None or table.game is None or not table.game.at_the_end:
        return None
    return {
        "points": sum(stand.desserts.values()),
        "cards": stand.dessert_cards,
        "by": explained(stand.desserts),
    }


# --- what happened, what comes ---------------------------------------------------


def _last(shown: Shown, names: Mapping[str, str]) -> Part | None:
    """The newest outcome; `aside` marks PAGE and its like, which are no part of the game."""
    if not shown.recent:
        return None
    outcome = shown.recent[-1]
    event = outcome.result
    if not isinstance(event, Accepted):
        seat, worth, title = None, None, ""
    else:
        seat, worth = event.seat, _worth(outcome)
        title = event.scan.label.title
    return {
        "n": shown.number,
        "text": describe(outcome, names, shown.sound),
        "title": title,
        "ok": not isinstance(event, Refused),
        "seat": seat,
        "worth": worth,
        "reason": event.reason if isinstance(event, Refused) else "",
        "lines": event.message.split("\n") if isinstance(event, Refused) else [],
        "aside": isinstance(event, TeachStep)
        or (isinstance(event, Accepted) and isinstance(event.event, SetAside)),
    }


def _worth(outcome: Outcome) -> int | None:
    """What a card brought its seat, once it is whole."""
    result, brought = outcome.result, outcome.change.brought
    if not isinstance(result, Accepted) or brought is None:
        return None
    if result.seat is None or result.scan.label.type not in CARDS:
        return None
    if lane_of(outcome.after, outcome.lane).awaits is not None:
        return None  # half a card is worth nothing yet
    return brought[result.seat]


def _heading(sheet: Sheet) -> str:
    """What the display's page of the moment is headed with."""
    return sheet.note if isinstance(sheet, Now) else getattr(sheet, "title", "")


def _awaited(table: Table, sheet: Sheet) -> list[str]:
    """What to do next, in the words of the page of the moment."""
    if isinstance(sheet, Lobby):
        return [sheet.hint] if table.game else [*sheet.lines, sheet.hint]
    if isinstance(sheet, Start):
        return list(sheet.way)
    if isinstance(sheet, Now):
        counted = sheet.hint[:1].isdigit()  # "3 of 9 cards": how far, but not what to do
        return ["Scan the cards", sheet.hint] if counted else [sheet.hint]
    if isinstance(sheet, Board):
        return [sheet.note]
    if isinstance(sheet, Question):
        return [sheet.hint]
    return list(sheet.lines) if isinstance(sheet, Message) else []


def _start(table: Table, sheet: Sheet) -> Part | None:
    """What to deal and to shuffle in, and which way to pass, before the first card."""
    if not isinstance(sheet, Start) or table.game is None:
        return None
    return {
        "cards": hand(table),
        "desserts": table.game.shuffled_in(table.round_no, len(table.seats)),
        "way": "right" if passes_right(table) else "left",
    }


def _complaints(table: Table, names: Mapping[str, str]) -> list[list[str]]:
    if table.asked != "score":
        return []
    return [[name_of(table.seats[at], names), why] for at, why in complaints(table)]
