"""What a broker is told of what is shown: the state, and the events that led to it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Seat
from engine.events import Accepted, RoundEnded, SetAside
from engine.standings import Standings
from firmware import VERSION
from firmware.common.facts.hints import Hint
from firmware.common.facts.notices import Problem
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.shown import Shown
from firmware.common.ipc.socket_path import Words
from firmware.core.view.effects import explain
from firmware.core.view.hints import hint
from firmware.interfaces.mqtt.words import PART, STATE_VERSION
from firmware.words import notices
from firmware.words.feed import feed
from firmware.words.labels import kind_title, title
from firmware.words.language import ENGLISH, Language, language_of, say
from firmware.words.sheets import name_of

NOT_SAVED = {"case": "not-saved", "part": "", "number": 0}


def state(shown: Shown) -> Words:
    """Return the state (`State`). The client adds the device and the game's ID."""
    table, language = shown.table, language_of(shown.device.language)
    game = table.game
    amiss = [problem for problem in shown.device.problems if _is_told(problem)]
    texts = [notices.NOT_SAVED] * (not shown.device.saved) + [
        notices.problem(problem) for problem in amiss
    ]
    active = _active(shown)
    return {
        "v": STATE_VERSION,
        "version": VERSION,
        "language": language.code,
        "page": next(iter(shown.device.site.addresses), ""),
        "phase": table.phase,
        "game": game.slug if game else "",
        "title": say(title(game), language) if game else "",
        "unit": game.unit if game else "",
        "preset": table.preset,
        "kinds": list(table.menu),
        "menu": [say(kind_title(game, kind), language) for kind in table.menu],
        "round": table.round_no,
        "rounds": game.rounds if game else 0,
        "seats": seats(shown.standings, language),
        "active": active.badge or "" if active else "",
        "turn": name_of(active, language) if active else "",
        "awaits": _awaits(hint(table, shown.situation)),
        "leaders": leaders(shown.standings),
        "winners": [name_of(table.seats[seat], language) for seat in shown.standings.winners],
        "amiss": [NOT_SAVED] * (not shown.device.saved) + [problem._asdict() for problem in amiss],
        "problems": [say(text, language) for text in texts],
        "call": shown.calling,
        "seating": table.seating,
        "n": shown.number,
    }


def _active(shown: Shown) -> Seat | None:
    """Who is scanned for."""
    if shown.table.phase != "playing" or shown.panel.active is None:
        return None
    return shown.table.seats[shown.panel.active]


def _awaits(hint: Hint) -> Words:
    badges = [seat.badge or "" for seat in hint.seats]
    return {"case": hint.case, "seats": badges, "number": hint.number}


def _is_told(problem: Problem) -> bool:
    """The broker's own trouble, and a call, are told otherwise."""
    return problem.part != PART and problem.case != "organiser-called"


def seats(now: Standings, language: Language = ENGLISH) -> list[Words]:
    return [
        {
            "badge": seat.badge or "",
            "name": name_of(seat, language),
            "named": seat.badge is not None and seat.name != seat.badge.capitalize(),
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
