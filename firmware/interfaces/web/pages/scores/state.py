"""The state that every page is sent: plain words and numbers for JSON. Pure.

Rule 1: the words are the display's and the desk's; none are made up here.
Rule 2: points come from the engine, worked out once a state.
"""

from __future__ import annotations

from engine.cards import By
from engine.events import Accepted, SetAside
from engine.lobby import missing
from engine.locate import laid_by
from engine.position import Table, hand, lane_of
from engine.rounds import complaints
from engine.standings import CARDS, Standings, round_by
from firmware.common.facts.refusals import Refusal
from firmware.common.system.text import Json
from firmware.core.view import sheets
from firmware.core.view.describe import describe
from firmware.core.view.hints import full
from firmware.core.view.outcome import Outcome, TeachStep
from firmware.core.view.panel import draw
from firmware.core.view.photo import Proposal
from firmware.core.view.rules import rule
from firmware.core.view.seats import TAKE, heading, notes, players
from firmware.core.view.state import WELCOME, Shown
from firmware.core.view.titles import title_of
from firmware.core.view.why import details, effects, sentences
from firmware.interfaces.web.pages.looks import look


def state(shown: Shown, v: int, run: str) -> Json:
    """Everything a page shows; `v` counts the states, `run` names this run of the program."""
    offer = shown.offer
    before = offer and shown.table.phase == "lobby"
    now = offer.lobby if offer and before else shown.standings
    table, sheet = now.table, draw(now).sheet
    asked = complaints(table) if table.asked == "score" else ()
    return {
        "v": v,
        "run": run,
        **_game(table),
        "seats": _seats(now),
        "active": shown.panel.active,
        "last": _last(shown),
        "heading": heading(offer) if offer and before else _heading(sheet),
        "tie": sheet.tie if isinstance(sheet, sheets.Podium) else "",
        "notes": _notes(shown, sheet),
        "awaited": _awaited(shown, sheet),
        "asked": table.asked,
        "complaints": [[table.seats[at].name, why] for at, why in asked],
        "saved": shown.device.saved,
        **({"photo": _photo(shown.photo)} if shown.photo else {}),
        "missing": list(shown.device.missing),
        "start": _start(table, sheet),
    }


def _game(table: Table) -> Json:
    """What is played and how far it is; `lacks` counts the kinds that a menu is short of."""
    game, playing = table.game, table.phase == "playing"
    turns = table.round.turns
    kinds = [game.kind(slug) for slug in table.menu] if game else []
    return {
        "game": {"title": game.title} if game else None,
        "menu": [
            {
                "title": kind.title,
                "group": kind.group,
                "look": look(kind),
                "rule": rule(game, kind.slug, len(table.seats)) if game else "",
            }
            for kind in kinds
        ],
        "lacks": [list(one) for one in missing(game, table.menu).items()] if game else [],
        "phase": table.phase,
        "round": table.round_no,
        "rounds": game.rounds if game else 0,
        "turn": turns[-1].number if playing and turns else None,
        "hand": hand(table) if playing else 0,
        "unit": game.unit if game else "",
    }


# --- seats and their points ------------------------------------------------------


def _seats(standings: Standings) -> list[Json]:
    """Each seat's `banked` and `live` total, and why: points by kind, round by round, with
    `details` of the newest by kind. `live` is None before the seat's first card.
    """
    table, scores = standings.table, standings.scores
    titles = {kind.slug: kind.title for kind in table.game.kinds} if table.game else {}
    open_by = round_by(table, scores) if scores else ()
    turns = table.round.turns if table.phase == "playing" else ()

    def explained(points: int, by: By) -> Json:
        return {
            "points": points,
            "by": [[titles.get(kind) or title_of(table, kind), one] for kind, one in by.items()],
        }

    seats: list[Json] = []
    for at, stand in enumerate(standings.seats):
        rounds = [explained(ended.points[at], ended.by[at]) for ended in table.ended]
        if scores is not None:
            gained = (scores.totals[at], open_by[at]) if stand.is_in else (0, {})
            rounds.append({**explained(*gained), "open": True})
        seats.append(
            {
                "badge": stand.badge,
                "name": stand.name,
                "live": stand.score,
                "banked": stand.total,
                "place": stand.place,
                "rounds": rounds,
                "details": {
                    titles.get(kind) or title_of(table, kind): [*filter(None, said)]
                    for kind, said in (details(standings, at) if rounds else {}).items()
                },
                "desserts": None
                if stand.desserts is None
                else explained(stand.dessert_points, stand.desserts),
                "cards": laid_by(table, at) if table.phase == "playing" else 0,
                "revealed": turns[-1].reveals[at] is not None if turns else None,
            }
        )
    return seats


# --- what happened, what comes ---------------------------------------------------


def _last(shown: Shown) -> Json | None:
    """The newest outcome; `aside` marks PAGE and its like, which are no part of the game."""
    outcome = shown.last
    if outcome is None:
        return None
    event = outcome.result
    accepted = event if isinstance(event, Accepted) else None
    return {
        "n": shown.number,
        "text": describe(outcome, shown.device.sound),
        "title": accepted.scan.label.title if accepted else "",
        "ok": not isinstance(event, Refusal),
        "seat": accepted.seat if accepted else None,
        "card": [accepted.scan.label.kind, accepted.scan.label.face] if accepted else [],
        "worth": _worth(outcome),
        "others": sentences(effects(outcome.change, accepted.seat)) if accepted else "",
        "aside": isinstance(accepted.event if accepted else event, SetAside | TeachStep),
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


def _photo(photo: Proposal) -> tuple[int, int]:
    """Its number and its step: being taken, being read, ready to be scored."""
    return photo.number, bool(photo.picture) + bool(photo.plan)


def _heading(sheet: sheets.Sheet) -> str:
    """The heading of the page that the display shows."""
    match sheet:
        case sheets.Current():
            return sheet.note
        case sheets.Tray() | sheets.Rounds() | sheets.NotCounted():
            return ""
        case _:
            return sheet.title


def _notes(shown: Shown, sheet: sheets.Sheet) -> list[str]:
    """What else there is to know of a lobby."""
    if not isinstance(sheet, sheets.Lobby):
        return []
    return notes(shown.offer) if shown.offer else list(sheet.lines) if shown.table.game else []


def _awaited(shown: Shown, sheet: sheets.Sheet) -> list[str]:
    """What to do next, for who sits far from the display; after a start, where it goes on."""
    table, active = shown.table, shown.panel.active
    if shown.welcome:
        return [WELCOME, ", ".join(shown.welcome)]
    if shown.offer:
        after = f"{heading(shown.offer)}: {players(shown.offer)}"
        return [TAKE] if table.phase == "lobby" else [TAKE, after]
    match sheet:
        case sheets.Lobby():
            return [sheet.hint] if table.game else [*sheet.lines, sheet.hint]
        case sheets.Start():
            return list(sheet.way)
        case sheets.Current() if sheet.hint[:1].isdigit() and full(table, active or 0):
            left = [one.name for at, one in enumerate(table.seats) if not full(table, at)]
            return [
                "Scan the next badge",
                f"Still to come: {', '.join(left[:3])}{' …' if left[3:] else ''}",
            ]
        case sheets.Current():
            counted = sheet.hint[:1].isdigit()  # "3 of 9 cards": how far, but not what to do
            return ["Scan the cards", sheet.hint] if counted else [sheet.hint]
        case sheets.Board() if table.phase == "scored":
            return [f"Scan NEXT for round {table.round_no + 1}"]
        case sheets.Board():
            return [sheet.note]
        case sheets.Question() if table.asked == "score":
            return ["Scan SCORE again to score anyway"]
        case sheets.Question():
            return [sheet.hint]
        case sheets.Message():
            return list(sheet.lines)
        case sheets.Podium():
            return ["Scan NEW GAME to play again"]
        case _:
            return []


def _start(table: Table, sheet: sheets.Sheet) -> Json | None:
    """What to deal and to shuffle in, before the first card."""
    if not isinstance(sheet, sheets.Start) or table.game is None:
        return None
    return {
        "cards": hand(table),
        "desserts": table.game.shuffled_in(table.round_no, len(table.seats)),
    }
