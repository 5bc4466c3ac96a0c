"""The shipped Omakase card table and an owner's corrections -> the card table in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.games.omakase import COPIES_RESERVED, CardTable, Dish
from firmware.settings.checks import Check, whole

YEN = whole(0, 100_000)
FACE = {
    "yen": YEN,
    "copies": whole(1, COPIES_RESERVED),
}


class Tell(Protocol):
    """Where mistakes go; see `firmware.settings`. `name` is the file they are in."""

    name: str

    def __call__(self, section: str, key: str, what: str) -> None: ...
    def known(self, key: str, keys: Any, section: str) -> bool: ...
    def table(self, content: Mapping[str, Any], section: str) -> Mapping[str, Any]: ...
    def right(self, check: Check, value: Any, section: str, key: str) -> bool: ...


def corrected(table: CardTable, found: Any, tell: Tell, sources: dict[str, str]) -> CardTable:
    """Single prices, copies and sets replaced; all else stays as shipped."""
    if not isinstance(found, dict):
        tell("omakase", "", "write it as sections: [omakase.faces.tuna], [omakase.sets]")
        return table
    dishes, sets = dict(table.dishes), dict(table.sets)
    for section in found:
        tell.known(section, ("faces", "sets"), "omakase")
    for slug, yen in tell.table(found, "sets").items():
        if tell.known(slug, sets, "omakase.sets") and tell.right(YEN, yen, "omakase.sets", slug):
            sets[slug] = yen
            sources[f"omakase.sets.{slug}"] = tell.name
    for slug, face in tell.table(found, "faces").items():
        section = f"omakase.faces.{slug}"
        if not tell.known(slug, dishes, "omakase.faces"):
            continue
        if not isinstance(face, dict):
            tell("omakase.faces", slug, f"write it as a section: [{section}]")
            continue
        for key, value in face.items():
            if tell.known(key, (*FACE, "sets"), section) and _right(
                tell, key, value, section, sets
            ):
                dishes[slug] = _with(dishes[slug], key, value)
                sources[f"{section}.{key}"] = tell.name
    return CardTable(dishes, sets)


def _with(dish: Dish, key: str, value: Any) -> Dish:
    if key == "sets":
        return dish._replace(sets=tuple(value))
    return dish._replace(yen=value) if key == "yen" else dish._replace(copies=value)


def _right(tell: Tell, key: str, value: Any, section: str, sets: Mapping[str, int]) -> bool:
    if key != "sets":
        return tell.right(FACE[key], value, section, key)
    words = Check(f"a list of {', '.join(sets)}", _is_list_of_words)
    return tell.right(words, value, section, key) and all(
        tell.known(one, sets, section) for one in value
    )


def _is_list_of_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
