"""schema.json is what is declared, and knows every badge and every game that ships."""

import json
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

from engine.cards import BADGES
from engine.games import GAMES

ROOT = Path(__file__).parents[2]


def test_the_schema_is_what_is_declared() -> None:
    """Something is declared otherwise? `make schema`."""
    loader = SourceFileLoader("schema_script", str(ROOT / ".ci" / "schema"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    script = module_from_spec(spec)
    loader.exec_module(script)
    with open(script.SCHEMA, encoding="utf-8") as file:
        text = file.read()
    assert text == script.schema()
    offered = json.loads(text)["definitions"]["seats_offered"]["properties"]
    assert offered["seats"]["items"]["properties"]["badge"]["enum"] == [*BADGES]
    assert offered["game"]["enum"] == [game.slug for game in GAMES]
