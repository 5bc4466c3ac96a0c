"""Whole games in the words of docs/mqtt.md: played once, said by any device."""

import random
from functools import cache
from typing import Any, NamedTuple

from support.dealt_evening import deal
from support.displayed import panel_of
from support.table_engine import AROUND, EngineTable

from engine.cards import BADGES
from firmware.common.facts.device import NO_DEVICE
from firmware.common.facts.shown import Shown
from firmware.core.view.situation import situation_of
from firmware.interfaces.mqtt import published
from firmware.interfaces.mqtt.words import RESULT_VERSION

Words = dict[str, Any]
STARTS = "preset my-first-meal", "preset cutthroat-combo", "game sushi-go", "preset points-platter"
NAMES = dict(zip(BADGES, ("Ann", "Bo", "Cy", "Jürgen", "Élodie", "Kim", "Li", "Mo"), strict=True))


class Said(NamedTuple):
    """What one scan makes a table say. A result comes with the scan that ends the game."""

    state: Words
    events: list[Words]
    result: Words | None


@cache
def game(seed: int, seats: int = 4) -> list[Said]:
    """What a table says of a game from the first scan to the last, by no device and no game ID.

    It is the same list each time: copy what is to be changed.
    """
    rng = random.Random(seed)
    table, messages, scans = EngineTable(names=NAMES), [], []

    def scan(line: str) -> None:
        table.refusal(line)
        outcome, now, number = table.outcome, table.standings, len(table.outcomes)
        panel = panel_of(now, "current", AROUND, outcome)
        situation = situation_of(now.table)
        shown = Shown(now, situation, NO_DEVICE, panel, {number: outcome}, number=number)
        scans.append({"code": outcome.text, "label": line, "lane": 0, "at": 1e9 + number})
        ended = result(shown) if now.table.phase == "finished" else None
        state = {**published.state(shown), "run": "b0a2d1"}
        events = [dict(event) for event in published.events(shown, number - 1)]
        messages.append(Said(state, events, ended))

    def result(shown: Shown) -> Words:
        about = {"v": RESULT_VERSION, "withdrawn": False, "number": 1, "note": "", "venue": ""}
        when = {"began": 1e9, "ended": 1e9 + len(scans), "day": ""}
        when |= {key: value for key, value in published.state(shown).items() if key == "seating"}
        return {**about, **when, "report": table.report, "scans": [*scans]}

    for line in (rng.choice(STARTS), *(f"badge {badge}" for badge in BADGES[:seats])):
        scan(line)
    while table.table.phase != "finished":
        scan("command next")
        for line in deal(table.table, rng):
            scan(line)
        while table.table.phase == "playing":
            scan("command score")
    return messages


def of(device: str, game_id: str, message: Said) -> Said:
    """The same, said by that device of that game."""
    now = {"device": device}
    begun = message.state["phase"] != "lobby"
    state = {**message.state, **now, "game_id": game_id if begun else ""}
    events = [{"v": 1, **now, **event} for event in message.events]
    return Said(state, events, message.result and {"id": game_id, **now, **message.result})
