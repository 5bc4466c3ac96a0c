"""What a broker is told of what is shown: the state, and the events that led to it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Accepted, RoundEnded, SetAside
from engine.standings import Standings
from firmware import VERSION
from firmware.common.ipc.socket_path import Words
from firmware.core.view.describe import describe
from firmware.core.view.outcome import Outcome
from firmware.core.view.state import CALLED, Shown
from firmware.core.view.titles import title_of
from firmware.interfaces.mqtt.words import PART, STATE_VERSION

UNSAVED = "Scans are not saved"


def state(shown: Shown) -> Words:
    """The state; the client adds device and game ID."""
    table, active = shown.table, shown.panel.active
    game = table.game
    playing = table.phase == "playing" and active is not None
    problems = [one for one in shown.device.missing if not one.startswith(PART) and one != CALLED]
    return {
        "v": STATE_VERSION,
        "version": VERSION,
        "page": next(iter(shown.device.found.addresses), ""),
        "phase": table.phase,
        "game": game.slug if game else "",
        "title": game.title if game else "",
        "unit": game.unit if game else "",
        "menu": [title_of(table, kind) for kind in table.menu],
        "round": table.round_no,
        "rounds": game.rounds if game else 0,
        "seats": seats(shown.standings),
        "turn": shown.standings.seats[active].name if playing and active is not None else "",
        "leaders": leaders(shown.standings),
        "winners": [table.seats[at].name for at in shown.standings.winners],
        "problems": [UNSAVED] * (not shown.device.saved) + problems,
        "call": shown.calling,
        "seating": table.seating,
        "n": shown.number,
    }


def seats(now: Standings) -> list[Words]:
    return [
        {"badge": one.badge or "", "name": one.name, "points": one.score or 0, "place": one.place}
        for one in now.seats
    ]


def leaders(now: Standings) -> list[str]:
    """The badges of those who have most points; none before the first."""
    points = [one.score or 0 for one in now.seats if one.badge]
    if now.table.phase == "lobby" or not points or min(points) == max(points):
        return []
    return [one.badge for one in now.seats if one.badge and (one.score or 0) == max(points)]


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
        "text": describe(outcome),
        "label": label.name if label else "",
        "seat": "" if seat is None or seat >= len(after.seats) else after.seats[seat].name,
        "round": after.round_no,
    }
