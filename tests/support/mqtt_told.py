"""What somebody at a broker was told of a table: as documented, and what counts of it."""

import json
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import fastjsonschema
from support.mqtt_broker import Listener
from support.soak import SOAK
from support.table_program import ROOT
from support.waiting import until

SCHEMA = json.loads((ROOT / "firmware/common/broker/schema.json").read_text())
BACK_WITHIN_S = 5.0 if SOAK else 30.0  # a machine that is busy with other tests proves no seconds
GAME = ("preset my-first-meal", "red", "blue", "next")
ROUND = ("red", "tempura", "tempura", "score", "score")
WHOLE_GAME = (*GAME, *ROUND, "next", *ROUND, "next", *ROUND)


@cache
def schema(kind: str) -> Callable[[Any], Any]:
    return fastjsonschema.compile({**SCHEMA, "$ref": f"#/definitions/{kind}"})


def fits(kind: str, content: Any) -> None:
    schema(kind)(content)


def results(listener: Listener) -> dict[str, Any]:
    """What somebody who counts has counted, by the games' IDs."""
    counted: dict[str, Any] = {}
    for result in listener.of("result"):
        fits("withdrawn" if result["withdrawn"] else "result", result)
        counted[result["id"]] = result
    return {game: result for game, result in counted.items() if not result["withdrawn"]}


def all_is_told(heard: Listener, games: int, since: float) -> None:
    """The newest state is there soon after that time, and each finished game once."""
    until(lambda: len(results(heard)) == games, "a result is missing, or one too many")
    last = max(results(heard).values(), key=lambda result: result["number"])
    heard.state(phase="finished", game_id=last["id"])
    until(lambda: heard.newest["availability"] == "online")
    assert time.monotonic() - since < BACK_WITHIN_S
    assert sorted(result["number"] for result in results(heard).values()) == [*range(1, games + 1)]
