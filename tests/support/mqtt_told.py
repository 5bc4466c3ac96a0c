"""What somebody at a broker was told of a table: as documented, and what counts of it."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import fastjsonschema
from support.mqtt_broker import Listener
from support.soak import SOAK
from support.table_program import ROOT

SCHEMA = json.loads((ROOT / "docs/mqtt.schema.json").read_text())
BACK_WITHIN_S = 5.0 if SOAK else 30.0  # a machine that is busy with other tests proves no seconds
GAME = ("preset my-first-meal", "red", "blue", "next")
ROUND = ("red", "tempura", "tempura", "score", "score")
WHOLE_GAME = (*GAME, *ROUND, "next", *ROUND, "next", *ROUND)


@cache
def schema(kind: str) -> Callable[[Any], Any]:
    return fastjsonschema.compile({**SCHEMA, "$ref": f"#/definitions/{kind}"})


def fits(kind: str, said: Any) -> None:
    schema(kind)(said)


def results(listener: Listener) -> dict[str, Any]:
    """What somebody who counts has counted, by the games' IDs."""
    counted: dict[str, Any] = {}
    for one in listener.of("result"):
        fits("withdrawn" if one["withdrawn"] else "result", one)
        counted[one["id"]] = one
    return {game: one for game, one in counted.items() if not one["withdrawn"]}
