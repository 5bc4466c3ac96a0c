"""Tables of the rules alone, as pages show them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from support.table_engine import EngineTable

from engine.catalogue import codebook_of
from engine.notation import read
from firmware.cli.replay import lines_of
from firmware.interfaces.web.pages.scores.state import state

EVENINGS = sorted(Path(__file__).parents[1].glob("evenings/*.scans"))


def on_show(*lines: str, names: Mapping[str, str] | None = None) -> EngineTable:
    """A table at which people scan while pages look at it."""
    return EngineTable(names=names).scan(*lines)


def state_of(table: EngineTable) -> dict[str, Any]:
    """What a page is told of it."""
    return {**state(table.shown, table.shown.number, "run")}


def evening(file: Path, names: Mapping[str, str] | None = None) -> Iterator[EngineTable]:
    """That evening after each of its scans."""
    table = EngineTable(names=names)
    for line in lines_of(str(file)):
        if written := read(line, codebook_of(table.table.games)):
            table.read(written.text, written.lane)
            yield table
