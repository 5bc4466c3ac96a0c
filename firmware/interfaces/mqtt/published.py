"""What a broker is told of what is shown: the state, and the events that led to it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Accepted, RoundEnded, SetAside
from engine.standings import Standings
from firmware import VERSION
from firmware.common.facts.notices import Problem
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.shown import Shown
from firmware.common.ipc.socket_path import Words
from firmware.core.view.effects import explain
from firmware.interfaces.mqtt.words import PART, STATE_VERSION
from firmware.words import notices
from firmware.words.feed import feed
from firmware.words.labels import kind_title
from firmware.words.language import say

UNSAVED = "Scans are not saved"


def state(shown: Shown) -> Words:
    """Return the state. The client adds the device and the game's ID."""
    table, active = shown.table, shown.panel.active
    game = table.game
    playing = table.phase == "playing" and active is not None
    problems = [
        say(notices.problem(problem)) for problem in shown.device.problems if _is_told(problem)
    ]
    return {
        "v": STATE_VERSION,
        "version": VERSION,
        "page": next(iter(shown.device.site.addresses), ""),
        "phase": table.phase,
        "game": game.slug if game else "",
        "title": game.title if game else "",
        "unit": game.unit if game else "",
        "menu": [say(kind_title(game, kind)) for kind in table.menu],
        "round": table.round_no,
        "rounds": game.rounds if game else 0,
        "seats": seats(shown.standings),
        "turn": shown.standings.seats[active].name if playing and active is not None else "",
        "leaders": leaders(shown.standings),
        "winners": [table.seats[seat].name for seat in shown.standings.winners],
        "problems": [UNSAVED] * (not shown.device.saved) + problems,
        "call": shown.calling,
        "seating": table.seating,
        "n": shown.number,
    }


def _is_told(problem: Problem) -> bool:
    """The broker's own trouble, and a call, are told otherwise."""
    return problem.part != PART and problem.case != "organiser-called"


def seats(now: Standings) -> list[Words]:
    return [
        {
            "badge": seat.badge or "",
            "name": seat.name,
            "points": seat.score or 0,
            "place": seat.place,
        }
        for seat in now.seats
    ]


def leaders(now: Standings) -> list[str]:
    """Return the badges with most points; none before the first points."""
    points = [seat.score or 0 for seat in now.seats if seat.badge]
    if now.table.phase == "lobby" or not points or min(points) == max(points):
        return []
    return [seat.badge for seat in now.seats if seat.badge and (seat.score or 0) == max(points)]


def events(shown: Shown, since: int) -> Iterator[Words]:
    """What happened after so many outcomes, the oldest first."""
    for number, outcome in shown.recent.items():
        event = outcome.result.event if isinstance(outcome.result, Accepted) else None
        if number > since and event is not None and not isinstance(event, SetAside):
            yield {"type": "scan", **_about(number, outcome)}
            if isinstance(event, RoundEnded):
                after = outcome.change.after
                yield {"type": "round", **_about(number, outcome), "seats": seats(after)}
                if after.table.phase == "finished":
                    yield {"type": "game", **_about(number, outcome), "seats": seats(after)}


def _about(number: int, outcome: Outcome) -> Words:
    result, after = outcome.result, outcome.after
    seat = result.seat if isinstance(result, Accepted) else None
    label = result.scan.label if isinstance(result, Accepted) else None
    return {
        "n": number,
        "text": feed(explain(outcome)),
        "label": label.name if label else "",
        "seat": "" if seat is None or seat >= len(after.seats) else after.seats[seat].name,
        "round": after.round_no,
    }
